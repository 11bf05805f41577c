"""NBoard 2: commands one by one, whole games as a GUI plays them, thinking that is stopped, and engines as players."""

from __future__ import annotations

import random
import re
import sys
import time

import pytest
from sessions import Session, fed, opponent

import zermelo
from costs import SOON_SECONDS, Cost, last_cost
from zermelo import Limit, Searcher, player_from
from zermelo.games.othello.formats import Transcript, write_ggf
from zermelo.games.othello.protocols.nboard import NBoard
from zermelo.players.protocols.server import QUIT_SECONDS

ENGINE = f"{sys.executable} -m zermelo engine othello --protocol nboard"
GAME = (
    "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*"
    "------*O--------------------------- *]B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)"
)
WHITE_MUST_PASS = "-XXXXXXX" + "XXXXXXXX" * 6 + "XXXXXOO- O"  # then black has h8
SHORTEST = ("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5")  # white is wiped out
SEARCH = re.compile(r"search ([A-H][1-8]|PA)+ -?\d+\.\d\d 0 (\d+|100%)")
MOVE = re.compile(r"=== ([A-H][1-8]|PA)(/-?\d+\.\d\d/\d+\.\d\d)?")


class Talk:
    """An engine in this process."""

    def __init__(self, limit: Limit | None = None) -> None:
        self.told: list[str] = []
        self.server = NBoard(Searcher(limit=limit), tell=self.told.append)

    def __call__(self, *lines: str) -> list[str]:
        """What it writes on these lines."""
        before = len(self.told)
        for line in lines:
            self.server.heard(line)
            assert self.server.obey(line)
        return self.told[before:]


@pytest.fixture
def talk() -> Talk:
    return Talk(Limit(depth=3))


def test_a_session() -> None:
    talk = Talk()
    assert talk("nboard 2") == ["set myname Zermelo"]
    assert talk("set depth 4") == ["set myname Zermelo4"]
    assert talk("set contempt 10") == []
    assert talk("ping 17") == ["pong 17"]
    assert talk(f"set game {GAME}") == []
    state = zermelo.start("othello", "f5f6d3c5e6f7e7f4")
    assert talk.server.state == state
    lines = talk("go")
    assert lines[0] == "status Zermelo is thinking"
    assert lines[-1] == "status Zermelo is waiting"
    found = MOVE.fullmatch(lines[-2])
    assert found[1].lower() in state.moves()
    assert found[2]
    assert talk.server.state == state  # the GUI says what is played
    assert talk(f"move {found[1]}{found[2]}") == []
    assert talk.server.state == state.play(found[1].lower())
    assert talk("learn") == ["learned"]


def test_hints(talk: Talk) -> None:
    lines = talk(f"set game {GAME}", "hint 3")
    assert lines[0] == "status Zermelo is analyzing"
    searched = [line for line in lines if line.startswith("search")]
    assert all(SEARCH.fullmatch(line) for line in searched)
    assert len({line.split()[1][:2] for line in searched[-3:]}) == 3
    values = [float(line.split()[2]) for line in searched[-3:]]
    assert values == sorted(values, reverse=True)
    assert re.fullmatch(r"nodestats \d+ \d+\.\d\d", lines[-2])
    for count in ("", "0", "1", "999", "-3", "x"):
        assert any(SEARCH.fullmatch(line) for line in talk(f"hint {count}"))


def test_what_is_proved_is_called_so(talk: Talk) -> None:
    state, rng = zermelo.start("othello"), random.Random(5)
    while state.text.count("-") > 6:
        state = state.play(rng.choice(state.moves()))
    lines = Talk(Limit(depth=60))(f"set game {game_of(state)}", "hint 1")
    last = [line for line in lines if line.startswith("search")][-1]
    assert last.split()[4] == "100%"
    assert float(last.split()[2]) == zermelo.solve(state, method="alphabeta").score.value


def test_a_game_is_analyzed_backwards_for_black(talk: Talk) -> None:
    lines = talk("set game " + write_ggf([Transcript(SHORTEST)]).strip(), "analyze")
    found = [line.split() for line in lines if line.startswith("analysis")]
    assert [int(each[1]) for each in found] == list(range(9, -1, -1))
    assert [float(each[2]) for each in found[:2]] == [64.0, 64.0]
    assert not any(line.startswith("search") for line in lines)


def game_of(state: zermelo.State) -> str:
    return write_ggf([Transcript(start=state.text)]).strip()


def test_passes_are_pa(talk: Talk) -> None:
    state = zermelo.start("othello", WHITE_MUST_PASS)
    talk(f"set game {game_of(state)}")
    assert talk("go")[1] == "=== PA"
    assert talk("hint 1")[1].startswith("search PA")
    for said in ("PA", "pa", "PA//0.1", "pass"):
        talk(f"set game {game_of(state)}")
        assert talk(f"move {said}") == []
        assert talk.server.state == state.play("pass")
    talk(f"set game {game_of(state)}", "move H8")  # the pass goes without saying
    assert talk.server.path == [state, state.play("pass"), state.play("pass").play("h8")]


