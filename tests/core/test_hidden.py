"""What a player sees, and the positions a player cannot tell apart: against walking through the whole game."""

from __future__ import annotations

import math
from collections import Counter

import pytest

import zermelo
from zermelo import OVER, GameError, State
from zermelo.check import check_game


class Hands(zermelo.Game):
    """Both players choose a hand, the second without seeing the first's; the dice may then swap them."""

    initial = ""
    hidden = chance = small = True
    payoffs = "points"
    max_plies = 3

    def turn(self, state):
        return (0, 1, zermelo.CHANCE, OVER)[len(state)]

    def moves(self, state):
        return "yn" if len(state) == 2 else "lr"

    def play(self, state, move):
        return state + move

    def odds(self, state, move):
        return 0.75 if move == "y" else 0.25

    def payoff(self, state, player):
        same = (state[0] == state[1]) == (state[2] == "y")
        return (1 if same else -1) * (1 if player == 0 else -1)

    def view(self, state, player):
        """Their own hand, how many moves were made, and at the end everything."""
        if len(state) == 3:
            return state
        own = state[player] if len(state) > player else ""
        return f"{own}{len(state)}"


class Listed(Hands):
    def worlds(self, state, player):
        if len(state) == 3 or len(state) <= 1 - player:
            return [(state, 1.0)]
        other = 1 - player
        return [(state[:other] + hand + state[other + 1 :], 0.5) for hand in "lr"]

    def sample(self, state, player, rng):
        states, chances = zip(*self.worlds(state, player), strict=True)
        return rng.choices(states, chances)[0]


class Three(zermelo.Game):
    """Three players; each in turn takes one of three coins of 1, 2 and 3 and loses the average."""

    initial = ()
    players = ("a", "b", "c")
    payoffs = "points"
    small = True
    max_plies = 3

    def turn(self, state):
        return len(state) if len(state) < 3 else OVER

    def moves(self, state):
        return [coin for coin in (1, 2, 3) if coin not in state]

    def play(self, state, move):
        return (*state, move)

    def payoff(self, state, player):
        return state[player] - 2


def every_position(state: State) -> list[State]:
    found = [state]
    for move in state.moves():
        found += every_position(state.play(move))
    return found


def as_dict(worlds: list[tuple[State, float]]) -> dict[str, float]:
    return {world.text: chance for world, chance in worlds}


@pytest.mark.parametrize("game", ["kuhn", Listed])
def test_worlds_are_those_of_the_walk(game: object) -> None:
    """The game's own lists are what walking through it from the start gives."""
    for state in every_position(zermelo.start(game)):
        for player in (0, 1):
            own, walked = as_dict(state.worlds(player)), as_dict(state._walked_worlds(player))
            assert own.keys() == walked.keys()
            assert all(math.isclose(own[text], walked[text]) for text in own)


def test_kuhn_views() -> None:
    state = zermelo.start("kuhn", "QK:pb")
    assert (state.view(0), state.view(1)) == ("Q?:pb", "?K:pb")
    assert zermelo.start("kuhn", "QK:pbb").view(0) == "QK:pbb"  # shown
    assert zermelo.start("kuhn", "QK:pbp").view(0) == "Q?:pbp"  # not shown
    assert as_dict(state.worlds(0)) == {"QJ:pb": 0.5, "QK:pb": 0.5}
    assert as_dict(zermelo.start("kuhn", "Q").worlds(1)) == pytest.approx({"J": 1 / 3, "Q": 1 / 3, "K": 1 / 3})


@pytest.mark.parametrize("game", ["kuhn", Hands, Listed])
def test_samples_come_by_their_probability(game: object) -> None:
    state = zermelo.start(game)
    state = state.play(state.moves()[0])
    state = state.play(state.moves()[1])
    for player in (0, 1):
        wanted = as_dict(state.worlds(player))
        found = Counter(state.sample(player, seed).text for seed in range(2_000))
        assert found.keys() == wanted.keys()
        for text, chance in wanted.items():
            spread = math.sqrt(2_000 * chance * (1 - chance))
            assert abs(found[text] - 2_000 * chance) <= 4 * spread


