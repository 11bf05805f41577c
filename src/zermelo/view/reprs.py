"""Notebooks ask objects how they look; this gives the library's types their answers, drawn when they are asked for.

(A State's drawing is in the core. As HTML both are pictures with alternative text.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.game import State
from zermelo.match.game import Record
from zermelo.result import Result
from zermelo.trace import Trace

ANSWERS = (
    (State, "_repr_html_", "state_html"),
    (Trace, "_repr_svg_", "trace_svg"),
    (Trace, "_repr_html_", "trace_html"),
    (Result, "_repr_html_", "result_html"),
    (Record, "_repr_html_", "record_html"),
)


def later(name: str) -> Callable[[Any], str | None]:
    """A function of zermelo.view.display, imported at its first call."""

    def draw(shown: Any) -> str | None:
        from zermelo.view import display

        found: str | None = getattr(display, name)(shown)
        return found

    return draw


for kind, method, name in ANSWERS:
    setattr(kind, method, later(name))
