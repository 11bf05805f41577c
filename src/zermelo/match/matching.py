"""Pairs among those who may meet, so that nobody is left over: matchings in graphs (J. Edmonds, 1965).

A way from somebody without a partner to another one, on which every second step leads to the partner one has, can be
turned over: both then have a partner. Where there is no such way, nobody more can have one. Odd rings would hide it:
all on a ring can be reached by either kind of step, so a ring counts as one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence

Friends = Mapping[int, Iterable[int]]  # whom each may meet


def partners(order: Sequence[int], friends: Friends) -> dict[int, int]:
    """As many pairs as there can be: the partner of each that has one."""
    found: dict[int, int] = {}
    for each in order:
        if each not in found:
            find_partner(each, friends, found)
    return found


def find_partner(start: int, friends: Friends, partner: dict[int, int]) -> bool:
    """Gives one without a partner a partner, and others other ones where that is needed; whether it can be done."""
    return Way(start, friends, partner).found()


class Way:
    """The search for a way to turn over, from one without a partner."""

    def __init__(self, start: int, friends: Friends, partner: dict[int, int]) -> None:
        self.start, self.friends, self.partner = start, friends, partner
        self.base = {each: each for each in friends}  # of the ring one is on; oneself if on none
        self.before: dict[int, int] = {}  # from where one was reached by a step to a friend
        self.reached, self.waiting = {start}, deque([start])  # by a step to a partner: the way may go on from there

    def found(self) -> bool:
        while self.waiting:
            here = self.waiting.popleft()
            for there in self.friends[here]:
                if self.base[here] == self.base[there] or self.partner.get(here) == there:
                    continue
                if there == self.start or self.partner.get(there) in self.before:
                    self.close_ring(here, there)
                elif there not in self.before:
                    self.before[there] = here
                    if there not in self.partner:
                        self.turn_over(there)
                        return True
                    self.go_on(self.partner[there])
        return False

    def go_on(self, one: int) -> None:
        if one not in self.reached:
            self.reached.add(one)
            self.waiting.append(one)

    def turn_over(self, last: int) -> None:
        """Along the way everybody changes to the other neighbour."""
        one: int | None = last
        while one is not None:
            here = self.before[one]
            following = self.partner.get(here)
            self.partner[one], self.partner[here] = here, one
            one = following

    def close_ring(self, one: int, other: int) -> None:
        """Two ends of an odd ring have met: all on it are one from now on."""
        base = self.common(one, other)
        ring: set[int] = set()
        for here, there in ((one, other), (other, one)):
            while self.base[here] != base:
                mate = self.partner[here]
                ring |= {self.base[here], self.base[mate]}
                self.before[here] = there
                here, there = self.before[mate], mate
        for each in self.base:
            if self.base[each] in ring:
                self.base[each] = base
                self.go_on(each)

    def common(self, one: int, other: int) -> int:
        """Where the ways to both part."""
        passed = set()
        here = self.base[one]
        while True:
            passed.add(here)
            if here == self.start or here not in self.partner:
                break
            here = self.base[self.before[self.partner[here]]]
        here = self.base[other]
        while here not in passed:
            here = self.base[self.before[self.partner[here]]]
        return here
