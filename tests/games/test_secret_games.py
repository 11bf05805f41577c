"""The small games of imperfect information: what is possible, found in independent ways; and that nothing leaks."""

from __future__ import annotations

import math
import random
from collections import Counter
from typing import Any

import pytest

import zermelo
from zermelo import State, search
from zermelo.view.text import board

HIDDEN: list[tuple[str, dict[str, Any]]] = [
    ("kuhn", {}),
    ("kuhn", {"cards": 5}),
    ("rps", {"rock": 2}),
    ("blotto", {"coins": 4}),
    ("blotto", {"coins": 5, "other": 3, "payoff": "difference"}),
    ("phantom", {}),
    ("battleship", {}),
    ("battleship", {"width": 3, "height": 3, "fleet": "pair"}),
    ("battleship", {"width": 2, "height": 2, "fleet": "one"}),
]


def random_state(name: str, options: dict[str, Any], rng: random.Random) -> State:
    state = zermelo.start(name, **options)
    for _ in range(rng.randrange(state.info.max_plies)):
        after = state.play(rng.choice(state.moves()))
        if after.is_over:
            break
        state = after
    return state


@pytest.mark.parametrize(("name", "options"), HIDDEN)
def test_no_leak(name: str, options: dict[str, Any]) -> None:
    """A player's view, scene and drawing do not change when only hidden facts do."""
    rng = random.Random(name)
    for _ in range(20):
        state = random_state(name, options, rng)
        for player in (0, 1):
            world = state.sample(player, rng.getrandbits(60))
            assert world.view(player) == state.view(player)
            assert board(world, player) == board(state, player)
            assert world.turn == state.turn
            if state.turn == player:
                assert world.moves() == state.moves()


class Spy:
    """Plays at random and writes down what it was given."""

    def __init__(self, seed: int) -> None:
        self.rng, self.seen = random.Random(seed), list[State]()

    def __call__(self, state: State) -> Any:
        self.seen.append(state)
        return self.rng.choice(state.moves())


def test_a_match_shows_players_no_secrets() -> None:
    """The other's card in what a player is given is as good as drawn: it says nothing about the true one."""
    guesses = 0
    for seed in range(600):
        spies = [Spy(seed), Spy(seed + 1)]
        record = zermelo.play(zermelo.start("kuhn", cards=5), spies, seed=seed)
        cards = record.final[:2]
        guesses += spies[0].seen[0].text[1] == cards[1]
        assert spies[0].seen[0].text[0] == cards[0]
    assert abs(guesses - 600 / 4) < 4 * math.sqrt(600 * 0.25 * 0.75)


# --- phantom tic-tac-toe ---


def test_phantom_worlds() -> None:
    """With nothing refused so far, the other's stones are any sequence of free cells."""
    state = zermelo.start("phantom").play("b2").play("a1")
    worlds = state.worlds(0)
    assert {world.text for world, _ in worlds} >= {f"b2/{cell}" for cell in ("a1", "c3", "b1")}
    assert {world.text for world, _ in worlds} >= {f"b2/b2x,{cell}" for cell in ("a1", "c3", "b1")}
    assert len(worlds) == 16  # eight cells, and whether the middle was tried first
    by_cell: Counter[str] = Counter()
    for world, chance in worlds:
        by_cell[world.text[-2:]] += chance
    assert all(math.isclose(chance, 1 / 8) for chance in by_cell.values())
    told = state.play("a1")
    assert told.turn == 0
    assert told.view(0) == "b2 a1x "
    assert {world.text for world, _ in told.worlds(0)} == {"b2,a1x/a1", "b2,a1x/b2x,a1"}


def test_phantom_board() -> None:
    state = zermelo.start("phantom").play("b2").play("b2").play("c1")
    assert board(state).splitlines()[1:] == ["1 . . O", "2 . X .", "3 . . ."]
    assert board(state, 0).splitlines()[1:] == ["1 . . .", "2 . X .", "3 . . ."]
    assert board(state, 1).splitlines()[1:] == ["1 . . O", "2 . X .", "3 . . ."]


