"""Networks learned from nothing but self-play: labels, training, runs that are broken off and go on."""

from __future__ import annotations

import itertools
import json
import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

import zermelo
from zermelo.autocompile import SWITCH
from zermelo.cli.commands import run as command
from zermelo.learn import Recipe, learn
from zermelo.learn.duel import duel_of, openings, play_pair
from zermelo.learn.fitting import fit_weights
from zermelo.learn.job import learner_of
from zermelo.learn.learner import Turn
from zermelo.learn.networks import NONE, NetworkLearner, network_of
from zermelo.learn.pace import Pace
from zermelo.learn.recipe import read_recipe, recipe_from
from zermelo.learn.report import report
from zermelo.learn.run import run
from zermelo.learn.samples import Seen, pack, positions_of, unpack
from zermelo.learn.training import Parameters, Positions, Schedule, beginning, trained
from zermelo.match.job import Done, Here, Job, Plain
from zermelo.network import Network

np = pytest.importorskip("numpy")


class Piles(zermelo.Game):
    """Two piles; take one to three from one of them; whoever takes the last wins: if both are equal modulo four, the
    side to move has lost. A network sees the sizes, and has to find that out."""

    initial = (7, 9, 0)
    max_plies = 30
    feature_count = 18
    compiled = False  # to compile it takes longer than all games of it

    def turn(self, state):
        return state[2] if state[0] + state[1] else zermelo.OVER

    def moves(self, state):
        for taken in range(1, 4):
            if taken <= state[0]:
                yield taken
            if taken <= state[1]:
                yield 10 + taken

    def play(self, state, move):
        first, second, player = state
        return (first - move, second, 1 - player) if move < 10 else (first, second - (move - 10), 1 - player)

    def payoff(self, state, player):
        return -1 if player == state[2] else 1

    def features(self, state, player):
        yield state[0]
        yield 8 + state[1]


class Undecided(zermelo.Game):
    """The same, without a word on whether it is compiled."""

    initial, max_plies, feature_count, title = Piles.initial, Piles.max_plies, Piles.feature_count, "Piles"
    turn, moves, play, payoff, features = Piles.turn, Piles.moves, Piles.play, Piles.payoff, Piles.features


class Coins(zermelo.Game):
    """Take a coin from either end of a row; the payoff is what one has more. Points, not outcomes."""

    initial = (0, 6, 0, 0)  # the row from here to there, who moves, what player 0 has more
    coins = (3, 9, 1, 2, 7, 4)
    payoffs = "points"
    max_plies = 6
    compiled = False
    feature_count = 64 + 41

    def turn(self, state):
        return state[2] if state[0] < state[1] else zermelo.OVER

    def moves(self, state):
        yield from (0, 1) if state[1] - state[0] > 1 else (0,)

    def play(self, state, move):
        low, high, player, lead = state
        coin = self.coins[high - 1 if move else low] * (1 - 2 * player)
        return (low, high - 1, 1 - player, lead + coin) if move else (low + 1, high, 1 - player, lead + coin)

    def payoff(self, state, player):
        return state[3] * (1 - 2 * player)

    def features(self, state, player):
        yield 8 * state[0] + state[1]
        yield 64 + 20 + max(-20, min(20, state[3] * (1 - 2 * player)))


SMALL = recipe_from(
    {
        "model": "network",
        "game": f"{__file__}:Piles",
        "generations": 2,
        "games": 100,
        "nodes": 0,
        "depth": 3,
        "match_nodes": 0,
        "match_depth": 1,
        "pairs": 20,
        "random_plies": 4,
        "explore": 0.2,
        "hidden": 16,
        "epochs": 60,
        "batch": 16,
        "rate": 0.02,
        "opening_plies": 1,
    }
)


def contents(folder: Path) -> dict[str, bytes]:
    files = [file for file in folder.rglob("*") if file.is_file() and not file.name.endswith(".part")]
    return {str(file.relative_to(folder)): file.read_bytes() for file in files}


