"""Spies and gluttons in a class: canaries stay unread, limits on memory and disk hold, and the class goes on."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import pytest
from test_hostile import LINUX, PROTECTED, peak_mb

import zermelo.grade.run
from costs import HANG_SECONDS
from zermelo.grade import grade, read_assignment
from zermelo.grade.building import MOST_DEPTH, copied
from zermelo.grade.run import submissions_in
from zermelo.players.isolation import OWN, STRANGER, Isolation
from zermelo.players.player import Forfeit
from zermelo.players.protocols.child_process import Program

CANARY = "CANARY-7f3a"
SPY = Path(__file__).with_name("spy.py")
ENGINE = Path(__file__).parents[2] / "examples" / "engines" / "engine.py"
pytestmark = pytest.mark.skipif(not LINUX, reason="reads /proc")
hidden = pytest.mark.skipif("files" not in PROTECTED, reason="this system cannot hide files (docs/isolation.md)")


def assignment(folder: Path, program: str = "") -> zermelo.grade.Assignment:
    text = f'game = "othello"\n[program]\n{program}\n[[phase]]\nseconds = 20\nopponents = ["naive"]\ngames = 1\n'
    (folder / "assignment.toml").write_text(text)
    return read_assignment(folder / "assignment.toml")


def said(command: list[str], isolation: Isolation, folder: Path | None = None) -> tuple[str, str]:
    """How a program that is left alone ends, and what it has written to standard error."""
    program = Program(command, isolation=isolation, folder=str(folder) if folder else None)
    try:
        while True:
            program.line(time.monotonic() + HANG_SECONDS)
    except Forfeit as forfeit:
        return forfeit.reason, program.errors
    finally:
        program.close(at_once=True)


@hidden
def test_a_spy_in_a_class_finds_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another's copy, submission, report, the answers and the environment of the grader; two are graded at a time."""
    monkeypatch.setenv("SECRET", CANARY)
    place, out = tmp_path / "submissions", tmp_path / "out"
    for name, file in (("anna", ENGINE), ("spy", SPY)):
        (place / name).mkdir(parents=True)
        shutil.copy(file, place / name / "engine.py")
    (place / "anna" / "notes.txt").write_text(CANARY)
    (tmp_path / "answers").mkdir()
    (tmp_path / "answers" / "best.txt").write_text(CANARY)
    (tmp_path / "solution.txt").write_text(CANARY)
    (out / "anna").mkdir(parents=True)
    (out / "anna" / "old-report.html").write_text(CANARY)
    planted: list[Path] = []
    listening = listener()

    def copied_beside(submission: Path, work: Path) -> None:
        copied(submission, work)
        other = work.parent.parent / "99" / "work"  # as if another were graded just now
        other.mkdir(parents=True, exist_ok=True)
        (other / "secret.txt").write_text(CANARY)
        planted.append(other / "secret.txt")

    monkeypatch.setattr(zermelo.grade.run, "copied", copied_beside)
    places = f"{tmp_path} {tempfile.gettempdir()}/zermelo-grade-* {listening[1]}"
    run = f'run = "{sys.executable} engine.py {places}"\nhide = ["answers", "solution.txt"]'
    grades = {each.name: each for each in grade(assignment(tmp_path, run), submissions_in(place), out, jobs=2)}
    listening[0].close()
    assert len(planted) == 2
    assert not planted[0].exists()
    assert [game.errors.strip() for game in grades["spy"].games] == ["spied:"]
    assert grades["spy"].verdicts == ["crash"]


