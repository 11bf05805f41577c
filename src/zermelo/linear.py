"""Evaluation as a weighted sum of features: Eval(s) = Σ wᵢ fᵢ(s) (S1.6)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from zermelo.game import State
from zermelo.types import named
from zermelo.validate import typed

Feature = Callable[[State, int], float]


class Linear:
    """A weighted sum of features, to be given to a search as `eval=`.

    A feature is a function of (state, player) that says how much of something the player has, more for the player
    being a larger number::

        zermelo.search(state, depth=4, eval=Linear([3, 1], [centre, mobility]))
    """

    @typed
    def __init__(self, weights: Sequence[float], features: Sequence[Feature]) -> None:
        if len(weights) != len(features):
            raise ValueError(f"{len(weights)} weights for {len(features)} features: each feature needs its own")
        if not all(math.isfinite(weight) for weight in weights):
            raise ValueError(f"weights={list(weights)}: must be finite numbers")
        self.weights, self.features = tuple(map(float, weights)), tuple(features)

    def __call__(self, state: State, player: int) -> float:
        return sum((w * f(state, player) for w, f in zip(self.weights, self.features, strict=True)), 0.0)

    def __repr__(self) -> str:
        terms = (f"{w:g}·{named(f, '__name__') or f}" for w, f in zip(self.weights, self.features, strict=True))
        return " + ".join(terms) or "0"
