"""Nothing runs past a stop flag, a deadline or Ctrl-C: every method is stopped in the middle of work without end.

A loop that did not listen would run on until the test's time limit; how quickly each stops is measured elsewhere.
"""

from __future__ import annotations

import math
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

import pytest

import zermelo
from costs import SOON_SECONDS, Cost
from zermelo import OVER, Clock, GameError, Limit, Result, State, Stop, search, start
from zermelo.native import core

SOON = 0.05  # seconds


class Endless(zermelo.Game):
    """Three players; nobody ever comes to the end of it."""

    initial = 1
    players: ClassVar[tuple[str, ...]] = ("a", "b", "c")
    zero_sum = False
    payoffs = "points"
    max_plies = 10_000

    def turn(self, state: int) -> int:
        return OVER if state >= 2**5000 else state.bit_length() % 3

    def moves(self, state: int) -> range:
        return range(2)

    def play(self, state: int, move: int) -> int:
        return state * 2 + move

    def payoff(self, state: int, player: int) -> float:
        return float(state % (player + 2))


class Long(Endless):
    """The same for two players whose payoffs cancel."""

    players = ("a", "b")
    zero_sum = True

    def turn(self, state: int) -> int:
        return OVER if state >= 2**5000 else state.bit_length() % 2

    def payoff(self, state: int, player: int) -> float:
        return float(state % 3 - 1) * (1 - 2 * player)


class Secret(Endless):
    """The same for two players, who never see what the other does."""

    players = ("a", "b")
    zero_sum = True
    hidden = True
    max_plies = 18

    def turn(self, state: int) -> int:
        return OVER if state >= 2**18 else state.bit_length() % 2

    def payoff(self, state: int, player: int) -> float:
        return (1.0 if state % 3 else -1.0) * (1 - 2 * player)

    def view(self, state: int, player: int) -> str:
        bits = bin(state)[3:]
        return "".join(bit if i % 2 != player else "?" for i, bit in enumerate(bits))


def huge() -> State:
    return start("synthetic", branching=40, plies=100)


def many() -> State:
    return start(Endless)


WITHOUT_END: dict[str, tuple[Callable[[], State], dict[str, Any]]] = {
    **{
        method: (huge, {"method": method, "depth": math.inf})
        for method in (
            "minimax",
            "minimax+table",
            "alphabeta",
            "alphabeta+table",
            "scout",
            "scout+table",
            "mtd",
            "deepening",
            "auto",
        )
    },
    "threads": (huge, {"method": "auto", "depth": math.inf, "threads": 2}),
    "best": (huge, {"method": "auto", "depth": math.inf, "best": "all"}),
    "star": (huge, {"method": "expectiminimax+star2", "depth": math.inf}),
    "mcts": (huge, {"method": "mcts", "nodes": 2**62}),
    "puct": (huge, {"method": "puct", "nodes": 2**62}),
    "puct by playouts": (huge, {"method": "puct", "nodes": 2**62, "eval": "none"}),
    "puct on two threads": (huge, {"method": "puct", "nodes": 2**62, "threads": 2}),
    "puct in Python": (lambda: start(Long), {"method": "puct", "nodes": 2**62}),
    "mcts on two threads": (huge, {"method": "mcts", "nodes": 2**62, "threads": 2}),
    "evaluation in Python": (huge, {"method": "auto", "depth": math.inf, "eval": lambda state, player: 0.0}),
    "solver": (lambda: start("connect4", width=8, height=7), {"method": "auto", "depth": math.inf}),
    "game in Python": (many, {"method": "paranoid", "depth": math.inf}),
    "maxn": (many, {"method": "maxn", "depth": math.inf}),
    "mcts in Python": (many, {"method": "mcts", "nodes": 2**62}),
    "ismcts": (lambda: start("battleship"), {"method": "ismcts", "nodes": 2**62}),
    "ismcts, worlds walked": (lambda: start(Secret, 2**16), {"method": "ismcts", "nodes": 2**62}),
    "montecarlo": (lambda: start("battleship"), {"method": "montecarlo", "depth": 2, "samples": 2**62}),
    "montecarlo, worlds walked": (
        lambda: start(Secret, 2**16),
        {"method": "montecarlo", "depth": math.inf, "samples": 2**62},
    ),
    "montecarlo, no depth": (
        lambda: start("battleship"),
        {"method": "montecarlo", "depth": math.inf, "samples": 2**62},
    ),
    "weighted, worlds walked": (lambda: start(Secret, 2**16), {"method": "weighted", "depth": math.inf}),
}


@contextmanager
def raised_soon(stop: Stop) -> Iterator[None]:
    timer = threading.Timer(SOON, stop.set)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()


@pytest.mark.parametrize("name", WITHOUT_END)
def test_a_stop_flag(name: str) -> None:
    begin, options = WITHOUT_END[name]
    stop = Stop()
    with raised_soon(stop):
        result = search(begin(), stop=stop, **options)
    assert result.stopped == "cancelled"
    assert not result.solved
    check_unproved(result)


