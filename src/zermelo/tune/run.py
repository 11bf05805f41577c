"""The whole of tuning: SPSA over games against itself, then a test of what it found against the usual values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from zermelo.files import write_whole
from zermelo.game import BuiltIn, Game, State
from zermelo.games import start as start_game
from zermelo.match.job import Executor, Here, Job, Plain, read_as
from zermelo.match.openings import Opening, find_openings
from zermelo.match.pool import Pool
from zermelo.match.tournament import seed_of
from zermelo.result import Result
from zermelo.search import search
from zermelo.tune.job import Points, Side, TuneJob, points_of, start_of
from zermelo.tune.parameters import Parameter, Ranges, parameters_of
from zermelo.tune.plan import Plan, check_settings
from zermelo.tune.spsa import Values, moved, probes
from zermelo.tune.standing import Standing, check_kind
from zermelo.tune.tuned import Decision, Step, Trial, Tuned, trial_id
from zermelo.tune.work import Work, begun, kept_in
from zermelo.validate import typed

LOOKS, LOOK_NODES = 16, 20_000  # positions, and nodes where time is the limit, to see whether a parameter does anything


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
    among the features that make a difference. Settings are those of a Plan. With a folder, a tuning that was broken off
    goes on where it stopped, and profile.toml and report.html are written there. With `workers`, this many processes
    play the games, if the game is given by a name; the result is the same.
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
    plan = replace(plan, position=position, parameters=parameters_of(start, parameters, plan.method))
    return start, plan if parameters is not None else with_effect(start, plan)


def with_effect(start: State, plan: Plan) -> Plan:
    """Of all numbers among the features those that make a difference to this search; ValueError if none does."""
    job = TuneJob(start, plan)
    openings = openings_of(job, "tune", LOOKS)
    found = tuple(each for each in plan.parameters if has_effect(job, each, openings))
    if not found:
        raise ValueError(f"no number among the features makes a difference to {plan.method} in {start.game.label}")
    return replace(plan, parameters=found)


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
    facts = {**plan.plain(), "label": start.game.label, "start": start.text}
    if not begun(folder):
        check_effects(job)
    with kept_in(folder, facts, points_of) as kept, pool(job, workers) if workers else Here(job) as executor:
        tuned = Tuning(job, Work(kept, executor, stop), progress).tuned()
    if folder is not None:
        from zermelo.tune.report import report

        tuned.profile.save(Path(folder) / "profile.toml")
        write_whole(Path(folder) / "report.html", report(tuned).encode())
    return tuned


def openings_of(job: TuneJob, what: str, count: int) -> list[Opening]:
    return find_openings(job.start, job.plan.openings, count, seed_of(job.plan.seed, what))


def check_effects(job: TuneJob) -> None:
    """ValueError names a parameter that makes no difference to a search: its games would all be alike."""
    openings = openings_of(job, "tune", LOOKS)
    for each in job.plan.parameters:
        if not has_effect(job, each, openings):
            raise ValueError(
                f"{each.name} makes no difference to {job.plan.method} in {job.start.game.label}: "
                f"searches with {each.low:g} and {each.high:g} are the same in {len(openings)} positions "
                "(with features switched on by -f, larger limits or another method they may not be)"
            )


def has_effect(job: TuneJob, each: Parameter, openings: Sequence[Opening]) -> bool:
    values = each.usable(each.low), each.usable(each.high)
    return any(differs(job, each.name, values, at) for at in openings)


def differs(job: TuneJob, name: str, values: tuple[float, float], opening: Opening) -> bool:
    """Whether two values of a parameter lead to different searches of a position."""
    limit, found = job.plan.limit, list[Result]()
    nodes = LOOK_NODES if limit.depth is None and limit.nodes is None else limit.nodes
    for value in values:
        side, state = {name: value}, job.opened(opening)
        twin = job.twin(side)
        found.append(
            search(
                state if twin is None else twin.start(state.data),
                method=job.plan.method,
                depth=limit.depth,
                nodes=nodes,
                **job.player_options(side),
            )
        )
    return found[0] != found[1]


class Tuning:
    """One run of a plan. Every random choice comes from the seed and the number of the iteration or pair."""

    def __init__(self, job: TuneJob, work: Work[Points], progress: Callable[[Standing], object]) -> None:
        self.job, self.work, self.progress = job, work, progress
        self.plan = job.plan
        self.names = [each.name for each in self.plan.parameters]

    def tuned(self) -> Tuned:
        plan = self.plan
        openings = openings_of(self.job, "tune", plan.iterations * plan.pairs)
        values: Values = tuple(each.start for each in plan.parameters)
        steps: list[Step] = []
        for k in range(1, plan.iterations + 1):
            up, down = map(self.named, probes(plan.parameters, values, plan.schedule, plan.seed, k))
            parts = [
                self.part(f"{k}/{pair}", up, down, opening)
                for pair, opening in enumerate(openings[(k - 1) * plan.pairs : k * plan.pairs], 1)
            ]
            for _ in self.work.done(parts):
                done = self.work.count(parts) + (k - 1) * plan.pairs
                self.progress(Standing("tuning", done, len(openings), words_of(self.named(values))))
            result = sum(sum(self.points()[str(part["id"])]) - 1 for part in parts) / len(parts)
            values = moved(plan.parameters, values, plan.schedule, plan.seed, k, result)
            steps.append(Step(k, result, values))
        found = {each.name: each.settled(value) for each, value in zip(plan.parameters, values, strict=True)}
        return Tuned(self.job.start.game.label, plan, tuple(steps), found, self.tested(found))

    def tested(self, found: Side) -> Trial | None:
        """The values against the usual ones, until it is clear which are stronger."""
        usual = {each.name: each.usual for each in self.plan.parameters}
        if found == usual or not self.plan.test_pairs:
            return None
        openings = openings_of(self.job, "test", self.plan.test_pairs)
        parts = [self.part(trial_id(number), found, usual, opening) for number, opening in enumerate(openings)]
        decision = Decision(self.plan, [self.job.opened(opening).text for opening in openings])
        for _ in self.work.done(parts, lambda: decision.look(self.points())):
            decision.look(self.points())
            words = str(decision.trial) if decision.points else words_of(found)
            self.progress(Standing("test", decision.next, len(parts), words))
        return decision.trial

    def points(self) -> Mapping[str, Points]:
        """Of all pairs that were played."""
        return self.work.kept.results

    def part(self, name: str, first: Side, second: Side, opening: Opening) -> Plain:
        return {
            "id": name,
            "sides": [dict(first), dict(second)],
            "seed": seed_of(self.plan.seed, name),
            "position": opening.position,
            "moves": list(opening.moves),
        }

    def named(self, values: Values) -> dict[str, float]:
        return dict(zip(self.names, values, strict=True))


def words_of(values: Side) -> str:
    return ", ".join(f"{name} {value:.4g}" for name, value in values.items())
