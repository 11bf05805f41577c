"""UCI: commands one by one, lines while it thinks, whole games through our own client, engines that misbehave."""

from __future__ import annotations

import math
import re
import shutil
import sys
import time
from pathlib import Path

import pytest
from sessions import Session, fed

import zermelo
from costs import HANG_SECONDS, SOON_SECONDS, Cost
from zermelo import Limit, Searcher, player_from
from zermelo.codec import from_plain
from zermelo.errors import ParseError
from zermelo.limits import Clock
from zermelo.match.setup import Engine, setup_from
from zermelo.players.player import Left
from zermelo.players.protocols.uci import Uci, move_named, odds_words, order_of, position_of, score_words, wire_name
from zermelo.players.protocols.uci_compliance import STEPS, check_uci
from zermelo.players.protocols.uci_player import UciPlayer, remark
from zermelo.result import Score

INFO = re.compile(
    r"info depth \d+ seldepth \d+ score (cp|mate) -?\d+( lowerbound| upperbound)? nodes \d+( nps \d+)?"
    r"( hashfull \d+)? time \d+ pv \S.*"
)
WHITE_MUST_PASS = "-XXXXXXX" + "XXXXXXXX" * 6 + "XXXXXOO- O"  # then black has h8
# Says the right things until it is asked for a move.
HANDSHAKE = """
import os, sys, time
def say(text): print(text, flush=True)
FIRST = "go"
for line in sys.stdin:
    line = line.strip()
    if line == "uci": say("id name x\\nuciok")
    elif line == "isready": say("readyok")
    elif line == "quit": break
    elif line.startswith(FIRST):
        {body}
"""


class Talk:
    """An engine in this process."""

    def __init__(self, game: str = "othello", limit: Limit | None = None, **options: object) -> None:
        self.told: list[str] = []
        self.server = Uci(zermelo.start(game), Searcher(limit=limit, **options), tell=self.told.append)

    def __call__(self, *lines: str) -> list[str]:
        """What it writes on these lines; a search is waited for unless it has no end."""
        before = len(self.told)
        for line in lines:
            self.server.heard(line)
            self.server.obey(line)
        if not self.server.order.endless:
            self.server.finish()
        return self.told[before:]


def engine(game: str) -> str:
    return f"{sys.executable} -m zermelo engine {game} --protocol uci"


def program(folder: Path, body: str) -> str:
    file = folder / "engine.py"
    file.write_text(HANDSHAKE.format(body=body))
    return f"{sys.executable} {file}"


def test_it_says_who_it_is() -> None:
    lines = Talk("connect4", threads=2)("uci")
    assert lines[0].startswith("id name Zermelo")
    assert lines[-1] == "uciok"
    assert "option name Threads type spin default 2 min 1 max 256" in lines
    assert "option name UCI_Variant type combo default connect4 var connect4" in lines
    assert {line.partition(" type ")[0].removeprefix("option name ") for line in lines[2:-1]} == {
        *("UCI_Variant", "Threads", "Hash", "Clear Hash", "Level", "OwnBook", "Ponder", "MultiPV", "Move Overhead"),
        "UCI_ShowWDL",
    }


def test_a_move_after_moves() -> None:
    talk = Talk("connect4")
    assert talk("isready", "ucinewgame", "position startpos moves 4 4 4") == ["readyok"]
    lines = talk("go depth 5")
    assert all(INFO.fullmatch(line) for line in lines[:-1]), lines
    word, move, ponder, reply = lines[-1].split()
    assert (word, ponder) == ("bestmove", "ponder")
    state = zermelo.start("connect4", "444")
    assert reply in state.play(move).moves()
    assert lines[-2].split()[2] == "5"


@pytest.mark.parametrize(
    ("go", "depth", "least"),
    [("depth 3", 3, 0), ("movetime 80", None, 0.02), ("nodes 500", None, 0), ("wtime 400", None, 0)],
)
def test_limits(go: str, depth: int | None, least: float) -> None:
    talk = Talk("othello", Limit(seconds=60), book=False)
    began, cost = time.monotonic(), Cost()
    lines = talk("position startpos", f"go {go}")
    assert time.monotonic() - began >= least
    assert cost.seconds <= SOON_SECONDS
    assert lines[-1].split()[1] in ("d3", "c4", "f5", "e6")
    assert depth is None or max(int(line.split()[2]) for line in lines[:-1]) == depth


