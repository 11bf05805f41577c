"""max^n and paranoid against slow references, on random trees of three players with and without dice."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import pytest

import zermelo
from zermelo import CHANCE, OVER, search

# A node is a tuple of payoffs, or (turn, children).
Node = Any


class Explicit(zermelo.Game):
    """A tree of three players; a state is the way to a node."""

    initial = ()
    players = ("a", "b", "c")
    payoffs = "points"
    chance = small = True
    zero_sum = False
    max_plies = 8

    def __init__(self, root: Node) -> None:
        self.root = root

    def at(self, state):
        node = self.root
        for i in state:
            node = node[1][i]
        return node

    def turn(self, state):
        node = self.at(state)
        return node[0] if len(node) == 2 else OVER

    def moves(self, state):
        return range(len(self.at(state)[1]))

    def play(self, state, move):
        return (*state, move)

    def odds(self, state, move):
        return 1 / len(self.at(state)[1])

    def payoff(self, state, player):
        return self.at(state)[player]

    def evaluate(self, state, player):
        return len(state) + player / 10


def random_node(rng: random.Random, depth: int) -> Node:
    if depth == 0:
        return tuple(rng.randint(-9, 9) for _ in range(3))
    turn = rng.choice((0, 1, 2, CHANCE)) if depth < 4 else rng.choice((0, 1, 2))
    return turn, [random_node(rng, depth - 1 if rng.random() < 0.9 else 0) for _ in range(rng.randint(1, 3))]


def maxn(node: Node) -> tuple[float, ...]:
    if len(node) == 3:
        return tuple(map(float, node))
    turn, children = node
    below = [maxn(child) for child in children]
    if turn == CHANCE:
        return tuple(sum(each[p] for each in below) / len(below) for p in range(3))
    return max(below, key=lambda each: each[turn])  # of equal ones the first


def feared(node: Node, me: int) -> float:
    if len(node) == 3:
        return float(node[me])
    turn, children = node
    below = [feared(child, me) for child in children]
    if turn == CHANCE:
        return sum(below) / len(below)
    return max(below) if turn == me else min(below)


def test_against_the_definitions() -> None:
    for seed in range(300):
        rng = random.Random(seed)
        node = random_node(rng, rng.randint(1, 4))
        if len(node) == 3:
            continue
        state = zermelo.start(Explicit(node))
        wanted = maxn(node)
        for keywords in ({"method": "maxn"}, {"method": "maxn", "deepen": True}, {}):
            result = search(state, **keywords)
            assert result.solved
            if node[0] == CHANCE:
                assert result.score.value == pytest.approx(wanted[0])
                continue
            assert result.lines[0].values == pytest.approx(wanted)
            assert result.score.value == pytest.approx(wanted[node[0]])
            assert result.score.player == node[0]
            assert result.move == result.line[0]
        if node[0] == CHANCE:
            continue
        for keywords in ({}, {"table": False}, {"prune": False}, {"star": "star2"}):
            result = search(state, method="paranoid", best="all", **keywords)
            found = {line.move: line.score.value for line in result.lines}
            assert found == pytest.approx({i: feared(child, node[0]) for i, child in enumerate(node[1])})


KEPT = """
import math, zermelo
from zermelo import Table, search

class Three(zermelo.Game):
    players = ("a", "b", "c")
    payoffs, zero_sum, max_plies = "points", False, 8
    def turn(self, state):
        return zermelo.OVER if len(state) == 5 else (len(state) - 1) % 3
    def moves(self, state):
        return (1, 2)
    def play(self, state, move):
        return (*state, move)
    def payoff(self, state, player):
        return float(hash((*state, player)) % 11)

wrong = 0
for seed in range(1, 60):
    table, state = Table(1), zermelo.start(type("Own", (Three,), {"initial": (seed,)}))
    search(state, method="paranoid", table=table, depth=math.inf)
    for child in map(state.play, state.moves()):
        kept = search(child, method="paranoid", table=table, depth=math.inf)
        wrong += kept.score != search(child, method="paranoid", table=False, depth=math.inf).score
print(wrong)
"""


def test_a_kept_table_knows_whom_it_was_searched_for() -> None:
    """In a process of its own: there the states have small numbers, which met those that keep searches apart."""
    done = subprocess.run([sys.executable, "-c", KEPT], capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == ("0", "")


def test_depth_and_evaluation() -> None:
    state = zermelo.start(Explicit(random_node(random.Random(3), 4)))
    shallow = search(state, method="maxn", depth=1)
    assert shallow.depth == 1
    assert not shallow.solved
    assert search(state, method="maxn", nodes=1).move in state.moves()
    stop = zermelo.Stop()
    stop.set()
    assert search(state, method="maxn", stop=stop).move in state.moves()


@pytest.mark.parametrize("method", ["minimax", "alphabeta", "expectiminimax+star2", "montecarlo"])
def test_a_zero_sum_search_says_which_method_fits(method: str) -> None:
    state = zermelo.start(Explicit((0, [(1, 2, 3), (3, 2, 1)])))
    with pytest.raises(ValueError, match=r"it has 3 players \(maxn or paranoid can\)"):
        search(state, method=method)
    general = type("General", (Explicit,), {"players": ("a", "b")})((0, [(1, 2, 3), (3, 2, 1)]))
    with pytest.raises(ValueError, match=r"it is not zero-sum \(maxn or paranoid can\)"):
        search(zermelo.start(general), method=method)
    with pytest.raises(ValueError, match="maxn is not for tictactoe"):
        search(zermelo.start("tictactoe"), method="maxn", depth=2)


def test_mcts_of_three() -> None:
    state = zermelo.start(Explicit((1, [(0, [(5, 1, 0), (1, 9, 0)]), (2, [(0, 3, 1), (9, 8, 0)])])))
    result = search(state, method="mcts", nodes=3_000)
    assert result.move == 1  # after 0 the first player leaves 1, after 1 the third leaves 3
    assert result.samples > 500
    assert sum(line.visits for line in result.lines) == result.samples
