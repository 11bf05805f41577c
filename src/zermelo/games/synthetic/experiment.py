"""How node counts grow with the depth: minimax, and alpha-beta with the best, a random and a bad order (S1.4, S3.3).

Theory counts the leaves of a uniform tree of branching b and depth m: b^m for minimax, about b^(m/2) for alpha-beta
with the best move always first (Knuth and Moore 1975), about b^(3m/4) for random order and moderate b (Pearl 1982).
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean

from zermelo.game import State
from zermelo.games import all_games, start
from zermelo.search import search

FORMAT = 1
ORDERS = (
    "given",
    "random",
    "eval",
    "noisy",
    "killers",
    "history",
    "prior",
    "killers+history",
    "noisy+killers+history+prior",
)
Points = tuple[tuple[int, float], ...]


@dataclass(frozen=True)
class Growth:
    """Nodes by depth, and the line through their logarithms: they grow by `factor` a ply, as b^(`exponent` · depth)."""

    name: str
    points: Points
    factor: float
    exponent: float
    theory: float | None = None  # the exponent that theory expects

    @property
    def deeper(self) -> float:
        """How many times as deep as minimax this gets with the same number of nodes."""
        return 1 / self.exponent


@dataclass(frozen=True)
class Branching:
    """The whole experiment: growth on uniform trees, and on a real game with several orders."""

    branching: int
    depths: tuple[int, ...]
    samples: int
    seed: int
    growths: tuple[Growth, ...]
    games: tuple[Growth, ...]
    game: str = ""  # the title of the real game

    def curves(self) -> dict[str, Points]:
        """What theory says about the leaves, to be drawn beside the measured nodes."""
        theory = {"b^m": 1.0, "b^(3m/4)": 0.75, "b^(m/2)": 0.5}
        return {name: tuple((m, self.branching ** (share * m)) for m in self.depths) for name, share in theory.items()}

    def to_json(self) -> str:
        theory = {name: [list(point) for point in curve] for name, curve in self.curves().items()}
        return json.dumps({"format": FORMAT, "kind": "branching", **asdict(self), "theory": theory})


def branching(
    branching: int = 6,
    depths: Iterable[int] = range(1, 9),
    samples: int = 8,
    seed: int = 0,
    game_depths: Iterable[int] = range(4, 9),
    orders: Sequence[str] = ORDERS,
    most_nodes: int = 3_000_000,
    progress: Callable[[str], object] = lambda message: None,
    game: str = "connect4",
) -> Branching:
    """Measures the growth of searches on uniform trees and, where it is built in, on a real game.

    Random orders are averaged over `samples` trees. A series ends before the depth at which it would need more than
    `most_nodes`. `progress` is called with a line on what is being measured.
    """
    wanted = tuple(sorted(set(depths)))
    if len(wanted) < 2 or wanted[0] < 1 or branching < 2 or samples < 1:
        raise ValueError("this needs a branching of at least 2, two depths or more, all >= 1, and samples >= 1")
    seeds = range(seed, seed + samples)

    def mean(method: str, leaves: str, seeds: Iterable[int]) -> Callable[[int], float]:
        return lambda depth: fmean(
            nodes(start("synthetic", branching=branching, plies=depth, leaves=leaves, seed=each), method, depth)
            for each in seeds
        )

    measured: Mapping[str, tuple[Callable[[int], float], float | None]] = {
        "minimax": (mean("minimax", "independent", [seed]), 1.0),
        "alpha-beta, best last": (mean("alphabeta", "best_last", [seed]), None),
        "alpha-beta, random order": (mean("alphabeta", "independent", seeds), 0.75),
        "alpha-beta, best first": (mean("alphabeta", "best_first", [seed]), 0.5),
    }
    progress(f"measuring uniform trees, b = {branching}")
    growths = []
    for name, (count, theory) in measured.items():
        growths.append(growth(name, series(count, wanted, branching, most_nodes), branching, theory))
    if game not in all_games():
        return Branching(branching, wanted, samples, seed, tuple(growths), ())
    title = all_games()[game].title
    progress(f"measuring {title}")
    games = game_growths(start(game), tuple(sorted(set(game_depths))), orders, seed, most_nodes)
    return Branching(branching, wanted, samples, seed, tuple(growths), games, title)


def nodes(state: State, method: str, depth: int, **features: object) -> int:
    return search(state, method=method, depth=depth, memory_mb=16, same_depth=True, **features).nodes  # type: ignore[arg-type]


def series(count: Callable[[int], float], depths: Sequence[int], branching: int, most_nodes: int) -> Points:
    """Nodes by depth, for as long as the next depth cannot go beyond the limit."""
    points: list[tuple[int, float]] = []
    for depth in depths:
        if points and points[-1][1] * branching ** (depth - points[-1][0]) > most_nodes and len(points) > 1:
            break
        points.append((depth, count(depth)))
    return tuple(points)


def game_growths(
    state: State, depths: Sequence[int], orders: Sequence[str], seed: int, most_nodes: int
) -> tuple[Growth, ...]:
    """A game from its beginning: minimax, alpha-beta with each order, then with a table, then everything."""
    width = len(state.moves())
    settings: dict[str, dict[str, object]] = {"minimax": {"method": "minimax"}}
    settings |= {f"alpha-beta, {order}": {"method": "alphabeta", "order": order, "seed": seed} for order in orders}
    settings |= {"alpha-beta, table": {"method": "alphabeta+table"}, "auto": {"method": "auto"}}
    growths = []
    for name, options in settings.items() if len(depths) > 1 else ():
        points = series(lambda depth, options=options: nodes(state, depth=depth, **options), depths, width, most_nodes)  # type: ignore[misc]
        growths.append(growth(name, points, width, None))
    return tuple(growths)


def growth(name: str, points: Points, branching: int, theory: float | None) -> Growth:
    slope = fitted_slope(points)
    return Growth(name, points, math.exp(slope), slope / math.log(branching), theory)


def fitted_slope(points: Points) -> float:
    """Least squares through (depth, log nodes). The first plies, where the root and small trees weigh, are left out."""
    used = points[len(points) // 3 :] if len(points) > 4 else points
    x, y = fmean(m for m, _ in used), fmean(math.log(n) for _, n in used)
    across = sum((m - x) ** 2 for m, _ in used)
    return sum((m - x) * (math.log(n) - y) for m, n in used) / across if across else math.nan
