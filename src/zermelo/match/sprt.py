"""The sequential probability ratio test: play on only as long as it is not clear whether a change helps.

Of two hypotheses about the difference in Elo, `elo0` and `elo1`, one is accepted as soon as the games speak clearly
enough for it: with probabilities of at most `alpha` that elo1 is accepted though elo0 is true, and `beta` the other way
round. The results are those of pairs of games (pentanomial), and the likelihood ratio is the generalized one: each
hypothesis is represented by the distribution closest to what was seen among those with its expected score.

A. Wald, Sequential Analysis, 1947. M. Van den Bergh, "A practical introduction to the GSPRT", 2020.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from zermelo.validate import check_fields, shown, typed

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # of a pair of games, as a share
UNSEEN = 1e-3  # counted for an outcome that has not been seen


@dataclass(frozen=True)
class Sprt:
    """The test of elo0 against elo1."""

    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        check_fields(self)
        if not all(map(math.isfinite, (self.elo0, self.elo1))) or not self.elo0 < self.elo1:
            raise ValueError(f"SPRT: elo0={self.elo0:g} must be below elo1={self.elo1:g}")
        if not 0 < self.alpha < 0.5 or not 0 < self.beta < 0.5:
            raise ValueError(f"SPRT: alpha={self.alpha:g} and beta={self.beta:g} must be between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the log-likelihood ratio ends the test: elo0 is accepted below the first, elo1 above the second."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    @typed
    def llr(self, counts: Sequence[float]) -> float:
        """The log-likelihood ratio of elo1 to elo0; `counts` are of pairs with 0, ½, 1, 1½ and 2 points."""
        check_counts(counts)
        total = sum(counts)
        if not total:
            return 0.0
        seen = [count or UNSEEN for count in counts]
        shares = [count / sum(seen) for count in seen]
        low, high = (tilt(shares, expected(elo)) for elo in (self.elo0, self.elo1))
        return total * sum(p * math.log(b / a) for p, a, b in zip(shares, low, high, strict=True))

    @typed
    def verdict(self, counts: Sequence[float]) -> str | None:
        """`"elo0"` or `"elo1"` if that is accepted, None if more games are needed."""
        low, high = self.bounds
        ratio = self.llr(counts)
        return "elo0" if ratio <= low else "elo1" if ratio >= high else None


def check_counts(counts: Sequence[float]) -> None:
    """ValueError if these cannot be the numbers of pairs with each of the five results."""
    most = sys.float_info.max / len(SCORES)
    if len(counts) != len(SCORES) or not all(0 <= count <= most for count in counts):
        raise ValueError(f"counts={shown(counts)}: expected {len(SCORES)} numbers of pairs, from 0 on")


def expected(elo: float) -> float:
    """The expected score of a player who is so much stronger."""
    return 1 / (1 + 10 ** (-elo / 400))


def tilt(shares: Sequence[float], score: float) -> list[float]:
    """The most likely distribution with this expected score, p / (1 + θ (x - score)), found by halving."""
    away = [x - score for x in SCORES]
    low, high = -1 / away[-1], -1 / away[0]
    for _ in range(45):
        theta = (low + high) / 2
        slope = sum(p * d / (1 + theta * d) for p, d in zip(shares, away, strict=True))
        low, high = (theta, high) if slope > 0 else (low, theta)
    return [p / (1 + theta * d) for p, d in zip(shares, away, strict=True)]
