"""`zermelo match`, `tournament` and `rating`, their reports and exports."""

from __future__ import annotations

import csv
import io
import json
import os
import pty
import re
import signal
import subprocess
import sys
from html.parser import HTMLParser

import pytest

import zermelo
from costs import eventually, hearing_ctrl_c
from zermelo.cli.commands import run
from zermelo.cli.progress import cut
from zermelo.games.othello.formats import read_ggf
from zermelo.match import play
from zermelo.match.export import export, numbered
from zermelo.match.game_files import read_moves
from zermelo.match.setup import setup_from
from zermelo.match.tournament import Tournament, read_tournament
from zermelo.players import Naive
from zermelo.view.tournament import tournament_page

ZERMELO = [sys.executable, "-m", "zermelo"]
WRONG = """
class Wrong:
    def __call__(self, state):
        return "<script>"
"""


@pytest.fixture
def cli(capsys):
    def call(*arguments):
        code = run([str(each) for each in arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def test_a_match(cli, tmp_path):
    code, out, err = cli("match", "auto", "random", "--game", "tictactoe", "--pairs", 5, "--workers", 2)
    assert (code, err) == (0, "")
    assert re.search(r"1 +auto +\S+ +10 ", out)
    assert "Pairs of games with 0, ½, 1, 1½ and 2 points" in out


def test_a_match_as_json_with_sprt(cli, tmp_path):
    record = tmp_path / "m.record"
    arguments = [
        "match",
        "auto",
        "random",
        "-g",
        "tictactoe",
        "--pairs",
        300,
        "--sprt",
        "0,50",
        "--record",
        record,
        "--json",
    ]
    code, out, _ = cli(*arguments)
    found = json.loads(out)
    assert (code, found["kind"], found["verdict"]) == (0, "tournament", "elo1")
    assert found["llr"] > 2.9
    assert found["games"] < 300
    code, again, err = cli(*arguments)
    assert json.loads(again) == found
    assert "games are in" in err
    code, rated, _ = cli("rating", record, "--json")
    assert (code, json.loads(rated)) == (0, found)


def test_the_same_player_twice(cli):
    code, out, _ = cli("match", "naive", "naive", "-g", "connect4", "--pairs", 1, "--draw-after", 6)
    assert code == 0
    assert "naive (1)" in out
    assert "naive (2)" in out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("match", "auto", "cmd:./nowhere", "-g", "othello"), "./nowhere: there is no such program"),
        (("match", "auto", "naive", "-g", "shogi"), "shogi"),
        (("match", "auto", "naive"), "Missing option"),
        (("match", "auto", "naive", "-g", "othello", "--sprt", "5"), "--sprt 5: expected two"),
        (("match", "auto", "naive", "-g", "othello", "--seconds", "1", "--clock", "5"), "contradict"),
        (("tournament", "nowhere.toml"), "nowhere.toml: No such file"),
        (("rating", "nowhere.record"), "nowhere.record: No such file"),
    ],
)
def test_bad_use_is_told_at_once(cli, arguments, why):
    code, out, err = cli(*arguments)
    assert (code, out) == (2, "")
    assert why in err
    assert "Traceback" not in err


def test_a_broken_toml_file(cli, tmp_path):
    file = tmp_path / "t.toml"
    file.write_text("game = \n")
    assert "is not a TOML file" in cli("tournament", file)[2]
    file.write_text('game = "tictactoe"\n[[engine]]\nplayer = "naive"\n[[engine]]\nplayre = "auto"\n')
    assert "engine 2: no setting 'playre' - did you mean player?" in cli("tournament", file)[2]


def write_toml(folder, pairs=2, **more):
    lines = ['game = "tictactoe"', f"pairs = {pairs}", *(f"{key} = {json.dumps(value)}" for key, value in more.items())]
    for name, player in {"perfect": "auto", "simple": "naive", "wild": "random", "wrong": "wrong.py:Wrong"}.items():
        lines += ["[[engine]]", f'name = "{name}"', f'player = "{player}"']
    (folder / "wrong.py").write_text(WRONG)
    file = folder / "class.toml"
    file.write_text("\n".join(lines))
    return file


