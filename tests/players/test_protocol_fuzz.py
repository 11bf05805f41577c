"""Lines that are cut, doubled, swapped, too long, not text at all: no crash, no traceback, no waiting."""

from __future__ import annotations

import os
import random
import re
import time
from collections.abc import Callable, Iterator
from itertools import islice

import pytest
from sessions import fed

import zermelo
from costs import Cost
from zermelo import Limit, Searcher
from zermelo.games.othello.protocols.gtp import Gtp
from zermelo.games.othello.protocols.nboard import NBoard
from zermelo.players.protocols.course import Course
from zermelo.players.protocols.server import LINE_BYTES, Server, lines_of
from zermelo.players.protocols.uci import Uci

GGF = "(;GM[Othello]PB[a]PW[b]RE[?]TY[8]BO[8 " + "-" * 27 + "O*------*O" + "-" * 27 + " *]B[F5]W[F6]B[D3//0.1]W[C5];)"
START = "-" * 27 + "OX------XO" + "-" * 27 + " X"
GOOD = {
    "course": ["black", "white", "6 4", "4 3", "3 4", "5 6", "pass", "# a comment", "4 6 # d3", "1 8", "8 1", ""],
    "gtp": [
        "protocol_version",
        "3 name",
        "version",
        "known_command play",
        "list_commands",
        "boardsize 8",
        "clear_board",
        "komi 6.5",
        "play b f5",
        "play w d6",
        "play b pass",
        "genmove w",
        "genmove b",
        "reg_genmove w",
        "undo",
        "gg-undo 2",
        "time_settings 1 2 3",
        "time_left b 0 1",
        "time_settings 0 1 0",
        "set_game Othello",
        "list_games",
        "loadsgf x.sgf 3",
        "showboard",
        "final_score",
        "final_status_list alive",
        "gogui-rules_board",
        "gogui-rules_legal_moves",
        "gogui-rules_side_to_move",
        "gogui-rules_final_result",
        "gogui-play_sequence b f5 w d6",
        "# interrupt",
    ],
    "nboard": [
        "nboard 2",
        "set depth 2",
        f"set game {GGF}",
        "set contempt 3",
        "move F5/1.0/2",
        "move PA",
        "move d6",
        "hint 2",
        "go",
        "ping 3",
        "learn",
        "analyze",
    ],
    "uci": [
        "uci",
        "isready",
        "debug on",
        "register later",
        "setoption name Hash value 2",
        "setoption name Threads value 1",
        "setoption name Level value 1",
        "setoption name OwnBook value false",
        "ucinewgame",
        "position startpos",
        "position startpos moves f5 d6 c3",
        f"position fen {START} moves d3",
        "go depth 2",
        "go movetime 5",
        "go nodes 9",
        "go wtime 50 btime 50 winc 1 binc 1 movestogo 3",
        "go infinite",
        "go ponder",
        "stop",
        "ponderhit",
    ],
}
REPLY = {
    "course": re.compile(r"[1-8] [1-8]|pass"),
    "gtp": re.compile(r"[=?]\d*( [^\n]+(\n[^\n]+)*)?\n"),
    "nboard": re.compile(r"(set|status|pong|search|nodestats|===|learned|analysis)\b[ -~]*|=== .*"),
    "uci": re.compile(r"(id|option|info|bestmove) [ -~]+|uciok|readyok"),
}


def server(protocol: str, tell: Callable[[str], object]) -> Server:
    searcher = Searcher(limit=Limit(nodes=20))
    if protocol == "course":
        return Course(zermelo.start("othello"), searcher, tell=tell)
    if protocol == "uci":
        return Uci(zermelo.start("othello"), searcher, tell=tell)
    return Gtp(searcher, tell=tell) if protocol == "gtp" else NBoard(searcher, tell=tell)


def mangled(rng: random.Random, good: list[str]) -> Iterator[bytes]:
    """Lines with something done to some of them."""
    while True:
        line = rng.choice(good).encode()
        kind = rng.randrange(12)
        at = rng.randrange(len(line) + 1)
        if kind == 0:
            line = line[:at]
        elif kind == 1:
            line = line + b" " + line
        elif kind == 2:
            words = line.split()
            rng.shuffle(words)
            line = b" ".join(words)
        elif kind == 3:
            line = line[:at] + bytes([rng.randrange(256)]) + line[at + 1 :]
        elif kind == 4:
            line = line[:at] + b"\0" + line[at:]
        elif kind == 5:
            line = (
                line[:at]
                + rng.choice([b"9" * 400, b"-1", b"1e400", "ü٣".encode(), b"\xff\xfe", b"\t", b"\r"])
                + line[at:]
            )
        elif kind == 6:
            line = bytes(rng.randrange(256) for _ in range(rng.randrange(40)))
        yield line.replace(b"\n", b"")


