"""Every method and feature against plain minimax on random trees (S2.3, S1.3): values, moves, lines, bounds."""

from __future__ import annotations

import math
import random
import zlib
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from plain_minimax import TREES, alphabeta_nodes, line_value, minimax, nodes_below, root_values

import zermelo
from zermelo import METHODS, Result, Score, State, search
from zermelo.methods import ORDERS, REPLACEMENTS

quick = settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
Keywords = dict[str, Any]

SMALL = {"memory_mb": 0.001}
FULL_WIDTH: dict[str, Keywords] = {"auto": {"selective": False}}  # exact at every depth
COMBINATIONS: list[Keywords] = [
    *({"method": method, **FULL_WIDTH.get(method, {}), **SMALL} for method in METHODS),
    *(
        {"method": method, "fail": "hard", **FULL_WIDTH.get(method, {}), **SMALL}
        for method in METHODS
        if method != "mtd"
    ),
    *({"method": method, "order": "random", "seed": 5, **FULL_WIDTH.get(method, {}), **SMALL} for method in METHODS),
    *({"method": "alphabeta", "order": order} for order in ORDERS),
    *({"method": "scout", "order": order} for order in ORDERS),
    *({"method": "alphabeta+table", "replacement": policy, **SMALL} for policy in REPLACEMENTS),
    *({"method": "mtd", "replacement": policy, **SMALL} for policy in REPLACEMENTS),
    {"method": "alphabeta", "cut": ">"},
    {"method": "alphabeta+table", "cut": ">", **SMALL},
    {"method": "minimax", "deepen": True},
    {"method": "minimax+table", "deepen": True, **SMALL},
    {"method": "alphabeta", "deepen": True},
    {"method": "alphabeta", "deepen": True, "aspiration": True},
    {"method": "alphabeta", "deepen": True, "aspiration": True, "fail": "hard"},
    {"method": "scout", "deepen": True, "aspiration": True, "order": "killers+history"},
    {"method": "alphabeta+table", "same_depth": True, **SMALL},
    {"method": "alphabeta+table", "etc": True, **SMALL},
    {"method": "scout+table", "etc": True, "deepen": True, "order": "table+killers+history", **SMALL},
    {"method": "minimax+table", "quick": True, **SMALL},
    {"method": "mtd", "deepen": True, **SMALL},
    {"method": "mtd", "deepen": True, "etc": True, **SMALL},
    {"method": "auto", "etc": False, "order": "given", "selective": False, **SMALL},
]
PRUNING = [each for each in COMBINATIONS if not each["method"].startswith("minimax")]


def judge(state: State, player: int) -> float:
    """An evaluation that looks random and changes sides as it should."""
    value = zlib.crc32(state.text.encode()) % 9 - 4.0
    return value if player == 0 else -value


def holds(score: Score, true: float) -> bool:
    """Whether a score's promise is kept."""
    value = score.for_player(0)
    if value.bound == "exact":
        return value.value == true
    return true >= value.value if value.bound == "at least" else true <= value.value


def check_answer(state: State, result: Result, depth: float = math.inf, evaluate: Any = None) -> None:
    """All that a Result promises about a full-window search."""
    values = root_values(state, depth, evaluate)
    best = max(values.values()) if state.turn == 0 else min(values.values())
    assert result.score is not None
    assert result.score.exact
    assert result.score.value == best
    assert result.score.player == 0
    assert result.move == result.line[0] == result.lines[0].move
    assert values[result.move] == best
    assert line_value(state, result.line, depth, evaluate) == best
    for line in (*result.lines, *result.others):
        assert line.move == line.line[0]
        assert holds(line.score, values[line.move]), line
    assert {line.move for line in (*result.lines, *result.others)} <= set(values)


@quick
@given(TREES)
def test_every_method_finds_the_value(text: str) -> None:
    state = zermelo.start("tree", text)
    for keywords in COMBINATIONS:
        result = search(state, **keywords)
        check_answer(state, result)
        assert result.solved, keywords
        assert result.score.proved, keywords
        assert result.stopped == "solved"


@quick
@given(TREES, st.integers(0, 6))
def test_every_method_agrees_at_a_depth(text: str, depth: int) -> None:
    state = zermelo.start("tree", text)
    for keywords in COMBINATIONS:
        result = search(state, depth=depth, eval=judge, **keywords)
        if depth == 0:
            assert result.move is None
            assert result.score.value == judge(state, 0)
            assert not result.score.proved
            continue
        check_answer(state, result, depth, judge)
        if result.solved:
            assert result.score.value == minimax(state), keywords
        for line in (*result.lines, *result.others):
            if line.score.proved:
                assert holds(line.score, minimax(state.play(line.move))), (keywords, line)


