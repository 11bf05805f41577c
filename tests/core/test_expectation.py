"""Expectiminimax: every way of leaving something out gives the full expectation, on random trees and on games."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

import zermelo
from zermelo import CHANCE, OVER, GameError, State, search
from zermelo.games.tree.game import tree

# A node is a number, or (turn, children); below "chance" the children are (odds, node).
Node = Any

CONFIGS: dict[str, dict[str, Any]] = {
    "full": {"method": "expectiminimax"},
    "full+table": {"method": "expectiminimax", "table": True},
    "alphabeta": {"method": "expectiminimax", "prune": True},
    "star1": {"method": "expectiminimax+star1"},
    "star1+table": {"method": "expectiminimax+star1", "table": True, "order": "table"},
    "star2": {"method": "expectiminimax+star2"},
    "star2+table": {"method": "expectiminimax+star2", "table": True, "order": "table"},
    "star2, deepening": {"method": "expectiminimax+star2", "table": True, "deepen": True, "aspiration": True},
    "star2, scout": {"method": "expectiminimax+star2", "scout": True, "order": "random"},
    "star1, hard": {"method": "expectiminimax+star1", "fail": "hard"},
    "star2, mtd": {"method": "expectiminimax+star2", "mtd": True, "table": True},
    "auto": {"method": "auto"},
}


def random_node(rng: random.Random, depth: int, turn: str | None = None) -> Node:
    if depth == 0 or (turn is None and rng.random() < 0.1):
        return rng.choice((rng.randint(-9, 9), round(rng.uniform(-5, 5), 3)))
    turn = turn or rng.choice(("max", "min", "chance"))
    children = [random_node(rng, depth - 1) for _ in range(rng.randint(1, 4))]
    if turn != "chance":
        return turn, children
    weights = [rng.randint(1, 6) for _ in children]
    return turn, [(weight / sum(weights), child) for weight, child in zip(weights, children, strict=True)]


def text_of(node: Node) -> str:
    if not isinstance(node, tuple):
        return repr(node)
    turn, children = node
    if turn == "chance":
        return "chance[" + ",".join(f"{odds!r}:{text_of(child)}" for odds, child in children) + "]"
    return turn + "[" + ",".join(map(text_of, children)) + "]"


def value_of(node: Node) -> float:
    """The slow reference: the full expectation, from the definition."""
    if not isinstance(node, tuple):
        return float(node)
    turn, children = node
    if turn == "chance":
        return sum(odds * value_of(child) for odds, child in children)
    return (max if turn == "max" else min)(map(value_of, children))


def check_tree(seed: int) -> dict[str, int]:
    rng = random.Random(seed)
    node = random_node(rng, rng.randint(2, 6), rng.choice(("max", "min", "chance")))
    turn, children = node
    root = zermelo.start("tree", text_of(node))
    wanted = value_of(node)
    nodes = {}
    for name, keywords in CONFIGS.items():
        result = search(root, seed=seed, memory_mb=0.1, **keywords)
        assert result.score is not None
        assert math.isclose(result.score.value, wanted, rel_tol=1e-9, abs_tol=1e-9), (seed, name, result)
        assert result.score.exact
        assert result.solved
        if turn == "chance":
            assert result.move is None
            assert [line.score.value for line in result.lines] == pytest.approx(
                [value_of(each) for _, each in children]
            )
        else:
            chosen = children[root.moves().index(result.move)]
            assert math.isclose(value_of(chosen), wanted, rel_tol=1e-9, abs_tol=1e-9), (seed, name)
        nodes[name] = result.nodes
    return nodes


def test_random_trees() -> None:
    """2,000 trees here, 100,000 in the slow run; fewer nodes with each idea."""
    total = dict.fromkeys(CONFIGS, 0)
    for seed in range(2_000):
        for name, nodes in check_tree(seed).items():
            total[name] += nodes
    assert total["star2+table"] < total["star1"] < total["alphabeta"] < total["full"]


@pytest.mark.slow
def test_a_hundred_thousand_random_trees() -> None:
    for seed in range(2_000, 100_000):
        check_tree(seed)


def test_bounds_with_windows() -> None:
    """The contract of a window: inside it the value is exact, outside it is a bound on the right side."""
    rng = random.Random(5)
    for seed in range(500):
        node = random_node(random.Random(seed), 5, "max")
        root, wanted = zermelo.start("tree", text_of(node)), value_of(node)
        alpha = round(rng.uniform(-6, 6), 1)
        beta = alpha + rng.choice((0.1, 1.0, 4.0))
        for method in ("expectiminimax+star1", "expectiminimax+star2"):
            score = search(root, method=method, window=(alpha, beta)).score
            assert score is not None
            if score.bound == "exact":
                assert math.isclose(score.value, wanted, abs_tol=1e-9)
            elif score.bound == "at least":
                assert beta - 1e-9 <= score.value <= wanted + 1e-9
            else:
                assert wanted - 1e-9 <= score.value <= alpha + 1e-9


class Climb(zermelo.Game):
    """Climb 1 for sure, or 3 with one chance in two; who first stands on 6 has won, and nobody after twelve turns."""

    initial = (0, 0, 0, False)  # the two heights, turns taken, whether the dice are to fall
    chance = small = True
    max_plies = 24

    def turn(self, state):
        if max(state[:2]) >= 6 or state[2] == 12:
            return OVER
        return CHANCE if state[3] else state[2] % 2

    def moves(self, state):
        return ("up", "stay") if state[3] else ("safe", "risk")

    def odds(self, state, move):
        return 0.5

    def play(self, state, move):
        if move == "risk":
            return (*state[:3], True)
        heights = list(state[:2])
        heights[state[2] % 2] += {"up": 3, "stay": 0, "safe": 1}[move]
        return (*heights, state[2] + 1, False)

    def payoff(self, state, player):
        won = [height >= 6 for height in state[:2]]
        return won[player] - won[1 - player]

    def evaluate(self, state, player):
        return (state[player] - state[1 - player]) / 6


def by_definition(state: State, viewer: int, memory: dict[State, float]) -> float:
    if state.turn == OVER:
        return state.payoff(viewer)
    if state not in memory:
        below = {move: by_definition(state.play(move), viewer, memory) for move in state.moves()}
        if state.turn == CHANCE:
            memory[state] = sum(state.odds(move) * value for move, value in below.items())
        else:
            memory[state] = (max if state.turn == viewer else min)(below.values())
    return memory[state]


def test_a_game_in_python() -> None:
    state = zermelo.start(Climb)
    wanted = by_definition(state, 0, {})
    for keywords in CONFIGS.values():
        if "table" in str(keywords) or keywords["method"] == "auto":
            result = search(state, **keywords)
            assert result.solved
            assert result.score is not None
            assert math.isclose(result.score.value, wanted, abs_tol=1e-9)
            assert result.score.outcome is None  # an expectation is no outcome


def test_depth_counts_decisions() -> None:
    """A die costs no depth: depth 1 judges what follows the move, dice that fall next included."""
    state = zermelo.start(Climb)
    result = search(state, method="expectiminimax", depth=1, best="all")
    values = {line.move: line.score.value for line in result.lines}
    assert values == {"safe": pytest.approx(1 / 6), "risk": 0.0}  # the dice have not fallen yet
    deeper = search(state, method="expectiminimax", depth=2, best="all")
    assert {line.move for line in deeper.lines} == {"safe", "risk"}
    for depth in (1, 2, 3, 4, 5):
        values = {
            name: search(state, depth=depth, **keywords).score.value  # type: ignore[union-attr]
            for name, keywords in CONFIGS.items()
        }
        assert max(values.values()) - min(values.values()) < 1e-9, (depth, values)


def test_the_line_ends_at_the_dice() -> None:
    result = search(tree("[chance[[1,2],[3,4]],[5,[6,7]]]"), method="expectiminimax+star2", best="all")
    assert [line.line for line in result.lines] == [("E-2", "E-5"), ("E-1",)]


def test_a_chance_node_as_root() -> None:
    result = search(tree("chance[0.25:[1,9],0.75:[2,[3,4]]]"))
    assert (result.move, result.line) == (None, ())
    assert result.score is not None
    assert result.score.value == 0.25 * 9 + 0.75 * 3
    assert [(line.move, line.score.value) for line in result.lines] == [("E-1", 9), ("E-2", 3)]
    assert zermelo.Result.from_json(result.to_json()) == result


@pytest.mark.parametrize("method", ["minimax", "alphabeta", "scout+table", "mtd", "deepening"])
def test_other_methods_name_the_one_that_fits(method: str) -> None:
    with pytest.raises(ValueError, match=r"it has chance nodes \(expectiminimax\+star2 or expectiminimax can\)"):
        search(tree("chance[1,2]"), method=method)


def test_contradictions() -> None:
    root = tree("[chance[1,2],3]")
    with pytest.raises(ValueError, match="star1 prunes"):
        search(root, method="expectiminimax", star="star1", prune=False)
    with pytest.raises(ValueError, match=r"star='best': expected 'none', 'star1', 'star2'"):
        search(root, star="best")
    with pytest.raises(GameError, match="both"):
        search(tree("[chance[inf,-inf],3]"))


def test_declared_range_is_kept() -> None:
    class Greedy(Climb):
        def payoff(self, state, player):
            return 3 * super().payoff(state, player)

    with pytest.raises(GameError, match="a payoff of 3 lies outside -1 to 1, the range of win, draw and loss"):
        search(zermelo.start(Greedy), method="expectiminimax+star2")


def test_infinite_leaves() -> None:
    assert (
        search(tree("[chance[0.5:inf,0.5:3],min[chance[1,2],7]]"), method="expectiminimax+star2").score.value
        == math.inf
    )
    assert search(tree("[chance[0.5:-inf,0.5:3],min[chance[1,2],7]]"), method="expectiminimax+star1").score.value == 1.5


# --- the filter ---


def test_the_filter_says_so() -> None:
    state = zermelo.start(Climb)
    result = search(state, method="expectiminimax+filter", depth=4)
    assert "filtered" in result.note
    assert result.score is not None
    assert result.score.bound == "about"
    assert str(result.score).startswith("≈")
    full = search(state, method="expectiminimax", depth=4)
    assert full.note == ""
    assert result.nodes < full.nodes


# --- the trace ---


def test_trace_of_chance_nodes() -> None:
    root = tree("[chance[0.5:[3,8],0.5:[4,6]],chance[0.25:[1,2],0.75:[7,2]]]")
    for method in ("expectiminimax", "expectiminimax+star1", "expectiminimax+star2"):
        result = search(root, method=method, trace=True)
        assert result.trace is not None
        nodes = result.trace.visited()
        assert len(nodes) == result.nodes
        chance = [node for node in nodes if node.turn == CHANCE]
        assert chance
        for node in chance:
            below = [each for each in result.trace if each.parent == node.index and not each.probe]
            if node.cut != "chance":
                assert node.value == pytest.approx(sum(each.odds * each.value for each in below))
            else:
                assert node.bound in ("at least", "at most")
        assert all(node.odds == 1 for node in nodes if node.parent < 0 or nodes[node.parent].turn != CHANCE)


def test_a_cut_at_a_chance_node() -> None:
    """The second roll's first outcome is so bad that the second cannot save it."""
    root = tree("[chance[0.5:3,0.5:3],chance[0.9:[-5,-6],0.1:[3,2]]]", turn="max")
    result = search(root, method="expectiminimax+star1", trace=True)
    assert result.trace is not None
    cut = [node for node in result.trace if node.cut == "chance"]
    assert len(cut) == 1
    assert cut[0].bound == "at most"
    assert [node.odds for node in result.trace.pruned() if node.parent == cut[0].index] == [0.1]


# --- limits ---


def test_limits_and_determinism() -> None:
    state = zermelo.start(Climb)
    for nodes in (1, 2, 5, 20, 100, 500):
        one, two = (search(state, nodes=nodes) for _ in range(2))
        assert one == two
        assert one.nodes <= nodes
    stop = zermelo.Stop()
    stop.set()
    assert search(state, stop=stop).stopped in ("cancelled", "solved")
    seen: list[int] = []
    search(state, depth=6, progress=lambda result: seen.append(result.depth))
    assert seen == sorted(seen)
    assert seen
