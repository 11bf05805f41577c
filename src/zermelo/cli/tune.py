"""`zermelo tune`: parameters of a search from games against itself."""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

import click

from zermelo.cli.arguments import JSON, LIMITS, METHOD, GameName, features_of, find
from zermelo.cli.executors import PLACES, command_again, pool_on, workers_of
from zermelo.cli.failures import DONE, NO, BadUse, asked
from zermelo.cli.match import hypotheses, interruptible
from zermelo.cli.output import data, emit, note, show_table
from zermelo.cli.progress import TELL_SECONDS
from zermelo.match.job import Executor, Job
from zermelo.tune.fitting import PER_GAME, Fit
from zermelo.tune.fitting import planned as fit_planned
from zermelo.tune.fitting import run as run_fit
from zermelo.tune.plan import Plan
from zermelo.tune.report import HEAD, LINES, SPREADS, fit_words, line_rows, rows, spread_rows
from zermelo.tune.run import planned
from zermelo.tune.run import run as run_plan
from zermelo.tune.standing import Standing
from zermelo.tune.tuned import STRONGER, UNTESTED, Tuned

USUAL = Plan()


@click.command()
@click.argument("game", type=GameName())
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option(
    "-p",
    "--parameter",
    "parameters",
    multiple=True,
    metavar="NAME[=[START:]LOW:HIGH[:STEP]]",
    help="What to tune: a number among the features (margin, reduction), or an attribute of your class.",
)
@LIMITS
@click.option("--method", type=METHOD, default="auto", show_default=True, help="How to search.")
@click.option(
    "-f",
    "--feature",
    "features",
    multiple=True,
    metavar="NAME=VALUE",
    help="A feature that both sides have: solver=no …",
)
@click.option(
    "--iterations", type=click.IntRange(1), default=USUAL.iterations, show_default=True, metavar="N", help="Of SPSA."
)
@click.option(
    "--pairs",
    type=click.IntRange(1),
    default=USUAL.pairs,
    show_default=True,
    metavar="N",
    help="Pairs of games in an iteration; they are played side by side.",
)
@click.option(
    "--gain",
    type=float,
    default=USUAL.gain,
    show_default=True,
    help="Steps that a parameter moves if one side wins everything, at the beginning.",
)
@click.option(
    "--openings",
    default=USUAL.openings,
    show_default=True,
    metavar="WHICH",
    help="start, random:PLIES, balanced:PLIES, ballots (checkers), or a file.",
)
@click.option("--draw-after", type=click.IntRange(1), metavar="PLIES", help="A game that lasts longer is a draw.")
@click.option(
    "--sprt", default="0,10", show_default=True, metavar="ELO0,ELO1", help="The test at the end, tuned against usual."
)
@click.option(
    "--test-pairs",
    type=click.IntRange(0),
    default=USUAL.test_pairs,
    show_default=True,
    metavar="N",
    help="Pairs of games in the test, at most; 0: no test.",
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of everything random.")
@click.option(
    "--fit", is_flag=True, help="Only measure the errors of the evaluation and of shallow searches, without matches."
)
@click.option(
    "--positions",
    type=click.IntRange(PER_GAME),
    default=2000,
    show_default=True,
    metavar="N",
    help="--fit: positions of games against itself.",
)
@click.option("--out", metavar="FOLDER", help="Keep the games here, with the profile and a report.")
@PLACES
@JSON
def tune(
    game: str,
    options: tuple[str, ...],
    parameters: tuple[str, ...],
    depth: float | None,
    seconds: float | None,
    nodes: float | None,
    method: str,
    features: tuple[str, ...],
    iterations: int,
    pairs: int,
    gain: float,
    openings: str,
    draw_after: int | None,
    sprt: str,
    test_pairs: int,
    seed: int,
    fit: bool,
    positions: int,
    out: str | None,
    workers: int | None,
    place: str | None,
    as_json: bool,
) -> int:
    """Tune the parameters of a search by games against itself: SPSA, then SPRT against the usual values.

    GAME is a name, or file.py:Class for a game of yours. What was found is a profile, which players and searches read:
    auto:profile=FILE, -f profile=FILE. Ctrl-C finishes the running games and stops; the same command goes on. Exit code
    1 if the values were not shown to be stronger.
    """
    _, chosen = find(game, options)
    pool = pool_on(place)
    if fit:
        limits: dict[str, object] = {} if depth is None else {"depth": depth}
        limits |= {} if nodes is None else {"nodes": nodes}
        if parameters or features or seconds is not None:
            raise BadUse("--fit measures with --positions, --depth and --nodes alone: no -p, no -f, no --seconds")
        given = {"options": chosen, "positions": positions, "openings": openings, "seed": seed, **limits}
        return fitted(game, given, out, workers_of(workers, place), pool, as_json)
    with asked():
        start, plan = planned(
            game,
            parameters or None,
            {
                "options": chosen,
                "method": method,
                "features": features_of(features),
                "depth": depth,
                "nodes": nodes,
                "seconds": seconds,
                "iterations": iterations,
                "pairs": pairs,
                "gain": gain,
                "openings": openings,
                "draw_after": draw_after,
                "test_pairs": test_pairs,
                "seed": seed,
                **hypotheses(sprt),
            },
        )
    with work_folder(out) as (folder, again):
        try:
            with asked(), interruptible() as stop, shown() as progress:
                tuned = run_plan(start, plan, folder, workers_of(workers, place), progress, pool, stop)
        except KeyboardInterrupt:
            note(f"what was done is in {folder}; go on with:\n  {again}")
            raise
        show(tuned, out, as_json)
    return DONE if tuned.verdict in (STRONGER, UNTESTED) else NO


def fitted(
    game: str,
    given: dict[str, object],
    out: str | None,
    workers: int,
    pool: Callable[[Job, int], Executor],
    as_json: bool,
) -> int:
    """Measures, and shows what was found; exit code 1 if shallow searches say too little of deep ones."""
    with asked():
        start, plan = fit_planned(game, given)
    with work_folder(out) as (folder, again):
        try:
            with asked(), interruptible() as stop, shown() as progress:
                found = run_fit(start, plan, folder, workers, progress, pool, stop)
        except KeyboardInterrupt:
            note(f"what was done is in {folder}; go on with:\n  {again}")
            raise
        show_fit(found, out, as_json)
    return DONE if found.depth_error is not None else NO


@contextmanager
def work_folder(out: str | None) -> Iterator[tuple[Path, str]]:
    """The folder of the work, and the command that goes on with it. Without a folder given, one that stays only if the
    work is interrupted."""
    if out is not None:
        yield Path(out), command_again()
        return
    folder = Path(tempfile.mkdtemp(prefix="zermelo-tune-"))
    try:
        yield folder, command_again("--out", str(folder))
    except KeyboardInterrupt:
        raise
    except BaseException:
        shutil.rmtree(folder)
        raise
    shutil.rmtree(folder)


@contextmanager
def shown() -> Iterator[Callable[[Standing], object]]:
    """Progress: a bar for each stretch of the work on a terminal; elsewhere a line now and then."""
    if not sys.stderr.isatty():
        yield Lines()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[words]}"),
    )
    tasks: dict[str, TaskID] = {}
    with Progress(*columns, console=Console(stderr=True)) as progress:

        def draw(standing: Standing) -> None:
            if standing.what not in tasks:
                tasks[standing.what] = progress.add_task(standing.what, total=standing.total, words="")
            progress.update(tasks[standing.what], completed=standing.done, words=standing.words)

        yield draw


