"""What a selective search did at a node, in words: the one place of its sentences, signs, colours and counts.

Text, drawings, notebooks and pages take them from here. A page is sent the tables with the packed trace and fills in
the numbers of a node by the same rule as `filled`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zermelo.trace import Node, Trace

# As a trace names them, in the order of core/trace.hpp.
REASONS = (
    *("", "late move", "losing exchange", "futile", "far above beta", "razored", "null move", "probcut", "stood pat"),
    *("one reply", "forced", "singular", "several", "no move known"),
    *("fail high", "losing noise", "noisy moves only", "no standing pat"),
)


@dataclass(frozen=True)
class Effect:
    """What something did to the search: its hue (of the page's theme), how its edge is drawn, and what that means."""

    hue: str
    edge: str  # plain, dotted, thick or dashed: the hue is never alone
    legend: str


@dataclass(frozen=True)
class Deed:
    """One thing that a selective search does, for a reason.

    In a sentence stand {plies}, {depth} (of the node) and {full} (what it would have been), {value}, {static} (the
    static value, or what a move might have reached), {floor} (what the mover has to beat), {edge} (the end of the
    window that the value lies behind) and {beyond} (on which side of it).
    """

    reason: str
    effect: str
    sign: str  # beside a node; {change} is the number of plies with its sign
    sentence: str
    count: str  # what it is counted as in `result.counts`; "" if not

    @property
    def legend(self) -> str:
        return f"{self.effect}: {self.reason}"


EFFECTS: Mapping[str, Effect] = {
    "reduced": Effect("orange", "dotted", "searched that many plies less deep"),
    "searched again": Effect("orange", "plain", "in full, as the reduced search beat the window"),
    "extended": Effect("blue", "thick", "searched that many plies deeper"),
    "left out": Effect("vermilion", "dashed", "a move that is not searched at all"),
    "left": Effect("purple", "plain", "before its moves were searched"),
    "quiescence": Effect("green", "plain", "only noisy moves are followed"),
}
INSTEAD = ", depth {depth} instead of {full}"
MARGIN = "static value and margin reach {static}, not past {floor}"
FAR = "static value {static} is far {beyond} {edge}"
EVERY = "standing pat is not allowed here, every move is searched"
DEEDS = tuple(
    Deed(reason, effect, sign, sentence, count)
    for reason, effect, sign, count, sentence in (
        ("", "", "", "", ""),
        ("late move", "reduced", "{change}", "reduced", "reduced by {plies}: late move" + INSTEAD),
        ("losing exchange", "reduced", "{change}", "reduced", "reduced by {plies}: losing exchange" + INSTEAD),
        ("no move known", "reduced", "{change}", "shallower", "reduced by {plies}: the table knows no move here"),
        (
            "fail high",
            "searched again",
            "↻",
            "",
            "searched again in full, depth {depth}: the reduced search beat {floor}",
        ),
        ("one reply", "extended", "{change}", "extended", "extended by {plies}: one reply" + INSTEAD),
        (
            "singular",
            "extended",
            "{change}",
            "extended",
            "extended by {plies}: singular, far better than the rest" + INSTEAD,
        ),
        ("forced", "extended", "{change}", "extended", "extended by {plies}: forced, as the game says"),
        ("late move", "left out", "late", "late", "not searched: late move, depth {depth}"),
        ("losing exchange", "left out", "losing", "late", "not searched: losing exchange, depth {depth}"),
        ("losing noise", "left out", "losing", "futile", "not searched: losing exchange, in quiescence"),
        ("futile", "left out", "futile", "futile", f"not searched: futile, {MARGIN}"),
        ("far above beta", "left", "far", "far_above", f"left: reverse futility, {FAR}"),
        ("razored", "left", "razor", "razored", f"left: razoring, {FAR}, and {{value}} after the noisy moves"),
        ("null move", "left", "null", "null_moves", "left: null move, even passing reaches {edge}"),
        ("probcut", "left", "ProbCut", "probcuts", "left: ProbCut, a shallow search was far {beyond} {edge}"),
        ("several", "left", "multi", "probcuts", "left: multi-cut, several moves reach {edge}"),
        ("stood pat", "quiescence", "pat", "quiescent", "quiescence: standing pat at {static} reaches {edge}"),
        ("noisy moves only", "quiescence", "Q", "quiescent", "quiescence: noisy moves only, standing pat at {static}"),
        ("no standing pat", "quiescence", "Q all", "quiescent", f"quiescence: {EVERY}"),
    )
)
# What the page's panel calls the counts.
COUNTS: Mapping[str, str] = {
    "reduced": "Reduced (late moves)",
    "shallower": "Reduced (no move known)",
    "extended": "Extended",
    "late": "Left out (late or losing)",
    "futile": "Left out (futile or losing)",
    "far_above": "Left (reverse futility)",
    "razored": "Left (razoring)",
    "null_moves": "Left (null move)",
    "probcuts": "Left (ProbCut, multi-cut)",
    "quiescent": "Quiescence",
}
NO_DEED = 0
# From a reason's number: the deed at a node that was searched, or at an edge that was not.
ENTERED = tuple(
    next((i for i, each in enumerate(DEEDS) if each.reason == reason and each.effect != "left out"), NO_DEED)
    for reason in REASONS
)
LEFT_OUT = tuple(
    next((i for i, each in enumerate(DEEDS) if each.reason == reason and each.effect == "left out"), NO_DEED)
    for reason in REASONS
)
DEEPER, SHALLOWER = ENTERED[REASONS.index("forced")], ENTERED[REASONS.index("no move known")]


def deeds_of(node: Node) -> list[tuple[Deed, int]]:
    """What was done with a node, each with the plies that it changed: on the way to it, then at it."""
    planned = (LEFT_OUT if node.kind == "pruned" else ENTERED)[REASONS.index(node.reason)]
    here = ENTERED[REASONS.index(node.at_node)] if node.kind != "repetition" else NO_DEED
    shifted = DEEPER if node.shift > 0 else SHALLOWER if node.shift < 0 else NO_DEED
    found = [(planned, node.change), (shifted, node.shift), (here, 0)]
    return [(DEEDS[deed], plies) for deed, plies in found if deed]


def sentences(node: Node, text: Callable[[float], str]) -> list[str]:
    """What was done with a node, in words; `text` writes a value."""
    return [filled(deed.sentence, node, plies, text) for deed, plies in deeds_of(node)]


def signs(node: Node) -> list[tuple[str, str]]:
    """(sign, effect) of what was done with a node."""
    return [(deed.sign.replace("{change}", signed(plies)), deed.effect) for deed, plies in deeds_of(node)]


def filled(sentence: str, node: Node, plies: int, text: Callable[[float], str]) -> str:
    """A sentence with a node's numbers."""
    first = node.bound == "at least"
    edge = f"β = {text(node.beta)}" if first else f"α = {text(node.alpha)}"
    floor = f"α = {text(node.alpha)}" if node.mover == 0 else f"β = {text(node.beta)}"
    return sentence.format(
        plies=abs(plies),
        depth=node.depth,
        full=node.depth - plies,
        value="" if node.value is None else text(node.value),
        static="" if node.judged is None else text(node.judged),
        floor=floor,
        edge=edge,
        beyond="above" if first else "below",
    )


def signed(plies: int) -> str:
    return f"+{plies}" if plies > 0 else f"−{-plies}"


def is_selective(trace: Trace) -> bool:
    """Whether anything in a trace was reduced, extended, left or left out."""
    return any(any(trace.column(name)) for name in ("reason", "at_node", "shift"))


def tally(trace: Trace) -> dict[str, int]:
    """How often each was done in what a trace has recorded, by its count; searches on the side are not recorded."""
    found = dict.fromkeys(COUNTS, 0)
    for node in trace if is_selective(trace) else ():
        for deed, _ in deeds_of(node):
            if deed.count:
                found[deed.count] += 1
    return found
