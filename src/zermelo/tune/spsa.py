"""Simultaneous perturbation stochastic approximation: all parameters are changed at once, each up or down at random,
and what the one half scores against the other says for every one of them where to go.

In iteration k the values θ ± c_k Δ play against each other, with Δ of +1 and -1; the result y between -1 and 1 is an
estimate of the difference, so that θ moves by a_k y / (2 c_k Δ). c_k = c / k^γ and a_k = a / (A + k)^α, with A a tenth
of the iterations.

J. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient approximation", 1992;
"Implementation of the simultaneous perturbation algorithm for stochastic optimization", 1998.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from zermelo.tune.parameters import Parameter

ALPHA, GAMMA = 0.602, 0.101  # Spall 1998
Values: TypeAlias = tuple[float, ...]


@dataclass(frozen=True)
class Schedule:
    """How far parameters are changed to try them, and how far they move. `gain` is how many of its steps a parameter
    moves if one side wins everything in the first iteration."""

    iterations: int
    gain: float = 1.0
    alpha: float = ALPHA
    gamma: float = GAMMA

    def spread(self, each: Parameter, k: int) -> float:
        """c_k. Whole numbers that differ by less than one each way are the same."""
        found: float = each.step / float(k) ** self.gamma
        return max(found, 1.0) if each.whole else found

    def rate(self, each: Parameter, k: int) -> float:
        """a_k."""
        late = self.iterations / 10
        found: float = 2 * self.gain * each.step**2 * ((late + 1) / (late + k)) ** self.alpha
        return found


def signs(seed: int, k: int, count: int) -> tuple[int, ...]:
    """Δ: up or down for every parameter, the same for the same seed and number of the iteration."""
    rng = random.Random(f"signs {seed} {k}")
    return tuple(rng.choice((-1, 1)) for _ in range(count))


def probes(
    parameters: Sequence[Parameter], values: Values, schedule: Schedule, seed: int, k: int
) -> tuple[Values, Values]:
    """The values that play against each other in iteration k, within their ranges."""
    turned = signs(seed, k, len(parameters))
    found = [
        tuple(
            each.usable(value + side * sign * schedule.spread(each, k))
            for each, value, sign in zip(parameters, values, turned, strict=True)
        )
        for side in (1, -1)
    ]
    return found[0], found[1]


def moved(
    parameters: Sequence[Parameter], values: Values, schedule: Schedule, seed: int, k: int, result: float
) -> Values:
    """The values after iteration k, in which the first half came to this result against the second, -1 to 1."""
    turned = signs(seed, k, len(parameters))
    return tuple(
        each.clipped(value + schedule.rate(each, k) * result / (2 * schedule.spread(each, k) * sign))
        for each, value, sign in zip(parameters, values, turned, strict=True)
    )
