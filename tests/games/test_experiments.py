"""The shipped experiments say what theory says, and the same each time."""

from __future__ import annotations

import json
import math

import pytest

import zermelo
from zermelo.games.connect4.experiment import evaluation
from zermelo.games.connect4.features import centre, open_threes, open_twos
from zermelo.games.synthetic.experiment import branching, fitted_slope
from zermelo.linear import Linear


@pytest.fixture(scope="module")
def growth():
    return branching(branching=5, depths=range(1, 9), samples=8, game_depths=range(3, 7))


def test_growth_is_what_theory_says(growth):
    """S3.3: b^m, b^(3m/4), b^(m/2)."""
    found = {each.name: each for each in growth.growths}
    assert found["minimax"].exponent == pytest.approx(1, abs=0.02)
    assert found["alpha-beta, random order"].exponent == pytest.approx(0.75, abs=0.05)
    assert found["alpha-beta, best first"].exponent == pytest.approx(0.5, abs=0.03)
    assert found["alpha-beta, best first"].deeper == pytest.approx(2, abs=0.1)


def test_counts_are_exact_where_they_are_known(growth):
    minimax = dict(growth.growths[0].points)
    assert minimax[8] == (5**9 - 1) // 4
    best = dict(growth.growths[-1].points)
    for depth in range(1, 9):
        leaves = 5 ** math.ceil(depth / 2) + 5 ** (depth // 2) - 1
        assert best[depth] >= leaves


def test_orders_differ_in_a_real_game(growth):
    nodes = {each.name: each.points[-1][1] for each in growth.games}
    assert nodes["alpha-beta, eval"] < nodes["alpha-beta, given"] < nodes["minimax"]


def test_branching_is_deterministic_and_goes_to_json(growth):
    again = branching(branching=5, depths=range(1, 9), samples=8, game_depths=range(3, 7))
    assert again == growth
    fields = json.loads(growth.to_json())
    assert fields["format"] == 1
    assert fields["theory"]["b^m"][1] == [2, 25]


def test_large_searches_are_left_out():
    found = branching(branching=10, depths=range(1, 9), samples=1, game_depths=(), most_nodes=20_000)
    assert found.growths[0].points[-1][0] == 4
    assert found.games == ()


@pytest.mark.parametrize("bad", [{"branching": 1}, {"depths": [3]}, {"depths": [0, 1]}, {"samples": 0}])
def test_branching_refuses_nonsense(bad):
    with pytest.raises(ValueError, match="needs"):
        branching(**bad)


def test_fit():
    assert math.exp(fitted_slope(tuple((m, 7 * 3.0**m) for m in range(1, 9)))) == pytest.approx(3)


def test_evaluation_experiment():
    """S1.6, small: deeper is better, and the better evaluation leads where the search is shallow."""
    found = evaluation(positions=40, depths=(1, 4, 10), seed=0, stones=18)
    for features in range(4):
        assert found.share(features, 10).kept >= found.share(features, 1).kept
        assert found.share(features, 10).nodes > found.share(features, 4).nodes
    assert found.share(3, 10).kept > 0.9
    assert found.lead(10)[0] <= found.lead(1)[0] + 0.1
    assert json.loads(found.to_json())["evaluations"][0] == "0"


def test_evaluation_shares_are_deterministic():
    one, other = (evaluation(positions=5, depths=(1, 3), seed=4, stones=20) for _ in range(2))
    assert [(each.hits, each.nodes) for each in one.shares] == [(each.hits, each.nodes) for each in other.shares]


@pytest.mark.parametrize("bad", [{"positions": 0}, {"depths": []}, {"depths": [0]}, {"stones": 30}])
def test_evaluation_refuses_nonsense(bad):
    with pytest.raises(ValueError, match="needs"):
        evaluation(**bad)


def test_features_count_what_they_say():
    state = zermelo.start("connect4", "4334")  # X at 4 and on top of 3, O at 3 and on top of 4
    assert centre(state, 0) == 0
    state = zermelo.start("connect4", "415161")  # X has 4, 5, 6 below
    assert open_threes(state, 0) == 2 - 1
    assert open_threes(state, 1) == -open_threes(state, 0)
    assert open_twos(zermelo.start("connect4", "4151"), 0) > 0


def test_linear():
    state = zermelo.start("connect4", "415161")
    value = Linear([1, 8], [centre, open_threes])
    assert value(state, 0) == centre(state, 0) + 8 * open_threes(state, 0)
    assert repr(value) == "1·centre + 8·open_threes"
    assert zermelo.search(state, depth=1, eval=value).move in ("3", "7")
    assert Linear([], [])(state, 0) == 0
    with pytest.raises(ValueError, match="2 weights for 1 features"):
        Linear([1, 2], [centre])
    with pytest.raises(ValueError, match="finite"):
        Linear([math.nan], [centre])