def test_the_spy_can_find_what_is_not_hidden(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text(CANARY)
    opened, word = listener()
    found = said([sys.executable, str(SPY), str(tmp_path), word], OWN)[1]
    opened.close()
    assert f"spied: {tmp_path}/notes.txt" in found
    assert "network" in found


def listener() -> tuple[socket.socket, str]:
    """Somebody who could be called up, and how the spy learns of it."""
    opened = socket.create_server(("127.0.0.1", 0))
    return opened, f"port={opened.getsockname()[1]}"


# Memory that no process is charged with, 20 MB at a time, up to 2 GB.
MEMFD = """
import os
held = []
for _ in range(100):
    held.append(os.memfd_create("m"))
    os.write(held[-1], bytes(20_000_000))
"""
UNTOUCHED = """
import mmap
held = []
for _ in range(100):
    held.append(mmap.mmap(-1, 20_000_000))
    held[-1].write(bytes(20_000_000))
    held[-1].madvise(mmap.MADV_DONTNEED)
"""
SYSTEM_V = """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
libc.shmat.restype = ctypes.c_void_p
libc.shmdt.argtypes = [ctypes.c_void_p]
for _ in range(100):
    number = libc.shmget(0, 20_000_000, 0o1600)
    place = libc.shmat(number, None, 0)
    ctypes.memset(place, 1, 20_000_000)
    libc.shmdt(place)
"""
SCRATCH = """
import os
for folder in (os.environ["TMPDIR"], "/dev/shm"):
    with open(f"{folder}/big", "wb") as file:
        file.write(bytes(60_000_000))
"""
HIDDEN_MEMORY = {
    "memfd": (MEMFD, 256),
    "untouched": (UNTOUCHED, 256),
    "system v": (SYSTEM_V, 256),
    "tmpfs": (SCRATCH, 100),
}


@hidden
@pytest.mark.parametrize("kind", HIDDEN_MEMORY)
def test_memory_that_no_process_is_charged_with_counts(kind: str, tmp_path: Path) -> None:
    code, most = HIDDEN_MEMORY[kind]
    (tmp_path / "it.py").write_text(code + "\nimport time\ntime.sleep(1000)\n")
    reason, _ = said([sys.executable, str(tmp_path / "it.py")], replace(STRANGER, memory_mb=most, file_mb=64))
    assert f"it used more than {most} MB of memory" in reason


def test_a_build_that_writes_without_end_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zermelo.grade.building, "BUILD_MB", 50)
    place = tmp_path / "submissions"
    (place / "glutton").mkdir(parents=True)
    lines = "all:\n\tfor i in 1 2 3 4 5 6 7 8 9; do head -c 20000000 /dev/zero > big$$i; sleep 0.1; done; sleep 1000\n"
    (place / "glutton" / "Makefile").write_text(lines)
    (place / "anna").mkdir()
    shutil.copy(ENGINE, place / "anna")
    grades = {each.name: each for each in grade(assignment(tmp_path), submissions_in(place), tmp_path / "out", jobs=2)}
    assert "it wrote more than 50 MB" in grades["glutton"].trouble
    assert not grades["anna"].trouble
    assert grades["anna"].games


def test_submissions_that_are_too_big_or_too_deep_get_a_verdict(tmp_path: Path) -> None:
    place = tmp_path / "submissions"
    place.mkdir()
    (place / "big.c").touch()
    os.truncate(place / "big.c", 500_000_000)
    (place / "deep").mkdir()
    here = os.open(place / "deep", os.O_DIRECTORY)
    for _ in range(1_200):
        os.mkdir("d", dir_fd=here)
        here, before = os.open("d", os.O_DIRECTORY, dir_fd=here), here
        os.close(before)
    os.close(here)
    os.mkfifo(place / "pipe")
    before_mb = peak_mb()
    try:
        grades = grade(assignment(tmp_path), submissions_in(place), tmp_path / "out")
        again = grade(assignment(tmp_path), submissions_in(place), tmp_path / "out")
    finally:
        subprocess.run(["rm", "-rf", str(place)], check=True)
    assert peak_mb() - before_mb < 32
    troubles = {each.name: each.trouble for each in grades}
    assert "more than 200 MB" in troubles["big"]
    assert f"nested more than {MOST_DEPTH} deep" in troubles["deep"]
    assert "neither a file nor a folder" in troubles["pipe"]
    assert [each.trouble for each in again] == [each.trouble for each in grades]
    assert {each.failure for each in grades} == {""}


def test_a_build_that_digs_deep_leaves_nothing(tmp_path: Path) -> None:
    place = tmp_path / "submissions"
    (place / "mole").mkdir(parents=True)
    dig = "import os\nfor _ in range(1200):\n    os.mkdir('d')\n    os.chdir('d')\n"
    (place / "mole" / "dig.py").write_text(dig)
    (place / "mole" / "Makefile").write_text(f"all:\n\t{sys.executable} dig.py\n")
    (found,) = grade(assignment(tmp_path), submissions_in(place), tmp_path / "out")
    assert not found.failure
    assert found.trouble or found.games
