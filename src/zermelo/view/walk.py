"""A search that is made to be shown: its convention can be chosen, and its record packed for an explorer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from zermelo.game import State
from zermelo.games.tree.game import is_tree, reordered
from zermelo.kinds import usual_walk
from zermelo.methods import ALL_METHODS, kind_of
from zermelo.query import EFFORT, Cut, Fail
from zermelo.result import Result
from zermelo.search import search
from zermelo.trace import Trace
from zermelo.types import Move
from zermelo.validate import shown, typed
from zermelo.view.pack import Names, pack

MOST_NODES = 200_000  # recorded, unless more is asked for
UNRECORDED = ("mcts", "puct", "ismcts", "maxn")
TREE_ORDERS = ("given", "reversed", "best", "worst", "random")


@dataclass(frozen=True)
class Walk:
    """A traced search of `state`, and how it was asked for.

    `searched` is the same position with its children in the order that was asked for; `names` then gives the moves
    their names in `state`.
    """

    state: State
    searched: State
    result: Result
    options: Mapping[str, Any]
    names: Names | None = None

    @property
    def trace(self) -> Trace:
        assert self.result.trace is not None
        return self.result.trace

    def name(self, path: tuple[Move, ...]) -> str:
        """What the last move of a path from the root is called; nothing for the root itself."""
        if not path:
            return ""
        return str(path[-1]) if self.names is None else self.names[path]

    def shown_step(self, step: int) -> int:
        """What explorers call a step of the trace: from 1, and a node without children is entered and left in one."""
        enter, leave = self.trace.column("enter"), self.trace.column("leave")
        inner = set(self.trace.column("parent"))
        before = 0
        for i, (entered, left) in enumerate(zip(enter, leave, strict=True)):
            before += 0 <= entered < step and (i in inner or left < 0)
            before += 0 <= left < step
        return before + 1

    @cached_property
    def packed(self) -> bytes:
        """The bytes that explorers read."""
        return pack(self.result, self.state, options=self.options, searched=self.searched, names=self.names)


@typed
def walk(
    state: State,
    *,
    method: str | None = None,
    cut: Cut = ">=",
    fail: Fail = "soft",
    order: str = "given",
    depth: float | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    cap: int = MOST_NODES,
    seed: int = 0,
    **features: Any,
) -> Walk:
    """Searches with a trace.

    `cut` is `>=` or `>`, `fail` soft or hard. `order` is that of the children: `given` or `random`; in explicit trees
    also `reversed`, or `best` or `worst` first by their true values; in other games what `search(order=)` knows. The
    method's own order is used where nothing is said. Scout and MTD cut on >= only. The usual method is alphabeta; where
    dice fall, expectiminimax with Star1; of more than two sides paranoid. Hidden information is open to the search.
    """
    method = method or usual_walk(state.info)
    if state.info.hidden:
        features = {"open_cards": True, **features}
    kind = kind_of(method, state.info.open())
    if kind in UNRECORDED and method in ALL_METHODS:
        raise ValueError(f"{kind} keeps no record of its steps ({usual_walk(state.info)} does)")
    chosen = dict(features)
    asked = {"method": method, "cut": cut, "fail": fail, "order": order, "depth": depth, "nodes": nodes, "seed": seed}
    if ALL_METHODS.get(method) is None or not (ALL_METHODS[method].scout or ALL_METHODS[method].mtd) or cut != ">=":
        chosen["cut"] = cut
    if fail != "soft":
        chosen["fail"] = fail
    names: Names | None = None
    searched = state
    if is_tree(state) and order in ("reversed", "best", "worst"):
        searched, names = reordered(state, order)
    elif order == "random" or (order != "given" and not is_tree(state)):
        chosen["order"] = order
    elif order not in ("given", ""):
        raise ValueError(f"order={shown(order)}: the order of an explicit tree is one of {', '.join(TREE_ORDERS)}")
    if depth is None and nodes is None and seconds is None and not state.info.small:
        raise ValueError("no limit: say how deep to search (depth=)")
    result = search(searched, method=method, depth=depth, nodes=nodes, seconds=seconds, trace=cap, seed=seed, **chosen)
    if result.trace is None:
        raise ValueError(
            "there is nothing to search: the game is over" if state.is_over else "depth=0: nothing is searched"
        )
    told = {name: value for name, value in features.items() if name not in EFFORT}
    return Walk(state, searched, result, asked | told, names)


def walk_of(found: Result | Trace, state: State | None = None) -> Walk:
    """A search that was made with `trace=`, as a walk. `state` is needed only if the trace does not know it."""
    trace = found if isinstance(found, Trace) else found.trace
    if trace is None:
        raise ValueError("there is no trace: search with trace=True")
    state = trace.state if state is None else state
    if state is None:
        raise ValueError("the trace does not know its position: give it, too")
    result = found if isinstance(found, Result) else Result(None, None, nodes=trace.size, trace=trace)
    asked = {"method": result.method, "cut": ">=", "fail": "soft", "order": "given"} | dict(trace.asked)
    return Walk(state, state, result, asked)
