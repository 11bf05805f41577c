"""Stratego: its rules beside a slow second form, and what a player may think beside all that fits."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest
from slow_stratego import Battle

import zermelo
from zermelo import State
from zermelo.view.text import board

MEN = {
    "standard": "BBBBBBCDDDDDDDDEEEEEFFFFGGGGHHHHIIIJJKLM",
    "small": "AABBCDDEEKLM",
    "tiny": "CLM",
}
SIZES = {"standard": (10, 10), "small": (6, 6), "tiny": (3, 4)}
LAKES = {"standard": ["c5", "d5", "g5", "h5", "c6", "d6", "g6", "h6"], "small": ["b3", "e3", "b4", "e4"], "tiny": []}


def same_game(variant: str, rng: random.Random, most: int) -> None:
    """A random game here and there, from a random set-up: the same moves are legal, the same is seen."""
    letters = ["".join(rng.sample(MEN[variant], len(MEN[variant]))) for _ in range(2)]
    battle = Battle.of(SIZES[variant], LAKES[variant], (letters[0], letters[1]))
    state = zermelo.start("stratego", "/".join(letters), board=variant)
    for _ in range(most):
        assert state.is_over == bool(battle.ending), state.text
        if state.is_over:
            lost = battle.ending in ("flag", "stuck")
            assert state.payoff(battle.mover) == (-1 if lost else 0)
            return
        assert state.turn == battle.mover
        assert sorted(state.moves()) == sorted(battle.moves()), state.text
        move = rng.choice(state.moves())
        state = state.play(move)
        battle.play(move)
    assert state.view(0).endswith(" " + battle.told)


@pytest.mark.parametrize(("variant", "games"), [("standard", 2), ("small", 6), ("tiny", 20)])
def test_a_slow_form_says_the_same(variant: str, games: int) -> None:
    rng = random.Random(variant)
    for _ in range(games):
        same_game(variant, rng, 250)


@pytest.mark.slow
def test_a_slow_form_says_the_same_in_many_games() -> None:
    rng = random.Random(1)
    for i in range(100_000):
        same_game(("standard", "small", "small", "tiny")[i % 4], rng, 200)


def random_state(variant: str, rng: random.Random, most: int) -> State:
    letters = ["".join(rng.sample(MEN[variant], len(MEN[variant]))) for _ in range(2)]
    state = zermelo.start("stratego", "/".join(letters), board=variant)
    for _ in range(rng.randrange(most)):
        if state.is_over:
            break
        after = state.play(rng.choice(state.moves()))
        if after.is_over:
            break
        state = after
    return state


def test_samples_are_drawn_evenly_from_all_worlds() -> None:
    rng, tried, draws = random.Random(3), 0, 600
    while tried < 50:
        state = random_state("tiny" if tried % 2 else "small", rng, 8 if tried % 2 else 120)
        if state.is_over:
            continue
        try:
            worlds = state.worlds(state.turn)
        except zermelo.GameError:  # too many to list
            continue
        tried += 1
        if len(worlds) > 60:
            continue
        counts = Counter(state.sample(state.turn, rng.getrandbits(60)).text for _ in range(draws))
        assert set(counts) <= {world.text for world, _ in worlds}
        expected = draws / len(worlds)
        total = math.fsum((counts[world.text] - expected) ** 2 / expected for world, _ in worlds)
        freedom = len(worlds) - 1
        if freedom:
            z = ((total / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / math.sqrt(2 / (9 * freedom))
            assert 0.5 * math.erfc(z / math.sqrt(2)) > 0.001 / 50


def test_what_is_seen() -> None:
    state = zermelo.start("stratego", "MCL/CLM b1b2 b4b3 b2b3", board="tiny")
    assert state.view(0) == "MCL/+++ b1b2 b4b3 b2b3:C>L "
    assert state.view(1) == "+++/CLM b1b2 b4b3 b2b3:C>L "
    world = state.sample(0, 1)
    assert board(world, 0) == board(state, 0)


def test_to_and_fro_ends() -> None:
    state = zermelo.start("stratego", "MCL/CLM", board="tiny")
    for move in ("b1b2", "b4b3", "b2b1", "b3b4", "b1b2", "b4b3"):
        state = state.play(move)
    assert "b2b1" not in state.moves()
    assert "b2b1" in zermelo.start("stratego", state.text, board="tiny", back=5).moves()