class Page(HTMLParser):
    """Collects the tags, and what a page would fetch."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.links = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.links += [value for name, value in attrs if name in ("src", "href")]


def test_a_tournament_with_its_report_and_exports(cli, tmp_path):
    file, report = write_toml(tmp_path), tmp_path / "report.html"
    exports = [tmp_path / f"games.{form}" for form in ("json", "csv", "txt", "pgn")]
    code, out, err = cli("tournament", file, "--report", report, *(x for each in exports for x in ("--export", each)))
    assert code == 0
    assert (tmp_path / "class.record").is_file()
    assert re.search(r"4 +wrong +0 +12 ", out)
    assert "move `<script>` at ply 1 is illegal: it is no square of this board; legal were a1" in err
    text = report.read_text()
    page = Page(text)
    assert page.links == []
    assert page.tags.count("svg") == 1
    assert "script" not in page.tags
    assert "&lt;script&gt;" in text
    assert "@media print" in text
    assert "a b c" in text  # the board
    games = json.loads(exports[0].read_text())["games"]
    rows = list(csv.DictReader(io.StringIO(exports[1].read_text())))
    lines = exports[2].read_text().splitlines()
    assert len(games) == len(rows) == len(lines) == 24
    for row, line in zip(rows, lines, strict=True):
        assert len(read_moves(zermelo.start("tictactoe"), line)) == int(row["plies"])
    assert exports[3].read_text().count("[Event ") == 24
    code, again, _ = cli("rating", tmp_path / "class.record")
    assert (code, again) == (0, out)
    assert "no form 'doc'" in cli("rating", tmp_path / "class.record", "--export", tmp_path / "games.doc")[2]


def test_othello_games_as_ggf(tmp_path):
    given = {
        "game": "othello",
        "pairs": 2,
        "openings": "random:4",
        "engine": [{"player": "naive"}, {"player": "random"}],
    }
    with Tournament(setup_from(given), tmp_path / "r") as tournament:
        tournament.run(1)
    played = read_tournament(tmp_path / "r")
    found = read_ggf(export(played, "ggf"))
    assert [each.moves for each in found] == [tuple(m.move for m in game.record.moves) for game in played.games]
    assert [each.result for each in found] == [game.record.payoffs[0] for game in played.games]
    assert tournament_page(played).count("<svg") == 2


def test_a_cell_is_no_formula(tmp_path):
    given = {"game": "tictactoe", "engine": [{"name": "=1+1", "player": "naive"}, {"name": "b", "player": "random"}]}
    with Tournament(setup_from(given), tmp_path / "r") as tournament:
        tournament.run(1)
    rows = list(csv.DictReader(io.StringIO(export(read_tournament(tmp_path / "r"), "csv"))))
    assert rows[0]["first"] == "'=1+1"


SLOW = """
import time
class Slow:
    def __call__(self, state):
        time.sleep(0.05)
        return state.moves()[0]
"""


GATED = """
import os, tempfile, time
class Gated:
    def __call__(self, state):
        if "X" not in state.text:  # a game begins
            before = len(os.listdir("begun"))
            tempfile.mkstemp(dir="begun")
            while before >= 3 and not os.path.exists("gate"):
                time.sleep(0.01)
        return state.moves()[0]
"""


def interrupted(arguments, folder, presses):
    """Ctrl-C while games are played, of which all but the first wait for the gate; pressed once more, or the gate is
    opened."""
    (folder / "begun").mkdir()
    with hearing_ctrl_c():
        child = subprocess.Popen(
            [*ZERMELO, *arguments], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
    record, said = folder / "t.record", []
    assert eventually(lambda: record.exists() and record.read_bytes().count(b"\n") > 2)
    child.send_signal(signal.SIGINT)
    while "finishing the games that are running" not in "".join(said):
        said.append(child.stderr.readline())
        assert said[-1], said
    if presses == 2:
        child.send_signal(signal.SIGINT)
    else:
        (folder / "gate").touch()
    said += child.stderr.readlines()
    code = child.wait()
    child.stderr.close()
    (folder / "gate").touch()
    return code, "".join(said)


@pytest.mark.parametrize("presses", [1, 2])
def test_ctrl_c_stops_and_says_how_to_go_on(tmp_path, presses):
    (tmp_path / "gated.py").write_text(GATED)
    engines = "".join(f'[[engine]]\nname = "{name}"\nplayer = "gated.py:Gated"\n' for name in "ab")
    (tmp_path / "t.toml").write_text(f'game = "tictactoe"\npairs = 5\n{engines}')
    code, err = interrupted(["tournament", "t.toml", "--workers", "2"], tmp_path, presses)
    assert code == 130
    assert "finishing the games that are running" in err
    assert "Traceback" not in err
    found = re.search(r"stopped after (\d+) of 10 games; go on with:\n  (zermelo tournament t.toml --workers 2)\n", err)
    assert found
    assert 2 <= int(found[1]) < 10
    done = subprocess.run([*ZERMELO, *found[2].split()[1:]], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0
    assert f"{found[1]} games are in t.record already" in done.stderr
    assert len(read_tournament(tmp_path / "t.record").games) == 10


WAITS = """
import os, time
class Waits:
    def __call__(self, state):
        while not os.path.exists(GATE):
            time.sleep(0.01)
        return state.moves()[0]
