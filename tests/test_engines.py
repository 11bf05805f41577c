"""The engines under examples/engines: whole games under the referee, and the check of their protocol."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import zermelo
from zermelo.players.isolation import STRANGER
from zermelo.players.protocols.compliance import check_program
from zermelo.players.protocols.course_player import CoursePlayer

ENGINES = Path(__file__).parents[1] / "examples" / "engines"
LANGUAGES = ("c", "js", "py")


def command(language: str, folder: Path) -> list[str]:
    """How the engine of a language is run, once it is built."""
    needed = {"c": "gcc", "js": "node"}.get(language)
    if needed is not None and shutil.which(needed) is None:
        pytest.skip(f"{needed} is not installed")
    source = ENGINES / f"engine.{language}"
    if language == "js":
        return ["node", str(source)]
    if language == "py":
        return [str(source)]
    built = folder / "engine"
    subprocess.run(["gcc", "-Wall", "-Wextra", "-Werror", "-O2", "-o", str(built), str(source)], check=True)
    return [str(built)]


def test_every_engine_is_known() -> None:
    assert {file.suffix[1:] for file in ENGINES.iterdir() if file.is_file()} == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_plays_whole_games(language: str, tmp_path: Path) -> None:
    engine = CoursePlayer(command(language, tmp_path), zermelo.Limit(seconds=20.0), isolation=STRANGER)
    for seed in range(3):
        for players in ([engine, zermelo.Random(seed)], [zermelo.Random(seed), engine]):
            record = zermelo.play(zermelo.start("othello"), players)
            assert record.ending == "rules", record.reason


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_keeps_the_protocol(language: str, tmp_path: Path) -> None:
    found = check_program(command(language, tmp_path), zermelo.start("othello"), seconds=20.0)
    assert found.ok, str(found)


def test_all_play_the_same(tmp_path: Path) -> None:
    """They take the same moves, so that each is a check of the others' rules."""
    games = set()
    for language in LANGUAGES:
        engine = CoursePlayer(command(language, tmp_path), zermelo.Limit(seconds=20.0))
        record = zermelo.play(zermelo.start("othello"), [zermelo.Random(7), engine])
        games.add(" ".join(played.move for played in record.moves))
    assert len(games) == 1


def test_they_are_short() -> None:
    for language in LANGUAGES:
        assert len((ENGINES / f"engine.{language}").read_text(encoding="utf-8").splitlines()) <= 75, language
