"""How much stronger, and how sure: Elo with error bars, from games that come in pairs.

The two games of a pair begin alike, with colours swapped, and depend on each other: the pair is what is counted (its
five results give the pentanomial distribution).

A. Elo, The Rating of Chessplayers, 1978. R. Bradley and M. Terry, "Rank analysis of incomplete block designs", 1952.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, variance

CONFIDENT = 1.959964  # standard errors to both sides: 95 %
FACTOR = math.log(10) / 400
PRIOR = 1.0  # games, drawn with a player in the middle, that a rating begins with


def elo_of(score: float) -> float:
    """The difference in Elo that a share of the points means."""
    if not 0 < score < 1:
        return math.inf if score >= 1 else -math.inf
    return -400 * math.log10(1 / score - 1)


@dataclass(frozen=True)
class Difference:
    """What pairs of games say about one player against another. `pairs` are its points of each pair, 0 to 2."""

    pairs: tuple[float, ...]

    @property
    def counts(self) -> tuple[int, ...]:
        """Pairs with 0, ½, 1, 1½ and 2 points."""
        found = Counter(round(2 * points) for points in self.pairs)
        return tuple(found[i] for i in range(5))

    @property
    def score(self) -> float:
        return fmean(self.pairs) / 2 if self.pairs else 0.5

    @property
    def error(self) -> float:
        """The standard error of the score; that of a coin if the pairs do not differ."""
        if len(set(self.pairs)) < 2:
            return 0.5 / math.sqrt(max(len(self.pairs), 1))
        return math.sqrt(variance(self.pairs) / len(self.pairs)) / 2

    @property
    def elo(self) -> float:
        return elo_of(self.score)

    @property
    def interval(self) -> tuple[float, float]:
        """From where to where the difference in Elo reaches, with a confidence of 95 %."""
        if len(set(self.pairs)) < 2:
            return wilson(self.score, len(self.pairs))
        far = CONFIDENT * self.error
        return elo_of(self.score - far), elo_of(self.score + far)

    @property
    def superiority(self) -> float:
        """The likelihood that the first player is the stronger one."""
        return 0.5 * math.erfc(-(self.score - 0.5) / self.error / math.sqrt(2)) if self.pairs else 0.5

    def __str__(self) -> str:
        if not self.pairs:
            return "no pairs of games"
        low, high = self.interval
        bars = f"{low:+.0f} to {high:+.0f}"
        return f"{round(self.elo, 1) + 0.0:+.1f} Elo ({bars}), stronger with {100 * self.superiority:.1f} %"


def wilson(score: float, count: int) -> tuple[float, float]:
    """The interval for results that were all alike."""
    if not count:
        return -math.inf, math.inf
    z = CONFIDENT**2 / count
    middle, far = (score + z / 2) / (1 + z), math.sqrt(z * score * (1 - score) + z * z / 4) / (1 + z)
    return elo_of(middle - far), elo_of(middle + far)


@dataclass(frozen=True)
class Meeting:
    """Games of one opening between two players, by their numbers: the first one's points out of so many games."""

    first: int
    second: int
    points: float
    games: int


def ratings(count: int, meetings: Sequence[Meeting]) -> list[tuple[float, float]]:
    """(Elo, half the width of its error bar) of each player: most likely together, 0 in the middle.

    Every player begins with a drawn game against the middle, so that nobody is rated infinitely. The error bars come
    from what the pairs of games differ from their expectation (a sandwich estimate).
    """
    values = [0.0] * count
    for _ in range(100):
        slope, curve = derivatives(values, meetings)
        step = solved(curve, slope)
        values = [value + max(-2.0, min(2.0, each)) for value, each in zip(values, step, strict=True)]
        if max(map(abs, step), default=0.0) < 1e-10:
            break
    middle = fmean(values) if values else 0.0
    errors = deviations(values, meetings)
    return [
        ((value - middle) / FACTOR, CONFIDENT * error / FACTOR) for value, error in zip(values, errors, strict=True)
    ]


def chance(a: float, b: float) -> float:
    return 1 / (1 + math.exp(b - a))


def derivatives(values: Sequence[float], meetings: Sequence[Meeting]) -> tuple[list[float], list[list[float]]]:
    """Of the log-likelihood: the first, and minus the second."""
    count = len(values)
    slope = [PRIOR * (0.5 - chance(value, 0)) for value in values]
    curve = [[0.0] * count for _ in range(count)]
    for i, value in enumerate(values):
        curve[i][i] = PRIOR * chance(value, 0) * chance(0, value)
    for each in meetings:
        i, j = each.first, each.second
        p = chance(values[i], values[j])
        rest, weight = each.points - each.games * p, each.games * p * (1 - p)
        slope[i] += rest
        slope[j] -= rest
        curve[i][i] += weight
        curve[j][j] += weight
        curve[i][j] -= weight
        curve[j][i] -= weight
    return slope, curve


def deviations(values: Sequence[float], meetings: Sequence[Meeting]) -> list[float]:
    """The standard error of each value, less that of the middle."""
    count = len(values)
    _, curve = derivatives(values, meetings)
    unit = [[float(i == j) for j in range(count)] for i in range(count)]
    spread = [solved(curve, row) for row in unit]
    centred = [[a - fmean(column) for a in column] for column in zip(*spread, strict=True)]  # by meeting's player
    seen, model = [0.0] * count, [0.0] * count
    for each in meetings:
        p = chance(values[each.first], values[each.second])
        rest, usual = each.points - each.games * p, each.games * p * (1 - p)
        for k in range(count):
            along = (centred[each.first][k] - centred[each.second][k]) ** 2
            seen[k] += along * rest * rest
            model[k] += along * usual
    least = 0.1  # of what games without draws would give: equal results are no certainty
    return [math.sqrt(max(a, least * b)) for a, b in zip(seen, model, strict=True)]


def solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """x with matrix x = right, by elimination; the matrix is positive definite."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for i in range(size):
        for j in range(i + 1, size):
            if factor := rows[j][i] / rows[i][i]:
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    found = [0.0] * size
    for i in reversed(range(size)):
        found[i] = (rows[i][size] - sum(rows[i][j] * found[j] for j in range(i + 1, size))) / rows[i][i]
    return found
