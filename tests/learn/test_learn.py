"""Learning for any game: labels, fits, matches, and runs that are killed and go on."""

from __future__ import annotations

import json
import math
import random
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import zermelo
from costs import eventually
from zermelo.errors import GameError
from zermelo.learn import Recipe, learn, load_weights, read_recipe, recipe_for
from zermelo.learn.checkpoints import Folder
from zermelo.learn.duel import duel_of, openings
from zermelo.learn.features import FeatureLearner
from zermelo.learn.fitting import fit_weights
from zermelo.learn.job import LearnJob, learner_of
from zermelo.learn.recipe import recipe_from
from zermelo.learn.report import report
from zermelo.learn.run import run
from zermelo.linear import Linear

np = pytest.importorskip("numpy")


class Piles(zermelo.Game):
    """Two piles; take one to three from one of them; whoever takes the last wins."""

    initial = (6, 9, 0)
    max_plies = 30
    weights = (0.0, 0.0)

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

    def balanced(self, state, player):
        return 1.0 if state[0] % 4 == state[1] % 4 else 0.0

    def left(self, state, player):
        return float(state[0] + state[1])

    def evaluate(self, state, player):
        return self.weights[0] * self.balanced(state, player) + self.weights[1] * self.left(state, player)


class Coins(zermelo.Game):
    """Take a coin from either end of a row; the payoff is what one has more. Points, not outcomes."""

    initial = ((3, 9, 1, 2, 7, 4), 0, 0)  # the row, who moves, what player 0 has more
    payoffs = "points"
    max_plies = 6

    def turn(self, state):
        return state[1] if state[0] else zermelo.OVER

    def moves(self, state):
        yield "left"
        if len(state[0]) > 1:
            yield "right"

    def play(self, state, move):
        row, player, lead = state
        coin = row[0] if move == "left" else row[-1]
        return row[1:] if move == "left" else row[:-1], 1 - player, lead + coin * (1 - 2 * player)

    def payoff(self, state, player):
        return state[2] * (1 - 2 * player)


def lead(state, player):
    return state.data[2] * (1 - 2 * player)


def best_end(state, player):
    row = state.data[0]
    return max(row[0], row[-1])


SMALL = {"games": 40, "pairs": 20, "depth": 1, "match_depth": 1, "random_plies": 3, "solve_nodes": 300}


def test_a_users_game_learns_what_wins() -> None:
    learned = learn(Piles, ["balanced", "left"], hand=(0, -1), **SMALL)
    assert learned.weights[0] < -2  # balanced piles are lost for the side to move
    first = learned.generations[0]
    assert first.kept
    assert first.duel.score > 0.8
    assert 0.3 * first.positions < first.exact < first.positions
    assert learned.against_hand is not None
    assert learned.against_hand.score > 0.6
    assert str(learned).startswith("Piles: balanced -")


def test_functions_and_methods_as_features_learn_the_same() -> None:
    def balanced(state, player):
        return float(state.data[0] % 4 == state.data[1] % 4)

    def left(state, player):
        return float(state.data[0] + state.data[1])

    by_name, by_function = learn(Piles, ["balanced", "left"], **SMALL), learn(Piles, [balanced, left], **SMALL)
    assert by_name.weights == by_function.weights
    state = zermelo.start(Piles)
    assert by_function.linear([balanced, left])(state, 0) == Linear(by_name.weights, [balanced, left])(state, 0)


def test_a_compiled_game_learns_the_same() -> None:
    pytest.importorskip("numba")
    plain = learn(Piles, ["balanced", "left"], **SMALL)

    class Quick(Piles):
        title = "Piles"

    assert learn(zermelo.compiled(Quick), ["balanced", "left"], **SMALL).weights == plain.weights


def test_games_of_points_learn_points() -> None:
    learned = learn(Coins, [lead, best_end], games=60, pairs=8, random_plies=4, opening_plies=1, depth=1, match_depth=1)
    assert not learned.generations[0].fit.logistic
    assert learned.weights[0] == pytest.approx(1, abs=0.25)  # a coin in hand is worth a coin
    assert 0 < learned.weights[1] < 1.5


def test_labels_near_the_end_are_true_values() -> None:
    learner = FeatureLearner(zermelo.start("tictactoe"), [lambda state, player: 0.0], Recipe(solve_nodes=100_000))
    state = zermelo.start("tictactoe", "XX./OO./...")
    states = [state, state.play("c3")]  # a blunder: the win was c1
    final = states[-1].play("c2")
    labels = [(label, exact) for _, label, exact in learner.labelled(states, final.payoff(0), (0.0,))]
    assert labels == [(1.0, True), (1.0, True)]