@quick
@given(TREES, st.integers(1, 4), st.integers(0, 2))
def test_a_cutoff_predicate_is_a_depth_limit_of_its_own(text: str, depth: int, odd: int) -> None:
    state = zermelo.start("tree", text)

    def stop(at: State, ply: int) -> bool:
        return ply >= depth and ply % 3 != odd

    def reference(at: State, ply: int) -> float:
        if at.turn == zermelo.OVER:
            return at.payoff(0)
        if ply > 0 and stop(at, ply):
            return judge(at, 0)
        values = [reference(at.play(move), ply + 1) for move in at.moves()]
        return max(values) if at.turn == 0 else min(values)

    for keywords in ({"method": "minimax"}, {"method": "alphabeta"}, {"method": "scout"}, {"method": "mtd", **SMALL}):
        assert search(state, cutoff=stop, eval=judge, **keywords).score.value == reference(state, 0)


@quick
@given(TREES)
def test_unjudged_positions_count_nothing(text: str) -> None:
    state = zermelo.start("tree", text)
    for method in METHODS:
        result = search(state, method=method, depth=2, eval="none", **SMALL)
        assert result.score.value == minimax(state, 2)


@quick
@given(TREES, st.integers(1, 5))
def test_the_best_moves_have_exact_values(text: str, best: int) -> None:
    state = zermelo.start("tree", text)
    true = root_values(state)
    ranking = sorted(true.values(), reverse=state.turn == 0)
    for keywords in COMBINATIONS:
        some = search(state, best=best, **keywords)
        assert [line.score.value for line in some.lines] == ranking[: min(best, len(true))], keywords
        every = search(state, best="all", **keywords)
        assert {line.move: line.score.value for line in every.lines} == true, keywords
        assert [line.score.value for line in every.lines] == ranking
        assert every.others == ()
        for line in (*some.lines, *every.lines):
            assert line.score.exact
            assert line_value(state, line.line) == line.score.value


# --- bounds ---

EDGES = st.one_of(
    st.integers(-4, 4).map(float), st.sampled_from([-math.inf, math.inf, 0.5, 1e300]), st.floats(-100, 100)
)


@quick
@given(TREES, EDGES, EDGES)
def test_the_contract_of_a_bound(text: str, one: float, other: float) -> None:
    """S2.3: exact inside the window; a lower bound >= beta on fail-high; an upper bound <= alpha on fail-low."""
    if one == other:
        return
    alpha, beta = min(one, other), max(one, other)
    state = zermelo.start("tree", text)
    true = minimax(state)
    for keywords in PRUNING:
        result = search(state, window=(alpha, beta), **keywords)
        score = result.score
        assert score is not None
        assert holds(score, true), (keywords, score, true)
        if alpha < true < beta:
            assert score.exact, keywords
            assert score.value == true, keywords
        if true >= beta:
            assert score.value >= beta, keywords
        if true <= alpha:
            assert score.value <= alpha, keywords
        if keywords.get("fail") == "hard":
            assert alpha <= score.value <= beta, keywords
        for line in (*result.lines, *result.others):
            assert holds(line.score, minimax(state.play(line.move))), (keywords, line)


@quick
@given(TREES, EDGES, EDGES)
def test_inner_bounds_hold(text: str, one: float, other: float) -> None:
    """Every node of a trace keeps its promise (S1.3), with and without a window."""
    state = zermelo.start("tree", text)
    window = None if one == other else (min(one, other), max(one, other))
    for keywords in (
        {"method": "alphabeta"},
        {"method": "scout"},
        {"method": "alphabeta", "fail": "hard"},
        {"method": "alphabeta", "cut": ">"},
        {"method": "mtd", **SMALL},
        {"method": "scout+table", **SMALL},
    ):
        trace = search(state, window=window, trace=True, **keywords).trace
        for node in trace.visited():
            at = state
            for move in trace.path(node.index):
                at = at.play(move)
            assert holds(Score(node.value, node.bound), minimax(at)), (keywords, node)


# --- node counts ---


@quick
@given(TREES)
def test_node_counts_are_the_textbook_ones(text: str) -> None:
    state = zermelo.start("tree", text)
    assert search(state, method="minimax").nodes == nodes_below(state)
    for strict, cut in ((False, ">="), (True, ">")):
        value, nodes = alphabeta_nodes(state, strict=strict)
        result = search(state, method="alphabeta", cut=cut)
        assert (result.score.value, result.nodes) == (value, nodes)


