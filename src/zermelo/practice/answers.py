"""A student's answers to a problem, checked: every mistake with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from zermelo.errors import ParseError
from zermelo.games.tree.game import Edge, edges, exact
from zermelo.practice.problem import Problem
from zermelo.practice.reasons import shown
from zermelo.validate import typed
from zermelo.view.pack import signed

ROOT = "root"


@dataclass(frozen=True)
class Answers:
    """What was marked. Nodes are called by the edge that leads to them, the root `root`; what is left out is not
    checked (`pruned` is: None leaves it out)."""

    move: str | None = None
    value: float | None = None
    values: Mapping[str, float] = field(default_factory=dict)
    pruned: Iterable[str] | None = None


@dataclass(frozen=True)
class Mistake:
    """One wrong mark: `kind` is move, value, pruned (marked, but examined) or missed (pruned, but not marked)."""

    kind: str
    where: str
    said: str

    def __str__(self) -> str:
        return self.said


@typed
def check_answers(problem: Problem, answers: Answers) -> list[Mistake]:
    """The mistakes; an empty list if all is right. ParseError if an edge is named that the tree does not have."""
    known = {each.name: each for each in edges(problem.root)}
    named = [*answers.values, *(answers.pruned or ()), *([answers.move] if answers.move is not None else [])]
    for name in named:
        if name not in known and name != ROOT:
            raise ParseError(f"there is no edge {name!r} (edges: {', '.join(list(known)[:6])} …)")
    found = wrong_move(problem, answers)
    values = dict(answers.values) | ({ROOT: answers.value} if answers.value is not None else {})
    for name, value in values.items():
        found += wrong_value(problem, known.get(name), value)
    return found + wrong_edges(problem, answers, known)


def wrong_move(problem: Problem, answers: Answers) -> list[Mistake]:
    if answers.move is None or answers.move == problem.best:
        return []
    node, best = problem.course.node((answers.move,)), problem.course.node((problem.best,))
    assert best is not None
    who = "MIN" if problem.root.turn else "MAX"
    right = f"The best first move for {who} is {problem.best} with {shown(best)}"
    wrong = f"{answers.move} is no move at the root" if node is None else f"{answers.move} leads to {shown(node)}"
    return [Mistake("move", answers.move, f"{right}; {wrong}.")]


def wrong_value(problem: Problem, edge: Edge | None, value: float) -> list[Mistake]:
    """A value counts as right if it is the one alpha-beta has there, or the node's true minimax value."""
    path, course = edge.path if edge else (), problem.course
    name = edge.name if edge else ROOT
    true = exact(edge.state if edge else problem.root, {})
    if course.status(path) != "examined":
        if value == true:
            return []
        said = f"{course.why(path)}, so it needs no value (its minimax value is {signed(true)}, not {signed(value)})."
        return [Mistake("value", name, said)]
    if value in (true, course.value(path)):
        return []
    return [Mistake("value", name, f"Not {signed(value)}: {course.why_value(path)}.")]


def wrong_edges(problem: Problem, answers: Answers, known: Mapping[str, Edge]) -> list[Mistake]:
    """Edges below a pruned one may be marked or not."""
    if answers.pruned is None:
        return []
    marked, course = list(dict.fromkeys(answers.pruned)), problem.course
    extra = [
        Mistake("pruned", name, f"Not pruned: {course.why(known[name].path)}.")
        for name in marked
        if name not in problem.unexamined
    ]
    missing = [
        Mistake("missed", name, f"Not marked: {course.why(path_of(problem, name))}.")
        for name in problem.pruned
        if name not in marked
    ]
    return extra + missing


def path_of(problem: Problem, name: str) -> tuple[str, ...]:
    return next(each.path for each in edges(problem.root) if each.name == name)
