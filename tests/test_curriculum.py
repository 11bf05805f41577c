"""docs/curriculum.md: every call and command of every row is run, and its fact is asserted."""

import math
import random
import re
from collections.abc import Callable
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

import zermelo
from test_docs import output
from zermelo import players
from zermelo.games.synthetic.experiment import branching
from zermelo.linear import Linear
from zermelo.search import search, solve

ROOT = Path(__file__).parents[1]
LEAVES = [[9, 8, 7], [6, 5, 4], [3, 2, 1]]
EXPECTED_ROWS = [
    *(f"S0.{i}" for i in (1, 2, 3)),
    *(f"S1.{i}" for i in (1, 2, 3, 4, 5, 6)),
    *(f"S2.{i}" for i in (1, 2, 3, 4, 5)),
    *(f"S3.{i}" for i in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)),
    *(f"S4.{i}" for i in (1, 2, 4, 5, 6, 7, 8, 9, 11)),
]


def rows() -> dict[str, list[str]]:
    """The calls of each row, as they stand in the document."""
    found = {}
    for line in (ROOT / "docs" / "curriculum.md").read_text(encoding="utf-8").splitlines():
        if re.match(r"\| S\d", line):
            name, _, calls, *_ = (cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:])
            found[name] = [call.replace("\\|", "|") for call in re.findall(r"`([^`]+)`", calls)]
    return found


ROWS = rows()


def centre(state: zermelo.State, player: int) -> float:
    column = state.text.replace("/", "")[3::7]
    return column.count("XO"[player]) - column.count("XO"[1 - player])


def pairs(state: zermelo.State, player: int) -> float:
    return state.text.count("XO"[player] * 2) - state.text.count("XO"[1 - player] * 2)


def refused(call: Callable[[], object]) -> str:
    with pytest.raises(ValueError) as error:  # noqa: PT011
        call()
    return str(error.value)


def against_random(root: zermelo.State, seed: int) -> tuple[float, float]:
    """(the value for MAX, what MAX gets with best play against anything)."""
    rng, state = random.Random(seed), root
    while not state.is_over:
        state = state.play(search(state).move if state.turn == 0 else rng.choice(state.moves()))
    value = search(root).score
    assert value is not None
    return value.value, state.payoff(0)


NAMES: dict[str, Any] = {
    **{name: getattr(zermelo, name) for name in zermelo.__all__},
    "inf": math.inf,
    "factorial": math.factorial,
    "players": players,
    "branching": branching,
    "Linear": Linear,
    "centre": centre,
    "pairs": pairs,
    "refused": refused,
    "against_random": against_random,
    "search": search,
    "Higher": run_path(str(ROOT / "examples" / "passing.py"))["Higher"],
}


def ran(row: str) -> list[Any]:
    """What the calls of a row give; for a command, what it prints."""
    return [output(call) if "zermelo" in call.split() else eval(call, NAMES) for call in ROWS[row]]


def values(result: zermelo.Result) -> list[float]:
    return [line.score.value for line in result.lines]


def pruned(result: zermelo.Result) -> list[Any]:
    assert result.trace is not None
    return [node.move for node in result.trace.pruned()]


def test_the_document_has_every_row() -> None:
    assert list(ROWS) == EXPECTED_ROWS
    assert all(ROWS.values())


def test_s0_1() -> None:
    first, second = ran("S0.1")
    assert (first.score.value, second.score.value) == (3, 6)


def test_s0_2() -> None:
    (result,) = ran("S0.2")
    assert (result.move, result.score.value, result.score.proved) == ("b2", 1, False)


def test_s0_3() -> None:
    (result,) = ran("S0.3")
    assert result.score.value == -5
    assert pruned(result) == ["E-8", "E-9"]
    for a in (-100, -6, 0, 100):
        assert search([[-5, 4, 1], [-6, a, -a], [6, -3, -6]], method="minimax").score == result.score


def test_s1_1() -> None:
    first, inner = ran("S1.1")
    assert (first.move, first.score.value) == ("E-1", 3)
    assert (inner.move, inner.score.value) == ("E-12", 2)


