"""Positions as other programs write them: XGID (which is also State.text here), GNU Backgammon's IDs.

A second writing down of what ids.hpp reads: tests hold the two against each other.
"""

from __future__ import annotations

import base64
import binascii
import re
from dataclasses import dataclass, replace

from zermelo.errors import ParseError
from zermelo.game import State

IDS = re.compile(r"(XGID=\S+)|Position ID\W+([A-Za-z0-9+/]{14})\b(?:.*?Match ID\W+([A-Za-z0-9+/]{12})\b)?", re.S)
Side = tuple[int, ...]  # men on a side's points 1 to 24 and its bar
ON, OFF = "1", "0"


@dataclass(frozen=True)
class Table:
    """What lies on the table. Side 0 is X; points are counted from each side's own home."""

    men: tuple[Side, Side]
    on_roll: int | None  # None before the opening roll
    thrown: str  # 00, two dice, D, ..
    cube: int = 0  # power of 2
    owner: int | None = None
    score: tuple[int, int] = (0, 0)
    length: int = 0
    rule: bool = False  # Crawford's game; Jacoby's rule for money
    has_cube: bool = False


@dataclass(frozen=True)
class Shown:
    """A position from what another program printed."""

    start: str
    moves: tuple[str, ...] = ()
    players: tuple[str, str] = ("", "")


def read_text(text: str) -> list[Shown]:
    """The positions whose XGID or GNU Backgammon IDs stand in a text."""
    found = [Shown(xgid or ":".join(filter(None, (position, match)))) for xgid, position, match in IDS.findall(text)]
    if not found:
        raise ParseError("there is no XGID and no Position ID in it", text, 0)
    return found


def table_of(state: State) -> Table:
    return read_xgid(state.text)


def read_xgid(text: str) -> Table:
    """The table of an XGID; only its form is checked here, `zermelo.start` refuses what is impossible."""
    places, *fields = text.strip().removeprefix("XGID=").split(":")
    if len(places) != 26 or len(fields) != 9:
        raise ParseError("an XGID has 26 places and nine fields", text, 0)
    if not all(c == "-" or (c.isascii() and c.isalpha()) for c in places):
        raise ParseError("places are written -, A to O or a to o", text, 0)
    x = tuple(ord(c) - 64 if c.isupper() else 0 for c in places[1:])
    o = tuple(ord(c) - 96 if c.islower() else 0 for c in places[24::-1])
    player = {"1": 0, "-1": 1, "0": None}
    try:
        return Table(
            (x, o),
            player[fields[2]],
            fields[3],
            int(fields[0]),
            player[fields[1]],
            (int(fields[4]), int(fields[5])),
            int(fields[7]),
            fields[6] in ("1", "3"),
            int(fields[8]) > 0,
        )
    except (KeyError, ValueError):
        raise ParseError("an XGID's fields are whole numbers", text, 27) from None


def write_xgid(table: Table) -> str:
    x, o = table.men
    places = ["-"] * 26
    for i in range(25):
        if x[i]:
            places[i + 1] = chr(64 + x[i])
        if o[i]:
            places[24 - i] = chr(96 + o[i])
    sign = {0: "1", 1: "-1", None: "0"}
    fields = (
        table.cube,
        sign[table.owner],
        sign[table.on_roll],
        table.thrown,
        *table.score,
        int(table.rule),
        table.length,
        10 if table.has_cube else 0,
    )
    return f"XGID={''.join(places)}:{':'.join(map(str, fields))}"


# --- GNU Backgammon ---


def position_id(state: State) -> str:
    """14 letters: the men of both sides, as the player on roll sees them."""
    table = table_of(state)
    mover = table.on_roll or 0
    return encoded(men_bits(table.men[1 - mover]) + men_bits(table.men[mover]), 10)


def match_id(state: State) -> str:
    """12 letters: cube, dice, score. Player 0 is X."""
    table = table_of(state)
    if table.on_roll is None:
        raise ValueError("a match ID needs a player on roll: the opening roll is still to come")
    doubled = table.thrown == "D"
    dice = (int(table.thrown[0]), int(table.thrown[1])) if table.thrown.isdigit() else (0, 0)
    decides = 1 - table.on_roll if doubled else table.on_roll
    owner = 3 if table.owner is None else table.owner
    crawford = bool(table.length and table.rule)
    fields = [
        (table.cube, 4),
        (owner, 2),
        (table.on_roll, 1),
        (int(crawford), 1),
        (1, 3),
        (decides, 1),
        (int(doubled), 1),
        (0, 2),
        (dice[0], 3),
        (dice[1], 3),
        (table.length, 15),
        (table.score[0], 15),
        (table.score[1], 15),
    ]
    return encoded("".join(low_first(value, width) for value, width in fields), 9)


def gnubg_id(state: State) -> str:
    return f"{position_id(state)}:{match_id(state)}"


def read_position_id(text: str) -> tuple[Side, Side]:
    """The men of the player on roll and of the other."""
    bits = decoded(text, 14)
    sides: list[Side] = []
    at = 0
    for _ in range(2):
        counts = []
        for _ in range(25):
            end = bits.find(OFF, at)
            if end < 0:
                raise ParseError("the position ID ends early", text, len(text))
            counts.append(end - at)
            at = end + 1
        sides.append(tuple(counts))
    if ON in bits[at:]:
        raise ParseError("the position ID goes on after both sides are complete", text, 0)
    return sides[1], sides[0]


def read_match_id(text: str) -> Table:
    """Everything but the men."""
    bits = decoded(text, 12)
    values, at = [], 0
    for width in (4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15):
        values.append(int(bits[at : at + width][::-1], 2))
        at += width
    cube, owner, on_roll, crawford, _, _, doubled, _, first, second, length, mine, others = values
    thrown = "D" if doubled else f"{max(first, second)}{min(first, second)}"
    held = None if cube == 0 or owner == 3 else owner
    has_cube = bool(cube or doubled or crawford)
    score = (mine, others) if length else (0, 0)
    return Table(((0,) * 25, (0,) * 25), on_roll, thrown, cube, held, score, length, bool(crawford), has_cube)


def read_gnubg_id(text: str, *, cube: bool = False) -> Table:
    """The table of `position:match`; `cube`: one is in use, which the ID does not say."""
    place, _, rest = text.strip().partition(":")
    mover, other = read_position_id(place)
    table = read_match_id(rest) if rest else Table(((), ()), 0, "00")
    men = (mover, other) if table.on_roll == 0 else (other, mover)
    return replace(table, men=men, has_cube=table.has_cube or cube)


def men_bits(side: Side) -> str:
    return "".join(ON * count + OFF for count in side)


def low_first(value: int, width: int) -> str:
    return f"{value:0{width}b}"[::-1]


def encoded(bits: str, size: int) -> str:
    """Base 64 of bits, the lowest first, in this many bytes."""
    filled = bits.ljust(8 * size, OFF)
    data = bytes(int(filled[i : i + 8][::-1], 2) for i in range(0, 8 * size, 8))
    return base64.b64encode(data).decode().rstrip("=")


def decoded(text: str, letters: int) -> str:
    if len(text) != letters:
        raise ParseError(f"expected {letters} letters", text, min(len(text), letters))
    try:
        data = base64.b64decode(text + "=" * (-letters % 4), validate=True)
    except binascii.Error:
        raise ParseError("an ID is written in base 64", text, 0) from None
    return "".join(f"{byte:08b}"[::-1] for byte in data)
