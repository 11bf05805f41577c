"""The record of a search, node by node: what was visited in which order, with which window, and what was pruned."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from zermelo.validate import shown

KINDS = ("open", "inner", "terminal", "horizon", "table", "repetition", "pruned")
BOUNDS = ("", "at most", "at least", "exact")
CUTS = ("", "alpha", "beta", "chance")
FORMATS = {
    "parent": "i",
    "ply": "i",
    "depth": "i",
    "iteration": "i",
    "turn": "i",
    "alpha": "d",
    "beta": "d",
    "value": "d",
    "odds": "d",
    "enter": "q",
    "leave": "q",
    "bound": "B",
    "kind": "B",
    "cut": "B",
    "null_window": "B",
    "research": "B",
    "probe": "B",
}


@dataclass(frozen=True)
class Node:
    """One visited node, or one edge that was pruned (kind "pruned"). Values and windows are MAX's (player 0's)."""

    index: int
    parent: int
    move: Any
    ply: int
    depth: int
    iteration: int
    turn: int
    alpha: float
    beta: float
    value: float | None
    bound: str
    kind: str
    cut: str
    null_window: bool
    research: bool
    enter: int
    leave: int
    odds: float = 1.0  # of the edge that leads here, below a chance node
    probe: bool = False  # one move only was tried here, for a first bound (Star2)


class Trace:
    """A search's nodes as columns of numbers; `trace[i]` is one node, `trace.column("value")` one column.

    Nodes come in the order of the walk. `enter` and `leave` are step numbers, so the state of the search at any step is
    known without replaying it. When the search was larger than the cap, the rest is missing and `capped` is true.
    """

    def __init__(self, report: Any, state: Any = None) -> None:
        self.state = state  # the position that was searched
        self.asked: Mapping[str, Any] = {}  # how: the method and its convention
        self.size: int = report.size
        self.capped: bool = report.capped
        self.moves: list[Any] = report.moves
        self.columns: dict[str, Any] = {
            name: memoryview(report.columns[name]).cast(code)  # type: ignore[call-overload]
            for name, code in FORMATS.items()
        }

    def __len__(self) -> int:
        return self.size

    def column(self, name: str) -> Any:
        """A memoryview of one column: bytes, 32- or 64-bit ints or doubles."""
        if not isinstance(name, str) or name not in self.columns:
            raise ValueError(f"no column {shown(name)} (columns: {', '.join(self.columns)})")
        return self.columns[name]

    def __getitem__(self, index: int) -> Node:
        if not -self.size <= index < self.size:
            raise IndexError(f"node {index} of {self.size}")
        index %= self.size
        c = {name: column[index] for name, column in self.columns.items()}
        kind = KINDS[c["kind"]]
        return Node(
            index=index,
            parent=c["parent"],
            move=self.moves[index],
            ply=c["ply"],
            depth=c["depth"],
            iteration=c["iteration"],
            turn=c["turn"],
            alpha=c["alpha"],
            beta=c["beta"],
            value=None if kind in ("open", "pruned") else c["value"],
            bound=BOUNDS[c["bound"]],
            kind=kind,
            cut=CUTS[c["cut"]],
            null_window=bool(c["null_window"]),
            research=bool(c["research"]),
            enter=c["enter"],
            leave=c["leave"],
            odds=c["odds"],
            probe=bool(c["probe"]),
        )

    def __iter__(self) -> Iterator[Node]:
        return (self[i] for i in range(self.size))

    def path(self, index: int) -> tuple[Any, ...]:
        """The moves from the root to a node."""
        parents, moves = self.columns["parent"], []
        while parents[index] >= 0:
            moves.append(self.moves[index])
            index = parents[index]
        return tuple(reversed(moves))

    def visited(self) -> list[Node]:
        """The nodes that were searched, in order."""
        return [node for node in self if node.kind != "pruned"]

    def pruned(self) -> list[Node]:
        """The edges that cut-offs left unexamined."""
        return [node for node in self if node.kind == "pruned"]

    def pruned_paths(self) -> list[tuple[Any, ...]]:
        """The same as moves from the root."""
        return [self.path(node.index) for node in self.pruned()]

    def to_json(self) -> str:
        """All columns as lists, with the names of kinds, bounds and cut-offs."""
        columns = {name: [safe(x) for x in column.tolist()] for name, column in self.columns.items()}
        names = {"kinds": KINDS, "bounds": BOUNDS, "cuts": CUTS}
        moves = [move if move is None else str(move) for move in self.moves]
        return json.dumps({"format": 1, "capped": self.capped, **names, "move": moves, **columns})

    def __repr__(self) -> str:
        return f"<Trace of {self.size} node{'' if self.size == 1 else 's'}{', capped' if self.capped else ''}>"


def safe(value: float) -> float | str:
    """JSON has no infinity."""
    return str(value) if value in (float("inf"), float("-inf")) else value
