"""Levels: steps of strength, as data."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any, ClassVar

import pytest

import zermelo
from zermelo.cli.commands import run
from zermelo.players import Searcher, player_from
from zermelo.players.levels import HIGHEST, LOWEST, USUAL, level_options, levels_of


class Sum(zermelo.Game):
    """Eight picks of 0 to 3; the first player wants a large sum."""

    initial = ()
    payoffs = "points"
    levels: ClassVar[Any] = {level: {"depth": 1 + level // 10} for level in range(LOWEST, HIGHEST + 1)}

    def turn(self, state):  # type: ignore[no-untyped-def]
        return len(state) % 2 if len(state) < 8 else zermelo.OVER

    def moves(self, state):  # type: ignore[no-untyped-def]
        yield from range(4)

    def play(self, state, move):  # type: ignore[no-untyped-def]
        return (*state, move)

    def payoff(self, state, player):  # type: ignore[no-untyped-def]
        return (sum(state) - 12) * (1 if player == 0 else -1)


def test_every_game_has_all_levels_and_each_asks_more_than_the_last() -> None:
    for game in zermelo.all_games().values():
        table = levels_of(game)
        assert sorted(table) == list(range(LOWEST, HIGHEST + 1))
        usual = {"selective": True, "depth": math.inf, "nodes": math.inf, "solve_from": 0, "samples": 0}
        keys = [tuple(each.get(name, without) for name, without in usual.items()) for each in table.values()]
        assert all(low < high for low, high in pairwise(keys))


def test_a_level_is_what_its_table_says() -> None:
    state = zermelo.start("connect4")
    assert level_options(state, 3) == dict(USUAL[3])
    result = Searcher(level=3).look(state)
    assert (result.depth, result.nodes <= USUAL[3]["nodes"]) == (3, True)


def test_othello_levels_solve_the_end() -> None:
    state = zermelo.start("othello")
    assert level_options(state, 6)["depth"] == 6
    while state.plies_left > 2 * 10:
        state = state.play(Searcher(level=1)(state))
    assert level_options(state, 6)["depth"] == math.inf
    assert Searcher(level=6).look(state).solved
    assert not Searcher(level=1).look(state).solved


def test_a_users_game_may_bring_levels() -> None:
    state = zermelo.start(Sum)
    assert Searcher(level=1).look(state).depth == 1
    assert Searcher(level=20).look(state).depth == 3

    class Odd(Sum):
        levels = "not a table"

    assert level_options(zermelo.start(Odd), 2) == dict(USUAL[2])

    class Few(Sum):
        levels: ClassVar[Any] = {1: {"depth": 1}}

    with pytest.raises(ValueError, match="has no level 2"):
        Searcher(level=2).look(zermelo.start(Few))


def test_players_by_level() -> None:
    assert player_from("level:5").name == "level:5"
    player = player_from("level:5,threads=2,seconds=1")
    assert isinstance(player, Searcher)
    assert (player.name, player.level, player.limit.seconds) == ("level:5,seconds=1,threads=2", 5, 1.0)
    assert Searcher(level=5).name == "level 5"
    for bad in ("level", "level:", "level:0", "level:21", "level:-1", "level:x", "level:1.5", "level:3,nothing=1"):
        with pytest.raises(ValueError, match=r"level|nothing"):
            player_from(bad)
    for wrong in (0, 21):
        with pytest.raises(ValueError, match="whole number from 1 to 20"):
            Searcher(level=wrong)
    for worse in (True, "3", 2.0):
        with pytest.raises(TypeError, match="expected a whole number"):
            Searcher(level=worse)  # type: ignore[arg-type]


def test_given_limits_come_before_those_of_the_level() -> None:
    state = zermelo.start("othello")
    assert Searcher(limit=zermelo.Limit(depth=2), level=9).look(state).depth == 2
    assert Searcher(limit=zermelo.Limit(nodes=500), level=9).look(state).nodes <= 1000
    clocked = Searcher(limit=zermelo.Limit(clock=zermelo.Clock(1.0)), level=4)
    clocked(state)
    assert clocked.clock is not None
    assert clocked.clock.seconds < 1.0


def test_play_against_a_level(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "tictactoe", "--me", "random", "--level", "7", "--start", "me"]) == 0
    assert "level:7" in capsys.readouterr().out
    assert run(["play", "tictactoe", "--me", "random", "--level", "21"]) == 2
    assert "'21' is not a level (levels: easy, medium, hard, champion, or 1 to 20)" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["connect4", "othello"])
def test_higher_levels_win(name: str) -> None:
    """Five levels apart, from six openings, either side: no fluke."""
    score = 0.0
    for opening in range(6):
        state = zermelo.start(name)
        for move in zermelo.play(state, [zermelo.Random(opening), zermelo.Random(9)], max_plies=4).moves:
            state = state.play(move.move)
        for strong in (0, 1):
            players = [Searcher(level=6), Searcher(level=1)]
            record = zermelo.play(state, players if strong == 0 else players[::-1])
            score += 0.5 if record.winner is None else float(record.winner == strong)
    assert score >= 9


def test_analyze_with_a_level(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyze", "othello", "--level", "3", "--best", "all"]) == 0
    assert "depth 3" in capsys.readouterr().out
    assert run(["analyze", "othello", "--level", "3", "--depth", "2"]) == 0
    assert "depth 2" in capsys.readouterr().out


def test_near_the_end_a_level_searches_to_the_end_whatever_it_costs() -> None:
    class Short(zermelo.Game):
        initial = 0
        max_plies = 3
        levels: ClassVar[dict[int, dict[str, int]]] = {1: {"depth": 1, "nodes": 5, "solve_from": 9}}

        def turn(self, state: int) -> int:
            return state % 2 if state < 3 else zermelo.OVER

        def moves(self, state: int) -> list[int]:
            return [0, 1]

        def play(self, state: int, move: int) -> int:
            return state + 1

        def payoff(self, state: int, player: int) -> int:
            return 0

    assert level_options(zermelo.start(Short), 1) == {"depth": math.inf}
