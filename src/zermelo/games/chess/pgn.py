"""PGN, the Portable Game Notation (S. J. Edwards, 1994): read with tolerance, written in its export format.

    read_pgn(source)     the games of a file, one by one; where one cannot be read, an Unreadable with its line
    write_pgn(games)     their text

What PGN shares with the notation of other games is in shared/game_text.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from zermelo.errors import ParseError
from zermelo.game import State
from zermelo.games.chess.board import Board, start_of
from zermelo.games.chess.san import read_move
from zermelo.games.shared.game_text import (
    Notation,
    Source,
    TextGame,
    TextMove,
    Unreadable,
    clock_text,
    read_text,
    split,
)
from zermelo.games.shared.game_text import write_text as write_pgn

__all__ = ["PgnGame", "PgnMove", "Unreadable", "clock_text", "read_pgn", "split", "write_pgn"]

VARIANTS = ("", "standard", "chess", "normal", "from position")  # with the usual rules
TOKEN = re.compile(
    r"""
      (?P<castling>[O0o]-[O0o](?:-[O0o])?[+\#]*)
    | (?P<result>1-0|0-1|1/2(?:-1/2)?(?![\d/])|½-½|\*)
    | (?P<number>\d+\s*\.+|\d+(?=[\s(){};$]|$)|\.+)
    | (?P<glyph>[!?]{1,2}|\$\d+|[+=-]/[+=-]|\+-|-\+|=\+|\+=|[=±∓⩲⩱∞](?![QRBN])|N(?=\s|$))
    | (?P<move>(?:[A-Za-z♔-♟]|--|@@)[^\s(){};$!?,]*)
    | (?P<comment>\{[^}]*\}|;[^\n]*)
    | (?P<open>\()
    | (?P<close>\))
    | (?P<other>[^\s])
    """,
    re.VERBOSE,
)


PgnMove = TextMove


@dataclass(frozen=True)
class PgnGame(TextGame[Board]):
    """A game of chess."""

    @cached_property
    def first(self) -> Board:
        """Where the game begins: the tag FEN, or the initial position."""
        variant = self.tags.get("Variant", "").lower()
        if variant not in VARIANTS and "960" not in variant and "fischer" not in variant:
            raise ParseError(f"line {self.line}: a game of {variant}, which has other rules")
        try:
            return start_of(self.tags.get("FEN"))
        except ParseError as error:
            raise ParseError(f"line {self.line}: the tag FEN: {error.reason}") from None

    @property
    def first_ply(self) -> int:
        return self.first.ply

    def read_move(self, state: State, text: str) -> str:
        return read_move(state, text)

    def ended_by_draw(self, state: Board) -> bool:
        return state.is_over and not state.is_checkmate() and not state.is_stalemate()

    def played_on(self, state: Board) -> Board:
        *fields, _, number = state.text.split()
        return start_of(" ".join([*fields, "0", number]))


PGN = Notation(
    PgnGame,
    TOKEN,
    results={"1/2": "1/2-1/2", "½-½": "1/2-1/2"},
    said_of_a_move=("e.p.", "ep", "e.p", "ch", "mate", "dbl", "dis"),
)


def read_pgn(source: Source) -> Iterator[PgnGame | Unreadable]:
    """The games of a file (its bytes, its text, its path or an open one), one by one as they are asked for."""
    return read_text(source, PGN)
