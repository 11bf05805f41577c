"""What a player is, and what it may do instead of moving."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from zermelo.game import State

MOST_LEGAL = 60  # moves that are listed
FORGIVEN_SECONDS = 0.1  # over the time for a move: what the way there and back may cost


class Player(Protocol):
    """A player is called with a position in which it is to move, and answers with one of its moves.

    Any callable with a `name` will do. More is used where a player has it: `new_game()` is called before a game and
    `end_game(state)` after it, `history` is set to the positions before this one, `limit` and `clock` are set to the
    time it has, `result` is read after a move (a Result: its node count), and `comment`, what it says about the move.
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


class IllegalAnswer(Forfeit):
    """Raised by a player that answered with what is no legal move: its own words, why not, and what it could say."""

    def __init__(self, said: str, why: str, legal: Sequence[str]) -> None:
        self.said, self.why, self.legal = said, why, tuple(legal)
        super().__init__("illegal move", self.told("move"))

    def told(self, which: str) -> str:
        """The reason; `which` is "move at ply 17" or the like."""
        most = ", ".join(self.legal[:MOST_LEGAL]) + (" …" if len(self.legal) > MOST_LEGAL else "")
        verb = which.replace("move", f"move `{self.said}`", 1)
        return f"{verb} is illegal: {self.why}; legal were {most or 'none'}"


def why_illegal(state: State, name: str) -> str:
    """What is wrong with a move that is not legal, as the game says it."""
    own = getattr(state.game, "why_not", None)
    return str(own(state, name)) if own is not None else "the rules do not allow it here"


class TakeBack(Exception):
    """Raised by a player that wants its last move back."""


class Left(Exception):
    """Raised by a player that goes away: the game is broken off."""
