"""Tables of tournaments that are being played."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from conftest import local
from costs import HANG_SECONDS, eventually
from zermelo.match.job import Said
from zermelo.match.running import Board, read_running
from zermelo.match.setup import setup_from
from zermelo.match.tournament import Tournament
from zermelo.web.app import Settings

SETUP = {
    "game": "connect4:width=5,height=4",
    "pairs": 3,
    "openings": "random:2",
    "engine": [{"player": "level:2"}, {"player": "naive"}, {"player": "random"}],
}


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("records") / "class.record"
    with Tournament(setup_from(SETUP), file) as playing:
        playing.run(1)
    return file


def test_time_and_faults_in_the_table(tmp_path: Path) -> None:
    """Faults that are alike are one line with their number; every engine's time is counted from its moves."""
    broken = tmp_path / "broken.py"
    broken.write_text("class Broken:\n    def __call__(self, state):\n        raise RuntimeError('no idea')\n")
    file = tmp_path / "faults.record"
    setup = {
        "game": "tictactoe",
        "pairs": 3,
        "engine": [{"player": "random"}, {"player": f"{broken}:Broken", "name": "b"}],
    }
    with Tournament(setup_from(setup), file) as playing:
        playing.run(1)
    with local(Settings(records=[file])) as server:
        table = server.visitor().get("/api/tournaments/faults")
    assert [(each["engine"], each["count"]) for each in table["faults"]] == [("b", 6)]
    used = {row["name"]: row["seconds"] for row in table["rows"]}
    played = Tournament(setup_from(setup), file).played()
    spent = sum(move.seconds for game in played.games for move in game.record.moves)
    assert sum(used.values()) == pytest.approx(spent)


def test_games_that_are_being_played_are_shown(record: Path, tmp_path: Path) -> None:
    """As far as the file beside the record says, without those that are over."""
    file = tmp_path / "live.record"
    lines = record.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:-1]))  # the last game is not over yet
    over, last = (json.loads(line.partition(b" ")[2]) for line in lines[-2:])
    board = Board(file)
    board.show(Said(over["id"], moves=("1",), shown=True))
    board.show(Said(last["id"], moves=("1", "2"), shown=True))
    board.write()
    with local(Settings(records=[file])) as server:
        (shown,) = server.visitor().get("/api/tournaments/live")["running"]
        assert (shown["id"], shown["moves"]) == (last["id"], ["1", "2"])
        assert shown["game"] == "connect4:width=5,height=4"
        assert shown["start"] == last["record"]["start"]
    board.close()
    assert read_running(file) == []


def test_a_finished_tournament(record: Path, tmp_path: Path) -> None:
    (tmp_path / "class.record").write_text("nonsense\n")
    with local(Settings(records=[record, tmp_path / "class.record", tmp_path / "none.record"])) as server:
        visitor = server.visitor()
        listed = visitor.get("/api/tournaments")["tournaments"]
        assert [(each["name"], each["played"], bool(each["trouble"])) for each in listed] == [
            ("class", 18, False),
            ("class-2", 0, True),
            ("none", 0, True),
        ]
        table = visitor.get("/api/tournaments/class")
        assert (table["played"], table["total"]) == (18, 18)
        assert len(table["games"]) == 18
        assert sum(row["points"] for row in table["rows"]) == 18
        assert table["cross"][0][0] is None
        assert table["cross"][0][1]["games"] == 6
        game = visitor.get("/api/tournaments/class/game", id=table["games"][0]["id"])
        assert game["game"] == "connect4:width=5,height=4"
        last = visitor.post("/api/position", game=game["game"], position=game["start"], moves=game["moves"])
        assert last["over"]
        assert visitor.client.get("/api/tournaments/class/game", params={"id": "x"}).status_code == 404
        assert visitor.client.get("/api/tournaments/nothing").status_code == 404
        assert visitor.client.get("/api/tournaments/class-2").status_code == 422
        assert visitor.client.get("/api/tournaments/class-2/events").status_code == 422


def test_a_growing_record_is_followed(record: Path, tmp_path: Path) -> None:
    lines = record.read_bytes().splitlines(keepends=True)
    growing = tmp_path / "live.record"
    growing.write_bytes(b"".join(lines[:3]))
    with (
        local(Settings(records=[growing])) as server,
        server.visitor().events("/api/tournaments/live/events") as events,
    ):
        assert next(events)[1]["played"] == 2
        with growing.open("ab") as file:
            file.write(lines[3] + lines[4][:20])  # a line is being written
            file.flush()
            assert next(events)[1]["played"] == 3
            file.write(lines[4][20:] + b"".join(lines[5:]))
            file.flush()
            table = next(events)[1]
            while table["played"] < 18:
                table = next(events)[1]
        assert table["played"] == 18
        assert table["notes"] == []


WAITS = """
import os, tempfile, time
class Waits:
    def __call__(self, state):
        if "X" not in state.text:  # a game begins
            before = len(os.listdir("begun"))
            tempfile.mkstemp(dir="begun")
            while before and not os.path.exists("more" if before < 3 else "all"):
                time.sleep(0.01)
        return state.moves()[0]
"""


def test_the_table_is_shown_beside_a_running_tournament(tmp_path: Path) -> None:
    """After a game, and after two more, it waits for us."""
    (tmp_path / "begun").mkdir()
    (tmp_path / "waits.py").write_text(WAITS)
    (tmp_path / "t.toml").write_text(
        'game = "connect4"\npairs = 3\n'
        + "".join(f'[[engine]]\nname = "{i}"\nplayer = "waits.py:Waits"\n' for i in range(2))
    )
    playing = subprocess.Popen(
        [sys.executable, "-m", "zermelo", "tournament", "t.toml", "--web", "--workers", "1"],
        cwd=tmp_path,
        text=True,
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        env=os.environ,
    )
    assert playing.stderr is not None
    try:
        url = ""
        while not url:
            line = playing.stderr.readline()
            assert line, "it ended before it said where the table is"
            url = "".join(re.findall(r"http://127\.0\.0\.1:\d+", line))

        def played() -> int:
            with contextlib.suppress(httpx.TransportError):
                return int(httpx.get(f"{url}/api/tournaments/t", timeout=HANG_SECONDS).json().get("played", 0))
            return 0

        assert eventually(lambda: played() > 0)
        before = played()
        (tmp_path / "more").touch()
        assert eventually(lambda: played() > before)
    finally:
        (tmp_path / "more").touch()
        (tmp_path / "all").touch()
        rest = playing.communicate(timeout=HANG_SECONDS)[1]
    assert playing.returncode == 0
    assert "zermelo serve --record" in rest
