"""ProbCut's constants: how far a shallow search is from a deep one (Buro 1995).

From many positions searched to two depths: the difference is taken as normal with mean 0 and a standard deviation that
depends on the empty squares, the deep and the shallow depth, a polynomial of low degree.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any

import numpy as np

Array = Any
SAMPLE = np.dtype([("empties", "i2"), ("shallow", "i2"), ("deep", "i2"), ("low", "f4"), ("high", "f4")])
"""One position: the two depths, and the values found at them."""


@dataclass(frozen=True)
class Spread:
    """sigma(empties, deep, shallow) = Σ coefficient · term, at least `floor`.

    Terms in order: 1, e, D, d, e², eD, ed, D², Dd, d², e³, … up to the degree.
    """

    degree: int
    coefficients: tuple[float, ...]
    floor: float
    bias: float  # mean of deep minus shallow value, for information

    def __call__(self, empties: Array, deep: Array, shallow: Array) -> Array:
        terms = np.stack(list(monomials(empties, deep, shallow, self.degree)), -1)
        return np.maximum(terms @ np.array(self.coefficients), self.floor)


def monomials(empties: Array, deep: Array, shallow: Array, degree: int) -> Iterator[Array]:
    """All products of at most so many of the three, in a fixed order."""
    facts = np.broadcast_arrays(*(np.asarray(each, np.float64) for each in (empties, deep, shallow)))
    for count in range(degree + 1):
        for chosen in combinations_with_replacement(facts, count):
            yield np.prod([np.ones_like(facts[0]), *chosen], axis=0)


def fit_spread(samples: Array, *, degree: int = 2, rounds: int = 3) -> Spread:
    """Least squares on the absolute differences, whose mean is sigma · √(2/π), each weighed by its own variance."""
    terms = math.comb(degree + 3, 3)
    if len(samples) < 10 * terms:
        raise ValueError(f"{len(samples)} samples for {terms} constants: too few")
    miss = samples["high"].astype(np.float64) - samples["low"]
    if not np.isfinite(miss).all():
        raise ValueError(f"sample {int(np.argmin(np.isfinite(miss)))}: values must be finite")
    size = np.abs(miss) * math.sqrt(math.pi / 2)
    matrix = np.stack(list(monomials(samples["empties"], samples["deep"], samples["shallow"], degree)), -1)
    scale = np.abs(matrix).max(0) + 1e-12
    floor = 0.1 * float(size.mean())
    sigma = np.full(len(samples), float(size.mean()) + 1e-12)
    for _ in range(rounds):
        found = np.linalg.lstsq(matrix / scale / sigma[:, None], size / sigma, rcond=1e-10)[0] / scale
        sigma = np.maximum(matrix @ found, floor + 1e-12)
    return Spread(degree, tuple(map(float, found)), floor, float(miss.mean()))


def table(spread: Spread, samples: Array) -> list[dict[str, float]]:
    """For every pair of depths: samples, the measured and the fitted sigma, and how many lie within one sigma."""
    told = []
    for shallow, deep in sorted({(int(s), int(d)) for s, d in np.unique(samples[["shallow", "deep"]])}):
        mine = samples[(samples["shallow"] == shallow) & (samples["deep"] == deep)]
        miss = mine["high"].astype(np.float64) - mine["low"]
        sigma = spread(mine["empties"], deep, shallow)
        told.append({
            "shallow": shallow,
            "deep": deep,
            "samples": len(mine),
            "measured": float(np.sqrt((miss**2).mean())),
            "fitted": float(np.sqrt((sigma**2).mean())),
            "within": float((np.abs(miss) <= sigma).mean()),
        })  # fmt: skip
    return told
