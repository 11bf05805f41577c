"""ProbCut's constants from samples whose spread is known."""

from __future__ import annotations

from typing import Any

import pytest

np = pytest.importorskip("numpy")

from zermelo.learn import probcut  # noqa: E402


def samples(count: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(1)
    found = np.zeros(count, probcut.SAMPLE)
    found["empties"] = rng.integers(10, 50, count)
    found["deep"] = rng.integers(4, 13, count)
    found["shallow"] = found["deep"] // 2 - rng.integers(0, 2, count)
    sigma = 3 + 0.02 * found["empties"] + 0.2 * found["deep"] - 0.3 * found["shallow"]
    found["low"] = rng.normal(0, 8, count)
    found["high"] = found["low"] + rng.normal(0, 1, count) * sigma
    return found, sigma


def test_the_spread_is_found() -> None:
    found, sigma = samples(40_000)
    spread = probcut.fit_spread(found)
    assert len(spread.coefficients) == 10
    assert np.abs(spread(found["empties"], found["deep"], found["shallow"]) / sigma - 1).max() < 0.1
    assert float(spread(20, 8, 4)) == pytest.approx(3 + 0.4 + 1.6 - 1.2, rel=0.05)
    for row in probcut.table(spread, found):
        assert row["within"] == pytest.approx(0.68, abs=0.05)


def test_the_spread_is_never_below_its_floor() -> None:
    found, _ = samples(1000)
    spread = probcut.fit_spread(found)
    assert float(spread(0, 0, 1000)) >= spread.floor > 0


def test_too_few_samples_are_refused() -> None:
    with pytest.raises(ValueError, match="too few"):
        probcut.fit_spread(samples(20)[0])
