"""The beta distribution, for credible intervals of a share: its distribution function and quantiles.

The continued fraction is DLMF 8.17.22 (https://dlmf.nist.gov/8.17), evaluated by Lentz's method.
"""

from __future__ import annotations

import math

TINY = 1e-300  # stands for a zero in a denominator
STEPS = 500
HALVINGS = 80


def cumulative(x: float, a: float, b: float) -> float:
    """The probability that a share drawn from Beta(a, b) is below x."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):  # where the fraction converges quickly
        return 1 - cumulative(1 - x, b, a)
    log = a * math.log(x) + b * math.log1p(-x) + math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    return math.exp(log) / a * fraction(x, a, b)


def fraction(x: float, a: float, b: float) -> float:
    """1 / (1 + d1 / (1 + d2 / …)), as the tail of 1 + 1 / (1 + d1 / …)."""
    value, numerator, denominator = 1.0, 1.0, 0.0
    for step in range(STEPS):
        m = step // 2
        if step == 0:
            term = 1.0
        elif step % 2:
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        denominator = 1 / (1 + term * denominator or TINY)
        numerator = 1 + term / numerator or TINY
        value *= numerator * denominator
        if step and abs(numerator * denominator - 1) < 1e-14:
            break
    return value - 1


def quantile(share: float, a: float, b: float) -> float:
    """The x below which lies this share of Beta(a, b), by halving."""
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if cumulative(middle, a, b) < share else (low, middle)
    return (low + high) / 2