def test_what_go_asks_for() -> None:
    words = "wtime 5000 winc 100 btime 300 movestogo 7 depth 4 nonsense 8 searchmoves a1"
    order = order_of(words.split())
    assert order.limit(0, Limit()) == Limit(4, clock=Clock(5.0, 0.1, 7))
    assert order.limit(1, Limit()) == Limit(4, clock=Clock(0.3, 0.0, 7))
    assert order_of(["movetime", "1500"]).limit(0, Limit(seconds=9)) == Limit(seconds=1.5)
    assert order_of([]).limit(0, Limit(seconds=9)) == Limit(seconds=9)
    assert order_of(["depth", "9"]).limit(0, Limit(depth=4)) == Limit(depth=4)  # the command line's depth goes first
    assert order_of(["mate", "2"]).limit(0, Limit()) == Limit(depth=4)
    for odd in ("depth", "depth x", "depth -3", "depth ٣", "nodes 0", "movetime " + "9" * 40):
        assert order_of(odd.split()).limit(0, Limit(seconds=1)) == Limit(seconds=1)
    assert order_of(["wtime", "-50"]).limit(0, Limit()).clock is not None  # it is late already
    assert not order_of(["ponderhit"]).endless


def test_it_never_starts_without_go() -> None:
    talk = Talk("tictactoe")
    assert talk("position startpos moves a1", "ponderhit", "stop", "debug on", "register later", "") == []
    assert talk("hello") == ["info string no command in 'hello'"]
    assert len(talk(*["hello"] * 1_000)) < 100  # nobody seems to read it
    assert talk("go")[-1] == "bestmove b2 ponder b1" or talk("go")[-1].startswith("bestmove b2")


def test_words_before_a_command_are_passed_over() -> None:
    assert Talk()("joho isready") == ["readyok"]


def test_endless_thinking() -> None:
    with Session("othello", "--protocol", "uci") as talk:
        talk.say("position startpos moves f5", "go infinite", "isready")
        assert talk.wait_for("readyok")[-1] == "readyok"
        time.sleep(0.2)
        talk.say("isready")
        assert not any(line.startswith("bestmove") for line in talk.wait_for("readyok"))
        cost = Cost(talk.child.pid)
        talk.say("stop")
        move = talk.wait_for("bestmove")[-1].split()[1]
        assert cost.seconds <= SOON_SECONDS
        assert move in ("d6", "f4", "f6")
        talk.say("quit")
        assert talk.line() == ""


def test_a_solved_position_waits_for_stop_too() -> None:
    with Session("tictactoe", "--protocol", "uci") as talk:
        talk.say("position startpos moves a1 b2", "go infinite")
        assert not any(line.startswith("bestmove") for line in iter_quiet(talk))
        talk.say("stop")
        talk.wait_for("bestmove")


def iter_quiet(talk: Session) -> list[str]:
    lines = []
    while not talk.silent(0.4):
        lines.append(talk.line())
    return lines


def test_pondering() -> None:
    with Session("othello", "--protocol", "uci", "--no-book") as talk:
        talk.say("position startpos moves f5 f6", "go ponder wtime 600 btime 600", "isready")
        talk.wait_for("readyok")
        time.sleep(0.3)
        cost = Cost(talk.child.pid)
        talk.say("ponderhit")
        assert talk.wait_for("bestmove")[-1].split()[1] in zermelo.start("othello", "f5f6").moves()
        assert cost.seconds <= SOON_SECONDS
        talk.say("go ponder movetime 50", "stop")
        talk.wait_for("bestmove")
        talk.say("go ponder", "quit")
        talk.wait_for("bestmove")
        assert talk.line() == ""


@pytest.mark.parametrize("batch", ["go infinite\nstop\n", "go ponder\nponderhit\n", "go depth 2\ngo depth 3\n", "go\n"])
def test_lines_that_come_all_at_once(batch: str) -> None:
    code, out, err = fed(f"position startpos\n{batch}".encode(), "connect4", "--protocol", "uci", "--depth", "3")
    assert (code, err) == (0, "")
    assert out.count("bestmove") == batch.count("go")


