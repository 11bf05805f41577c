"""The parts of a report: one page of HTML that stands alone, in light and dark and on paper."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from zermelo.version import __version__

STYLE = """
:root { color-scheme: light dark; }
body { font-family: sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; line-height: 1.5; }
table { border-collapse: collapse; } th, td { padding: .2rem .8rem; text-align: right; border-bottom: 1px solid #8884; }
th:first-child, td:first-child, .words td, .words th { text-align: left; }
.plots { display: flex; flex-wrap: wrap; gap: 1rem; } .wide { overflow-x: auto; }
pre { line-height: 1.2; padding: .6rem; background: #8882; overflow-x: auto; }
@media print { body { margin: 0; max-width: none; font-size: 10pt; } h2, tr, svg, pre { break-inside: avoid; }
  :root { color-scheme: light; } }
"""


CELL = "padding:.25rem .9rem;text-align:left;vertical-align:top;border-bottom:1px solid #8884"


def page(title: str, parts: Sequence[str]) -> str:
    """The whole page."""
    head = f"<!doctype html><html lang='en'><meta charset='utf-8'><title>{escape(title)}</title>"
    begin = [head, f"<style>{STYLE}</style><h1>{escape(title)}</h1>"]
    return "\n".join([*begin, *parts, f"<p>Zermelo {__version__}</p></html>"]) + "\n"


def table(head: Sequence[str], rows: Sequence[Sequence[str]], words: bool = False, alone: bool = False) -> str:
    """Numbers to the right, or all words to the left. `alone`: in somebody else's page, such as a notebook, so that it
    carries its own spacing."""
    style = f' style="{CELL}"' if alone else ""

    def row(cells: Sequence[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}{style}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    kind = ' class="words"' if words else ""
    room = ' style="border-collapse:collapse;width:auto"' if alone else ""
    wide = ' style="overflow-x:auto"' if alone else ""
    lines = [
        f'<div class="wide"{wide}><table{kind}{room}>',
        row(head, "th"),
        *(row(each, "td") for each in rows),
        "</table></div>",
    ]
    return "\n".join(lines)


def plots(*drawings: str) -> str:
    return "\n".join(['<div class="plots">', *drawings, "</div>"])
