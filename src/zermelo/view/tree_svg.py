"""A searched tree as SVG: ▲ MAX, ▼ MIN, ◆ chance, □ leaves; ≥ and ≤ bounds; dashed ✂ pruned; dotted rings from the
table; a word under a node for what a selective search did. What a hue says is said by a shape or a sign as well."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from zermelo.game import CHANCE, OVER, State
from zermelo.reasons import EFFECTS
from zermelo.validate import typed
from zermelo.view.outline import MOST_DRAWN, Outline, Twig, outline, plain_outline
from zermelo.view.paint import both, drawing, fill, letters, stroke, words
from zermelo.view.tree_layout import place
from zermelo.view.walk import Walk

LEVEL, GAP, MARGIN = 96.0, 12.0, 20.0
LETTER = 7.4  # width of a letter at the size of values
HUES = {"orange": "less", "blue": "first", "vermilion": "second", "purple": "kept", "green": "done"}  # to inks
NAMES = {0: "▲ MAX", 1: "▼ MIN", CHANCE: "◆ chance", OVER: "□ leaf"}


@typed
def tree_svg(shown: Walk | State, most: int = MOST_DRAWN, title: str = "", windows: bool = True) -> str:
    """The tree of a walk, or below a position, as SVG."""
    tree = outline(shown, most) if isinstance(shown, Walk) else plain_outline(shown, most)
    state = shown.state if isinstance(shown, Walk) else shown
    return outline_svg(tree, title or f"{state.game.label}: tree of {tree.drawn} nodes", windows)


def outline_svg(tree: Outline, title: str, windows: bool = True, legend: bool = True) -> str:
    """An outline as SVG, with its sentences and what the signs mean below it."""
    left, right = place(tree.twigs, lambda twig: wide(twig, windows), GAP)
    span = max(right - left + 2 * MARGIN, 320.0)
    origin = (left + right - span) / 2
    depth = max(twig.level for twig in tree.twigs)
    most = max(36, int((span - 2 * MARGIN) / 7))
    lines = [each for sentence in tree.said for each in textwrap.wrap(sentence, most)]
    lines += textwrap.wrap(signs(tree.twigs), most) if legend else []
    notes = max(len(under(twig, windows)) for twig in tree.twigs if twig.level == depth)
    foot = depth * LEVEL + 48 + 13 * notes
    parts = [edge(twig, child) for twig in tree.twigs for child in twig.children]
    parts += [node(twig, windows) for twig in tree.twigs]
    parts += [
        f'<text x="{origin + 14:.6g}" y="{foot + 17 * i:.6g}" font-size="12.5" {fill("ink")}>{letters(line)}</text>'
        for i, line in enumerate(lines)
    ]
    high = foot + 17 * len(lines) + 34
    return drawing((origin, -34, span, high), 1, title, " ".join(tree.said) or title, parts)


def signs(twigs: Sequence[Twig]) -> str:
    """What the signs in this drawing mean; only those that occur."""
    used = [NAMES[turn] for turn in (0, 1, CHANCE, OVER) if any(twig.turn == turn for twig in twigs)]
    said = [
        ("≥ ≤ only a bound", any(twig.value[:1] in ("≥", "≤") for twig in twigs)),
        ("✂ dashed: pruned", any(twig.kind == "pruned" for twig in twigs)),
        ("dotted ring: from the table", any(twig.kind == "table" for twig in twigs)),
        ("round: judged, not searched", any(twig.kind == "horizon" for twig in twigs)),
        ("thick: the best line", any(twig.best and twig.level for twig in twigs)),
        ("scout: a null-window test", any(twig.null_window for twig in twigs)),
        ("again: searched once more", any(twig.research for twig in twigs)),
    ]
    did = {sign for twig in twigs for sign in twig.signs}
    effects = dict.fromkeys(effect for _, effect in sorted(did, key=lambda each: list(EFFECTS).index(each[1])))
    told = [
        f"{', '.join(sorted(s for s, each in did if each == effect))}: {effect}, {EFFECTS[effect].legend}"
        for effect in effects
    ]
    return " · ".join(used + [text for text, occurs in said if occurs] + told)


def wide(twig: Twig, windows: bool) -> float:
    """The width a node needs, with what is written under it and on its edge."""
    notes = under(twig, windows)
    return max(
        shape_width(twig),
        LETTER * 0.9 * len(edge_text(twig)) + (6 if twig.kind == "pruned" else 0),
        max((LETTER * 0.72 * len(text) for text, _ in notes), default=0),
    )


def shape_width(twig: Twig) -> float:
    text = LETTER * len(twig.value)
    if twig.turn in (0, 1) and twig.kind != "horizon":
        return max(44.0, text * 1.3 + 22)
    return max(28.0, text + 12) + (22 if twig.turn == CHANCE else 0)


def under(twig: Twig, windows: bool) -> list[tuple[str, str]]:
    """(text, ink) of the small lines under a node."""
    lines = []
    if windows and twig.window and twig.kind not in ("terminal", "horizon"):
        lines.append((twig.window, "soft"))
    if twig.cut:
        lines.append((f"{'α' if twig.cut == 'alpha' else 'β'} cut-off", "second"))
    notes = [name for name, on in (("scout", twig.null_window), ("again", twig.research)) if on]
    notes += [twig.kind] if twig.kind in ("table", "repetition") else []
    if notes:
        lines.append((", ".join(notes), "kept"))
    lines += [(sign, HUES[EFFECTS[effect].hue]) for sign, effect in twig.signs]
    if twig.hidden:
        lines.append((f"+{twig.hidden}", "soft"))
    return lines


def edge_text(twig: Twig) -> str:
    text = f"{twig.edge} ({twig.odds})" if twig.odds else twig.edge
    return f"✂ {text}" if twig.kind == "pruned" else text


def edge(twig: Twig, child: Twig) -> str:
    """The line to a child with the move's name on it."""
    begin, end = twig.level * LEVEL + 15, child.level * LEVEL - 15
    ink, width, dashes = ("ink", 3.2, "") if twig.best and child.best else ("line", 1.4, "")
    if child.signs and child.seen:
        ink, width, dashes = edge_look(child, ink, width)
    if not child.seen:
        ink, width, dashes = "soft", 1.3, ' stroke-dasharray="5 5"'
    line = f'<path d="M{twig.x:.6g} {begin:.6g}L{child.x:.6g} {end:.6g}" {stroke(ink, width)}{dashes}/>'
    name = "second" if child.kind == "pruned" else "soft" if child.kind == "unseen" else "ink"
    text = edge_text(child)
    return line + (haloed(child.x, end - 11, text, name, 12) if text else "")