@pytest.mark.parametrize("end", ["quit\n", ""])
def test_the_end_ends_a_search_that_has_no_end(end: str) -> None:
    code, out, _ = fed(f"position startpos\ngo infinite\n{end}".encode(), "othello", "--protocol", "uci")
    assert (code, out.count("bestmove")) == (0, 1)


def test_positions() -> None:
    first = zermelo.start("othello")
    assert position_of(first, ["startpos"]) == [first]
    path = position_of(first, ["fen", *WHITE_MUST_PASS.split(), "moves", "pass"])
    assert path[-1].moves() == ["h8"]
    assert position_of(first, ["fen", *WHITE_MUST_PASS.split(), "moves", "0000"]) == path
    for bad in ("", "fen", "fen x", "startpos moves a1", "startpos moves 0000", "startpos f5", "moves f5"):
        with pytest.raises(ParseError):
            position_of(first, bad.split())


def test_a_wrong_position_is_no_position() -> None:
    talk = Talk("connect4")
    assert talk("position startpos moves 9")[0].startswith("info string no position: no legal move '9'; legal: 1 2 3")
    assert talk("go depth 2")[-1] == "bestmove (none)"
    assert talk("position startpos", "go depth 2")[-1] != "bestmove (none)"
    over = talk("position startpos moves 1 2 1 2 1 2 1", "go depth 2")
    assert over == ["info string the game is over", "bestmove (none)"]


def test_options() -> None:
    talk = Talk("othello")
    assert talk("setoption name Threads value 2", "setoption name hash value 8", "setoption name Level value 3") == []
    assert (talk.server.searcher.options["threads"], talk.server.searcher.options["memory_mb"]) == (2, 8.0)
    assert talk.server.searcher.level == 3
    assert talk("setoption name Level value 0", "setoption name OwnBook value false") == []
    assert (talk.server.searcher.level, talk.server.searcher.book) == (None, False)
    for wrong in (
        "Threads value 0",
        "Hash value much",
        "Contempt value 1",
        "Level value 21",
        "OwnBook value maybe",
        "",
    ):
        assert talk(f"setoption name {wrong}")[0].startswith("info string no option")
    assert talk("go depth 1")[-1].startswith("bestmove ")


def test_scores_in_words() -> None:
    assert score_words(Score(3.456)) == "cp 346"
    assert score_words(Score(1.0, proved=True, outcome="win", plies=5)) == "mate 3"
    assert score_words(Score(-1.0, proved=True, outcome="loss", plies=6)) == "mate -3"
    assert score_words(Score(1.0, proved=True, outcome="win")) == "cp 20000"
    assert score_words(Score(2.0, "at least")) == "cp 200 lowerbound"
    assert score_words(Score(-math.inf)) == "cp -100000000"


def test_a_game_of_ones_own_with_blanks_in_its_moves(tmp_path: Path) -> None:
    file = tmp_path / "nim.py"
    file.write_text(
        "import zermelo\n"
        "class Nim(zermelo.Game):\n"
        "    initial = (3, 2, 0)\n"
        "    def turn(self, s): return s[2] if s[0] + s[1] else zermelo.OVER\n"
        "    def moves(self, s): return [(i, n) for i in (0, 1) for n in range(1, s[i] + 1)]\n"
        "    def play(self, s, m):\n"
        "        left = [*s[:2]]\n"
        "        left[m[0]] -= m[1]\n"
        "        return (*left, 1 - s[2])\n"
        "    def payoff(self, s, p): return 1 if p != s[2] else -1\n"
    )
    done = fed(b"position startpos moves (0,_1)\ngo depth 9\n", f"{file}:Nim", "--protocol", "uci")
    assert done[1].splitlines()[-1].startswith("bestmove (")
    assert "failed" not in done[1]
    done = fed(b"position fen (1, 1, 0)\ngo depth 9\nposition fen ('a', 1)\ngo\n", f"{file}:Nim", "--protocol", "uci")
    assert done[0] == 0
    assert done[1].count("bestmove") == 2
    assert "bestmove (none)" in done[1]