@quick
@given(TREES)
def test_a_suboptimal_opponent_never_costs_max_anything(text: str) -> None:
    """S4.7: whatever MIN plays, MAX gets at least the value by following the search."""
    state = zermelo.start("tree", text)
    value, rng = minimax(state), random.Random(text)
    at = state
    while at.turn != zermelo.OVER:
        at = at.play(search(at, method="alphabeta").move if at.turn == 0 else rng.choice(at.moves()))
    assert at.payoff(0) >= value


# --- many more, without hypothesis ---


def random_text(rng: random.Random, depth: int) -> str:
    """A tree's text: irregular, with ties, infinities, chains and players who move several times running."""
    if depth == 0 or (depth < 4 and rng.random() < 0.15):
        return rng.choice(["0", "1", "-1", "inf", "-inf", str(rng.randint(-5, 5)), repr(rng.uniform(-9, 9))])
    turn = rng.choice(["", "", "", "", "max", "min"])
    return turn + "[" + ",".join(random_text(rng, depth - 1) for _ in range(rng.choice([1, 2, 2, 3, 3, 4]))) + "]"


def try_tree(rng: random.Random) -> int:
    """One random tree with every combination, deep and shallow, with a window and for several moves; cases tried."""
    text = random_text(rng, rng.randint(2, 5))
    state = zermelo.start("tree", text if text[-1] == "]" else f"[{text}]")
    depth, best, true = rng.randint(1, 4), rng.randint(1, 4), minimax(state)
    ranking = sorted(root_values(state).values(), reverse=state.turn == 0)
    alpha, beta = sorted(rng.sample([-math.inf, -3, -1, -0.5, 0, 0.5, 1, 2, 4, math.inf], 2))
    shallow = minimax(state, depth, judge)
    for keywords in COMBINATIONS:
        assert search(state, **keywords).score.value == true, (state.text, keywords)
        assert search(state, depth=depth, eval=judge, **keywords).score.value == shallow, (state.text, depth, keywords)
        found = [line.score.value for line in search(state, best=best, **keywords).lines]
        assert found == ranking[:best], (state.text, best, keywords)
    for keywords in PRUNING:
        score = search(state, window=(alpha, beta), **keywords).score
        assert holds(score, true), (state.text, alpha, beta, keywords)
        assert score.exact or not alpha < true < beta, (state.text, alpha, beta, keywords)
    return 3 * len(COMBINATIONS) + len(PRUNING)


def try_trees(seed: int, wanted: int) -> int:
    rng, cases = random.Random(seed), 0
    while cases < wanted:
        cases += try_tree(rng)
    return cases


def test_a_hundred_thousand_cases() -> None:
    assert try_trees(seed=1, wanted=100_000) >= 100_000


@pytest.mark.slow
def test_two_million_cases() -> None:
    assert try_trees(seed=2, wanted=2_000_000) >= 2_000_000


# --- lines that meet: synthetic trees with few nodes per level ---


@pytest.mark.parametrize("seed", range(12))
def test_transpositions(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(6):
        options = {
            "branching": rng.randint(1, 4),
            "plies": rng.randint(1, 6),
            "meetings": rng.randint(1, 5),
            "values": rng.choice([1, 2, 5, 1000]),
            "seed": rng.randrange(1000),
        }
        state = zermelo.start("synthetic", **options)
        depth = rng.randint(1, options["plies"])
        for keywords in COMBINATIONS:
            check_answer(state, search(state, depth=math.inf, **keywords))
            check_answer(state, search(state, depth=depth, eval=judge, **keywords), depth, judge)


@pytest.mark.parametrize("policy", REPLACEMENTS)
def test_a_table_goes_on_being_used(policy: str) -> None:
    """One table for many searches of different positions, depths and orders never gives a wrong value."""
    table, rng = zermelo.Table(0.01, policy), random.Random(3)
    root = zermelo.start("synthetic", branching=3, plies=7, meetings=6, values=9)
    for _ in range(150):
        state = root
        for _ in range(rng.randint(0, 4)):
            state = state.play(rng.choice(state.moves()))
        result = search(state, depth=math.inf, method=rng.choice(["alphabeta", "scout", "minimax"]), table=table)
        check_answer(state, result)


def test_leaves_of_best_first_trees() -> None:
    """Perfect ordering: the leaves Knuth and Moore counted, b^⌈m/2⌉ + b^⌊m/2⌋ - 1."""
    for branching, plies in ((2, 6), (3, 5), (5, 4), (10, 3)):
        state = zermelo.start("synthetic", branching=branching, plies=plies, leaves="best_first")
        trace = search(state, depth=math.inf, method="alphabeta", trace=True).trace
        leaves = [node for node in trace.visited() if node.kind == "terminal"]
        assert len(leaves) == branching ** math.ceil(plies / 2) + branching ** (plies // 2) - 1
