"""The time of a run: how much of it each generation gets, and each step of a generation."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

LAST_MATCH, SELF_PLAY, FIT = 0.08, 0.65, 0.2  # shares: of all the time; of a generation's time (its match has the rest)


@dataclass(frozen=True)
class Round:
    """When the steps of a generation end, by time.monotonic, and the seconds there are for its fit."""

    games: float = math.inf
    fit: float = math.inf
    match: float = math.inf


class Pace:
    """Shares out the time. Later generations get more of it: they play better, and have more to learn from."""

    def __init__(self, minutes: float, generations: int) -> None:
        self.seconds, self.generations = 60 * minutes or math.inf, generations
        self.began = time.monotonic()

    @property
    def limited(self) -> bool:
        return self.seconds < math.inf

    @property
    def spent(self) -> float:
        return time.monotonic() - self.began

    def go_on(self, spent: float) -> None:
        """So much was spent before the run was broken off."""
        self.began -= max(0.0, spent - self.spent)

    def round(self, number: int) -> Round:
        """The time of a generation that begins now."""
        if not self.limited:
            return Round()
        left = max(0.0, self.seconds * (1 - LAST_MATCH) - self.spent)
        given = left * number / sum(range(number, self.generations + 1))
        now = time.monotonic()
        return Round(now + SELF_PLAY * given, FIT * given, now + given)

    @property
    def end(self) -> float:
        return self.began + self.seconds
