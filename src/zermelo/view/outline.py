"""A game tree ready to be drawn: of a position, or of a traced search with what it saw and what it left out.

Only so many nodes are kept as can be read; where more lie below, a twig says how many.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from zermelo.game import CHANCE, State
from zermelo.games.tree.game import is_tree
from zermelo.reasons import COUNTS, is_selective, sentences, signs, tally
from zermelo.result import SYMBOLS, many
from zermelo.trace import Node, Trace
from zermelo.types import Move
from zermelo.view.pack import names_moves, signed, value_text
from zermelo.view.walk import Walk

MOST_DRAWN = 400
MOST_COUNTED = 100_000  # below a twig that is not drawn


@dataclass
class Twig:
    """One node as it is drawn, with the edge that leads to it."""

    edge: str = ""  # the move's name
    turn: int = 0  # 0, 1, CHANCE or OVER
    value: str = ""  # with ≥ or ≤ where it is a bound
    window: str = ""  # (α, β) on entry
    kind: str = ""  # as in a trace; "pruned": the edge was cut off; "unseen": below such an edge
    cut: str = ""  # alpha or beta
    null_window: bool = False
    research: bool = False
    odds: str = ""
    best: bool = False  # on the principal variation
    hidden: int = 0  # nodes below that are not drawn
    why: str = ""  # what a selective search did here, in a sentence
    signs: list[tuple[str, str]] = field(default_factory=list)  # the same in a word or two, with its effect
    children: list[Twig] = field(default_factory=list)
    level: int = 0
    x: float = 0.0

    @property
    def seen(self) -> bool:
        return self.kind not in ("pruned", "unseen")


@dataclass
class Outline:
    """The twigs of a tree in the order of their levels, and what is to be said about them."""

    root: Twig
    twigs: list[Twig]  # level by level
    total: int  # nodes there are
    said: list[str]  # sentences below the drawing

    @property
    def drawn(self) -> int:
        return len(self.twigs)


Place = TypeVar("Place")
Spot = tuple[int, tuple[Move, ...], State | None]  # a row of the trace, the moves there, the position if it is known
Step = tuple[Twig, Spot]


def grow(root: Twig, start: Place, below: Callable[[Place], Sequence[tuple[Twig, Place]]], most: int) -> list[Twig]:
    """The twigs nearest to the root, at most so many; all children of a node or none."""
    twigs, line = [root], deque([(root, start)])
    while line:
        twig, place = line.popleft()
        steps = below(place)
        if len(twigs) + len(steps) > most:
            twig.hidden = len(steps)
            continue
        for child, further in steps:
            child.level = twig.level + 1
            twig.children.append(child)
            twigs.append(child)
            line.append((child, further))
    return twigs


def plain_outline(state: State, most: int = MOST_DRAWN, blank: bool = False) -> Outline:
    """The tree below a position, without any search; `blank` leaves out the values of leaves too."""

    def twig(node: State, edge: str = "", odds: str = "") -> Twig:
        value = signed(node.payoff(0)) if node.is_over and not blank else ""
        return Twig(edge, node.turn, value, kind="terminal" if node.is_over else "", odds=odds)

    def below(node: State) -> list[tuple[Twig, State]]:
        chance = node.turn == CHANCE
        return [
            (twig(node.play(move), str(node.name(move)), signed(node.odds(move)) if chance else ""), node.play(move))
            for move in node.moves()
        ]

    root = twig(state)
    twigs = grow(root, state, below, most)
    cut = any(each.hidden for each in twigs)
    said = [f"Drawn are {len(twigs):,} nodes; “+n” stands for n children that are not."] if cut else []
    return Outline(root, twigs, len(twigs), said)


def outline(walk: Walk, most: int = MOST_DRAWN) -> Outline:
    """The tree a search walked, of its last iteration; what it pruned in an explicit tree is drawn as unseen."""
    return Shown(walk).outline(most)


class Shown:
    """A walk, node by node."""

    def __init__(self, walk: Walk) -> None:
        self.walk, self.trace, self.info = walk, walk.trace, walk.state.info
        self.children = children_of(self.trace)
        self.explicit = is_tree(walk.state)
        self.named = walk.names is None and names_moves(walk.state)
        roots = [i for i, parent in enumerate(self.trace.column("parent")) if parent < 0]
        self.start = roots[-1] if roots else 0
        self.passes = len(roots)
        self.line = walk.result.line

    def outline(self, most: int) -> Outline:
        if not self.trace.size:
            return plain_outline(self.walk.state, most)
        root = self.twig(self.trace[self.start], ())
        root.best = True
        start: Spot = self.start, (), self.walk.searched
        twigs = grow(root, start, self.below, most)
        return Outline(root, twigs, self.trace.size, self.said(twigs))

    def below(self, place: Spot) -> list[Step]:
        index, path, state = place
        if index < 0:
            return self.unseen(path, state)
        nodes = [self.trace[child] for child in self.children.get(index, ())]
        final = {node.move: node.index for node in nodes}  # a move that was searched again counts by its last search
        steps = [self.step(node, path, state) for node in nodes]
        for (twig, _), node in zip(steps, nodes, strict=True):
            twig.best = twig.best and final[node.move] == node.index
        return steps

    def step(self, node: Node, path: tuple[Move, ...], state: State | None) -> Step:
        further = (*path, node.move)
        twig = self.twig(node, further)
        if state is not None and self.named:
            twig.edge = str(state.name(node.move))
        follows = self.explicit or self.info.chance or (self.named and node.kind != "pruned")
        after = state.play(node.move) if state is not None and follows else None
        if state is not None and state.turn == CHANCE:
            twig.odds = signed(state.odds(node.move))
        if node.kind != "pruned":
            return twig, (node.index, further, after)
        if after is not None:
            twig.turn = after.turn
            twig.value = signed(after.payoff(0)) if after.is_over else ""
        return twig, (-1, further, after)

    def unseen(self, path: tuple[Move, ...], state: State | None) -> list[Step]:
        """What lies below a pruned edge of an explicit tree."""
        found: list[Step] = []
        for move in state.moves() if state is not None and self.explicit else ():
            assert state is not None
            after, further = state.play(move), (*path, move)
            value = signed(after.payoff(0)) if after.is_over else ""
            odds = signed(state.odds(move)) if state.turn == CHANCE else ""
            found.append(
                (Twig(self.walk.name(further), after.turn, value, kind="unseen", odds=odds), (-1, further, after))
            )
        return found

    def twig(self, node: Node, path: tuple[Move, ...]) -> Twig:
        value = ""
        if node.value is not None:
            value = SYMBOLS.get(node.bound, "").strip() + value_text(node.value, self.info)
        elif node.kind == "open":
            value = "?"
        return Twig(
            self.walk.name(path),
            node.turn,
            value,
            self.window(node),
            node.kind,
            node.cut,
            node.null_window,
            node.research,
            best=bool(path) and node.kind != "pruned" and path == self.line[: len(path)],
            why="; ".join(sentences(node, lambda value: value_text(value, self.info))),
            signs=signs(node),
        )

    def window(self, node: Node) -> str:
        if node.kind == "pruned":
            return ""
        return f"({value_text(node.alpha, self.info)}, {value_text(node.beta, self.info)})"

    def said(self, twigs: Sequence[Twig]) -> list[str]:
        """The convention, the outcome, what was pruned, what is not drawn."""
        said = [convention(self.walk), outcome(self.walk), pruned_words(twigs), selective_words(self.walk)]
        if self.passes > 1:
            said.append(f"Drawn is the last of {self.passes} passes.")
        if any(each.hidden for each in twigs):
            said.append(
                f"Drawn are the first {len(twigs):,} of {self.trace.size:,} recorded nodes; "
                "“+n” stands for n children that are not."
            )
        if self.trace.capped:
            said.append(f"The record ends after {many(self.trace.size, 'node')}; the search went on.")
        return [each for each in said if each]


def children_of(trace: Trace) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for i, parent in enumerate(trace.column("parent")):
        found.setdefault(parent, []).append(i)
    return found


def convention(walk: Walk) -> str:
    """Under which rules the search was made: students are graded on them."""
    options = walk.options
    method = options["method"]
    if method.startswith("minimax"):
        return f"{method}; children: {order_words(options['order'])}."
    cut = {">=": "≥", ">": ">"}.get(options["cut"], options["cut"])
    return f"{method}; a value cuts off on {cut}; fail-{options['fail']}; children: {order_words(options['order'])}."


def order_words(order: str) -> str:
    return {
        "given": "in the given order",
        "reversed": "in reversed order",
        "best": "best first",
        "worst": "worst first",
        "random": "in random order",
    }.get(order, f"ordered by {order}")


def outcome(walk: Walk) -> str:
    result, names = walk.result, walk.names
    if result.score is None or result.move is None:
        return f"{many(result.nodes, 'node')} visited."
    move = names[(result.move,)] if names is not None else str(walk.state.name(result.move))
    who = walk.state.info.players[result.score.player]
    value = str(result.score).replace("-", "−")
    return f"Value {value} for {who}, best move {move}; {many(result.nodes, 'node')} visited."


def selective_words(walk: Walk) -> str:
    """What a selective search did, by its counts."""
    if not is_selective(walk.trace):
        return ""
    counts = vars(walk.result.counts)
    done = {name: counts[name] for name in COUNTS}
    if not any(done.values()):  # a trace without its result
        done = tally(walk.trace)
    return f"Selective: {', '.join(f'{lower(COUNTS[name])} {each:,}' for name, each in done.items() if each)}."


def lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def pruned_words(twigs: Sequence[Twig], most: int = 30) -> str:
    cut = [each.edge for each in twigs if each.kind == "pruned"]
    if not cut:
        return ""
    more = f" and {len(cut) - most} more" if len(cut) > most else ""
    return f"Pruned (✂): {', '.join(cut[:most])}{more}."
