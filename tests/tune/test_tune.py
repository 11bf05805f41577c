"""Tuning: SPSA goes where it should, a tuning that is killed goes on, and the test at the end says what is true."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import ClassVar

import pytest
from offers import Offers

import zermelo
from costs import eventually, hearing_ctrl_c
from zermelo.cli.commands import run as command
from zermelo.match.journal import read_record
from zermelo.profile import Profile, read_profile, with_attributes
from zermelo.query import FEATURES
from zermelo.tune import Parameter, Plan, tune
from zermelo.tune.job import TuneJob
from zermelo.tune.parameters import TUNABLE, parameters_of
from zermelo.tune.report import report
from zermelo.tune.run import planned, run
from zermelo.tune.spsa import Schedule, moved, probes, signs
from zermelo.tune.tuned import Decision

GREEDY = {"method": "alphabeta", "depth": 1, "openings": "random:6"}
SMALL = {"iterations": 5, "pairs": 2, "nodes": 60, "test_pairs": 6}
HERE = f"{Path(__file__).with_name('offers.py')}:Offers"


# ---- SPSA ----


def parameter(start: float, low: float = 0.0, high: float = 10.0, step: float = 1.0, whole: bool = False) -> Parameter:
    return Parameter("x", start, low, high, step, start, whole)


def test_spsa_finds_the_top_of_a_noisy_hill():
    hill, goal = (parameter(2.0), parameter(8.0), parameter(5.0)), (7.0, 3.0, 4.0)
    schedule, rng, values = Schedule(1000, gain=0.5), random.Random(1), tuple(each.start for each in hill)

    def height(at):
        return -sum((x - best) ** 2 for x, best in zip(at, goal, strict=True)) / 20

    for k in range(1, 1001):
        up, down = probes(hill, values, schedule, 0, k)
        result = max(-1.0, min(1.0, height(up) - height(down) + rng.gauss(0, 0.2)))
        values = moved(hill, values, schedule, 0, k, result)
    assert all(abs(x - best) < 0.8 for x, best in zip(values, goal, strict=True)), values


def test_steps_and_gains_are_spalls():
    schedule, each = Schedule(100, gain=1.0), parameter(5.0, step=0.5)
    assert schedule.spread(each, 1) == 0.5
    assert schedule.spread(each, 32) == pytest.approx(0.5 / 32**0.101)
    a = 2 * 0.5**2 * 11**0.602
    assert schedule.rate(each, 7) == pytest.approx(a / (10 + 7) ** 0.602)
    (up,), (down,) = probes([each], (5.0,), schedule, 3, 1)
    assert {up, down} == {4.5, 5.5}
    after = moved([each], (5.0,), schedule, 3, 1, 1.0)[0]
    assert after == up  # one side won everything: one step to where it was


def test_signs_follow_from_seed_and_iteration_alone():
    drawn = [signs(5, k, 3) for k in range(200)]
    assert drawn == [signs(5, k, 3) for k in range(200)]
    assert drawn != [signs(6, k, 3) for k in range(200)]
    assert all(60 < sum(each[i] == 1 for each in drawn) < 140 for i in range(3))


def test_values_stay_in_their_range_and_whole_numbers_whole():
    edge, count = parameter(0.2), parameter(3, step=0.4, whole=True)
    up, down = probes([edge, count], (0.2, 3.3), Schedule(10), 0, 9)
    assert min(up[0], down[0]) == 0.0
    assert {up[1], down[1]} == {2.0, 4.0}  # not both 3: the games would be alike
    assert moved([edge], (0.2,), Schedule(10, gain=100), 0, 1, 1.0)[0] in (0.0, 10.0)


# ---- games ----


def test_a_users_attribute_moves_to_its_best_value():
    """From 0.25, where 2 is right; the game's own class, by depth 1, so that the evaluation alone decides."""
    tuned = tune(Offers, {"worth": (0, 4)}, **GREEDY, iterations=25, pairs=6, gain=2.0, test_pairs=200, elo1=40)
    assert 1.3 < tuned.values["worth"] < 3, tuned
    assert tuned.verdict == "stronger"
    assert tuned.trial is not None
    assert tuned.trial.difference.elo > 60
    assert tuned.profile.attributes == tuned.values
    assert tuned.profile.options == {}
    better = tuned.profile.applied(Offers())
    assert zermelo.start(better).evaluate(0) == 0
    assert better.evaluate((4, 0, 1), 0) == tuned.values["worth"]


