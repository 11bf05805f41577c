"""Draws docs/pictures/*.svg from real searches: python docs/pictures/make.py

A picture is a traced search: ▲ MAX and ▼ MIN with their values (≥, ≤ where they are bounds), the window on the edge
that leads to a node, dashed and crossed-out edges where alpha-beta did not look. Nothing is told by colour alone, and
the colours are legible on light and on dark pages.
"""

from __future__ import annotations

import math
from pathlib import Path

import zermelo
from zermelo.trace import Node, Trace

HERE = Path(__file__).parent
SYMBOLS = {"exact": "", "at least": "≥ ", "at most": "≤ "}
STYLE = """
  text { font-family: ui-sans-serif, system-ui, "DejaVu Sans", sans-serif; text-anchor: middle; fill: #24292f }
  .node { stroke: #24292f; stroke-width: 1.6; fill: #ffffff }
  .max { fill: #dbe9f9 } .min { fill: #fbe7d3 } .best { stroke-width: 3.4 }
  .edge { stroke: #57606a; stroke-width: 1.6; fill: none } .chosen { stroke-width: 4 }
  .pruned { stroke-dasharray: 5 5 } .cross { stroke: #b3261e; stroke-width: 2.6 }
  .value { font-size: 17px; font-weight: 600 } .window, .name { font-size: 13px; fill: #57606a }
  .leaf.unseen { fill: none; stroke-dasharray: 4 4 } .faint { fill: #57606a; font-weight: 400 }
  .page { fill: #ffffff }
"""
DARK = """
  text { fill: #e6edf3 } .node { stroke: #e6edf3; fill: #0d1117 } .max { fill: #16304f } .min { fill: #4a2f14 }
  .edge { stroke: #9da7b3 } .window, .name, .faint { fill: #9da7b3 } .cross { stroke: #ff8f85 }
  .page { fill: #0d1117 }
"""
LEGEND = "(α, β) is the window a node is searched with · ≤ is a bound · ✕ is never looked at · thick is best play"
WIDTH, ROW, TOP, LEAF = 900, 132, 62, 36


def shown(number: float) -> str:
    return {math.inf: "∞", -math.inf: "−∞"}.get(number, f"{number:g}".replace("-", "−"))


class Picture:
    """A traced tree, laid out level by level."""

    def __init__(self, trace: Trace, leaves: dict[tuple[str, ...], float], line: tuple[str, ...]) -> None:
        self.trace, self.leaves, self.line = trace, leaves, line
        self.nodes = list(trace)
        self.children = {node.index: [each for each in self.nodes if each.parent == node.index] for node in self.nodes}
        self.ends = [node for node in self.nodes if not self.children[node.index]]
        self.depth = max(node.ply for node in self.nodes)

    def x(self, node: Node) -> float:
        if not self.children[node.index]:
            return (self.ends.index(node) + 0.5) * WIDTH / len(self.ends)
        below = [self.x(each) for each in self.children[node.index]]
        return sum(below) / len(below)

    def y(self, node: Node) -> float:
        return TOP + node.ply * ROW

    def svg(self, title: str) -> str:
        height = TOP + self.depth * ROW + 96
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" role="img">',
            f"<title>{title}</title>",
            f"<style>{STYLE}@media (prefers-color-scheme: dark) {{{DARK}}}</style>",
            f'<rect class="page" width="{WIDTH}" height="{height}" rx="10"/>',
            *(self.edge(node) for node in self.nodes if node.parent >= 0),
            *(self.node(node) for node in self.nodes),
            f'<text class="name" x="{WIDTH / 2:.0f}" y="{height - 18}">{LEGEND}</text>',
        ]
        return "\n".join(parts) + "\n</svg>\n"

    def edge(self, node: Node) -> str:
        parent = self.nodes[node.parent]
        x1, y1, x2, y2 = self.x(parent), self.y(parent) + 22, self.x(node), self.y(node) - 22
        pruned = node.kind == "pruned"
        chosen = self.trace.path(node.index) == self.line[: node.ply]
        kind = f"edge{' pruned' if pruned else ''}{' chosen' if chosen else ''}"
        out = f'<line class="{kind}" x1="{x1:.0f}" y1="{y1:.0f}" x2="{x2:.0f}" y2="{y2:.0f}"/>'
        middle, level = (x1 + x2) / 2, (y1 + y2) / 2
        if pruned:
            for dx in (-7, 7):
                ends = f'x1="{middle - dx:.0f}" y1="{level - 7:.0f}" x2="{middle + dx:.0f}" y2="{level + 7:.0f}"'
                out += f'<line class="cross" {ends}/>'
        elif self.children[node.index]:
            window = f"({shown(node.alpha)}, {shown(node.beta)})"
            width = 7.5 * len(window) + 8
            left = middle - width / 2
            out += f'<rect class="page" x="{left:.0f}" y="{level - 10:.0f}" width="{width:.0f}" height="20"/>'
            out += f'<text class="window" x="{middle:.0f}" y="{level + 5:.0f}">{window}</text>'
        return out

    def node(self, node: Node) -> str:
        x, y = self.x(node), self.y(node)
        if not self.children[node.index]:
            return self.leaf(node, x, y)
        up = node.turn == 0
        tip, base = (y - 26, y + 20) if up else (y + 26, y - 20)
        points = f"{x:.0f},{tip:.0f} {x - 40:.0f},{base:.0f} {x + 40:.0f},{base:.0f}"
        value = f"{SYMBOLS[node.bound]}{shown(node.value or 0)}"
        name = node.move or "MAX to move"
        above = f'<text class="name" x="{x:.0f}" y="{y - 36:.0f}">{name}</text>' if node.parent < 0 else ""
        beside = f'<text class="name" x="{x + 62:.0f}" y="{y - 8:.0f}">{name}</text>' if node.parent >= 0 else ""
        return (
            f'<polygon class="node {"max" if up else "min"}" points="{points}"/>'
            f'<text class="value" x="{x:.0f}" y="{y + (14 if up else -4):.0f}">{value}</text>{above}{beside}'
        )

    def leaf(self, node: Node, x: float, y: float) -> str:
        pruned = node.kind == "pruned"
        value = shown(self.leaves[self.trace.path(node.index)])
        kind = "node leaf unseen" if pruned else "node leaf"
        box = f'<rect class="{kind}" x="{x - LEAF / 2:.0f}" y="{y - 18:.0f}" width="{LEAF}" height="{LEAF}" rx="4"/>'
        faint = " faint" if pruned else ""
        label = f'<text class="value{faint}" x="{x:.0f}" y="{y + 6:.0f}">{value}</text>'
        return f'{box}{label}<text class="name" x="{x:.0f}" y="{y + 38:.0f}">{node.move}</text>'


def alphabeta() -> str:
    """The walk of S4.6."""
    tree = zermelo.tree([[9, 8, 7], [6, 5, 4], [3, 2, 1]])
    leaves = {
        (first, second): tree.play(first).play(second).payoff(0)
        for first in tree.moves()
        for second in tree.play(first).moves()
    }
    result = zermelo.search(tree, method="alphabeta", trace=True)
    assert result.trace is not None
    title = "Alpha-beta on a tree of nine leaves: the value is 7, and four leaves are never looked at"
    return Picture(result.trace, leaves, result.line).svg(title)


PICTURES = {"alphabeta.svg": alphabeta}

if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (HERE / name).write_text(draw(), encoding="utf-8")