def test_after_the_end(talk: Talk) -> None:
    talk(*(f"move {move}" for move in SHORTEST))
    assert talk("go") == ["=== PA"]
    assert talk("hint 2") == []
    assert talk("move a1") == ["status illegal move A1"]


def test_wrong_lines_are_ignored_or_told_as_a_status(talk: Talk) -> None:
    for line in (
        "",
        "   ",
        "fly",
        "f5",
        "set",
        "set colour 1",
        "move",
        "move 55",
        "move f55",
        "nboard_",
        "GO",
        "do_go",
    ):
        assert talk(line) == []
    for depth in ("", "x", "0", "-1", "9" * 1000, "1e3"):
        assert talk(f"set depth {depth}") == []
    assert talk("move a1") == ["status illegal move A1"]
    assert talk("move pa") == ["status illegal move PA"]
    before = talk.server.state
    for game in ("", "x", "(;", "(;GM[Go]PB[]PW[];)", GAME[:-40], GAME.replace("F6", "A1")):
        (line,) = talk(f"set game {game}")
        assert line.startswith("status cannot read the game")
    assert talk.server.state == before


# --- whole games ---


def test_a_gui_plays_whole_games() -> None:
    """As the GUI does it: a ping before every change of the board, moves with value and time, passes as PA."""
    passes: set[bool] = set()
    with Session("othello", "--protocol", "nboard") as engine:
        engine.say("nboard 2", "set depth 1")
        ping = 0
        for seed in range(60):
            if seed >= 8 and len(passes) == 2:
                break
            rng, state, moves = random.Random(seed), zermelo.start("othello"), list[str]()
            while not state.is_over:
                ping += 1
                if moves and rng.random() < 0.5:
                    engine.say(f"ping {ping}", f"move {wire(moves[-1])}/1.00/0.5")
                else:
                    engine.say(f"ping {ping}", "set game " + write_ggf([Transcript(tuple(moves))]).strip())
                engine.wait_for(f"pong {ping}")
                if state.turn == seed % 2:
                    engine.say("go")
                    move = MOVE.fullmatch(engine.wait_for("===")[-1])[1].lower()
                    move = "pass" if move == "pa" else move
                    passes |= {True} if move == "pass" else set()
                else:
                    move = opponent(state, rng, seed % 4 < 2)
                    passes |= {False} if move == "pass" else set()
                moves.append(move)
                state = state.play(move)
        engine.say("quit")
        engine.wait_for("")
    assert passes == {True, False}


def wire(move: str) -> str:
    return "PA" if move == "pass" else move.upper()


# --- thinking is stopped ---


@pytest.mark.parametrize("command", ["go", "hint 4", "analyze"])
def test_ping_stops_thinking(command: str) -> None:
    with Session("othello", "--protocol", "nboard") as engine:
        engine.say("nboard 2", "set depth 60", f"set game {GAME}", command)
        engine.wait_for("status")
        time.sleep(0.3)
        cost = Cost(engine.child.pid)
        engine.say("ping 5")
        lines = engine.wait_for("pong 5")
        assert cost.seconds <= SOON_SECONDS
        assert (command == "go") == any(MOVE.fullmatch(line) for line in lines)
        assert engine.silent()
        engine.say("set depth 2", "go")
        assert MOVE.fullmatch(engine.wait_for("===")[-1])


def test_many_pings_at_once() -> None:
    with Session("othello", "--protocol", "nboard") as engine:
        engine.say("nboard 2", "set depth 60", *("go", "ping\t1", "hint 2", "ping 2") * 5)
        engine.say("set depth 3", "ping 3", "go")
        engine.wait_for("pong 3")
        assert len([line for line in engine.wait_for("===") if line.startswith("search")]) >= 1


@pytest.mark.parametrize("command", ["go", "analyze"])
def test_the_end_ends_thinking(command: str) -> None:
    with Session("othello", "--protocol", "nboard") as engine:
        engine.say("nboard 2", "set depth 60", f"set game {GAME}", command)
        engine.wait_for("status")
        cost = Cost(engine.child.pid)
        engine.say("quit")
        engine.wait_for("status")
        assert engine.line() == ""
        assert last_cost(engine.child.pid) - cost.begun <= QUIT_SECONDS + SOON_SECONDS


def test_a_script_is_answered_to_its_end() -> None:
    script = f"nboard 2\nset depth 4\nset game {GAME}\nhint 1\ngo\nquit\n"
    code, out, err = fed(script.encode(), "othello", "--protocol", "nboard")
    assert (code, err) == (0, "")
    assert "search " in out
    assert len(re.findall("^=== ", out, re.MULTILINE)) == 1


# --- engines as players ---


def test_our_engine_as_a_player() -> None:
    start = zermelo.start("othello", "f5d6c3d3c4")
    record = zermelo.play(start, [zermelo.Random(2), player_from(f"nboard:depth=2,seconds=20:{ENGINE}")])
    assert (record.ending, record.reason) == ("rules", "")
