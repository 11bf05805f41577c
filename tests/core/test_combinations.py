"""Whatever is switched on, the answer is right: random combinations of features against plain minimax, and the examples
that were wrong once."""

from __future__ import annotations

import json
import math
import os
from pathlib import Path
from typing import Any

import pytest
from combinations import Wrong, report, run_case, run_many, run_seeds

import zermelo
from zermelo import CHANCE, OVER, Result, Score, Stop, Table, search, start


def score(result: Result) -> Score:
    assert result.score is not None
    return result.score


def test_random_combinations() -> None:
    """20,000 searches; a failure is one line that runs it again."""
    done, failures = run_seeds(0, 20_000)
    assert not failures, "\n".join(failures)
    assert done >= 20_000


@pytest.mark.slow
def test_five_million_random_combinations() -> None:
    """ZERMELO_PROCESSES of them side by side (2)."""
    done, failures = run_many(5_000_000, seed=1, processes=int(os.environ.get("ZERMELO_PROCESSES", "2")))
    assert not failures, "\n".join(failures)
    assert done >= 5_000_000


def test_a_failure_is_found_and_made_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that lies is caught, and the case that shows it is small."""
    import combinations

    def lying(state: zermelo.State, **options: Any) -> zermelo.Result:
        from dataclasses import replace

        result = search(state, **options)
        if result.score is None or result.score.value != 3:
            return result
        wrong = replace(result.score, value=4.0)
        return replace(result, score=wrong, lines=(replace(result.lines[0], score=wrong), *result.lines[1:]))

    monkeypatch.setattr(combinations, "search", lying)
    case = {
        "roots": [["tree", "[[3,[4,5],6],[2,9,[1,[0]]]]"]],
        "tables": [[0.002, "lru"]],
        "queries": [{"root": 0, "method": "scout+table", "table": 0, "etc": True}, {"root": 0, "method": "minimax"}],
    }
    with pytest.raises(Wrong):
        run_case(case)
    line = report(case)
    assert '"queries": [{"root": 0, "method": "minimax"}]' in line or '"method": "scout+table"}]' in line
    assert len(line) < 200


# --- what was wrong once ---

DEEP = "[[[[-3],[0,-2,-7,-1]],[6,[-2,3,-5]],[[7,-6],[8,-1,7,0],[-3,4]],[[0],[-8,3,2],[-7,0],[4,-5,-8]]]]"


@pytest.mark.parametrize(
    ("text", "value", "options"),
    [
        ("[[[[0,[1],-3]],[[[1,0],2]],-2]]", -3, {"method": "alphabeta+table", "aspiration": True}),
        ("[[[-1]],[-3]]", -1, {"method": "deepening", "cut": ">", "fail": "hard"}),
        ("[[3,5],[2,9]]", 3, {"method": "alphabeta+table", "cut": ">", "fail": "hard", "aspiration": True}),
        (DEEP, -3, {"method": "scout+table", "aspiration": True}),
    ],
)
def test_the_examples(text: str, value: float, options: dict[str, Any]) -> None:
    result = search(start("tree", text), **options)
    assert result.score is not None
    assert (result.score.value, result.score.exact, result.solved) == (value, True, True)


def test_a_large_guess_leaves_a_window() -> None:
    """1e300 ± 1 is no window at all in floating point."""
    state = start("tree", "[[[[1e300,1e300],[1e300]]],[[[1e300]],[[2,3]]]]")
    result = search(state, method="deepening", eval=lambda state, player: 1e300 if player == 0 else -1e300)
    assert result.score is not None
    assert result.score.value == 1e300
    assert result.solved


def test_a_large_evaluation_is_no_win() -> None:
    """2**24 was taken for a proved win in a game of outcome."""
    state = start("tictactoe")
    result = search(state, depth=2, eval=lambda state, player: 1e9 if player == 0 else -1e9)
    assert result.score is not None
    assert (result.score.value, result.score.outcome, result.score.proved) == (1e9, None, False)


def test_a_proved_move_does_not_prove_the_position() -> None:
    """One move ends the game at 0; what the other leads to lies beyond the depth."""
    result = search(start("tree", "max[0,max[[[3]]]]"), method="minimax", depth=3, best="all")
    assert result.score is not None
    assert result.score.value == 0
    assert not result.score.proved


def test_a_search_that_was_broken_off_has_no_exact_value() -> None:
    """The first move was searched to the end, the second not at all."""
    state = start("tree", "[[1,1],[5,5]]")
    for nodes in range(1, 12):
        result = search(state, method="alphabeta", nodes=nodes)
        if result.score is not None and result.stopped == "nodes":
            assert result.score.bound == "at least", (nodes, result)


def test_a_chance_node_that_was_broken_off_has_no_value() -> None:
    state = start("tree", "chance[[1,2],[3,4],[5,6]]")
    assert search(state, method="expectiminimax", nodes=4).score is None
    assert score(search(state, method="expectiminimax")).value == 4


# --- entries of deeper searches ---


def pig(points: int) -> zermelo.State:
    import runpy
    from pathlib import Path

    example = runpy.run_path(str(Path(__file__).parents[2] / "examples" / "pig.py"))
    return start(example["Pig"], (0, 0, 0, points, "choose"))


def by_hand(state: zermelo.State, depth: int) -> float:
    """The expectation for player 0; dice cost no depth."""
    if state.turn == OVER:
        return state.payoff(0)
    if depth == 0:
        return state.evaluate(0)
    if state.turn == CHANCE:
        return sum(state.odds(face) * by_hand(state.play(face), depth) for face in state.moves())
    values = [by_hand(state.play(move), depth - 1) for move in state.moves()]
    return max(values) if state.turn == 0 else min(values)


@pytest.mark.parametrize("points", [0, 5, 20])
def test_star2_is_star2_alone(points: int) -> None:
    state = pig(points)
    wanted = by_hand(state, 3)
    for method in ("expectiminimax", "expectiminimax+star1", "expectiminimax+star2"):
        result = search(state, method=method, depth=3)
        assert result.score is not None
        assert result.score.exact, method
        assert math.isclose(result.score.value, wanted, abs_tol=1e-12), method
        assert result.counts.table_hits == 0, method


def test_a_value_that_rests_on_deeper_entries_says_so() -> None:
    state = pig(0)
    result = search(state, method="expectiminimax+star2", depth=3, table=True)
    assert result.counts.deeper > 0
    assert result.score is not None
    assert result.score.bound == "about"
    assert "deeper" in result.note
    same = search(state, method="expectiminimax+star2", depth=3, table=True, same_depth=True)
    assert same.score is not None
    assert same.score.exact
    assert math.isclose(same.score.value, by_hand(state, 3), abs_tol=1e-12)
    assert same.note == ""


# --- a table that is kept ---


def worth(state: zermelo.State, table: Table, **options: Any) -> float:
    result = search(state, method="alphabeta+table", table=table, same_depth=True, **options)
    assert result.score is not None
    return result.score.value


def test_a_kept_table_knows_what_its_values_mean() -> None:
    """Evaluations, cut-offs, distances and games change what a value is: none answers for another."""
    table, state = Table(1), start("tree", "[[[1,2],[3,4]],[[5,6],[7,8]]]")
    assert worth(state, table, depth=2, eval=lambda state, player: 1.0 if player == 0 else -1.0) == 1
    assert worth(state, table, depth=2, eval=lambda state, player: 2.0 if player == 0 else -2.0) == 2
    assert worth(state, table, depth=2, eval="none") == 0
    assert worth(state, table, depth=math.inf, cutoff=lambda state, ply: ply == 2, eval="none") == 0
    assert worth(state, table, depth=math.inf) == 6
    with pytest.raises(ValueError, match="holds positions of tree"):
        search(start("tictactoe"), method="alphabeta+table", table=table)
    wins, table = start("mnk", m=3, n=3, k=2), Table(1)
    for _ in range(2):
        plain = search(wins, method="alphabeta+table", table=table)
        assert (score(plain).outcome, score(plain).plies) == ("win", None)
        quick = search(wins, method="alphabeta+table", table=table, quick=True)
        assert (score(quick).outcome, score(quick).plies) == ("win", 3)


def test_a_kept_table_goes_on_being_used() -> None:
    table, state = Table(1), start("connect4", width=5, height=4)
    first = search(state, method="alphabeta+table", depth=8, table=table)
    again = search(state, method="alphabeta+table", depth=8, table=table)
    assert again.score == first.score
    assert again.nodes < first.nodes / 10


# --- proofs by playouts ---


def test_a_certain_draw_comes_before_a_certain_loss() -> None:
    """However often the loss was tried before it was known."""
    for seed in range(40):
        state = start("tictactoe", "XO./.X./..O")
        result = search(state, method="mcts", nodes=20_000, seed=seed)
        if result.solved:
            assert result.score == max(line.score for line in result.lines)


# --- stops ---


def test_a_stopped_search_is_not_solved() -> None:
    stop = Stop()
    stop.set()
    result = search(start("tictactoe"), stop=stop, method="deepening", depth=math.inf)
    assert result.stopped == "cancelled"
    assert not result.solved


def test_cases_that_long_runs_found() -> None:
    """Star windows of a range that leaves out 0, which positions that nobody judges count as; lines continued by
    entries of a depth that was broken off; a bound of the best move taken for one of the position."""
    file = Path(__file__).parent.parent / "data" / "combinations.txt"
    for line in file.read_text(encoding="utf-8").splitlines():
        run_case(json.loads(line))