def edge_look(child: Twig, ink: str, width: float) -> tuple[str, float, str]:
    """(ink, width, dashes) of an edge that was searched less deep (dotted) or deeper (thick)."""
    effect = EFFECTS[child.signs[0][1]]
    if effect.edge == "dotted":
        return HUES[effect.hue], max(width, 2.0), ' stroke-dasharray="1 5"'
    if effect.edge == "thick":
        return HUES[effect.hue], max(width, 2.6), ""
    return ink, width, ""


def haloed(x: float, y: float, text: str, ink: str, size: float) -> str:
    """Text that may stand on a line, with paper behind it."""
    half, high = 0.29 * size * len(text), 0.56 * size
    ground = f'<rect x="{x - half:.6g}" y="{y - high:.6g}" width="{2 * half:.6g}" height="{2 * high:.6g}" '
    return f'{ground}fill-opacity="0.85" {fill("paper")}/>' + words(x, y, text, ink, size)


def node(twig: Twig, windows: bool) -> str:
    x, y = twig.x, twig.level * LEVEL
    parts = [shape(twig, x, y)]
    if twig.kind == "table":
        reach = shape_width(twig) / 2 + 4
        parts.append(
            f'<rect x="{x - reach:.6g}" y="{y - 21:.6g}" width="{2 * reach:.6g}" height="42" rx="18" '
            f'{stroke("kept", 2)} stroke-dasharray="1.5 4.5"/>'
        )
    if twig.value:
        drop = {0: 5.0, 1: -5.0}.get(twig.turn, 0.0) if twig.kind != "horizon" else 0.0
        ink = "soft" if not twig.seen else "ink"
        parts.append(words(x, y + drop, twig.value, ink, 13, 'font-weight="600"' if twig.seen else ""))
    parts += [haloed(x, y + 26 + 13 * i, text, ink, 10.5) for i, (text, ink) in enumerate(under(twig, windows))]
    return f"<g><title>{letters(twig.why)}</title>{''.join(parts)}</g>" if twig.why else "".join(parts)


def shape(twig: Twig, x: float, y: float) -> str:
    """▲ ▼ ◆ □; a node that was judged is round."""
    half = shape_width(twig) / 2
    inside, line = {0: ("first_ground", "first"), 1: ("second_ground", "second")}.get(twig.turn, ("leaf", "line"))
    if twig.turn == CHANCE:
        inside, line = "kept_ground", "kept"
    if not twig.seen:
        inside, line = "paper", "line"
    paint = both(inside, line, 1.6) + ("" if twig.seen else ' stroke-dasharray="3 3"')
    if twig.turn == OVER or twig.kind == "horizon":
        corner = 12 if twig.kind == "horizon" else 2
        return f'<rect x="{x - half:.6g}" y="{y - 13:.6g}" width="{2 * half:.6g}" height="26" rx="{corner}" {paint}/>'
    points = {
        0: ((x, y - 18), (x + half, y + 15), (x - half, y + 15)),
        1: ((x, y + 18), (x + half, y - 15), (x - half, y - 15)),
        CHANCE: ((x, y - 18), (x + half, y), (x, y + 18), (x - half, y)),
    }[twig.turn]
    return f'<polygon points="{" ".join(f"{a:.6g},{b:.6g}" for a, b in points)}" {paint}/>'
