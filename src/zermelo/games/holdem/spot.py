"""Spots: hold'em from a flop, a turn or a river on, with two ranges, any bet sizes, and both players' best strategies.

>>> from zermelo.games.holdem.spot import Spot, solve
>>> found = solve(Spot("Ks Td 7h 4c 2s", "AA,KQ,QJ,65s", "TT+,AK,KQ,A5s", pot=100, stack=200, bets="50%,100%"))
>>> found.node("check").summary()
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from zermelo.errors import ParseError, TooLarge
from zermelo.games.holdem.ranges import card_name, read_board, read_range
from zermelo.games.holdem.spot_node import SpotNode, step
from zermelo.native import core
from zermelo.validate import check_fields, shown, typed

STREETS = ("flop", "turn", "river")
USUAL_TARGET = 0.3  # percent of the pot
USUAL_MEMORY = 2000  # megabytes
MEGABYTE = 1_000_000
FIRST_CHUNK, LONGEST_CHUNK = 8, 200  # iterations between two measurements
SIZE = re.compile(r"(\d+(?:\.\d+)?)(%|x|)")

Sizes: TypeAlias = list[tuple[str, float]]


@dataclass(frozen=True)
class Spot:
    """What is to be solved. The first player speaks first on every street.

    `bets` and `raises` are sizes for every street, `50%,100%,all-in`, or for each, `turn 50%; river 75%,all-in`: a
    share of the pot (for a raise: of the pot after the call), `3x` the bet that is raised, chips (`12`: a bet of 12, a
    raise by 12), `all-in`, or `none`. At most `most_bets` of them a street. A bet of at least the share `all_in` of
    what is left is made all-in.
    """

    board: str
    first: str
    second: str
    pot: float
    stack: float
    bets: str = "50%,100%"
    raises: str = "100%"
    most_bets: int = 3
    all_in: float = 0.67
    isomorphism: bool = True

    def __post_init__(self) -> None:
        check_fields(self)
        for name, value in (("pot", self.pot), ("stack", self.stack)):
            if not (math.isfinite(value) and value > 0):
                raise ValueError(f"{name}={shown(value)}: must be a number of chips above 0")
        if not 0 <= self.most_bets <= 20:
            raise ValueError(f"most_bets={shown(self.most_bets)}: must be 0 to 20")
        if not 0 < self.all_in <= 1:
            raise ValueError(f"all_in={shown(self.all_in)}: must be a share above 0, at most 1")

    @property
    def cards(self) -> list[int]:
        return read_board(self.board)

    @property
    def streets(self) -> tuple[str, ...]:
        """From the board's on."""
        return STREETS[len(self.cards) - 3 :]

    @cached_property
    def core(self) -> core.PokerSpot:
        """The tree of bets and the boards; everything is checked before."""
        board, weights = self.cards, (read_range(self.first), read_range(self.second))
        bets, raises = read_sizes(self.bets, self.streets, False), read_sizes(self.raises, self.streets, True)
        try:
            found = core.PokerSpot(
                board, weights, self.pot, self.stack, bets, raises, self.all_in, self.most_bets, self.isomorphism
            )
        except ValueError as error:
            raise TooLarge(str(error)) from error
        for player, text in enumerate((self.first, self.second)):
            if not found.hands(player):
                raise ParseError("the board leaves no hand of this range", text, 0)
        if found.pairs <= 0:
            raise ParseError("no two hands of the ranges can be out together", f"{self.first} / {self.second}", 0)
        return found

    def memory(self, bits: int = 32) -> int:
        """Bytes that solving takes, with numbers of 32 or 16 bits."""
        return self.core.memory(check_bits(bits))


def read_sizes(text: str, streets: tuple[str, ...], raises: bool) -> list[Sizes]:
    """The sizes for each of the streets; a ParseError names the piece that is wrong."""
    parts = [part.strip() for part in text.split(";")]
    named = {part.split(maxsplit=1)[0]: part.split(maxsplit=1)[1:] for part in parts if part.split(maxsplit=1)}
    if not set(named) & set(STREETS):
        return [street_sizes(text, text, raises)] * len(streets)
    for word in named:
        if word not in STREETS:
            raise ParseError(f"{word!r} is no street: flop, turn or river", text, text.find(word))
    for street in streets:
        if not named.get(street):
            raise ParseError(f"the sizes for the {street} are missing (`{street} none` for no bets)", text, len(text))
    return [street_sizes(named[street][0], text, raises) for street in streets]


def street_sizes(part: str, text: str, raises: bool) -> Sizes:
    return [] if part.strip() in ("none", "") else [size_of(word.strip(), text, raises) for word in part.split(",")]


def size_of(word: str, text: str, raises: bool) -> tuple[str, float]:
    if word in ("all-in", "a"):
        return "all-in", 0.0
    found = SIZE.fullmatch(word)
    if found is None or float(found[1]) <= 0:
        raise ParseError(f"{word!r} is no size: write 50%, 3x, 12 (chips) or all-in", text, max(0, text.find(word)))
    number = float(found[1])
    if found[2] == "x" and not raises:
        raise ParseError(f"{word}: a bet has nothing to multiply; write a share of the pot", text, text.find(word))
    return {"%": ("pot", number / 100), "x": ("times", number), "": ("chips", number)}[found[2]]


def check_bits(bits: int) -> int:
    if bits not in (16, 32):
        raise ValueError(f"bits={shown(bits)}: numbers have 16 or 32 bits")
    return bits


