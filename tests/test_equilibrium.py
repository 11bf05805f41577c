"""Equilibria: known values, an independent slow CFR, brute-force best responses, and games that do not fit."""

from __future__ import annotations

import itertools
import math

import pytest

import zermelo
from costs import SOON_SECONDS, Cost
from zermelo.equilibrium import Equilibrium, best_response, equilibrium, exploitability, tabulated
from zermelo.game import CHANCE, OVER
from zermelo.players.mixed import Mixed

LIARS = {"dice": 1, "sides": 4}
VALUES = [  # by sequence-form linear programming elsewhere
    ("kuhn", {}, -1 / 18),
    ("leduc", {}, -0.0856064),
    ("liars_dice", LIARS, 1 / 16),
]


# --- an independent slow implementation: recursion over States, nothing shared with the core ---


class SlowRegret:
    """Counterfactual regret minimisation as in the paper, players taking turns."""

    def __init__(self, root: zermelo.State) -> None:
        self.root = root
        self.regret: dict[tuple[int, str], list[float]] = {}
        self.sums: dict[tuple[int, str], list[float]] = {}

    def shares(self, state: zermelo.State) -> tuple[tuple[int, str], list[float]]:
        place, moves = (state.turn, state.view(state.turn)), state.moves()
        regret = self.regret.setdefault(place, [0.0] * len(moves))
        self.sums.setdefault(place, [0.0] * len(moves))
        gains = [max(each, 0.0) for each in regret]
        total = sum(gains)
        return place, [each / total if total else 1 / len(moves) for each in gains]

    def iterate(self) -> None:
        for learner in (0, 1):
            frozen: dict[tuple[int, str], list[float]] = {}
            change: dict[tuple[int, str], list[float]] = {}
            self.walk(self.root, learner, 1.0, 1.0, frozen, change)
            for place, gains in change.items():
                self.regret[place] = [a + b for a, b in zip(self.regret[place], gains, strict=True)]

    def walk(self, state, learner, own, others, frozen, change) -> float:  # type: ignore[no-untyped-def]
        if state.turn == OVER:
            return float(state.payoff(learner))
        moves = state.moves()
        if state.turn == CHANCE:
            odds = [state.odds(move) for move in moves]
            return sum(
                p * self.walk(state.play(m), learner, own, others * p, frozen, change)
                for m, p in zip(moves, odds, strict=True)
            )
        place, now = self.shares(state)
        shares = frozen.setdefault(place, now)
        if state.turn != learner:
            return sum(
                p * self.walk(state.play(m), learner, own, others * p, frozen, change)
                for m, p in zip(moves, shares, strict=True)
            )
        if place not in change:
            change[place] = [0.0] * len(moves)
            self.sums[place] = [a + own * p for a, p in zip(self.sums[place], shares, strict=True)]
        values = [
            self.walk(state.play(m), learner, own * p, others, frozen, change)
            for m, p in zip(moves, shares, strict=True)
        ]
        value = sum(p * v for p, v in zip(shares, values, strict=True))
        change[place] = [c + others * (v - value) for c, v in zip(change[place], values, strict=True)]
        return value

    def policy(self, state: zermelo.State) -> list[float]:
        sums = self.sums[state.turn, state.view(state.turn)]
        return [each / sum(sums) if sum(sums) else 1 / len(sums) for each in sums]


def places(root: zermelo.State) -> dict[tuple[int, str], zermelo.State]:
    """One state for each thing that a player can have seen."""
    found: dict[tuple[int, str], zermelo.State] = {}
    left = [root]
    while left:
        state = left.pop()
        if state.turn == OVER:
            continue
        if state.turn != CHANCE:
            found.setdefault((state.turn, state.view(state.turn)), state)
        left += [state.play(move) for move in state.moves()]
    return found


@pytest.mark.parametrize(("game", "options"), [("kuhn", {}), ("liars_dice", {"dice": 1, "sides": 2})])
def test_the_same_as_the_slow_one(game: str, options: dict[str, int]) -> None:
    root = zermelo.start(game, **options)
    slow = SlowRegret(root)
    for _ in range(20):
        slow.iterate()
    found = equilibrium(root, method="cfr", iterations=20)
    for state in places(root).values():
        assert list(found.policy(state).values()) == pytest.approx(slow.policy(state), abs=1e-9)


def test_best_response_by_brute_force() -> None:
    """Kuhn poker: of all pure strategies of a player, the best wins what best_response says."""
    root = zermelo.start("kuhn")
    found = equilibrium(root, method="cfr", iterations=7)
    own = {view: state for (player, view), state in places(root).items() if player == 0}
    best = -math.inf
    for moves in itertools.product(*(state.moves() for state in own.values())):
        pure = {view: {str(state.name(move)): 1.0} for (view, state), move in zip(own.items(), moves, strict=True)}
        best = max(best, played(root, (pure, found.policies[1])))
    assert best_response(root, found, 0).value == pytest.approx(best, abs=1e-12)


