"""A plan: everything that decides what a tuning comes to. The same plan gives the same values, where nodes or depth
limit the searches."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields

from zermelo.errors import did_you_mean
from zermelo.limits import Limit
from zermelo.match.sprt import Sprt
from zermelo.methods import known_method
from zermelo.profile import Plain
from zermelo.tune.parameters import Parameter
from zermelo.tune.spsa import ALPHA, GAMMA, Schedule
from zermelo.validate import check_fields, shown

USUAL_NODES = 2000


@dataclass(frozen=True)
class Plan:
    """What is tuned, on which games, for how long; and the test at the end."""

    game: str = ""  # a name, or module:Class or file.py:Class; nothing if only this process has it
    options: Mapping[str, int | str] = field(default_factory=dict)  # of the game
    position: str = ""  # where games begin, if not at the beginning
    parameters: tuple[Parameter, ...] = ()
    method: str = "auto"
    features: Mapping[str, Plain] = field(default_factory=dict)  # of both sides
    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    iterations: int = 100
    pairs: int = 8  # of games in an iteration
    gain: float = 1.0
    alpha: float = ALPHA
    gamma: float = GAMMA
    openings: str = "random:4"
    draw_after: int | None = None
    test_pairs: int = 2000  # at the end, tuned against usual values, at most; 0: no test
    elo0: float = 0.0
    elo1: float = 10.0
    seed: int = 0

    def __post_init__(self) -> None:
        check_fields(self)
        known_method(self.method)
        for name, least in LEAST.items():
            value = vars(self)[name]
            if value is not None and not least <= value < math.inf:
                raise ValueError(f"{name}={shown(value)}: expected a number from {least}")
        if self.gain <= 0:
            raise ValueError(f"gain={self.gain:g}: expected a number above 0")
        Limit(self.depth, self.nodes, self.seconds)
        Sprt(self.elo0, self.elo1)

    @property
    def limit(self) -> Limit:
        """Of a move."""
        nodes = USUAL_NODES if (self.depth, self.nodes, self.seconds) == (None, None, None) else self.nodes
        return Limit(self.depth, nodes, self.seconds)

    @property
    def limit_words(self) -> str:
        limit = self.limit
        found = [
            f"{value:g} {name}" if name != "depth" else f"depth {value:g}"
            for name, value in (("depth", limit.depth), ("nodes", limit.nodes), ("seconds", limit.seconds))
            if value is not None
        ]
        return " and ".join(found) + " a move"

    @property
    def schedule(self) -> Schedule:
        return Schedule(self.iterations, self.gain, self.alpha, self.gamma)

    @property
    def sprt(self) -> Sprt:
        return Sprt(self.elo0, self.elo1)

    def plain(self) -> dict[str, object]:
        return {**asdict(self), "parameters": [asdict(each) for each in self.parameters]}


LEAST: dict[str, int] = {
    "iterations": 1,
    "pairs": 1,
    "gain": 0,
    "alpha": 0,
    "gamma": 0,
    "draw_after": 1,
    "test_pairs": 0,
    "seed": 0,
}


def check_settings(settings: Mapping[str, object]) -> None:
    """ValueError names a setting that a plan does not have."""
    known = [each.name for each in fields(Plan) if each.name not in ("game", "parameters", "position")]
    for name in settings:
        if name not in known:
            raise ValueError(f"tune has no setting {shown(name)}{did_you_mean(name, known)} ({', '.join(known)})")
