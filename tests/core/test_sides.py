"""Partners: players who share a payoff are one side, and the methods for two players search them."""

from __future__ import annotations

import random

import pytest

import zermelo
from zermelo import OVER, GameError, search
from zermelo.check import check_game
from zermelo.methods import METHODS
from zermelo.result import Score


def test_partners_see_a_score_alike() -> None:
    score = Score(3.0, "at least", 2, sides=(0, 1, 0, 1))
    assert [score.for_player(player).value for player in range(4)] == [3, -3, 3, -3]
    assert score.for_player(0) == score.for_player(1).for_player(2).for_player(0)
    assert score.for_player(3).bound == "at most"


class Pairs(zermelo.Game):
    """Four players in turn add one of two numbers; first and last play against the two between them."""

    initial: tuple[int, ...] = ()
    players = ("a", "b", "c", "d")
    sides = (0, 1, 1, 0)
    payoffs = "points"
    small = True
    table = random.Random(7).sample(range(-40, 40), 16)

    def turn(self, state: tuple[int, ...]) -> int:
        return len(state) if len(state) < 4 else OVER

    def moves(self, state: tuple[int, ...]) -> tuple[int, ...]:
        return 0, 1

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)

    def payoff(self, state: tuple[int, ...], player: int) -> float:
        value = self.table[state[0] * 8 + state[1] * 4 + state[2] * 2 + state[3]]
        return value if self.sides[player] == 0 else -value


def test_a_game_in_python_says_who_are_partners() -> None:
    def value(state: tuple[int, ...]) -> float:
        if len(state) == 4:
            return Pairs().payoff(state, 0)
        return (max if len(state) in (0, 3) else min)(value((*state, move)) for move in (0, 1))

    for method in METHODS:
        found = search(zermelo.start(Pairs), method=method)
        assert found.score is not None
        assert found.score.value == value(()), method
    assert zermelo.start(Pairs, search(zermelo.start(Pairs), method="minimax").line).payoff(3) == value(())
    second = search(zermelo.start(Pairs).play(0), method="alphabeta", trace=True)
    assert second.score is not None
    assert second.score.for_player(0).value == value((0,))
    assert second.trace is not None
    assert [second.trace[0].turn, second.trace[0].value] == [1, value((0,))]
    assert check_game(Pairs, games=20).ok


@pytest.mark.parametrize("sides", [(0, 1), (0, 0, 0, 0), (0, 1, 2, 1)])
def test_sides_that_make_no_sense(sides: tuple[int, ...]) -> None:
    with pytest.raises(GameError, match="expected 0 or 1 for each of 4 players"):
        zermelo.start(type("Odd", (Pairs,), {"sides": sides}))


def test_partners_whose_payoffs_differ_are_found() -> None:
    class Unfair(Pairs):
        def payoff(self, state: tuple[int, ...], player: int) -> float:
            return (2, -1, -1, 0)[player]

    report = check_game(Unfair, games=20)
    assert not report.ok
    assert "partners share a payoff" in str(report.problems)