def test_nothing_to_gain_is_not_called_stronger():
    """The right value is there already, and the test is hard: what is found is another number, but not stronger."""
    tuned = tune(with_attributes(Offers(), {"worth": 2.0}), {"worth": (1, 3)}, **GREEDY, iterations=8, test_pairs=40)
    assert tuned.verdict in ("undecided", "not stronger", "unchanged")


def test_all_numbers_among_the_features_can_be_tuned():
    numbers = {each.name for each in zermelo.Features.fields() if each.type in ("float", "int")}
    assert numbers == set(TUNABLE) - {"explore"}
    assert {"margin", "reduction"} <= numbers
    found = parameters_of(zermelo.start("connect4"), None, "auto")
    assert {each.name for each in found} == {name for name in numbers if FEATURES[name].default}
    assert all(each.usual == each.start for each in found)


def test_a_tuning_begins_where_the_game_says():
    class Own(Offers):
        tuned: ClassVar = {"margin": 1.5}

    (found,) = parameters_of(zermelo.start(Own), ["margin"], "auto")
    assert (found.usual, found.start, found.low, found.high) == (1.5, 1.5, 0.5, 4.5)
    (found,) = parameters_of(zermelo.start(Own), ["margin"], "scout")
    assert found.usual == 1.0


def test_features_are_tuned_in_built_in_games():
    tuned = tune("connect4:width=6,height=5", {"margin": (0.2, 4)}, iterations=2, pairs=2, nodes=300, test_pairs=2)
    assert len(tuned.steps) == 2
    assert tuned.profile.options == tuned.values
    assert tuned.games == 8


def test_an_option_of_another_method_is_tuned():
    tuned = tune("tictactoe", ["explore=0.1:4"], method="mcts", nodes=30, iterations=2, pairs=2, test_pairs=0)
    assert tuned.verdict in ("untested", "unchanged")
    assert set(tuned.profile.options) == {"explore"}


# ---- resuming ----


def test_a_tuning_that_was_killed_goes_on_to_the_same_result(tmp_path):
    whole = tune(Offers, ["worth=0:4", "apple=1:1:9"], folder=tmp_path / "whole", **kinds())
    profile, record = (tmp_path / "whole" / name for name in ("profile.toml", "games.record"))
    data = record.read_bytes()
    rng = random.Random(0)
    for number in range(3):  # killed while it wrote
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "games.record").write_bytes(data[: rng.randrange(1, len(data))])
        again = tune(Offers, ["worth=0:4", "apple=1:1:9"], folder=folder, **kinds())
        assert again == whole
        assert (folder / "profile.toml").read_bytes() == profile.read_bytes()
        assert (folder / "report.html").read_bytes() == (tmp_path / "whole" / "report.html").read_bytes()


def kinds() -> dict[str, object]:
    return {**GREEDY, **SMALL, "nodes": None, "features": {"selective": False}}


def test_stopping_and_going_on(tmp_path):
    start, plan = planned(Offers, ["worth=0:4"], kinds())
    alone = run(start, plan)
    done: list[int] = []

    def enough() -> bool:
        return len(done) > 5

    with pytest.raises(KeyboardInterrupt):
        run(start, plan, tmp_path, progress=lambda standing: done.append(standing.done), stop=enough)
    kept = len(read_record(tmp_path / "games.record").entries)
    assert 0 < kept < 10
    assert run(start, plan, tmp_path) == alone
    assert not list(tmp_path.glob(".*"))


