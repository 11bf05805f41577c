"""Programs that misbehave: a named ending in time, little memory, and nobody left behind."""

from __future__ import annotations

import os
import resource
import sys
import time
from pathlib import Path

import pytest

import zermelo
from costs import HANG_SECONDS, SOON_SECONDS, Cost, eventually
from zermelo.players.player import Forfeit
from zermelo.players.protocols.child_process import Program
from zermelo.players.protocols.course_player import CoursePlayer

SECONDS = 0.5
HEAD = "import os, sys, time, signal\nsay = lambda text: (sys.stdout.write(text), sys.stdout.flush())\n"
FOREVER = "while True: time.sleep(10)\n"

# What the program does, how the game ends, a part of the reason.
HOSTILE = {
    "silent": (FOREVER, "time", "did not answer in time"),
    "drips lines": ("while True: say('# wait\\n'); time.sleep(0.05)\n", "time", "did not answer in time"),
    "drips bytes": ("while True: say('4'); time.sleep(0.05)\n", "time", "did not answer in time"),
    "blank lines": ("while True: say('\\n' * 1000)\n", "too much output", "more than 1,000,000 bytes"),
    "floods": ("while True: say('# ' + 'x' * 1000 + '\\n')\n", "too much output", "more than 1,000,000 bytes"),
    "no newline": ("while True: say('x' * 1000)\n", "too much output", "a line of more than"),
    "binary": ("os.write(1, bytes(range(256)) + b'\\n')\n" + FOREVER, "illegal move", "is illegal: expected a column"),
    "words": ("say('I resign\\n')\n" + FOREVER, "illegal move", "`I resign` at ply 1 is illegal: expected a column"),
    "illegal": (
        "say('1 8\\n')\n" + FOREVER,
        "illegal move",
        "move `1 8` at ply 1 is illegal: it turns no disc; legal were 4 6, 3 5, 6 4, 5 3",
    ),
    "two answers": ("say('4 6\\n6 4\\n')\n" + FOREVER, "illegal move", "'6 4' when it was not its turn"),
    "late": (f"time.sleep({SECONDS + 0.4}); say('4 6\\n')\n" + FOREVER, "time", "did not answer in time"),
    "crashes": ("raise RuntimeError('the dog ate it')\n", "disconnected", "the dog ate it"),
    "exits": ("sys.exit(3)\n", "disconnected", "ended with exit code 3"),
    "dies": ("os.kill(os.getpid(), signal.SIGSEGV)\n", "disconnected", "was killed by signal 11 (SIGSEGV)"),
    "closes its output": ("os.close(1)\n" + FOREVER, "disconnected", "ended its output"),
    "closes its input": ("os.close(0); say('4 6\\n')\n" + FOREVER, "disconnected", "stopped listening"),
    "answers and leaves": ("os.close(0); say('1 8\\n')\n", "illegal move", "is illegal: it turns no disc"),
    "moves and leaves": ("say('4 6\\n')\n", "disconnected", ""),
    "never reads": ("say('4 6\\n')\n" + FOREVER, "time", "did not answer in time"),
    "ignores signals": (
        "for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP): signal.signal(each, signal.SIG_IGN)\n" + FOREVER,
        "time",
        "",
    ),
    "fills standard error": ("while True: os.write(2, b'x' * 4096)\n", "time", "did not answer in time"),
}


def program(folder: Path, text: str) -> str:
    file = folder / "program.py"
    file.write_text(HEAD + text)
    return str(file)


def slow_replies(state: zermelo.State) -> str:
    time.sleep(0.1)  # so that what a program says too early has come
    return str(state.moves()[0])


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_named_ending(kind: str, tmp_path: Path) -> None:
    """Whoever answers something may take long to start; whoever does not is ended by its time."""
    text, ending, reason = HOSTILE[kind]
    seconds = SECONDS if ending == "time" else HANG_SECONDS
    player = CoursePlayer([program(tmp_path, text)], zermelo.Limit(seconds=seconds))
    state = zermelo.start("othello")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    cost = Cost()
    record = zermelo.play(state, [player, slow_replies])
    assert (record.ending, record.winner) == (ending, 1)
    assert reason in record.reason
    assert cost.seconds <= SOON_SECONDS
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 32_000
    assert player.program is None


