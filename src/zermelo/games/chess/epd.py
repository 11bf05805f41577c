"""EPD, Extended Position Description: a position and operations on it, one a line: `… w - - bm Qd1+; id "BK.01";`.

Test suites have best moves (`bm`) and moves to avoid (`am`), counts of moves their depths (`;D1 20 ;D2 400`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from zermelo.errors import ParseError
from zermelo.games.chess.board import Board, start_of
from zermelo.games.chess.san import read_move

OPERATION = re.compile(r'((?:"[^"]*"|[^;"])*)(?:;|$)')
WORD = re.compile(r'"([^"]*)"|(\S+)')
NAME = re.compile(r"[A-Za-z][\w.-]*")
BARE = re.compile(r"[\w.+#=/-]+")  # an operand that needs no quotes


@dataclass(frozen=True)
class Epd:
    """A position and what is said about it: the operands of each operation, by its opcode."""

    state: Board
    operations: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def best(self) -> tuple[str, ...]:
        """The best moves (bm), by their names; ParseError if one is not legal."""
        return self.moves("bm")

    @property
    def avoid(self) -> tuple[str, ...]:
        """The moves to avoid (am)."""
        return self.moves("am")

    @property
    def id(self) -> str:
        return " ".join(self.operations.get("id", ()))

    @property
    def counts(self) -> dict[int, int]:
        """Sequences of moves by their length: D1, D2, …"""
        found = {}
        for code, operands in self.operations.items():
            if re.fullmatch(r"D\d{1,3}", code) and operands and operands[0].isdigit():
                found[int(code[1:])] = int(operands[0])
        return found

    def moves(self, code: str) -> tuple[str, ...]:
        """The operands of an operation as legal moves."""
        return tuple(read_move(self.state, each) for each in self.operations.get(code, ()))


def read_epd(text: str) -> list[Epd]:
    """The positions of a file; ParseError with the line of the first that is none. Lines with `#` are comments."""
    found = []
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            found.append(epd_line(line.strip()))
        except ParseError as error:
            raise ParseError(f"line {number}: {error.reason}", error.text, error.column) from None
    return found


def epd_line(line: str) -> Epd:
    """One position: four fields, both counters if they are there, operations."""
    at, fields = 0, list[str]()
    for found in re.finditer(r"\S+", line):
        counter = len(fields) in (4, 5) and found[0].rstrip(";").isdigit()
        if len(fields) >= 4 and not counter:
            break
        fields.append(found[0].rstrip(";"))
        at = found.end()
    if len(fields) < 4:
        raise ParseError("expected the four fields of a position", line, len(line))
    operations = operations_of(line, at)
    if len(fields) == 4:
        fields += [whole(operations.get("hmvc"), "0"), whole(operations.get("fmvn"), "1")]
    return Epd(start_of(" ".join(fields)), operations)


def operations_of(line: str, at: int) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for each in OPERATION.finditer(line, at):
        words = [word[1] if word[2] is None else word[2] for word in WORD.finditer(each[1])]
        if not words:
            continue
        if not NAME.fullmatch(words[0]):
            raise ParseError(f"{words[0]!r} is no operation", line, each.start())
        found[words[0]] = tuple(words[1:])
    return found


def whole(operands: tuple[str, ...] | None, otherwise: str) -> str:
    return operands[0] if operands and operands[0].isdigit() else otherwise


def write_epd(positions: Iterable[Epd]) -> str:
    """One position a line; the counters are operations (hmvc, fmvn)."""
    return "".join(f"{line_of(each)}\n" for each in positions)


def line_of(position: Epd) -> str:
    *place, waited, number = position.state.text.split()
    operations = dict(position.operations)
    if (waited, number) != ("0", "1"):
        operations |= {"hmvc": (waited,), "fmvn": (number,)}
    said = [" ".join([code, *map(operand, values)]) for code, values in operations.items()]
    return " ".join([*place, *(f"{each};" for each in said)])


def operand(text: str) -> str:
    return text if BARE.fullmatch(text) else '"' + text.replace('"', "'") + '"'
