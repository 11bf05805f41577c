"""Selective search: each feature can be switched on by itself, is counted, and is named in a trace."""

from __future__ import annotations

import math
import random
from typing import ClassVar, cast

import pytest

import zermelo
from zermelo import Game, State, search, start
from zermelo.methods import SELECTIVE
from zermelo.query import FeatureOptions, SearchOptions
from zermelo.reasons import REASONS
from zermelo.trace import Trace

CONNECT4 = start("connect4").play("4").play("4").play("3")
COUNTED = {
    "quiescence": "quiescent",
    "extensions": "extended",
    "reductions": "reduced",
    "late_pruning": "late",
    "futility": "futile",
    "reverse_futility": "far_above",
    "internal_reduction": "shallower",
}


Position = tuple[tuple[int, ...], tuple[int, ...], int, int]  # the men of each, whose turn, plies


class Exchange(Game):
    """Two rows of men that take each other: the mover takes one of the other's, of worth 1 to 3, or passes on.

    Men are their worths.
    """

    initial = ((1, 2, 3), (1, 2, 3), 0, 0)
    max_plies = 24

    def turn(self, s: Position) -> int:
        return zermelo.OVER if s[3] >= 10 or not s[0] or not s[1] else s[2]

    def moves(self, s: Position) -> list[int]:
        return [0, *sorted(set(s[1 - s[2]]))]

    def play(self, s: Position, move: int) -> Position:
        men = [s[0], s[1]]
        if move:
            rest = list(men[1 - s[2]])
            rest.remove(move)
            men[1 - s[2]] = tuple(rest)
        return men[0], men[1], 1 - s[2], s[3] + 1

    def payoff(self, s: Position, player: int) -> int:
        won = (sum(s[0]) > sum(s[1])) - (sum(s[0]) < sum(s[1]))
        return won if player == 0 else -won

    def evaluate(self, s: Position, player: int) -> int:
        return (sum(s[0]) - sum(s[1])) * (1 if player == 0 else -1)

    def noisy(self, s: Position, move: int) -> bool:
        return move != 0

    def gain(self, s: Position, move: int) -> int:
        return move - max(s[s[2]])

    def pass_turn(self, s: Position) -> Position:
        return s[0], s[1], 1 - s[2], s[3] + 1


# Where there is something to count: one reply, and many moves.
POSITIONS = {
    "extensions": (start("tictactoe"), 9),
    "late_pruning": (start("mnk", m=7, n=7, k=5), 4),
}


def late_connect4() -> State:
    """A position with a dozen empty cells."""
    rng = random.Random(11)
    while True:
        state = start("connect4")
        while not state.is_over and state.plies_left > 12:
            state = state.play(rng.choice(state.moves()))
        if not state.is_over:
            return state


@pytest.mark.parametrize("feature", COUNTED)
def test_each_feature_is_counted_where_it_is_on(feature: str) -> None:
    state, depth = POSITIONS.get(feature, (CONNECT4, 7))
    asked: SearchOptions = {"method": "scout+table", "order": "best", "depth": depth}
    plain = search(state, **asked)
    one = search(state, **asked, **cast(FeatureOptions, {feature: True}))
    counts = vars(one.counts)
    assert vars(plain.counts)[COUNTED[feature]] == 0
    assert counts[COUNTED[feature]] > 0
    others = {name for name in COUNTED.values() if name != COUNTED[feature]}
    if feature != "quiescence":  # which leaves out captures that cannot reach alpha, too
        assert not any(counts[name] for name in others)


def test_without_selective_nothing_is_left_out() -> None:
    for state in (CONNECT4, start(Exchange)):
        result = search(state, depth=6, selective=False, solver=False)
        assert result.counts.left_out == result.counts.quiescent == result.counts.extended == 0
        assert result.confidence == 1
        assert result.score is not None
        assert result.score.exact


