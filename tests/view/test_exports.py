"""Files made from a searched tree: one page of HTML that stands alone, DOT, PNG, and the command that writes them."""

from __future__ import annotations

import base64
import json
import re
import shutil
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

import zermelo
from zermelo.cli.commands import run
from zermelo.errors import MissingExtra
from zermelo.view import explorer, png
from zermelo.view.dot import dot
from zermelo.view.explorer import explorer_page, open_page
from zermelo.view.pack import unpack
from zermelo.view.walk import walk

SLIDES = "[[9,8,7],[6,5,4],[3,2,1]]"


@pytest.fixture
def bundle(monkeypatch):
    """A front end as the page needs it, whatever was built."""
    files = {"standalone.js": 'console.log("</script><!--")', "standalone.css": "body{margin:0}"}
    monkeypatch.setattr(explorer, "bundled", lambda name, needed=True: files[name])


def traces(page):
    found = re.findall(r'<script type="application/octet-stream;base64" id="trace-(\d+)">([^<]*)</script>', page)
    return [unpack(base64.b64decode(text)) for _, text in found]


def test_a_page_carries_all_it_needs(bundle):
    page = explorer_page([walk(zermelo.tree(SLIDES)), walk(zermelo.tree(SLIDES), method="minimax")], step=5)
    first, second = traces(page)
    assert first[0]["result"]["value"] == 7
    assert second[0]["method"] == "minimax"
    assert json.loads(re.search(r'id="options">(.*?)</script>', page)[1])["step"] == 5
    assert page.count("</script>") == 4  # options, two traces, the script: nothing inside ends one
    assert "<noscript><svg" in page
    assert "Pruned (✂): E-8, E-9, E-11, E-12." in page
    assert "http://" not in page.replace("http://www.w3.org/", "")
    assert "https://" not in page
    assert "default-src 'none'" in page


def test_texts_cannot_leave_their_place(bundle):
    page = explorer_page(walk(zermelo.tree(SLIDES)), title="</script><b>")
    assert "</script><b>" not in page
    with pytest.raises(ValueError, match="no search"):
        explorer_page([])


def test_without_the_front_end(monkeypatch, tmp_path):
    monkeypatch.setattr(zermelo, "__file__", str(tmp_path / "__init__.py"))
    with pytest.raises(MissingExtra, match="built without npm"):
        explorer_page(walk(zermelo.tree(SLIDES)))


def test_opening_a_page(monkeypatch, tmp_path):
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("tempfile.mkdtemp", lambda prefix: str(tmp_path))
    assert open_page("<p>é", "page").read_text(encoding="utf-8") == "<p>é"
    assert opened == [(tmp_path / "page.html").as_uri()]


def test_dot():
    text = dot(walk(zermelo.tree(SLIDES)))
    assert text.startswith('digraph "tree" {')
    assert text.count(" -> ") == 12
    assert text.count("style=dashed") == 8  # four edges and what they lead to
    assert '"✂ E-12"' in text
    assert "invtriangle" in text
    assert "≤6" in text
    assert dot(zermelo.tree("chance[1,2]")).count("diamond") == 1


def test_dot_quotes():
    class Odd(zermelo.Game):
        initial = 0
        title = 'a "quoted" \\ name'

        def turn(self, state):
            return zermelo.OVER if state else 0

        def moves(self, state):
            yield 'say "x"\\n'

        def play(self, state, move):
            return 1

        def payoff(self, state, player):
            return 0

    text = dot(zermelo.start(Odd))
    assert r"a \"quoted\" \\ name" in text
    assert r"say \"x\"\\n" in text


@pytest.mark.skipif(shutil.which("rsvg-convert") is None, reason="no converter")
def test_png():
    data = png.png(zermelo.tree(SLIDES)._repr_svg_())
    assert data[:8] == b"\x89PNG\r\n\x1a\n"


def test_png_without_a_converter(monkeypatch):
    monkeypatch.setattr(png, "find_spec", lambda name: None)
    monkeypatch.setattr(png.shutil, "which", lambda name: None)
    with pytest.raises(MissingExtra, match=r"zermelo\[png\]"):
        png.png("<svg/>")


def command(capsys, *words):
    code = run(["tree", *words])
    told = capsys.readouterr()
    return code, told.out, told.err


def test_the_command(capsys, tmp_path, bundle):
    code, out, err = command(
        capsys,
        SLIDES,
        "--svg",
        str(tmp_path / "t.svg"),
        "--html",
        str(tmp_path / "t.html"),
        "--dot",
        str(tmp_path / "t.dot"),
    )
    assert (code, out) == (0, "")
    assert err.count("wrote ") == 3
    ElementTree.parse(tmp_path / "t.svg")
    assert "digraph" in (tmp_path / "t.dot").read_text(encoding="utf-8")
    assert traces((tmp_path / "t.html").read_text(encoding="utf-8"))[0][0]["tree"] == SLIDES


def test_conventions_of_the_command(capsys):
    tied = "[[3,5],[3,9]]"
    assert "pruned: E-6" in command(capsys, tied)[1]
    code, out, _ = command(capsys, tied, "--cut", ">", "--fail", "hard", "--order", "reversed")
    assert code == 0
    assert "pruned: nothing" in out
    assert "cuts off on >; fail-hard; children: in reversed order" in out
    assert "├─ E-2" in out


def test_games_in_the_command(capsys):
    code, out, _ = command(capsys, "tictactoe", "--position", "X.O/.O./XXO", "--method", "minimax")
    assert code == 0
    assert "best move a2" in out
    code, out, err = command(capsys, "othello", "--moves", "d3", "--svg", "-")
    assert code == 0
    assert out.startswith("<svg")
    assert "2 plies deep" in err
    fields = json.loads(command(capsys, SLIDES, "--json")[1])
    assert fields["pruned"] == ["E-8", "E-9", "E-11", "E-12"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([], "give a tree"),
        ([SLIDES, "--order", "up"], "order='up'"),
        ([SLIDES, "--cut", "<"], "unknown cut"),
        ([SLIDES, "--plain", "--open"], "leave out --plain"),
        (["tictactoe", "--turn", "min"], "--turn"),
        (["[[1,"], "the text ends"),
        (["nogame"], "unknown game"),
        ([SLIDES, "--svg", "/no/x.svg"], "No such file"),
        ([SLIDES, "--method", "scout", "--cut", ">"], "null windows cut on >="),
    ],
)
def test_wrong_use(capsys, words, told):
    code, _, err = command(capsys, *words)
    assert code == 2
    assert told in err


def test_help_names_the_forms():
    from zermelo.cli.commands import zermelo as group

    text = CliRunner().invoke(group, ["tree", "--help"]).output
    assert all(each in text for each in ("--svg", "--html", "--dot", "--png", "--open", "--cut", "--fail", "--order"))


def test_showing_a_position(capsys, tmp_path):
    assert run(["show", "connect4", "--moves", "4 4 3"]) == 0
    assert capsys.readouterr().out.endswith("1 2 3 4 5 6 7\nO to move\n")
    file = tmp_path / "board.svg"
    assert run(["show", "othello", "--moves", "d3", "--svg", str(file)]) == 0
    assert file.read_text(encoding="utf-8").count("stroke-dasharray") == 1
    capsys.readouterr()
    assert run(["show", "tictactoe", "X.O/.O./XXO", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["caption"] == "X to move"
    assert run(["show", "tictactoe", "--moves", "b2 b2"]) == 2
    assert "is no legal move" in capsys.readouterr().err