def test_labels_by_deeper_search() -> None:
    recipe = Recipe(solve_nodes=1, labels="search", label_depth=1)
    learner = FeatureLearner(zermelo.start(Piles), ["balanced", "left"], recipe)
    state = zermelo.start(Piles)
    ((_, label, exact),) = learner.labelled([state], 0.0, (0.0, 0.5))
    # the best reply leaves the other as few as can be: 15 - 3
    assert (label, exact) == (pytest.approx(1 / (1 + math.exp(6))), False)


def test_logistic_weights_are_found() -> None:
    rng = np.random.default_rng(1)
    rows = rng.normal(size=(20_000, 2)) * [1, 10]
    chance = 1 / (1 + np.exp(-(rows @ [1.5, -0.05] + 0.3)))
    fitted = fit_weights(rows, rng.random(len(rows)) < chance, np.arange(len(rows)) % 10 == 9, logistic=True)
    assert fitted.weights == (pytest.approx(1.5, rel=0.05), pytest.approx(-0.05, rel=0.1))
    assert fitted.on_move == pytest.approx(0.3, abs=0.07)
    assert fitted.losses[-1][1] < fitted.losses[0][1]
    for told, true, _ in fitted.calibration:
        assert told == pytest.approx(true, abs=0.12)


def test_features_that_say_nothing_do_no_harm() -> None:
    rows = [[0.0, 1.0, float(i % 2)] for i in range(100)]
    fitted = fit_weights(rows, [i % 2 for i in range(100)], [False] * 100, logistic=True)
    assert fitted.weights[:2] == (0, 0)
    assert fitted.weights[2] > 1


def test_features_must_be_finite() -> None:
    with pytest.raises(ValueError, match="feature 2 is not a finite number"):
        fit_weights([[1, math.nan], [1, 2]], [0, 1], [False, False], logistic=True)


def test_a_duel_counts_pairs() -> None:
    duel = duel_of([(1.0, 0.5), (0.0, 1.0), (1.0, 1.0), (0.5, 0.5)])
    assert (duel.games, duel.wins, duel.draws, duel.losses) == (8, 4, 3, 1)
    assert duel.score == pytest.approx(5.5 / 8)
    assert 0 < duel.error < 0.2
    assert duel.stronger(0)
    assert not duel.stronger(3)


def test_openings_differ() -> None:
    found = openings(zermelo.start("tictactoe"), 2, 1)
    texts = [next(found).text for _ in range(40)]
    assert len(set(texts)) == 40
    assert next(openings(zermelo.start("tictactoe"), 2, 1)).text == texts[0]


def test_a_game_too_short_for_openings_is_refused() -> None:
    with pytest.raises(ValueError, match="no unfinished positions after 9"):
        next(openings(zermelo.start("tictactoe"), 9, 1))


@pytest.mark.parametrize("name", ["tictactoe", "connect4", "othello"])
def test_built_in_recipes_are_whole(name: str) -> None:
    recipe = recipe_for(name)
    assert recipe is not None
    assert recipe.game == name
    learner = FeatureLearner(zermelo.start(name), features := list(load(recipe.features)), recipe)
    assert len(recipe.hand) == len(features)
    samples = learner.self_play([0.0] * len(features), 1)
    assert samples
    assert {exact for *_, exact in samples} <= {True, False}


def load(text: str) -> Any:
    return zermelo.load.load_object(text)


def test_connect_four_features_add_up_to_the_plain_ones() -> None:
    """What lasts, what does not, and what can be filled now: together they are all open threes."""
    from zermelo.games.connect4.features import idle_threes, lasting_threes, open_threes, other_fours, own_fours

    rng = random.Random(1)
    seen = 0
    for _ in range(200):
        state = zermelo.start("connect4")
        for _ in range(rng.randrange(8, 30)):
            if not state.is_over:
                state = state.play(rng.choice(state.moves()))
        for player in (0, 1):
            parts = own_fours, lasting_threes, idle_threes
            total = sum(part(state, player) for part in parts) - other_fours(state, player)
            assert total == open_threes(state, player)
        seen += open_threes(state, 0) != 0
    assert seen > 20


def test_learned_weights_of_tic_tac_toe_beat_those_set_by_hand() -> None:
    learned = learn("tictactoe")
    assert learned.against_hand is not None
    assert learned.against_hand.stronger(2), str(learned.against_hand)


