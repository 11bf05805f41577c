"""Learning the weights of features by self-play, for any game.

Features are functions f(state, player), or the names of methods `f(self, state, player)` of a game of yours. A compiled
game that has such methods, an attribute `weights` and an `evaluate` that uses them searches with its compiled
evaluation: for every set of weights it gets a subclass that differs in `weights` alone.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Sequence
from types import BuiltinFunctionType, FunctionType
from typing import Protocol, cast, runtime_checkable

from zermelo import game as rules
from zermelo.game import Move, State
from zermelo.learn.fitting import Fitted, Weights, fit_weights
from zermelo.learn.learner import play_game
from zermelo.learn.recipe import Recipe
from zermelo.limits import Limit
from zermelo.linear import Feature, Linear
from zermelo.load import load_object
from zermelo.match.job import read_as
from zermelo.players import Player, Searcher
from zermelo.result import Result
from zermelo.search import search
from zermelo.types import optional

# Equal moves are not always taken in the same order.
METHOD, ORDER, MEMORY_MB = "alphabeta+table", "table+killers+history+random", 4

Sample = tuple[list[float], float, bool]  # features, label, whether the label is exact
Samples = list[Sample]  # of a game


@runtime_checkable
class Weighted(Protocol):
    """A game that evaluates by weights of its own."""

    weights: Sequence[float]

    def evaluate(self, state: object, player: int, /) -> float: ...


class FeatureLearner:
    """Weights of features that are counted (zermelo.learn.learner.Learner)."""

    def __init__(self, start: State, features: Sequence[Feature | str], recipe: Recipe) -> None:
        self.start, self.recipe = start, recipe
        self.features = [feature_of(start, each) for each in features]
        self.names = distinct(each if isinstance(each, str) else name_of(each) for each in features)
        if not features:
            raise ValueError("there are no features to learn weights for")
        if recipe.hand and len(recipe.hand) != len(features):
            raise ValueError(f"{len(recipe.hand)} weights set by hand for {len(features)} features")
        self.own = own_evaluation(start, features)
        self.logistic = start.info.payoffs == "outcome"
        self.player(self.none(), 0).check(start)  # refuses games that cannot be searched
        self.values(start)

    @property
    def source(self) -> str:
        return "" if self.recipe.game and self.recipe.features else "a game and features"

    def none(self) -> tuple[float, ...]:
        return (0.0,) * len(self.features)

    def by_hand(self) -> Weights | None:
        return self.recipe.hand or None

    def player(self, weights: Weights, seed: int) -> OwnGame | Searcher:
        return self.searcher(weights, self.recipe.match_limit, seed)

    def searcher(self, weights: Weights, limit: Limit, seed: int) -> OwnGame | Searcher:
        """A player that searches with these weights."""
        numbers = numbers_of(weights)
        if self.own is not None:
            searcher = Searcher(METHOD, limit, order=ORDER, memory_mb=MEMORY_MB, seed=seed)
            return OwnGame(self.own(numbers), searcher)
        judge = Linear(numbers, self.features)
        return Searcher(METHOD, limit, eval=judge, order=ORDER, memory_mb=MEMORY_MB, seed=seed)

    def values(self, state: State) -> list[float]:
        """The features for the side to move."""
        return [float(each(state, state.turn)) for each in self.features]

    def self_play(self, weights: Weights, seed: int) -> Samples:
        player = self.searcher(weights, self.recipe.play_limit, seed)
        turns, final = play_game(self.start, player, self.recipe, random.Random(seed), always=False)
        return [] if final is None else self.labelled([turn.state for turn in turns], final, weights)

    def counted(self, games: Sequence[object]) -> tuple[int, int]:
        exact = [exact for game in read_as(list[list[Sample]], games) for *_, exact in game]
        return len(exact), sum(exact)

    def labelled(self, states: Sequence[State], outcome: float, weights: Weights) -> Samples:
        """Labels from the end backwards: true values as far as they can be found within the nodes allowed.

        Before that, the game counts as it would have ended with best play from the first position whose value is known.
        """
        solving, samples = True, list[Sample]()
        for state in reversed(states):
            value = self.solved(state) if solving else None
            if value is not None:
                outcome = value if state.turn == 0 else -value
            solving = value is not None
            label = self.label(outcome if state.turn == 0 else -outcome)
            if not solving and self.recipe.labels == "search":
                label = self.searched(state, weights)
            samples.append((self.values(state), label, solving))
        return samples[::-1]

    def solved(self, state: State) -> float | None:
        """The true value for the side to move, if it is found in time."""
        score = search(
            state, depth=math.inf, nodes=self.recipe.solve_nodes, eval="none", memory_mb=MEMORY_MB, seed=0
        ).score
        return score.for_player(state.turn).value if score is not None and score.proved and score.exact else None

    def searched(self, state: State, weights: Weights) -> float:
        """The label by a deeper search."""
        deeper = self.searcher(weights, Limit(depth=self.recipe.label_depth), 0)
        found = deeper.look(state).score
        assert found is not None
        score = found.for_player(state.turn)
        if not self.logistic or score.proved:
            return self.label(score.value)
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, score.value))))

    def label(self, payoff: float) -> float:
        """What is fitted: points, or the chance to win."""
        return (1 + (payoff > 0) - (payoff < 0)) / 2 if self.logistic else payoff

    def fit(self, games: Sequence[object], seed: int = 0, seconds: float = math.inf) -> Fitted:
        """Weights from all games; there is one best fit, found in a moment."""
        played = read_as(list[list[Sample]], games)
        every = round(1 / self.recipe.hold_out) if self.recipe.hold_out else len(games) + 1
        held = [number % every == every - 1 for number, game in enumerate(played) for _ in game]
        samples = [sample for game in played for sample in game]
        if not samples:
            raise ValueError("no game of self-play came to its end: there is nothing to learn from")
        rows, labels = [row for row, _, _ in samples], [label for _, label, _ in samples]
        return fit_weights(rows, labels, held, logistic=self.logistic, ridge=self.recipe.ridge)


def numbers_of(weights: Weights) -> tuple[float, ...]:
    """The weights of features; TypeError if they are a network's."""
    if isinstance(weights, str):
        raise TypeError("a network is not a list of weights")
    return tuple(weights)


