"""Counting: sequences of moves, whole trees, different positions."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.game import State, explained
from zermelo.games import start
from zermelo.validate import shown, typed


@typed
def count(state: State | list[object], depth: int) -> int:
    """perft: how many sequences of exactly `depth` moves there are (in Othello, as its tables do, games that ended
    earlier count once)."""
    state = state if isinstance(state, State) else start(state)
    whole("depth", depth)
    with explained(state.game):
        return int(state._count(depth))


@dataclass(frozen=True)
class TreeSize:
    """A whole game tree, counted."""

    nodes: int
    games: int
    first_wins: int
    second_wins: int
    draws: int


@typed
def tree_size(state: State | list[object], depth: int = 1000) -> TreeSize:
    """Every node of the tree below a position, and how its games end (S4.4)."""
    state = state if isinstance(state, State) else start(state)
    whole("depth", depth)
    with explained(state.game):
        return TreeSize(*state._measure(depth))


@typed
def distinct_positions(state: State, depth: int = 1000, symmetric: bool = False) -> list[int]:
    """Different positions by the number of plies to them; with `symmetric`, mirror images count once."""
    whole("depth", depth)
    if symmetric and not state.info.symmetric:
        raise ValueError(f"{state.game.label} declares no symmetry (canonical)")
    with explained(state.game):
        return list(state._distinct(depth, symmetric))


def whole(name: str, value: object) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 10_000:
        raise ValueError(f"{name}={shown(value)}: must be a whole number from 0 to 10000")