def test_a_game_that_hides_nothing() -> None:
    state = zermelo.start("tictactoe").play("b2")
    assert state.view(0) == state.view(1) == state.text
    assert state.worlds(1) == [(state, 1.0)]
    assert state.sample(0, 7) == state


def test_what_is_unreachable_has_no_worlds() -> None:
    class Unreachable(Hands):
        def moves(self, state):
            return "l" if len(state) == 0 else super().moves(state)

    with pytest.raises(GameError, match="never comes to"):
        zermelo.start(Unreachable(), "r").worlds(0)


def test_too_large_to_walk() -> None:
    class Long(zermelo.Game):
        initial = ()
        hidden = True
        max_plies = 40

        def turn(self, state):
            return len(state) % 2 if len(state) < 40 else OVER

        def moves(self, state):
            return range(9)

        def play(self, state, move):
            return (*state, move)

        def payoff(self, state, player):
            return 0

        def view(self, state, player):
            return repr((len(state), state[player::2]))

        max_states = 10_000

    state = zermelo.start(Long()).play(1)
    with pytest.raises(GameError, match="too large a game"):
        state.worlds(1)


@pytest.mark.parametrize("game", ["kuhn", Hands, Listed, Three])
def test_laws(game: object) -> None:
    report = check_game(game, 100)
    assert report.ok, str(report)
    kinds = {"a sampled position looks the same", "nothing that was seen is forgotten"}
    assert game is Three or all(any(kind in line for line in report.lines) for kind in kinds)


BROKEN = {
    "forgets": ("nothing that was seen", {"view": lambda self, state, player: f"{len(state)}"}),
    "leaks": ("other moves", {"moves": lambda self, state: "lr" if len(state) != 1 or state == "l" else "l"}),
    "odd odds": ("probabilities", {"odds": lambda self, state, move: 0.3}),
    "wrong world": ("looks different", {"worlds": lambda self, state, player: [("lr"[: len(state)], 1.0)]}),
    "no sum": ("add up to", {"worlds": lambda self, state, player: [(state, 0.5)]}),
    "itself missing": (
        "think the position itself",
        {"worlds": lambda self, state, player: [("rrn"[: len(state)], 1.0)]},
    ),
    "bad sample": ("looks different", {"sample": lambda self, state, player, rng: "lly"[: len(state)]}),
    "no pair": ("not (state, probability)", {"worlds": lambda self, state, player: [state]}),
    "no list": ("not a sequence", {"worlds": lambda self, state, player: 3}),
    "raises": ("ZeroDivisionError", {"view": lambda self, state, player: 1 // 0}),
    "not zero-sum": ("do not cancel", {"payoff": lambda self, state, player: 1}),
}


@pytest.mark.parametrize("bug", BROKEN)
def test_laws_catch(bug: str) -> None:
    words, methods = BROKEN[bug]
    report = check_game(type("Broken", (Listed if "sample" in methods else Hands,), methods), 60)
    assert any(words in problem for problem in report.problems), report


def test_declarations() -> None:
    def start(**attributes: object) -> State:
        return zermelo.start(type("Odd", (Hands,), attributes))

    with pytest.raises(GameError, match="no view"):
        start(view=None)
    with pytest.raises(GameError, match="expected 1 to 10 names"):
        start(players=())
    with pytest.raises(GameError, match="declare zero_sum = False"):
        start(players=("me",))
    with pytest.raises(GameError, match="two players, no chance"):
        start(compiled=True)
    with pytest.raises(GameError, match="low <= high"):
        start(low=2.0, high=1.0)
    three = zermelo.start(Three)
    for wrong in (-1, 3):
        with pytest.raises(ValueError, match="player is 0 to 2"):
            three.view(wrong)
    with pytest.raises(GameError, match="expected 0 to 2 or OVER"):
        zermelo.start(type("Odd", (Three,), {"turn": lambda self, state: 3}))