def test_other_processes_come_to_the_same(tmp_path):
    alone = tune("tictactoe", ["explore=0.1:4"], method="mcts", **SMALL)
    assert tune("tictactoe", ["explore=0.1:4"], method="mcts", workers=2, folder=tmp_path, **SMALL) == alone
    with pytest.raises(ValueError, match="only play a game by its name"):
        tune(Offers, ["worth=0:4"], workers=2, **kinds())


def test_a_folder_of_another_tuning_is_refused(tmp_path):
    tune(Offers, ["worth=0:4"], folder=tmp_path, **kinds())
    with pytest.raises(ValueError, match=r"holds another tuning \(seed differ\)"):
        tune(Offers, ["worth=0:4"], folder=tmp_path, **kinds(), seed=1)
    with pytest.raises(ValueError, match=r"holds another tuning \(parameters differ\)"):
        tune(Offers, ["worth=0:5"], folder=tmp_path, **kinds())
    code = command(
        ["match", "random", "naive", "-g", "tictactoe", "--pairs", "1", "--record", str(tmp_path / "games.record")]
    )
    assert code == 2
    (tmp_path / "games.record").write_text("something else\n")
    with pytest.raises(ValueError, match="not a record of games"):
        tune(Offers, ["worth=0:4"], folder=tmp_path, **kinds())


# ---- the test at the end ----


def decided(pairs: list[tuple[float, float]], positions: list[str] | None = None) -> Decision:
    decision = Decision(Plan(), positions or [str(i) for i in range(len(pairs))])
    decision.look({f"test/{number}": points for number, points in enumerate(pairs, 1)})
    return decision


def test_verdicts():
    rng = random.Random(0)
    better = decided([(1.0, float(rng.random() < 0.6)) for _ in range(2000)])
    assert better.trial.verdict == "stronger"
    assert len(better.points) < 200  # and no longer than needed
    worse = decided([(0.0, float(rng.random() < 0.6)) for _ in range(2000)])
    assert worse.trial.verdict == "not stronger"
    even = decided([(float(rng.random() < 0.5), float(rng.random() < 0.5)) for _ in range(30)])
    assert even.trial.verdict == "undecided"
    assert "undecided" in str(even.trial)


def test_the_same_position_counts_once_and_the_order_of_arrival_does_not_matter():
    pairs = [(1.0, 0.5), (1.0, 1.0), (0.0, 1.0), (0.5, 0.5)]
    once = decided(pairs, ["a", "b", "a", "c"])
    assert once.points == [1.5, 2.0, 1.0]
    late = Decision(Plan(), ["a", "b", "a", "c"])
    assert not late.look({"test/2": (1.0, 1.0)})
    assert late.points == []
    late.look({f"test/{number}": points for number, points in enumerate(pairs, 1)})
    assert late.points == once.points


# ---- what is refused ----


