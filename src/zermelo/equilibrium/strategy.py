"""Strategies: for each player, from what it has seen to the probability of each move."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from zermelo.game import Move, State
from zermelo.validate import typed
from zermelo.version import __version__

Policy = Mapping[str, Mapping[str, float]]  # what a player has seen -> name of a move -> probability
Policies = tuple[Policy, Policy]
FORMAT = 1


@dataclass(frozen=True)
class Equilibrium:
    """A pair of strategies, and how good it is.

    `value` is what player 0 wins on average when both follow it. `exploitability` is what best responses win against
    it, on average over the two players; None where the game is too large to say.
    """

    game: str
    start: str
    method: str
    policies: Policies
    value: float | None
    exploitability: float | None
    iterations: int = 0
    nodes: int = 0
    stopped: str = ""
    seed: int = 0
    seconds: float = field(default=0.0, compare=False)
    version: str = __version__

    @typed
    def policy(self, state: State) -> dict[Move, float]:
        """The probability of each move of a position; all alike where the strategy has never been."""
        moves = state.moves()
        known = self.policies[state.turn].get(state.view(state.turn), {}) if state.turn >= 0 else {}
        return {move: known.get(str(state.name(move)), 0.0 if known else 1 / len(moves)) for move in moves}

    def __str__(self) -> str:
        sure = "unknown" if self.exploitability is None else f"{self.exploitability:.2g}"
        value = "unknown" if self.value is None else f"{self.value:.6g}"
        places = sum(map(len, self.policies))
        return (
            f"{self.game}: value {value}, exploitability {sure}, {places:,} information sets "
            f"({self.method}, {self.iterations:,} iterations, {self.seconds:.3f} s)"
        )

    def to_json(self) -> str:
        fields = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return json.dumps({"format": FORMAT, "kind": "equilibrium", **fields}, ensure_ascii=False)

    @staticmethod
    def from_json(text: str) -> Equilibrium:
        fields = json.loads(text)
        named = (fields.pop("format", None), fields.pop("kind", None)) if isinstance(fields, dict) else None
        if named != (FORMAT, "equilibrium"):
            raise ValueError(f"not an Equilibrium of format {FORMAT}")
        return Equilibrium(**fields | {"policies": tuple(fields["policies"])})


@dataclass(frozen=True)
class Response:
    """The best answer to a strategy: what it wins on average, and how."""

    player: int
    value: float
    policy: Policy
