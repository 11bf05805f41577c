"""Games that were played elsewhere: as the moves a person writes down, as a Record, or in a game's own file formats."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import overload

from zermelo.errors import IllegalMove, ParseError
from zermelo.game import CHANCE, BuiltIn, Move, RecordedGame, State, position_like
from zermelo.match.game import Record
from zermelo.players.human import move_meant, names_of
from zermelo.result import written
from zermelo.validate import typed

LONGEST_NAME = 20  # letters that another notation may need more
WORD, SEPARATOR = re.compile(r"\S+"), re.compile(r"[,;\n]")


@dataclass(frozen=True)
class Given:
    """A game that was played: its first position, its moves in order, the names of its players if known."""

    start: State
    moves: tuple[Move, ...]
    players: tuple[str, str] = ("", "")


@typed
def read_moves(state: State, text: str) -> tuple[Move, ...]:
    """The moves of a game from `state`, by their names: `4 4 3`, or without spaces, `f5d6c3`, where names allow it.

    Names with spaces are read as such, `3-1 8/5 6/5 42 24/20 13/11`; commas may stand between moves. A move that was
    the only one possible may be left out. ParseError says which word is no move.
    """
    return tuple(moves_in(state, text))


def moves_in(state: State, text: str) -> Iterator[Move]:
    at = 0
    while at < len(text):
        if text[at].isspace() or text[at] in ",;":
            at += 1
            continue
        rest = text[at:]
        found = None if state.is_over else first_move(state, rest)
        if found is None and not state.is_over and state.turn != CHANCE and len(state.moves()) == 1:
            move, length = state.moves()[0], 0
        elif found is None:
            raise ParseError(trouble(state, rest.split(None, 1)[0]), text, at)
        else:
            move, length = found
        yield move
        state = state.play(move)
        at += length


def first_move(state: State, text: str) -> tuple[Move, int] | None:
    """(the move a text begins with, the letters it takes): as many whole words as can be, else the longest name."""
    known = names_of(state)
    longest = LONGEST_NAME + max(map(len, known), default=0)  # a long one takes long to be understood
    text = text[: longest + 1]
    alone = SEPARATOR.split(text, maxsplit=1)[0]
    most = max((len(name.split()) for name in known), default=1)
    for word in reversed(list(islice(WORD.finditer(alone), most))):
        move = move_meant(state, " ".join(alone[: word.end()].split()), known) if word.end() <= longest else None
        if move is not None:
            return move, word.end()
    small = text.lower()
    names = [(name, each) for name, each in known.items() if small.startswith(name.lower())]
    return max(((each, len(name)) for name, each in names), key=lambda pair: pair[1], default=None)


def trouble(state: State, word: str) -> str:
    shown = word if len(word) <= 20 else word[:20] + "…"
    if state.is_over:
        return f"{shown!r} after the end of the game"
    return f"{shown!r} is no legal move; legal: {written(list(names_of(state))[:40])}"


@typed
def read_file(state: State, data: bytes) -> Sequence[Given]:
    """The games of a file: Records in JSON, a file format of the game's own, or moves from `state`, one game a line.

    Of a game's own formats each game is read when it is asked for, so that one which cannot be spoils no other.
    """
    if data.lstrip()[:1] == b"{":
        return [from_record(state, number, line) for number, line in numbered(data)]
    own = state.game.read_games if isinstance(state.game, BuiltIn) else None
    if own is not None:
        return Recorded(state, own(data))
    return [Given(state, checked(state, number, line)) for number, line in numbered(data)]


class Recorded(Sequence[Given]):
    """The games of a file in a game's own format."""

    def __init__(self, state: State, games: Sequence[RecordedGame]) -> None:
        self._state, self._games = state, games

    def __len__(self) -> int:
        return len(self._games)

    @overload
    def __getitem__(self, at: int) -> Given: ...
    @overload
    def __getitem__(self, at: slice) -> list[Given]: ...
    def __getitem__(self, at: int | slice) -> Given | list[Given]:
        return self._given(self._games[at]) if isinstance(at, int) else [self._given(each) for each in self._games[at]]

    def _given(self, game: RecordedGame) -> Given:
        return Given(position_like(self._state, game.start), tuple(game.moves), game.players)


def numbered(data: bytes) -> list[tuple[int, str]]:
    """The lines that say something, with their numbers."""
    try:
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ParseError(f"line {line}: byte 0x{data[error.start]:02x} is not UTF-8 text") from None
    return [(i, line) for i, line in enumerate(lines, 1) if line.strip() and not line.lstrip().startswith("#")]


def checked(state: State, number: int, line: str) -> tuple[Move, ...]:
    try:
        return read_moves(state, line)
    except ParseError as error:
        raise ParseError(f"line {number}, column {error.column + 1}: {error.reason}") from None


def from_record(state: State, number: int, line: str) -> Given:
    """A Record as `zermelo play --json` prints it."""
    try:
        record = Record.from_json(line)
        if record.game != state.game.label:
            raise ParseError(f"a game of {record.game}, not of {state.game.label}")
        begun = at = position_like(state, record.start)
        moves = tuple(played.move for played in record.moves)
        for move in moves:
            at = at.play(move)
        return Given(begun, moves, (str(record.players[0]), str(record.players[1])))
    except (ParseError, IllegalMove) as error:
        raise ParseError(f"line {number}: {error.reason}") from None
    except (ValueError, TypeError, KeyError, AttributeError, IndexError, RecursionError) as error:
        raise ParseError(f"line {number}: not a record of a game ({error})") from None
