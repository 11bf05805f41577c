"""Schedules searches that are due at a time: as many at once as there are processors, each with a share of the time.

Everybody could search at once, but then everybody's clock runs out while others compute, and whoever waits for a
processor notices the end of their time late. So turns are taken one after the other. When n searches want the time of c
processors, each gets c/n of what it asked for (a little less, so that all are done in time), and the one whose time is
up first begins first. A search that began when there were fewer others is stopped when it has had its share, and
plays the best it has found.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

TICK_SECONDS = 0.02
LEAST_SECONDS = 0.05
SHARED = 0.6  # of the time that there is, when it must be shared
LATEST = 0.75  # of its time: when a search begins whatever else runs
LOWER = 10  # niceness of what runs beside the turns
SEARCHING = 5  # niceness of the turns themselves: requests are answered first


@dataclass(eq=False)
class Slot:
    """A search that wants this many seconds: it waits, then runs."""

    limit: float
    turn: asyncio.Future[float]
    arrived: float
    began: float | None = None
    aside: bool = False  # it was asked to stop: another may begin
    stop: Callable[[], object] = lambda: None
    tell: Callable[[int], object] = lambda before: None
    before: int = 0  # searches that it has heard of

    @property
    def due(self) -> float:
        return self.arrived + self.limit


class Scheduler:
    """Which searches wait and which run."""

    def __init__(self, slots: int) -> None:
        self.slots = slots
        self.waiting: list[Slot] = []
        self.running: list[Slot] = []
        self.timer: asyncio.TimerHandle | None = None

    @contextmanager
    def slot(
        self, limit: float, stop: Callable[[], object], tell: Callable[[int], object] = lambda before: None
    ) -> Iterator[Slot]:
        """Inside, `await slot.turn` waits for the turn and gives the seconds it may take; `stop` ends it early. `tell`
        hears how many searches are before this one, whenever that changes."""
        loop = asyncio.get_running_loop()
        slot = Slot(limit, loop.create_future(), loop.time(), stop=stop, tell=tell)
        self.waiting.append(slot)
        self._look()
        try:
            yield slot
        finally:
            for slots in (self.waiting, self.running):
                if slot in slots:
                    slots.remove(slot)
            self._look()

    def share(self, limit: float) -> float:
        """What a search of this limit gets as things stand."""
        wanted = len(self.waiting) + sum(not each.aside for each in self.running)
        return limit if wanted <= self.slots else max(LEAST_SECONDS, SHARED * limit * self.slots / wanted)

    def _look(self) -> None:
        """Lets those begin whose turn it is."""
        now = asyncio.get_running_loop().time()
        self.waiting.sort(key=lambda each: each.due)
        while self.waiting and (self._free(now) or now >= self.waiting[0].arrived + LATEST * self.waiting[0].limit):
            self._begin(self.waiting[0], now)
        self._tell_places()
        if self.timer is not None:
            self.timer.cancel()
        self.timer = asyncio.get_running_loop().call_later(TICK_SECONDS, self._look) if self.waiting else None

    def _tell_places(self) -> None:
        running = sum(not each.aside for each in self.running)
        for place, slot in enumerate(self.waiting):
            if slot.before != running + place:
                slot.before = running + place
                slot.tell(slot.before)

    def _free(self, now: float) -> bool:
        """Whether a processor is free, or was held longer than its share."""
        active = [each for each in self.running if not each.aside]
        if len(active) < self.slots:
            return True
        held = [each for each in active if each.began is not None and now - each.began > self.share(each.limit)]
        if not held:
            return False
        held[0].aside = True
        held[0].stop()
        return True

    def _begin(self, slot: Slot, now: float) -> None:
        seconds = self.share(slot.limit)
        self.waiting.remove(slot)
        self.running.append(slot)
        slot.began = now
        if not slot.turn.done():
            slot.turn.set_result(max(LEAST_SECONDS, min(seconds, slot.due + slot.limit / 2 - now)))


def lower_priority(nice: int = LOWER) -> None:
    """This thread gives way to the others, where the system can do that."""
    if sys.platform == "linux":  # elsewhere it would be the whole process
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), nice)