def test_s1_2() -> None:
    drawn, whole = ran("S1.2")
    assert all(f">{text}</text>" in drawn for text in ("≤6", "≤3", "(7, +∞)", "α cut-off", "✂ E-8", "✂ E-12"))
    assert "9 nodes visited" in drawn
    assert "13 nodes visited" in whole._repr_html_()


def test_s1_3() -> None:
    one, every = ran("S1.3")
    assert values(one) == [7]
    assert [(line.score.value, line.score.bound) for line in one.others] == [(6, "at most"), (3, "at most")]
    assert values(every) == [7, 4, 1]
    assert all(line.score.exact for line in every.lines)
    assert every.others == ()


def test_s1_4() -> None:
    ordered, whole, printed = ran("S1.4")
    assert sum(node.kind == "terminal" for node in ordered.trace) == 2 * 4**4 - 1
    assert whole.nodes == sum(4**ply for ply in range(9))
    assert "best first" in printed


def test_s1_5() -> None:
    deep, counted, timed, clocked = ran("S1.5")
    assert (deep.depth, deep.stopped) == (4, "depth")
    assert (counted.nodes, counted.stopped) == (10_000, "nodes")
    assert timed.stopped == clocked.stopped == "seconds"
    assert all(result.move for result in (deep, counted, timed, clocked))


def test_s1_6() -> None:
    result, printed = ran("S1.6")
    assert result.move == "4"
    assert printed


def test_s2_1() -> None:
    plain, table = ran("S2.1")
    assert (plain.score, plain.move) == (table.score, table.move)
    assert table.nodes < plain.nodes


def test_s2_2() -> None:
    (results,) = ran("S2.2")
    assert len({result.score for result in results}) == 1
    assert len({result.nodes for result in results}) > 1


def test_s2_3() -> None:
    ((exact, high, low),) = ran("S2.3")
    assert (exact.value, exact.bound) == (7, "exact")
    assert (high.bound, low.bound) == ("at least", "at most")
    assert 5 <= high.value <= 7
    assert 7 <= low.value <= 8


def test_s2_4() -> None:
    (result,) = ran("S2.4")
    assert result.score.outcome == "draw"
    assert result.nodes < 18_297
    assert result.counts.table_cutoffs > 0


def test_s2_5() -> None:
    (result,) = ran("S2.5")
    seen = [(n.move, n.null_window, n.research, n.bound) for n in result.trace.visited() if n.ply == 1]
    assert seen == [
        ("E-1", False, False, "exact"),
        ("E-2", True, False, "at most"),
        ("E-3", True, False, "at least"),
        ("E-3", False, True, "exact"),
    ]
    assert result.score.value == 4


def test_s3_1() -> None:
    result, printed = ran("S3.1")
    assert (result.move, result.score.value) == (6, -1)
    assert result.line == (6, 7, "pass", "pass")
    assert "pass" in printed


def test_s3_2() -> None:
    (results,) = ran("S3.2")
    given, noisy, by_eval = results
    assert given.score == noisy.score == by_eval.score
    assert by_eval.nodes < noisy.nodes < given.nodes


def test_s3_3() -> None:
    measured, printed = ran("S3.3")
    exponents = {growth.name: growth.exponent for growth in measured.growths}
    assert exponents["minimax"] == pytest.approx(1, abs=0.05)
    assert exponents["alpha-beta, best first"] == pytest.approx(0.5, abs=0.1)
    assert exponents["alpha-beta, random order"] == pytest.approx(0.75, abs=0.12)
    assert "alpha-beta" in printed


def test_s3_4() -> None:
    plies, timed, clocked, printed = ran("S3.4")
    assert plies.depth == 4
    assert timed.seconds > 0.1
    assert timed.stopped == clocked.stopped == "seconds"
    assert printed in ("4 6\n", "3 5\n", "6 4\n", "5 3\n")


def test_s3_5() -> None:
    played, spoken, solved = ran("S3.5")
    assert "white is level:3" in played
    assert re.search(r"^=== [A-H][1-8]/", spoken, re.MULTILINE)
    assert (solved.move, solved.score.value, solved.solved) == ("a2", 38, True)


