"""Drawings for the terminal: boards, tables, and game trees with what a search did in them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from zermelo.game import CHANCE, Game, State
from zermelo.result import SYMBOLS, Result, number
from zermelo.trace import Node, Trace
from zermelo.types import Move, optional
from zermelo.validate import typed
from zermelo.view.pack import names_moves
from zermelo.view.scene import own_text, scene_of

MOST_LINES = 2000
NUMBER = re.compile(r"[-+]?[\d,]+(\.\d+)?(e[-+]?\d+)?%?")


@typed
def board(state: State, viewer: int | None = None) -> str:
    """The position as its scene looks in letters; a user's own `board(state)` before that. With a viewer, only what
    that player has seen."""
    if viewer is not None and state.info.hidden:
        return str(scene_of(state, viewer))
    own = isinstance(state.game, Game) and optional(state.game, "board") is not None
    return own_text(state) if own else str(scene_of(state))


@typed
def table(headers: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Columns under their headers; numbers to the right, words to the left."""
    cells = [[shown(each) for each in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(headers, *cells, strict=True)]
    right = [numeric([row[i] for row in cells]) for i in range(len(headers))]
    lines = [headers, ["─" * width for width in widths], *cells]
    return "\n".join(
        "  ".join(aligned(*each) for each in zip(line, widths, right, strict=True)).rstrip() for line in lines
    )


def aligned(text: str, width: int, right: bool) -> str:
    return text.rjust(width) if right else text.ljust(width)


def numeric(cells: Sequence[str]) -> bool:
    """Whether a column holds numbers only (and perhaps gaps)."""
    return any(cells) and all(NUMBER.fullmatch(cell) for cell in cells if cell)


def shown(value: object) -> str:
    """A cell: thousands apart, few decimals, nothing for None."""
    if value is None:
        return ""
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:,.0f}" if abs(value) >= 1000 and value == int(value) else number(value)
    return str(value)


def lines_table(result: Result) -> str:
    """The ranked root moves of a result with their values, then those known only by a bound."""
    rows = [
        (str(each.move), str(each.score), " ".join(map(str, each.line))) for each in (*result.lines, *result.others)
    ]
    return table(("move", "value", "line"), rows)


SIGNS = {0: "▲", 1: "▼", CHANCE: "◆"}


@typed
def tree(state: State, trace: Trace | None = None, names: Mapping[tuple[Move, ...], str] | None = None) -> str:
    """The tree below a position, one node a line; with a trace, what the search saw: values, windows, prunings.

    `▲` is MAX's turn, `▼` MIN's, `◆` chance, `□` an end. Behind a visited node stand its value (`≥` and `≤` where it is
    only a bound) and the window it was entered with; `✂` marks edges that a cut-off left unexamined. Only so many lines
    are drawn as a person may want to read. `names` may give moves other names, by the path to them.
    """
    return "\n".join(whole_tree(state) if trace is None else traced(state, trace, names))


def whole_tree(state: State) -> list[str]:
    """The lines of every node below a position, depth first."""
    lines: list[str] = []
    open_nodes = [(state, "", "", "")]
    while open_nodes:
        node, edge, branch, indent = open_nodes.pop()
        if len(lines) == MOST_LINES:
            return [*lines, "… and more"]
        lines.append(branch + node_line(node, edge))
        moves = node.moves()
        for move in reversed(moves):
            last = move == moves[-1]
            odds = f" ({number(node.odds(move))})" if node.turn == CHANCE else ""
            mark, further = corner(last)
            open_nodes.append((node.play(move), f"{node.name(move)}{odds}", indent + mark, indent + further))
    return lines


def node_line(state: State, edge: str) -> str:
    value = f" {number(state.payoff(0))}" if state.is_over else ""
    return f"{edge}{' ' if edge else ''}{SIGNS.get(state.turn, '□')}{value}"


def corner(last: bool) -> tuple[str, str]:
    """(the branch to a child, what stands before the lines below it)."""
    return ("└─ ", "   ") if last else ("├─ ", "│  ")


def traced(state: State, trace: Trace, names: Mapping[tuple[Move, ...], str] | None = None) -> list[str]:
    """The lines of a traced search, in the order of its walk."""
    naming = names is None and names_moves(state)
    positions: dict[int, State] = {}  # of the nodes so far, where the game names its moves
    last_child = {parent: i for i, parent in enumerate(trace.column("parent"))}
    lines: list[str] = []
    indents: dict[int, str] = {-1: ""}
    for node in trace:
        if len(lines) == MOST_LINES:
            return [*lines, "… and more"]
        mark, further = corner(last_child[node.parent] == node.index) if node.parent >= 0 else ("", "")
        move = node.move if names is None or node.move is None else names[trace.path(node.index)]
        if naming and node.parent < 0:
            positions[node.index] = state
        elif naming:
            before = positions[node.parent]
            move = str(before.name(node.move))
            if node.kind != "pruned":
                positions[node.index] = before.play(node.move)
        lines.append(indents[node.parent] + mark + seen(node, move))
        indents[node.index] = indents[node.parent] + further
    return [*lines, "… the trace was capped here"] if trace.capped else lines


def seen(node: Node, move: Move) -> str:
    """One node of a search: its move, whose turn, its value or bound, the window, and why it was left."""
    odds = f"({number(node.odds)}) " if node.odds != 1 else ""
    edge = "" if move is None else f"{move} {odds}"
    if node.kind == "pruned":
        return f"{edge}✂{node.why and f'  {node.why}'}"
    value = "?" if node.value is None else SYMBOLS.get(node.bound, "").strip() + number(node.value)
    marks = [name for name, on in (("scout", node.null_window), ("again", node.research), ("probe", node.probe)) if on]
    marks += [node.kind] if node.kind in ("table", "repetition", "horizon") else []
    marks += [f"{node.cut} cut"] if node.cut else []
    marks += [node.why] if node.why else []
    return f"{edge}{SIGNS.get(node.turn, '□')} {value}  {window(node)}{''.join(f'  {mark}' for mark in marks)}"


def window(node: Node) -> str:
    """(α, β); a null window has nothing inside and is written (α, α+) or (β-, β)."""
    alpha, beta = number(node.alpha), number(node.beta)
    if node.null_window and alpha == beta:
        rounder = len(repr(node.alpha)) <= len(repr(node.beta))
        return f"({alpha}, {alpha}+)" if rounder else f"({beta}-, {beta})"
    return f"({alpha}, {beta})"