@pytest.mark.slow
@pytest.mark.parametrize("kind", HOSTILE)
def test_a_named_ending_in_time(kind: str, tmp_path: Path) -> None:
    """On the wall: a measurement that wants a quiet machine."""
    player = CoursePlayer([program(tmp_path, HOSTILE[kind][0])], zermelo.Limit(seconds=SECONDS))
    began = time.monotonic()
    record = zermelo.play(zermelo.start("othello"), [player, slow_replies])
    taken = time.monotonic() - began
    asked = sum(each.player == 0 for each in record.moves) + 1
    assert (record.ending, record.winner) == (HOSTILE[kind][1], 1)
    assert taken < asked * (SECONDS + 0.1) + 0.1 * len(record.moves) + 0.5


def test_a_game_clock_runs_out(tmp_path: Path) -> None:
    """Each answer is quick enough, all together are not."""
    text = "".join(f"sys.stdin.readline(); time.sleep(2.2); say('{move}\\n')\n" for move in ("4 6", "6 3", "1 1"))
    player = CoursePlayer([program(tmp_path, text + FOREVER)], zermelo.Limit(clock=zermelo.Clock(4)))
    state = zermelo.start("othello")
    assert player(state) == "d3"
    after = state.play("d3").play("c3")
    player.follow([state, state.play("d3"), after], ["d3", "c3"])
    with pytest.raises(Forfeit, match="time"):
        player(after)


LEAVES_CHILDREN = """
def child(leave):
    if os.fork() == 0:
        if leave:
            os.setsid()
            if os.fork():
                os._exit(0)
        open(sys.argv[1] + "/" + str(os.getpid()), "w").close()
        while True: time.sleep(10)
child(False)
child(True)
while len(os.listdir(sys.argv[1])) < 2: time.sleep(0.01)
say("4 6\\n")
"""


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
@pytest.mark.parametrize("end", ["time.sleep(100)\n", "sys.exit()\n"])
def test_nobody_is_left_behind(end: str, tmp_path: Path) -> None:
    """Neither children in its group nor those that have left it and lost their parent; if the program itself has ended,
    without waiting to be closed."""
    children = tmp_path / "children"
    children.mkdir()
    player = CoursePlayer(
        [program(tmp_path, LEAVES_CHILDREN + end), str(children)], zermelo.Limit(seconds=HANG_SECONDS)
    )
    assert player(zermelo.start("othello")) == "d3"
    pids = [int(name) for name in os.listdir(children)]
    assert len(pids) == 2
    if "exit" not in end:  # while it runs, they are its own
        assert all(map(alive, pids))
        player.close()
    assert eventually(lambda: not any(map(alive, pids)))


def test_a_forgotten_program_is_ended(tmp_path: Path) -> None:
    player = CoursePlayer([program(tmp_path, "say('4 6\\n')\n" + FOREVER)])
    player(zermelo.start("othello"))
    pid = player.program._child.pid
    assert alive(pid)
    del player
    assert not alive(pid)


def test_lines_are_exchanged(tmp_path: Path) -> None:
    running = Program(
        [program(tmp_path, "for line in sys.stdin: say(line.upper()); print('noted', file=sys.stderr)\n")]
    )
    for text in ("one", "two", "ü"):
        running.send(text)
        assert running.line(time.monotonic() + HANG_SECONDS) == text.upper()
    assert running.early_line() is None
    with pytest.raises(Forfeit, match="did not answer"):
        running.line(time.monotonic() + 0.3)
    assert eventually(lambda: running.errors == "noted\n" * 3)
    running.close()
    running.close()


def test_much_can_be_said_to_a_program_that_does_not_listen(tmp_path: Path) -> None:
    running = Program([program(tmp_path, FOREVER)])
    for _ in range(300):
        running.send("x" * 1000)
    with pytest.raises(Forfeit, match="time"):
        running.line(time.monotonic() + 0.2)
    running.close(at_once=True)


def test_programs_that_cannot_be_started() -> None:
    for command in (["/"], ["/no/such/thing"], ["a\0b"]):
        with pytest.raises(Forfeit, match=r"disconnected: .* cannot be started"):
            Program(command)