def test_s3_6() -> None:
    printed, record = ran("S3.6")
    assert printed in ("4 6\n", "3 5\n", "6 4\n", "5 3\n")
    assert (record.ending, record.winner) == ("illegal move", 1)
    assert "is illegal: it turns no disc" in record.reason


def test_s3_7() -> None:
    moves, after, judged, result = ran("S3.7")
    assert moves == list("1234567")
    assert after.turn == 1
    assert judged == 0
    assert result.deepest == 3


def test_s3_8() -> None:
    info, message = ran("S3.8")
    assert not info.chance
    assert not info.hidden
    assert info.zero_sum
    assert "it has chance nodes" in message


def test_s3_9() -> None:
    result, counts, printed = ran("S3.9")
    assert (result.move, result.score.value) == ("E-1", 3.5)
    assert counts[0] > counts[1] >= counts[2]
    assert "roll" in printed


def test_s3_10() -> None:
    views, worlds = ran("S3.10")
    assert views == ["Q?:pb", "?K:pb"]
    assert [(world.text, chance) for world, chance in worlds] == [("QJ:pb", 0.5), ("QK:pb", 0.5)]


def test_s3_11() -> None:
    (result,) = ran("S3.11")
    assert {line.move: line.score.value for line in result.lines} == {"bet": 0.0, "pass": -1.0}


def test_s3_12() -> None:
    (result,) = ran("S3.12")
    assert result.move == "bet"
    assert abs(result.score.value) <= 3 * result.score.error
    assert "open-card results" in result.note


def test_s4_1() -> None:
    printed, minimax, alphabeta, every, minimax_after, alphabeta_after = ran("S4.1")
    assert "55,505 nodes" in printed
    assert (minimax.nodes - 1, alphabeta.nodes, every.nodes - 1) == (549_945, 18_297, 30_709)
    assert [each.nodes - 1 for each in minimax_after] == [59_704, 63_904, 55_504]
    assert [each.nodes - 1 for each in alphabeta_after] == [4_089, 6_061, 6_138]
    assert all(each.score.outcome == "draw" for each in (minimax, alphabeta, every, *minimax_after))


def test_s4_2() -> None:
    win, block = ran("S4.2")
    assert win == "c1"
    assert block == "c1"
    assert players.Naive()(zermelo.start("tictactoe", "XX./O../...")) == "c1"


def test_s4_4() -> None:
    bound, size, printed = ran("S4.4")
    assert bound == 986_409
    assert (size.nodes, size.games) == (549_946, 255_168)
    assert re.search("127[,]?872", printed)


def test_s4_5() -> None:
    for result in ran("S4.5"):
        assert {line.move: line.score.value for line in result.lines} == {"b1": -1, "a2": 1, "c2": 0}


def test_s4_6() -> None:
    result, printed = ran("S4.6")
    root = zermelo.tree(LEAVES)
    never = [root.play(first).play(second).payoff(0) for first, second in result.trace.pruned_paths()]
    assert (result.score.value, never) == (7, [5, 4, 2, 1])
    assert "E-8" in printed


def test_s4_7() -> None:
    (outcomes,) = ran("S4.7")
    assert all(got >= promised for promised, got in outcomes)
    assert any(got > promised for promised, got in outcomes)


def test_s4_8() -> None:
    (result,) = ran("S4.8")
    assert [(line.move, line.score.value) for line in result.lines] == [("b2", 1), ("a1", -1), ("b1", -2)]


def test_s4_9() -> None:
    result, problem = ran("S4.9")
    assert result.move == "E-1"
    assert pruned(result) == ["E-18", "E-22", "E-26", "E-28", "E-30"]
    assert len(problem.pruned) == 5
    assert problem.value == solve(problem.root).score.value


def test_s4_11() -> None:
    pytest.importorskip("numpy")
    printed, replies = ran("S4.11")
    assert "own_twos" in printed
    assert re.search(r"generation 1: .* kept", printed)
    assert "against weights set by hand: 5" in printed
    assert [line.move for line in replies.lines][-1] == "f4"
    assert replies.lines[-1].score.value < replies.lines[0].score.value - 2
