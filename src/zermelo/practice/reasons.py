"""Why alpha-beta examines an edge or prunes it, and what a node is worth, in sentences."""

from __future__ import annotations

from zermelo.result import SYMBOLS
from zermelo.trace import Node
from zermelo.types import Move
from zermelo.view.outline import children_of
from zermelo.view.pack import signed
from zermelo.view.walk import Walk

Path = tuple[Move, ...]


class Course:
    """A walk of alpha-beta through an explicit tree, asked about single edges. Paths are moves from the root."""

    def __init__(self, walk: Walk) -> None:
        self.walk, self.trace = walk, walk.trace
        self.below = children_of(self.trace)
        self.rows: dict[Path, int] = {}
        for i in range(self.trace.size):
            self.rows.setdefault(self.trace.path(i), i)
        self.sign = {">=": ("≥", "≤"), ">": (">", "<")}[walk.options["cut"]]

    def node(self, path: Path) -> Node | None:
        """The record of a node; None if it was not even pruned, but lies below what was."""
        row = self.rows.get(path)
        return None if row is None else self.trace[row]

    def visited(self) -> list[Path]:
        """The nodes in the order in which they are visited."""
        return [path for path, row in self.rows.items() if self.trace[row].kind != "pruned"]

    def status(self, path: Path) -> str:
        """`examined`, `pruned`, or `unseen` (below a pruned edge)."""
        found = self.node(path)
        return "unseen" if found is None else "pruned" if found.kind == "pruned" else "examined"

    def value(self, path: Path) -> float | None:
        found = self.node(path)
        return None if found is None else found.value

    def name(self, path: Path) -> str:
        return str(path[-1]) if path else "the root"

    def so_far(self, path: Path) -> float | None:
        """The best value among the siblings that were visited before an edge, for who moves there."""
        parent = self.rows[path[:-1]]
        turn, values = self.trace[parent].turn, []
        for row in self.below[parent]:
            if row >= self.rows.get(path, self.trace.size):
                break
            found = self.trace[row].value
            values += [] if found is None else [found]
        return (min(values) if turn else max(values)) if values else None

    def why(self, path: Path) -> str:
        """Why an edge is examined, pruned, or not even reached, in a sentence."""
        return {"examined": self.why_examined, "pruned": self.why_pruned, "unseen": self.why_unseen}[self.status(path)](
            path
        )

    def why_pruned(self, path: Path) -> str:
        parent, value = self.trace[self.rows[path[:-1]]], self.so_far(path)
        assert value is not None
        here, edge, v = self.where(path[:-1]), self.name(path), signed(value)
        if parent.turn:
            return (
                f"{edge} is pruned: {here} MIN already has {v}, MAX has {signed(parent.alpha)} elsewhere, "
                f"and {v} {self.sign[1]} α = {signed(parent.alpha)}"
            )
        return (
            f"{edge} is pruned: {here} MAX already has {v}, MIN has {signed(parent.beta)} elsewhere, "
            f"and {v} {self.sign[0]} β = {signed(parent.beta)}"
        )

    def why_unseen(self, path: Path) -> str:
        above = next(path[:i] for i in range(1, len(path)) if self.status(path[:i]) == "pruned")
        return f"{self.name(path)} lies below {self.name(above)}, and {self.why_pruned(above)}"

    def why_examined(self, path: Path) -> str:
        if not path:
            return "the root is where the search begins"
        parent, value = self.trace[self.rows[path[:-1]]], self.so_far(path)
        here, edge = self.where(path[:-1]), self.name(path)
        if value is None:
            first = f"it is the first edge {here.removesuffix(',')}, and a node's first edge is never pruned"
            return f"{edge} is examined: {first}"
        bound, letter = (parent.alpha, "α") if parent.turn else (parent.beta, "β")
        who, v = ("MIN" if parent.turn else "MAX"), signed(value)
        tie = f" (a tie cuts off only where the convention is {'≤' if parent.turn else '≥'})" if value == bound else ""
        not_yet = {"≥": "<", ">": "≤", "≤": ">", "<": "≥"}[self.sign[1 if parent.turn else 0]]
        return (
            f"{edge} is examined: {here} {who} has {v} so far, and {v} {not_yet} {letter} = {signed(bound)}, "
            f"so nothing is cut off{tie}"
        )

    def where(self, path: Path) -> str:
        return f"below {self.name(path)}," if path else "at the root,"

    def why_value(self, path: Path) -> str:
        """What a node is worth and why."""
        node = self.node(path)
        assert node is not None
        assert node.value is not None
        if node.kind == "terminal":
            return f"{self.name(path)} leads to a leaf of value {signed(node.value)}"
        rows = [self.trace[row] for row in self.below.get(node.index, ())]
        seen = [f"{self.name((*path, row.move))} {shown(row)}" for row in rows if row.value is not None]
        left = sum(row.kind == "pruned" for row in rows)
        verb = "takes the least of" if node.turn else "takes the largest of"
        rest = (
            f"; {left} more {'edge is' if left == 1 else 'edges are'} pruned, so this is only a bound" if left else ""
        )
        who = "MIN" if node.turn else "MAX"
        there = "at the root" if not path else f"after {self.name(path)}"
        return f"{there} {who} {verb} {', '.join(seen)}: {shown(node)}{rest}"


def shown(node: Node) -> str:
    """A value with the sign of its bound."""
    return "" if node.value is None else SYMBOLS.get(node.bound, "").strip() + signed(node.value)
