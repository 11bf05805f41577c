"""A user's own games and players: served, and harmless when they fail."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from serving import Visitor

from conftest import Local, local
from costs import eventually
from zermelo.web.app import Settings
from zermelo.web.catalogue import public_names

FILE = Path(__file__).with_name("own_games.py")
GAMES = [f"{FILE}:{name}" for name in ("Nim", "Hangs", "Raises", "Ends", "Prints", "Dice", "Silent")]
PLAYERS = [f"{FILE}:{name}" for name in ("First", "Sleeps", "Cheats", "Breaks")]


@pytest.fixture(scope="module")
def own() -> Iterator[Local]:
    with local(Settings(games=public_names(GAMES), players=public_names(PLAYERS))) as found:
        yield found


@pytest.fixture
def guest(own: Local) -> Visitor:
    return own.visitor()


def test_names_for_visitors() -> None:
    assert public_names(["a/my.py:Nim", "b.py:Nim", "x:othello", "cmd:./it --fast"]) == {
        "Nim": "a/my.py:Nim",
        "Nim-2": "b.py:Nim",
        "othello-2": "x:othello",
        "it --fast": "cmd:./it --fast",
    }


def test_an_own_game_is_listed_drawn_played_and_analysed(guest: Visitor) -> None:
    card = guest.get("/api/games")[0]
    assert (card["spec"], card["own"], card["summary"]) == ("Nim", True, "Take the last of 21 stones.")
    position = guest.post("/api/position", game="Nim", moves="1 2")
    assert position["text"] == "(18, 0)"
    assert [each["move"] for each in position["scene"]["choices"]] == ["1", "2", "3"]
    game = guest.after(guest.move(guest.play("Nim", "human", "auto"), "2"))
    assert game["moves"][1]["move"] == "3"  # to 16
    with guest.events("/api/analyse", game="Nim") as events:
        last = [data for name, data in events if name == "thinking"][-1]
    assert last["lines"][0]["score"]["text"] == "win in 11"
    trace = guest.client.post("/api/trace", json={"game": "Nim", "position": "(6, 0)"})
    assert trace.content.startswith(b"ZTR1")
    assert guest.post("/api/paste", text="1 2 3", game="Nim")["moves"] == ["1", "2", "3"]
    assert guest.client.get("/api/thumbnail", params={"game": "Nim"}).text.startswith("<svg")


def test_a_game_that_raises_is_told_without_folders(guest: Visitor) -> None:
    status, problem = guest.refused("/api/position", game="Raises", moves="1")
    assert (status, problem["kind"]) == (422, "game")
    assert "raised RuntimeError: no <b>stones</b> (own_games.py, line" in problem["message"]
    assert guest.post("/api/position", game="Raises")["moves"] == ["1", "2", "3"]


def test_a_game_that_hangs_is_ended_and_others_are_served(
    guest: Visitor, own: Local, monkeypatch: pytest.MonkeyPatch
) -> None:
    import threading

    monkeypatch.setattr("zermelo.web.workers.GAME_SECONDS", 3.0)
    other, answers, ended = own.visitor(), list[int](), threading.Event()

    def ask() -> None:
        while not ended.is_set():
            answers.append(len(other.post("/api/position", game="Nim")["moves"]))
            time.sleep(0.03)  # a visitor may not ask too often

    asking = threading.Thread(target=ask)
    asking.start()
    status, problem = guest.refused("/api/position", game="Hangs", moves="1")
    while_it_hung = len(answers)
    ended.set()
    asking.join()
    assert (status, problem["kind"]) == (504, "no answer")
    assert "own_games.py, line" in problem["message"]
    assert "in moves" in problem["message"]
    assert while_it_hung > 3
    assert guest.post("/api/position", game="Hangs")["moves"]  # a new process


def test_a_game_that_ends_its_process(guest: Visitor) -> None:
    status, problem = guest.refused("/api/position", game="Ends", moves="1")
    assert (status, problem["kind"]) == (422, "game")
    assert "exit code 7" in problem["message"]
    assert guest.post("/api/position", game="Ends")["moves"]


def test_what_a_game_prints_is_no_answer(guest: Visitor) -> None:
    assert guest.post("/api/position", game="Prints", moves="1")["moves"] == ["1", "2", "3"]


def test_a_game_whose_positions_cannot_be_read(guest: Visitor) -> None:
    game = guest.after(guest.move(guest.play("Silent", "human", "auto"), "2"))
    assert (game["status"], len(game["moves"])) == ("playing", 2)


def test_chance_plays_its_part(guest: Visitor) -> None:
    game = guest.play("Dice", "human", "human")
    for _ in range(2):
        game = guest.after(guest.move(game, "throw"))
    assert [each["player"] for each in game["moves"]] == [0, -1, 1, -1]
    first, second = int(game["moves"][1]["move"]), int(game["moves"][3]["move"])
    assert game["ending"]["winner"] == (None if first == second else int(second > first))


def test_own_players(guest: Visitor) -> None:
    assert [each["name"] for each in guest.get("/api/about")["players"]] == ["First", "Sleeps", "Cheats", "Breaks"]
    game = guest.after(guest.play("tictactoe", "First", "human"))
    assert game["moves"][0]["move"] == "a1"
    game = guest.after(guest.play("tictactoe", "Cheats", "human"))
    assert (game["status"], game["moves"]) == ("failed", [])
    assert "z9" in game["trouble"]
    game = guest.after(guest.play("tictactoe", "Breaks", "human"))
    assert "ZeroDivisionError: it broke (own_games.py" in game["trouble"]
    again = guest.post(f"/api/play/{game['id']}/resume")
    assert again["status"] == "thinking"
    assert guest.after(again)["status"] == "failed"


def test_a_player_that_sleeps_loses_on_time_or_is_stopped(guest: Visitor) -> None:
    game = guest.play("tictactoe", "Sleeps", "human", clock={"kind": "move", "seconds": 0.3})
    assert eventually(lambda: guest.game(game["id"])["ending"])
    game = guest.game(game["id"])
    assert (game["ending"]["ending"], game["ending"]["winner"]) == ("time", 1)


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("nothing.py:Game", 2, "there is no file"),
        (f"{FILE}:First", 2, "not a game"),
        (f"{FILE}:Nothing", 2, "has no"),
    ],
)
def test_a_game_that_cannot_be_served_is_told_at_the_start(tmp_path: Path, text: str, code: int, words: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "zermelo", "serve", text, "--data", str(tmp_path), "--port", "0"],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=tmp_path,
    )
    assert (done.returncode, words in done.stderr) == (code, True), done.stderr
