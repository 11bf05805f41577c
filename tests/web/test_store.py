"""Where games are kept."""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path

import pytest

import zermelo.web.analysis  # noqa: F401  its jobs
from zermelo.web.jobs import JOBS, Run, Tools
from zermelo.web.messages import AskPlay, PlayGame, Side
from zermelo.web.store import FILE, Store, StoreError, usual_folder


def game_called(id: str) -> PlayGame:
    opened = JOBS["opening"](Tools(), AskPlay("tictactoe", ["human", "human"]), Run())
    sides = [Side("human", "X", True), Side("human", "O", True)]
    position = opened.step.position
    return PlayGame(
        id,
        0,
        "tictactoe",
        "Tic-tac-toe",
        position.start,
        sides,
        [],
        None,
        None,
        None,
        "playing",
        "",
        None,
        position,
        None,
        False,
        opened.formats,
    )


def test_games_come_back_newest_first(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for number in range(5):
        store.put("anna", game_called(str(number)), float(number))
    store.put("anna", game_called("1"), 10.0)
    store.close()
    again = Store(tmp_path)
    assert [game.id for game, _ in again.last("anna", 3)] == ["1", "4", "3"]
    assert again.count("anna") == 5
    assert again.get("anna", "2") == game_called("2")
    assert again.get("bert", "2") is None
    again.delete("bert", "2")
    assert again.get("anna", "2") is not None
    again.delete("anna", "2")
    assert again.get("anna", "2") is None
    assert again.notes == []
    again.close()


def test_memory_only() -> None:
    store = Store(None)
    store.put("anna", game_called("1"), 1.0)
    assert store.get("anna", "1") is not None
    assert store.place == ""
    store.close()


@pytest.mark.parametrize("damage", [b"", b"not a database, not at all, but long enough to be one" * 100])
def test_a_broken_file_is_kept_aside(tmp_path: Path, damage: bytes) -> None:
    store = Store(tmp_path)
    for number in range(50):
        store.put("anna", game_called(str(number)), 1.0)
    store.close()
    file = tmp_path / FILE
    whole = file.read_bytes()
    file.write_bytes(damage or whole[: len(whole) // 2])  # nonsense, or cut off
    broken = file.read_bytes()
    store = Store(tmp_path)
    assert len(store.notes) == 1
    assert "kept as" in store.notes[0]
    aside = [each for each in tmp_path.iterdir() if "broken" in each.name]
    assert broken in [each.read_bytes() for each in aside]
    store.put("anna", game_called("new"), 1.0)
    assert store.count("anna") == 1
    store.close()


def test_a_database_of_something_else_is_not_touched(tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / FILE)
    other.execute("create table theirs (x)")
    other.commit()
    other.close()
    store = Store(tmp_path)
    assert "format" in store.notes[0]
    aside = next(each for each in tmp_path.iterdir() if "broken" in each.name)
    kept = sqlite3.connect(aside)
    assert kept.execute("select name from sqlite_master").fetchall() == [("theirs",)]
    kept.close()
    store.close()


def test_two_servers_do_not_share_a_folder(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with pytest.raises(StoreError, match="another server"):
        Store(tmp_path)
    store.close()
    Store(tmp_path).close()


def test_a_folder_that_cannot_be_had(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="--data says where"):
        Store(tmp_path / "file" / "folder")


def test_a_game_of_another_version_is_left_out(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.put("anna", game_called("1"), 1.0)
    with store.connection as db:
        db.execute("""update games set document = '{"id": "1"}'""")
    assert store.get("anna", "1") is None
    assert store.last("anna", 5) == []
    store.close()


def test_the_usual_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    if sys.platform == "linux":
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
        assert usual_folder() == tmp_path / "zermelo"
        monkeypatch.delenv("XDG_STATE_HOME")
        assert usual_folder().parts[-3:] == (".local", "state", "zermelo")
