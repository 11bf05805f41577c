"""Games in the browser: against engines and people, with clocks, taken back, given up, kept and gone on with."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from serving import Serving, Visitor

import zermelo
from conftest import Local, local
from costs import SOON_SECONDS, Cost, eventually
from zermelo.web.app import Settings
from zermelo.web.limits import EXPOSED, OWN


def test_a_whole_game_against_an_engine(visitor: Visitor) -> None:
    game = visitor.play("tictactoe", "human", "auto")
    assert (game["status"], game["revision"], game["can_undo"]) == ("playing", 0, False)
    while not game["ending"]:
        game = visitor.after(visitor.move(game, game["position"]["moves"][0]))
    assert game["status"] == "over"
    assert game["ending"]["ending"] == "rules"
    assert game["ending"]["winner"] in (1, None)  # it does not lose
    state = zermelo.start("tictactoe")
    for each in game["moves"]:
        assert each["player"] == state.turn
        state = state.play(each["move"])
    assert state.text == game["position"]["text"]
    assert all(each["nodes"] for each in game["moves"] if each["player"] == 1)


def test_an_engine_begins_and_tells_what_it_thinks(visitor: Visitor) -> None:
    game = visitor.play("othello", "auto:seconds=30,book=no", "human")
    with visitor.events(f"/api/play/{game['id']}/events") as events:
        seen = [next(events)]
        while seen[-1][0] != "thinking":
            seen.append(next(events))
        visitor.post(f"/api/play/{game['id']}/stop")
        while not (seen[-1][0] == "game" and seen[-1][1]["moves"]):
            seen.append(next(events))
    names = {name for name, _ in seen}
    assert names == {"game", "thinking"}
    last = seen[-1][1]
    assert last["moves"][0]["player"] == 0
    assert last["thinking"]["final"]
    assert last["moves"][0]["score"]["text"]


def test_two_people_take_turns(visitor: Visitor) -> None:
    game = visitor.play("tictactoe", "human", "human")
    for move in ("5", "1", "3"):
        game = visitor.move(game, move)
    assert [each["player"] for each in game["moves"]] == [0, 1, 0]
    game = visitor.post(f"/api/play/{game['id']}/undo")
    assert [each["move"] for each in game["moves"]] == ["b2", "a1"]


def test_engines_play_each_other(visitor: Visitor) -> None:
    game = visitor.after(visitor.play("tictactoe", "naive", "random:seed=3"))
    assert game["status"] == "over"
    assert not game["can_undo"]


def test_illegal_moves_are_explained_and_change_nothing(visitor: Visitor) -> None:
    game = visitor.play("othello", "human", "human")
    path = f"/api/play/{game['id']}/move"
    status, problem = visitor.refused(path, move="a1", revision=0)
    assert (status, problem["kind"]) == (400, "illegal move")
    assert "turns no disc" in problem["message"]
    assert visitor.refused(path, move="f5", revision=7)[1]["kind"] == "revision"
    assert visitor.game(game["id"])["revision"] == 0
    against = visitor.play("othello", "auto:seconds=1,book=no", "human")
    assert visitor.refused(f"/api/play/{against['id']}/move", move="f5", revision=0)[1]["kind"] == "not your turn"


def test_undo_goes_back_to_ones_own_turn(visitor: Visitor) -> None:
    game = visitor.after(visitor.move(visitor.play("connect4", "human", "level:2"), "4"))
    assert len(game["moves"]) == 2
    game = visitor.post(f"/api/play/{game['id']}/undo", revision=game["revision"])
    assert (game["moves"], game["status"], game["can_undo"]) == ([], "playing", False)
    assert visitor.refused(f"/api/play/{game['id']}/undo")[1]["kind"] == "no undo"


def test_undo_while_the_engine_thinks(visitor: Visitor, server: Local) -> None:
    game = visitor.move(visitor.play("othello", "human", "auto:seconds=20,book=no"), "f5")
    assert game["status"] == "thinking"
    game = visitor.post(f"/api/play/{game['id']}/undo")
    assert (game["status"], game["moves"]) == ("playing", [])
    wait(lambda: server.site.workers.searching == 0)


def test_resign_stop_and_hint(visitor: Visitor) -> None:
    game = visitor.move(visitor.play("othello", "human", "auto:seconds=20,book=no"), "f5")
    time.sleep(0.1)
    cost = Cost()
    visitor.post(f"/api/play/{game['id']}/stop")
    game = visitor.after(game)
    assert cost.seconds <= SOON_SECONDS
    assert game["status"] == "playing"
    assert len(game["moves"]) == 2
    hint = visitor.post(f"/api/play/{game['id']}/hint", seconds=0.1)
    assert hint["lines"][0]["move"] in game["position"]["moves"]
    game = visitor.post(f"/api/play/{game['id']}/resign")
    assert (game["ending"]["ending"], game["ending"]["winner"], game["status"]) == ("resign", 1, "over")
    assert visitor.refused(f"/api/play/{game['id']}/resign")[1]["kind"] == "over"
    assert visitor.refused(f"/api/play/{game['id']}/stop")[1]["kind"] == "not thinking"


def test_a_stopped_plain_search_still_answers(visitor: Visitor) -> None:
    """Without deepening it has no answer yet when it is stopped; it plays a sensible move all the same."""
    game = visitor.move(visitor.play("connect4", "human", "alphabeta:depth=30"), "4")
    time.sleep(0.1)
    visitor.post(f"/api/play/{game['id']}/stop")
    game = visitor.after(game)
    assert len(game["moves"]) == 2


def test_a_persons_clock_runs_out(visitor: Visitor) -> None:
    game = visitor.play("tictactoe", "human", "human", clock={"kind": "game", "seconds": 4})
    game = visitor.move(game, "5")
    assert game["remaining"][0] < 4
    assert game["running"] == 1
    assert eventually(lambda: visitor.game(game["id"])["ending"])
    game = visitor.game(game["id"])
    assert (game["ending"]["ending"], game["ending"]["winner"]) == ("time", 0)


def test_clocks_count_what_moves_took(visitor: Visitor) -> None:
    clock = {"kind": "game", "seconds": 30, "increment": 2}
    game = visitor.play("connect4", "human", "auto", clock=clock)
    time.sleep(0.3)
    game = visitor.after(visitor.move(game, "4"))
    mine, other = game["remaining"]
    assert 15 < mine < 31.8  # 30 - 0.3 + 2 at most, and it runs again
    assert 15 < other < 32
    game = visitor.post(f"/api/play/{game['id']}/undo")
    assert game["remaining"][1] == 30  # the time of moves taken back is given back


def test_an_engine_keeps_to_the_time_for_a_move(visitor: Visitor) -> None:
    clock = {"kind": "move", "seconds": 1.0}
    game = visitor.move(visitor.play("othello", "human", "auto:book=no", clock=clock), "f5")
    cost = Cost()
    game = visitor.after(game)
    assert game["ending"] is None
    assert game["moves"][-1]["seconds"] > 0.1
    assert cost.seconds <= SOON_SECONDS


@pytest.mark.parametrize(
    "clock", [{"kind": "move", "seconds": 0}, {"kind": "game", "seconds": 1e9}, {"kind": "move", "seconds": -1}]
)
def test_impossible_clocks(visitor: Visitor, clock: dict[str, object]) -> None:
    body = {"game": "tictactoe", "sides": ["human", "human"], "clock": clock}
    assert visitor.refused("/api/play", **body)[1]["kind"] == "clock"


@pytest.mark.parametrize(
    "side",
    [
        "cmd:./evil",
        "cmd:/bin/sh",
        "gtp:rm",
        "nboard:x",
        "os:system",
        "evil.py:Bot",
        "auto:book=/etc/passwd",
        "auto:eval=/etc/passwd",
        "auto:threads=100000",
        "auto:memory_mb=1e9",
        "nobody",
        "",
        "level:99",
        "auto:seconds=1e9",
        "../x.py:A",
    ],
)
def test_no_path_and_no_command_comes_from_a_visitor(visitor: Visitor, side: str) -> None:
    status, problem = visitor.refused("/api/play", game="tictactoe", sides=["human", side])
    assert status == 400
    assert problem["message"]


@pytest.mark.parametrize("game", ["evil.py:Game", "os:path", "../x.py:Game", "othello:weights=3", "tree:x=1", ""])
def test_no_file_is_a_game(visitor: Visitor, game: str) -> None:
    assert visitor.refused("/api/position", game=game)[0] in (400, 404)


def test_games_that_cannot_be_played(visitor: Visitor) -> None:
    assert visitor.refused("/api/play", game="nothing", sides=["human", "auto"])[1]["kind"] == "unknown game"
    assert visitor.refused("/api/play", game="othello", sides=["human"])[0] == 400


def test_a_game_from_a_position_with_moves(visitor: Visitor) -> None:
    game = visitor.play("tictactoe", "human", "human", position="X../.../...", moves="5 9")
    assert [each["player"] for each in game["moves"]] == [1, 0]
    assert game["start"] == "X../.../..."
    assert game["position"]["turn"] == 1
    over = visitor.play("tictactoe", "human", "auto", moves="1 4 2 5 3")
    assert over["status"] == "over"


def test_games_are_exported_and_read_back(visitor: Visitor) -> None:
    game = visitor.play("othello", "human", "human", moves="f5d6c3")
    path = f"/api/play/{game['id']}/export"
    for form in game["formats"]:
        answer = visitor.client.get(path, params={"format": form})
        assert answer.status_code == 200
        pasted = visitor.post("/api/paste", text=answer.text)
        assert (pasted["game"], pasted["moves"]) == ("othello", ["f5", "d6", "c3"])
    assert visitor.client.get(path, params={"format": "exe"}).status_code == 404


def test_a_visitor_sees_only_his_games(server: Local) -> None:
    anna, bert = server.visitor(), server.visitor()
    game = anna.play("tictactoe", "human", "human")
    assert [each["id"] for each in anna.get("/api/play")["games"]] == [game["id"]]
    assert bert.get("/api/play")["games"] == []
    assert bert.client.get(f"/api/play/{game['id']}").status_code == 404
    assert bert.client.get(f"/api/play/{game['id']}/events").status_code == 404
    assert bert.refused(f"/api/play/{game['id']}/move", move="5", revision=0)[0] == 404
    assert bert.client.delete(f"/api/play/{game['id']}").status_code == 404
    assert anna.client.delete(f"/api/play/{game['id']}").status_code == 200
    assert anna.get("/api/play")["games"] == []


def test_as_many_games_as_allowed() -> None:
    from msgspec.structs import replace

    with local(Settings(limits=replace(OWN, games=2))) as found:
        visitor = found.visitor()
        for _ in range(2):
            visitor.play("tictactoe", "human", "human")
        status, problem = visitor.refused("/api/play", game="tictactoe", sides=["human", "human"])
        assert (status, problem["kind"]) == (429, "game limit")


def test_strangers_may_search_less() -> None:
    with local(Settings(limits=EXPOSED)) as found:
        visitor = found.visitor()
        for side, kind in (
            ("auto:threads=2", "thread limit"),
            ("auto:memory_mb=64", "memory limit"),
            ("auto:seconds=61", "time limit"),
        ):
            assert visitor.refused("/api/play", game="tictactoe", sides=["human", side])[1]["kind"] == kind


def wait(true: Callable[[], bool]) -> None:
    assert eventually(true)


def test_an_engine_stops_when_the_last_page_leaves_and_begins_anew(visitor: Visitor, server: Local) -> None:
    game = visitor.move(visitor.play("othello", "human", "auto:seconds=30,book=no"), "f5")
    path = f"/api/play/{game['id']}/events"
    with visitor.events(path) as first, visitor.events(path) as second:
        next(first), next(second)
        wait(lambda: server.site.workers.searching == 1)
    wait(lambda: server.site.workers.searching == 0)
    with visitor.events(path) as again:
        next(again)
        wait(lambda: server.site.workers.searching == 1)
        visitor.post(f"/api/play/{game['id']}/stop")
        assert visitor.after(visitor.game(game["id"]))["status"] == "playing"


def test_a_full_disk_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    from zermelo.web.store import StoreError

    with local(Settings()) as found:
        visitor = found.visitor()
        game = visitor.move(visitor.play("connect4", "human", "human"), "4")
        against = visitor.play("connect4", "human", "auto:seconds=30,book=no")
        against = visitor.move(against, "4")

        def full(*arguments: object) -> None:
            raise StoreError("The games cannot be kept (database or disk is full). Nothing was changed.")

        with monkeypatch.context() as patch:
            patch.setattr(found.site.store, "put", full)
            path = f"/api/play/{game['id']}/move"
            status, problem = visitor.refused(path, move="3", revision=game["revision"])
            assert (status, problem["kind"]) == (507, "not kept")
            assert visitor.game(game["id"])["revision"] == game["revision"]
            visitor.post(f"/api/play/{against['id']}/stop")
            failed = visitor.after(against)
            assert failed["status"] == "failed"
            assert "disk is full" in failed["trouble"]
        assert len(visitor.move(game, "3")["moves"]) == 2
        visitor.post(f"/api/play/{against['id']}/resume")
        again = visitor.after(visitor.post(f"/api/play/{against['id']}/stop"))
        assert (again["status"], len(again["moves"])) == ("playing", 2)


def test_games_survive_a_restart_and_kill_9(serving: Callable[..., Serving]) -> None:
    server = serving()
    visitor = server.visitor()
    game = visitor.after(visitor.move(visitor.play("connect4", "human", "level:3"), "4"))
    thinking = visitor.move(visitor.play("othello", "human", "auto:seconds=30,book=no"), "f5")
    timed = visitor.play("tictactoe", "human", "human", clock={"kind": "game", "seconds": 60})
    server.kill()
    server.start()
    assert visitor.game(game["id"]) == game
    assert len(visitor.get("/api/play")["games"]) == 3
    game = visitor.after(visitor.move(game, "4"))
    assert len(game["moves"]) == 4
    with visitor.events(f"/api/play/{thinking['id']}/events") as events:
        assert next(events)[1]["status"] == "thinking"
        assert next(events)[0] == "thinking"  # the engine's turn goes on
    assert 50 < visitor.game(timed["id"])["remaining"][0] <= 60
    assert server.end() <= SOON_SECONDS
    assert server.process.returncode == 0


def test_an_increment_comes_with_every_move(visitor: Visitor) -> None:
    clock = {"kind": "game", "seconds": 30, "increment": 60}
    game = visitor.move(visitor.play("tictactoe", "human", "human", clock=clock), "5")
    assert game["remaining"][0] > 45
    assert game["remaining"][1] <= 30
