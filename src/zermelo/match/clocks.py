"""The clocks of a game: what time a player has for a move, and what happens when it is over.

    Phase I     no clock: how far to look is the player's own business
    Phase II    Limit(seconds=2): so much for every move
    Phase III   Limit(clock=Clock(60, 1)): so much for the game, and a little more after every move

There is one deadline for a move, fixed when the player is asked, whatever it does until then.
"""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import FrameType

from zermelo.ending import Ending
from zermelo.limits import Clock, Limit
from zermelo.players.player import FORGIVEN_SECONDS, Forfeit, Player

# A program is started, and says that it is ready, before its clock runs. A player that keeps its own time has so much
# more before it is given up.
OWN_TIME_SECONDS = 90.0


class Times:
    """The time that each player has. `prepare` gives a player its limit, `give` its clock before every move."""

    def __init__(self, players: Sequence[Player], limit: Limit | Sequence[Limit | None] | None) -> None:
        given = [limit] * len(players) if limit is None or isinstance(limit, Limit) else list(limit)
        self.players, self.limits = players, [each or Limit() for each in given]
        self.clocks = [each.clock for each in self.limits]

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(map(time_words, self.limits))

    def allowed(self, player: int) -> float | None:
        """Seconds for the next move, None for as long as it likes."""
        clock = self.clocks[player]
        return self.limits[player].seconds if clock is None else clock.seconds

    def if_limited(self, player: int, seconds: float) -> float | None:
        """The seconds, where this player's time is limited at all."""
        return None if self.allowed(player) is None else seconds

    def give(self, player: int) -> tuple[float | None, float]:
        """Sets the player's clock; how long it may take for its answer, and how much longer to wait for it."""
        one = self.players[player]
        if self.clocks[player] is not None:
            one.clock = self.clocks[player]
        return self.allowed(player), OWN_TIME_SECONDS if one.keeps_own_time else FORGIVEN_SECONDS

    def take(self, player: int, seconds: float, name: str) -> float:
        """The seconds that a move took are taken from the clock; Forfeit if they were too many."""
        if self.players[player].keeps_own_time:
            seconds = self.players[player].spent
        allowed, clock = self.allowed(player), self.clocks[player]
        if allowed is not None and seconds > allowed + FORGIVEN_SECONDS:
            raise Forfeit(Ending.TIME, f"{name} took {seconds:.2f} s for a move and had {allowed:.2f} s")
        if clock is not None:
            left = max(clock.seconds - seconds, 0.001)
            self.clocks[player] = replace(clock, seconds=left + clock.increment)
        return seconds


def time_words(limit: Limit) -> str:
    if limit.clock is not None:
        return clock_words(limit.clock)
    return "" if limit.seconds is None else f"{limit.seconds:g} s a move"


def clock_words(clock: Clock) -> str:
    return f"{clock.seconds:g}" + (f"+{clock.increment:g}" if clock.increment else "") + " s a game"


@contextlib.contextmanager
def alarm(seconds: float | None, name: str, forgiven: float = FORGIVEN_SECONDS) -> Iterator[None]:
    """Inside, a Forfeit is raised when the time is over, and a little more that is forgiven; where that can be done: in
    the main thread of a Unix process.

    It interrupts Python code and searches, not the code of other extension modules.
    """
    able = os.name == "posix" and threading.current_thread() is threading.main_thread()
    if seconds is None or not able:
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise Forfeit(Ending.TIME, f"{name} did not answer within {seconds:.2f} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds + forgiven, 0.1)  # again and again, should the player catch it
    try:
        try:
            yield
        finally:  # it may ring just here
            signal.setitimer(signal.ITIMER_REAL, 0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
