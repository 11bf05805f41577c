"""Bridge as a game of two sides: every method for two players with open cards, and sampling with hidden hands."""

from __future__ import annotations

import math
import random

import pytest
from test_bridge_solver import minimax, small_deal, written

from costs import SOON_SECONDS, Cost
from zermelo import OVER, State, search
from zermelo.games.bridge import game as bridge

METHODS = (
    "minimax",
    "minimax+table",
    "alphabeta",
    "alphabeta+table",
    "scout",
    "scout+table",
    "deepening",
    "mtd",
    "auto",
)
DEAL = "N:J63.KQJ852.53.J3 AKQT4.AT6.9.K976 752.74.KT764.AT8 98.93.AQJ82.Q542"


def small_state(rng: random.Random, length: int, contract: str = "") -> State:
    contract = contract or rng.choice(bridge.STRAINS) + rng.choice(bridge.SEATS)
    state = bridge.position(written(small_deal(rng, length)), contract)
    for _ in range(rng.randrange(4)):
        state = state.play(rng.choice(state.moves()))
    return state


@pytest.mark.parametrize("seed", range(12))
def test_every_method_finds_the_value_of_the_reference(seed: int) -> None:
    rng = random.Random(seed)
    strain, declarer = rng.randrange(5), rng.randrange(4)
    hands = small_deal(rng, 3)
    tricks = minimax(hands, strain, (declarer + 1) % 4)
    state = bridge.position(written(hands), bridge.STRAINS[strain] + bridge.SEATS[declarer])
    for method in METHODS:
        found = search(state, method=method, depth=math.inf, open_cards=True)
        assert found.solved
        assert found.score is not None
        assert found.score.for_player(0).value == 2 * tricks - 3, (method, state.text)


@pytest.mark.parametrize("seed", range(12))
def test_all_cards_are_worth_what_the_solver_ranks_them(seed: int) -> None:
    rng = random.Random(seed)
    state = small_state(rng, 4)
    wanted = {card: 2.0 * each.tricks - 4 for each in bridge.rank_cards(state) for card in each.cards}
    for method in ("auto", "alphabeta+table"):
        found = search(state, method=method, depth=math.inf, open_cards=True, best="all")
        assert {line.move: line.score.value for line in found.lines} == wanted, (method, state.text)


def test_a_line_keeps_the_value_with_the_contract_scored() -> None:
    state = bridge.position(DEAL, "3SE", "ns", play=["H7", "H3", "HQ", "HA"])
    found = search(state, depth=math.inf, open_cards=True)
    assert found.score is not None
    assert (found.score.value, found.score.player, found.solved) == (170, 1, True)
    for card in found.line:
        state = state.play(card)
    assert state.turn == OVER
    assert [state.payoff(player) for player in range(4)] == [-170, 170, -170, 170]


def test_methods_for_everybody_alone_are_refused() -> None:
    state = bridge.position(DEAL, "NTS")
    for method in ("maxn", "paranoid"):
        with pytest.raises(ValueError, match="two sides whose payoffs cancel"):
            search(state, method=method, depth=1, open_cards=True)
    with pytest.raises(ValueError, match="it hides information"):
        search(state, method="alphabeta", depth=1)


def test_hidden_hands_are_sampled_and_each_deal_solved() -> None:
    state = bridge.position("N:AQ3.K32.. KJ2.A54.. T96.Q76.. 874.J98..", "NTS").play("S8")
    found = search(state, samples=100, depth=math.inf, seed=1)
    exact = search(state, method="weighted", depth=math.inf)
    wanted = {line.move: line.score.value for line in exact.lines}
    assert {line.move for line in found.lines} == set(state.moves())
    assert 32 <= found.samples <= 100
    for line in found.lines:
        assert line.score.bound == "about"
        assert line.score.error is not None
        assert abs(line.score.value - wanted[line.move]) <= 4 * line.score.error + 1e-9
    assert found == search(state, samples=100, depth=math.inf, seed=1)
    threaded = search(state, samples=100, depth=math.inf, seed=1, threads=2)
    assert (threaded.lines, threaded.samples) == (found.lines, found.samples)


@pytest.mark.parametrize("seconds", [0.001, 0.05, 0.5])
def test_a_card_in_time(seconds: float) -> None:
    state = bridge.position(bridge.deal(1), "3NTS")  # the opening lead
    cost = Cost()
    found = search(state, seconds=seconds)
    assert cost.seconds <= seconds + SOON_SECONDS
    assert found.move in state.moves()
