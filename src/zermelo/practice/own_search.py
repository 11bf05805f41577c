"""check_search(f): a student's own alpha-beta against the reference, on trees small enough to be understood."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path as File
from typing import Any

from zermelo.errors import place_of
from zermelo.game import State
from zermelo.games.tree.game import edges, random_tree, tree
from zermelo.match.clocks import alarm
from zermelo.players.player import Forfeit
from zermelo.practice.reasons import Course, Path
from zermelo.practice.watched import TooMuch, Visits, watched
from zermelo.query import Cut, Fail
from zermelo.validate import typed
from zermelo.view.pack import signed
from zermelo.view.walk import Walk, walk

FORMS = ("node", "lists")
# How a parameter may be called. The first parameter is always the tree.
PARAMETERS = {
    "depth": ("depth", "d", "limit", "max_depth", "plies"),
    "alpha": ("alpha", "a"),
    "beta": ("beta", "b"),
    "maximizing": ("maximizing", "maximising", "maximizing_player", "is_max", "maximize", "maxturn", "is_maximizing"),
}
SLIDES = ("[[9,8,7],[6,5,4],[3,2,1]]", "[[-5,4,1],[-6,-4,-2],[6,-3,-6]]", "[[3,5],[3,9]]")


@dataclass(frozen=True)
class SearchReport:
    """What came of it. `kind` names the first difference: nothing if there is none, else `exception`, `endless`,
    `answer`, `value`, `move`, `examined` (should have been pruned), `pruned` (should have been examined), `order` or
    `window`; `said` explains it. `step` is where the explorer opens."""

    passed: bool
    trees: int
    kind: str
    said: str
    tree: str = ""
    step: int | None = None
    walk: Walk | None = None

    def __str__(self) -> str:
        return self.said

    def page(self) -> str:
        """The explorer of the reference search at the first difference, as one file of HTML."""
        from zermelo.view.explorer import explorer_page

        if self.walk is None:
            raise ValueError("there is no difference to show")
        return explorer_page(self.walk, title="The first difference", step=self.step, note=self.said)

    def open(self) -> File:
        """Opens that page in the browser."""
        from zermelo.view.explorer import open_page

        return open_page(self.page(), "first-difference")

    def _repr_html_(self) -> str:
        from zermelo.view.tree_svg import tree_svg

        drawing = tree_svg(self.walk) if self.walk is not None else ""
        return f"<div><p>{escape(self.said)}</p>{drawing}</div>"


@typed
def check_search(
    f: Callable[..., object],
    *,
    cut: Cut = ">=",
    fail: Fail | None = None,
    form: str = "node",
    trees: int = 200,
    seed: int = 0,
    seconds: float = 5.0,
    open: bool = False,
) -> SearchReport:
    """Runs a search of your own on many trees and compares it with alpha-beta: the value, the move if you give one,
    and which nodes are visited, in which order.

    `f` takes the tree first. Further parameters are filled by their names: `depth` (enough to reach every leaf),
    `alpha` and `beta` (−∞ and +∞), `maximizing` (True where MAX moves first). It returns the value for MAX, or
    `(value, move)`. The tree is a node with `children`, `is_leaf`, `value` and `is_max`, or the methods of a State
    (`moves()`, `play(move)`, `turn`, `is_over`, `payoff(0)`); with `form="lists"`, nested lists of numbers.

    `cut` is the convention: prune on `>=` or on `>`. With `fail="hard"` or `"soft"`, searches that take `alpha` and
    `beta` are called with narrow windows too. An endless search is stopped after `seconds`. `open=True` shows the first
    difference in the browser.
    """
    if form not in FORMS:
        raise ValueError(f"form={form!r}: expected {' or '.join(map(repr, FORMS))}")
    if cut not in (">=", ">") or fail not in (None, "soft", "hard"):
        raise ValueError(f"cut={cut!r}, fail={fail!r}: expected cut >= or >, fail soft, hard or None")
    names = parameters(f)
    if fail is not None and not {"alpha", "beta"} <= names.keys():
        raise ValueError(f"fail={fail!r}: the search takes no alpha and beta")
    tried = 0
    for root in trees_to_try(trees, seed):
        tried += 1
        trial = Trial(f, names, root, cut, form, seconds)
        report = trial.report(tried) or (trial.windows(tried, fail) if fail is not None else None)
        if report is not None:
            if open:
                report.open()
            return report
    shown = {">=": "≥", ">": ">"}[cut]
    return SearchReport(True, tried, "", f"All is right: {tried} trees, pruning on {shown}.")


def parameters(f: Callable[..., object]) -> dict[str, str]:
    """What a search takes beside the tree: our name to its name for it."""
    if not callable(f):
        raise TypeError(f"a search is a function, not {type(f).__name__}")
    try:
        given = list(inspect.signature(f).parameters.values())
    except (TypeError, ValueError) as error:
        raise TypeError(f"the parameters of {f!r} are not known") from error
    if not given:
        raise TypeError("the search takes no tree: its first parameter is the tree")
    found: dict[str, str] = {}
    for each in given[1:]:
        known = [ours for ours, words in PARAMETERS.items() if each.name.lower() in words]
        if known:
            found[known[0]] = each.name
        elif each.default is each.empty and each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD):
            raise TypeError(
                f"the search has a parameter {each.name!r} that nobody knows; parameters: the tree first, then any of "
                f"{', '.join(PARAMETERS)}"
            )
    return found


def trees_to_try(count: int, seed: int) -> Iterator[State]:
    """Small trees before large ones, so that the first difference is easy to follow; ties and odd shapes among them."""
    plan = [
        (1, (1, 2, 3)),
        (2, (2,)),
        (2, (2, 3)),
        (3, (2,)),
        (3, (1, 2, 3)),
        (4, (2,)),
        (4, (1, 2, 3)),
        (5, (1, 2, 3)),
    ]
    given = [tree(each) for each in SLIDES]
    yield from given[:count]
    for i in range(max(0, count - len(given))):
        depth, branching = plan[i * len(plan) // max(1, count)]
        values = range(-3, 4) if i % 3 == 0 else range(-20, 21)
        yield random_tree(depth, branching, values, seed * 100_003 + i, "min" if i % 4 == 3 else "max", 0.2 * (i % 2))


class Trial:
    """One tree, searched by the student and by the reference."""

    def __init__(
        self, f: Callable[..., object], names: dict[str, str], root: State, cut: Cut, form: str, seconds: float
    ) -> None:
        self.f, self.names, self.root, self.cut, self.form, self.seconds = f, names, root, cut, form, seconds
        self.reference = walk(root, method="alphabeta", cut=cut)
        self.course = Course(self.reference)
        self.size = len(edges(root)) + 1

    def call(self, alpha: float = -math.inf, beta: float = math.inf) -> tuple[object, Visits, SearchReport | None]:
        """(what the search returned, what it visited, what went wrong)."""
        given, visits = watched(self.root, self.form, 1000 * self.size + 1000)
        deep = self.root.plies_left
        values = {"depth": deep, "alpha": alpha, "beta": beta, "maximizing": self.root.turn == 0}
        arguments = {theirs: values[ours] for ours, theirs in self.names.items()}
        try:
            with alarm(self.seconds, "the search"):
                return self.f(given, **arguments), visits, None
        except (TooMuch, Forfeit):
            return (
                None,
                visits,
                self.failed("endless", f"It had not ended after {self.seconds:g} s or {visits.most:,} visits."),
            )
        except RecursionError:
            return (
                None,
                visits,
                self.failed("endless", "It calls itself without end (RecursionError): where does it stop?"),
            )
        except Exception as error:
            words = f"It raised {type(error).__name__}: {error} ({place_of(error)})."
            return None, visits, self.failed("exception", words)

    def failed(self, kind: str, said: str, step: int | None = None, trees: int = 0) -> SearchReport:
        whole = f"On the tree {self.root.text}{self.first()}: {said}"
        return SearchReport(False, trees, kind, whole, str(self.root.text), step, self.reference)

    def first(self) -> str:
        return "" if self.root.turn == 0 else " (MIN moves first)"

    def report(self, trees: int) -> SearchReport | None:
        """The first difference on this tree."""
        returned, visits, trouble = self.call()
        if trouble is None:
            trouble = self.compared(returned, list(visits.seen))
        return None if trouble is None else numbered(trouble, trees)

    def compared(self, returned: object, seen: list[Path]) -> SearchReport | None:
        value, move, wrong = answer_of(returned, self.root)
        if wrong:
            return self.failed("answer", wrong)
        right = self.reference.result
        assert right.score is not None
        kind, how, step = self.difference(seen)
        if value != right.score.value:
            more = f" The first step that differs: {how}" if how else ""
            return self.failed(
                "value", f"It returned {as_text(value)}; the value is {signed(right.score.value)}.{more}", step
            )
        if move is not None and not self.good(move):
            best = f"{right.move} is worth {signed(right.score.value)}"
            return self.failed("move", f"It chose {move}, but {best} and {move} is not as good.", step)
        return self.failed(kind, how + self.other_convention(seen), step) if kind else None

    def good(self, move: str) -> bool:
        """Whether a move has the root's value: among equals any is right."""
        from zermelo.games.tree.game import exact

        return move in self.root.moves() and exact(self.root.play(move), {}) == exact(self.root, {})

    def difference(self, seen: list[Path]) -> tuple[str, str, int | None]:
        """(kind, sentence, step) of the first node where its visits differ from the reference's."""
        wanted = self.course.visited()
        place = next(
            (i for i, (a, b) in enumerate(zip(seen, wanted, strict=False)) if a != b), min(len(seen), len(wanted))
        )
        if place == len(seen) == len(wanted):
            return "", "", None
        theirs = seen[place] if place < len(seen) else None
        ours = wanted[place] if place < len(wanted) else None
        if theirs is not None and self.course.status(theirs) != "examined":
            return (
                "examined",
                f"It visits {self.course.name(theirs)}, but {self.course.why(theirs)}.",
                self.step(theirs),
            )
        assert ours is not None
        if theirs is None or ours not in seen:
            return (
                "pruned",
                f"It never visits {self.course.name(ours)}, but {self.course.why(ours)}.",
                self.step(ours),
            )
        return (
            "order",
            (
                f"It visits {self.course.name(theirs)} before {self.course.name(ours)}: "
                "children are to be searched in the given order, from left to right."
            ),
            self.step(ours),
        )

    def step(self, path: Path) -> int | None:
        """The moment at which the reference decides about a node."""
        while path and self.course.status(path) == "unseen":
            path = path[:-1]
        node = self.course.node(path)
        if node is not None and node.kind == "pruned":
            above = self.course.node(path[:-1])
            return None if above is None else self.reference.shown_step(above.leave)
        return None if node is None else self.reference.shown_step(node.enter)

    def other_convention(self, seen: list[Path]) -> str:
        other: Cut = ">" if self.cut == ">=" else ">="
        if seen != Course(walk(self.root, method="alphabeta", cut=other)).visited():
            return ""
        sign = {">=": "≥", ">": ">"}[other]
        return f" Pruning on {sign} would visit exactly these nodes: check_search(f, cut={other!r})."

    def windows(self, trees: int, fail: Fail) -> SearchReport | None:
        """Narrow windows: what is returned when the value lies outside."""
        value = self.reference.result.score.value if self.reference.result.score else 0.0
        for alpha, beta in ((value - 1, value + 1), (value + 1, value + 3), (value - 3, value - 1)):
            returned, _, trouble = self.call(alpha, beta)
            if trouble is None:
                trouble = self.outside(returned, alpha, beta, fail)
            if trouble is not None:
                return numbered(trouble, trees)
        return None

    def outside(self, returned: object, alpha: float, beta: float, fail: Fail) -> SearchReport | None:
        from zermelo.search import search

        found, _, wrong = answer_of(returned, self.root)
        if wrong:
            return self.failed("answer", wrong)
        right = search(self.root, method="alphabeta", cut=self.cut, fail=fail, window=(alpha, beta)).score
        assert right is not None
        if found == right.value:
            return None
        where = f"With the window ({signed(alpha)}, {signed(beta)})"
        bound = {"exact": "", "at least": " (a lower bound)", "at most": " (an upper bound)"}[right.bound]
        return self.failed(
            "window", f"{where} it returned {as_text(found)}; fail-{fail} returns {signed(right.value)}{bound}."
        )


def numbered(report: SearchReport, trees: int) -> SearchReport:
    from dataclasses import replace

    return replace(report, trees=trees)


def as_text(value: object) -> str:
    return signed(value) if isinstance(value, (int, float)) and not math.isnan(value) else repr(value)


def is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def answer_of(returned: object, root: State) -> tuple[Any, str | None, str]:
    """(value, move, what is wrong) from what a search returned: a number, or (value, move), or (move, value)."""
    if is_number(returned):
        return returned, None, ""
    if isinstance(returned, (tuple, list)) and len(returned) == 2:
        first, second = returned
        if is_number(first):
            return first, move_name(second, root), ""
        if is_number(second):
            return second, move_name(first, root), ""
    return None, None, f"It returned {returned!r}: expected the value, or (value, move)."


def move_name(move: object, root: State) -> str | None:
    """A move as its name: given by name, by number from 0, or as the child it leads to."""
    names = [str(each) for each in root.moves()]
    if move is None:
        return None
    if isinstance(move, int) and not isinstance(move, bool) and 0 <= move < len(names):
        return names[move]
    path = getattr(move, "_path", None)
    return str(path[0]) if path else str(move)
