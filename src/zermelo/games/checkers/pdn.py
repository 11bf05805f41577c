"""PDN, the Portable Draughts Notation (A. Millett, 1995), of English draughts: GameType 21.

    read_pdn(source)     the games of a file, one by one; where one cannot be read, an Unreadable with its line
    write_pdn(games)     their text
    pdn_of(record)       a game between players as a file holds it

Its grammar is that of PGN (shared/game_text.py). Black moves first, and the result is White's: `1-0` is a win of White.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import zermelo.games
from zermelo.errors import IllegalMove, ParseError
from zermelo.game import PlayedGame, RecordedGame, State
from zermelo.games.shared.game_text import (
    ROSTER,
    UNKNOWN,
    Notation,
    Source,
    TextGame,
    Unreadable,
    read_text,
    read_whole,
    told_by,
)
from zermelo.games.shared.game_text import TextMove as PdnMove
from zermelo.games.shared.game_text import write_text as write_pdn

__all__ = ["PdnGame", "PdnMove", "Unreadable", "pdn_of", "read_games", "read_pdn", "write_pdn"]

GAME_TYPE = "21"
SIGNS = str.maketrans("X:×–—", "xxx--", " \t\r\n")
# A capture of several jumps is written as one move, or jump by jump: `11x18 18x25`. Nobody else can move from where a
# piece has just come to, so that the square says which words belong together.
JUMPS = 9
NEXT_JUMPS = "".join(rf"(?:\s+(?P=to{i})\s?[xX:×]\s?(?P<to{i + 1}>\d{{1,2}})" for i in range(JUMPS)) + ")?" * JUMPS
ONCE_MORE = re.compile(r"(\d+)\s+\1(?=\s?[xX:×])")
TOKEN = re.compile(
    rf"""
      (?P<glyph>\(\s*[!?]{{1,2}}\s*\)|[!?]{{1,2}}|\$\d+|(?<=\d)\*)
    | (?P<result>(?:1-0|0-1|2-0|0-2|1-1|0-0)(?![\d-])|1/2(?:-1/2)?(?![\d/])|½-½|\*)
    | (?P<move>\d{{1,2}}(?:\s?[-–—xX:×]\s?(?P<to0>\d{{1,2}}))+{NEXT_JUMPS})
    | (?P<number>\d+\s*\.+|\d+(?=[\s(){{}};$]|$)|\.+)
    | (?P<comment>\{{[^}}]*\}}|;[^\n]*)
    | (?P<open>\()
    | (?P<close>\))
    | (?P<other>[^\s])
    """,
    re.VERBOSE,
)


def start_of(fen: str | None = None) -> State:
    return zermelo.games.find_game("checkers").start(fen)


@dataclass(frozen=True)
class PdnGame(TextGame[State]):
    """A game of checkers. Its players are Black and White, in this order."""

    roster = (*ROSTER, "GameType")
    unknown = UNKNOWN | {"GameType": GAME_TYPE}

    @property
    def players(self) -> tuple[str, str]:
        return self.tags.get("Black", ""), self.tags.get("White", "")

    @cached_property
    def first(self) -> State:
        """Where the game begins: the tag FEN, or the initial position."""
        kind = self.tags.get("GameType", GAME_TYPE)
        if kind.split(",")[0].strip() not in (GAME_TYPE, ""):
            raise ParseError(f"line {self.line}: a game of type {kind}, which has other rules than {GAME_TYPE}")
        try:
            return start_of(self.tags.get("FEN") or None)
        except ParseError as error:
            raise ParseError(f"line {self.line}: the tag FEN: {error.reason}") from None

    @property
    def first_ply(self) -> int:
        return 0

    def read_move(self, state: State, text: str) -> str:
        try:
            return state.name(ONCE_MORE.sub(r"\1", text).translate(SIGNS))
        except IllegalMove:
            why = "comes after the end of the game" if state.is_over else f"is no legal move in {state.text}"
            raise ParseError(f"{text!r} {why}") from None

    def ended_by_draw(self, state: State) -> bool:
        return state.is_over and state.payoff(0) == 0

    def played_on(self, state: State) -> State:
        return start_of(state.text.partition(":H")[0])


PDN = Notation(
    PdnGame,
    TOKEN,
    results={"1/2": "1/2-1/2", "½-½": "1/2-1/2", "1-1": "1/2-1/2", "2-0": "1-0", "0-2": "0-1", "0-0": "*"},
)


def read_pdn(source: Source) -> Iterator[PdnGame | Unreadable]:
    """The games of a file (its bytes, its text, its path or an open one), one by one as they are asked for."""
    return read_text(source, PDN)


def read_games(data: bytes) -> Sequence[RecordedGame]:
    """All games of a file; of a file without tags and numbers each line is one."""
    return read_whole(data, PDN)


def pdn_of(record: PlayedGame) -> PdnGame:
    """A game between players (a Record) as a file holds it."""
    tags, moves, result, comment = told_by(record, ("0-1", "1-0"))
    tags["Black"], tags["White"] = record.players
    if record.start != start_of().text:
        tags |= {"SetUp": "1", "FEN": record.start}
    return PdnGame(tags, moves, result, comment)
