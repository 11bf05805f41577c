"""Players in Python that would break a careless referee, each in a process of its own.

Each game ends by its name and is that player's loss, in a match, in a tournament and in grading; nothing is left behind
and the referee does not grow. That it ends within its clock + 0.25 s is measured in the slow suite.
"""

from __future__ import annotations

import secrets
import shutil
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from test_hostile import EXTRA_MB, LATE_SECONDS, LINUX, SECONDS, forget_peak, peak_mb, survivors

import zermelo
from costs import HANG_SECONDS, eventually
from zermelo.grade import grade, read_assignment
from zermelo.grade.run import FAULTS, submissions_in
from zermelo.match.setup import setup_from
from zermelo.match.standings import standings_of
from zermelo.match.tournament import Tournament
from zermelo.players.isolation import STRANGER
from zermelo.players.player import FORGIVEN_SECONDS
from zermelo.players.protocols.python_player import PythonPlayer

FILE = Path(__file__).with_name("classes.py")
# How the game ends, and a part of the reason.
EXPECTED = {
    "Loops": ("time", "did not answer in time"),
    "LoopsInC": ("time", "did not answer in time"),
    "CatchesAll": ("time", "did not answer in time"),
    "IgnoresSignals": ("time", "did not answer in time"),
    "Stops": ("time", "did not answer in time"),
    "Threads": ("time", "did not answer in time"),
    "LeavesAtOnce": ("disconnected", "ended with exit code 0"),
    "Exits": ("failed", "raised SystemExit: no more"),
    "Interrupts": ("failed", "raised KeyboardInterrupt"),
    "Crashes": ("disconnected", "was killed by signal 11 (SIGSEGV)"),
    "Huge": ("illegal move", "an object of int that has no text"),
    "AnswersNonsense": ("illegal move", "an object of Nameless that has no text"),
    "RaisesNonsense": ("failed", "raised BadError: an object of BadError that has no text"),
    "Scribbles": ("failed", "wrote over its connection"),
    "Floods": ("too much output", "a line of more than 4,096 bytes"),
    "ClosesAll": ("disconnected", "ended with exit code"),
    "Eats": ("failed", "raised MemoryError"),
    "Forks": ("disconnected", "ended with exit code 1"),
    "Pleads": ("disconnected", "left the game: nobody's fault"),
    "Judges": ("failed", "called off"),
    "TakesBack": ("failed", "wanted a move back"),
    "Searches": ("illegal move", "move `resign please` at ply 1 is illegal"),
}
ISOLATION = replace(STRANGER, memory_mb=512)
pytestmark = pytest.mark.skipif(not LINUX, reason="reads /proc")


def hostile(kind: str, seconds: float, folder: Path) -> tuple[str, PythonPlayer]:
    """One of them with so much time, in a file whose name marks its processes."""
    token = secrets.token_hex(8)
    shutil.copy(FILE, folder / f"{token}.py")
    text = f"{folder}/{token}.py:{kind}"
    return token, PythonPlayer(text, zermelo.Limit(seconds=seconds), isolation=ISOLATION, folder=str(folder))


def reply(state: zermelo.State) -> object:
    return state.moves()[0]


@pytest.mark.parametrize("kind", EXPECTED)
def test_a_hostile_class(kind: str, tmp_path: Path) -> None:
    ending, reason = EXPECTED[kind]
    token, player = hostile(kind, SECONDS if ending == "time" else HANG_SECONDS, tmp_path)
    forget_peak()
    before_mb = peak_mb()
    record = zermelo.play(zermelo.start("tictactoe"), [player, reply])
    extra_mb = peak_mb() - before_mb
    assert (record.ending, record.winner, record.loser) == (ending, 1, 0), record.reason
    assert reason in record.reason
    assert eventually(lambda: survivors(token) == [])
    assert extra_mb <= EXTRA_MB


@pytest.mark.slow
@pytest.mark.parametrize("kind", EXPECTED)
def test_a_hostile_class_ends_in_time(kind: str, tmp_path: Path) -> None:
    """On the wall: a measurement that wants a quiet machine."""
    _, player = hostile(kind, SECONDS, tmp_path)
    record = zermelo.play(zermelo.start("tictactoe"), [player, reply])
    late = time.monotonic() - (player.deadline - FORGIVEN_SECONDS)
    assert record.ending in (EXPECTED[kind][0], "time"), record.reason  # to take much memory may take too long
    assert record.winner == 1
    assert late <= LATE_SECONDS


