"""Our games as environments: PettingZoo's and Gymnasium's own tests, and that nobody sees more than they may."""

from __future__ import annotations

import warnings

import pytest

import zermelo

pytest.importorskip("pettingzoo", reason="the extra `gym` is not installed: PettingZoo is missing")
pytest.importorskip("gymnasium", reason="the extra `gym` is not installed: Gymnasium is missing")

import gymnasium
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from zermelo.adaptors.gymnasium import GameEnv
from zermelo.adaptors.numbering import numbering
from zermelo.adaptors.pettingzoo import env, raw_env

GAMES = [name for name, game in zermelo.all_games().items() if not game.abstract and name not in ("tree", "mnk")]


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_api(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about styles of observations that these are not meant to have
        api_test(raw_env(game, text_bytes=8192), num_cycles=60, verbose_progress=False)


@pytest.mark.parametrize("game", ["tictactoe", "connect4", "kuhn", "backgammon", "bridge"])
def test_pettingzoo_seeds(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed_test(lambda: raw_env(game), num_cycles=30)


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_check(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(GameEnv(game, text_bytes=8192), skip_render_check=True)


def test_a_whole_game_of_tictactoe() -> None:
    game = env("tictactoe")
    game.reset(seed=1)
    numbers = {
        move: number for number, move in numbering(zermelo.start("tictactoe")).legal(zermelo.start("tictactoe")).items()
    }
    for move in ("b2", "a1", "b1", "a2", "b3"):
        game.step(numbers[move])
    assert game.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert all(game.terminations.values())


def test_an_illegal_move_ends_the_game() -> None:
    against = GameEnv("tictactoe", seat=1)
    _, info = against.reset(seed=3)
    taken = next(number for number, allowed in enumerate(info["action_mask"]) if not allowed)
    _, reward, terminated, truncated, info = against.step(taken)
    assert (reward, terminated, truncated, info["illegal"]) == (-1.0, True, False, True)


def test_a_perfect_player_does_not_lose_to_a_searcher() -> None:
    against = gymnasium.make(
        "zermelo/Game-v0", game="tictactoe", opponent=zermelo.Searcher("alphabeta", zermelo.Limit(depth=9))
    )
    against.reset(seed=0)
    over = False
    while not over:
        state = against.unwrapped.course.state
        move = zermelo.search(state).move
        number = {m: n for n, m in against.unwrapped.course.numbering.legal(state).items()}[move]
        _, reward, over, _, _ = against.step(number)
    assert reward == 0


def test_the_cards_of_others_stay_hidden() -> None:
    """In Kuhn poker, what a player observes is the same whatever card the other one holds."""
    seen: dict[tuple[str, int], set[bytes]] = {}
    for mine in "JQK":
        for other in "JQK":
            if mine != other:
                state = zermelo.start("kuhn").play(mine).play(other)
                game = raw_env(state)
                game.reset(seed=0)
                game.course.state = state
                seen.setdefault((mine, 0), set()).add(game.observe("player_0")["observation"].tobytes())
    assert [len(each) for each in seen.values()] == [1, 1, 1]


def test_numbers_mean_the_same_move_everywhere() -> None:
    chess = zermelo.start("chess")
    numbers = numbering(chess)
    assert numbers.kind == "uci"
    later = chess.play("Nf3").play("Nf6").play("Ng1").play("Ng8")
    assert numbers.legal(chess) == numbers.legal(later)
    assert numbering(zermelo.start("connect4")).kind == "policy"
    assert numbering(zermelo.start("kuhn")).kind == "listed"
    with pytest.raises(zermelo.IllegalMove):
        numbers.move(chess, 0)
