"""What a run of learning needs to know of a game and of a model whose weights are learned."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from zermelo.game import Move, State
from zermelo.learn.fitting import Fitted, Weights
from zermelo.learn.recipe import Recipe
from zermelo.players import Player
from zermelo.result import Result


class Searching(Protocol):
    """A player that is learned from: it searches, and can be asked what it finds."""

    name: str
    history: Sequence[State]

    def __call__(self, state: State, /) -> Move: ...
    def look(self, state: State) -> Result: ...
    def check(self, state: State) -> None: ...


class Learner(Protocol):
    """A model of one kind: linear features (features.py), or a network (networks.py). Games are plain data, as
    `self_play` gives them and `fit` reads them."""

    start: State
    recipe: Recipe
    names: list[str]  # of the features, if they have names

    @property
    def source(self) -> str:
        """What the recipe must name for others to make the same learner; "" if it does."""

    def none(self) -> Weights:
        """Weights that know nothing."""

    def by_hand(self) -> Weights | None:
        """Weights set by hand, which the learned ones must beat at last."""

    def player(self, weights: Weights, seed: int) -> Player:
        """A player for matches."""

    def self_play(self, weights: Weights, seed: int) -> object:
        """One game of the weights against themselves: its positions, each with its label."""

    def counted(self, games: Sequence[object]) -> tuple[int, int]:
        """How many positions games have, and how many of their labels are exact."""

    def fit(self, games: Sequence[object], seed: int, seconds: float) -> Fitted:
        """Weights from these games, found in this time; a share of the games only tests the fit."""


class Turn(NamedTuple):
    """A position of a game of self-play."""

    state: State
    result: Result | None  # of the search, if there was one
    at_random: bool  # whether the move was not the search's


class Game(NamedTuple):
    """A game of self-play from its first searched position on."""

    turns: list[Turn]
    outcome: float | None  # for player 0; None if it did not end


def play_game(start: State, player: Searching, recipe: Recipe, rng: random.Random, *, always: bool) -> Game:
    """One game of a player against itself: some random moves, then the player's, now and then a random one. With
    `always` the position before a random move is searched, too."""
    state, turns, met = start, list[Turn](), Counter[object]()
    opening = rng.randint(0, recipe.random_plies)
    while not state.is_over and len(turns) < min(recipe.plies, state.info.max_plies):
        if repeated(state, met):
            return Game(turns[opening:], 0.0)
        begun = len(turns) >= opening
        at_random = not begun or rng.random() < recipe.explore
        player.history = [turn.state for turn in turns] if state.info.repetition else ()
        result = player.look(state) if begun and (always or not at_random) else None
        move = rng.choice(state.moves()) if at_random or result is None else result.move
        turns.append(Turn(state, result, at_random))
        state = state.play(move)
    return Game(turns[opening:], state.payoff(0) if state.is_over else None)


def repeated(state: State, met: Counter[object]) -> bool:
    """Whether the position has come back often enough for a draw; counts it."""
    if not state.info.repetition:
        return False
    met[state.repetition_key] += 1
    return met[state.repetition_key] >= state.info.repetition