@dataclass(frozen=True)
class Solution:
    """Strategies of both players. `exploitability` is what a best response wins in chips, on average over the players,
    as measured after `measured` iterations; None if it never was."""

    spot: Spot
    solver: core.PokerSolver
    iterations: int
    exploitability: float | None
    measured: int
    stopped: str
    seconds: float
    memory: int  # bytes

    @property
    def percent(self) -> float | None:
        """The exploitability in percent of the pot."""
        return None if self.exploitability is None else 100 * self.exploitability / self.spot.pot

    def node(self, line: str = "") -> SpotNode:
        """What is known after a line of bets and cards, such as `check, bet 50, call, 2h`."""
        path, said = list[int](), list[str]()
        board = [card_name(each) for each in self.spot.cards]
        for word in filter(None, (each.strip() for each in line.split(","))):
            report = self.solver.report(path, values=False)
            index, name = step(word, report, line, board)
            path.append(index)
            said.append(name)
            if report.kind == "chance":
                board.append(name)
        report = self.solver.report(path, values=True)
        hands = self.spot.core.hands(0), self.spot.core.hands(1)
        return SpotNode(", ".join(said), tuple(board), self.spot.pot, hands, report)

    def __str__(self) -> str:
        left = "unknown" if self.percent is None else f"{self.percent:.3f} % of the pot"
        return (
            f"{' '.join(card_name(each) for each in self.spot.cards)}: exploitability {left} after {self.iterations:,} "
            f"iterations, {self.seconds:.2f} s, {self.memory / MEGABYTE:.1f} MB"
        )


Progress: TypeAlias = Callable[[int, float], object]


@typed
def solve(
    spot: Spot,
    *,
    percent: float = USUAL_TARGET,
    seconds: float | None = None,
    iterations: int | None = None,
    bits: int = 32,
    memory_mb: float = USUAL_MEMORY,
    progress: Callable[[int, float], object] | None = None,
    stop: core.Stop | None = None,
) -> Solution:
    """Minimises regret until nobody can win more than `percent` of the pot, or a limit is reached.

    Refuses what takes more than `memory_mb` before it begins. `progress` is called at every measurement, with the
    iterations and the exploitability in percent of the pot.
    """
    for name, value in (("percent", percent), ("seconds", seconds), ("memory_mb", memory_mb)):
        if value is not None and not (value > 0 and math.isfinite(value)):
            raise ValueError(f"{name}={shown(value)}: must be a number above 0")
    if iterations is not None and iterations < 1:
        raise ValueError(f"iterations={shown(iterations)}: must be a whole number >= 1")
    began, needed = time.monotonic(), spot.memory(bits)
    if needed > memory_mb * MEGABYTE:
        raise TooLarge(too_large(spot, bits, memory_mb))
    return Run(
        spot, core.PokerSolver(spot.core, bits), percent, seconds, iterations, progress, stop, began, needed
    ).all()


def too_large(spot: Spot, bits: int, memory_mb: float) -> str:
    needed, half = spot.memory(bits) / MEGABYTE, spot.memory(16) / MEGABYTE
    smaller = f" (with bits=16 {half:,.0f} MB)" if bits == 32 else ""
    return (
        f"solving this spot takes {needed:,.0f} MB{smaller}, more than memory_mb={memory_mb:g}; "
        "give fewer bet sizes, a smaller most_bets, or more memory"
    )


@dataclass
class Run:
    """Iterations and measurements in turn, until a limit."""

    spot: Spot
    solver: core.PokerSolver
    percent: float
    seconds: float | None
    iterations: int | None
    progress: Progress | None
    stop: core.Stop | None
    began: float
    memory: int
    left: float | None = None  # exploitability, in chips
    measured: int = 0
    cost: float = 0.0  # of a measurement, in seconds

    def all(self) -> Solution:
        chunk = 1  # the first tells how long a measurement takes
        while True:
            why = self.step(chunk)
            if why or self.reached():
                return self.solution(why or "exploitability")
            chunk = self.next_chunk()

    def step(self, chunk: int) -> str:
        """Some iterations, measured; why it has to end, if it has."""
        done = self.solver.iterations
        wanted = chunk if self.iterations is None else min(chunk, self.iterations - done)
        why = self.solver.run(wanted, self.time_left(reserve=1.2 * self.cost), self.stop)
        if why == "cancelled" or (why == "seconds" and not self.cost):
            return why
        before = time.monotonic()
        first, second, stopped = self.solver.measure(0.0, self.stop)
        if stopped != "iterations":
            return stopped
        self.cost = time.monotonic() - before
        self.left, self.measured = max(0.0, (first + second) / 2), self.solver.iterations
        if self.progress is not None:
            self.progress(self.measured, 100 * self.left / self.spot.pot)
        if why == "seconds" or self.over_time():
            return "seconds"
        return "iterations" if self.solver.iterations == self.iterations else ""

    def time_left(self, reserve: float) -> float:
        """As the core reads it: 0 for no limit."""
        return 0.0 if self.seconds is None else max(1e-6, self.began + self.seconds - time.monotonic() - reserve)

    def over_time(self) -> bool:
        return self.seconds is not None and time.monotonic() + 1.2 * self.cost >= self.began + self.seconds

    def reached(self) -> bool:
        return self.left is not None and self.left <= self.percent / 100 * self.spot.pot

    def next_chunk(self) -> int:
        """Until the target may be reached, if exploitability falls as usual: with the square of the time."""
        assert self.left is not None
        target = self.percent / 100 * self.spot.pot
        more = self.measured * ((self.left / target) ** 0.5 - 1)
        return int(min(max(more, self.measured / 16, 1), max(self.measured, FIRST_CHUNK), LONGEST_CHUNK))

    def solution(self, why: str) -> Solution:
        spent = time.monotonic() - self.began
        return Solution(
            self.spot, self.solver, self.solver.iterations, self.left, self.measured, why, spent, self.memory
        )
