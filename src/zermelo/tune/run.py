"""The whole of tuning: SPSA over games against itself, then a test of what it found against the usual values."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from zermelo.game import BuiltIn, Game, State
from zermelo.games import start as start_game
from zermelo.match.job import Executor, Here, Job, Plain, read_as
from zermelo.match.journal import Journal, JournalError
from zermelo.match.openings import Opening, find_openings
from zermelo.match.pool import Pool
from zermelo.match.tournament import seed_of
from zermelo.search import search
from zermelo.tune.job import Side, TuneJob, start_of
from zermelo.tune.parameters import Ranges, parameters_of
from zermelo.tune.plan import Plan, check_settings
from zermelo.tune.spsa import Values, moved, probes
from zermelo.tune.tuned import Decision, Step, Trial, Tuned, trial_id
from zermelo.validate import typed
from zermelo.version import __version__

LOOKS, LOOK_NODES = 16, 20_000  # positions, and nodes where time is the limit, to see whether a parameter does anything


@dataclass(frozen=True)
class Standing:
    """How far it is: pairs of games of the stretch at hand, and how it stands, in words."""

    what: str
    done: int
    total: int
    words: str


@typed
def tune(
    game: str | Game | type[Game] | BuiltIn | State,
    parameters: Mapping[str, Sequence[float]] | Sequence[str] | None = None,
    *,
    folder: str | Path | None = None,
    workers: int = 0,
    progress: Callable[[Standing], object] | None = None,
    **settings: object,
) -> Tuned:
    """Finds better values of a search's parameters for a game, by games against itself, and tests them.

    `game` is a name, a Game of yours, or a State to start from. `parameters` are `{"margin": (0.3, 3)}` or
    `["margin=0.3:3"]`: numbers among the features of a search, or attributes of your class; without them all numbers
    among the features. Settings are those of a Plan. With a folder, a tuning that was broken off goes on where it
    stopped, and profile.toml and report.html are written there. With `workers`, this many processes play the games, if
    the game is given by a name; the result is the same.
    """
    start, plan = planned(game, parameters, settings)
    return run(start, plan, folder, workers, progress or (lambda standing: None))


def planned(
    game: str | Game | type[Game] | BuiltIn | State, parameters: Ranges | None, settings: Mapping[str, object]
) -> tuple[State, Plan]:
    """Where games begin, and the plan, checked."""
    check_settings(settings)
    plan = read_as(Plan, {**Plan().plain(), **settings, "game": game if isinstance(game, str) else ""})
    if isinstance(game, str):
        start = start_of(plan)
    else:
        start = game if isinstance(game, State) else start_game(game, **plan.options)
    check_kind(start)
    position = start.text if isinstance(game, State) else ""
    return start, replace(plan, position=position, parameters=parameters_of(start, parameters, plan.method))


def check_kind(start: State) -> None:
    """ValueError if results of single games say too little, or if there are not two players."""
    info, label = start.info, start.game.label
    for wrong, what in ((info.chance, "a game of chance"), (info.hidden, "a game of imperfect information")):
        if wrong:
            raise ValueError(f"{label} is {what}: tune is for games of two players in which nothing is left to luck")
    if len(info.players) != 2 or not info.zero_sum:
        raise ValueError(f"{label} is not a game of two players against each other: tune is for those")
    if start.is_over:
        raise ValueError(f"the game of {label} is over here: there is nothing to play")


def run(
    start: State,
    plan: Plan,
    folder: str | Path | None = None,
    workers: int = 0,
    progress: Callable[[Standing], object] = lambda standing: None,
    pool: Callable[[Job, int], Executor] = Pool,
    stop: Callable[[], bool] = lambda: False,
) -> Tuned:
    """Carries out a plan; with a folder, games that are there already are not played again.

    Without workers the games are played in this process, else by this many of `pool`. When `stop` says so, the running
    games are finished and KeyboardInterrupt is raised.
    """
    job = TuneJob(start, plan)
    if workers:
        job.plain()  # says at once if nobody else can play it
    job.player({each.name: each.start for each in plan.parameters})  # and if it cannot be searched like this
    with kept_in(folder, start, plan) as kept:
        tuning = Tuning(job, kept, progress, stop)
        tuning.check_effects()
        with pool(job, workers) if workers else Here(job) as executor:
            tuned = tuning.tuned(executor)
    if folder is not None:
        from zermelo.tune.report import report

        tuned.profile.save(Path(folder) / "profile.toml")
        (Path(folder) / "report.html").write_text(report(tuned), encoding="utf-8")
    return tuned


class Kept:
    """The pairs that were played, on the disk if there is a journal for them."""

    def __init__(self, journal: Journal | None) -> None:
        self.journal = journal
        entries = () if journal is None else journal.entries
        self.results = {str(each["id"]): read_as(tuple[float, float], each["points"]) for each in entries}

    def add(self, results: Mapping[str, tuple[float, float]]) -> None:
        if self.journal is not None:
            self.journal.add([{"id": name, "points": list(points)} for name, points in results.items()])
        self.results.update(results)


@contextmanager
def kept_in(folder: str | Path | None, start: State, plan: Plan) -> Iterator[Kept]:
    """Inside, the pairs that a folder holds, and those that are added; JournalError if it is another tuning's."""
    if folder is None:
        yield Kept(None)
        return
    Path(folder).mkdir(parents=True, exist_ok=True)
    wanted: Plain = json.loads(json.dumps({**plan.plain(), "label": start.game.label, "start": start.text}))
    with Journal(Path(folder) / "games.record", {"tuning": wanted, "version": __version__}) as journal:
        found = journal.head.get("tuning")
        if not isinstance(found, Mapping):
            raise JournalError(f"{folder} holds the games of something else: use another folder")
        if differ := [name for name in wanted if found.get(name) != wanted[name]]:
            raise JournalError(f"{folder} holds another tuning ({', '.join(differ)} differ): use another folder")
        yield Kept(journal)