# --- a whole run ---


def test_a_network_learns_what_wins_from_nothing_but_games(tmp_path: Path) -> None:
    learned = learn(Piles, recipe=SMALL, folder=tmp_path)
    assert learned.kept
    assert learned.generations[0].duel.score > 0.6  # of those who know nothing
    network = learned.network
    start = zermelo.start(Piles)
    values: dict[bool, list[float]] = {True: [], False: []}  # by whether the side to move has lost
    for size, other in itertools.product(range(8), range(1, 10)):
        values[size % 4 == other % 4].append(network.value(start.game.start((size, other, 0))))
    assert fmean(values[True]) < 0 < fmean(values[False])
    again = Network.load(tmp_path / "network.bin")
    assert again.value(start) == network.value(start)
    assert json.loads((tmp_path / "recipe.json").read_bytes().rpartition(b"\nsha256 ")[0])["hidden"] == 16
    page = (tmp_path / "report.html").read_text()
    assert page == report(learned)
    assert page.count("<svg") == 1 + 2 * len(learned.generations)
    assert "nan" not in page
    assert str(learned).count("generation") == 2


class Stops(Here):
    """Does so many parts, and is then broken off."""

    left = 0

    def run(self, parts: Sequence[Plain], stop: Callable[[], bool]) -> Iterator[list[Done]]:
        for done in super().run(parts, stop):
            if Stops.left == 0:
                raise KeyboardInterrupt
            Stops.left -= 1
            yield done


def test_a_run_that_was_broken_off_comes_to_the_same_bit_for_bit(tmp_path: Path) -> None:
    learner = learner_of(recipe_from({"games": 30, "pairs": 8, "epochs": 4, "margin": 0.0}, SMALL))
    whole = run(learner, tmp_path / "whole")

    def broken_off(job: Job, workers: int) -> Stops:
        return Stops(job)

    for parts in (7, 25, 20, 24):  # in games, and in matches
        Stops.left = parts
        with pytest.raises(KeyboardInterrupt):
            run(learner, tmp_path / "broken", workers=1, pool=broken_off)
    assert run(learner, tmp_path / "broken") == whole
    assert contents(tmp_path / "broken") == contents(tmp_path / "whole")


def test_worker_processes_come_to_the_same(tmp_path: Path) -> None:
    recipe = recipe_from({"games": 12, "pairs": 4, "generations": 1, "epochs": 4}, SMALL)
    learner = learner_of(recipe)
    assert run(learner, tmp_path / "two", workers=2) == run(learner, tmp_path / "here")
    assert contents(tmp_path / "two") == contents(tmp_path / "here")


