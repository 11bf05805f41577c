"""Games of self-play and pairs of match games as a job for worker processes (zermelo.match.job).

A part is a game of self-play, `{"id": "17", "weights": [0.5, …], "seed": 4711}`, which comes to its positions with
their labels; or pair number 17 of a match, `{"id": "17", "sides": [[0.5, …], […]], "seed": 4711}`, which comes to the
points of its two games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from zermelo.errors import GameError
from zermelo.game import State
from zermelo.learn.duel import openings, play_pair
from zermelo.learn.features import FeatureLearner, feature_list
from zermelo.learn.recipe import Recipe, recipe_from, seed_of
from zermelo.match.job import Message
from zermelo.match.setup import start_named


class LearnJob:
    """What a run of learning has others do. It can be sent to other processes if the recipe names game and features."""

    def __init__(self, learner: FeatureLearner, folder: str = ".") -> None:
        self.learner, self.folder = learner, folder
        self._openings: dict[int, tuple[list[State], Iterator[State]]] = {}

    def plain(self) -> dict[str, Any]:
        recipe = self.learner.recipe
        if not recipe.game or not recipe.features:
            raise ValueError("other processes can only play a game and features that the recipe names (module:Name)")
        return {"module": __name__, "recipe": recipe.plain()}

    def do(self, part: Message, tell: Callable[[Message], object]) -> Any:
        seed = part["seed"]
        if "weights" in part:
            return self.learner.self_play(tuple(part["weights"]), seed)
        number = int(part["id"])
        players = [self.learner.player(tuple(weights), seed_of(seed, number)) for weights in part["sides"]]
        return play_pair(self.opening(seed, number), players)

    def opening(self, seed: int, number: int) -> State:
        """One of the openings of a match: the same wherever it is played."""
        if seed not in self._openings:
            self._openings = {seed: ([], openings(self.learner.start, self.learner.recipe.opening_plies, seed))}
        found, more = self._openings[seed]
        while len(found) <= number:
            found.append(next(more))
        return found[number]

    def lost(self, part: Message, reason: str) -> Any:
        raise GameError(f"game {part['id']}: {reason}")

    def stalled(self, part: Message, told: Message) -> Any:
        raise GameError(f"game {part['id']}: a player did not come back")


def learner_of(recipe: Recipe) -> FeatureLearner:
    """From a recipe that names its game and its features."""
    return FeatureLearner(start_named(recipe.game, recipe.options), feature_list(recipe.features), recipe)


def job_again(plain: Mapping[str, Any]) -> LearnJob:
    return LearnJob(learner_of(recipe_from(plain["recipe"])))
