"""What a player is, and what it may do instead of moving."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from types import FunctionType
from typing import ClassVar, Protocol, TypeAlias, runtime_checkable

from zermelo.ending import Ending
from zermelo.game import BuiltIn, Move, State
from zermelo.limits import Clock, Limit
from zermelo.result import Result
from zermelo.validate import typed

MOST_LEGAL = 60  # moves that are listed
FORGIVEN_SECONDS = 0.1  # over the time for a move: what the way there and back may cost


class Player:
    """Subclass it and write `__call__`: it gets a position in which the player is to move, and answers with one of its
    moves::

        class First(zermelo.Player):
            name = "first"

            def __call__(self, state):
                return state.moves()[0]

    The other methods do nothing unless you write them: `new_game`, `hear`, `take_back`, `end_game`, `close`. Before
    each call the attributes below are set to where the game stands and to the time there is; what the player leaves in
    `result` and `comment` goes into the record of the game. To give up, raise `Resigned`.
    """

    name: str = ""  # that of the class if it is empty

    # Declared by the class, and never guessed.
    keeps_own_time: ClassVar[bool] = False  # ends by its own deadline and measures `spent`: a player of other programs
    begins_anywhere: bool = True  # not only where the game begins
    only_two: ClassVar[bool] = False  # cannot play a game of more than two players

    # Set by whoever runs the game. Where there is imperfect information, what a player knows is in the position alone.
    history: Sequence[State] = ()  # the positions before this one
    played: Sequence[Move] = ()  # the moves that were made there
    limit: Limit = Limit()
    clock: Clock | None = None  # what is left of the game's time, if the limit has a clock

    # Set by the player, and read after its move; `messages` after the game.
    result: Result | None = None
    comment: str = ""
    messages: str = ""
    spent: float = 0.0  # seconds, where it keeps its own time

    def __call__(self, state: State, /) -> Move:
        """The move that it makes. Raises Resigned, TakeBack, Left or Forfeit instead if it wants no move."""
        raise NotImplementedError(f"{type(self).__name__} has no __call__(state), which is to answer with a move")

    def new_game(self) -> None:
        """A game begins; `limit` says how much time there is."""

    def hear(self, before: State, move: Move, after: State, /) -> None:
        """A move was played, by anyone: also its own, and what chance does. It hears of them in order, before its next
        turn and at the end of the game; its clock runs meanwhile. Where there is imperfect information it hears
        nothing."""

    @typed
    def take_back(self, plies: int, /) -> None:
        """So many of the moves that it heard were taken back."""

    def end_game(self, state: State, /) -> None:
        """The game is over, in this position."""

    def close(self, at_once: bool = False) -> None:
        """It is not needed any more: whatever it runs or holds can go."""

    @typed
    def prepare(self, given: Limit | None = None) -> None:
        """Makes it ready for another game, with this time. Called by whoever runs the game."""
        self.history, self.played = (), ()
        if given is not None and (given.seconds is not None or given.clock is not None):
            self.give(given)
        self.new_game()

    @typed
    def follow(self, states: Sequence[State], moves: Sequence[Move], /) -> None:
        """Brings it to where the game stands: all positions so far, the last one now, and the moves between them.

        Called by whoever runs the game, before each of its turns and at the end. What is new is heard, and what is
        gone was taken back.
        """
        before, known = self.history[:1], self.played
        same = not before or not states[:-1] or before[0] == states[0]
        kept = common(known, moves) if same else 0
        self.history, self.played = tuple(states[:-1]), tuple(moves)
        if kept < len(known):
            self.take_back(len(known) - kept)
        for at in range(kept, len(moves)):
            self.hear(states[at], moves[at], states[at + 1])

    @typed
    def give(self, given: Limit, /) -> None:
        """This is the time it has. What else limits it stays, its own seconds too if they are fewer."""
        own = self.limit
        fewer = own.seconds is not None and not self.keeps_own_time and own.seconds < (given.seconds or own.seconds)
        time = Limit(seconds=own.seconds) if fewer else given
        self.limit = replace(own, seconds=time.seconds, clock=time.clock)


def common(first: Sequence[Move], second: Sequence[Move]) -> int:
    """How many moves both begin with."""
    shorter = min(len(first), len(second))
    return next((at for at in range(shorter) if first[at] != second[at]), shorter)


Chooser: TypeAlias = Callable[[State], Move]  # any function of a position that answers with a move


@runtime_checkable
class Named(Protocol):
    """Whatever says what it is called."""

    name: str


class Called(Player):
    """A function, or an object that can be called, as a player. It is asked for moves and nothing more: what is to hear
    of the game, or to know the time, is a subclass of Player."""

    def __init__(self, choose: Chooser) -> None:
        self.choose, self.name = choose, called(choose)

    def __call__(self, state: State) -> Move:
        return self.choose(state)


def called(choose: Chooser) -> str:
    """What a function or an object is called."""
    if isinstance(choose, FunctionType):
        return "function" if choose.__name__ == "<lambda>" else choose.__name__
    return str(choose.name) if isinstance(choose, Named) else type(choose).__name__


def as_player(given: Player | Chooser) -> Player:
    """A player as it is, and whatever can be called with a position as one; TypeError if it is neither."""
    if isinstance(given, Player):
        return given
    if isinstance(given, type):
        raise TypeError(f"{given.__name__} is a class: give a player made of it, {given.__name__}()")
    if not callable(given):
        raise TypeError(f"{type(given).__name__} is not a player: it cannot be called with a position")
    return Called(given)


def name_of(player: Player) -> str:
    """The player's name; that of its class if it has none."""
    return str(player.name) or type(player).__name__


