"""A player that picks any legal move."""

from __future__ import annotations

import random

from zermelo.game import Move, State
from zermelo.players.player import Player
from zermelo.validate import typed


class Random(Player):
    """Every legal move is equally likely. The same seed gives the same choices."""

    @typed
    def __init__(self, seed: int = 0) -> None:
        self.name = "random"
        self._rng = random.Random(seed)

    def __call__(self, state: State) -> Move:
        move: Move = self._rng.choice(state.moves())
        return move