def played(state: zermelo.State, policies) -> float:  # type: ignore[no-untyped-def]
    """What player 0 wins on average, by walking through the game."""
    if state.turn == OVER:
        return float(state.payoff(0))
    if state.turn == CHANCE:
        return sum(state.odds(move) * played(state.play(move), policies) for move in state.moves())
    shares = policies[state.turn][state.view(state.turn)]
    return sum(
        shares.get(str(state.name(move)), 0.0) * played(state.play(move), policies)
        for move in state.moves()
        if shares.get(str(state.name(move)), 0.0)
    )


@pytest.mark.parametrize(("game", "options", "value"), VALUES)
def test_values(game: str, options: dict[str, int], value: float) -> None:
    root = zermelo.start(game, **options)
    found = equilibrium(root, iterations=2000)
    assert found.exploitability is not None
    assert found.exploitability < 2e-4
    assert found.value == pytest.approx(value, abs=2e-4)
    assert played(root, found.policies) == pytest.approx(found.value, abs=1e-9)


@pytest.mark.parametrize(("game", "options", "value"), VALUES)
def test_exact_values(game: str, options: dict[str, int], value: float) -> None:
    pytest.importorskip("scipy")
    found = equilibrium(zermelo.start(game, **options), method="exact")
    assert found.value == pytest.approx(value, abs=5e-8)
    assert found.exploitability == pytest.approx(0, abs=1e-9)
    assert found.stopped == "solved"


@pytest.mark.parametrize(
    ("game", "method", "iterations", "wanted"),
    [  # found alike by two other programs
        ("kuhn", "cfr", 100, 8.23e-3),
        ("kuhn", "cfr", 1000, 9.38e-4),
        ("kuhn", "cfr+", 100, 1.19e-3),
        ("kuhn", "cfr+", 1000, 8.74e-5),
        ("leduc", "cfr", 10, 0.889),
        ("leduc", "cfr", 100, 9.57e-2),
        ("leduc", "cfr", 1000, 1.18e-2),
        ("leduc", "cfr+", 10, 0.610),
        ("leduc", "cfr+", 100, 1.34e-2),
        ("leduc", "dcfr", 100, 7.75e-3),
    ],
)
def test_checkpoints(game: str, method: str, iterations: int, wanted: float) -> None:
    found = equilibrium(zermelo.start(game), method=method, iterations=iterations)
    assert found.exploitability == pytest.approx(wanted, rel=6e-3)
    assert (found.iterations, found.stopped) == (iterations, "iterations")


@pytest.mark.parametrize(
    ("game", "options", "wanted"), [("kuhn", {}, 0.4583), ("leduc", {}, 2.374), ("liars_dice", LIARS, 0.655)]
)
def test_exploitability_of_moving_at_random(game: str, options: dict[str, int], wanted: float) -> None:
    root = zermelo.start(game, **options)
    uniform = tabulated(root, lambda state: {move: 1 / len(state.moves()) for move in state.moves()})
    assert exploitability(root, uniform) == pytest.approx(wanted, abs=6e-4)
    assert exploitability(root, ({}, {})) == pytest.approx(exploitability(root, uniform), abs=1e-12)


def test_sampling() -> None:
    root = zermelo.start("leduc")
    one, two = (equilibrium(root, method="mccfr", iterations=20_000, seed=3) for _ in range(2))
    assert one == two
    assert one != equilibrium(root, method="mccfr", iterations=20_000, seed=4)
    assert one.exploitability is not None
    assert one.exploitability < 0.35
    large = equilibrium(root, method="mccfr", iterations=100, max_nodes=50)  # too large to be judged
    assert (large.value, large.exploitability) == (None, None)


def test_limits() -> None:
    root = zermelo.start("leduc")
    until = equilibrium(root, exploitability=0.01)
    assert until.exploitability is not None
    assert until.exploitability <= 0.01
    assert until.stopped == "exploitability"
    cost = Cost()
    timed = equilibrium(root, seconds=0.05)
    assert timed.stopped == "seconds"
    assert cost.seconds <= SOON_SECONDS
    stop = zermelo.Stop()
    seen: list[Equilibrium] = []

    def watch(found: Equilibrium) -> None:
        seen.append(found)
        if len(seen) == 3:
            stop.set()

    stopped = equilibrium(root, iterations=10**9, progress=watch, stop=stop)
    assert stopped.stopped == "cancelled"
    assert [each.iterations for each in seen[:3]] == [8, 24, 56]


def test_json_and_words() -> None:
    found = equilibrium(zermelo.start("kuhn"), iterations=100)
    assert Equilibrium.from_json(found.to_json()) == found
    assert "kuhn" in str(found)
    assert "exploitability" in str(found)
    with pytest.raises(ValueError, match="not an Equilibrium"):
        Equilibrium.from_json("{}")


