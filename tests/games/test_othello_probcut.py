"""ProbCut's constants from samples whose spread is known."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

np = pytest.importorskip("numpy")

from zermelo.games.othello.learn import probcut  # noqa: E402

KNOWN = probcut.Spread(level=1.4, empties=0.01, early=0.006, gap=0.4, seen=0.25)


def samples(count: int) -> tuple[Any, Any]:
    rng = np.random.default_rng(1)
    found = np.zeros(count, probcut.SAMPLE)
    found["empties"] = rng.integers(13, 50, count)
    found["deep"] = rng.integers(3, 11, count)
    found["shallow"] = found["deep"] // 2 - rng.integers(0, 2, count)
    sigma = KNOWN(found["empties"], found["deep"], found["shallow"])
    found["low"] = rng.normal(0, 8, count)
    found["high"] = found["low"] + rng.normal(0, 1, count) * sigma
    return found, sigma


def test_the_spread_is_found() -> None:
    found, sigma = samples(100_000)
    spread = probcut.fit_spread(found)
    assert np.abs(spread(found["empties"], found["deep"], found["shallow"]) / sigma - 1).max() < 0.05
    assert spread.gap == pytest.approx(KNOWN.gap, abs=0.03)
    assert spread.seen == pytest.approx(KNOWN.seen, abs=0.03)
    for row in probcut.table(spread, found):
        assert row["fitted"] == pytest.approx(row["measured"], rel=0.3)


def test_it_grows_with_the_gap_and_shrinks_with_what_both_see() -> None:
    assert KNOWN(30, 10, 2) > KNOWN(30, 10, 4) > KNOWN(30, 8, 4)
    assert KNOWN(20, 8, 4) > KNOWN(30, 8, 4) > KNOWN(40, 8, 4)


def test_samples_that_say_nothing_are_refused() -> None:
    found, _ = samples(20)
    with pytest.raises(ValueError, match="too few"):
        probcut.fit_spread(found)
    found, _ = samples(1000)
    found["high"][7] = np.nan
    with pytest.raises(ValueError, match="sample 7"):
        probcut.fit_spread(found)
    found, _ = samples(1000)
    found["deep"][3] = found["shallow"][3]
    with pytest.raises(ValueError, match="deeper"):
        probcut.fit_spread(found)


def test_rows_of_selfplay() -> None:
    # 20 empty squares, depths 0 to 3, exact; and one that was not solved
    rows = np.array([[20, 1, 2, 3, 4, 6], [30, 5, 5, 5, 5, 127]], np.int8).tobytes()
    found = probcut.read_samples(rows, 3)
    told = [tuple(int(each) for each in row) for row in found if row["empties"] == 20]
    assert told == [
        (20, 0, 2, 1, 3),
        (20, 0, 3, 1, 4),
        (20, 1, 3, 2, 4),
        (20, 0, 20, 1, 6),
        (20, 1, 20, 2, 6),
        (20, 2, 20, 3, 6),
        (20, 3, 20, 4, 6),
    ]
    assert max(int(row["deep"]) for row in found if row["empties"] == 30) == 3
    for bad, deepest in ((b"", 3), (rows[:-1], 3), (rows, 4)):
        with pytest.raises(ValueError, match="no rows of"):
            probcut.read_samples(bad, deepest)


def test_the_script(tmp_path: Path) -> None:
    rng = np.random.default_rng(2)
    rows = np.zeros((3000, 11), np.int8)
    rows[:, 0] = rng.integers(20, 40, len(rows))
    rows[:, 1:10] = np.clip(np.cumsum(rng.normal(0, 2, (len(rows), 9)), axis=1), -60, 60).round()
    rows[:, 10] = probcut.UNKNOWN
    file = tmp_path / "spread.bin"
    file.write_bytes(rows.tobytes())
    run = subprocess.run([sys.executable, probcut.__file__, str(file), "8"], capture_output=True, text=True, check=True)
    # A random walk: sigma grows with the square root of the plies between, whatever both have seen.
    assert "Spread(" in run.stdout
    spread = probcut.fit_spread(probcut.read_samples(rows.tobytes(), 8))
    assert spread.gap == pytest.approx(0.5, abs=0.05)
    assert spread.seen == pytest.approx(0, abs=0.05)