@pytest.mark.parametrize(
    ("game", "parameters", "settings", "message"),
    [
        ("connect4", ["marin=0:1"], {}, "no parameter 'marin' - did you mean margin"),
        ("connect4", ["margin=3:1"], {}, "upside down"),
        ("connect4", ["margin=0.3:nan"], {}, "expected a number"),
        ("connect4", {"margin": (float("nan"), 0.3, 3)}, {}, "expected a number"),
        ("connect4", ["margin=5:0.3:3"], {}, "5 is outside the range"),
        ("connect4", ["margin=1:0.3:3:9"], {}, "a step of 9"),
        ("connect4", ["margin=a:b"], {}, "not numbers"),
        ("connect4", ["margin="], {}, "expected NAME"),
        ("connect4", ["margin=1:2:3:4:5"], {}, "got 5 numbers"),
        ("connect4", ["margin", "margin"], {}, "given twice"),
        ("connect4", [], {}, "no parameters"),
        ("connect4", ["table=0:1"], {}, "no parameter 'table'"),
        (Offers, ["max_plies=5:20"], {}, "no parameter 'max_plies'"),
        (Offers, ["apple=0.5:2"], {}, "whole number"),
        (Offers, ["idle=0:3"], {"method": "alphabeta", "depth": 1}, "makes no difference"),
        ("connect4", ["margin"], {"method": "alphabeta", "depth": 2}, "makes no difference"),
        ("backgammon", ["margin"], {}, "a game of chance"),
        ("kuhn", ["margin"], {}, "imperfect information|game of chance"),
        ("connect4", ["margin"], {"iteratons": 5}, "no setting 'iteratons' - did you mean iterations"),
        ("connect4", ["margin"], {"iterations": 0}, "iterations=0"),
        ("connect4", ["margin"], {"gain": float("nan")}, "gain=nan"),
        ("connect4", ["margin"], {"nodes": 0}, "nodes"),
        ("connect4", ["margin"], {"elo0": 5, "elo1": 1}, "elo0=5 must be below elo1=1"),
        ("connect4", ["margin"], {"method": "alfabeta"}, "unknown method"),
        ("connect4", ["margin"], {"openings": "random:x"}, "openings"),
        ("connect4", ["margin"], {"features": {"margn": 1}}, "margn"),
    ],
)
def test_bad_input_is_refused(game, parameters, settings, message):
    with pytest.raises((ValueError, TypeError), match=message):
        tune(game, parameters, **{"iterations": 2, "pairs": 1, **settings})


def test_what_is_refused_leaves_nothing_behind(tmp_path):
    with pytest.raises(ValueError, match="makes no difference"):
        tune(Offers, ["idle=0:3"], folder=tmp_path, **kinds())
    assert not list(tmp_path.iterdir())