class Tuning:
    """One run of a plan. Every random choice comes from the seed and the number of the iteration or pair."""

    def __init__(
        self, job: TuneJob, kept: Kept, progress: Callable[[Standing], object], stop: Callable[[], bool]
    ) -> None:
        self.job, self.kept, self.progress, self.stop = job, kept, progress, stop
        self.plan = job.plan
        self.names = [each.name for each in self.plan.parameters]

    def openings(self, what: str, count: int) -> list[Opening]:
        return find_openings(self.job.start, self.plan.openings, count, seed_of(self.plan.seed, what))

    def check_effects(self) -> None:
        """ValueError names a parameter that makes no difference to a search: its games would all be alike."""
        if self.kept.results:
            return
        openings = self.openings("tune", LOOKS)
        for each in self.plan.parameters:
            if not any(self.differs(each.name, each.usable(each.low), each.usable(each.high), at) for at in openings):
                raise ValueError(
                    f"{each.name} makes no difference to {self.plan.method} in {self.job.start.game.label}: "
                    f"searches with {each.low:g} and {each.high:g} are the same in {len(openings)} positions "
                    "(with features switched on by -f, larger limits or another method they may not be)"
                )

    def differs(self, name: str, low: float, high: float, opening: Opening) -> bool:
        found = []
        for value in (low, high):
            job, side = self.job, {name: value}
            twin, state = job.twin(side), job.opened(opening)
            limit = self.plan.limit
            nodes = LOOK_NODES if limit.depth is None and limit.nodes is None else limit.nodes
            found.append(
                search(
                    state if twin is None else twin.start(state.data),
                    method=self.plan.method,
                    depth=limit.depth,
                    nodes=nodes,
                    **job.player_options(side),
                )
            )
        return found[0] != found[1]

    def tuned(self, executor: Executor) -> Tuned:
        plan = self.plan
        openings = self.openings("tune", plan.iterations * plan.pairs)
        values: Values = tuple(each.start for each in plan.parameters)
        steps: list[Step] = []
        for k in range(1, plan.iterations + 1):
            up, down = map(self.named, probes(plan.parameters, values, plan.schedule, plan.seed, k))
            parts = [
                self.part(f"{k}/{pair}", up, down, opening)
                for pair, opening in enumerate(openings[(k - 1) * plan.pairs : k * plan.pairs], 1)
            ]
            for _ in self.played(executor, parts):
                done = self.count(parts) + (k - 1) * plan.pairs
                self.progress(Standing("tuning", done, len(openings), words_of(self.named(values))))
            result = sum(sum(self.kept.results[str(part["id"])]) - 1 for part in parts) / len(parts)
            values = moved(plan.parameters, values, plan.schedule, plan.seed, k, result)
            steps.append(Step(k, result, values))
        found = {each.name: each.settled(value) for each, value in zip(plan.parameters, values, strict=True)}
        return Tuned(self.job.start.game.label, plan, tuple(steps), found, self.tested(executor, found))

    def tested(self, executor: Executor, found: Side) -> Trial | None:
        """The values against the usual ones, until it is clear which are stronger."""
        usual = {each.name: each.usual for each in self.plan.parameters}
        if found == usual or not self.plan.test_pairs:
            return None
        openings = self.openings("test", self.plan.test_pairs)
        parts = [self.part(trial_id(number), found, usual, opening) for number, opening in enumerate(openings)]
        decision = Decision(self.plan, [self.job.opened(opening).text for opening in openings])
        for _ in self.played(executor, parts, lambda: decision.look(self.kept.results)):
            decision.look(self.kept.results)
            words = str(decision.trial) if decision.points else words_of(found)
            self.progress(Standing("test", decision.next, len(parts), words))
        return decision.trial

    def played(
        self, executor: Executor, parts: Sequence[Plain], enough: Callable[[], bool] = lambda: False
    ) -> Iterator[None]:
        """Plays the parts that are not kept, until there are enough; gives a sign of life now and then."""
        left = [part for part in parts if str(part["id"]) not in self.kept.results]
        yield
        if enough():
            return
        for some in executor.run(left, lambda: self.stop() or enough()):
            self.kept.add({each.id: read_as(tuple[float, float], each.result) for each in some})
            yield
        if not enough() and self.count(parts) < len(parts):
            raise KeyboardInterrupt

    def part(self, name: str, first: Side, second: Side, opening: Opening) -> Plain:
        return {
            "id": name,
            "sides": [dict(first), dict(second)],
            "seed": seed_of(self.plan.seed, name),
            "position": opening.position,
            "moves": list(opening.moves),
        }

    def count(self, parts: Sequence[Plain]) -> int:
        return sum(str(part["id"]) in self.kept.results for part in parts)

    def named(self, values: Values) -> dict[str, float]:
        return dict(zip(self.names, values, strict=True))


def words_of(values: Side) -> str:
    return ", ".join(f"{name} {value:.4g}" for name, value in values.items())
