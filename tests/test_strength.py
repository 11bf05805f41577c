"""bench/strength.py: plays pairs, goes on where it stopped, and counts what was played."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def run(*arguments: str) -> str:
    command = [sys.executable, str(ROOT / "bench" / "strength.py"), *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=120)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def test_a_match_is_played_in_pairs_and_goes_on(tmp_path: Path) -> None:
    game, out = f"{ROOT / 'examples' / 'breakthrough.py'}:Breakthrough", tmp_path / "games.jsonl"
    limits = ("--seconds=0.002", "--opening=2", "--plies=12", f"--out={out}")
    assert "of 2 games" in run(game, "auto", "alphabeta", "--games=2", *limits)
    first, second = (json.loads(line) for line in out.read_text().splitlines())
    assert (first["exchanged"], second["exchanged"]) == (False, True)
    assert first["moves"][:2] == second["moves"][:2]
    assert {row["ending"] for row in (first, second)} <= {"rules", "length"}
    assert all(cpu > 0 for row in (first, second) for cpu in row["cpu"])
    with out.open("a") as file:
        file.write('{"game": "cut o')  # as an interruption leaves it
    printed = run("--table", str(out))
    assert printed.startswith("breakthrough.py:Breakthrough, auto against alphabeta, 0.002 s: ")
    assert printed == run(game, "auto", "alphabeta", "--games=2", *limits)
    assert len(out.read_text().splitlines()) == 2


def test_numbers_of_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    from strength import elo, outcome

    rows = [
        {"pair": pair, "points": points, "cpu": [0.1, 0.2], "depth": [4.0, None]}
        for pair, both in enumerate([(1.0, 1.0), (1.0, 0.5), (1.0, 0.0), (0.0, 1.0)])
        for points in both
    ]
    found = outcome(rows)
    assert (found.games, found.wins, found.draws, found.losses) == (8, 5, 1, 2)
    assert found.score == 5.5 / 8
    assert found.depth == ("4.0", "–")
    assert found.margin == pytest.approx(
        1.96 * 0.25 / 2
    )  # the means of pairs are 1, 0.75, 0.5, 0.5: spread 0.239, at least 0.25
    assert elo(0.75) == pytest.approx(190.8, abs=0.1)
    assert elo(1.0) == float("inf")
