"""What solve picks, and that it says so."""

from __future__ import annotations

import math

import pytest
from small_games import Breakthrough, Dodgem, Graph, Hexapawn, Kalah, PongHauKi

import zermelo
from zermelo import Stop, endgames, search, solve, solving, start


def test_alpha_beta_first() -> None:
    state = start("tictactoe")
    result = solve(state)
    assert result.note == "solved by alpha-beta"
    usual = search(state, depth=math.inf)
    assert (result.score, result.line, result.nodes) == (usual.score, usual.line, usual.nodes)
    assert solve(start(Hexapawn(3, 3))).note == "solved by alpha-beta"


def test_the_games_own_solver() -> None:
    assert solve(start("connect4", width=5, height=4)).note == "solved by the game's own solver"


def test_where_positions_come_back() -> None:
    result = solve(start(PongHauKi))
    assert (str(result.score), result.note) == ("draw", "solved by retrograde analysis of 56 positions")
    result = solve(start(Dodgem(3)))
    assert (str(result.score), result.note) == ("win in 19", "solved by retrograde analysis of 1,963 positions")
    assert result.score is not None
    assert result.score.proved


def test_proofs_where_there_is_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "MOST_POSITIONS_MB", 0.01)
    result = solve(start(Dodgem(3)), memory_mb=0.2)
    assert result.score is not None
    assert (result.score.outcome, result.note) == ("win", "solved by proof-number search")


def test_states_that_cannot_be_written_down() -> None:
    class Thing:
        pass

    class Vague(PongHauKi):
        initial = ("00.11", 0, Thing())

        def play(self, state, move):
            return (*super().play(state[:2], move), state[2])

        def steps(self, state):
            return super().steps(state[:2])

    result = solve(start(Vague))
    assert (str(result.score), result.note) == ("draw", "solved by proof-number search")


def test_proofs_after_alpha_beta(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "FIRST_NODES", 40_000)
    state = start(Breakthrough(4, 4))
    result = solve(state)
    assert (str(result.score), result.note) == ("loss", "solved by proof-number search")
    assert result.method == "auto"
    assert 40_000 < result.nodes < 80_000


def test_points_where_positions_come_back() -> None:
    result = solve(start(Graph([(0, (1, 3)), (1, (0, 2)), -2.0, 3.0], points=True)))
    assert (result.score, result.solved) == (zermelo.Score(3.0, proved=True), True)
    assert result.note.startswith("solved by retrograde analysis")
    assert solve(start(Kalah(1, 3))).note == "solved by alpha-beta"


def test_a_table_that_is_given() -> None:
    state = start(Hexapawn(3, 3))
    result = solve(state, endgames=endgames(state))
    assert (str(result.score), result.note) == ("loss in 6", "solved by alpha-beta with an endgame table")


@pytest.mark.parametrize("asked", [{"method": "alphabeta"}, {"order": "history"}, {"best": 2}, {"trace": True}])
def test_what_is_asked_for_is_done(asked: dict[str, object]) -> None:
    result = solve(start("tictactoe"), **asked)
    assert result.solved
    assert result.note == ""


def test_limits_hold_for_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "FIRST_NODES", 1_000)
    for game in (Breakthrough(5, 5), Dodgem(4)):
        result = solve(start(game), nodes=20_000)
        assert not result.solved
        assert not result.note.startswith("solved")
        assert result.nodes <= 20_000
        assert result.move in start(game).moves()
    stop = Stop()
    stop.set()
    assert not solve(start(Dodgem(4)), stop=stop).solved


def test_over() -> None:
    state = start("tictactoe", "XXX/OO./...")
    result = solve(state)
    assert result.solved
    assert result.stopped == "over"
