"""A player that picks any legal move."""

from __future__ import annotations

import random
from typing import Any

from zermelo.game import State


class Random:
    """Every legal move is equally likely. The same seed gives the same choices."""

    def __init__(self, seed: int = 0) -> None:
        self.name = "random"
        self._rng = random.Random(seed)

    def __call__(self, state: State) -> Any:
        return self._rng.choice(state.moves())
