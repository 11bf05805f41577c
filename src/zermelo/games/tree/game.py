"""Explicit game trees: from nested lists, JSON or text; random ones and practice problems with answers."""

from __future__ import annotations

import json
import math
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.errors import ParseError
from zermelo.game import BuiltIn, State

GAME = BuiltIn(
    name="tree",
    title="Game tree",
    summary="an explicit tree: [[9,8,7],[6,5,4],[3,2,1]]",
)

DEEPEST = 200
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
LABEL = re.compile(r"\s*[A-Za-z_][A-Za-z0-9_]*\s*:")


def tree(source: Any, turn: str = "max") -> State:
    """The root of an explicit tree.

    `source` is nested lists of numbers (`[[9, 8, 7], [6, 5, 4]]`: a list is an inner node, a number a leaf), text in
    the same form or as `((3)(5))`, or JSON objects: `{"turn": "min", "label": "A", "children": [...]}`,
    `{"value": 3}`, and below a chance node `"odds"`. Levels alternate, beginning with `turn`.
    """
    if turn not in ("max", "min", "chance"):
        raise ValueError(f'turn={turn!r}: expected "max", "min" or "chance"')
    if isinstance(source, str):
        text = as_text(read_json(source)) if source.lstrip().startswith("{") else source
    else:
        text = as_text(source)
    if turn == "max":
        return GAME.start(text)
    label = LABEL.match(text)
    name, rest = (label[0], text[label.end() :].lstrip()) if label else ("", text.lstrip())
    if not rest.startswith(("[", "(")):
        raise ValueError(f"turn={turn!r}: the tree itself says whose turn it is")
    return GAME.start(name + turn + rest)


def read_json(source: str) -> Any:
    try:
        return json.loads(source)
    except (json.JSONDecodeError, RecursionError) as error:
        column = error.colno - 1 if isinstance(error, json.JSONDecodeError) else 0
        raise ParseError(f"not JSON: {error}", source, column) from error


def as_text(node: Any, depth: int = 0) -> str:
    """Nested lists or JSON objects in the text form the parser reads."""
    if depth > DEEPEST:
        raise ParseError(f"the tree is deeper than {DEEPEST}")
    if isinstance(node, bool):
        raise ParseError(f"a leaf is a number, not {node!r}")
    if isinstance(node, (int, float)):
        if math.isnan(node):
            raise ParseError("a leaf is a number, not nan")
        return repr(float(node)) if abs(node) > 2**53 else repr(node)
    if isinstance(node, (list, tuple)):
        return "[" + ",".join(as_text(each, depth + 1) for each in node) + "]"
    if isinstance(node, dict):
        return object_text(node, depth)
    raise ParseError(f"a node is a number, a list or an object, not {type(node).__name__}")


def object_text(node: dict[str, Any], depth: int) -> str:
    unknown = set(node) - {"turn", "label", "children", "value", "odds"}
    if unknown:
        raise ParseError(f"unknown field {sorted(unknown)[0]!r} of a node")
    label = node_label(node)
    odds = node_odds(node)
    if "children" not in node:
        if "value" not in node:
            raise ParseError("a node has children or a value")
        return label + odds + as_text(node["value"], depth)
    turn = node.get("turn", "")
    if turn not in ("", "max", "min", "chance"):
        raise ParseError(f'turn {turn!r} of a node: expected "max", "min" or "chance"')
    return label + odds + str(turn) + as_text(list(node["children"]), depth)


def node_odds(node: dict[str, Any]) -> str:
    if "odds" not in node:
        return ""
    if isinstance(node["odds"], bool) or not isinstance(node["odds"], (int, float)):
        raise ParseError(f"odds are a number, not {node['odds']!r}")
    return f"{float(node['odds'])!r}:"


def node_label(node: dict[str, Any]) -> str:
    label = node.get("label") or ""
    if label and not (isinstance(label, str) and WORD.fullmatch(label)):
        raise ParseError(f"a label is a word of letters, digits and _, not {label!r}")
    return f"{label}:" if label else ""


@dataclass(frozen=True)
class Edge:
    """One edge of a tree, numbered level by level from the root: E-1, E-2, …"""

    number: int
    name: str
    path: tuple[str, ...]  # the moves that lead over it, itself included
    state: State  # where it leads


def edges(state: State) -> list[Edge]:
    """Every edge of the tree below `state`, level by level (S4.9)."""
    found: list[Edge] = []
    level: list[tuple[State, tuple[str, ...]]] = [(state, ())]
    while level:
        below: list[tuple[State, tuple[str, ...]]] = []
        for parent, path in level:
            for move in parent.moves():
                child = parent.play(move)
                found.append(Edge(len(found) + 1, str(move), (*path, str(move)), child))
                below.append((child, (*path, str(move))))
        level = below
    return found


def random_tree(
    depth: int = 3,
    branching: int | Sequence[int] = 3,
    values: Sequence[float] = range(-9, 10),
    seed: int = 0,
    turn: str = "max",
    early: float = 0.0,
) -> State:
    """A random tree. `branching` is a number or a choice of numbers; `early` the chance that a branch ends sooner."""
    rng = random.Random(seed)
    choice = [branching] if isinstance(branching, int) else list(branching)
    if depth < 1 or not choice or min(choice) < 1 or not values:
        raise ValueError("a tree needs depth >= 1, branching >= 1 and some values")

    def grow(left: int) -> Any:
        if left == 0 or (left < depth and rng.random() < early):
            return rng.choice(values)
        return [grow(left - 1) for _ in range(rng.choice(choice))]

    return tree(grow(depth), turn=turn)


@dataclass(frozen=True)
class Practice:
    """A practice problem with its answers: which first move, what value, which edges are never examined."""

    root: State
    best: str
    value: float
    pruned: tuple[str, ...]  # where alpha-beta cuts
    unexamined: tuple[str, ...]  # those and everything below them


def answer(root: State) -> Practice:
    """Solves a tree as a student would: left to right, pruning on >=."""
    from zermelo.search import search

    result = search(root, method="alphabeta", trace=True)
    assert result.trace is not None
    assert result.score is not None
    cut = [" ".join(path) for path in result.trace.pruned_paths()]
    below = [e.name for e in edges(root) if any((" ".join(e.path) + " ").startswith(c + " ") for c in cut)]
    return Practice(root, str(result.move), result.score.value, tuple(c.split()[-1] for c in cut), tuple(below))


def practice_tree(
    depth: int = 4,
    branching: int = 2,
    prunings: int = 4,
    values: Sequence[float] = range(1, 30),
    seed: int = 0,
) -> Practice:
    """A practice problem with exactly this number of cut-off edges and one clearly best first move."""
    for attempt in practice_attempts(seed):
        problem = answer(random_tree(depth, branching, values, attempt))
        if len(problem.pruned) == prunings and clear_choice(problem):
            return problem
    raise ValueError(f"no tree of depth {depth} and branching {branching} with {prunings} prunings was found")


def practice_attempts(seed: int) -> Iterator[int]:
    yield from range(seed * 20_000, (seed + 1) * 20_000)


def clear_choice(problem: Practice) -> bool:
    from zermelo.search import search

    first, *others = search(problem.root, method="minimax", best="all").lines
    return all(other.score.value != first.score.value for other in others)