def tournament(engines: dict[str, str], folder: Path, record: str) -> tuple[object, dict[str, tuple[str, ...]]]:
    """The standings, and the moves of the games between the good ones."""
    setup = setup_from(
        {
            "game": "tictactoe",
            "seconds": SECONDS,
            "sandbox": True,
            "memory_mb": 512,
            "engine": [{"name": name, "player": player} for name, player in engines.items()],
        },
        folder,
    )
    with Tournament(setup, folder / record) as playing:
        assert playing.run(2)
        played = playing.played()
    good = {
        " - ".join(game.record.players): tuple(move.move for move in game.record.moves)
        for game in played.games
        if set(game.record.players) <= {"naive", "good"}
    }
    return standings_of(played), good


GOOD = "class Good:\n    def __call__(self, state): return state.moves()[-1]\n"


def check_tournament(kinds: list[str], folder: Path) -> None:
    shutil.copy(FILE, folder)
    (folder / "good.py").write_text(GOOD)
    good = {"naive": "naive", "good": "good.py:Good"}
    _, alone = tournament(good, folder, "alone.record")
    found, beside = tournament(good | {kind: f"classes.py:{kind}" for kind in kinds}, folder, "all.record")
    assert alone == beside  # the others' games are what they would be without them
    rows = {row.name: row for row in found.rows}
    for kind in kinds:
        assert rows[kind].lost >= 4, kind  # both games against each good one
    endings = {(fault.engine, fault.ending) for fault in found.faults}
    assert {(kind, EXPECTED[kind][0]) for kind in kinds} <= endings
    assert "aborted" not in found.endings


def test_some_of_them_in_a_tournament(tmp_path: Path) -> None:
    check_tournament(["LeavesAtOnce", "Scribbles"], tmp_path)


@pytest.mark.slow
def test_all_of_them_in_a_tournament(tmp_path: Path) -> None:
    check_tournament(list(EXPECTED), tmp_path)


def check_grading(kinds: list[str], folder: Path) -> None:
    place = folder / "submissions"
    source = FILE.read_text()
    for kind in kinds:
        (place / kind).mkdir(parents=True)
        (place / kind / "player.py").write_text(f"{source}\n\nPlayer = {kind}\n")
    (place / "good").mkdir()
    (place / "good" / "player.py").write_text(GOOD + "Player = Good\n")
    text = 'game = "tictactoe"\n[program]\nrun = "python:player.py:Player"\nmemory_mb = 512\n'
    phase = f'[[phase]]\nseconds = {SECONDS}\nopponents = ["random:seed=3"]\ngames = 1\n'
    (folder / "a.toml").write_text(text + phase)
    found = {each.name: each for each in grade(read_assignment(folder / "a.toml"), submissions_in(place), folder / "o")}
    assert {each.failure for each in found.values()} == {""}
    assert {each.trouble for each in found.values()} == {""}
    for kind in kinds:
        assert found[kind].points == 0, kind
        assert found[kind].verdicts == [FAULTS[EXPECTED[kind][0]]], kind
    assert {game.verdict for game in found["good"].games} <= {"won", "drawn", "lost"}


def test_some_of_them_are_graded(tmp_path: Path) -> None:
    check_grading(["LeavesAtOnce", "Exits"], tmp_path)


@pytest.mark.slow
def test_all_of_them_are_graded(tmp_path: Path) -> None:
    check_grading(list(EXPECTED), tmp_path)


@pytest.mark.parametrize("answer", ["10 ** 5000", "Odd()", "sys.exit(3)"])
def test_in_the_same_process_nonsense_is_a_loss_too(answer: str, tmp_path: Path) -> None:
    """Of players that are trusted: what Python can catch."""

    class Odd:
        def __repr__(self) -> str:
            raise RuntimeError("no name")

    names = {"Odd": Odd, "sys": sys}
    record = zermelo.play(zermelo.start("tictactoe"), [lambda state: eval(answer, names), reply])
    assert record.winner == 1
    assert record.ending in ("illegal move", "failed")