def test_names() -> None:
    assert wire_name("take 3 of 5") == "take_3_of_5"
    assert move_named(zermelo.start("tictactoe"), "b2") == "b2"


# --- as a player ---


@pytest.mark.parametrize("game", ["tictactoe", "connect4", "othello"])
def test_whole_games_against_ourselves(game: str) -> None:
    for side in (0, 1):
        player = player_from(f"uci:depth=2:{engine(game)}")
        players = [player, zermelo.Random(side)] if side == 0 else [zermelo.Random(side), player]
        record = zermelo.play(zermelo.start(game), players)
        assert record.ending == "rules", record.reason
        own = [move.comment for move in record.moves if move.player == side]
        assert any(re.match(r"depth \d+ (cp|mate) -?\d+", comment) for comment in own)


def test_the_client_can_begin_anywhere_and_keeps_a_clock() -> None:
    player = player_from(f"uci:depth=3,clock=60+0.05:{engine('othello')} --no-book")
    record = zermelo.play(zermelo.start("othello", "f5f6e6f4"), [player, zermelo.Random(5)], draw_after=16)
    assert record.ending == "adjudicated", record.reason
    assert player.clock is not None
    assert 0 < player.clock.seconds < 60 + 0.05 * 8


def test_what_the_client_asks_for() -> None:
    words = {
        "uci:true": "movetime 1000",
        "uci:depth=5:true": "depth 5",
        "uci:seconds=2:true": "movetime 2000",
        "uci:clock=60+1:true": "btime 60000 binc 1000",
        "uci:depth=3,clock=5:true": "depth 3 btime 5000 binc 0",
    }
    for text, wanted in words.items():
        player = player_from(text)
        assert isinstance(player, UciPlayer)
        assert player.limits(1) == wanted


def test_options_are_passed_on(tmp_path: Path) -> None:
    engine_of = {"name": "fish", "player": f"uci:depth=1:{engine('tictactoe')}"}
    given = Engine(**engine_of, options={"Hash": 2, "OwnBook": False, "Level": 1})
    assert zermelo.play(zermelo.start("tictactoe"), [given.make(0), zermelo.Random(1)]).ending == "rules"
    wrong = zermelo.play(
        zermelo.start("tictactoe"), [Engine(**engine_of, options={"Hush": 2}).make(0), zermelo.Random(1)]
    )
    assert wrong.ending == "aborted"
    assert "has no option 'Hush' (options: clear hash, hash, level" in wrong.reason
    assert "options" not in Engine(**engine_of).plain()
    assert from_plain(given.plain(), Engine).options == given.options  # as a worker gets them
    assert from_plain(given.plain(), Engine).options["OwnBook"] is False
    with pytest.raises(ValueError, match="only a UCI engine has options"):
        Engine("naive", "naive", options={"Hash": 2}).make(0)
    for odd in (3, {"Hash": [1]}, {"Ha\nsh": 1}, {"Hash": "1\nquit"}):
        with pytest.raises(ValueError, match="engine 1: option"):
            setup_from({"game": "tictactoe", "engine": [{**engine_of, "options": odd}, {"player": "naive"}]})


def test_an_engine_of_another_game_is_left_alone(tmp_path: Path) -> None:
    with pytest.raises(Left, match="plays connect4, not othello"):
        player_from(f"uci:{engine('connect4')}")(zermelo.start("othello"))
    fish = program(tmp_path, "pass").split()[1]
    text = Path(fish).read_text().replace("uciok", "option name UCI_Chess960 type check default false\\nuciok")
    Path(fish).write_text(text)
    with pytest.raises(Left, match="plays chess, not othello"):
        player_from(f"uci:{sys.executable} {fish}")(zermelo.start("othello"))


