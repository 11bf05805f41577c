"""ProbCut's constants: how far a shallow search is from a deep one (Buro 1995).

From many positions searched to several depths. The difference of two depths is taken as normal; its standard deviation
grows with the plies between them and shrinks with the plies both see and with the empty squares:

    sigma = exp(level − empties·e − early·max(0, e − 30)) · (deep − shallow)^gap / (1 + shallow)^seen

Runs as a script on what `selfplay spread` wrote (recipes/othello), where nothing but NumPy is installed:

    python src/zermelo/games/othello/learn/probcut.py spread.bin DEEPEST
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

import numpy as np

Array = Any
SAMPLE = np.dtype([("empties", "i2"), ("shallow", "i2"), ("deep", "i2"), ("low", "f4"), ("high", "f4")])
"""One position: the two depths, and the values found at them."""
UNKNOWN = 127  # no exact score in a row of selfplay's
LEAST = 60  # samples that make a standard deviation
TURN = 30  # empty squares above which it shrinks faster


@dataclass(frozen=True)
class Spread:
    """The constants of the formula above."""

    level: float
    empties: float
    early: float
    gap: float
    seen: float

    def __call__(self, empties: Array, deep: Array, shallow: Array) -> Array:
        return np.exp(terms(empties, deep, shallow) @ np.array(astuple(self)))


def terms(empties: Array, deep: Array, shallow: Array) -> Array:
    """What each constant is multiplied by, in the logarithm of sigma."""
    e, high, low = np.broadcast_arrays(*(np.asarray(each, np.float64) for each in (empties, deep, shallow)))
    return np.stack([np.ones_like(e), -e, -np.maximum(0, e - TURN), np.log(high - low), -np.log1p(low)], -1)


def fit_spread(samples: Array) -> Spread:
    """Least squares on the logarithm of the standard deviation in every cell: three empty squares and two depths."""
    miss = samples["high"].astype(np.float64) - samples["low"]
    if not np.isfinite(miss).all():
        raise ValueError(f"sample {int(np.argmin(np.isfinite(miss)))}: values must be finite")
    if (samples["deep"] <= samples["shallow"]).any():
        raise ValueError("samples: the deep search must be deeper than the shallow one")
    rows, sigmas, counts = [], list[float](), list[int]()
    for mine in cells(samples):
        if mine.sum() >= LEAST and (sigma := float(miss[mine].std())) > 0:
            rows.append([float(samples[name][mine].mean()) for name in ("empties", "deep", "shallow")])
            sigmas.append(sigma)
            counts.append(int(mine.sum()))
    if len(rows) < 10:
        raise ValueError(f"{len(samples)} samples fill {len(rows)} cells with at least {LEAST}: too few")
    weight = np.sqrt(counts)
    matrix = terms(*np.array(rows).T)
    found = np.linalg.lstsq(matrix * weight[:, None], np.log(sigmas) * weight, rcond=1e-10)[0]
    return Spread(*map(float, found))


def cells(samples: Array) -> list[Array]:
    """Which samples belong together."""
    keys = np.stack([(samples["empties"] - 1) // 3, samples["deep"], samples["shallow"]], -1)
    known, number = np.unique(keys, axis=0, return_inverse=True)
    return [number.ravel() == i for i in range(len(known))]


def read_samples(data: bytes, deepest: int) -> Array:
    """Pairs of depths from rows of selfplay's: empty squares, scores at depth 0 to `deepest`, the exact score.

    Depths of a pair are both odd or both even, as ProbCut's are, or the shallow one is 0 (no search at all).
    """
    width = deepest + 3
    if deepest < 2 or not data or len(data) % width:
        raise ValueError(f"{len(data)} bytes are no rows of {width}: is {deepest} the deepest search?")
    rows = np.frombuffer(data, np.int8).reshape(-1, width).astype(np.int16)
    found = []
    for deep in range(2, deepest + 1):
        for shallow in range(deep):
            if (deep - shallow) % 2 == 0 or shallow == 0:
                found.append(pairs(rows, np.full(len(rows), deep), shallow, rows[:, 1 + deep]))
    solved = rows[(rows[:, -1] != UNKNOWN) & (rows[:, 0] > deepest)]
    found += [pairs(solved, solved[:, 0], shallow, solved[:, -1]) for shallow in range(deepest + 1)]
    return np.concatenate(found)


def pairs(rows: Array, deep: Array, shallow: int, high: Array) -> Array:
    found = np.zeros(len(rows), SAMPLE)
    found["empties"], found["deep"], found["shallow"] = rows[:, 0], deep, shallow
    found["low"], found["high"] = rows[:, 1 + shallow], high
    return found


def table(spread: Spread, samples: Array) -> list[dict[str, float]]:
    """For every cell: samples, and the measured and the fitted sigma."""
    lines = []
    for mine in (samples[cell] for cell in cells(samples)):
        if len(mine) >= LEAST:
            empties, deep, shallow = (float(mine[name].mean()) for name in ("empties", "deep", "shallow"))
            measured = float((mine["high"].astype(np.float64) - mine["low"]).std())
            fitted = float(spread(empties, deep, shallow))
            lines.append(
                {
                    "empties": empties,
                    "deep": deep,
                    "shallow": shallow,
                    "samples": len(mine),
                    "measured": measured,
                    "fitted": fitted,
                }
            )
    return lines


def main(arguments: Sequence[str]) -> int:
    samples = read_samples(Path(arguments[0]).read_bytes(), int(arguments[1]))
    spread = fit_spread(samples)
    rows = table(spread, samples)
    weights = [row["samples"] for row in rows]
    off = math.sqrt(np.average([math.log(row["fitted"] / row["measured"]) ** 2 for row in rows], weights=weights))
    print(spread)
    print(f"exp(level) = {math.exp(spread.level):.3g}; {len(samples)} pairs in {len(rows)} cells, within {off:.1%}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
