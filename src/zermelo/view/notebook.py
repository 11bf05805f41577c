"""zermelo.show: the tree explorer in a notebook (Jupyter, marimo), with a drawing where widgets cannot be shown."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.util import find_spec
from typing import Any

from zermelo.errors import MissingExtra
from zermelo.game import State
from zermelo.games import start
from zermelo.games.tree.game import tree
from zermelo.methods import SWITCHES, read_switches
from zermelo.result import Result
from zermelo.trace import Trace
from zermelo.validate import typed
from zermelo.view.explorer import bundled
from zermelo.view.tree_svg import tree_svg
from zermelo.view.walk import Walk, walk, walk_of

USUAL_DEPTH = 2  # of games that are too large to be searched to the end
LONGEST_SECONDS = 20.0  # of a search that is asked for from within the widget
MOST_DRAWN = 120
ASKED = ("method", "cut", "fail", "order", "depth")


class Still:
    """The tree as a drawing: what `show` gives where the widget is not installed."""

    def __init__(self, walks: list[Walk], note: str = "") -> None:
        self.walks, self.note = walks, note

    def _repr_html_(self) -> str:
        return still_html(self.walks, self.note)

    def __repr__(self) -> str:
        return f"<{' and '.join(f'a walk of {each.trace.size:,} nodes' for each in self.walks)}; {self.note}>"


def still_html(walks: list[Walk], note: str = "") -> str:
    drawings = "".join(tree_svg(each, MOST_DRAWN) for each in walks)
    return f"<div>{drawings}{f'<p><small>{escape(note)}</small></p>' if note else ''}</div>"


@typed
def show(*shown: Any, step: int | None = None, widget: bool | None = None, **options: Any) -> Any:
    """The explorer of a search, to step through in a notebook.

    Give a Trace, a Result with one, a position or a tree (which is then searched: `method=`, `cut=`, `fail=`, `order=`,
    `depth=` as in `zermelo tree`), or two of them to compare. `step` is where it opens, from 1. In the
    widget the method, the convention and an explicit tree can be changed, and the search is made again.

    Without the extra `notebook` the tree is shown as a drawing; `widget=True` raises MissingExtra instead.
    """
    if not 1 <= len(shown) <= 2:
        raise TypeError(f"show takes one search, or two to compare, not {len(shown)}")
    found = [walk_from(each, options) for each in shown]
    if step is None:
        step = next((each.step for each in shown if hasattr(each, "walk") and hasattr(each, "step")), None)
    if widget is False:
        return Still(found)
    if find_spec("anywidget") is None:
        trouble = "to step through it: pip install 'zermelo[notebook]'"
        if widget:
            raise MissingExtra(f"the widget needs the package anywidget; {trouble}")
        return Still(found, trouble)
    return widget_class()(found, step)


def walk_from(shown: Any, options: Mapping[str, Any]) -> Walk:
    """A walk of whatever `show` was given."""
    own = getattr(shown, "walk", None)  # a report of check_search, a practice problem
    if isinstance(own, Walk):
        shown = own
    if isinstance(shown, (Walk, Trace, Result)):
        if options:
            raise TypeError(f"{', '.join(options)}: this search was already made; give the position to search it again")
        return shown if isinstance(shown, Walk) else walk_of(shown)
    state = shown if isinstance(shown, State) else tree(shown) if isinstance(shown, str) else start(shown)
    wanted = dict(options)
    if not state.info.small and not wanted.keys() & {"depth", "nodes", "seconds"}:
        wanted["depth"] = USUAL_DEPTH
    return walk(state, **wanted)


@cache
def widget_class() -> Any:
    """The widget's class; made at its first use, as its base is an optional package."""
    import anywidget
    import traitlets

    class Explorer(anywidget.AnyWidget):
        """The tree explorer. `trace` and `other` are packed traces, `options` what the page is to know."""

        _esm = bundled("widget.js")
        trace = traitlets.Bytes(b"").tag(sync=True)
        other = traitlets.Bytes(b"").tag(sync=True)
        options = traitlets.Dict().tag(sync=True)

        def __init__(self, walks: list[Walk], step: int | None = None) -> None:
            self.walks = walks
            super().__init__(trace=walks[0].packed, other=second(walks), options={"step": step, "run": True})
            self.on_msg(self.asked)

        def asked(self, _: Any, content: Any, buffers: Any = None) -> None:
            """The page wants another search."""
            if not isinstance(content, dict) or content.get("kind") != "run":
                return
            try:
                self.walks = searched_again(self.walks[0], content.get("options"))
            except Exception as error:  # whatever it is, the page has to hear of it
                self.options = {**self.options, "error": str(error) or type(error).__name__}
                return
            with self.hold_sync():
                self.options = {"step": None, "run": True}
                self.trace, self.other = self.walks[0].packed, second(self.walks)

        def __repr__(self) -> str:
            return f"<Explorer of {' and '.join(f'{each.trace.size:,}' for each in self.walks)} nodes>"

        def _repr_mimebundle_(self, **kwargs: Any) -> Any:
            """With a drawing for previews that know no widgets."""
            found = super()._repr_mimebundle_(**kwargs)
            data, *rest = found if isinstance(found, tuple) else (found,)
            data = {**(data or {}), "text/html": still_html(self.walks)}
            return (data, *rest) if rest else data

    return Explorer


def second(walks: list[Walk]) -> bytes:
    return walks[1].packed if len(walks) > 1 else b""


def searched_again(last: Walk, asked: Any) -> list[Walk]:
    """The searches the page asks for: `{method, cut, fail, order, depth, switches, other, tree}`; what is left out
    stays."""
    if not isinstance(asked, dict):
        raise ValueError("options: expected an object")
    state = tree(asked["tree"]) if isinstance(asked.get("tree"), str) else last.state
    before = {name: last.options[name] for name in ASKED if last.options.get(name) is not None}
    wanted = before | {name: asked[name] for name in ASKED if name in asked}
    switched = switches_in(asked, {name: each for name, each in last.options.items() if name in SWITCHES})
    found = [walk(state, seconds=LONGEST_SECONDS, **wanted | switched)]
    other = asked.get("other")
    if isinstance(other, dict):
        wanted |= {name: other[name] for name in ASKED if name in other}
        found.append(walk(state, seconds=LONGEST_SECONDS, **wanted | switches_in(other, switched)))
    return found


def switches_in(asked: Mapping[str, Any], before: dict[str, bool]) -> dict[str, bool]:
    """The switches that the page asks for; those of before if it says nothing."""
    text = asked.get("switches")
    return read_switches(text) if isinstance(text, str) else before
