"""A real Ray on this machine: every game exactly once, whatever dies."""

from __future__ import annotations

import os
import signal
import threading
import time

import pytest

from zermelo.cli.commands import run
from zermelo.cluster.ray_pool import RayPool
from zermelo.match.record import read_record
from zermelo.match.setup import setup_from
from zermelo.match.table import table_of
from zermelo.match.tournament import Tournament

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

SLOW = """
import os, time
class Slow:
    def __call__(self, state):
        with open("pids", "a") as file:
            file.write(f"{os.getpid()}\\n")
        time.sleep(0.05)
        return state.moves()[0]
"""


def setup(folder, *players, **more):
    engines = [{"name": f"{number} {player}", "player": player} for number, player in enumerate(players, 1)]
    return setup_from({"game": "tictactoe", "engine": engines, **more}, folder)


def test_workers_are_killed_mid_game_and_every_game_counts_once(tmp_path):
    pytest.importorskip("ray")
    (tmp_path / "slow.py").write_text(SLOW)
    chosen = setup(tmp_path, "slow.py:Slow", "naive", pairs=6)
    killed = []

    def killer():
        deadline = time.monotonic() + 90
        while len(killed) < 2 and time.monotonic() < deadline:
            time.sleep(0.3)
            if (tmp_path / "pids").exists():
                pid = int((tmp_path / "pids").read_text().split()[-1])
                if pid not in killed:
                    os.kill(pid, signal.SIGKILL)
                    killed.append(pid)

    thread = threading.Thread(target=killer)
    thread.start()
    with Tournament(chosen, tmp_path / "r") as tournament:
        assert tournament.run(2, pool=RayPool)
        table = table_of(tournament.played())
    thread.join()
    assert len(killed) == 2
    ids = [entry["id"] for entry in read_record(tmp_path / "r").entries]
    assert len(ids) == len(set(ids)) == 12
    assert table.endings == {"rules": 12}
    with Tournament(chosen, tmp_path / "local") as tournament:
        assert tournament.run(2)
        assert table_of(tournament.played()) == table


def test_on_ray_from_the_command_line(capsys, tmp_path):
    pytest.importorskip("ray")
    arguments = ["match", "naive", "random", "-g", "tictactoe", "--pairs", "3", "--workers", "2", "--json"]
    assert run([*arguments, "--on", "ray"]) == 0
    there = capsys.readouterr().out
    assert run(arguments) == 0
    assert capsys.readouterr().out == there


def test_another_place_is_refused(capsys):
    assert run(["match", "naive", "random", "-g", "tictactoe", "--on", "mars"]) == 2
    assert "expected ray" in capsys.readouterr().err