def test_players_mix() -> None:
    """The equilibrium at both ends of the table comes near the value."""
    root = zermelo.start("kuhn")
    found = equilibrium(root, exploitability=1e-3)
    games = 3000
    total = 0.0
    for seed in range(games):
        record = zermelo.play(root, [Mixed(found, seed), Mixed(found, seed + games)], seed=seed)
        assert record.payoffs is not None
        total += record.payoffs[0]
    assert total / games == pytest.approx(-1 / 18, abs=4 * 1.5 / math.sqrt(games))


class Forgetful(zermelo.Game):
    """Two moves of the same player, who does not see what the first one was."""

    initial = ()
    hidden = True
    max_plies = 3

    def turn(self, state):
        return zermelo.OVER if len(state) == 3 else int(len(state) == 1)

    def moves(self, state):
        yield from "ab"

    def play(self, state, move):
        return (*state, move)

    def payoff(self, state, player):
        return (1 if state[0] == state[2] else -1) * (1 if player == 0 else -1)

    def view(self, state, player):
        return str(len(state))


class Lopsided(Forgetful):
    """The second player sees nothing, but may do more after one of the moves."""

    def turn(self, state):
        return zermelo.OVER if len(state) == 2 else len(state)

    def moves(self, state):
        yield from "abc" if state == ("a",) else "ab"

    def payoff(self, state, player):
        return (1 if state[0] == state[1] else -1) * (1 if player == 0 else -1)


class Matching(Lopsided):
    """Matching pennies."""

    max_plies = 2

    def moves(self, state):
        yield from "ab"


def test_games_that_do_not_fit() -> None:
    with pytest.raises(zermelo.GameError, match="forgets"):
        equilibrium(zermelo.start(Forgetful))
    with pytest.raises(zermelo.GameError, match="different moves"):
        equilibrium(zermelo.start(Lopsided))
    with pytest.raises(zermelo.GameError, match="more than 100 nodes"):
        equilibrium(zermelo.start("leduc"), max_nodes=100)
    with pytest.raises(ValueError, match="perfect information"):
        equilibrium(zermelo.start("tictactoe"))


def test_a_game_in_python() -> None:
    found = equilibrium(zermelo.start(Matching), iterations=500)
    assert found.value == pytest.approx(0, abs=0.01)
    assert found.policies[1]["1"] == pytest.approx({"a": 0.5, "b": 0.5}, abs=0.02)
    assert equilibrium(zermelo.start(Matching), method="mccfr", iterations=2000).exploitability < 0.2


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"method": "cfr++"}, "did you mean cfr"),
        ({"iterations": 0}, "iterations=0"),
        ({"iterations": True}, "iterations=True"),
        ({"seconds": -1}, "seconds=-1"),
        ({"exploitability": 0}, "exploitability=0"),
        ({"seed": -1}, "seed=-1"),
        ({"max_nodes": 0.5}, "max_nodes=0.5"),
        ({"method": "mccfr"}, "give iterations"),
        ({"method": "exact", "seconds": 1}, "no limits"),
    ],
)
def test_bad_options(options: dict[str, object], words: str) -> None:
    with pytest.raises((TypeError, ValueError), match=words.replace("+", r"\+")):
        equilibrium(zermelo.start("kuhn"), **options)  # type: ignore[arg-type]


def test_bad_strategies() -> None:
    root = zermelo.start("leduc")
    for policy, words in (
        ({"Js": {"check": 0.5}}, "add up to 0.5"),
        ({"Js": {"fold": 1.0}}, "not one of the moves"),
        ({"Js": {"check": 2.0, "raise": -1.0}}, "no probability"),
    ):
        with pytest.raises(ValueError, match=words):
            exploitability(root, (policy, {}))
    with pytest.raises(ValueError, match="player=2"):
        best_response(root, ({}, {}), 2)


# --- hold'em ---


def test_the_clairvoyant_bettor() -> None:
    """Nuts or nothing against a hand in between: bluff half as often with a bet of the pot, be called half the time."""
    text = "board KsTd7h4c2s; pot 2; bet 2; raises 1; hands KhKd,3c3d / AhAd"
    found = equilibrium(zermelo.start("holdem", text), exploitability=1e-5)
    assert found.value == pytest.approx(0.5, abs=1e-4)
    table = "KsTd7h4c2s"
    assert found.policies[0][f"{table} KhKd"]["bet"] == pytest.approx(1, abs=0.01)
    bluff = found.policies[0][f"{table} 3d3c"]["bet"]
    assert bluff == pytest.approx(0.5, abs=0.01)
    called = found.policies[1][f"{table} AhAd r"]["call"]
    assert called == pytest.approx(0.5, abs=0.01)
