"""Connect Four solved exactly: positions with known scores, other sizes, and the solver against plain search."""

from __future__ import annotations

import hashlib
import math
import os
import random
from pathlib import Path

import pytest

import zermelo
from zermelo import Score, search
from zermelo.games.connect4.game import OPENINGS
from zermelo.native import core

SAMPLE = Path(__file__).parents[1] / "data" / "connect4.txt"
SETS = os.environ.get("ZERMELO_CONNECT4_SETS", "")


def rows(file: Path) -> list[tuple[str, int]]:
    lines = file.read_text(encoding="ascii").splitlines()
    pairs = [line.split() for line in lines if line.strip() and not line.startswith("#")]
    return [(moves, int(score)) for moves, score in pairs]


def set_score(score: Score, stones: int) -> int:
    """A score as the sets count it: half the stones that are left when it is won."""
    if score.outcome == "draw":
        return 0
    left = (43 - (stones + score.plies - 1)) // 2
    return left if score.outcome == "win" else -left


def check_position(moves: str, wanted: int) -> None:
    state = zermelo.start("connect4", moves)
    result = search(state, depth=math.inf, memory_mb=8)
    assert result.solved
    assert result.score.proved
    assert result.score.exact
    assert set_score(result.score, len(moves)) == wanted, moves
    assert result.move == result.line[0]
    end = state
    for move in result.line:
        end = end.play(move)
    if end.is_over:
        assert end.payoff(state.turn) == result.score.value


@pytest.mark.parametrize("part", range(6))
def test_sample(part: int) -> None:
    sample = rows(SAMPLE)
    assert len(sample) == 180
    for moves, score in sample[part::6]:
        check_position(moves, score)


@pytest.mark.slow
@pytest.mark.skipif(not SETS, reason="ZERMELO_CONNECT4_SETS names no folder")
def test_whole_sets() -> None:
    files = sorted(Path(SETS).glob("Test_L*_R*.txt"))
    assert files
    for file in files:
        for moves, score in rows(file):
            check_position(moves, score)


def test_every_move_of_late_positions_is_solved() -> None:
    """best="all" against a search that knows nothing but the rules."""
    for moves, _ in rows(SAMPLE)[:60:4]:
        state = zermelo.start("connect4", moves)
        if state.plies_left > 10:
            continue
        plain = search(state, method="alphabeta+table", best="all", depth=math.inf, quick=True, memory_mb=8)
        exact = search(state, best="all", depth=math.inf, memory_mb=8)
        assert {line.move: line.score for line in exact.lines} == {line.move: line.score for line in plain.lines}


AT_ONCE = 20_000  # nodes: enough for what is known, and nothing else so early


def outcome(moves: str) -> str:
    score = search(zermelo.start("connect4", moves), nodes=AT_ONCE).score
    assert score.proved, moves
    assert score.outcome
    return score.outcome


def test_who_wins_the_first_positions_is_known() -> None:
    """The first moves are worth what Allis and Allen found: the middle wins, those beside it draw, the others lose."""
    assert search(zermelo.start("connect4"), nodes=AT_ONCE).move == "4"
    assert outcome("") == "win"
    assert [outcome(move) for move in "1234567"] == ["win", "win", "draw", "loss", "draw", "win", "win"]


def test_the_table_of_first_positions_is_the_one_of_the_recipe() -> None:
    recipe = Path(__file__).parents[2] / "recipes" / "connect4" / "README.md"
    assert hashlib.sha256(OPENINGS.read_bytes()).hexdigest() in recipe.read_text(encoding="utf-8")
    with pytest.raises(ValueError, match="another size"):
        core.connect4_load_openings(b"none")


def test_who_wins_is_known_before_how_soon() -> None:
    """With nodes for the one and not for the other, the outcome stands without a number of moves, and is right."""
    told = 0
    for moves, wanted in rows(SAMPLE):
        if len(moves) > 16:
            continue
        score = search(zermelo.start("connect4", moves), nodes=120_000).score
        if score.proved:
            told += score.plies is None and wanted != 0
            assert score.outcome == ("win" if wanted > 0 else "loss" if wanted < 0 else "draw"), moves
    assert told


SIZES = [((4, 4), "draw"), ((5, 4), "draw"), ((6, 4), "loss"), ((4, 5), "draw"), ((5, 5), "draw"), ((4, 6), "draw")]
LARGER = [((7, 4), "draw"), ((6, 5), "draw"), ((5, 6), "draw"), ((7, 5), "draw"), ((6, 6), "loss")]


@pytest.mark.parametrize(("size", "outcome"), SIZES, ids=str)
def test_sizes(size: tuple[int, int], outcome: str) -> None:
    result = search(zermelo.start("connect4", width=size[0], height=size[1]), depth=math.inf)
    assert result.solved
    assert result.score.outcome == outcome


@pytest.mark.slow
@pytest.mark.parametrize(("size", "outcome"), LARGER, ids=str)
def test_larger_sizes(size: tuple[int, int], outcome: str) -> None:
    result = search(zermelo.start("connect4", width=size[0], height=size[1]), depth=math.inf)
    assert result.score.outcome == outcome


def test_solver_agrees_with_plain_search_on_small_boards() -> None:
    rng = random.Random(9)
    for width, height in ((4, 4), (5, 4), (3, 5), (6, 3), (7, 2), (2, 9), (9, 2)):
        for _ in range(12):
            state = zermelo.start("connect4", width=width, height=height)
            for _ in range(rng.randint(width * height // 3, width * height - 2)):
                if not state.is_over:
                    state = state.play(rng.choice(state.moves()))
            if state.is_over or state.plies_left > 11:
                continue
            plain = search(state, method="alphabeta+table", depth=math.inf, quick=True, solver=False, memory_mb=4)
            exact = search(state, depth=math.inf, solver=True, memory_mb=4)
            assert exact.solved
            assert exact.score == plain.score, state


@pytest.mark.slow
def test_the_first_player_wins_from_the_middle() -> None:
    result = search(zermelo.start("connect4"), depth=math.inf)
    assert (result.move, result.score.outcome, result.score.plies) == ("4", "win", 41)
