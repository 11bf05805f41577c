"""What every search is compared with: minimax over State, in its plainest form, and the trees it is tried on."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from zermelo import OVER, State

Evaluation = Callable[[State, int], float]


def minimax(state: State, depth: float = math.inf, evaluate: Evaluation | None = None) -> float:
    """The value for player 0; at the depth limit the evaluation of the player to move, or 0."""
    if state.turn == OVER:
        return state.payoff(0)
    if depth <= 0:
        if evaluate is None:
            return 0.0
        value = evaluate(state, state.turn)
        return value if state.turn == 0 else -value
    values = [minimax(state.play(move), depth - 1, evaluate) for move in state.moves()]
    return max(values) if state.turn == 0 else min(values)


def root_values(state: State, depth: float = math.inf, evaluate: Evaluation | None = None) -> dict[Any, float]:
    """Every root move's value, for player 0."""
    return {move: minimax(state.play(move), depth - 1, evaluate) for move in state.moves()}


def quickest(state: State) -> tuple[int, int]:
    """(outcome for player 0, plies to the end) when winners hurry and losers delay; for games of outcome."""
    if state.turn == OVER:
        payoff = state.payoff(0)
        return (payoff > 0) - (payoff < 0), 0
    sign = 1 if state.turn == 0 else -1
    best = None
    for move in state.moves():
        outcome, plies = quickest(state.play(move))
        key = (outcome * sign, -plies * outcome * sign)
        if best is None or key > best[0]:
            best = (key, outcome, plies + 1)
    assert best is not None
    return best[1], best[2]


def nodes_below(state: State) -> int:
    return 1 + sum(nodes_below(state.play(move)) for move in state.moves())


def alphabeta_nodes(
    state: State, alpha: float = -math.inf, beta: float = math.inf, strict: bool = False
) -> tuple[float, int]:
    """(value for player 0, nodes visited) of textbook alpha-beta, fail-soft."""
    if state.turn == OVER:
        return state.payoff(0), 1
    maximizing, nodes = state.turn == 0, 1
    best = -math.inf if maximizing else math.inf
    for move in state.moves():
        value, below = alphabeta_nodes(state.play(move), alpha, beta, strict)
        nodes += below
        if maximizing:
            best = max(best, value)
            if best > beta or (best == beta and not strict):
                break
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            if best < alpha or (best == alpha and not strict):
                break
            beta = min(beta, best)
    return best, nodes


def line_value(
    state: State, line: tuple[Any, ...], depth: float = math.inf, evaluate: Evaluation | None = None
) -> float:
    """Where a line leads, for player 0; raises IllegalMove if it is none."""
    for move in line:
        state = state.play(move)
    return minimax(state, depth - len(line), evaluate)


def walk(state: State, depth: int) -> Iterator[State]:
    """Every position down to a depth, the first one first."""
    yield state
    if depth > 0:
        for move in state.moves():
            yield from walk(state.play(move), depth - 1)


# --- trees for hypothesis: ties, infinities, chains and players who move several times running are common ---

LEAVES = st.one_of(
    st.integers(-3, 3),
    st.sampled_from([0, 1, -1]),
    st.floats(-100, 100, allow_nan=False),
    st.sampled_from([math.inf, -math.inf, 1e300, -1e300, 0.5]),
)


def nodes(children: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    lists = st.lists(children, min_size=1, max_size=4).map(lambda each: "[" + ",".join(each) + "]")
    return st.tuples(st.sampled_from(["", "", "", "max", "min"]), lists).map("".join)


TREES = nodes(st.recursive(LEAVES.map(lambda x: repr(float(x))), nodes, max_leaves=24))