class Lines:
    """A line when a stretch of the work begins, and one now and then."""

    def __init__(self) -> None:
        self.what, self.told = "", 0.0

    def __call__(self, standing: Standing) -> None:
        now = time.monotonic()
        if standing.what == self.what and now - self.told < TELL_SECONDS:
            return
        self.what, self.told = standing.what, now
        note(
            f"{standing.what}: {standing.done} of {standing.total} {standing.unit}; {standing.words}".removesuffix("; ")
        )


def show(tuned: Tuned, out: str | None, as_json: bool) -> None:
    if as_json:
        emit(
            "tuned",
            game=tuned.game,
            values=dict(tuned.values),
            usual=tuned.usual,
            iterations=len(tuned.steps),
            **tuned.measured(),
        )
        return
    show_table(HEAD, rows(tuned))
    for line in str(tuned).splitlines()[1:]:
        data(line)
    if out is not None:
        note(f"profile.toml and report.html are in {out}")


def show_fit(found: Fit, out: str | None, as_json: bool) -> None:
    if as_json:
        emit(
            "fit",
            game=found.game,
            positions=found.positions,
            decided=found.decided,
            eval_error=found.eval_error,
            depth_error=found.depth_error,
            spreads=[asdict(each) for each in found.spreads],
            lines=[asdict(each) for each in found.lines],
        )
        return
    show_table(SPREADS, spread_rows(found))
    show_table(LINES, line_rows(found))
    for line in fit_words(found):
        data(line)
    if out is not None:
        note(f"profile.toml and report.html are in {out}")