def name_of(feature: Feature) -> str:
    return feature.__name__ if isinstance(feature, (FunctionType, BuiltinFunctionType)) else type(feature).__name__


def distinct(names: Iterable[str]) -> list[str]:
    """The names, with a number behind those that were there before."""
    found: list[str] = []
    for name in names:
        found.append(name if name not in found else f"{name} {len(found) + 1}")
    return found


def feature_list(text: str) -> Sequence[Feature | str]:
    """Features by their name: module:Name of a list of functions, or the game's own methods, joined by commas."""
    if ":" not in text:
        return [name.strip() for name in text.split(",") if name.strip()]
    found = load_object(text)
    if not isinstance(found, Sequence) or not all(callable(each) for each in found):
        raise ValueError(f"{text} is not a list of functions f(state, player)")
    return found


def feature_of(start: State, feature: Feature | str) -> Feature:
    """A feature as a function of (state, player)."""
    if callable(feature):
        return feature
    method = optional(start.game, feature)
    if not isinstance(start.game, rules.Game) or method is None:
        raise ValueError(f"{start.game.label} has no method {feature!r} to use as a feature")
    return lambda state, player: float(cast(float, method(state.data, player)))


def own_evaluation(start: State, features: Sequence[Feature | str]) -> Callable[[tuple[float, ...]], rules.Game] | None:
    """How to make the game with other weights, if it evaluates by `weights` itself; else None."""
    game: object = start.game
    named = all(isinstance(each, str) for each in features)
    if not (isinstance(game, rules.Game) and named and isinstance(game, Weighted)):
        return None
    kind: type[rules.Game] = type(game)

    def weighted(weights: tuple[float, ...]) -> rules.Game:
        twin: rules.Game = type(kind.__name__, (kind,), {"weights": weights, "__module__": kind.__module__})()
        vars(twin).update({name: each for name, each in vars(game).items() if name != "weights"})
        return twin

    return weighted


class OwnGame(Player):
    """A player that searches the same game with weights of its own."""

    def __init__(self, game: rules.Game, searcher: Searcher) -> None:
        self.game, self.searcher, self.name = game, searcher, searcher.name

    def new_game(self) -> None:
        self.searcher.new_game()

    def __call__(self, state: State) -> Move:
        return self.searcher(self.game.start(state.data))

    def look(self, state: State) -> Result:
        return self.searcher.look(self.game.start(state.data))

    def check(self, state: State) -> None:
        self.searcher.check(self.game.start(state.data))
