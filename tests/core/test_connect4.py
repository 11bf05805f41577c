"""Connect Four solved exactly: positions with known scores, other sizes, and the solver against plain search."""

from __future__ import annotations

import hashlib
import math
import os
import random
from pathlib import Path

import pytest

import zermelo
from zermelo import Limit, Score, Searcher, review, search
from zermelo.game import State
from zermelo.games.connect4.game import OPENINGS
from zermelo.games.connect4.game import score as solved
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


A_SECOND = 3_000_000  # nodes: what a second is taken for (SOLVER_SPEED in core/deepen.hpp)
RANDOM_POSITIONS = 1_000


def random_position(rng: random.Random, stones: int) -> State:
    """So many stones, each dropped at random; the game is not over."""
    while True:
        state = zermelo.start("connect4")
        while not state.is_over and state.plies_left > 42 - stones:
            state = state.play(rng.choice(state.moves()))
        if not state.is_over:
            return state


def random_positions(count: int, least: int, most: int, seed: int) -> list[State]:
    rng = random.Random(seed)
    return [random_position(rng, least + i % (most - least + 1)) for i in range(count)]


def sign(value: float) -> int:
    return (value > 0) - (value < 0)


def check_verdict(state: State, exact: int, **limit: float) -> None:
    """`auto` says who wins and plays a move that keeps it; `exact` and what the move leaves are solved without the
    table of first positions."""
    result = search(state, threads=1, **limit)
    assert result.score.proved, (state, limit)
    assert sign(result.score.value) == sign(exact), (state, limit)
    assert sign(-solved(state.play(result.move))) == sign(exact), (state, limit, result.move)
    if result.score.plies is not None:
        assert set_score(result.score, 42 - state.plies_left) == exact, (state, limit)


def test_auto_never_gives_value_away() -> None:
    for state in random_positions(10, 8, 12, seed=15):
        check_verdict(state, solved(state), nodes=A_SECOND)


@pytest.mark.slow
@pytest.mark.parametrize("stones", range(4, 13))
def test_auto_never_gives_value_away_in_a_thousand_positions(stones: int) -> None:
    """In a second, and in the nodes that a second is taken for whatever else the machine does."""
    for state in random_positions(RANDOM_POSITIONS, 4, 12, seed=4)[stones - 4 :: 9]:
        exact = solved(state)
        check_verdict(state, exact, nodes=A_SECOND)
        check_verdict(state, exact, seconds=1.0)


def test_every_first_position_is_known_at_once() -> None:
    """To 7 stones the table knows who wins, and what it says of a position follows from what it says of its moves."""
    for state in random_positions(400, 0, 6, seed=8):
        worth, moves = search(state, nodes=AT_ONCE), search(state, nodes=AT_ONCE, best="all")
        assert worth.score.proved, state
        assert all(line.score.proved for line in moves.lines), state
        assert worth.score.outcome == moves.score.outcome, state


def test_analysis_shows_what_is_proved() -> None:
    """At the start 4 alone wins; at 4 4 5 3 all seven moves lose, where a search of nodes had X well ahead."""
    first = search(zermelo.start("connect4"), nodes=AT_ONCE, best="all")
    assert [line.move for line in first.lines if line.score.outcome == "win"] == ["4"]
    lost = search(zermelo.start("connect4", "4453"), nodes=4_700_000)
    for result, wanted in ((first, "win"), (lost, "loss")):
        assert (result.score.outcome, result.score.proved, result.score.plies) == (wanted, True, None)
        assert result.note == "who wins is proved, not how soon"


def test_review_knows_the_first_mistakes() -> None:
    """3 draws where 4 wins, and the reply 1 loses the draw."""
    found = review(zermelo.start("connect4"), ["3", "1"], player=Searcher(limit=Limit(nodes=AT_ONCE)))
    assert [(move.exact, move.name) for move in found.moves] == [(True, "blunder")] * 2


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