class Resigned(Exception):
    """Raised by a player that gives the game up."""


class Forfeit(Exception):
    """Raised by a player that has lost by not doing its part; `ending` says how."""

    @typed
    def __init__(self, ending: Ending, reason: str) -> None:
        self.ending, self.reason = ending, reason
        super().__init__(f"{ending}: {reason}")


class IllegalAnswer(Forfeit):
    """Raised by a player that answered with what is no legal move: its own words, why not, and what it could say."""

    def __init__(self, said: str, why: str, legal: Sequence[str]) -> None:
        self.said, self.why, self.legal = said, why, tuple(legal)
        super().__init__(Ending.ILLEGAL_MOVE, self.sentence("move"))

    def sentence(self, which: str) -> str:
        """The reason; `which` is "move at ply 17" or the like."""
        most = ", ".join(self.legal[:MOST_LEGAL]) + (" …" if len(self.legal) > MOST_LEGAL else "")
        verb = which.replace("move", f"move `{self.said}`", 1)
        return f"{verb} is illegal: {self.why}; legal were {most or 'none'}"


def said(thing: object, most: int = 40) -> str:
    """An answer of any kind, or an error, as a line for a message."""
    try:
        text = thing if isinstance(thing, str) else str(thing) if isinstance(thing, BaseException) else repr(thing)
        line = "".join(each if each.isprintable() else "�" for each in text[:most])
    except (Exception, SystemExit):  # 10**5000, or a class of the player's own
        return f"an object of {type(thing).__name__} that has no text"
    return line + ("…" if len(text) > most else "")


def why_illegal(state: State, name: str) -> str:
    """What is wrong with a move that is not legal, as the game says it."""
    own = own_reason(state)
    return str(own(state, name)) if own is not None else "the rules do not allow it here"


def own_reason(state: State) -> Callable[[State, str], str] | None:
    """What the game itself can say about moves that are not legal, if it can."""
    return state.game.why_not if isinstance(state.game, BuiltIn) else None


class TakeBack(Exception):
    """Raised by a player that wants its last move back."""


class Left(Exception):
    """Raised by a player that goes away: the game is broken off."""
