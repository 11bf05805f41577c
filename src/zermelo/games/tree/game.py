"""Explicit game trees: from nested lists, JSON or text; random ones and practice problems with answers."""

from __future__ import annotations

import json
import math
import random
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from zermelo.errors import ParseError
from zermelo.game import CHANCE, BuiltIn, Move, State
from zermelo.query import Cut
from zermelo.scene import Choice, Label, Piece, Scene, Spot, caption_of
from zermelo.validate import shown, typed

DEEPEST = 200
MOST_NODES = 1_000_000  # of a random tree
WIDEST = 16  # children that are drawn
SIGNS = {
    0: Piece("MAX to move", "text", 0, "▲"),
    1: Piece("MIN to move", "text", 1, "▼"),
    CHANCE: Piece("chance", "text", None, "◆"),
}
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
LABEL = re.compile(r"\s*[A-Za-z_][A-Za-z0-9_]*\s*:")


def scene(state: State) -> Scene:
    """The node and, below it, where its edges lead; wide nodes are buttons only."""
    names, text = [str(move) for move in state.moves()], state.text
    if len(names) > WIDEST:
        return Scene(text=text, choices=tuple(map(Choice, names)), caption=caption_of(state))
    width = max(1, len(names))
    here, *below = [sign(each) for each in (state, *map(state.play, state.moves()))]
    spots = [Spot(name, x + 0.5, 2.5, piece.text) for x, (name, piece) in enumerate(zip(names, below, strict=True))]
    return Scene(
        width,
        3 if names else 1,
        "plain",
        (Spot("node", width / 2, 0.5, here.text), *spots),
        {piece.text: piece for piece in (here, *below)},
        tuple(Choice(name, (name,)) for name in names),
        tuple(Label(spot.x, 1.5, spot.name) for spot in spots),
        text=text,
        caption=caption_of(state),
    )


def sign(state: State) -> Piece:
    """How a node is drawn: by who moves there, a leaf by its value."""
    value = f"{state.payoff(0):g}" if state.is_over else ""
    return Piece(f"a leaf of value {value}", "text", None, value) if state.is_over else SIGNS[state.turn]


GAME = BuiltIn(
    name="tree",
    title="Game tree",
    summary="an explicit tree: [[9,8,7],[6,5,4],[3,2,1]]",
    scene=scene,
    abstract=True,
)


@typed
def tree(source: object, turn: str = "max") -> State:
    """The root of an explicit tree.

    `source` is nested lists of numbers (`[[9, 8, 7], [6, 5, 4]]`: a list is an inner node, a number a leaf), text in
    the same form or as `((3 5)(2 9))`, or JSON objects: `{"turn": "min", "label": "A", "children": [...]}`,
    `{"value": 3}`, and below a chance node `"odds"`. Levels alternate, beginning with `turn`.
    """
    if turn not in ("max", "min", "chance"):
        raise ValueError(f'turn={shown(turn)}: expected "max", "min" or "chance"')
    if isinstance(source, str):
        text = as_text(read_json(source)) if source.lstrip().startswith("{") else source
    else:
        text = as_text(source)
    if turn == "max":
        return GAME.start(text)
    label = LABEL.match(text)
    name, rest = (label[0], text[label.end() :].lstrip()) if label else ("", text.lstrip())
    if not rest.startswith(("[", "(")):
        raise ValueError(f"turn={shown(turn)}: the tree itself says whose turn it is")
    return GAME.start(name + turn + rest)


def read_json(source: str) -> object:
    try:
        return json.loads(source)
    except (json.JSONDecodeError, RecursionError) as error:
        column = error.colno - 1 if isinstance(error, json.JSONDecodeError) else 0
        raise ParseError(f"not JSON: {error}", source, column) from error


def as_text(node: object, depth: int = 0) -> str:
    """Nested lists or JSON objects in the text form the parser reads."""
    if depth > DEEPEST:
        raise ParseError(f"the tree is deeper than {DEEPEST}")
    if isinstance(node, bool):
        raise ParseError(f"a leaf is a number, not {shown(node)}")
    if isinstance(node, (int, float)):
        if isinstance(node, int) and abs(node) > sys.float_info.max:
            raise ParseError(f"a leaf is a number that a float can hold, not {shown(node)}")
        if math.isnan(node):
            raise ParseError("a leaf is a number, not nan")
        return repr(float(node)) if abs(node) > 2**53 else repr(node)
    if isinstance(node, (list, tuple)):
        return "[" + ",".join(as_text(each, depth + 1) for each in node) + "]"
    if isinstance(node, dict):
        return object_text(node, depth)
    raise ParseError(f"a node is a number, a list or an object, not {type(node).__name__}")


def object_text(node: dict[str, object], depth: int) -> str:
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
        raise ParseError(f'turn {shown(turn)} of a node: expected "max", "min" or "chance"')
    return label + odds + str(turn) + as_text(list(cast(Iterable[object], node["children"])), depth)


def node_odds(node: dict[str, object]) -> str:
    if "odds" not in node:
        return ""
    if isinstance(node["odds"], bool) or not isinstance(node["odds"], (int, float)):
        raise ParseError(f"odds are a number, not {node['odds']!r}")
    return f"{float(node['odds'])!r}:"


def node_label(node: dict[str, object]) -> str:
    label = node.get("label") or ""
    if label and not (isinstance(label, str) and WORD.fullmatch(label)):
        raise ParseError(f"a label is a word of letters, digits and _, not {shown(label)}")
    return f"{label}:" if label else ""