LINES = 8000  # about a second


@pytest.mark.parametrize("protocol", GOOD)
def test_mangled_lines(protocol: str) -> None:
    mangle(protocol, seed=1, lines=LINES)


@pytest.mark.slow
@pytest.mark.parametrize("protocol", GOOD)
def test_mangled_lines_for_a_minute(protocol: str) -> None:
    mangle(protocol, seed=int(time.time()), lines=60 * LINES)


def mangle(protocol: str, seed: int, lines: int) -> None:
    """In this process: every answer has its form, GTP answers each command once, no line takes long."""
    rng, told = random.Random(seed), list[str]()
    engine = server(protocol, told.append)
    engine.complain = lambda text: None  # type: ignore[method-assign]
    for line in islice(mangled(rng, GOOD[protocol]), lines):
        text = line.decode("utf-8", "replace").rstrip("\r")
        before, cost = len(told), Cost()
        engine.heard(text)
        going = engine.obey(text)
        assert cost.seconds < 20.0, line
        assert all(REPLY[protocol].fullmatch(each) for each in told[before:]), (seed, line, told[before:])
        if protocol == "gtp":
            assert len(told) - before <= 1, line
        if not going:
            engine = server(protocol, told.append)
            engine.complain = lambda text: None  # type: ignore[method-assign]
    if isinstance(engine, Uci):
        engine.interrupt()
        engine.finish()


@pytest.mark.parametrize("protocol", GOOD)
def test_mangled_bytes_into_a_process(protocol: str) -> None:
    rng = random.Random(7)
    lines = mangled(rng, GOOD[protocol])
    for end in (b"\n", b"", b"\xf0\x9f"):
        data = b"\n".join(next(lines) for _ in range(150)) + end
        assert_survives(data, protocol)


STRANGE = (
    b"",
    b"\n" * 5000,
    b"\0" * 5000,
    b"\r\n\r\n",
    b"\xff" * 3000 + b"\n",
    b"x" * LINE_BYTES,
    b"y" * LINE_BYTES + b"\n",
    b"z" * (LINE_BYTES + 1) + b"\nname\n",
    b"1 " * 500_000 + b"\n",
    random.Random(1).randbytes(20_000),
    b"play b d3 " * 9000 + b"\n",
    b"set game " + b"(;" * 30_000 + b"\n",
    b"set game (;GM[" + b"\\" * 60_000 + b"\n",
    b"ping " + b"5" * 60_000 + b"\n",
    b"position startpos moves" + b" f5" * 20_000 + b"\n",
    b"position fen " + b"(" * 60_000 + b"\ngo depth 1\n",
)


@pytest.mark.parametrize("protocol", GOOD)
def test_strange_bytes_into_a_process(protocol: str) -> None:
    assert_survives(b"\n".join(STRANGE), protocol)


@pytest.mark.slow
@pytest.mark.parametrize("protocol", GOOD)
@pytest.mark.parametrize("data", STRANGE, ids=range(len(STRANGE)))
def test_strange_bytes_one_by_one(protocol: str, data: bytes) -> None:
    assert_survives(data, protocol)


def assert_survives(data: bytes, protocol: str) -> None:
    code, out, err = fed(data, "othello", "--protocol", protocol, "--nodes", "20")
    assert code == 0, err
    assert "Traceback" not in err
    assert "internal error" not in err
    replies = out.split("\n\n")[:-1] if protocol == "gtp" else out.splitlines()
    for reply in replies:
        assert REPLY[protocol].fullmatch(reply + "\n" * (protocol == "gtp")), reply


def test_lines_are_cut_at_a_limit() -> None:
    """A line that is too long is taken for no command, and the next one is whole."""
    reading, writing = os.pipe()
    data = b"a\n" + b"name " * 20_000 + b"\nb\r\nc"
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        while data:
            data = data[os.write(writing, data) :]
        os._exit(0)
    os.close(writing)
    lines = list(lines_of(reading))
    os.close(reading)
    os.waitpid(pid, 0)
    assert [line[:5] for line in lines] == ["a", "\ufffdname", "b", "c"]
    assert all(len(line) < 100 for line in lines)
    assert list(lines_of(-1)) == []