def test_a_command_that_fails_leaves_nothing_behind(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert command(["tune", HERE, "-p", "idle=0:3", "--method", "alphabeta", "--depth", "1"]) == 2
    assert command(["tune", "tictactoe", "--fit", "--positions", "10", "--depth", "9"]) == 2
    assert "too few to measure" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
    short = ["--iterations", "1", "--pairs", "1", "--test-pairs", "0", "--workers", "1"]
    assert command(["tune", HERE, "-p", "worth=0:4", "--method", "alphabeta", "--depth", "1", *short]) in (0, 1)
    assert not list(tmp_path.iterdir())


# ---- profiles ----


def test_profiles_are_read_by_players_searches_and_commands(tmp_path, capsys):
    file = tmp_path / "profile.toml"
    given = Profile("connect4", {"margin": 2.5, "probcut": False}, {}, {"verdict": 'stron"ger', "elo": 3.5})
    given.save(file)
    assert read_profile(file) == given
    state = zermelo.start("connect4", "44")
    wanted = zermelo.search(state, nodes=4000, **given.features)
    assert wanted != zermelo.search(state, nodes=4000)
    player = zermelo.player_from(f"auto:nodes=4000,memory_mb=64,profile={file}")
    assert isinstance(player, zermelo.Searcher)
    assert player.options == {"margin": 2.5, "probcut": False, "memory_mb": 64}
    assert player.look(state).nodes == wanted.nodes
    assert zermelo.player_from(f"auto:margin=1.5,profile={file}").options["margin"] == 1.5
    assert command(["analyze", "connect4", "44", "--nodes", "4000", "-f", f"profile={file}", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["result"]["nodes"] == wanted.nodes


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("game = 3", "not a profile"),
        ("", "game"),
        ('game = "x"\n[options]\nmargn = 1.0', "did you mean margin"),
        ('game = "x"\n[options]\ndepth = 3', "no option 'depth'"),
        ('game = "x"\n[options]\nmargin = "wide"', "margin"),
        ('game = "x"\n[optoins]\nmargin = 1.0', "did you mean options"),
        ("margin = ", "not a TOML file"),
    ],
)
def test_bad_profiles_are_refused(tmp_path, text, message):
    file = tmp_path / "profile.toml"
    file.write_text(text)
    with pytest.raises(ValueError, match=message):
        read_profile(file)


def test_attributes_are_the_classes_business(tmp_path):
    Profile("Offers", {}, {"worth": 2.0}).save(tmp_path / "p.toml")
    with pytest.raises(ValueError, match="sets worth of the game's class"):
        zermelo.player_from(f"auto:profile={tmp_path / 'p.toml'}")
    with pytest.raises(ValueError, match="which is no feature"):
        _ = Profile("x", {"explore": 2.0}).features


def test_a_game_that_comes_back_is_played_with_its_history():
    """Games with other attributes are searched with the positions before, as repetition counts."""

    class Steps(zermelo.Game):
        initial = (0, 0)
        repetition = 3
        max_plies = 60
        weight = 1.0

        def turn(self, state):
            return state[1] if abs(state[0]) < 3 else zermelo.OVER

        def moves(self, state):
            return (-1, 1)

        def play(self, state, move):
            return state[0] + move, 1 - state[1]

        def payoff(self, state, player):
            return (1 if state[0] > 0 else -1) * (1 - 2 * player)

        def evaluate(self, state, player):
            return self.weight * state[0] * (1 - 2 * player)

    start, plan = planned(Steps, ["weight=0.5:2"], {"depth": 2, "method": "alphabeta"})
    result = TuneJob(start, plan).do(
        {"id": "1", "sides": [{"weight": 0.5}, {"weight": 2.0}], "seed": 0, "moves": []}, lambda said: None
    )
    assert result == [0.5, 0.5]


# ---- the command ----


def test_the_report_has_a_chart_for_every_parameter():
    tuned = tune(Offers, ["worth=0:4", "apple=1:1:9"], **kinds())
    page = report(tuned)
    assert page.count("<svg") == 2
    assert "games, depth 1 a move" in page
    assert "usual" in page
    assert str(tuned).startswith("Offers: worth ")


def test_the_command(tmp_path, capsys):
    arguments = ["tune", HERE, "-p", "worth=0:4", "--method", "alphabeta", "--depth", "1", "--iterations", "3"]
    arguments += ["--pairs", "2", "--test-pairs", "4", "--workers", "1", "--out", str(tmp_path)]
    code = command(arguments)
    shown = capsys.readouterr()
    assert code in (0, 1)
    assert "worth" in shown.out
    assert "3 iterations, 12 games, depth 1 a move" in shown.out
    assert f"profile.toml and report.html are in {tmp_path}" in shown.err
    assert read_profile(tmp_path / "profile.toml").attributes.keys() == {"worth"}
    assert command([*arguments, "--json"]) == code
    told = json.loads(capsys.readouterr().out)
    assert told["values"] == dict(read_profile(tmp_path / "profile.toml").attributes)
    assert command(["tune", "connect4", "-p", "marjin=1:2"]) == 2
    assert "did you mean margin" in capsys.readouterr().err


def test_ctrl_c_says_how_to_go_on(tmp_path):
    arguments = [sys.executable, "-m", "zermelo", "tune", "connect4", "--nodes", "2000", "--out", str(tmp_path)]
    record = tmp_path / "games.record"
    with hearing_ctrl_c():
        child = subprocess.Popen(arguments, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    begun = eventually(
        lambda: child.poll() is not None or (record.exists() and len(record.read_bytes().splitlines()) > 3)
    )
    assert begun
    assert child.poll() is None, child.communicate()[1]
    os.kill(child.pid, signal.SIGINT)
    _, said = child.communicate(timeout=100)
    assert child.returncode == 130
    assert f"what was done is in {tmp_path}; go on with:\n  zermelo tune connect4 --nodes 2000 --out" in said
    assert len(read_record(record).entries) >= 3