@dataclass(frozen=True)
class Edge:
    """One edge of a tree, numbered level by level from the root: E-1, E-2, …"""

    number: int
    name: str
    path: tuple[str, ...]  # the moves that lead over it, itself included
    state: State  # where it leads


@typed
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


def is_tree(state: State) -> bool:
    """Whether a position is a node of an explicit tree."""
    return isinstance(state.game, BuiltIn) and state.game.name == "tree"


@typed
def reordered(root: State, order: str) -> tuple[State, dict[tuple[Move, ...], str]]:
    """The tree below `root` with its children in another order: `reversed`, or `best` or `worst` first for who moves.

    With it, for every path of the new tree, the name its last edge has in the old one.
    """
    if order not in ("reversed", "best", "worst"):
        raise ValueError(f'order={shown(order)}: expected "reversed", "best" or "worst"')
    values: dict[State, float] = {}

    def arranged(node: State) -> list[Move]:
        moves = node.moves()
        if node.turn == CHANCE:
            return moves
        if order == "reversed":
            return moves[::-1]
        high_first = (node.turn == 0) == (order == "best")
        return sorted(moves, key=lambda move: exact(node.play(move), values), reverse=high_first)

    def rebuilt(node: State) -> dict[str, object]:
        if node.is_over:
            return {"value": node.payoff(0)}
        return {"turn": TURNS[node.turn], "children": [outcome(node, move) for move in arranged(node)]}

    def outcome(node: State, move: Move) -> dict[str, object]:
        odds = {"odds": node.odds(move)} if node.turn == CHANCE else {}
        return rebuilt(node.play(move)) | odds

    new = tree(rebuilt(root))
    names: dict[tuple[Move, ...], str] = {}
    below: list[tuple[State, State, tuple[Move, ...]]] = [(new, root, ())]
    while below:
        here, there, path = below.pop()
        for move, old in zip(here.moves(), arranged(there), strict=True):
            names[(*path, move)] = str(old)
            below.append((here.play(move), there.play(old), (*path, move)))
    return new, names


TURNS = {0: "max", 1: "min", CHANCE: "chance"}


def exact(node: State, known: dict[State, float]) -> float:
    """The value of a node for MAX."""
    if node not in known:
        below = [exact(node.play(move), known) for move in node.moves()]
        if node.is_over:
            known[node] = node.payoff(0)
        elif node.turn == CHANCE:
            known[node] = sum(node.odds(m) * v for m, v in zip(node.moves(), below, strict=True))
        else:
            known[node] = min(below) if node.turn == 1 else max(below)
    return known[node]


@typed
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
    if not 1 <= depth <= DEEPEST or not choice or min(choice) < 1 or not values:
        raise ValueError(f"a tree needs depth from 1 to {DEEPEST}, branching >= 1 and some values")
    nodes = 0

    def grow(left: int) -> object:
        nonlocal nodes
        nodes += 1
        if nodes > MOST_NODES:
            raise ValueError(f"a random tree has at most {MOST_NODES:,} nodes: take less depth or branching")
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


@typed
def answer(root: State, cut: Cut = ">=") -> Practice:
    """Solves a tree as a student would: left to right, pruning on >= (or >)."""
    from zermelo.search import search

    result = search(root, method="alphabeta", trace=True, cut=cut)
    assert result.trace is not None
    assert result.score is not None
    left = [" ".join(map(str, path)) for path in result.trace.pruned_paths()]
    below = [e.name for e in edges(root) if any((" ".join(e.path) + " ").startswith(each + " ") for each in left)]
    return Practice(root, str(result.move), result.score.value, tuple(each.split()[-1] for each in left), tuple(below))


@typed
def practice_tree(
    depth: int = 4,
    branching: int = 2,
    prunings: int = 4,
    values: Sequence[float] = range(1, 30),
    seed: int = 0,
    cut: Cut = ">=",
) -> Practice:
    """A practice problem with exactly this number of cut-off edges and one clearly best first move."""
    if not (1 <= depth <= DEEPEST and branching >= 1):
        raise ValueError(f"a tree needs depth from 1 to {DEEPEST} and branching >= 1")
    most = most_prunings(depth, branching)
    if prunings > most:
        raise ValueError(
            f"a tree of depth {depth} and branching {branching} has at most {most} prunings, not {prunings}"
        )
    for attempt in practice_attempts(seed):
        problem = answer(random_tree(depth, branching, values, attempt), cut)
        if len(problem.pruned) == prunings and clear_choice(problem):
            return problem
    raise ValueError(f"no tree of depth {depth} and branching {branching} with {prunings} prunings was found")


@typed
def most_prunings(depth: int, branching: int) -> int:
    """No search from left to right cuts off more edges of a uniform tree than this.

    A MAX node can be cut off once there is a β, a MIN node once there is an α; a node's first child gives one of them
    to its others.
    """
    known: dict[tuple[int, bool, bool], int] = {}

    def below(left: int, own: bool, other: bool) -> int:
        """`own`: there is the bound that can cut off here; `other`: the one that can cut off at the children."""
        if left == 0:
            return 0
        if (left, own, other) not in known:
            first, later = below(left - 1, other, own), below(left - 1, True, own)
            looked_at = range(1, branching + 1) if own else (branching,)
            known[left, own, other] = max(first + (k - 1) * later + branching - k for k in looked_at)
        return known[left, own, other]

    return below(depth, False, False)


def practice_attempts(seed: int) -> Iterator[int]:
    yield from range(seed * 20_000, (seed + 1) * 20_000)


def clear_choice(problem: Practice) -> bool:
    from zermelo.search import search

    first, *others = search(problem.root, method="minimax", best="all").lines
    return all(other.score.value != first.score.value for other in others)
