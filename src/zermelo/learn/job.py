"""Games of self-play and pairs of match games as a job for worker processes (zermelo.match.job).

A part is a game of self-play, `{"id": "17", "weights": [0.5, …], "seed": 4711}`, which comes to its positions with
their labels; or pair number 17 of a match, `{"id": "17", "sides": [[0.5, …], […]], "seed": 4711}`, which comes to the
points of its two games. The weights of a network are a text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from zermelo.errors import GameError
from zermelo.game import State
from zermelo.learn.duel import openings, play_pair
from zermelo.learn.features import FeatureLearner, feature_list
from zermelo.learn.fitting import Weights
from zermelo.learn.learner import Learner
from zermelo.learn.recipe import Recipe, recipe_from, seed_of
from zermelo.linear import Feature
from zermelo.match.job import Plain, Said, Tell, id_of, read_as
from zermelo.match.setup import start_named


@dataclass(frozen=True)
class Part:
    """A game or a pair of games: see above."""

    id: str
    seed: int
    weights: Weights | None = None
    sides: tuple[Weights, ...] = ()


class LearnJob:
    """What a run of learning has others do. It can be sent to other processes if the recipe names all it is about."""

    def __init__(self, learner: Learner, folder: str = ".") -> None:
        self.learner, self.folder = learner, folder
        self._openings: dict[int, tuple[list[State], Iterator[State]]] = {}

    def plain(self) -> Plain:
        if missing := self.learner.source:
            raise ValueError(f"other processes can only play {missing} that the recipe names (module:Name)")
        return {"module": __name__, "recipe": self.learner.recipe.plain()}

    def do(self, part: Plain, tell: Tell) -> object:
        asked = read_as(Part, part)
        if asked.weights is not None:
            return self.learner.self_play(asked.weights, asked.seed)
        number = int(asked.id)
        players = [self.learner.player(weights, seed_of(asked.seed, number)) for weights in asked.sides]
        return play_pair(self.opening(asked.seed, number), players)

    def opening(self, seed: int, number: int) -> State:
        """One of the openings of a match: the same wherever it is played."""
        if seed not in self._openings:
            self._openings = {seed: ([], openings(self.learner.start, self.learner.recipe.opening_plies, seed))}
        found, more = self._openings[seed]
        while len(found) <= number:
            found.append(next(more))
        return found[number]

    def lost(self, part: Plain, reason: str) -> object:
        raise GameError(f"game {id_of(part)}: {reason}")

    def stalled(self, part: Plain, said: Said) -> object:
        raise GameError(f"game {id_of(part)}: a player did not come back")


def learner_of(recipe: Recipe) -> Learner:
    """From a recipe that names its game and, if they are learned, its features."""
    return learner_for(start_named(recipe.game, recipe.options), recipe)


def learner_for(start: State, recipe: Recipe, features: Sequence[Feature | str] | None = None) -> Learner:
    """What the recipe is to learn; features that are not given are those it names."""
    if recipe.model == "network" and recipe.method == "puct":
        from zermelo.learn.policies import PolicyLearner

        return PolicyLearner(start, recipe)
    if recipe.model == "network":
        from zermelo.learn.networks import NetworkLearner

        return NetworkLearner(start, recipe)
    return FeatureLearner(start, feature_list(recipe.features) if features is None else features, recipe)


def job_again(plain: Plain) -> LearnJob:
    return LearnJob(learner_of(recipe_from(read_as(dict[str, object], plain["recipe"]))))
