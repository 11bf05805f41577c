"""What a tuning came to: values, the way there, and whether they are stronger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from zermelo.match.rating import Difference
from zermelo.match.sprt import SCORES
from zermelo.profile import Profile
from zermelo.tune.parameters import Parameter
from zermelo.tune.plan import Plan
from zermelo.tune.spsa import Values
from zermelo.version import __version__

STRONGER, NOT_STRONGER, UNDECIDED = "stronger", "not stronger", "undecided"
UNCHANGED, UNTESTED = "unchanged", "untested"
NAMES = {"elo1": STRONGER, "elo0": NOT_STRONGER, None: UNDECIDED}


@dataclass(frozen=True)
class Step:
    """Where an iteration led: its result between -1 and 1, and the values after it."""

    iteration: int
    result: float
    values: Values


@dataclass(frozen=True)
class Trial:
    """Tuned against usual values: the points of each pair, in order, up to the one that decided."""

    pairs: tuple[float, ...]
    llr: float
    verdict: str

    @property
    def difference(self) -> Difference:
        return Difference(self.pairs)

    def __str__(self) -> str:
        games = f"{2 * len(self.pairs)} games"
        return f"{self.difference}, of {games}; log-likelihood ratio {self.llr:.2f}: {self.verdict}"


@dataclass(frozen=True)
class Tuned:
    """What a tuning came to: the values, the way there, and the test, if there was one."""

    game: str
    plan: Plan
    steps: tuple[Step, ...]
    values: Mapping[str, float]
    trial: Trial | None

    @property
    def usual(self) -> dict[str, float]:
        return {each.name: each.usual for each in self.plan.parameters}

    @property
    def verdict(self) -> str:
        """`stronger`, `not stronger`, `undecided`; `unchanged` or `untested` without a test."""
        if self.trial is not None:
            return self.trial.verdict
        return UNCHANGED if self.values == self.usual else UNTESTED

    @property
    def games(self) -> int:
        """That were played to find the values."""
        return 2 * self.plan.pairs * len(self.steps)

    @property
    def profile(self) -> Profile:
        """The values as a file has them, with what was measured."""
        own = {each.name: int(value) if each.whole else value for each, value in self.by_parameter()}
        attributes = {each.name for each in self.plan.parameters if each.attribute}
        options = {name: value for name, value in own.items() if name not in attributes}
        return Profile(
            self.game,
            {**self.plan.features, **options},
            {name: value for name, value in own.items() if name in attributes},
            {**self.measured(), "version": __version__},
        )

    def by_parameter(self) -> list[tuple[Parameter, float]]:
        return [(each, self.values[each.name]) for each in self.plan.parameters]

    def measured(self) -> dict[str, bool | int | float | str]:
        found: dict[str, bool | int | float | str] = {
            "verdict": self.verdict,
            "against": ", ".join(f"{name}={value:g}" for name, value in self.usual.items()),
            "method": self.plan.method,
            "limit": self.plan.limit_words,
            "tuning_games": self.games,
        }
        if self.trial is not None:
            low, high = self.trial.difference.interval
            found |= {"elo": round(self.trial.difference.elo, 1), "low": round(low, 1), "high": round(high, 1)}
            found |= {"games": 2 * len(self.trial.pairs), "llr": round(self.trial.llr, 2)}
        return found

    def __str__(self) -> str:
        changes = ", ".join(f"{name} {value:g} (was {self.usual[name]:g})" for name, value in self.values.items())
        games = f"{len(self.steps)} iterations, {self.games} games, {self.plan.limit_words}"
        lines = [f"{self.game}: {changes}", games]
        lines.append(f"tuned against usual values: {self.verdict if self.trial is None else self.trial}")
        return "\n".join(lines)


class Decision:
    """Counts the pairs of a trial in their order, until SPRT has an answer: the same one however they were played.

    Each of the positions that they begin with counts once: games that begin alike are alike, and say nothing new.
    """

    def __init__(self, plan: Plan, positions: Sequence[str]) -> None:
        self.plan, self.positions = plan, positions
        self.seen: set[str] = set()
        self.next = 0
        self.points: list[float] = []
        self.counts = [0] * len(SCORES)
        self.verdict: str | None = None

    def look(self, results: Mapping[str, tuple[float, float]]) -> bool:
        """Whether there is an answer; `results` has all pairs that are known."""
        while self.verdict is None and self.next < len(self.positions) and trial_id(self.next) in results:
            if self.positions[self.next] not in self.seen:
                self.points.append(sum(results[trial_id(self.next)]))
                self.counts[round(2 * self.points[-1])] += 1
                self.verdict = self.plan.sprt.verdict(self.counts)
            self.seen.add(self.positions[self.next])
            self.next += 1
        return self.verdict is not None

    @property
    def trial(self) -> Trial:
        return Trial(tuple(self.points), self.plan.sprt.llr(self.counts), NAMES[self.verdict])


def trial_id(number: int) -> str:
    return f"test/{number + 1}"
