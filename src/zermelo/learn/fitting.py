"""Weights for Eval(s) = Σ wᵢ fᵢ(s) from positions with labels (S4.11).

In games of outcome a label is the chance to win, a draw counting one half, and the weights are those of a logistic
regression: 1 / (1 + e^-Eval) is the chance that Eval stands for. In games of points a label is a number of points, and
the weights are those of least squares.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, TypeAlias

from zermelo.errors import MissingExtra
from zermelo.view.chart import Series, chart

if TYPE_CHECKING:
    from numpy import bool_, float64
    from numpy.typing import NDArray

    Numbers: TypeAlias = NDArray[float64]
    Marks: TypeAlias = NDArray[bool_]

MOST_STEPS = 50
BINS = 12

Weights: TypeAlias = tuple[float, ...] | str  # of features; or a network as text
Losses: TypeAlias = tuple[tuple[float, float], ...]  # of fitted positions and of held-out ones, step by step


@dataclass(frozen=True)
class Fitted:
    """Weights, and how well they fit."""

    weights: Weights
    on_move: float  # what it is worth to be on move; no part of the evaluation, but of a network
    losses: Losses
    calibration: tuple[tuple[float, float, int], ...]  # held-out positions: mean predicted, mean come true, count
    logistic: bool = True  # values stand for chances to win, not for points

    @property
    def words(self) -> str:
        """The last losses, in words."""
        fitted, held = self.losses[-1]
        return f"loss {fitted:.4f}" + ("" if math.isnan(held) else f", on games held out {held:.4f}")

    def charts(self) -> list[str]:
        fitted = [(float(i), loss) for i, (loss, _) in enumerate(self.losses)]
        held = [(float(i), loss) for i, (_, loss) in enumerate(self.losses)]
        loss = chart(
            {"fitted games": Series(fitted), "games held out": Series(held)},
            title="Loss",
            x_label="step",
            y_label="cross-entropy" if self.logistic else "root mean square, points",
        )
        return [loss, calibration_chart(self.calibration, "share of the points" if self.logistic else "points")]


def calibration_chart(groups: Sequence[tuple[float, float, int]], unit: str) -> str:
    """What was predicted against what came true, for positions in groups."""
    points = [(predicted, true) for predicted, true, _ in groups]
    low, high = min(x for x, _ in points), max(x for x, _ in points)
    return chart(
        {
            "positions, in groups": Series(points, line=False),
            "as predicted": Series([(low, low), (high, high)], marks=False, dashed=True),
        },
        title="Calibration",
        x_label=f"predicted: {unit}",
        y_label="come true",
    )


def numpy() -> ModuleType:
    try:
        import numpy
    except ImportError:
        raise MissingExtra("learning needs NumPy, the extra `learn`: pip install 'zermelo[learn]'") from None
    return numpy


def fit_weights(
    given: Sequence[Sequence[float]],
    labelled: Sequence[float],
    marked: Sequence[bool],
    *,
    logistic: bool,
    ridge: float = 1.0,
) -> Fitted:
    """Fits rows of features to labels. `marked` are the rows that only test the fit.

    The ridge pulls every weight to 0 with the force of this many positions, whatever the feature's scale.
    """
    np = numpy()
    rows: Numbers = np.asarray(given, float)
    labels: Numbers = np.asarray(labelled, float)
    held: Marks = np.asarray(marked, bool)
    if not np.isfinite(rows).all():
        bad = int(np.argwhere(~np.isfinite(rows))[0][1])
        raise ValueError(f"feature {bad + 1} is not a finite number in every position")
    if held.all():
        raise ValueError("no positions to fit: all are held out")
    scale = rows[~held].std(axis=0)
    scale[scale == 0] = 1.0
    matrix = np.hstack([rows / scale, np.ones((len(rows), 1))])
    pull = np.full(matrix.shape[1], ridge + 1e-9)
    pull[-1] = 1e-9
    found = np.zeros(matrix.shape[1])
    losses = [loss_of(matrix @ found, labels, held, logistic)]
    for _ in range(MOST_STEPS if logistic else 1):
        step = newton(matrix[~held], labels[~held], found, pull, logistic)
        found = found + step
        losses.append(loss_of(matrix @ found, labels, held, logistic))
        if abs(step).max() < 1e-6:
            break
    found[abs(found) < 1e-6] = 0.0
    values = matrix @ found
    weights = tuple(rounded(each) for each in found[:-1] / scale)
    chosen = held if held.any() else ~held
    predicted = 1 / (1 + np.exp(-values[chosen])) if logistic else values[chosen]
    return Fitted(weights, rounded(found[-1]), tuple(losses), calibrated(predicted, labels[chosen]), logistic)


def newton(matrix: Numbers, labels: Numbers, found: Numbers, pull: Numbers, logistic: bool) -> Numbers:
    """One step of Newton's method, shortened until it does not overshoot."""
    np = numpy()

    def objective(at: Numbers) -> float:
        values = matrix @ at
        each = np.logaddexp(0, values) - labels * values if logistic else (values - labels) ** 2 / 2
        return float(each.sum() + (pull * at**2).sum() / 2)

    values = matrix @ found
    predicted = 1 / (1 + np.exp(-values)) if logistic else values
    curve = predicted * (1 - predicted) if logistic else np.ones(len(values))
    slope = matrix.T @ (predicted - labels) + pull * found
    step: Numbers = -np.linalg.solve((matrix * curve[:, None]).T @ matrix + np.diag(pull), slope)
    here = objective(found)
    for _ in range(30):
        if objective(found + step) <= here:
            return step
        step = step / 2
    return step * 0


def loss_of(values: Numbers, labels: Numbers, held: Marks, logistic: bool) -> tuple[float, float]:
    """Mean cross-entropy, or the root of the mean square, of the fitted and the held-out positions."""
    np = numpy()

    def of(chosen: Marks) -> float:
        if not chosen.any():
            return math.nan
        if logistic:
            return float((np.logaddexp(0, values[chosen]) - labels[chosen] * values[chosen]).mean())
        return float(np.sqrt(((values[chosen] - labels[chosen]) ** 2).mean()))

    return of(~held), of(held)


def calibrated(predicted: Numbers, labels: Numbers) -> tuple[tuple[float, float, int], ...]:
    """Positions in groups of equal size by what was predicted: mean predicted, mean come true, how many."""
    np = numpy()
    order = np.argsort(predicted, kind="stable")
    groups = [each for each in np.array_split(order, min(BINS, len(order))) if len(each)]
    return tuple((float(predicted[each].mean()), float(labels[each].mean()), len(each)) for each in groups)


def rounded(value: float) -> float:
    """Four digits: as many as a fit is worth, and the last bits of a sum do not show."""
    return float(f"{value:.4g}") + 0.0
