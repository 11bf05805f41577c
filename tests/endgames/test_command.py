"""`zermelo endgames`: what it prints, its file, its exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from zermelo import EndgameTable
from zermelo.cli.commands import run


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = run(list(words))
    out, err = capsys.readouterr()
    return code, out, err


def test_all_positions(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = printed(capsys, "endgames", "tictactoe")
    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert lines[0].split() == ["positions", "number", "won", "(X)", "drawn", "lost", "longest,", "plies"]
    assert lines[2].split() == ["all", "5,478", "2,936", "1,068", "1,474", "5"]
    assert "tictactoe from here: draw" in lines
    assert lines[-1].startswith("5,478 positions in ")


def test_slices_and_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "late"
    code, out, _ = printed(capsys, "endgames", "tictactoe", "--pieces", "3", "--threads", "2", "--out", str(file))
    assert code == 0
    assert [line.split()[:3] for line in out.splitlines()[2:6]] == [
        ["0", "empty", "78"],
        ["1", "empty", "390"],
        ["2", "empty", "1,140"],
        ["3", "empty", "1,520"],
    ]
    assert "from here" not in out  # the empty board is in none of them
    assert f"{file.stat().st_size:,} bytes in {file}" in out
    assert len(EndgameTable.load(file)) == 3128


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = printed(capsys, "endgames", "tictactoe", "XX./OO./...", "--json")
    found = json.loads(out)
    assert code == 0
    assert (found["format"], found["kind"], found["game"], found["turn"]) == (1, "endgames", "tictactoe", "X")
    assert found["positions"] == found["wins"] + found["draws"] + found["losses"]
    assert found["start"]["score"]["outcome"] == "win"
    assert found["complete"] is True


def test_what_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    for words, why in [
        (("backgammon",), "it has chance nodes"),
        (("connect4", "--pieces", "4"), "does not number its positions by pieces"),
        (("mnk:m=5,n=5,k=4", "--memory", "1"), "are needed (memory_mb)"),
        (("tictactoe", "--pieces", "x"), "is not a whole number"),
        (("tictactoe", "--threads", "0"), "threads=0"),
    ]:
        code, out, err = printed(capsys, "endgames", *words)
        assert (code, out) == (2, "")
        assert why in err
        assert "Traceback" not in err


def test_too_little_time(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = printed(capsys, "endgames", "mnk:m=5,n=5,k=4", "--seconds", "0.01")
    assert code == 1
    assert "0 positions in" in out
    assert "not finished: the time was up, nothing done" in err


def test_solve_says_what_it_did(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = printed(capsys, "solve", "tictactoe")
    assert code == 0
    assert out.splitlines()[-1] == "solved by alpha-beta"
    code, out, _ = printed(capsys, "solve", "mnk:m=4,n=4,k=3", "--method", "proof")
    assert code == 0
    assert out.splitlines()[0] == "X wins"