@pytest.mark.slow
def test_learned_weights_of_connect_four_beat_those_set_by_hand() -> None:
    learned = learn("connect4")
    assert learned.against_hand is not None
    assert learned.against_hand.stronger(2), str(learned.against_hand)


def contents(folder: Path) -> dict[str, bytes]:
    files = [file for file in folder.rglob("*") if file.is_file() and not file.name.endswith(".part")]
    return {str(file.relative_to(folder)): file.read_bytes() for file in files}


def test_a_killed_run_goes_on_to_the_same_result(tmp_path: Path) -> None:
    """Killed again and again at random, every file comes out as in a run that was left alone."""
    command = [sys.executable, "-m", "zermelo", "learn", "tictactoe", "-s", "games=60", "-s", "pairs=30", "--out"]

    def begun(folder: str) -> subprocess.Popen[bytes]:
        words = [*command, str(tmp_path / folder), "--workers", "2"]
        return subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def files_in(folder: str) -> int:
        return sum(file.is_file() for file in (tmp_path / folder).rglob("*"))

    def reached(run: subprocess.Popen[bytes], files: int) -> bool:
        return files_in("broken") >= files or run.poll() is not None

    whole = begun("whole")
    assert whole.communicate()[1]
    assert whole.returncode == 0
    kills = 0
    for enough in sorted(random.Random(1).sample(range(1, files_in("whole")), 2)):
        with begun("broken") as broken:
            assert eventually(partial(reached, broken, enough))
            kills += broken.poll() is None
            broken.kill()
    last = begun("broken")
    last.communicate()
    assert last.returncode == 0
    assert kills >= 1
    assert contents(tmp_path / "broken") == contents(tmp_path / "whole")


def test_pieces_that_were_changed_are_refused(tmp_path: Path) -> None:
    learn(Piles, ["balanced", "left"], folder=tmp_path, **SMALL)
    before = contents(tmp_path)
    file = tmp_path / "generation-1" / "games-000000.json"
    file.write_bytes(file.read_bytes().replace(b"1.0", b"0.0", 1))
    with pytest.raises(ValueError, match=r"games-000000\.json: changed or damaged"):
        learn(Piles, ["balanced", "left"], folder=tmp_path, **SMALL)
    file.unlink()
    learn(Piles, ["balanced", "left"], folder=tmp_path, **SMALL)
    assert contents(tmp_path) == before


def test_changed_weights_are_refused(tmp_path: Path) -> None:
    learned = learn(Piles, ["balanced", "left"], folder=tmp_path, **SMALL)
    file = tmp_path / "weights.json"
    assert load_weights(file) == {"balanced": learned.weights[0], "left": learned.weights[1]}
    told = json.loads(file.read_text())
    told["weights"][0] += 1
    file.write_text(json.dumps(told))
    with pytest.raises(ValueError, match="changed since it was written"):
        load_weights(file)
    file.write_text("no")
    with pytest.raises(ValueError, match="not a file of weights"):
        load_weights(file)


def test_a_folder_holds_one_recipe_and_one_run(tmp_path: Path) -> None:
    learn(Piles, ["balanced", "left"], folder=tmp_path, **SMALL)
    with pytest.raises(ValueError, match=r"another recipe \(seed\)"):
        learn(Piles, ["balanced", "left"], folder=tmp_path, seed=1, **SMALL)
    held = Folder(tmp_path)
    try:
        with pytest.raises(ValueError, match="another run is at work"):
            learn(Piles, ["balanced", "left"], folder=tmp_path, **SMALL)
    finally:
        held.close()


def test_the_report_has_its_plots(tmp_path: Path) -> None:
    learned = learn(Piles, ["balanced", "left"], folder=tmp_path, hand=(0, -1), **SMALL)
    page = (tmp_path / "report.html").read_text()
    assert page == report(learned)
    assert page.count("<svg") == 1 + 2 * len(learned.generations)
    for text in ("Loss", "Calibration", "weights set by hand", "balanced", "solve_nodes"):
        assert text in page
    assert "nan" not in page


@pytest.mark.parametrize(
    ("settings", "trouble"),
    [
        ({"gmaes": 3}, "no setting 'gmaes' - did you mean games"),
        ({"games": 0}, "games=0"),
        ({"hold_out": 1.0}, "hold_out"),
        ({"labels": "guess"}, "labels"),
        ({"depth": 1.5}, "depth=1.5"),
        ({"hand": (1.0,)}, "1 weights set by hand for 2 features"),
    ],
)
def test_bad_settings_are_refused(settings: dict[str, Any], trouble: str) -> None:
    with pytest.raises(ValueError, match=trouble):
        learn(Piles, ["balanced", "left"], **settings)


