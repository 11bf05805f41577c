"""OpenSpiel both ways: its small games have the same values here as by its own algorithms, and ours there."""

from __future__ import annotations

import pickle

import pytest

import zermelo
from zermelo.check import check_game

pytest.importorskip("pyspiel", reason="the extra `openspiel` is not installed: OpenSpiel is missing")

import pyspiel

from zermelo.adaptors.openspiel import OpenSpielGame
from zermelo.adaptors.to_openspiel import to_openspiel

# Perfect information without chance, small enough for OpenSpiel's own alpha-beta in Python.
BOARDS = [
    "tic_tac_toe",
    "nim(pile_sizes=1;3;5)",
    "breakthrough(rows=4,columns=3)",
    "connect_four(rows=3,columns=4,x_in_row=3)",
]
POKER = ["kuhn_poker", "leduc_poker", "liars_dice(dice_sides=3)"]


@pytest.mark.parametrize("name", BOARDS)
def test_boards_have_the_value_of_its_alpha_beta(name: str) -> None:
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game(name)
    value, _ = minimax.alpha_beta_search(game)
    state = zermelo.start(f"openspiel:{name}", merge=True)
    for method in ("auto", "alphabeta", "minimax") if name == "tic_tac_toe" else ("auto", "alphabeta"):
        result = zermelo.search(state, method=method, depth=100)
        assert result.score.value == value


@pytest.mark.parametrize("name", POKER)
def test_equilibria_have_the_value_of_its_cfr(name: str) -> None:
    game = pyspiel.load_game(name)
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(200):
        solver.evaluate_and_update_policy()
    known = pyspiel.expected_returns(game.new_initial_state(), solver.average_policy(), -1, True, 0)[0]
    found = zermelo.equilibrium(zermelo.start(f"openspiel:{name}"), iterations=1000)
    assert found.exploitability < 0.01
    assert found.value == pytest.approx(known, abs=0.01)


def test_chance_is_averaged() -> None:
    """Pig to 4 with a die of two sides, ten throws at most: expectiminimax here and there."""
    from open_spiel.python.algorithms import minimax

    name = "pig(winscore=4,horizon=10,diceoutcomes=2)"
    root = pyspiel.load_game(name).new_initial_state()
    known, _ = minimax.expectiminimax(root, 100, lambda state: state.player_return(0), 0)
    assert zermelo.search(zermelo.start(f"openspiel:{name}"), depth=100).score.value == pytest.approx(known, abs=1e-9)


@pytest.mark.parametrize(
    "name", ["tic_tac_toe", "kuhn_poker", "goofspiel(num_cards=3)", "matrix_rps", "pig(winscore=10)"]
)
def test_its_games_keep_our_laws(name: str) -> None:
    assert check_game(f"openspiel:{name}", games=2).problems == ()


def test_what_is_no_game_of_turns_is_refused() -> None:
    with pytest.raises(ValueError, match="did you mean breakthrough"):
        zermelo.start("openspiel:breaktrough")
    with pytest.raises(ValueError, match="not a game of turns"):
        zermelo.start("openspiel:mfg_crowd_modelling")
    with pytest.raises(ValueError, match="samples its chance"):
        zermelo.start("openspiel:stones_and_gems")
    with pytest.raises(zermelo.ParseError, match="not a legal action"):
        zermelo.start("openspiel:tic_tac_toe", "4 4")


def test_names_texts_and_copies() -> None:
    state = zermelo.start("openspiel:tic_tac_toe", "4 0")
    assert state.play("x(2,2)").text == "4 0 8"
    assert pickle.loads(pickle.dumps(state)) == state
    assert zermelo.start(OpenSpielGame(pyspiel.load_game("tic_tac_toe"))).text == "-"


def test_a_game_of_both_has_the_same_positions() -> None:
    ours, theirs = zermelo.start("connect4"), zermelo.start("openspiel:connect_four")
    assert zermelo.count(ours, 4) == zermelo.count(theirs, 4)


@pytest.mark.parametrize("name", ["tictactoe", "connect4", "kuhn", "backgammon", "chess", "hearts"])
def test_ours_pass_its_random_simulation(name: str) -> None:
    pyspiel.random_sim_test(to_openspiel(name), num_sims=1, serialize=False, verbose=False)


def test_its_algorithms_solve_ours() -> None:
    from open_spiel.python.algorithms import cfr, expected_game_score, minimax

    assert minimax.alpha_beta_search(to_openspiel(zermelo.start("tictactoe").play("a1").play("b2")))[0] == 0
    game = pyspiel.load_game("zermelo(game=kuhn)")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    values = expected_game_score.policy_value(game.new_initial_state(), [solver.average_policy()] * 2)
    assert values[0] == pytest.approx(-1 / 18, abs=0.005)
