"""zermelo.show: the widget's Python side, what is shown without it, and the tutorial notebook, run."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import zermelo
from zermelo.errors import MissingExtra
from zermelo.practice import problem
from zermelo.view import notebook
from zermelo.view.notebook import Still, searched_again, show, walk_from
from zermelo.view.pack import unpack
from zermelo.view.walk import walk

SLIDES = [[9, 8, 7], [6, 5, 4], [3, 2, 1]]
TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial.ipynb"


@pytest.fixture
def widget(monkeypatch):
    """The widget's class with any script; skipped without anywidget."""
    pytest.importorskip("anywidget")
    monkeypatch.setattr(notebook, "bundled", lambda name: "export default { render() {} }")
    notebook.widget_class.cache_clear()
    yield
    notebook.widget_class.cache_clear()


def test_whatever_is_shown_becomes_a_walk():
    root = zermelo.tree(SLIDES)
    found = zermelo.search(root, method="scout", trace=True)
    for each in (root, SLIDES, root.text, found, found.trace, walk(root), problem(2, 2, 1)):
        assert walk_from(each, {}).trace.size
    assert walk_from(root, {"cut": ">"}).options["cut"] == ">"
    assert walk_from(zermelo.start("othello"), {}).result.depth == 2
    with pytest.raises(TypeError, match="already made"):
        walk_from(found, {"cut": ">"})
    with pytest.raises(ValueError, match="trace=True"):
        walk_from(zermelo.search(root), {})
    with pytest.raises(TypeError, match="two to compare"):
        show()


def test_without_the_widget(monkeypatch):
    monkeypatch.setattr(notebook, "find_spec", lambda name: None)
    still = show(SLIDES)
    assert isinstance(still, Still)
    assert "<svg" in still._repr_html_()
    assert "zermelo[notebook]" in still._repr_html_()
    assert "13 nodes" in repr(still)
    with pytest.raises(MissingExtra, match=r"zermelo\[notebook\]"):
        show(SLIDES, widget=True)
    assert "notebook" not in show(SLIDES, SLIDES, widget=False)._repr_html_()


def test_the_widget(widget):
    shown = show(SLIDES, step=5)
    header, _ = unpack(shown.trace)
    assert header["result"]["value"] == 7
    assert shown.options == {"step": 5, "run": True}
    assert shown.other == b""
    bundle = shown._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert "<svg" in data["text/html"]
    assert "application/vnd.jupyter.widget-view+json" in data
    compared = show(zermelo.tree(SLIDES), walk(zermelo.tree(SLIDES), method="minimax"))
    assert unpack(compared.other)[0]["method"] == "minimax"


def test_searching_again(widget):
    shown = show(SLIDES)
    shown.asked(None, {"kind": "run", "options": {"cut": ">", "order": "reversed", "other": {"method": "minimax"}}}, [])
    assert unpack(shown.trace)[0]["options"]["order"] == "reversed"
    assert unpack(shown.other)[0]["method"] == "minimax"
    shown.asked(None, {"kind": "run", "options": {"tree": "[[1,2],[3,4]]"}}, [])
    assert unpack(shown.trace)[0]["tree"] == "[[1,2],[3,4]]"
    assert unpack(shown.trace)[0]["options"]["order"] == "reversed"  # what was chosen stays
    for wrong in ({"order": "up"}, {"tree": "[[1,"}, {"method": "magic"}, None, {"depth": "deep"}):
        before = shown.trace
        shown.asked(None, {"kind": "run", "options": wrong}, [])
        assert shown.options["error"]
        assert shown.trace == before
    shown.asked(None, {"kind": "run", "options": {"cut": ">="}}, [])
    assert "error" not in shown.options
    shown.asked(None, {"kind": "wave"}, [])
    shown.asked(None, "nonsense", [])


def test_depth_can_be_changed():
    first = walk(zermelo.start("tictactoe"), depth=2)
    deeper, *_ = searched_again(first, {"depth": 3})
    assert deeper.trace.size > first.trace.size
    with pytest.raises(ValueError, match="expected an object"):
        searched_again(first, 3)


def test_a_report_opens_at_its_step(widget):
    def minimax(node):
        return node.value if node.is_leaf else (max if node.is_max else min)(map(minimax, node.children))

    report = zermelo.check_search(minimax)
    assert show(report).options["step"] == report.step


RUN = """
import sys, nbformat
from jupyter_client import KernelManager
from nbclient import NotebookClient
book = nbformat.read(sys.argv[1], as_version=4)
nbformat.validate(book)
for cell in book.cells:
    if cell.cell_type == "code":
        cell.outputs, cell.execution_count = [], None
manager = KernelManager()
manager.kernel_spec.argv = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
NotebookClient(book, timeout=100, km=manager).execute()
nbformat.write(book, sys.argv[2])
"""


def test_the_tutorial_runs(tmp_path):
    """In a process of its own: the notebook's client leaves sockets behind."""
    for name in ("nbclient", "ipykernel"):
        pytest.importorskip(name)
    done = subprocess.run(
        [sys.executable, "-c", RUN, str(TUTORIAL), str(tmp_path / "run.ipynb")],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    cells = json.loads((tmp_path / "run.ipynb").read_text(encoding="utf-8"))["cells"]
    outputs = [output.get("data", {}) for cell in cells for output in cell.get("outputs", ())]
    assert sum("image/svg+xml" in each for each in outputs) >= 5
    assert sum("<svg" in "".join(each.get("text/html", "")) for each in outputs) >= 3


def test_every_picture_has_alternative_text() -> None:
    """Positions, trees and traces are pictures that say what they show, charts and drawings carry a label."""
    state = zermelo.start("tictactoe", "X.O/.O./XXO")
    found = zermelo.search(state, depth=9, trace=True)
    assert found.trace is not None
    for shown in (state, zermelo.tree(SLIDES), found.trace):
        told = shown._repr_html_()  # type: ignore[union-attr]
        assert told.startswith('<img alt="')
        assert len(told.split('"')[1]) > 20
    assert "O on c1" in state._repr_html_() or "O on" in state._repr_html_()  # type: ignore[attr-defined]
    review = zermelo.review(zermelo.start("tictactoe"), ["a1", "b1"])
    assert 'role="img" aria-label="The value of the game"' in review._repr_html_()
    assert show(SLIDES, widget=False)._repr_html_().count('role="img"') == 1


def test_tables_carry_their_own_spacing() -> None:
    """A notebook's page has no style for them: cells that touch cannot be read (marimo)."""
    found = zermelo.search(zermelo.start("tictactoe"), depth=2, best="all")
    told = found._repr_html_()
    assert told.count("<td") == told.count('<td style="padding:') == 3 * 9


def test_the_page_may_switch_the_selective_search() -> None:
    first = walk(zermelo.start("connect4"), method="auto", depth=4, reductions=False)
    again = searched_again(first, {"depth": 5})
    assert again[0].options["reductions"] is False
    off, on = searched_again(first, {"switches": "selective=no", "other": {"switches": ""}})
    assert "reductions" not in on.options
    assert on.result.counts.quiescent > off.result.counts.quiescent == 0