def test_features_that_are_not_there_are_refused() -> None:
    with pytest.raises(ValueError, match="Piles has no method 'nothing'"):
        learn(Piles, ["nothing"])
    with pytest.raises(ValueError, match="no features"):
        learn(Piles, [])


def test_a_recipe_is_read_from_toml(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('game = "my.py:Mine"\nfeatures = "my.py:ALL"\nhand = [1, 2]\ngames = 30\n')
    recipe = read_recipe(tmp_path / "a.toml")
    assert recipe == recipe_from(
        {"game": f"{tmp_path}/my.py:Mine", "features": f"{tmp_path}/my.py:ALL", "hand": [1, 2], "games": 30}
    )
    (tmp_path / "a.toml").write_text("games = ")
    with pytest.raises(ValueError, match=r"a\.toml: not TOML"):
        read_recipe(tmp_path / "a.toml")
    (tmp_path / "a.toml").write_text("gams = 3")
    with pytest.raises(ValueError, match=r"a\.toml: recipe: no setting 'gams'"):
        read_recipe(tmp_path / "a.toml")


def test_without_numpy_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['numpy'] = None\nfrom zermelo.cli import main\nmain(['learn', 'tictactoe'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 4
    assert "pip install 'zermelo[learn]'" in done.stderr
    assert "Traceback" not in done.stderr


# --- by worker processes ---


def weighed(folder: Path, name: str, workers: int, **settings: Any) -> dict[str, bytes]:
    learn("tictactoe", games=30, pairs=12, folder=folder / name, workers=workers, **settings)
    return contents(folder / name)


def test_worker_processes_come_to_the_same(tmp_path: Path) -> None:
    assert weighed(tmp_path, "here", 0) == weighed(tmp_path, "two", 2)


FATAL = """
import os, zermelo
from zermelo.games.tictactoe.features import FEATURES
def fatal(state, player):
    # some process dies of it, {times} times in all
    for time in range({times}):
        try:
            os.close(os.open(f"{folder}/died-{{time}}", os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            continue
        os._exit(9)
    return 0.0
ALL = [*FEATURES, fatal]
"""


def fatal(folder: Path, times: int) -> str:
    (folder / "fatal.py").write_text(FATAL.format(times=times, folder=folder))
    for number in range(times):  # this process survives
        (folder / f"died-{number}").touch()
    return f"{folder}/fatal.py:ALL"


def test_a_worker_that_dies_changes_nothing(tmp_path: Path) -> None:
    recipe = recipe_from(
        {"game": "tictactoe", "features": fatal(tmp_path, 3), "games": 30, "pairs": 12, "generations": 1}
    )
    learner = learner_of(recipe)
    whole = run(learner, tmp_path / "whole", workers=0)
    for number in range(3):
        (tmp_path / f"died-{number}").unlink()
    assert run(learner, tmp_path / "killed", workers=2) == whole
    assert len(list(tmp_path.glob("died-*"))) == 3
    assert contents(tmp_path / "whole") == contents(tmp_path / "killed")


def test_a_game_that_kills_every_worker_is_told(tmp_path: Path) -> None:
    recipe = recipe_from({"game": "tictactoe", "features": fatal(tmp_path, 99), "games": 4, "pairs": 2})
    learner = learner_of(recipe)
    for file in tmp_path.glob("died-*"):
        file.unlink()
    with pytest.raises(GameError, match=r"died 3 times \(exit code 9\)"):
        run(learner, workers=1)


def test_a_feature_that_fails_is_told_from_a_worker(tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text(
        "def odd(state, player):\n    return 1 / (state.text.count('.') - 4)\nALL = [odd]\n"
    )
    recipe = recipe_from({"game": "tictactoe", "features": f"{tmp_path}/odd.py:ALL", "games": 20, "pairs": 2})
    with pytest.raises(GameError, match="ZeroDivisionError"):
        run(learner_of(recipe), workers=1)


def test_only_what_has_a_name_can_be_played_elsewhere() -> None:
    with pytest.raises(ValueError, match="that the recipe names"):
        learn(Piles, ["balanced", "left"], workers=2, **SMALL)


def test_openings_are_the_same_wherever_they_are_asked_for() -> None:
    recipe = recipe_for("tictactoe")
    assert recipe is not None
    one, other = LearnJob(learner_of(recipe)), LearnJob(learner_of(recipe))
    assert one.opening(5, 7) == [other.opening(5, number) for number in range(8)][7]
    assert one.opening(6, 7) != one.opening(5, 7)
