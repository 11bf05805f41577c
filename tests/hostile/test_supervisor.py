"""Somebody kills a supervisor: a game is played again, once; whoever does it again and again has lost."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from test_hostile import LINUX, PROTECTED

from costs import eventually
from zermelo.match.journal import read_record
from zermelo.match.setup import read_setup
from zermelo.match.standings import Standings, standings_of
from zermelo.match.tournament import Tournament, read_tournament

pytestmark = pytest.mark.skipif(not LINUX, reason="reads /proc")
PLAYERS = """
import os, time
class Last:
    def __call__(self, state):
        return state.moves()[-1]
class Waits:
    def __call__(self, state):
        open(f"begun-{os.getpid()}-{time.monotonic_ns()}", "w").close()
        while not os.path.exists("gate"):
            time.sleep(0.01)
        return state.moves()[0]
class Kills:
    def __call__(self, state):
        os.kill(os.getppid(), 9)
        os._exit(0)
"""
RUNNER = """
import sys
from zermelo.match.setup import read_setup
from zermelo.match.tournament import Tournament
with Tournament(read_setup(sys.argv[1]), sys.argv[2]) as tournament:
    tournament.run(2)
"""


def written(folder: Path, *engines: str, more: str = "") -> Path:
    (folder / "players.py").write_text(PLAYERS)
    text = f'game = "tictactoe"\n{more}\n'
    text += "".join(f'[[engine]]\nname = "e{i}"\nplayer = "{player}"\n' for i, player in enumerate(engines))
    (folder / "t.toml").write_text(text)
    return folder / "t.toml"


def below(pid: int) -> list[int]:
    """Everybody that a process has started, and they."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            for child in map(int, Path(f"/proc/{pid}/task/{task}/children").read_text().split()):
                found += [child, *below(child)]
    return found


def supervisors(pid: int) -> list[int]:
    return [each for each in below(pid) if b"supervisor.py" in command_of(each)]


def command_of(pid: int) -> bytes:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


def table(file: Path, record: Path) -> Standings:
    with Tournament(read_setup(file), record) as playing:
        assert playing.run(2)
    return standings_of(read_tournament(record))


def test_a_game_whose_supervisor_was_killed_is_played_again(tmp_path: Path) -> None:
    file = written(tmp_path, "players.py:Waits", "naive")
    killed: list[int] = []

    def kill() -> None:
        assert eventually(lambda: any(tmp_path.glob("begun-*")))
        killed.extend(supervisors(os.getpid())[:1])
        os.kill(killed[0], signal.SIGKILL)
        (tmp_path / "gate").touch()

    thread = threading.Thread(target=kill)
    thread.start()
    found = table(file, tmp_path / "r")
    thread.join()
    assert killed
    assert found.endings == {"rules": 2}
    assert found == table(file, tmp_path / "whole")


def test_who_kills_its_supervisor_has_lost(tmp_path: Path) -> None:
    found = table(written(tmp_path, "players.py:Kills", "naive"), tmp_path / "r")
    assert found.endings == {"disconnected": 2}
    assert [(row.name, row.lost, row.faults) for row in found.rows][1] == ("e0", 2, 2)
    assert "the supervisor of e0 was killed, 3 times" in found.faults[0].reason


@pytest.mark.skipif("processes" not in PROTECTED, reason="no namespaces here")
def test_in_the_sandbox_it_cannot(tmp_path: Path) -> None:
    found = table(written(tmp_path, "players.py:Kills", "naive", more="sandbox = true"), tmp_path / "r")
    assert found.endings == {"disconnected": 2}
    assert "ended with exit code 0" in found.faults[0].reason


@pytest.mark.slow
def test_killed_two_hundred_times(tmp_path: Path) -> None:
    """The tournament, a worker, a supervisor or a player's own process, at any moment, with two workers. A player's own
    process that dies is a loss, so it is not among the victims of this test."""
    file = written(tmp_path, "players.py:Last", "naive", "random", "alphabeta:depth=1", more="pairs = 40")
    whole, record, rng, kills = table(file, tmp_path / "whole"), tmp_path / "r", random.Random(1), 0
    while kills < 200:
        runner = subprocess.Popen([sys.executable, "-c", RUNNER, str(file), str(record)])
        for _ in range(rng.randrange(1, 8)):
            time.sleep(rng.uniform(0.0, 0.5))
            victims = [each for each in below(runner.pid) if b"match.worker" in command_of(each)]
            victims += supervisors(runner.pid)
            if runner.poll() is None and victims:
                with contextlib.suppress(OSError):
                    os.kill(rng.choice(victims), signal.SIGKILL)
                kills += 1
        if runner.poll() is None:
            runner.kill()
            kills += 1
        runner.wait()
        entries = read_record(record).entries if record.exists() else []
        assert len({entry["id"] for entry in entries}) == len(entries)
        if len(entries) == 480:
            assert table(file, record) == whole
            record.unlink()
    assert table(file, record) == whole
