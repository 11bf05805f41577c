"""How far evaluations and shallow searches of a game are from deeper ones, measured on positions of games against
itself, without matches. Margins and ProbCut rest on these errors; a search measures them anew every time if it does not
know them.

For every position the static value and those of full-width searches to depth 1, 2, … are compared, with quiescence
where the game says which moves are noisy: what the next ply changes (σ_d), and how well a deep value follows from a
shallow one of the same parity, v_D = a v_d + b + e (ProbCut).

M. Buro, "ProbCut: an effective selective extension of the alpha-beta algorithm", 1995.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from statistics import fmean, pstdev

from zermelo.errors import GameError, did_you_mean
from zermelo.files import write_whole
from zermelo.game import BuiltIn, Game, State, position_like
from zermelo.games import start as start_game
from zermelo.limits import Limit
from zermelo.match.job import Executor, Here, Job, Plain, Said, Tell, id_of, read_as
from zermelo.match.openings import find_openings
from zermelo.match.pool import Pool
from zermelo.match.setup import start_named
from zermelo.match.tournament import seed_of
from zermelo.players import Searcher
from zermelo.profile import Plain as Value
from zermelo.profile import Profile
from zermelo.result import Result
from zermelo.search import search
from zermelo.tune.standing import Standing, check_kind
from zermelo.tune.work import Work, kept_in
from zermelo.validate import check_fields, shown, typed
from zermelo.version import __version__

PER_GAME = 10  # positions
FEWEST = 30  # positions for a line of the table
ENOUGH = 0.8  # of the variance of deep values that shallow ones must explain
PLAYED = Limit(depth=2)  # the searches that play the games


@dataclass(frozen=True)
class FitPlan:
    """Everything that decides what is measured."""

    game: str = ""
    options: Mapping[str, int | str] = field(default_factory=dict)
    position: str = ""
    positions: int = 2000
    depth: int = 6  # of the deepest search
    nodes: int = 100_000  # for a position, at most: what is not reached within them is left out
    openings: str = "random:4"
    explore: float = 0.1  # the chance of a random move
    seed: int = 0

    def __post_init__(self) -> None:
        check_fields(self)
        for name, least in (("positions", PER_GAME), ("depth", 2), ("nodes", 1), ("seed", 0)):
            if vars(self)[name] < least:
                raise ValueError(f"{name}={shown(vars(self)[name])}: expected a number from {least}")
        if not 0 <= self.explore <= 1:
            raise ValueError(f"explore={self.explore:g}: expected a share from 0 to 1")


@dataclass(frozen=True)
class Spread:
    """By how much values differ from those of a deeper search: on average, its deviation, and its size without sign."""

    shallow: int  # 0: the static value
    deep: int
    positions: int
    mean: float
    deviation: float
    size: float


@dataclass(frozen=True)
class Line:
    """A deep value from a shallow one: slope · v + offset, with a deviation that is left, and the share explained."""

    shallow: int
    deep: int
    positions: int
    slope: float
    offset: float
    deviation: float
    explained: float

    @property
    def usable(self) -> bool:
        return self.explained >= ENOUGH


@dataclass(frozen=True)
class Fit:
    """What was measured. Values are those of the player on move, in the scale of the evaluation."""

    game: str
    unit: float
    positions: int
    decided: int  # of them with a win or a loss within the depth, which are left out
    spreads: tuple[Spread, ...]
    lines: tuple[Line, ...]
    plan: FitPlan

    @property
    def eval_error(self) -> float:
        """What margins are multiples of: the size of what one and two plies change of a static value, beyond what a
        move gains on average."""
        first = next((each.size for each in self.spreads if (each.shallow, each.deep) == (0, 1)), math.nan)
        second = next((each.size for each in self.spreads if (each.shallow, each.deep) == (0, 2)), math.nan)
        return fmean((first, second))

    @property
    def depth_error(self) -> float | None:
        """The same between searches of different depth; None if shallow ones say too little of deep ones."""
        usable = [each.deviation for each in self.lines if each.usable]
        return fmean(usable) * math.sqrt(2 / math.pi) if usable else None

    @property
    def profile(self) -> Profile:
        """The errors as options of a search; without ProbCut where it has nothing to go by."""
        options: dict[str, Value] = {"eval_error": rounded(max(self.eval_error, self.unit / 2))}
        if self.depth_error is None:
            options["probcut"] = False
        else:
            options["depth_error"] = rounded(max(self.depth_error, self.unit / 2))
        measured: dict[str, Value] = {"fitted_positions": self.positions, "depth": self.plan.depth}
        return Profile(self.game, options, {}, {**measured, "version": __version__})


def rounded(value: float) -> float:
    return float(f"{value:.4g}")


# ---- one game ----


class FitJob:
    """Games against itself as a job: each part is a game, and comes to the values of some of its positions."""

    def __init__(self, start: State, plan: FitPlan, folder: str = ".") -> None:
        self.start, self.plan, self.folder = start, plan, folder

    def plain(self) -> Plain:
        if not self.plan.game:
            raise ValueError("other processes can only play a game by its name: connect4, or file.py:Class")
        return {"module": __name__, "plan": asdict(self.plan)}

    def do(self, part: Plain, tell: Tell) -> object:
        """For each position its values: static, of depth 1, 2, …; nothing for one that is decided."""
        seed = read_as(int, part["seed"])
        return [self.values(state) for state in self.met(seed)]

    def met(self, seed: int) -> list[State]:
        """Some positions of a game."""
        rng = random.Random(seed)
        (opening,) = find_openings(self.start, self.plan.openings, 1, seed)
        state = self.start if opening.position is None else position_like(self.start, opening.position)
        for move in opening.moves:
            state = state.play(move)
        player, states = Searcher("auto", PLAYED, book=False), list[State]()
        while not state.is_over and len(states) < self.start.info.max_plies:
            states.append(state)
            state = state.play(rng.choice(state.moves()) if rng.random() < self.plan.explore else player(state))
        return rng.sample(states, min(PER_GAME, len(states)))

    def values(self, state: State) -> list[float]:
        found = [state.evaluate(state.turn)]
        decided = False

        def hear(result: Result) -> None:
            nonlocal decided
            assert result.score is not None
            score = result.score.for_player(state.turn)
            decided = decided or score.proved or score.outcome is not None
            if result.depth == len(found):
                found.append(score.value)

        search(
            state,
            method="scout+table",
            deepen=True,
            same_depth=True,
            quiescence=state.info.sees_noise,
            depth=self.plan.depth,
            nodes=self.plan.nodes,
            progress=hear,
        )
        return [] if decided else found

    def lost(self, part: Plain, reason: str) -> object:
        raise GameError(f"game {id_of(part)}: {reason}")

    def stalled(self, part: Plain, said: Said) -> object:
        raise GameError(f"game {id_of(part)}: a player did not come back")


def job_again(plain: Plain) -> FitJob:
    plan = read_as(FitPlan, plain["plan"])
    return FitJob(start_named(plan.game, plan.options, plan.position or None), plan)


def rows_of(result: object) -> list[list[float]]:
    return read_as(list[list[float]], result)


# ---- all of them ----


@typed
def fit(
    game: str | Game | type[Game] | BuiltIn | State,
    *,
    folder: str | Path | None = None,
    workers: int = 0,
    progress: Callable[[Standing], object] | None = None,
    **settings: object,
) -> Fit:
    """Measures how far evaluations and shallow searches of a game are from deeper ones. Settings are those of a
    FitPlan: `positions`, `depth`, `nodes`, `openings`, `explore`, `seed`. The rest is as in `tune`."""
    start, plan = planned(game, settings)
    return run(start, plan, folder, workers, progress or (lambda standing: None))


def planned(game: str | Game | type[Game] | BuiltIn | State, settings: Mapping[str, object]) -> tuple[State, FitPlan]:
    """Where games begin, and the plan."""
    known = [each.name for each in fields(FitPlan) if each.name not in ("game", "position")]
    for name in settings:
        if name not in known:
            raise ValueError(f"fit has no setting {shown(name)}{did_you_mean(name, known)} ({', '.join(known)})")
    plan = read_as(FitPlan, {**asdict(FitPlan()), **settings, "game": game if isinstance(game, str) else ""})
    if isinstance(game, str):
        return start_named(game, plan.options), plan
    start = game if isinstance(game, State) else start_game(game, **plan.options)
    return start, replace(plan, position=start.text if isinstance(game, State) else "")


def run(
    start: State,
    plan: FitPlan,
    folder: str | Path | None = None,
    workers: int = 0,
    progress: Callable[[Standing], object] = lambda standing: None,
    pool: Callable[[Job, int], Executor] = Pool,
    stop: Callable[[], bool] = lambda: False,
) -> Fit:
    """Carries out a plan; with a folder, what is there already is not measured again."""
    check_kind(start)
    if not start.info.evaluates:
        raise ValueError(f"{start.game.label} has no evaluation whose errors could be measured")
    job = FitJob(start, plan)
    if workers:
        job.plain()
    games = math.ceil(plan.positions / PER_GAME)
    parts = [{"id": f"fit/{number}", "seed": seed_of(plan.seed, f"fit {number}")} for number in range(games)]
    facts = {**asdict(plan), "fit": True, "label": start.game.label, "start": start.text}
    with kept_in(folder, facts, rows_of) as kept, pool(job, workers) if workers else Here(job) as executor:
        work = Work(kept, executor, stop)
        for _ in work.done(parts):
            progress(Standing("fit", work.count(parts), games, "", "games"))
        rows = [row for part in parts for row in kept.results[id_of(part)]]
    found = fitted(start, rows, plan)
    if folder is not None:
        from zermelo.tune.report import fit_report

        found.profile.save(Path(folder) / "profile.toml")
        write_whole(Path(folder) / "report.html", fit_report(found).encode())
    return found


def fitted(start: State, rows: Sequence[Sequence[float]], plan: FitPlan) -> Fit:
    """The statistics of all positions; each line of them is of those that were searched so deep."""
    known = [row for row in rows if row]
    steps = [(0, 1), (0, 2), *((depth, depth + 1) for depth in range(1, plan.depth))]
    pairs = [(shallow, deep) for deep in range(3, plan.depth + 1) for shallow in range(deep - 2, 0, -2)]
    spreads = [spread(d, e, [(row[d], row[e]) for row in known if len(row) > e]) for d, e in steps if has(known, e)]
    lines = [line(d, e, [(row[d], row[e]) for row in known if len(row) > e]) for d, e in pairs if has(known, e)]
    if not {(0, 1), (0, 2)} <= {(each.shallow, each.deep) for each in spreads}:
        raise ValueError(f"only {len(known)} of {len(rows)} positions are undecided: too few to measure anything")
    return Fit(
        start.game.label,
        start.info.unit,
        len(rows),
        len(rows) - len(known),
        tuple(spreads),
        tuple(lines),
        plan,
    )


def has(rows: Sequence[Sequence[float]], depth: int) -> bool:
    return sum(len(row) > depth for row in rows) >= FEWEST


def spread(shallow: int, deep: int, values: Sequence[tuple[float, float]]) -> Spread:
    """What is left when the average is taken off, where the other player is on move at the end."""
    differences = [after - before for before, after in values]
    mean = fmean(differences)
    usual = mean if (deep - shallow) % 2 else 0.0
    size = fmean(abs(each - usual) for each in differences)
    return Spread(shallow, deep, len(values), mean, pstdev(differences), size)


def line(shallow: int, deep: int, values: Sequence[tuple[float, float]]) -> Line:
    """The line of least squares."""
    first, second = fmean(x for x, _ in values), fmean(y for _, y in values)
    both = fmean((x - first) * (y - second) for x, y in values)
    wide, high = fmean((x - first) ** 2 for x, _ in values), fmean((y - second) ** 2 for _, y in values)
    slope = both / wide if wide else 0.0
    left = max(0.0, high - slope * both)
    explained = 1 - left / high if high else 0.0
    return Line(shallow, deep, len(values), slope, second - slope * first, math.sqrt(left), explained)
