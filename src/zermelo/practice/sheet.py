"""Problems on paper: one page of HTML with a problem a sheet, and the answer key on sheets of its own at the end."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from zermelo.practice.problem import Problem
from zermelo.validate import typed
from zermelo.version import __version__
from zermelo.view.outline import plain_outline
from zermelo.view.pack import signed
from zermelo.view.tree_svg import outline_svg, tree_svg

STYLE = """
:root { color-scheme: light dark; }
body { font-family: system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; line-height: 1.5; }
svg { display: block; max-width: 100%; height: auto; margin: 1rem 0; }
section { break-inside: avoid; margin-bottom: 3rem; }
.blank { display: inline-block; min-width: 9rem; max-width: 100%; border-bottom: 1px solid currentColor; }
.wide { min-width: min(24rem, 90%); }
dl { margin: 0; } dt { float: left; clear: left; margin-right: .6rem; font-weight: 600; }
dd { margin: 0 0 .7rem; min-height: 1.5rem; }
.key { break-before: page; }
@page { margin: 16mm; }
@media print { :root { color-scheme: light; } body { margin: 0; max-width: none; font-size: 11pt; }
  section { break-after: page; margin: 0; } section:last-child { break-after: auto; } .screen { display: none; }
  svg { max-height: 150mm; } }
"""


@typed
def sheet(problems: Sequence[Problem], title: str = "Alpha-beta practice", key: bool = True) -> str:
    """The page. With `key` the answers follow on pages of their own."""
    if not problems:
        raise ValueError("a sheet needs a problem")
    parts = [asked(number, each) for number, each in enumerate(problems, 1)]
    parts += [answered(number, each) for number, each in enumerate(problems, 1)] if key else []
    return "\n".join(
        [
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title><style>{STYLE}</style></head><body><main>",
            f"<h1>{escape(title)}</h1>",
            '<p class="screen">Print this page: every problem gets a sheet, the answers come last.</p>',
            *parts,
            f"</main><footer><small>Zermelo {escape(__version__)}</small></footer></body></html>",
            "",
        ]
    )


def convention(problem: Problem) -> str:
    """How the tree is to be searched."""
    sign = "≥ β or ≤ α" if problem.cut == ">=" else "> β or < α"
    return f"Search the tree by alpha-beta, from left to right; a value cuts off when it is {sign}."


def asked(number: int, problem: Problem) -> str:
    tree = plain_outline(problem.root, most=5000)
    drawing = outline_svg(tree, f"Problem {number}: a tree of {tree.drawn} nodes", windows=False)
    return "\n".join(
        [
            f"<section><h2>Problem {number}</h2><p>{escape(convention(problem))} Write the values into the nodes.</p>",
            drawing,
            '<dl><dt>Best first move:</dt><dd><span class="blank">&nbsp;</span></dd>',
            '<dt>Its value:</dt><dd><span class="blank">&nbsp;</span></dd>',
            '<dt>Edges that are never examined:</dt><dd><span class="blank wide">&nbsp;</span></dd></dl></section>',
        ]
    )


def answered(number: int, problem: Problem) -> str:
    cut = ", ".join(problem.pruned) or "none"
    below = [each for each in problem.unexamined if each not in problem.pruned]
    more = f" (and below them {', '.join(below)})" if below else ""
    drawing = tree_svg(problem.walk, 5000, f"Problem {number}: the answer")
    reasons = "".join(f"<li>{escape(sentence(problem, name))}</li>" for name in problem.pruned)
    return "\n".join(
        [
            f'<section class="{"key" if number == 1 else ""}"><h2>Problem {number}: answers</h2>',
            drawing,
            f"<dl><dt>Best first move:</dt><dd>{escape(problem.best)}</dd>",
            f"<dt>Its value:</dt><dd>{escape(signed(problem.value))}</dd>",
            f"<dt>Edges that are never examined:</dt><dd>{escape(cut + more)}</dd></dl><ol>{reasons}</ol></section>",
        ]
    )


def sentence(problem: Problem, name: str) -> str:
    path = next(path for path, row in problem.course.rows.items() if path and path[-1] == name and row >= 0)
    return f"{problem.course.why(path)}."
