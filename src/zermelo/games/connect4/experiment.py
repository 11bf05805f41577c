"""What a better evaluation is worth at which depth: "the deeper, the less the quality matters" (S1.6).

Positions of Connect Four on a small board are solved, so that it is known which moves keep the value. Then alpha-beta
chooses a move at several depths with evaluations of 0, 1, 2 and 3 features, and it is counted how often it keeps it.

With 16 of 30 stones played the deepest searches nearly reach the end, and the lead of the best evaluation melts away.
It is the share of the game that is searched that counts: with 10 stones played, depth 10 leaves the lead as it was.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, stdev
from typing import Literal

from zermelo.game import Move, State
from zermelo.games import start
from zermelo.games.connect4.features import centre, open_threes, open_twos
from zermelo.linear import Feature, Linear
from zermelo.search import search, solve

FORMAT = 1
SIZE = {"width": 6, "height": 5}
MOST_TRIES = 100
ORDER = "table+killers+history+random"  # random, so that equal moves are not always taken from the left

FEATURES: tuple[tuple[float, Feature], ...] = ((1.0, centre), (2.0, open_twos), (8.0, open_threes))


@dataclass(frozen=True)
class Share:
    """One evaluation at one depth: how often the chosen move keeps the exact value, and what that cost."""

    features: int
    depth: int
    hits: tuple[bool, ...]  # position by position
    nodes: float  # mean per position
    seconds: float  # mean per position; differs from run to run

    @property
    def kept(self) -> float:
        """The share of positions in which the move was right, 0 to 1."""
        return fmean(self.hits)


@dataclass(frozen=True)
class Evaluated:
    """The whole experiment."""

    evaluations: tuple[str, ...]
    positions: int
    seed: int
    shares: tuple[Share, ...]

    def share(self, features: int, depth: int) -> Share:
        return next(each for each in self.shares if (each.features, each.depth) == (features, depth))

    def lead(self, depth: int) -> tuple[float, float]:
        """How far the best evaluation is ahead of none at this depth, with the standard error of that difference."""
        best, none = self.share(len(self.evaluations) - 1, depth), self.share(0, depth)
        differences = [float(a) - float(b) for a, b in zip(best.hits, none.hits, strict=True)]
        spread = stdev(differences) if len(differences) > 1 else math.nan
        return fmean(differences), spread / math.sqrt(len(differences))

    def to_json(self) -> str:
        return json.dumps({"format": FORMAT, "kind": "evaluation", **asdict(self)}, ensure_ascii=False)


def evaluation(
    positions: int = 100,
    depths: Iterable[int] = (1, 2, 4, 6, 8, 12),
    seed: int = 0,
    stones: int = 16,
    progress: Callable[[str], object] = lambda message: None,
) -> Evaluated:
    """Measures evaluations of 0 to 3 features at several depths on solved positions. Same seed, same shares."""
    wanted = tuple(sorted(set(depths)))
    if positions < 1 or not wanted or wanted[0] < 1 or not 0 <= stones <= 24:
        raise ValueError("this needs positions >= 1, depths >= 1 and 0 to 24 stones")
    progress(f"solving {positions} positions of Connect Four")
    problems = problems_of(positions, stones, random.Random(seed))
    evaluations = [Linear([w for w, _ in FEATURES[:n]], [f for _, f in FEATURES[:n]]) for n in range(len(FEATURES) + 1)]
    progress("playing with each evaluation at each depth")
    shares = []
    for n, each in enumerate(evaluations):
        shares += [share(problems, n, each, depth, seed) for depth in wanted]
    return Evaluated(tuple(map(repr, evaluations)), positions, seed, tuple(shares))


Problem = tuple[State, frozenset[Move]]


def problems_of(count: int, stones: int, rng: random.Random) -> list[Problem]:
    """Positions after random moves, with the moves that keep the exact value; only those where the choice matters."""
    found: list[Problem] = []
    for _ in range(MOST_TRIES * count):
        state = random_position(stones, rng)
        good = None if state is None else keeping_moves(state)
        if state is not None and good:
            found.append((state, good))
        if len(found) == count:
            return found
    raise ValueError(f"positions with {stones} stones in which the choice matters were not found")


def random_position(stones: int, rng: random.Random) -> State | None:
    state = start("connect4", **SIZE)
    for _ in range(stones):
        state = state.play(rng.choice(state.moves()))
        if state.is_over:
            return None
    return state


def keeping_moves(state: State) -> frozenset[Move] | None:
    """The moves that keep the value of the position; None if all do."""
    lines = solve(state, best="all", memory_mb=4).lines
    good = frozenset(line.move for line in lines if line.score.outcome == lines[0].score.outcome)
    return good if len(good) < len(lines) else None


def share(problems: Sequence[Problem], features: int, evaluate: Linear, depth: int, seed: int) -> Share:
    judge: Linear | Literal["none"] = evaluate if features else "none"
    results = [
        search(state, depth=depth, method="alphabeta+table", order=ORDER, eval=judge, seed=seed + i, memory_mb=4)
        for i, (state, _) in enumerate(problems)
    ]
    hits = tuple(result.move in good for result, (_, good) in zip(results, problems, strict=True))
    return Share(features, depth, hits, fmean(r.nodes for r in results), fmean(r.seconds for r in results))