@pytest.mark.parametrize("name", WITHOUT_END)
def test_a_deadline(name: str) -> None:
    begin, options = WITHOUT_END[name]
    result = search(begin(), seconds=SOON, **options)
    assert result.stopped in ("seconds", "decided")
    assert not result.solved
    check_unproved(result)


@pytest.mark.parametrize("name", WITHOUT_END)
def test_a_flag_that_is_up_already(name: str) -> None:
    begin, options = WITHOUT_END[name]
    stop = Stop()
    stop.set()
    result = search(begin(), stop=stop, **options)
    assert result.stopped == "cancelled"
    assert result.move in begin().moves()


def check_unproved(result: Result) -> None:
    assert result.score is None or not (result.score.exact and result.score.proved)


def test_samples_that_come_to_nothing() -> None:
    """Fifty nodes are too few for any of the positions: more of them would fare no better."""
    state = start("battleship")
    with pytest.raises(ValueError, match="within the limits"):
        search(state, method="montecarlo", nodes=50, samples=2**62, depth=math.inf)


# --- work that only Ctrl-C ends ---


class Interrupted(BaseException):
    pass


@contextmanager
def interrupted_soon() -> Iterator[None]:
    def interrupt(number: int, frame: object) -> None:
        raise Interrupted

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, SOON)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


COUNTING: dict[str, Callable[[], object]] = {
    "count": lambda: zermelo.count(huge(), 60),
    "tree_size": lambda: zermelo.tree_size(huge(), 60),
    "distinct_positions": lambda: zermelo.distinct_positions(start("connect4"), 30),
    "worlds": lambda: start(Secret, 2**16).worlds(0),
    "search": lambda: search(huge(), depth=math.inf),
    "mcts": lambda: search(huge(), method="mcts", nodes=2**62),
    "a game in Python": lambda: search(start(Endless), method="maxn", depth=math.inf),
    "montecarlo": lambda: search(start("battleship"), method="montecarlo", depth=2, samples=2**62),
}


@pytest.mark.parametrize("name", COUNTING)
def test_a_signal(name: str) -> None:
    with pytest.raises(Interrupted), interrupted_soon():
        COUNTING[name]()


@pytest.mark.parametrize("method", ["cfr", "cfr+", "dcfr", "mccfr"])
def test_regret_minimisation(method: str) -> None:
    from zermelo.equilibrium import equilibrium

    stop = Stop()
    with raised_soon(stop):
        assert equilibrium(start("kuhn", cards=5), method=method, iterations=2**40, stop=stop).stopped == "cancelled"
    assert equilibrium(start("kuhn", cards=5), method=method, iterations=2**40, seconds=SOON).stopped == "seconds"


# --- the clock ---


def test_the_share_of_a_clock() -> None:
    """One formula: an even share and most of the increment, never more than half of what is left."""

    def share(seconds: float, increment: float = 0.0, moves_to_go: int = 0, left: int = 40) -> tuple[float, float]:
        hard, soft = Clock(seconds, increment, moves_to_go).share(left)
        return soft, hard

    usable = 60 * 0.95
    assert share(60) == pytest.approx((usable / 28, 3 * usable / 28))
    assert share(60, 2) == pytest.approx((usable / 28 + 1.6, 3 * (usable / 28 + 1.6)))
    assert share(60, 0, 10) == pytest.approx((usable / 10, 3 * usable / 10))
    assert share(60, 2, 10) == pytest.approx((usable / 10 + 1.6, 3 * (usable / 10 + 1.6)))
    assert share(60, 0, 1) == pytest.approx((usable * 0.9, usable * 0.95))  # more time comes after this move
    assert share(60, 100) == pytest.approx((usable * 0.5, usable * 0.6))  # an increment cannot be spent beforehand
    assert share(60, left=1) == pytest.approx((usable / 2, usable * 0.6))
    assert share(60, left=1000) == pytest.approx((usable / 40, 3 * usable / 40))
    assert share(0.01)[1] <= 0.001
    assert core.share_clock(60, 2, 10, 40) == share(60, 2, 10)[::-1]


def test_an_increment_is_not_spent_before_it_comes() -> None:
    """Positions with hidden cards are searched within the clock: 0.5 s and 5 s a move lost on time at the first."""
    from zermelo.determinization import seconds_for

    state = start("battleship")
    assert seconds_for(Limit(clock=Clock(0.5, increment=5)), state) <= 0.25
    assert seconds_for(Limit(clock=Clock(10, moves_to_go=1)), state) == pytest.approx(0.9 * 9.5)
    assert seconds_for(Limit(seconds=3), state) == 3
    cost = Cost()
    search(state, method="montecarlo", samples=2**62, clock=Clock(0.5, increment=5))
    assert cost.seconds <= SOON_SECONDS


def test_a_game_without_end_says_so() -> None:
    class Short(Endless):
        max_plies = 5

    with pytest.raises(GameError, match="did not end within 5 plies"):
        search(start(Short), method="maxn", depth=math.inf)
