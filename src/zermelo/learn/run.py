"""The whole of learning: self-play, labels, fit, match, and again. Weights are kept only if they are stronger."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from zermelo.game import BuiltIn, State
from zermelo.game import Game as GameClass
from zermelo.games import start as start_game
from zermelo.learn.checkpoints import Folder
from zermelo.learn.duel import Duel, duel_of
from zermelo.learn.features import numbers_of
from zermelo.learn.fitting import Fitted, Weights, numpy
from zermelo.learn.job import LearnJob, learner_for
from zermelo.learn.learner import Learner
from zermelo.learn.pace import Pace
from zermelo.learn.recipe import Recipe, recipe_for, recipe_from, seed_of
from zermelo.learn.weights_file import save_weights
from zermelo.linear import Feature, Linear
from zermelo.match.job import Executor, Here, Job, Plain, read_as
from zermelo.match.pool import Pool
from zermelo.validate import typed

if TYPE_CHECKING:
    from zermelo.network import Network

GAMES_IN_A_PIECE, PAIRS_IN_A_PIECE = 20, 10
LEAST_GAMES, LEAST_PAIRS = 20, 4  # however little time there is
MOST_GAMES = 50_000  # of a generation, where time is the limit

Progress = Callable[[str, int, int], object]
Tell = Callable[[str], object]


@dataclass(frozen=True)
class Generation:
    """What one round came to."""

    number: int
    positions: int  # of all games so far
    exact: int  # of them with their true value
    fit: Fitted
    duel: Duel  # new weights against those kept so far
    kept: bool

    def __str__(self) -> str:
        verdict = "kept" if self.kept else "not stronger, not kept"
        return f"generation {self.number}: {self.positions} positions, against before {self.duel}: {verdict}"


@dataclass(frozen=True)
class Learned:
    """The weights kept at last, and how it went."""

    game: str
    names: tuple[str, ...]
    weights: Weights  # of the features; or a network, as text
    recipe: Recipe
    generations: tuple[Generation, ...]
    against_hand: Duel | None

    @property
    def kept(self) -> bool:
        """Whether any weights were stronger than none."""
        return any(each.kept for each in self.generations)

    @property
    def named(self) -> dict[str, float]:
        """Weights by the names of their features; of a network none have names."""
        return {} if isinstance(self.weights, str) else dict(zip(self.names, self.weights, strict=True))

    @property
    def network(self) -> Network:
        """The network, to be given to a search as `eval=`; ValueError if none was kept."""
        if not self.kept or not isinstance(self.weights, str):
            raise ValueError("no network was kept" if self.recipe.model == "network" else "features are not a network")
        from zermelo.learn.networks import network_from

        return network_from(self.weights)

    def linear(self, features: Sequence[Feature]) -> Linear:
        """The evaluation, to be given to a search as `eval=`."""
        return Linear(numbers_of(self.weights), features)

    @property
    def model(self) -> str:
        """What was learned, in words."""
        if self.recipe.model == "network":
            return str(self.network) if self.kept else "no network"
        return ", ".join(f"{name} {weight:g}" for name, weight in self.named.items())

    def __str__(self) -> str:
        lines = [f"{self.game}: {self.model}", *map(str, self.generations)]
        if self.against_hand is not None:
            whom = "the game's own evaluation" if self.recipe.model == "network" else "weights set by hand"
            lines.append(f"against {whom}: {self.against_hand}")
        return "\n".join(lines)


@typed
def learn(
    game: str | GameClass | type[GameClass] | BuiltIn | State,
    features: Sequence[Feature | str] | None = None,
    *,
    recipe: Recipe | None = None,
    folder: str | Path | None = None,
    progress: Progress | None = None,
    workers: int = 0,
    **settings: object,
) -> Learned:
    """Learns weights for the features of a game.

    `game` is a name, a Game of yours, or a State to start from. `features` are functions f(state, player) -> number, or
    names of its methods; without them a built-in game's own recipe is used. Settings are those of a Recipe. With a
    folder, a run that was broken off goes on where it stopped, and its report and weights are written there. With
    `workers`, this many processes play the games, if game and features are given by names; the result is the same.
    """
    numpy()  # says at once if it is missing
    if recipe is None and features is None and isinstance(game, str):
        recipe = recipe_for(game)
    recipe = recipe_from(settings, recipe)
    start = game if isinstance(game, State) else start_game(game, **recipe.options)
    return run(learner_for(start, recipe, features), folder, progress, workers)


def run(
    learner: Learner,
    folder: str | Path | None = None,
    progress: Progress | None = None,
    workers: int = 0,
    pool: Callable[[Job, int], Executor] = Pool,
    tell: Tell = lambda line: None,
) -> Learned:
    """Carries out a recipe; with a folder, what is there already is not done again.

    Without workers the games are played in this process, else by this many of `pool`: processes of this machine, or a
    cluster (zermelo.cluster). `progress` hears how far it is, `tell` what each step came to, in a line.
    """
    job = LearnJob(learner)
    if workers:
        job.plain()  # says at once if nobody else can play it
    kept = Folder(folder)
    try:
        facts = {"game": learner.start.game.label, "start": learner.start.text, "features": learner.names}
        same_recipe(kept, {**learner.recipe.plain(), **facts})
        with pool(job, workers) if workers else Here(job) as executor:
            learned = Run(learner, kept, executor, progress or (lambda what, done, of: None), tell).learned()
        if kept.path is not None:
            save(kept, learned)
        return learned
    finally:
        kept.close()


def save(folder: Folder, learned: Learned) -> None:
    """The weights or the network, and the report; the recipe is there already."""
    from zermelo.learn.report import report

    assert folder.path is not None
    if learned.recipe.model != "network":
        save_weights(folder.path / "weights.json", learned.game, learned.named)
    elif learned.kept:
        learned.network.save(folder.path / "network.bin")
    folder.write("report.html", report(learned))


def same_recipe(folder: Folder, recipe: Plain) -> None:
    """A folder holds the work of one recipe; a run by another one is refused."""
    wanted: Plain = json.loads(json.dumps(recipe))
    found = read_as(dict[str, object], folder.plain("recipe.json", lambda: wanted))
    differ = [name for name in wanted if found.get(name) != wanted[name]]
    if differ:
        raise ValueError(f"{folder.path} holds a run with another recipe ({', '.join(differ)}): use another folder")


class Run:
    """One run of a recipe. Every random choice comes from the recipe's seed and the number of the game."""

    def __init__(self, learner: Learner, folder: Folder, executor: Executor, progress: Progress, tell: Tell) -> None:
        self.learner, self.folder, self.executor = learner, folder, executor
        self.progress, self.tell = progress, tell
        self.recipe = learner.recipe
        self.pace = Pace(self.recipe.minutes, self.recipe.generations)

    def learned(self) -> Learned:
        best = self.learner.none()
        played: list[list[object]] = []
        generations = []
        for number in range(1, self.recipe.generations + 1):
            self.note_time(number)
            ends = self.pace.round(number)
            played.append(self.self_play(number, best, ends.games))
            games = [game for each in played[-self.recipe.window :] for game in each]
            fit = self.fit(number, games, ends.fit)
            duel = self.match(f"generation-{number}", (fit.weights, best), ends.match)
            kept = duel.stronger(self.recipe.margin)
            best = fit.weights if kept else best
            generations.append(Generation(number, *self.learner.counted(games), fit, duel, kept))
            self.tell(str(generations[-1]))
        hand = self.learner.by_hand() if any(each.kept for each in generations) else None
        last = None if hand is None else self.match("hand", (best, hand), self.pace.end)
        game, names = self.learner.start.game.label, tuple(self.learner.names)
        return Learned(game, names, best, self.recipe, tuple(generations), last)

    def note_time(self, number: int) -> None:
        """A run that goes on has spent what it had spent before."""
        if self.pace.limited:
            spent = self.folder.plain(f"generation-{number}/began.json", lambda: self.pace.spent)
            self.pace.go_on(read_as(float, spent))

    def self_play(self, number: int, weights: Weights, until: float) -> list[object]:
        seed = seed_of(self.recipe.seed, "games", number)
        count = MOST_GAMES if self.pace.limited else self.recipe.games
        parts = [{"id": str(game), "weights": weights, "seed": seed_of(seed, game)} for game in range(count)]
        began, what = time.monotonic(), f"generation {number}: self-play"
        games = self.done(f"generation-{number}/games", what, parts, GAMES_IN_A_PIECE, until, LEAST_GAMES)
        seconds, (positions, _) = time.monotonic() - began, self.learner.counted(games)
        self.tell(f"{what}: {len(games)} games, {positions} positions ({positions / seconds:.0f} a second)")
        return games

    def fit(self, number: int, games: Sequence[object], seconds: float) -> Fitted:
        def found() -> dict[str, object]:
            began = time.monotonic()
            fit = self.learner.fit(games, seed_of(self.recipe.seed, "fit", number), seconds)
            self.tell(f"generation {number}: {fit.words} ({time.monotonic() - began:.0f} s)")
            return asdict(fit)

        return read_as(Fitted, self.folder.plain(f"generation-{number}/fit.json", found))

    def match(self, name: str, sides: Sequence[Weights], until: float) -> Duel:
        """The first weights against the second."""
        seed = seed_of(self.recipe.seed, "match", name)
        parts = [{"id": str(pair), "sides": list(sides), "seed": seed} for pair in range(self.recipe.pairs)]
        found = self.done(f"{name}/match", f"match: {name}", parts, PAIRS_IN_A_PIECE, until, LEAST_PAIRS)
        return duel_of(read_as(list[list[float]], found))

    def done(self, name: str, what: str, parts: Sequence[Plain], size: int, until: float, least: int) -> list[object]:
        """What the parts come to, in their order. They are kept in pieces; those that are there are not done again.

        At the time `until` no more are begun, if there are so many at least. How many it were is kept, so that whoever
        goes on does neither more nor fewer.
        """
        if (ended := self.folder.found(f"{name}-count.json")) is not None:
            parts = parts[: read_as(int, ended)]
        results: dict[int, object] = {}
        missing: list[Piece] = []
        for piece in pieces(len(parts), size):
            found = self.folder.found(file := f"{name}-{piece.start:06}.json")
            if found is None:
                missing.append(Piece(file, piece))
            else:
                results.update(zip(piece, read_as(list[object], found), strict=True))
        show = self.shown(what, parts, until)
        show(len(results))
        left = [parts[number] for each in missing for number in each.numbers]
        for some in self.executor.run(left, lambda: time.monotonic() >= until and len(results) >= least):
            results.update((int(each.id), each.result) for each in some)
            for whole in [each for each in missing if all(number in results for number in each.numbers)]:
                self.folder.keep(whole.file, [results[number] for number in whole.numbers])
                missing.remove(whole)
            show(len(results))
        return self.cut_short(name, missing, results) if missing else [results[number] for number in range(len(parts))]

    def cut_short(self, name: str, missing: Sequence[Piece], results: Mapping[int, object]) -> list[object]:
        """What there is when time is over: all up to the first part that was not done."""
        count = next(number for each in missing for number in each.numbers if number not in results)
        self.folder.keep(f"{name}-count.json", count)
        begun = missing[0].numbers.start
        if begun < count:
            self.folder.keep(missing[0].file, [results[number] for number in range(begun, count)])
        return [results[number] for number in range(count)]

    def shown(self, what: str, parts: Sequence[Plain], until: float) -> Callable[[int], object]:
        """How far it is: parts that are done; or seconds, where they are the limit."""
        if until == math.inf:
            return lambda done: self.progress(what, done, len(parts))
        began, given = time.monotonic(), max(1, round(until - time.monotonic()))
        return lambda done: self.progress(f"{what}, s", min(given, int(time.monotonic() - began)), given)


class Piece(NamedTuple):
    """Parts that are kept together."""

    file: str
    numbers: range


def pieces(count: int, size: int) -> Iterable[range]:
    return (range(begin, min(begin + size, count)) for begin in range(0, count, size))
