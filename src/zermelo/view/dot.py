"""A searched tree for Graphviz: `zermelo tree … --dot tree.dot`, then `dot -Tpdf tree.dot`."""

from __future__ import annotations

from zermelo.game import CHANCE, OVER, State
from zermelo.validate import typed
from zermelo.view.outline import MOST_DRAWN, Twig, outline, plain_outline
from zermelo.view.walk import Walk

SHAPES = {0: "triangle", 1: "invtriangle", CHANCE: "diamond", OVER: "box"}


@typed
def dot(shown: Walk | State, most: int = MOST_DRAWN) -> str:
    """The tree of a walk, or below a position, in the DOT language."""
    tree = outline(shown, most) if isinstance(shown, Walk) else plain_outline(shown, most)
    state = shown.state if isinstance(shown, Walk) else shown
    numbers = {id(twig): number for number, twig in enumerate(tree.twigs)}
    label = "\\l".join(quoted(each) for each in tree.said) + "\\l" * bool(tree.said)
    lines = [
        f'digraph "{quoted(state.game.label)}" {{',
        f'  graph [label="{label}", labelloc=b, labeljust=l, ordering=out];',
        '  node [fontname="sans-serif", fontsize=12, margin="0.03,0.03"];',
        '  edge [fontname="sans-serif", fontsize=11, arrowhead=none];',
    ]
    lines += [f"  n{number} [{node(twig)}];" for number, twig in enumerate(tree.twigs)]
    for twig in tree.twigs:
        lines += [f"  n{numbers[id(twig)]} -> n{numbers[id(child)]} [{edge(twig, child)}];" for child in twig.children]
    return "\n".join([*lines, "}", ""])


def node(twig: Twig) -> str:
    shape = "ellipse" if twig.kind == "horizon" else SHAPES.get(twig.turn, "box")
    style = "dotted" if twig.kind == "table" else "solid" if twig.seen else "dashed"
    under = [twig.window] if twig.window and twig.kind not in ("terminal", "horizon") else []
    under += [f"{'α' if twig.cut == 'alpha' else 'β'} cut-off"] if twig.cut else []
    under += [name for name, on in (("scout", twig.null_window), ("again", twig.research)) if on]
    under += [twig.why] if twig.why else []
    under += [f"+{twig.hidden}"] if twig.hidden else []
    outside = f', xlabel="{quoted(" ".join(under))}"' if under else ""
    return f'shape={shape}, style={style}, label="{quoted(twig.value)}"{outside}'


def edge(twig: Twig, child: Twig) -> str:
    text = f"{child.edge} ({child.odds})" if child.odds else child.edge
    mark = "✂ " if child.kind == "pruned" else ""
    style = "dashed" if not child.seen else "bold" if twig.best and child.best else "solid"
    return f'label="{quoted(mark + text)}", style={style}'


def quoted(text: str) -> str:
    """Text between double quotes of the DOT language."""
    clean = "".join(each if each.isprintable() else "�" for each in text)
    return clean.replace("\\", "\\\\").replace('"', '\\"')
