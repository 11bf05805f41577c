"""Trees that record what is visited: given to a student's search to see what it examines, and in which order.

A leaf has been visited when its value was read, an inner node when its children were asked for. To hold a node, to
ask whose turn it is or whether it is a leaf, is no look.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, SupportsIndex

from zermelo.game import State
from zermelo.games.tree.game import is_tree

Path = tuple[str, ...]


class TooMuch(BaseException):
    """The search visits nodes again and again: it will not end. No Exception, so that no student's code keeps it."""


class Visits:
    """The nodes that were visited, each once, in order."""

    def __init__(self, most: int) -> None:
        self.seen: dict[Path, None] = {}
        self.count, self.most = 0, most

    def at(self, path: Path) -> None:
        self.count += 1
        if self.count > self.most:
            raise TooMuch(f"more than {self.most:,} visits to the nodes of one tree")
        self.seen.setdefault(path)


class WatchedNode:
    """A node of a tree, with the methods of a State and some shorter ones.

    `children` · `is_leaf` · `is_max` · `value` (of a leaf); as in a State: `moves()`, `play(move)`, `turn`, `is_over`,
    `payoff(player)`, `name(move)`, `text`.
    """

    def __init__(self, state: State, path: Path, visits: Visits) -> None:
        self._state, self._path, self._visits = state, path, visits

    @property
    def turn(self) -> int:
        return self._state.turn

    @property
    def is_max(self) -> bool:
        return self._state.turn == 0

    @property
    def is_over(self) -> bool:
        return self._state.is_over

    is_leaf = is_over

    def moves(self) -> list[str]:
        """The edges below; none at a leaf."""
        if not self._state.is_over:
            self._visits.at(self._path)
        return [str(move) for move in self._state.moves()]

    def play(self, move: str) -> WatchedNode:
        return WatchedNode(self._state.play(move), (*self._path, str(move)), self._visits)

    @property
    def children(self) -> list[WatchedNode]:
        return [self.play(move) for move in self.moves()]

    def payoff(self, player: int = 0) -> float:
        """What the player gets at a leaf; 0 elsewhere."""
        if self._state.is_over:
            self._visits.at(self._path)
        return self._state.payoff(player)

    def evaluate(self, player: int = 0) -> float:
        return self.payoff(player)

    @property
    def value(self) -> float:
        """The value of a leaf, for MAX. An inner node has none yet: finding it is what a search is for."""
        if not self._state.is_over:
            raise ValueError("this node is no leaf: its value is what the search has to find")
        return self.payoff(0)

    def name(self, move: str) -> str:
        return move

    @property
    def text(self) -> str:
        return str(self._state.text)

    def __repr__(self) -> str:
        kind = "leaf" if self.is_over else "MAX" if self.is_max else "MIN"
        return f"<{kind} node {' '.join(self._path) or 'at the root'}>"


class WatchedList(list[Any]):
    """The same as nested lists of numbers: a number has been visited when it was taken out of its list."""

    def __init__(self, state: State, path: Path, visits: Visits) -> None:
        self._path, self._visits, self._names = path, visits, [str(move) for move in state.moves()]
        super().__init__(listed(state.play(move), (*path, str(move)), visits) for move in state.moves())

    def _look(self, index: int) -> Any:
        child = list.__getitem__(self, index)
        self._visits.at(self._path)
        if not isinstance(child, WatchedList):
            self._visits.at((*self._path, self._names[index]))
        return child

    def __iter__(self) -> Iterator[Any]:
        self._visits.at(self._path)
        return (self._look(i) for i in range(len(self)))

    def __reversed__(self) -> Iterator[Any]:
        self._visits.at(self._path)
        return (self._look(i) for i in reversed(range(len(self))))

    def __getitem__(self, index: SupportsIndex | slice) -> Any:
        if isinstance(index, slice):
            return [self._look(i) for i in range(*index.indices(len(self)))]
        place = index.__index__()
        return self._look(place + len(self) if place < 0 else place)


def listed(state: State, path: Path, visits: Visits) -> Any:
    if not state.is_over:
        return WatchedList(state, path, visits)
    value = state.payoff(0)
    return int(value) if value == int(value) else value


def watched(root: State, form: str, most: int) -> tuple[Any, Visits]:
    """(the tree as a student's search gets it, what it visits)."""
    assert is_tree(root)
    visits = Visits(most)
    return (WatchedNode(root, (), visits) if form == "node" else WatchedList(root, (), visits)), visits