"""


def test_two_runners_on_one_record(tmp_path):
    """The first one plays on when the second has been refused."""
    (tmp_path / "waits.py").write_text(WAITS.replace("GATE", repr(str(tmp_path / "gate"))))
    engines = '[[engine]]\nname = "a"\nplayer = "waits.py:Waits"\n[[engine]]\nname = "b"\nplayer = "random"\n'
    (tmp_path / "t.toml").write_text(f'game = "tictactoe"\npairs = 1\n{engines}')
    first = subprocess.Popen([*ZERMELO, "tournament", "t.toml"], cwd=tmp_path, stdout=subprocess.DEVNULL)
    assert eventually((tmp_path / "t.record").exists)
    second = subprocess.run(
        [*ZERMELO, "tournament", "t.toml"], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert second.returncode == 2
    assert "another run is writing to this record" in second.stderr
    (tmp_path / "gate").touch()
    assert first.wait(60) == 0


def test_the_live_table_on_a_terminal(tmp_path):
    """On a terminal a table is drawn while it goes."""
    (tmp_path / "slow.py").write_text(SLOW)
    main, other = pty.openpty()
    child = subprocess.Popen(
        [*ZERMELO, "match", "slow.py:Slow", "naive", "-g", "tictactoe", "--pairs", "3"],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=other,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100", "LINES": "40"},
    )
    os.close(other)
    seen = b""
    try:
        while part := os.read(main, 65536):
            seen += part
    except OSError:
        pass
    os.close(main)
    assert child.wait(60) == 0
    text = seen.decode("utf-8", "replace")
    assert "of 6 games" in text
    assert "left" in text


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        (["match", "naive", "nobody", "-g", "tictactoe"], 2, "unknown player 'nobody'"),
        (["tournament", "nowhere.toml"], 2, "nowhere.toml: No such file"),
        (["rating", "/dev/null"], 2, "is not a record of games"),
        (["check-engine", "cmd:/no/such"], 2, "there is no such program"),
        (["grade", "nowhere.toml", "/"], 2, "nowhere.toml"),
        (["match"], 2, "Missing argument"),
    ],
)
def test_what_goes_wrong_is_told_as_json_too(cli, arguments, code, why):
    found, out, err = cli(*arguments, "--json")
    told = json.loads(out)
    assert (found, told["kind"], told["exit_code"]) == (code, "error", code)
    assert why in told["error"]
    assert why in err
    assert cli(*arguments)[1] == ""


def test_an_unfinished_tournament_says_so_in_json(cli, tmp_path):
    setup = setup_from({"game": "tictactoe", "pairs": 4, "engine": [{"player": "naive"}, {"player": "random"}]})
    with Tournament(setup, tmp_path / "r") as tournament:
        tournament.run(1, stop=lambda: len(tournament.games) >= 3)
    found = json.loads(cli("rating", tmp_path / "r", "--json")[1])
    assert (found["finished"], found["games_in_all"]) == (False, 8)
    assert found["games"] < 8


def test_long_names_leave_room_for_the_figures():
    assert cut("anna", 3) == "anna"
    assert cut("a very long name", 10) == "a very lo…"
    assert cut("a very long name", -40) == "a very …"


def test_moves_are_numbered_from_one():
    record = play(zermelo.start("tictactoe"), [Naive(1), Naive(2)])
    words = numbered(record)
    assert words[::3] == [f"{i + 1}." for i in range(len(words[::3]))]
