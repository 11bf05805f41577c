"""The tree explorer as one file of HTML that works offline, from the disk.

The page carries the script and the styles that the web app is built with (web/bundle/standalone.*), and the packed
traces. For readers without JavaScript the tree stands in it as a drawing.

    <div id="explorer">                                            where the script draws
    <script type="application/json" id="options">                  {"step": …, "title": …}
    <script type="application/octet-stream;base64" id="trace-0">   a packed trace; a second run to compare is trace-1
"""

from __future__ import annotations

import base64
import json
import tempfile
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

import zermelo
from zermelo.errors import MissingExtra
from zermelo.validate import typed
from zermelo.view.tree_svg import tree_svg
from zermelo.view.walk import Walk

POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; font-src data:"
)
MOST_WITHOUT_SCRIPT = 200  # nodes of the drawing for readers without JavaScript


@typed
def explorer_page(walks: Walk | Sequence[Walk], *, title: str = "", step: int | None = None, **options: object) -> str:
    """The page of one search, or of several side by side. `step` is where the walk opens, as the page
    counts them, from 1.

    MissingExtra if the script was not built into this installation.
    """
    shown = [walks] if isinstance(walks, Walk) else list(walks)
    if not shown:
        raise ValueError("there is no search to show")
    title = title or f"{shown[0].state.game.label}: {', '.join(each.options['method'] for each in shown)}"
    drawing = tree_svg(shown[0], MOST_WITHOUT_SCRIPT)
    return page_of(title, [each.packed for each in shown], {"step": step, "title": title, **options}, drawing)


def page_of(title: str, traces: Sequence[bytes], options: Mapping[str, object], drawing: str) -> str:
    """The page from packed traces."""
    script, style = bundled("standalone.js"), bundled("standalone.css", needed=False)
    data = "\n".join(
        f'<script type="application/octet-stream;base64" id="trace-{i}">{base64.b64encode(each).decode()}</script>'
        for i, each in enumerate(traces)
    )
    settings = json.dumps(dict(options), ensure_ascii=False).replace("</", "<\\/")
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>",
            f"<style>{style}</style>",
            "</head>",
            "<body>",
            '<div id="explorer"></div>',
            f"<noscript>{drawing}</noscript>",
            f'<script type="application/json" id="options">{settings}</script>',
            data,
            f"<script>{inside_html(script)}</script>",
            "</body>",
            "</html>",
            "",
        ]
    )


def bundled(name: str, needed: bool = True) -> str:
    """A file that the front end was built into."""
    file = Path(zermelo.__file__).parent / "web" / "bundle" / name
    if file.is_file():
        return file.read_text(encoding="utf-8")
    if not needed:
        return ""
    raise MissingExtra(
        "this installation has no explorer page: it was built without npm "
        "(SVG, DOT and JSON work without it; install again where npm can be reached, or from a wheel)"
    )


def inside_html(script: str) -> str:
    """A script that may stand in a page: nothing in it ends the element."""
    return script.replace("</script", "<\\/script").replace("<!--", "<\\!--")


def open_page(page: str, name: str = "zermelo") -> Path:
    """Writes a page to a new file and opens it in the browser; gives the file."""
    import webbrowser

    folder = Path(tempfile.mkdtemp(prefix="zermelo-"))
    file = folder / f"{name}.html"
    file.write_text(page, encoding="utf-8")
    webbrowser.open(file.as_uri())
    return file
