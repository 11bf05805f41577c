"""What a player is, and what it may do instead of moving."""

from __future__ import annotations

from typing import Any, Protocol

from zermelo.game import State


class Player(Protocol):
    """A player is called with a position in which it is to move, and answers with one of its moves.

    Any callable with a `name` will do. More is used where a player has it: `new_game()` is called before a game and
    `end_game(state)` after it, `history` is set to the positions before this one, and `result` is read after a move (a
    Result: its node count).
    """

    name: str

    def __call__(self, state: State, /) -> Any: ...


def name_of(player: Player) -> str:
    """The player's name; that of its class if it has none."""
    return str(getattr(player, "name", type(player).__name__))


class Resigned(Exception):
    """Raised by a player that gives the game up."""


class Forfeit(Exception):
    """Raised by a player that has lost by not doing its part; `ending` is the name of how (see zermelo.match)."""

    def __init__(self, ending: str, reason: str) -> None:
        self.ending, self.reason = ending, reason
        super().__init__(f"{ending}: {reason}")


class TakeBack(Exception):
    """Raised by a player that wants its last move back."""


class Left(Exception):
    """Raised by a player that goes away: the game is broken off."""
