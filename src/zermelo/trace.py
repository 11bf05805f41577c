"""The record of a search, node by node: what was visited in which order, with which window, and what was pruned."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING, Literal, overload

from zermelo.codec import plain_move, to_text
from zermelo.native import core
from zermelo.reasons import REASONS, is_selective, sentences
from zermelo.types import Move
from zermelo.validate import shown

if TYPE_CHECKING:
    from zermelo.trace_file import ReadReport

State = core.State
OVER = core.OVER

KINDS = ("open", "inner", "terminal", "horizon", "table", "repetition", "pruned")
BOUNDS = ("", "at most", "at least", "exact")
CUTS = ("", "alpha", "beta", "chance")
WHOLE = {
    "parent": "i",
    "ply": "i",
    "depth": "i",
    "iteration": "i",
    "turn": "i",
    "enter": "q",
    "leave": "q",
    "bound": "B",
    "kind": "B",
    "cut": "B",
    "null_window": "B",
    "research": "B",
    "probe": "B",
    "reason": "B",
    "change": "b",
    "at_node": "B",
    "shift": "b",
}  # columns of whole numbers, with the letter that `array` and `memoryview` know them by
REAL = ("alpha", "beta", "value", "odds", "judged")  # columns of doubles
RealColumn = Literal["alpha", "beta", "value", "odds", "judged"]
WholeColumn = Literal[
    "parent",
    "ply",
    "depth",
    "iteration",
    "turn",
    "enter",
    "leave",
    "bound",
    "kind",
    "cut",
    "null_window",
    "research",
    "probe",
    "reason",
    "change",
    "at_node",
    "shift",
]
FORMATS = WHOLE | dict.fromkeys(REAL, "d")
FORMAT = 2  # of the file: the first wrote infinities otherwise, and every move as text


@dataclass(frozen=True)
class Node:
    """One visited node, or one edge that was pruned (kind "pruned"). Values and windows are MAX's (player 0's)."""

    index: int
    parent: int
    move: Move
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
    mover: int = OVER  # who moved here
    # What a selective search did:
    reason: str = ""  # why it was entered at another depth, or left out
    change: int = 0  # plies that it was searched deeper (or, below 0, less deep) than its parent says
    at_node: str = ""  # why it was left before its moves, or that it belongs to quiescence
    shift: int = 0  # plies that it added itself (forced), or took away (no move known)
    judged: float | None = None  # its static value, corrected; of a move left out, what it might have reached

    @property
    def why(self) -> str:
        """What a selective search did here: "reduced by 2: late move, depth 4 instead of 6"; "" if nothing."""
        from zermelo.result import number

        return "; ".join(sentences(self, number))


class Trace:
    """A search's nodes as columns of numbers; `trace[i]` is one node, `trace.column("value")` one column.

    Nodes come in the order of the walk. `enter` and `leave` are step numbers, so the state of the search at any step is
    known without replaying it. When the search was larger than the cap, the rest is missing and `capped` is true.
    """

    def __init__(self, report: core.TraceReport | ReadReport, state: State | None = None) -> None:
        self.state = state  # the position that was searched
        self.asked: Mapping[str, object] = {}  # how: the method and its convention
        self.size: int = report.size
        self.capped: bool = report.capped
        self.moves: Sequence[Move] = report.moves
        self._set_columns(report.columns)

    def _set_columns(self, columns: Mapping[str, bytes]) -> None:
        self._whole = {name: whole_column(columns[name], letter) for name, letter in WHOLE.items()}
        self._real = {name: memoryview(columns[name]).cast("d") for name in REAL}

    def __len__(self) -> int:
        return self.size

    @overload
    def column(self, name: RealColumn) -> memoryview[float]: ...
    @overload
    def column(self, name: WholeColumn) -> memoryview[int]: ...
    def column(self, name: RealColumn | WholeColumn) -> memoryview[int] | memoryview[float]:
        """A memoryview of one column: bytes, 32- or 64-bit ints or doubles."""
        if not isinstance(name, str) or name not in FORMATS:
            raise ValueError(f"no column {shown(name)} (columns: {', '.join(FORMATS)})")
        return self._real[name] if name in self._real else self._whole[name]

    def __getitem__(self, index: int) -> Node:
        if not -self.size <= index < self.size:
            raise IndexError(f"node {index} of {self.size}")
        index %= self.size
        whole = {name: column[index] for name, column in self._whole.items()}
        real = {name: column[index] for name, column in self._real.items()}
        kind = KINDS[whole["kind"]]
        return Node(
            index=index,
            parent=whole["parent"],
            move=self.moves[index],
            ply=whole["ply"],
            depth=whole["depth"],
            iteration=whole["iteration"],
            turn=whole["turn"],
            alpha=real["alpha"],
            beta=real["beta"],
            value=None if kind in ("open", "pruned") else real["value"],
            bound=BOUNDS[whole["bound"]],
            kind=kind,
            cut=CUTS[whole["cut"]],
            null_window=bool(whole["null_window"]),
            research=bool(whole["research"]),
            enter=whole["enter"],
            leave=whole["leave"],
            odds=real["odds"],
            probe=bool(whole["probe"]),
            mover=self._whole["turn"][whole["parent"]] if whole["parent"] >= 0 else OVER,
            reason=REASONS[whole["reason"]],
            change=whole["change"],
            at_node=REASONS[whole["at_node"]],
            shift=whole["shift"],
            judged=None if isnan(real["judged"]) else real["judged"],
        )

    def __iter__(self) -> Iterator[Node]:
        return (self[i] for i in range(self.size))

    def path(self, index: int) -> tuple[Move, ...]:
        """The moves from the root to a node."""
        parents, moves = self._whole["parent"], []
        while parents[index] >= 0:
            moves.append(self.moves[index])
            index = parents[index]
        return tuple(reversed(moves))

    def visited(self) -> list[Node]:
        """The nodes that were searched, in order."""
        return [node for node in self if node.kind != "pruned"]

    def pruned(self) -> list[Node]:
        """The edges that cut-offs, or a selective search, left unexamined."""
        return [node for node in self if node.kind == "pruned"]

    def pruned_paths(self) -> list[tuple[Move, ...]]:
        """The same as moves from the root."""
        return [self.path(node.index) for node in self.pruned()]

    def to_json(self) -> str:
        """All columns as lists, with the names of kinds, bounds and cut-offs."""
        names = {"kinds": KINDS, "bounds": BOUNDS, "cuts": CUTS, "reasons": REASONS}
        whole = {name: column.tolist() for name, column in self._whole.items()}
        real = {name: column.tolist() for name, column in self._real.items()}
        moves = [plain_move(move) for move in self.moves]
        judged = {"judged": plain_numbers(self._real["judged"]) if is_selective(self) else []}
        return to_text({"format": FORMAT, "capped": self.capped, **names, "move": moves, **whole, **real, **judged})

    @staticmethod
    def from_json(text: str, state: State | None = None) -> Trace:
        """The trace that was written; ValueError says where the text is none. `state` is the position searched."""
        from zermelo.trace_file import read

        return Trace(read(text), state)

    def __getstate__(self) -> dict[str, object]:
        """Memory cannot be pickled, what is in it can."""
        columns = {name: column.tobytes() for name, column in self._whole.items()}
        columns |= {name: column.tobytes() for name, column in self._real.items()}
        kept = {name: each for name, each in vars(self).items() if name not in ("_whole", "_real")}
        return kept | {"columns": columns}

    def __setstate__(self, kept: dict[str, object]) -> None:
        columns = kept.pop("columns")
        vars(self).update(kept)
        assert isinstance(columns, dict)
        self._set_columns(columns)

    def __repr__(self) -> str:
        return f"<Trace of {self.size} node{'' if self.size == 1 else 's'}{', capped' if self.capped else ''}>"


def plain_numbers(column: memoryview[float]) -> list[float | None]:
    """None where there is no number."""
    return [None if isnan(each) else each for each in column]


def whole_column(data: bytes, letter: str) -> memoryview[int]:
    view = memoryview(data)
    if letter == "b":
        return view.cast("b")
    return view.cast("i") if letter == "i" else view.cast("q") if letter == "q" else view