HOSTILE = {
    "silent": ("time.sleep(60)", "time", "did not answer in time"),
    "drip": ("while True: say('info depth 1 score cp 3'); time.sleep(0.05)", "time", "did not answer in time"),
    "flood": ("while True: say('info string ' + 'x' * 3000)", "too much output", "before an answer"),
    "no newline": ("sys.stdout.write('x' * 100000); sys.stdout.flush(); time.sleep(60)", "too much output", "a line"),
    "binary": (
        "sys.stdout.buffer.write(bytes(range(256)) * 4); sys.stdout.flush(); time.sleep(60)",
        "time",
        "did not answer",
    ),
    "crash": ("raise SystemError('the dog ate my move')", "disconnected", "the dog ate my move"),
    "closes its output": ("os.close(1); time.sleep(60)", "disconnected", "ended its output"),
    "illegal": ("say('bestmove a1')", "illegal move", "move `a1` at ply 1 is illegal: it turns no disc"),
    "no word": ("say('bestmove')", "illegal move", "`(none)`"),
    "odd word": ("say('bestmove \\x1b[31m\\u00fc')", "illegal move", "is illegal"),
    "two answers": ("say('bestmove f5\\nbestmove d6')", "illegal move", "when it was not its turn"),
    "late": ("time.sleep(1.2); say('bestmove f5')", "time", "did not answer in time"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_engine(kind: str, tmp_path: Path) -> None:
    body, ending, reason = HOSTILE[kind]
    seconds = 0.5 if ending == "time" else HANG_SECONDS
    player = player_from(f"uci:seconds={seconds}:{program(tmp_path, body)}")
    cost = Cost()
    record = zermelo.play(zermelo.start("othello"), [player, zermelo.Random(1)])
    assert (record.ending, record.winner) == (ending, 1), record.reason
    assert reason in record.reason
    assert cost.seconds <= SOON_SECONDS


def test_one_that_does_not_greet(tmp_path: Path) -> None:
    record = zermelo.play(zermelo.start("othello"), [player_from("uci:true"), zermelo.Random(1)])
    assert (record.ending, record.reason) == ("disconnected", "true ended with exit code 0")


def test_remarks() -> None:
    line = "depth 12 seldepth 20 multipv 1 score cp -34 nodes 900 nps 5 pv e2e4 e7e5"
    assert remark(line.split()) == "depth 12 cp -34 nodes 900"
    assert remark(["string", "score"]) == remark(["depth"]) == ""
    assert remark(["score", "cp"]) == ""


def test_a_real_engine_is_greeted() -> None:
    """Of chess, which is not played here: it is recognised, and refused."""
    fish = shutil.which("stockfish") or shutil.which("stockfish", path="/usr/games")
    if fish is None:
        pytest.skip("stockfish is not installed")
    player = player_from(f"uci:seconds=60:{fish}")
    with pytest.raises(Left, match="plays chess, not tictactoe"):
        player(zermelo.start("tictactoe"))
    assert {"hash", "threads"} <= player.options.keys()
    player.close()


# --- the check ---


@pytest.mark.parametrize("game", ["tictactoe", "connect4"])
def test_the_check_finds_nothing_wrong_with_us(game: str) -> None:
    command = [
        sys.executable,
        "-c",
        f"import sys; sys.path[:0] = {sys.path!r}\n"
        f"from zermelo.cli import main; main(['engine', '{game}', '--protocol', 'uci'])",
    ]
    found = check_uci(command, zermelo.start(game))
    assert found.ok, str(found)
    assert [step.status for step in found.steps] == ["ok"] * len(STEPS)


FAULTY = {
    "no name": ("say('uciok')", "say('bestmove b2')", "greets", "does not say its name"),
    "no uciok": ("pass", "pass", "greets", "does not answer `uci`"),
    "chatty": ("say('id name x'); say('uciok'); FIRST = 'position'", "say('info string hm')", "waits", "before `go`"),
    "no answer": ("say('id name x'); say('uciok')", "pass", "answers", "does not answer `go movetime 50`"),
    "illegal": ("say('id name x'); say('uciok')", "say('bestmove z9')", "legal", "`z9` is not legal"),
    "twice": ("say('id name x'); say('uciok')", "say('bestmove b2\\nbestmove b2')", "answers", "goes on after"),
    "impatient": ("say('id name x'); say('uciok')", "say('bestmove b2')", "infinite", "before `stop`"),
    "crash": ("say('id name x'); say('uciok')", "1 / 0", "answers", "exit code 1"),
}


@pytest.mark.parametrize("kind", FAULTY)
def test_the_check_names_the_fault(kind: str, tmp_path: Path) -> None:
    greeting, body, step, what = FAULTY[kind]
    file = tmp_path / "engine.py"
    text = HANDSHAKE.format(body=body).replace('say("id name x\\nuciok")', greeting)
    file.write_text(text)
    found = check_uci([sys.executable, str(file)], zermelo.start("tictactoe"), seconds=4.0)
    assert not found.ok
    faults = {each.name: each.faults for each in found.steps}
    assert any(what in fault.what and fault.fix for fault in faults[step]), str(found)


def test_several_lines_are_numbered_and_in_order() -> None:
    talk = Talk("connect4")
    lines = talk("setoption name MultiPV value 3", "position startpos moves 4 4", "go depth 4")
    last = [line.split() for line in lines if line.startswith("info depth 4 ")]
    assert [words[words.index("multipv") + 1] for words in last] == ["1", "2", "3"]
    values = [int(words[words.index("cp") + 1]) for words in last]
    assert values == sorted(values, reverse=True)
    assert len({words[words.index("pv") + 1] for words in last}) == 3
    assert lines[-1].split()[1] == last[0][last[0].index("pv") + 1]


def test_only_the_moves_that_were_named_are_searched() -> None:
    talk = Talk("connect4", Limit(depth=4))
    lines = talk("position startpos", "go searchmoves 1 7 9 depth 3")
    assert lines[-1].split()[1] in ("1", "7")
    assert {line.split()[line.split().index("pv") + 1] for line in lines[:-1]} <= {"1", "7"}
    alone = talk("position startpos moves 1 2 1 2 1", "go nodes 500 searchmoves 7")
    assert alone[-1].split()[1] == "7"
    assert "mate -1" in alone[-2]
    assert talk("position startpos", "go depth 2 searchmoves 9")[-1].split()[1] in "1234567"


def test_a_search_of_named_moves_can_be_stopped() -> None:
    talk = Talk("connect4")
    talk("position startpos", "go infinite searchmoves 1 2")
    assert talk("stop")[-1].split()[:2][1] in ("1", "2")


def test_odds_are_shown_when_they_are_asked_for() -> None:
    talk = Talk("connect4")
    told = talk("setoption name UCI_ShowWDL value true", "position startpos", "go depth 2")
    for line in told[:-1]:
        words = line.split()
        odds = list(map(int, words[words.index("wdl") + 1 : words.index("wdl") + 4]))
        assert sum(odds) == 1000
        assert min(odds) >= 0
    assert odds_words(Score(0.0), 1.0).split()[0] == odds_words(Score(0.0), 1.0).split()[2]
    assert odds_words(Score(1, outcome="win", proved=True), 1.0) == "1000 0 0"
    assert int(odds_words(Score(2.0), 1.0).split()[0]) > 500 > int(odds_words(Score(0.5), 1.0).split()[0])


def test_the_table_is_kept_between_moves_and_cleared_when_asked() -> None:
    talk = Talk("connect4")
    talk("position startpos", "go depth 8")
    table = talk.server.searcher._table
    talk("position startpos moves 4 4", "go depth 8")
    assert talk.server.searcher._table is table is not None
    talk("setoption name Clear Hash")
    assert talk.server.searcher._table is None


@pytest.mark.parametrize(
    "line", ["MultiPV value 0", "MultiPV value x", "UCI_ShowWDL value 1", "Move Overhead value -1"]
)
def test_a_value_that_is_none_is_reported(line: str) -> None:
    (told,) = Talk("connect4")(f"setoption name {line}")
    assert told.startswith("info string no option")


def test_positions_are_followed_from_where_they_were_known() -> None:
    """Only moves that are new are played; everything else is read anew."""
    talk = Talk("connect4")
    talk("position startpos moves 4 4", "position startpos moves 4 4 3")
    assert [len(talk.server.path), talk.server.state.text] == [4, position_of(*SAME)[-1].text]
    talk("position startpos moves 4 4 3 8")
    talk("position startpos moves 4 4 3")
    assert (talk.server.trouble, talk.server.state.text) == ("", position_of(*SAME)[-1].text)
    talk("position startpos")
    assert len(talk.server.path) == 1


SAME = (zermelo.start("connect4"), ["startpos", "moves", "4", "4", "3"])
