"""When a search stops."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass

from zermelo.native import core
from zermelo.validate import check_fields, shown


@dataclass(frozen=True)
class Clock:
    """A whole-game clock as it stands before a move (Phase III): seconds left, seconds added per move."""

    seconds: float
    increment: float = 0.0
    moves_to_go: int = 0  # until more time comes; 0: the rest of the game

    def __post_init__(self) -> None:
        positive("clock seconds", self.seconds)
        check_fields(self)
        if not (math.isfinite(self.increment) and self.increment >= 0):
            raise ValueError(f"clock increment={self.increment}: must not be negative")
        if self.moves_to_go < 0:
            raise ValueError(f"moves_to_go={self.moves_to_go}: must not be negative")

    def share(self, moves_to_think: int) -> tuple[float, float]:
        """What the next of so many moves may take: seconds until it is broken off, and until nothing new is begun."""
        return core.share_clock(self.seconds, self.increment, self.moves_to_go, moves_to_think)


@dataclass(frozen=True)
class Limit:
    """When a search stops, whichever comes first. `depth=math.inf` searches to the end of the game."""

    depth: float | None = None
    nodes: int | None = None
    seconds: float | None = None
    clock: Clock | None = None

    def __post_init__(self) -> None:
        core.Query(depth=self.depth, nodes=self.nodes, seconds=self.seconds, clock=self.clock)  # checks each
        if self.seconds is not None and self.clock is not None:
            raise ValueError(
                "seconds= and clock= contradict each other: a move has its own time or a share of the game's"
            )

    @property
    def none(self) -> bool:
        return self.depth is None and self.nodes is None and self.seconds is None and self.clock is None


def positive(name: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= sys.float_info.max:
        raise ValueError(f"{name}={shown(value)}: must be a number above 0")
