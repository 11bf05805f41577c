"""A game is its folder: what it declares is there, and without the folder everything else goes on."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

import zermelo
from zermelo.games import game_commands, game_protocols
from zermelo.native import core
from zermelo.players.protocols.external import External
from zermelo.players.protocols.server import Server
from zermelo.web import answers
from zermelo.web.catalogue import Catalogue

PACKAGE = Path(zermelo.__file__).parent
GAMES = zermelo.all_games()
REQUIRED = {"tree"}  # explicit trees are part of the concept
SCRIPT = Path(__file__).with_name("without.py")
ROOT = Path(__file__).parents[2]
FEW = """
import zermelo
from zermelo.check import check_game
from zermelo.cli.commands import run
assert list(zermelo.all_games()) == ["kuhn", "tree"], list(zermelo.all_games())
assert run(["games"]) == 0
assert all(check_game(game, games=20).ok for game in ("kuhn", [[3, 5], [2, 9]]))
"""


def without(game: str, place: Path) -> None:
    """A package of links to all of ours but one game's folder; the core still has its rules."""
    games = place / "zermelo" / "games"
    games.mkdir(parents=True)
    for each in PACKAGE.iterdir():
        if each.name != "games":
            (games.parent / each.name).symlink_to(each)
    for each in (PACKAGE / "games").iterdir():
        if each.name != game:
            (games / each.name).symlink_to(each)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("cmake") is None, reason="needs cmake and a compiler")
def test_a_core_built_with_two_games(tmp_path: Path) -> None:
    build = tmp_path / "build"
    options = ["-DZERMELO_GAMES=kuhn;tree", "-DCMAKE_BUILD_TYPE=Release", f"-DPython_EXECUTABLE={sys.executable}"]
    subprocess.run(["cmake", "-S", str(ROOT), "-B", str(build), *options], check=True, capture_output=True)
    subprocess.run(["cmake", "--build", str(build)], check=True, capture_output=True)
    package = tmp_path / "zermelo"
    package.mkdir()
    for each in [*PACKAGE.iterdir(), *build.glob("_core*.so")]:
        if each.parent == build or not (each.name.startswith("_core") and each.suffix == ".so"):
            (package / each.name).symlink_to(each)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    subprocess.run([sys.executable, "-c", FEW], check=True, cwd=tmp_path, env=environment)


def tried(place: Path, *words: str) -> dict[str, str]:
    for game in GAMES.keys() - REQUIRED:
        without(game, place / game)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [sys.executable, str(SCRIPT), str(place), *words]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=place, check=True)
    found: dict[str, str] = json.loads(done.stdout)
    return found


@pytest.fixture(scope="module")
def troubles(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return tried(tmp_path_factory.mktemp("without"))


@pytest.mark.parametrize("game", sorted(GAMES.keys() - REQUIRED))
def test_nothing_else_needs_a_games_folder(game: str, troubles: dict[str, str]) -> None:
    """Without it all modules are imported, every command has its help, the pages are served, others keep their laws."""
    assert troubles[game] == ""


@pytest.mark.slow
def test_without_any_one_game_all_others_keep_their_laws(tmp_path: Path) -> None:
    assert {game: trouble for game, trouble in tried(tmp_path, "3").items() if trouble} == {}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_what_a_game_declares_is_there(game: zermelo.game.BuiltIn) -> None:
    assert all(isinstance(game.part(each), click.Command) for each in game.commands.values())
    for each in game.protocols.values():
        engine, player = game.part(each.engine), game.part(each.player)
        assert isinstance(engine, type)
        assert issubclass(engine, Server)
        assert isinstance(player, type)
        assert issubclass(player, External)
    for name in (game.book, game.assignment):
        assert not name or game.file(name)
    assert game.start(**game.bench_options).moves()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_says_how_it_is_played(game: zermelo.game.BuiltIn) -> None:
    """In two to six sentences of plain text, which the terminal and the pages show."""
    assert 2 <= len(re.findall(r"\.(?: |$)", game.rules)) <= 6
    assert game.rules.endswith(".")
    assert not re.search(r"[`*_#\[\]|]", game.rules)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_shows_how_to_move(game: zermelo.game.BuiltIn) -> None:
    """How moves are made is said, and the positions of its pictures can be reached."""
    page = answers.rules(game.name, Catalogue().begin(game.name))
    assert page.moving
    assert game.abstract or page.pictures
    assert all(each.scene.spots for each in page.pictures)
    assert game.abstract or answers.sample(Catalogue().begin(game.name)).spots


def test_no_two_games_declare_the_same_word() -> None:
    assert sum(len(game.commands) for game in GAMES.values()) == len(game_commands())
    assert sum(len(game.protocols) for game in GAMES.values()) == len(game_protocols())


def test_a_game_that_the_core_lacks_is_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """ZERMELO_GAMES builds some of them; tic-tac-toe is played by the core of m,n,k games."""
    monkeypatch.setattr(core, "games", lambda: ["kuhn", "mnk", "tree", "without a folder"])
    assert list(zermelo.games.all_games.__wrapped__()) == ["kuhn", "mnk", "tictactoe", "tree"]
