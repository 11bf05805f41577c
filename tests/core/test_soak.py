"""Memory over many searches (item 20): it must not grow."""

from __future__ import annotations

import gc
import random

import pytest

import zermelo
from zermelo import search


class Heap(zermelo.Game):
    initial = (7, 0)
    small = True

    def turn(self, state):
        return state[1] if state[0] else zermelo.OVER

    def moves(self, state):
        yield from range(1, min(3, state[0]) + 1)

    def play(self, state, move):
        return state[0] - move, 1 - state[1]

    def payoff(self, state, player):
        return -1 if player == state[1] else 1


def resident_kb() -> int:
    """What the process holds now, in kB; Linux only."""
    try:
        with open("/proc/self/status", encoding="ascii") as file:
            return int(next(line for line in file if line.startswith("VmRSS")).split()[1])
    except (OSError, StopIteration):
        pytest.skip("no /proc here")


def one_search(rng: random.Random) -> None:
    """A small search of some kind: with tables, traces, errors, new and old games."""
    kind = rng.randrange(8)
    if kind == 0:
        search([[rng.randint(0, 9), 2], [3, rng.randint(0, 9)]], method="alphabeta", trace=True)
    elif kind == 1:
        search(zermelo.start(Heap), method="alphabeta+table", memory_mb=0.01)
    elif kind == 2:
        search(zermelo.start("tictactoe", "X.O/.O./..X"), best="all", memory_mb=0.01).to_json()
    elif kind == 3:
        search(BOARD, nodes=20, memory_mb=0.01, progress=lambda result: None)
    elif kind == 4:
        refused()
    elif kind == 5:
        search(HEAP, method="scout", eval=lambda state, player: 0.0, depth=2)
    elif kind == 6:
        search(zermelo.start("synthetic", branching=2, plies=3, seed=rng.randrange(1000)), depth=3, memory_mb=0.01)
    else:
        search(BOARD.play("5").play("1"), method="mtd", depth=2, memory_mb=0.01)


def refused() -> None:
    for wrong in (lambda: BOARD.play("z9"), lambda: zermelo.start("tictactoe", "bad"), lambda: search(BOARD, depth=-1)):
        with pytest.raises(ValueError, match=r"."):
            wrong()


BOARD, HEAP = zermelo.start("tictactoe"), zermelo.start(Heap)


def growth(searches: int, warm_up: int) -> float:
    """How much the memory grew, as a share of what it was after warming up."""
    rng = random.Random(1)
    for _ in range(warm_up):
        one_search(rng)
    gc.collect()
    before = resident_kb()
    for _ in range(searches):
        one_search(rng)
    gc.collect()
    return (resident_kb() - before) / before


def test_memory_stays_over_twenty_thousand_searches() -> None:
    assert growth(searches=20_000, warm_up=8_000) < 0.01


@pytest.mark.slow
def test_memory_stays_over_a_million_searches() -> None:
    assert growth(searches=1_000_000, warm_up=20_000) < 0.01


def test_searches_let_go_of_the_game() -> None:
    """A game's class and states are freed when nobody holds them."""
    import weakref

    class Mine(Heap):
        pass

    state = zermelo.start(Mine)
    search(state, trace=True)
    game = weakref.ref(state.game)
    del state
    gc.collect()
    assert game() is None
