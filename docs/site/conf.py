"""Settings of the documentation site. `make docs` copies this beside the assembled pages (build.py) and runs Sphinx."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from docstrings import as_rst

from zermelo.version import __version__

project = "Zermelo"
author = "The Zermelo developers"
copyright = author
version = release = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
html_theme = "furo"
html_title = f"Zermelo {release}"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sphinx = False
exclude_patterns = ["src/zermelo/games/*/rules.md"]
nitpicky = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_inherit_docstrings = False
autodoc_default_options = {"members": True, "undoc-members": True, "show-inheritance": True}
python_use_unqualified_type_names = True
pygments_style, pygments_dark_style = "friendly", "monokai"
suppress_warnings = ["misc.highlighting_failure", "myst.header", "ref.python"]  # names that several classes have
linkcheck_anchors = False


def docstring(app: Any, what: str, name: str, obj: object, options: Any, lines: list[str]) -> None:
    lines[:] = as_rst(lines)


def setup(app: Any) -> None:
    app.connect("autodoc-process-docstring", docstring)