def test_a_selective_value_is_an_estimate_until_it_is_proved() -> None:
    result = search(CONNECT4, depth=8, solver=False)
    assert result.score is not None
    assert result.score.bound == "about"
    assert not result.solved
    assert result.confidence < 1
    assert "selectively" in str(result)
    late = late_connect4()
    proved, full = search(late, nodes=2_000_000, solver=False), search(late, depth=math.inf)
    assert proved.solved
    assert proved.score is not None
    assert proved.score.exact
    assert full.score is not None
    assert proved.score.value == full.score.value


def test_a_game_in_python_says_what_an_exchange_is_worth() -> None:
    asked = search(start(Exchange), nodes=3000, trace=True)
    assert asked.trace is not None
    reasons = {node.reason for node in asked.trace}
    assert "losing exchange" in reasons
    assert asked.counts.null_moves > 0 or "null move" not in reasons


def test_a_trace_says_why() -> None:
    result = search(CONNECT4, depth=7, solver=False, trace=True)
    assert result.trace is not None
    why = {node.why for node in result.trace} - {""}
    assert any(text.startswith("reduced by 2: late move, depth ") for text in why)
    assert any(text.startswith("not searched: futile, ") for text in why)
    assert any(text.startswith("left: ") for text in why)
    assert {node.reason for node in result.trace} <= set(REASONS)
    again = Trace.from_json(result.trace.to_json(), CONNECT4)
    assert all(again[i] == result.trace[i] for i in range(len(again)))


def test_features_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="quiescence leaves something out: it contradicts selective=False"):
        search(CONNECT4, depth=3, quiescence=True, selective=False)
    with pytest.raises(ValueError, match="reductions is for alpha-beta"):
        search(CONNECT4, depth=3, method="minimax", reductions=True)
    with pytest.raises(ValueError, match="futility needs an evaluation"):
        search(start("synthetic"), depth=3, method="alphabeta", futility=True, eval="none")
    with pytest.raises(ValueError, match="is for games of two sides without dice"):
        search(start("backgammon"), depth=1, method="expectiminimax+star1", reductions=True)


def test_auto_is_selective_where_a_game_says_what_is_noisy() -> None:
    assert search(start(Exchange), nodes=500).counts.quiescent > 0
    quiet = search(start("synthetic"), nodes=500, eval=lambda state, player: 0.0)
    assert quiet.counts.left_out == quiet.counts.quiescent == 0
    assert set(SELECTIVE) >= set(COUNTED)


def test_a_game_may_say_what_suits_it() -> None:
    """`tuned` changes auto, and a query changes it back; without selectivity it says nothing."""

    class Tuned(zermelo.Game):
        initial = (0, 0)
        max_plies = 24
        tuned: ClassVar[dict[str, object]] = {"quiescence": False}

        def turn(self, s: tuple[int, int]) -> int:
            return zermelo.OVER if s[0] == 12 else s[0] % 2

        def moves(self, s: tuple[int, int]) -> range:
            return range(1, 4)

        def play(self, s: tuple[int, int], move: int) -> tuple[int, int]:
            return s[0] + 1, s[1] * 3 % 101 + move

        def payoff(self, s: tuple[int, int], player: int) -> int:
            return 1 if s[1] % 2 == player else -1

        def evaluate(self, s: tuple[int, int], player: int) -> int:
            return (s[1] % 7 - 3) * (1 - 2 * player)

        def noisy(self, s: tuple[int, int], move: int) -> bool:
            return move == 3

    class Usual(Tuned):
        tuned: ClassVar[dict[str, object]] = {}

    class Wrong(Tuned):
        tuned: ClassVar[dict[str, object]] = {"quietness": True}

    def nodes(game: type[zermelo.Game], **options: bool) -> tuple[int, int]:
        result = search(zermelo.start(game), depth=5, **options)
        return result.nodes, result.counts.quiescent

    assert nodes(Tuned)[1] == 0 < nodes(Usual)[1]
    assert nodes(Tuned, quiescence=True) == nodes(Usual)
    assert nodes(Tuned) == nodes(Usual, quiescence=False)
    assert nodes(Tuned, selective=False) == nodes(Usual, selective=False)
    with pytest.raises(zermelo.GameError, match="quietness"):
        search(zermelo.start(Wrong), depth=5)
