"""Fitting: the errors of evaluations and shallow searches, measured without matches."""

from __future__ import annotations

import json
import math
import random

import pytest
from offers import Offers

import zermelo
from zermelo.cli.commands import run as command
from zermelo.match.journal import read_record
from zermelo.profile import read_profile
from zermelo.tune import fit
from zermelo.tune.fitting import FitJob, FitPlan, fitted, line, planned, run, spread
from zermelo.tune.report import fit_report, fit_words

SMALL = {"positions": 120, "depth": 6, "nodes": 20_000}


def noisy_rows(count: int, noise: float, seed: int = 0) -> list[list[float]]:
    """Values of depth 0 to 4 of positions, each with a normal error of its own."""
    rng = random.Random(seed)
    truths = [rng.gauss(0, 10) for _ in range(count)]
    return [[truth + rng.gauss(0, noise) + (3.0 if depth % 2 else 0.0) for depth in range(5)] for truth in truths]


def test_errors_that_were_put_in_are_found():
    """Independent errors of 2 on values that spread by 10, and 3 more for whoever moved last."""
    found = fitted(zermelo.start(Offers), noisy_rows(20_000, 2.0), FitPlan(depth=4))
    by_depths = {(each.shallow, each.deep): each for each in found.spreads}
    assert by_depths[0, 1].mean == pytest.approx(3, abs=0.1)
    assert by_depths[2, 3].deviation == pytest.approx(2 * math.sqrt(2), rel=0.03)
    assert by_depths[0, 2].size == pytest.approx(2 * math.sqrt(2) * math.sqrt(2 / math.pi), rel=0.03)
    assert found.eval_error == pytest.approx(2 * math.sqrt(2) * math.sqrt(2 / math.pi), rel=0.03)
    assert [(each.shallow, each.deep) for each in found.lines] == [(1, 3), (2, 4)]
    for each in found.lines:
        assert each.slope == pytest.approx(100 / 104, abs=0.02)
        assert each.explained == pytest.approx((100 / 104) ** 2, abs=0.01)
        assert each.usable


def test_a_line_is_that_of_least_squares():
    exact = line(2, 4, [(x, 1.5 * x - 2) for x in (1.0, 2.0, 5.0, 9.0)])
    assert (exact.slope, exact.offset) == (pytest.approx(1.5), pytest.approx(-2))
    assert exact.explained == pytest.approx(1)
    assert exact.deviation == pytest.approx(0, abs=1e-6)
    assert line(1, 3, [(1.0, 2.0), (1.0, 4.0)]).explained == 0  # equal shallow values say nothing
    assert spread(1, 2, [(0.0, 1.0), (0.0, 3.0)]).size == 1.0  # around the mean: the other is on move
    assert spread(1, 3, [(0.0, 1.0), (0.0, 3.0)]).size == 2.0


def test_too_much_noise_is_refused():
    found = fitted(zermelo.start(Offers), noisy_rows(500, 10.0), FitPlan(depth=4))
    assert not any(each.usable for each in found.lines)
    assert found.depth_error is None
    assert found.profile.options["probcut"] is False
    assert "depth_error" not in found.profile.options
    assert "nothing to go by" in fit_words(found)[-1]


def test_values_are_those_of_full_width_searches():
    start, plan = planned(Offers, {**SMALL, "depth": 3})
    job = FitJob(start, plan)
    states = job.met(7)
    assert states == job.met(7)
    assert len(states) == 10
    assert not start.info.sees_noise  # otherwise a search judges with quiescence
    for state in states:
        values = job.values(state)
        assert len(values) == (0 if state.data[0] > 12 else 4)  # the end is in sight
        for depth, value in enumerate(values):
            wanted = state.evaluate(state.turn) if depth == 0 else full(state, depth)
            assert value == pytest.approx(wanted)


def full(state: zermelo.State, depth: int) -> float:
    score = zermelo.search(state, depth=depth, method="minimax").score
    assert score is not None
    return score.for_player(state.turn).value


def test_a_fit_goes_on_and_its_profile_is_read(tmp_path):
    whole = fit("connect4", folder=tmp_path / "whole", **SMALL)
    assert whole == fit("connect4", **SMALL)
    assert whole == fit("connect4", workers=1, **SMALL)
    record = (tmp_path / "whole" / "games.record").read_bytes()
    (tmp_path / "cut").mkdir()
    (tmp_path / "cut" / "games.record").write_bytes(record[: len(record) // 2])
    assert fit("connect4", folder=tmp_path / "cut", **SMALL) == whole
    assert len(read_record(tmp_path / "cut" / "games.record").entries) == 12
    profile = read_profile(tmp_path / "cut" / "profile.toml")
    assert profile == whole.profile
    state = zermelo.start("connect4", "44")
    known = zermelo.search(state, nodes=2000, **profile.features)
    assert known.nodes > 0
    assert known != zermelo.search(state, nodes=2000)
    assert fit_report(whole).count("<svg") == 1
    with pytest.raises(ValueError, match=r"another tuning \(seed differ\)"):
        fit("connect4", folder=tmp_path / "cut", seed=1, **SMALL)


def test_stopping():
    start, plan = planned("connect4", SMALL)
    with pytest.raises(KeyboardInterrupt):
        run(start, plan, stop=lambda: True)


@pytest.mark.parametrize(
    ("game", "settings", "message"),
    [
        ("kuhn", {}, "game of chance|imperfect information"),
        ([[1, 2], [3, 4]], {}, "no evaluation"),
        ("connect4", {"positons": 5}, "did you mean positions"),
        ("connect4", {"positions": 5}, "positions=5"),
        ("connect4", {"depth": 1}, "depth=1"),
        ("connect4", {"explore": 2.0}, "explore=2"),
        ("tictactoe", {"positions": 20, "depth": 9}, "too few to measure"),
    ],
)
def test_bad_input_is_refused(game, settings, message):
    given = zermelo.tree(str(game)) if isinstance(game, list) else game
    with pytest.raises(ValueError, match=message):
        fit(given, **settings)


def test_the_command(tmp_path, capsys):
    arguments = ["tune", "connect4", "--fit", "--positions", "120", "--depth", "6", "--workers", "1"]
    assert command([*arguments, "--out", str(tmp_path)]) == 0
    shown = capsys.readouterr()
    assert "R²" in shown.out
    assert "error of the evaluation" in shown.out
    assert f"profile.toml and report.html are in {tmp_path}" in shown.err
    assert command([*arguments, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["kind"] == "fit"
    assert len(told["lines"]) == 6
    assert command([*arguments, "-p", "margin"]) == 2
    assert "--fit measures with" in capsys.readouterr().err


def test_a_known_error_takes_the_place_of_the_measured_one():
    """Wide margins leave out little, narrow ones much; with 0 the search measures for itself, as by default."""
    state = zermelo.start("connect4", "44")

    def nodes(**options: float) -> int:
        return zermelo.search(state, depth=8, **options).nodes

    assert nodes(eval_error=0.0, depth_error=0.0) == nodes()
    assert 2 * nodes(eval_error=0.01, depth_error=0.01) < nodes(eval_error=1e6, depth_error=1e6)
    once = nodes(eval_error=2.0, depth_error=2.0, margin=1.0)
    assert nodes(eval_error=1.0, depth_error=1.0, margin=2.0) == once