@pytest.mark.slow
def test_a_game_in_plain_python_is_learned_in_its_compiled_form(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    monkeypatch.delenv(SWITCH, raising=False)  # which tests set to no
    plain = learner_of(SMALL)
    assert isinstance(plain, NetworkLearner)
    compiled = learner_of(recipe_from({"game": f"{__file__}:Undecided"}, SMALL))
    assert compiled.start.game.compiled
    assert not plain.start.game.compiled
    played = compiled.self_play(NONE, 5)
    assert played == plain.self_play(NONE, 5)
    assert compiled.fit([played], 1, math.inf).losses == plain.fit([played], 1).losses


def test_games_of_points_learn_points() -> None:
    recipe = recipe_from({"game": "", "epochs": 100, "opening_plies": 1}, SMALL)
    learned = learn(Coins, recipe=recipe)
    assert not learned.generations[0].fit.logistic
    network, states = learned.network, [zermelo.start(Coins)]
    for state in states:  # all there are; the list grows
        states += [] if state.is_over else [state.play(move) for move in state.moves()]
    true = {each: zermelo.solve(each).score.value for each in states if not each.is_over}
    assert fmean(abs(network.value(each) - true[each]) for each in true) < 0.5 * fmean(map(abs, true.values()))


def test_when_time_is_over_the_run_ends_and_goes_on_as_it_was(tmp_path: Path) -> None:
    """In a hundredth of a second each generation plays the least there may be, and a second run plays no more."""
    recipe = recipe_from({"minutes": 0.0002, "epochs": 1, "depth": 1}, SMALL)
    learner = learner_of(recipe)
    told: list[str] = []
    learned = run(learner, tmp_path, tell=told.append)
    assert [line for line in told if line.startswith("generation 2: self-play: 20 games, ")]
    assert all(each.duel.games >= 8 for each in learned.generations)
    before = contents(tmp_path)
    assert run(learner, tmp_path) == learned
    assert contents(tmp_path) == before


def test_time_is_shared_out(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    pace = Pace(10, 4)
    given = []
    for number in range(1, 5):
        ends = pace.round(number)
        assert now[0] < ends.games < ends.games + ends.fit < ends.match
        given.append(ends.match - now[0])
        now[0] = ends.match
    assert given == sorted(given)
    assert sum(given) == pytest.approx(0.92 * 600)
    assert pace.end == 1600
    late = Pace(10, 4)
    late.go_on(300)
    assert late.spent == pytest.approx(300)
    assert late.round(4).match - now[0] == pytest.approx(0.92 * 600 - 300)
    assert Pace(0, 4).round(1).games == math.inf


# --- labels ---


def turn(state: Any, *, at_random: bool = False, **options: Any) -> Turn:
    return Turn(state, zermelo.search(state, **options), at_random)


def test_labels_follow_what_came_later() -> None:
    game = Piles()
    learner = NetworkLearner(game.start(), recipe_from({"outcome": 0.5}, SMALL))
    states = [game.start((7, 9, 0)), game.start((7, 7, 1)), game.start((1, 0, 0))]
    unknown = {"depth": 1, "eval": "none"}
    turns = [turn(each, **unknown) for each in states[:2]]
    # Nothing is known of values: the result counts.
    assert [seen.label for seen in learner.labelled(turns, 1.0, False)] == [1.0, 0.0]
    # Values count one half: one half each for 0, then the half of that and of the result.
    assert [seen.label for seen in learner.labelled(turns, 1.0, True)] == [0.625, 0.25]
    # What came after a random move says nothing of the position before.
    turns[0] = turns[0]._replace(at_random=True)
    assert [seen.label for seen in learner.labelled(turns, 1.0, True)] == [0.5, 0.25]
    # A proved value counts alone, and for all that came before.
    turns = [*turns, turn(states[2], depth=math.inf)]
    turns[0] = turns[0]._replace(at_random=False)
    labels = [(seen.label, seen.exact) for seen in learner.labelled(turns, -1.0, False)]
    assert labels == [(1.0, False), (0.0, False), (1.0, True)]


def test_positions_before_noisy_moves_are_left_out() -> None:
    class Loud(Piles):
        def noisy(self, state, move):
            return move > 10

    start = zermelo.start(Loud)
    learner = NetworkLearner(start, recipe_from({"noisy": "skip"}, SMALL))
    turns = [turn(start, depth=2, eval="none"), turn(start.play(1), depth=2, eval="none")]
    kept = [each.state for each in turns if each.result is not None and each.result.move <= 10]
    assert len(learner.labelled(turns, 1.0, False)) == len(kept)


def test_positions_say_which_moves_are_noisy() -> None:
    state = zermelo.start("connect4", "112233")
    assert [move for move in state.moves() if state.noisy(move)] == ["4"]
    with pytest.raises(zermelo.GameError, match="does not say which moves are noisy"):
        zermelo.start(Piles).noisy(1)


def test_mirror_images_are_learned_from() -> None:
    class Even(Piles):
        initial = (7, 7, 0)

        def symmetries(self, state):
            yield state[1], state[0], state[2]

    found = {images: NetworkLearner(zermelo.start(Even), recipe_from({"images": images}, SMALL)) for images in (1, 2)}
    one, two = (unpack(learner.self_play(NONE, 3)) for learner in found.values())
    assert len(two.labels) == 2 * len(one.labels) > 0
    assert two.labels[::2].tolist() == two.labels[1::2].tolist() == one.labels.tolist()
    assert two.features[2] == two.features[1] - 8  # the first pile of the image is the second one


# --- positions ---


def test_positions_come_back_as_they_were_packed() -> None:
    game = [Seen((1, 5), (2,), 0.25, True), Seen((), (70_000,), 1.0, False)]
    found = unpack(pack(game))
    assert found.labels.tolist() == [0.25, 1.0]
    assert found.exact.tolist() == [True, False]
    assert found.counts.tolist() == [[2, 0], [1, 1]]
    assert found.features.tolist() == [1, 5, 2, 70_000]
    assert len(unpack(pack([])).labels) == 0
    for damaged in ("", "no", "AAAA"):
        with pytest.raises(ValueError, match="not a packed game"):
            unpack(damaged)


def test_positions_met_again_are_one_with_the_mean_of_their_labels() -> None:
    games = [
        pack([Seen((0, 1), (2,), 1.0, False), Seen((0,), (2,), 0.5, False)]),
        pack([Seen((0, 1), (2,), 0.0, False), Seen((1,), (0, 2), 0.5, False)]),  # held out
    ]
    found = positions_of(games, 3, 0.5)
    rows = {
        (tuple(mover), tuple(other)): (label, held)
        for mover, other, label, held in zip(
            found.mover.tolist(), found.other.tolist(), found.labels.tolist(), found.held.tolist(), strict=True
        )
    }
    assert rows == {
        ((0, 1), (2, 3)): (0.5, False),  # in a game that is fitted, too
        ((0, 3), (2, 3)): (0.5, False),
        ((1, 3), (0, 2)): (0.5, True),
    }
    with pytest.raises(ValueError, match="nothing to learn from"):
        positions_of([pack([])], 3, 0.1)
    with pytest.raises(ValueError, match="features of 2 and more"):
        positions_of(games, 2, 0.1)


# --- training ---


def made_up(count: int, features: int = 12) -> Positions:
    """Who has more of features 0, 1, 2 than the other side, wins; but not with both of 3 and 4."""
    rng = np.random.default_rng(5)
    true = rng.random((2, count, features)) < 0.4
    rows = np.where(true, np.arange(features), features).astype(np.uint16)
    score = (true[0, :, :3].sum(1) - true[1, :, :3].sum(1) + 0.5) * np.where(true[0, :, 3] & true[0, :, 4], -1, 1)
    return Positions(features, rows[0], rows[1], (score > 0).astype(np.float32), np.arange(count) % 5 == 0)


SHORT = Schedule(epochs=6, batch=64, rate=0.02, seed=3)
LONG = Schedule(epochs=20, batch=64, rate=0.02, seed=3)


def test_a_network_learns_what_no_weights_of_features_can() -> None:
    positions = made_up(4000)
    found = trained(positions, beginning(12, 16, 5, 0), LONG, device="numpy")
    rows = np.zeros((4000, 26))
    for side, indices in enumerate((positions.mover, positions.other)):
        np.put_along_axis(rows[:, 13 * side :], indices.astype(int), 1.0, axis=1)
    linear = fit_weights(rows, positions.labels, positions.held, logistic=True)
    assert found.losses[-1][1] < 0.85 * linear.losses[-1][1]
    same = trained(positions, beginning(12, 16, 5, 0), LONG, device="numpy")
    assert same.losses == found.losses
    assert all(np.array_equal(a, b) for a, b in zip(same.parameters.all, found.parameters.all, strict=True))


def test_rows_that_are_gathered_train_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    positions = made_up(1000)
    dense = trained(positions, beginning(12, 16, 5, 0), SHORT, device="numpy")
    monkeypatch.setattr("zermelo.learn.training.DENSE_FEATURES", 0)
    gathered = trained(positions, beginning(12, 16, 5, 0), SHORT, device="numpy")
    assert np.allclose(dense.losses, gathered.losses, atol=1e-3)


@pytest.mark.parametrize("logistic", [True, False])
def test_pytorch_trains_the_same(logistic: bool) -> None:
    pytest.importorskip("torch", reason="PyTorch is not installed (extra train)")
    positions = made_up(1000)
    ours = trained(positions, beginning(12, 16, 5, 0), SHORT, logistic=logistic, device="numpy")
    theirs = trained(positions, beginning(12, 16, 5, 0), SHORT, logistic=logistic, device="cpu")
    assert np.allclose(ours.losses, theirs.losses, atol=2e-3)


def test_slopes_are_those_of_the_loss() -> None:
    """Each step goes down the loss: the slope by differences, and the one that is used."""
    from zermelo.learn.training import NumpyTrainer, values_of

    positions = made_up(50)
    first = beginning(12, 16, 5, 1)
    slopes: list[Any] = []

    class Shows(NumpyTrainer):
        def adam(self, found: list[Any], rate: float) -> None:
            slopes.extend(found)

    def loss(parameters: Parameters) -> float:
        values = values_of(NumpyTrainer(parameters, True), positions)
        return float((np.logaddexp(0, values) - positions.labels * values).mean())

    shows = Shows(first, True)
    shows.take(positions)
    shows.step(np.arange(len(positions)), 0.1)
    for at, slope in enumerate(slopes):
        for index in [tuple(0 for _ in slope.shape), tuple(size - 1 for size in slope.shape)]:
            changed = [[each.astype(float) for each in first.all] for _ in range(2)]
            changed[0][at][index] += 1e-4
            changed[1][at][index] -= 1e-4
            by_differences = (loss(Parameters(*changed[0])) - loss(Parameters(*changed[1]))) / 2e-4
            assert slope[index] == pytest.approx(by_differences, abs=2e-5)


def test_all_positions_held_out_are_nothing_to_train_on() -> None:
    some = made_up(10)
    only = Positions(some.feature_count, some.mover, some.other, some.labels, np.ones(10, bool))
    with pytest.raises(ValueError, match="all are held out"):
        trained(only, beginning(12, 16, 5, 0), SHORT, device="numpy")


def test_a_run_goes_on_from_the_network_of_another(tmp_path: Path) -> None:
    """The first games are played by the network of the file, and the first match is against it."""
    settings = recipe_from({"game": "", "generations": 1, "games": 20, "pairs": 4}, SMALL)
    learned = learn(Piles, recipe=settings)
    network = network_of("Piles", beginning(Piles.feature_count, 16, 2.0, 7), 4.0)
    network.save(tmp_path / "first.bin")
    again = learn(Piles, recipe=settings, begin=str(tmp_path / "first.bin"))
    assert again.generations[0].fit.weights != learned.generations[0].fit.weights
    wrong = network_of("Other", beginning(Piles.feature_count, 16, 2.0, 7), 4.0)
    wrong.save(tmp_path / "other.bin")
    with pytest.raises(ValueError, match="a network of Other does not help"):
        learn(Piles, recipe=settings, begin=str(tmp_path / "other.bin"))
    (tmp_path / "broken.bin").write_bytes(b"nothing")
    with pytest.raises(ValueError, match=r"broken\.bin: not a network"):
        learn(Piles, recipe=settings, begin=str(tmp_path / "broken.bin"))
    (tmp_path / "recipe.toml").write_text('model = "network"\nbegin = "first.bin"\n')
    assert read_recipe(tmp_path / "recipe.toml").begin == str(tmp_path / "first.bin")


# --- what is refused ---


@pytest.mark.parametrize(
    ("settings", "trouble"),
    [
        ({"model": "brain"}, 'model=\'brain\': expected "features" or "network"'),
        ({"begin": "anything"}, r"begin='anything': expected .*a network's file"),
        ({"begin": "missing.bin"}, "begin=missing.bin: No such file"),
        ({"hidden": -16}, "hidden=-16"),
        ({"hidden": 20}, "multiple of 16"),
        ({"hidden": 1_000_000}, "hidden=1000000: must be at most"),
        ({"outcome": 1.5}, "outcome=1.5: must be at most 1"),
        ({"epochs": 0}, "epochs=0"),
        ({"rate": math.nan}, "rate=nan"),
        ({"minutes": math.inf}, "minutes=inf"),
        ({"minutes": -1.0}, "minutes=-1"),
        ({"nodes": "many"}, "nodes='many'"),
        ({"batch": 0}, "batch=0"),
        ({"scale": -2.0}, "scale=-2"),
    ],
)
def test_bad_settings_are_refused(settings: dict[str, Any], trouble: str) -> None:
    with pytest.raises(ValueError, match=trouble):
        learn(Piles, recipe=recipe_from({"game": ""}, SMALL), **settings)


def test_a_game_without_features_is_refused() -> None:
    class Silent(Piles):
        features = None
        feature_count = 0

    with pytest.raises(ValueError, match=r"Silent has no features\(state, player\)"):
        learn(Silent, recipe=recipe_from({"game": ""}, SMALL))


def test_only_a_game_with_a_name_can_be_played_elsewhere() -> None:
    with pytest.raises(ValueError, match="only play a game that the recipe names"):
        learn(Piles, recipe=recipe_from({"game": ""}, SMALL), workers=2)


def test_the_usual_settings_of_a_network() -> None:
    recipe = recipe_from({"model": "network"})
    assert recipe.nodes > 0
    assert recipe.window == 3
    assert recipe_from({"games": 7}, recipe) == recipe_from({"model": "network", "games": 7})
    assert Recipe().nodes == 0


def test_weights_that_know_nothing_play() -> None:
    learner = NetworkLearner(zermelo.start(Piles), SMALL)
    players = [learner.player(NONE, seed) for seed in (1, 2)]
    opening = next(openings(learner.start, 1, 0))
    assert duel_of([play_pair(opening, players)]).games == 2


# --- the command ---


def test_the_command_learns_a_network_and_says_how_it_goes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = {"games": 20, "pairs": 4, "generations": 1, "epochs": 20, "nodes": 0, "depth": 3, "match_nodes": 0}
    changes = [word for name, value in {**settings, "hidden": 16}.items() for word in ("-s", f"{name}={value}")]
    code = command(["learn", SMALL.game, *changes, "--workers", "1", "--out", str(tmp_path)])
    shown = capsys.readouterr()
    assert code in (0, 1)  # by so few games, stronger or not
    assert "generation 1: self-play: 20 games, " in shown.err
    assert " positions (" in shown.err
    assert "generation 1: loss " in shown.err
    assert "against before" in shown.out
    assert (tmp_path / "network.bin").exists() == (code == 0)
    again = command(["learn", SMALL.game, *changes, "--workers", "1", "--out", str(tmp_path), "--json"])
    assert again == code
    assert json.loads(capsys.readouterr().out)["model"] == shown.out.splitlines()[0].removeprefix("Piles: ")


def test_a_command_that_contradicts_itself_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["learn", SMALL.game, "--network", "--features", "x.py:ALL"]) == 2
    assert "no --features" in capsys.readouterr().err
    assert command(["learn", SMALL.game, "-s", "model=brain"]) == 2
    assert 'expected "features" or "network"' in capsys.readouterr().err


def test_a_game_of_the_users_is_learned_in_ten_minutes_if_nothing_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert command(["learn", SMALL.game, "--recipe", "--json"]) == 0
    usual = json.loads(capsys.readouterr().out)
    assert (usual["model"], usual["minutes"], usual["nodes"]) == ("network", 10, 500)
    assert command(["learn", SMALL.game, "--minutes", "3", "--recipe", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["minutes"] == 3
    assert command(["learn", SMALL.game, "-s", "games=50", "--recipe", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["minutes"] == 0
    assert command(["learn", "tictactoe", "--recipe", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["model"] == "features"