def test_phantom_searches() -> None:
    winning = zermelo.start("phantom", "a1,b1/b2,c3")
    assert search(winning, method="weighted", depth=9).move == "c1"
    assert search(winning, method="ismcts", nodes=5_000).move == "c1"
    assert search(winning, method="montecarlo", samples=50, depth=9).move == "c1"


# --- battleship ---


@pytest.mark.parametrize("options", [{"width": 2, "height": 2}, {"width": 3, "height": 2}])
def test_battleship_worlds(options: dict[str, Any]) -> None:
    """One ship: its own list is that of the walk through all games."""
    rng = random.Random(3)
    for _ in range(12):
        state = random_state("battleship", {**options, "fleet": "one", "shots": 2}, rng)
        for player in (0, 1):
            own = {world.text: chance for world, chance in state.worlds(player)}
            walked = {world.text: chance for world, chance in state._walked_worlds(player)}
            assert own == pytest.approx(walked)


def test_battleship_samples_are_the_listed_fleets() -> None:
    state = zermelo.start("battleship", width=4, height=4, fleet="small")
    for move in ("a1-c1", "a4-b4", "a1-c1", "a3-a4", "b1", "d4", "a1", "d1", "d1", "a2"):
        state = state.play(move)
    wanted = {world.text: chance for world, chance in state.worlds(0)}
    found = Counter(state.sample(0, seed).text for seed in range(3_000))
    assert found.keys() <= wanted.keys()
    for text, chance in wanted.items():
        assert abs(found[text] - 3_000 * chance) <= 5 * math.sqrt(3_000 * chance)


def test_battleship_drawing() -> None:
    state = zermelo.start("battleship", width=3, height=2, fleet="one")
    for move in ("a1-b1", "c1-c2", "c1", "a2"):
        state = state.play(move)
    assert board(state, 0).splitlines() == [
        "sea of the first",
        "  a b c",
        "1 # # .",
        "2 o . .",
        "sea of the second",
        "  a b c",
        "1 . . x",
        "2 . . .",
    ]
    assert board(state, 1).splitlines()[-1] == "2 . . #"


@pytest.mark.slow
def test_battleship_hunting() -> None:
    """Shooting where most drawn fleets lie needs far fewer shots than shooting at random."""
    hunted = [games_shots(seed, hunt=True) for seed in range(6)]
    guessed = [games_shots(seed, hunt=False) for seed in range(6)]
    assert sum(hunted) / 6 < 60 < sum(guessed) / 6


def games_shots(seed: int, hunt: bool) -> int:
    rng = random.Random(seed)
    state = zermelo.start("battleship")
    for _ in range(10):
        state = state.play(rng.choice(state.moves()))
    for shots in range(1, 101):
        if hunt:
            move = search(state, method="montecarlo", depth=1, samples=60, seed=seed, inner="alphabeta").move
        else:
            move = rng.choice(state.moves())
        state = state.play(move)
        if state.is_over:
            return shots
        free = [cell for cell in state.moves() if cell not in state.view(0)] or state.moves()
        state = state.play(rng.choice(free))
        if state.is_over:
            return shots
    return 100


# --- simultaneous moves ---


def test_what_was_chosen_at_once() -> None:
    state = zermelo.start("rps", rock=3).play("rock")
    assert (state.view(0), state.view(1)) == ("r", "?")
    assert state.play("scissors").payoff(0) == 3
    values = {line.move: line.score.value for line in search(state, method="weighted").lines}
    assert values == pytest.approx({"rock": 2 / 3, "paper": 0, "scissors": -2 / 3})


@pytest.mark.parametrize(("options", "won"), [({}, 1), ({"payoff": "difference"}, 2)], ids=str)
def test_blotto_pays_for_winning_or_for_every_field(options: dict[str, str], won: int) -> None:
    over = zermelo.start("blotto", coins=5, other=3, **options).play("2-2-1").play("1-1-1")
    assert (over.payoff(0), over.payoff(1)) == (won, -won)


def test_blotto_counts() -> None:
    for coins, fields, ways in ((10, 3, 66), (20, 3, 231), (10, 4, 286), (10, 5, 1001)):
        assert len(zermelo.start("blotto", coins=coins, fields=fields).moves()) == ways
    with pytest.raises(ValueError, match="more than 5000 ways"):
        zermelo.start("blotto", coins=100, fields=4)
