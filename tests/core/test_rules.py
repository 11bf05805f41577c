"""The native rules against slow ones of their own (reliability item 3): moves, outcome, text, evaluation.

Every run compares more than 20,000 positions a game: seven sizes each where there are sizes.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from slow_rules import ConnectFour, Grid, Mnk, Othello

import zermelo

MNK = [(3, 3, 3), (4, 3, 3), (5, 4, 4), (6, 6, 4), (7, 2, 3), (1, 9, 3), (8, 8, 5)]
SIZES = [(7, 6), (4, 4), (5, 4), (6, 7), (9, 5), (8, 7), (3, 3)]


def compare(slow: Grid | Othello, state: zermelo.State) -> None:
    assert state.text == slow.text()
    assert state.moves() == slow.moves()
    assert state.is_over == slow.over()
    if state.is_over:
        assert [state.payoff(0), state.payoff(1)] == [slow.payoff("X"), slow.payoff("O")]
    else:
        assert state.turn == "XO".index(slow.mover)
        if isinstance(slow, Mnk) and slow.in_a_row > 1:
            assert state.evaluate(0) == slow.open_lines("X") - slow.open_lines("O")


def random_game(slow: Grid | Othello, state: zermelo.State, rng: random.Random) -> int:
    """Plays one game on both; positions compared."""
    compared = 1
    compare(slow, state)
    while not state.is_over:
        move = rng.choice(slow.moves())
        slow.play(move)
        state = state.play(move)
        compare(slow, state)
        compared += 1
    return compared


def compare_many(make: Callable[[], tuple[Grid | Othello, zermelo.State]], wanted: int, seed: int) -> int:
    rng, compared = random.Random(seed), 0
    while compared < wanted:
        compared += random_game(*make(), rng)
    return compared


def mnk(m: int, n: int, k: int) -> tuple[Grid, zermelo.State]:
    return Mnk(m, n, k), zermelo.start("mnk", m=m, n=n, k=k)


def connect4(width: int, height: int) -> tuple[Grid, zermelo.State]:
    return ConnectFour(width, height), zermelo.start("connect4", width=width, height=height)


def othello() -> tuple[Othello, zermelo.State]:
    return Othello(), zermelo.start("othello")


@pytest.mark.parametrize("size", MNK, ids=str)
def test_mnk(size: tuple[int, int, int]) -> None:
    assert compare_many(lambda: mnk(*size), 3_000, seed=1) >= 3_000


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_connect4(size: tuple[int, int]) -> None:
    assert compare_many(lambda: connect4(*size), 3_000, seed=1) >= 3_000


def test_othello() -> None:
    assert compare_many(othello, 20_000, seed=1) >= 20_000


@pytest.mark.slow
def test_a_million_positions_each() -> None:
    assert sum(compare_many(lambda size=size: mnk(*size), 150_000, seed=2) for size in MNK) >= 1_000_000
    assert sum(compare_many(lambda size=size: connect4(*size), 150_000, seed=2) for size in SIZES) >= 1_000_000
    assert compare_many(othello, 1_000_000, seed=2) >= 1_000_000


def test_texts_are_read_as_the_slow_rules_write_them() -> None:
    rng = random.Random(5)
    for _ in range(60):
        slow, state = connect4(7, 6)
        while not state.is_over:
            move = rng.choice(slow.moves())
            slow.play(move)
            state = state.play(move)
            assert zermelo.start("connect4", slow.text()) == state
