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
from functools import cached_property
from statistics import fmean

from zermelo.match.beta import cumulative, quantile
from zermelo.validate import check_fields, typed

CONFIDENT = 1.959964  # standard errors to both sides: 95 %
FACTOR = math.log(10) / 400
BEGUN = 0.5  # pairs won, and as many lost, that a difference begins with: Jeffreys' prior
MOST_PLAYERS = 10_000
LEAST = 0.1  # of the variance of games without draws: equal results are no certainty
PRIOR = 1.0  # games, drawn with a player in the middle, that a rating begins with


@typed
def elo_of(score: float) -> float:
    """The difference in Elo that a share of the points means."""
    if not 0 < score < 1:
        return math.inf if score >= 1 else -math.inf
    return -400 * math.log10(1 / score - 1)


@dataclass(frozen=True)
class Difference:
    """What pairs of games say about one player against another. `pairs` are its points of each pair, 0 to 2.

    The estimate is Bayesian, so that it means something even without a loss: the five results of a pair have a
    Dirichlet distribution, which begins with Jeffreys' prior of a coin (half a pair won, half a pair lost). Interval
    and superiority are those of the beta distribution with the mean and the variance that this gives the share of the
    points; if every pair was won or lost by 2-0, this is the Jeffreys interval itself.

    H. Jeffreys, "An invariant form for the prior probability in estimation problems", 1946. L. Brown, T. Cai and
    A. DasGupta, "Interval estimation for a binomial proportion", 2001.
    """

    pairs: tuple[float, ...]

    def __post_init__(self) -> None:
        check_fields(self)
        if wrong := [points for points in self.pairs if points not in (0, 0.5, 1, 1.5, 2)]:
            raise ValueError(f"a pair of games brings 0, ½, 1, 1½ or 2 points, not {wrong[0]}")

    @property
    def counts(self) -> tuple[int, ...]:
        """Pairs with 0, ½, 1, 1½ and 2 points."""
        found = Counter(round(2 * points) for points in self.pairs)
        return tuple(found[i] for i in range(5))

    @property
    def score(self) -> float:
        """The share of the points that was won."""
        return fmean(self.pairs) / 2 if self.pairs else 0.5

    @cached_property
    def expected(self) -> float:
        """The share of the points to be expected: that of the games and of the prior together."""
        return (sum(self.pairs) / 2 + BEGUN) / (len(self.pairs) + 2 * BEGUN)

    @cached_property
    def error(self) -> float:
        """The standard deviation of the expected share."""
        weight = len(self.pairs) + 2 * BEGUN
        squares = (sum((points / 2) ** 2 for points in self.pairs) + BEGUN) / weight
        return math.sqrt((squares - self.expected**2) / (weight + 1))

    @cached_property
    def shape(self) -> tuple[float, float]:
        """The beta distribution with this mean and deviation, as (a, b)."""
        weight = self.expected * (1 - self.expected) / self.error**2 - 1
        return self.expected * weight, (1 - self.expected) * weight

    @property
    def elo(self) -> float:
        return elo_of(self.expected)

    @cached_property
    def interval(self) -> tuple[float, float]:
        """From where to where the difference in Elo reaches, with a probability of 95 %; wider to the side of a player
        who has not lost."""
        return elo_of(quantile(0.025, *self.shape)), elo_of(quantile(0.975, *self.shape))

    @property
    def superiority(self) -> float:
        """The probability that the first player is the stronger one."""
        return 1 - cumulative(0.5, *self.shape)

    def __str__(self) -> str:
        if not self.pairs:
            return "no pairs of games"
        low, high = self.interval
        bars = f"{low:+.0f} to {high:+.0f}"
        return f"{round(self.elo, 1) + 0.0:+.1f} Elo ({bars}), stronger with {100 * self.superiority:.1f} %"


@dataclass(frozen=True)
class Meeting:
    """Games of one opening between two players, by their numbers: the first one's points out of this many games."""

    first: int
    second: int
    points: float
    games: int

    def __post_init__(self) -> None:
        check_fields(self)
        if not 0 <= self.points <= self.games or self.games < 1:
            raise ValueError(f"{self.points} points out of {self.games} games")


@typed
def ratings(count: int, meetings: Sequence[Meeting]) -> list[tuple[float, float]]:
    """(Elo, half the width of its error bar) of each player: most likely together, 0 in the middle.

    Every player begins with a drawn game against the middle, so that nobody is rated infinitely. The error bars come
    from what the pairs of games differ from their expectation (a sandwich estimate).
    """
    if not 0 <= count <= MOST_PLAYERS:
        raise ValueError(f"count={count}: expected 0 to {MOST_PLAYERS} players")
    if any(not 0 <= number < count for each in meetings for number in (each.first, each.second)):
        raise ValueError(f"a meeting names a player that is not one of the {count}")
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
    return [
        math.sqrt(max(a, (1.0 if alike(k, meetings) else LEAST) * b))
        for k, (a, b) in enumerate(zip(seen, model, strict=True))
    ]


def alike(player: int, meetings: Sequence[Meeting]) -> bool:
    """Whether a player won, or lost, every game: then the spread of the results says nothing."""
    own = [each for each in meetings if player in (each.first, each.second)]
    shares = {(each.points if each.first == player else each.games - each.points) / each.games for each in own}
    return shares in ({0.0}, {1.0})


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
