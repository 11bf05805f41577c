"""The whole of learning: self-play, labels, fit, match, and again. Weights are kept only if they are stronger."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

from zermelo.game import BuiltIn, State
from zermelo.game import Game as GameClass
from zermelo.games import start as start_game
from zermelo.learn.checkpoints import Folder
from zermelo.learn.duel import Duel, duel_of
from zermelo.learn.features import FeatureLearner, Game, Sample, feature_list
from zermelo.learn.fitting import Fitted, numpy
from zermelo.learn.job import LearnJob
from zermelo.learn.recipe import Recipe, recipe_for, recipe_from, seed_of
from zermelo.learn.weights_file import save_weights
from zermelo.linear import Feature, Linear
from zermelo.match.job import Executor, Here, Job, Plain, read_as
from zermelo.match.pool import Pool
from zermelo.validate import typed

GAMES_IN_A_PIECE, PAIRS_IN_A_PIECE = 20, 10

Progress = Callable[[str, int, int], object]


@dataclass(frozen=True)
class Generation:
    """What one round came to."""

    number: int
    positions: int  # of all games so far
    exact: int  # of them with their true value
    fit: Fitted
    duel: Duel  # new weights against those kept so far
    kept: bool


@dataclass(frozen=True)
class Learned:
    """The weights kept at last, and how it went."""

    game: str
    names: tuple[str, ...]
    weights: tuple[float, ...]
    recipe: Recipe
    generations: tuple[Generation, ...]
    against_hand: Duel | None

    @property
    def named(self) -> dict[str, float]:
        """Weights by the names of their features."""
        return dict(zip(self.names, self.weights, strict=True))

    def linear(self, features: Sequence[Feature]) -> Linear:
        """The evaluation, to be given to a search as `eval=`."""
        return Linear(self.weights, features)

    def __str__(self) -> str:
        lines = [f"{self.game}: " + ", ".join(f"{name} {weight:g}" for name, weight in self.named.items())]
        for each in self.generations:
            verdict = "kept" if each.kept else "not stronger, not kept"
            lines.append(f"generation {each.number}: {each.positions} positions, against before {each.duel}: {verdict}")
        if self.against_hand is not None:
            lines.append(f"against weights set by hand: {self.against_hand}")
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
    chosen = feature_list(recipe.features) if features is None else features
    return run(FeatureLearner(start, chosen, recipe), folder, progress, workers)


def run(
    learner: FeatureLearner,
    folder: str | Path | None = None,
    progress: Progress | None = None,
    workers: int = 0,
    pool: Callable[[Job, int], Executor] = Pool,
) -> Learned:
    """Carries out a recipe; with a folder, what is there already is not done again.

    Without workers the games are played in this process, else by this many of `pool`: processes of this machine, or a
    cluster (zermelo.cluster).
    """
    job = LearnJob(learner)
    if workers:
        job.plain()  # says at once if nobody else can play it
    kept = Folder(folder)
    try:
        facts = {"game": learner.start.game.label, "start": learner.start.text, "features": learner.names}
        same_recipe(kept, {**learner.recipe.plain(), **facts})
        with pool(job, workers) if workers else Here(job) as executor:
            learned = Run(learner, kept, executor, progress or (lambda what, done, of: None)).learned()
        if kept.path is not None:
            from zermelo.learn.report import report

            save_weights(kept.path / "weights.json", learned.game, learned.named)
            kept.write("report.html", report(learned))
        return learned
    finally:
        kept.close()


def same_recipe(folder: Folder, recipe: Plain) -> None:
    """A folder holds the work of one recipe; a run by another one is refused."""
    wanted: Plain = json.loads(json.dumps(recipe))
    found = read_as(dict[str, object], folder.plain("recipe.json", lambda: wanted))
    differ = [name for name in wanted if found.get(name) != wanted[name]]
    if differ:
        raise ValueError(f"{folder.path} holds a run with another recipe ({', '.join(differ)}): use another folder")


class Run:
    """One run of a recipe. Every random choice comes from the recipe's seed and the number of the game."""

    def __init__(self, learner: FeatureLearner, folder: Folder, executor: Executor, progress: Progress) -> None:
        self.learner, self.folder, self.executor, self.progress = learner, folder, executor, progress
        self.recipe = learner.recipe

    def learned(self) -> Learned:
        best = self.learner.none()
        games: list[Game] = []
        generations = []
        for number in range(1, self.recipe.generations + 1):
            games += self.self_play(number, best)
            fit = self.fit(number, games)
            duel = self.match(f"generation-{number}", fit.weights, best)
            kept = duel.stronger(self.recipe.margin)
            best = fit.weights if kept else best
            exact = [exact for game in games for *_, exact in game]
            generations.append(Generation(number, len(exact), sum(exact), fit, duel, kept))
        last = self.match("hand", best, self.recipe.hand) if self.recipe.hand else None
        game, names = self.learner.start.game.label, tuple(self.learner.names)
        return Learned(game, names, best, self.recipe, tuple(generations), last)

    def self_play(self, number: int, weights: Sequence[float]) -> list[Game]:
        seed = seed_of(self.recipe.seed, "games", number)
        parts = [
            {"id": str(game), "weights": list(weights), "seed": seed_of(seed, game)}
            for game in range(self.recipe.games)
        ]
        found = self.done(f"generation-{number}/games", f"generation {number}: self-play", parts, GAMES_IN_A_PIECE)
        return list(read_as(list[list[Sample]], found))

    def fit(self, number: int, games: Sequence[Game]) -> Fitted:
        found = self.folder.plain(f"generation-{number}/fit.json", lambda: asdict(self.learner.fit(games)))
        return read_as(Fitted, found)

    def match(self, name: str, *sides: Sequence[float]) -> Duel:
        """The first weights against the second."""
        seed = seed_of(self.recipe.seed, "match", name)
        parts = [
            {"id": str(pair), "sides": [list(each) for each in sides], "seed": seed}
            for pair in range(self.recipe.pairs)
        ]
        return duel_of(
            read_as(list[list[float]], self.done(f"{name}/match", f"match: {name}", parts, PAIRS_IN_A_PIECE))
        )

    def done(self, name: str, what: str, parts: Sequence[Plain], size: int) -> list[object]:
        """What the parts come to, in their order. They are kept in pieces; those that are there are not done again."""
        results: dict[int, object] = {}
        missing: list[Piece] = []
        for piece in pieces(len(parts), size):
            found = self.folder.found(file := f"{name}-{piece.start:06}.json")
            if found is None:
                missing.append(Piece(file, piece))
            else:
                results.update(zip(piece, read_as(list[object], found), strict=True))
        self.progress(what, len(results), len(parts))
        left = [parts[number] for each in missing for number in each.numbers]
        for some in self.executor.run(left, lambda: False):
            results |= {int(each.id): each.result for each in some}
            for whole in [each for each in missing if all(number in results for number in each.numbers)]:
                self.folder.keep(whole.file, [results[number] for number in whole.numbers])
                missing.remove(whole)
            self.progress(what, len(results), len(parts))
        return [results[number] for number in range(len(parts))]


class Piece(NamedTuple):
    """Parts that are kept together."""

    file: str
    numbers: range


def pieces(count: int, size: int) -> Iterable[range]:
    return (range(begin, min(begin + size, count)) for begin in range(0, count, size))
