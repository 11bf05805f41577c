"""Problems to practise alpha-beta with: a tree, the convention it is to be searched under, and the answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from zermelo.game import State
from zermelo.games.tree.game import DEEPEST, Practice, answer, is_tree, practice_tree, tree
from zermelo.practice.reasons import Course
from zermelo.query import Cut
from zermelo.validate import typed
from zermelo.view.walk import Walk, walk

MOST_LEAVES, MOST_PROBLEMS = 2000, 10_000


@dataclass(frozen=True)
class Problem(Practice):
    """A tree to be searched by hand, left to right; `cut` says on what a value cuts off."""

    cut: Cut = ">="

    @cached_property
    def walk(self) -> Walk:
        return walk(self.root, method="alphabeta", cut=self.cut)

    @cached_property
    def course(self) -> Course:
        return Course(self.walk)

    @property
    def players(self) -> tuple[str, str]:
        return ("MAX", "MIN")


@typed
def problem_of(root: State | str | list[object], cut: Cut = ">=") -> Problem:
    """The problem that a tree of your own poses."""
    state = root if isinstance(root, State) else tree(root)
    if not is_tree(state):
        raise ValueError("a problem is an explicit tree")
    if state.is_over or state.info.chance:
        raise ValueError("a problem needs a tree with moves and without chance")
    return Problem(**vars(answer(state, cut)), cut=cut)


@typed
def problem(
    depth: int = 4,
    branching: int = 2,
    prunings: int = 4,
    values: Sequence[float] = range(1, 30),
    seed: int = 0,
    cut: Cut = ">=",
) -> Problem:
    """A new problem with exactly this number of cut-off edges and one clearly best first move.

    ValueError if there is none, or if the tree would be too large to read.
    """
    if not 1 <= depth <= DEEPEST or not 1 <= branching <= MOST_LEAVES or branching**depth > MOST_LEAVES:
        raise ValueError(f"a problem has depth and branching from 1 and at most {MOST_LEAVES} leaves")
    if prunings < 0:
        raise ValueError(f"prunings={prunings}: must not be negative")
    return Problem(**vars(practice_tree(depth, branching, prunings, values, seed, cut)), cut=cut)


@typed
def problems(
    count: int = 4,
    depth: int = 4,
    branching: int = 2,
    prunings: int = 4,
    values: Sequence[float] = range(1, 30),
    seed: int = 0,
    cut: Cut = ">=",
) -> list[Problem]:
    """Several different problems; the same seed gives the same ones."""
    if not 1 <= count <= MOST_PROBLEMS:
        raise ValueError(f"count={count}: must be a whole number from 1 to {MOST_PROBLEMS}")
    return [problem(depth, branching, prunings, values, seed + i, cut) for i in range(count)]
