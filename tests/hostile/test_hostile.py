"""Twenty programs that would break a careless referee.

Each game has a named ending, costs our process at most 32 MB, leaves nothing behind, and does not hurt the game beside
it. That it ends within its clock + 0.25 s is measured in the slow suite.
"""

from __future__ import annotations

import contextlib
import gc
import os
import secrets
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

import zermelo
from costs import HANG_SECONDS, eventually
from zermelo.match import Record
from zermelo.players.isolation import STRANGER
from zermelo.players.player import FORGIVEN_SECONDS
from zermelo.players.protocols.child_process import Program
from zermelo.players.protocols.course_player import CoursePlayer

ENGINES = Path(__file__).parent / "engines"
LINUX = sys.platform.startswith("linux")
SECONDS = 1.0
LATE_SECONDS, EXTRA_MB = 0.25, 32

# How the game ends, and a part of the reason.
EXPECTED = {
    "silent": ("time", "did not answer in time"),
    "slow_drip": ("time", "did not answer in time"),
    "flood": ("too much output", "more than 1,000,000 bytes"),
    "no_newline": ("too much output", "a line of more than 4,096 bytes"),
    "binary": ("illegal move", "expected a column and a row"),
    "two_answers": ("illegal move", "'6 4' when it was not its turn"),
    "late": ("time", "did not answer in time"),
    "illegal": ("illegal move", "move `1 8` at ply 1 is illegal: it turns no disc"),
    "crash": ("disconnected", "the dog ate my move"),
    "closes_stdin": ("disconnected", "stopped listening"),
    "ignores_signals": ("time", "did not answer in time"),
    "forks": ("disconnected", "ended with exit code 0"),
    "forks_setsid": ("time", "did not answer in time"),
    "eats_memory": ("time", "did not answer in time"),  # its own limit comes first, and then it sleeps
    "fills_disk": ("time", "did not answer in time"),
    "comments": ("too much output", "10,000 lines"),
    "closes_stdout": ("disconnected", "ended its output"),
    "stops": ("time", "did not answer in time"),
    "kills_parent": ("disconnected", "ended with exit code 7"),
    "hidden_memory": ("disconnected", "it used more than 256 MB of memory"),
}
ISOLATION = replace(STRANGER, memory_mb=256)
HELPFUL = Path(__file__).parents[2] / "examples" / "engines" / "engine.py"


def guard(kind: str) -> None:
    """Where files cannot be protected, the disk is not filled to see it."""
    if kind == "fills_disk" and "files" not in PROTECTED:
        pytest.skip("this system cannot protect its files (docs/isolation.md)")


def protected() -> tuple[str, ...]:
    program = Program(["true"], isolation=ISOLATION)
    program.close()
    return program.protected


PROTECTED = protected() if LINUX else ()


def reply(state: zermelo.State) -> str:
    time.sleep(0.1)  # so that what a program says too early has come
    return str(state.moves()[0])


def peak_mb() -> float:
    """The most memory this process has used since it was last forgotten."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) / 1024
    return 0.0


def forget_peak() -> None:
    gc.collect()
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def survivors(token: str) -> list[str]:
    """What still runs with this word in its command line."""
    found = []
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            line = place.read_bytes()
            if token.encode() in line and int(place.parent.name) != os.getpid():
                found.append(line.replace(b"\0", b" ").decode())
    return found


class Neighbour(threading.Thread):
    """Another game at the same time, between a good program and a random player."""

    def __init__(self) -> None:
        super().__init__()
        self.good = CoursePlayer([str(HELPFUL)], zermelo.Limit(seconds=HANG_SECONDS))
        self.record: Record | None = None

    def run(self) -> None:
        self.record = zermelo.play(zermelo.start("othello"), [self.good, zermelo.Random(1)])


@pytest.fixture(scope="module", autouse=True)
def _what_every_game_needs() -> None:
    """Memory that the first game takes, whoever plays."""
    zermelo.play(zermelo.start("othello"), [zermelo.Random(1), zermelo.Random(2)])


def test_there_are_twenty() -> None:
    assert sorted(EXPECTED) == sorted(file.stem for file in ENGINES.glob("*.py"))
    assert len(EXPECTED) == 20


@pytest.mark.skipif(not LINUX, reason="reads /proc")
@pytest.mark.parametrize("kind", EXPECTED)
def test_a_hostile_engine(kind: str, tmp_path: Path) -> None:
    guard(kind)
    ending, reason = EXPECTED[kind]
    neighbour = Neighbour()
    neighbour.start()
    token, player = hostile(kind, SECONDS if ending == "time" else HANG_SECONDS, tmp_path)
    forget_peak()
    before_mb = peak_mb()
    record = zermelo.play(zermelo.start("othello"), [player, reply])
    extra_mb = peak_mb() - before_mb
    assert (record.ending, record.winner) == (ending, 1), record.reason
    assert reason in record.reason
    assert eventually(lambda: survivors(token) == [])
    assert extra_mb <= EXTRA_MB
    neighbour.join()
    assert neighbour.record is not None
    assert neighbour.record.ending == "rules", neighbour.record.reason


def hostile(kind: str, seconds: float, folder: Path) -> tuple[str, CoursePlayer]:
    """One of them with so much time, and the word that marks its processes."""
    token = secrets.token_hex(8)
    command = [str(ENGINES / f"{kind}.py"), token]
    return token, CoursePlayer(command, zermelo.Limit(seconds=seconds), isolation=ISOLATION, folder=str(folder))


@pytest.mark.slow
@pytest.mark.skipif(not LINUX, reason="reads /proc")
@pytest.mark.parametrize("kind", EXPECTED)
def test_a_hostile_engine_ends_in_time(kind: str, tmp_path: Path) -> None:
    """On the wall: a measurement that wants a quiet machine."""
    guard(kind)
    _, player = hostile(kind, SECONDS, tmp_path)
    record = zermelo.play(zermelo.start("othello"), [player, reply])
    late = time.monotonic() - (player.deadline - FORGIVEN_SECONDS)
    assert (record.ending, record.winner) == (EXPECTED[kind][0], 1), record.reason
    assert late <= LATE_SECONDS


@pytest.mark.skipif(not LINUX, reason="reads /proc")
def test_all_at_once(tmp_path: Path) -> None:
    """One against another, four games at a time."""
    kinds = [kind for kind in EXPECTED if kind != "fills_disk" or "files" in PROTECTED]
    endings: dict[str, Record] = {}

    def one(mine: list[str]) -> None:
        for kind in mine:
            file = ENGINES / f"{kind}.py"
            limit = zermelo.Limit(seconds=2.0)
            players = [
                CoursePlayer([str(file), "both"], limit, isolation=ISOLATION, folder=str(tmp_path)) for _ in range(2)
            ]
            endings[kind] = zermelo.play(zermelo.start("othello"), players)

    threads = [threading.Thread(target=one, args=(kinds[i::4],)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(endings) == set(kinds)
    assert all(record.ending not in ("rules", "aborted", "failed") for record in endings.values())
    assert sum(file.stat().st_size for file in tmp_path.iterdir()) == 0
