"""A real Ray on this machine: every game exactly once, whatever dies."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path

import pytest

from zermelo.cli.commands import run
from zermelo.cluster.ray_pool import RayPool
from zermelo.learn.job import learner_of
from zermelo.learn.recipe import recipe_from
from zermelo.learn.run import run as learned
from zermelo.match.journal import read_record
from zermelo.match.setup import setup_from
from zermelo.match.standings import standings_of
from zermelo.match.tournament import Tournament
from zermelo.tune.run import planned
from zermelo.tune.run import run as tuned

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]

# Says which process it plays in, which process of Ray has started that, and which node has started that.
SLOW = """
import os, time
class Slow:
    def __call__(self, state):
        with open("pids", "a") as file:
            with open(f"/proc/{os.getppid()}/stat") as stat:
                node = stat.read().rpartition(")")[2].split()[1]
            file.write(f"{os.getpid()} {os.getppid()} {node}\\n")
        time.sleep(0.05)
        return state.moves()[0]
class Hangs:
    def __call__(self, state):
        while True:
            try:
                time.sleep(60)
            except Exception:
                pass
"""


def setup(folder, *players, **more):
    engines = [{"name": f"{number} {player}", "player": player} for number, player in enumerate(players, 1)]
    (folder / "slow.py").write_text(SLOW)
    return setup_from({"game": "tictactoe", "engine": engines, **more}, folder)


def pids(folder) -> list[list[str]]:
    """(its process, the process of Ray, the node) of every move so far."""
    file = folder / "pids"
    return [line.split() for line in file.read_text().splitlines() if line.count(" ") == 2] if file.exists() else []


@contextmanager
def killer(times: int, victim: Callable[[], int | None]):
    """Kills somebody every now and then while the tournament is played; gives the list of the killed."""
    killed: list[int] = []

    def work() -> None:
        deadline = time.monotonic() + 90
        while len(killed) < times and time.monotonic() < deadline:
            time.sleep(0.3)
            pid = victim()
            if pid is not None and pid not in killed:
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)

    thread = threading.Thread(target=work)
    thread.start()
    yield killed
    thread.join()


def assert_each_once(chosen, folder, pool) -> None:
    """All games were played there, each once, and came to what they come to here."""
    with Tournament(chosen, folder / "r") as tournament:
        assert tournament.run(2, pool=pool)
        table = standings_of(tournament.played())
    ids = [entry["id"] for entry in read_record(folder / "r").entries]
    assert len(ids) == len(set(ids)) == 2 * chosen.pairs
    assert table.endings == {"rules": 2 * chosen.pairs}
    with Tournament(chosen, folder / "local") as tournament:
        assert tournament.run(2)
        assert standings_of(tournament.played()) == table


@pytest.mark.parametrize("who", [0, 1], ids=["the player's process", "the process of Ray"])
def test_workers_are_killed_mid_game_and_every_game_counts_once(tmp_path, who):
    pytest.importorskip("ray")
    chosen = setup(tmp_path, "trusted:slow.py:Slow", "naive", pairs=6)
    with killer(2, lambda: next((int(each[who]) for each in reversed(pids(tmp_path))), None)) as killed:
        assert_each_once(chosen, tmp_path, RayPool)
    assert len(killed) == 2


def test_a_node_is_killed_mid_game_and_every_game_counts_once(tmp_path):
    """A cluster of two nodes, both on this machine; one of them goes, with the games that are played on it."""
    ray = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    chosen = setup(tmp_path, "trusted:slow.py:Slow", "naive", pairs=8)
    environment = {"env_vars": {"PYTHONPATH": os.environ.get("PYTHONPATH", "")}}
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        second = cluster.add_node(num_cpus=1)
        cluster.wait_for_nodes()
        node = str(second.all_processes["raylet"][0].process.pid)
        ray.init(address=cluster.address, log_to_driver=False, logging_level="error", runtime_env=environment)
        gone: list[str] = []

        def remove() -> None:
            deadline = time.monotonic() + 60
            while time.monotonic() < deadline and not gone:
                time.sleep(0.1)
                here = [each for each in pids(tmp_path) if each[2] == node]
                if len(here) > 2:
                    cluster.remove_node(second, allow_graceful=False)
                    gone.append(node)

        thread = threading.Thread(target=remove)
        thread.start()
        assert_each_once(chosen, tmp_path, RayPool)
        thread.join()
        assert gone
    finally:
        ray.shutdown()
        cluster.shutdown()


def test_a_player_that_cannot_be_interrupted_has_stalled(tmp_path):
    pytest.importorskip("ray")
    chosen = setup(tmp_path, "naive", "trusted:slow.py:Hangs", seconds=0.1)
    with Tournament(chosen, tmp_path / "r") as tournament:
        assert tournament.run(2, pool=RayPool)
        table = standings_of(tournament.played())
    assert table.endings == {"stalled": 2}
    assert table.rows[1].faults == 2


def test_self_play_on_ray_comes_to_the_same(tmp_path):
    pytest.importorskip("ray")
    pytest.importorskip("numpy")
    features = "zermelo.games.tictactoe.features:FEATURES"
    learner = learner_of(recipe_from({"game": "tictactoe", "features": features, "games": 20, "pairs": 6}))
    here = learned(learner, tmp_path / "here")
    assert learned(learner, tmp_path / "ray", workers=2, pool=RayPool) == here
    for file in (tmp_path / "here").rglob("*.json"):
        assert (tmp_path / "ray" / file.relative_to(tmp_path / "here")).read_bytes() == file.read_bytes()


def test_tuning_on_ray_comes_to_the_same(tmp_path):
    pytest.importorskip("ray")
    start, plan = planned("connect4", ["margin=0.3:3"], {"nodes": 300, "iterations": 3, "pairs": 4, "test_pairs": 6})
    here = tuned(start, plan, tmp_path / "here")
    assert tuned(start, plan, tmp_path / "ray", workers=2, pool=RayPool) == here
    assert (tmp_path / "ray" / "profile.toml").read_bytes() == (tmp_path / "here" / "profile.toml").read_bytes()


def test_on_ray_from_the_command_line(capsys, tmp_path):
    pytest.importorskip("ray")
    arguments = ["match", "naive", "random", "-g", "tictactoe", "--pairs", "3", "--workers", "2", "--json"]
    assert run([*arguments, "--on", "ray"]) == 0
    there = capsys.readouterr().out
    assert run(arguments) == 0
    assert capsys.readouterr().out == there


def test_a_cluster_that_runs_already_is_left_alone(tmp_path):
    ray = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        os.environ["RAY_ADDRESS"] = cluster.address  # as if it had been begun by `ray start`
        with Tournament(setup(tmp_path, "naive", "random", pairs=2), tmp_path / "r") as tournament:
            assert tournament.run(2, pool=RayPool)
        assert not ray.is_initialized()
    finally:
        del os.environ["RAY_ADDRESS"]
        cluster.shutdown()


@pytest.fixture
def address(tmp_path, monkeypatch):
    """A cluster that was begun elsewhere, and asks for a token."""
    pytest.importorskip("ray")
    for name, value in {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}.items():
        monkeypatch.setenv(name, value)
    command = [Path(sys.executable).with_name("ray"), "start", "--head", "--block", "--port=6399", "--num-cpus=2"]
    more = ["--ray-client-server-port=9901", "--include-dashboard=false", "--disable-usage-stats"]
    cluster = subprocess.Popen([*command, *more], cwd=tmp_path, stdout=subprocess.DEVNULL, start_new_session=True)
    yield "ray://127.0.0.1:9901"
    os.killpg(cluster.pid, signal.SIGKILL)
    cluster.wait(60)


def test_a_cluster_behind_an_address(tmp_path, address, monkeypatch):
    """Ray's client waits for the cluster to begin; then two workers are killed. In a process of its own: Ray reads its
    token once."""
    (tmp_path / "slow.py").write_text(SLOW)

    def match(*where: str) -> subprocess.CompletedProcess[str]:
        command = [
            sys.executable,
            "-m",
            "zermelo",
            "match",
            "trusted:slow.py:Slow",
            "naive",
            "-g",
            "tictactoe",
            "--pairs",
            "6",
        ]
        command += ["--workers", "2", "--json", *where]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)

    with killer(2, lambda: next((int(each[1]) for each in reversed(pids(tmp_path))), None)) as killed:
        there = match("--on", address)
    assert len(killed) == 2
    assert there.returncode == 0, there.stderr
    assert there.stdout == match().stdout
    monkeypatch.setenv("RAY_AUTH_TOKEN", secrets.token_hex(32))
    refused = match("--on", address)
    assert refused.returncode == 2
    assert f"no Ray cluster answers at {address}" in refused.stderr
    assert "RAY_AUTH_TOKEN" in refused.stderr


@pytest.mark.parametrize("command", [["match", "naive", "random", "-g", "tictactoe"], ["learn", "tictactoe"]])
def test_another_place_is_refused(capsys, command):
    assert run([*command, "--on", "mars"]) == 2
    assert "expected ray" in capsys.readouterr().err
