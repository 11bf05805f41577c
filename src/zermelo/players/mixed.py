"""A player that draws its moves from a strategy."""

from __future__ import annotations

import random
from typing import TypedDict, Unpack

from zermelo.equilibrium import Equilibrium, equilibrium
from zermelo.game import BuiltIn, Game, Move, State
from zermelo.players.player import Player
from zermelo.validate import typed


class Wanted(TypedDict, total=False):
    """What `equilibrium` is asked for."""

    method: str
    iterations: int | None
    seconds: float | None
    exploitability: float | None
    max_nodes: int


class Mixed(Player):
    """Plays an equilibrium: each move as often as the strategy says, reproducibly for a seed.

    Without a strategy it finds one, from the start of the game, when it is first asked; `options` are those of
    `equilibrium`.
    """

    @typed
    def __init__(
        self, strategy: Equilibrium | None = None, seed: int = 0, name: str = "equilibrium", **options: Unpack[Wanted]
    ) -> None:
        self.strategy, self.name, self.options = strategy, name, options
        self._rng = random.Random(f"mixed {seed}")
        self._found: tuple[BuiltIn | Game, Equilibrium] | None = None

    def __call__(self, state: State) -> Move:
        policy: dict[Move, float] = self.strategy_for(state).policy(state)
        return self._rng.choices(list(policy), list(policy.values()))[0]

    def strategy_for(self, state: State) -> Equilibrium:
        if self.strategy is not None:
            return self.strategy
        if self._found is None or self._found[0] is not state.game:
            self._found = state.game, equilibrium(state.game.start(), **self.options)
        return self._found[1]
