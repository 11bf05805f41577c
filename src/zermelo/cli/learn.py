"""`zermelo learn`: the weights of an evaluation, or a network, from self-play."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import click

from zermelo.cli.arguments import JSON, GameName, find
from zermelo.cli.executors import PLACES, command_again, pool_on, workers_of
from zermelo.cli.failures import DONE, NO, BadUse, asked
from zermelo.cli.output import data, emit, note, show_table
from zermelo.errors import did_you_mean
from zermelo.learn import Duel, Learned, Recipe, read_recipe, recipe_for
from zermelo.learn.fitting import numpy
from zermelo.learn.job import learner_of
from zermelo.learn.recipe import LEAST, WORDS, recipe_from
from zermelo.learn.run import run as run_recipe

Progress = Callable[[str, int, int], object]
Tell = Callable[[str], object]

USUAL_MINUTES = 10.0  # for a network


@click.command()
@click.argument("game", type=GameName())
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option("--features", metavar="FILE.py:NAME", help="A list of functions f(state, player), or the game's methods.")
@click.option("--network", is_flag=True, help="Learn a network; of a game without recipe and --features, always.")
@click.option("--minutes", type=click.FloatRange(0.1), metavar="M", help="As many games as there is time for.")
@click.option("--out", metavar="FOLDER", help="Keep the work here: a run broken off goes on, and a report is written.")
@click.option("-s", "--set", "changes", multiple=True, metavar="NAME=VALUE", help="Change a setting of the recipe.")
@click.option("--seed", type=click.IntRange(0), help="Seed of everything random.")
@click.option("--recipe", "show", is_flag=True, help="Only show the recipe.")
@PLACES
@JSON
def learn(
    game: str,
    options: tuple[str, ...],
    features: str | None,
    network: bool,
    minutes: float | None,
    out: str | None,
    changes: tuple[str, ...],
    seed: int | None,
    show: bool,
    workers: int | None,
    place: str | None,
    as_json: bool,
) -> int:
    """Learn an evaluation by self-play: play, label, fit, match; kept only if stronger.

    GAME is a game with a recipe of its own (tictactoe, connect4), a game of yours, or a recipe in a file.toml. Learned
    are the weights of --features, or a network of what the game's `features` say, in ten minutes if nothing else is
    said. Exit code 1 if nothing was stronger than none.
    """
    with asked():
        recipe = recipe_of(game, features, network, settings_of(changes, seed, minutes))
    _, chosen = find(recipe.game, options)
    recipe = replace(recipe, options={**recipe.options, **chosen})
    if show:
        show_recipe(recipe, as_json)
        return DONE
    pool = pool_on(place)
    try:
        # Threads for products of small matrices wait for each other longer than they work, and games need the cores.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        with asked(), bars() as (progress, tell):
            numpy()  # says at once if it is missing
            learned = run_recipe(learner_of(recipe), out, progress, workers_of(workers, place), pool, tell)
    except KeyboardInterrupt:
        if out is not None:
            note(f"what was done is in {out}; go on with:\n  {command_again()}")
        raise
    show_learned(learned, out, as_json)
    return DONE if learned.kept else NO


def recipe_of(game: str, features: str | None, network: bool, changes: Mapping[str, object]) -> Recipe:
    """The recipe asked for: from a file, from the game's folder, or the usual one for the user's game."""
    if network and features is not None:
        raise BadUse("--network learns from what the game itself says is true: no --features")
    if game.endswith(".toml"):
        if not Path(game).is_file():
            raise BadUse(f"there is no file {game}")
        found = read_recipe(game)
    else:
        found = recipe_for(game.partition(":")[0]) or recipe_from({"game": game})
        network = network or (not found.features and features is None)
    if features is not None:
        changes = {"features": features, "hand": (), **changes}
    if network and found.model != "network":
        timed = {} if {"games", "minutes"} & changes.keys() else {"minutes": USUAL_MINUTES}
        changes = {"model": "network", **timed, **changes}
    found = recipe_from({**changes, **({} if game.endswith(".toml") else {"game": game})}, found)
    if not found.game:
        raise BadUse(f"{game} does not say which game it is for: game = ...")
    if not found.features and found.model == "features":
        raise BadUse(f'{game} does not say what to weigh: features = ..., or model = "network"')
    return found


def settings_of(changes: tuple[str, ...], seed: int | None, minutes: float | None) -> dict[str, object]:
    given = {"seed": seed, "minutes": minutes}
    found: dict[str, object] = {name: value for name, value in given.items() if value is not None}
    known = [*LEAST, *WORDS, "hand"]
    for change in changes:
        name, equals, text = change.partition("=")
        if not equals or name not in known:
            raise BadUse(f"--set {change}: expected NAME=VALUE{did_you_mean(name, known)} (names: {', '.join(known)})")
        found[name] = setting(name, text)
    return found


def setting(name: str, text: str) -> str | float | tuple[float, ...]:
    """A setting as the type it has in a recipe."""
    try:
        if name == "hand":
            return tuple(float(each) for each in text.split(","))
        return text if name in WORDS else int(text) if isinstance(LEAST[name], int) else float(text)
    except ValueError:
        raise BadUse(f"--set {name}={text}: not a number") from None


@contextmanager
def bars() -> Iterator[tuple[Progress, Tell]]:
    """A progress bar for each stretch of the work, on a terminal; elsewhere a line when one begins. And lines for what
    each came to."""
    if not sys.stderr.isatty():
        begun: set[str] = set()

        def say(what: str, done: int, total: int) -> None:
            if what not in begun:
                begun.add(what)
                note(f"{what} ({total})")

        yield say, note
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    tasks: dict[str, TaskID] = {}
    with Progress(*columns, console=Console(stderr=True)) as progress:

        def show(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = progress.add_task(what, total=total)
            progress.update(tasks[what], completed=done)

        yield show, lambda line: progress.console.print(line, highlight=False)


def show_recipe(recipe: Recipe, as_json: bool) -> None:
    if as_json:
        emit("recipe", **recipe.plain())
    else:
        show_table(("setting", "value"), [(name, str(value)) for name, value in recipe.plain().items()])


def show_learned(learned: Learned, out: str | None, as_json: bool) -> None:
    if as_json:
        emit(
            "learned",
            game=learned.game,
            weights=learned.named,
            model=learned.model,
            generations=[
                {"positions": each.positions, "exact": each.exact, "kept": each.kept, **duel_fields(each.duel)}
                for each in learned.generations
            ],
            against_hand=None if learned.against_hand is None else duel_fields(learned.against_hand),
        )
        return
    if learned.named:
        show_table(("feature", "weight"), [(name, f"{weight:g}") for name, weight in learned.named.items()])
    for line in str(learned).splitlines()[bool(learned.named) :]:
        data(line)
    if out is not None:
        what = "weights" if learned.named else "network.bin, recipe.json" if learned.kept else "recipe.json"
        note(f"{what} and report.html are in {out}")


def duel_fields(duel: Duel) -> dict[str, object]:
    return {
        "score": duel.score,
        "error": duel.error,
        "games": duel.games,
        "won": duel.wins,
        "drawn": duel.draws,
        "lost": duel.losses,
    }
