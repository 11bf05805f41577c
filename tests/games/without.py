"""Runs copies of the package that each lack one game, and says what does not work without it.

    python tests/games/without.py COPIES [GAMES]

COPIES holds a folder for each game, named after it, with a package `zermelo` that lacks the game. For each one, in a
process of its own: every module is imported, the help of every command is shown, the games are listed, the pages are
served, and other games keep their laws (GAMES random games of each of them; without it, of two small ones). Prints
JSON: the game to what went wrong.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import os
import pkgutil
import sys
import traceback
import urllib.request
from collections.abc import Iterator
from pathlib import Path

# Imported once, before the processes part: whichever of them is there.
HEAVY = ("click", "msgspec", "numba", "numpy", "rich.table", "starlette.applications", "starlette.routing", "uvicorn")
SMALL = ("kuhn", "rps", "tictactoe")  # two of them keep their laws in a moment


def all_modules() -> Iterator[str]:
    import zermelo

    for each in pkgutil.walk_packages(zermelo.__path__, "zermelo."):
        if each.name != "zermelo.__main__" and not each.name.startswith("zermelo._core"):
            yield each.name


def import_everything() -> None:
    """An extra that is not installed is nobody's fault."""
    from zermelo.errors import MissingExtra

    for name in all_modules():
        try:
            importlib.import_module(name)
        except MissingExtra:
            continue
        except ModuleNotFoundError as error:
            if (error.name or "zermelo").split(".")[0] == "zermelo":
                raise


def command_paths() -> Iterator[list[str]]:
    import click

    from zermelo.cli.commands import zermelo as root

    waiting: list[tuple[click.Context, list[str]]] = [(click.Context(root, info_name="zermelo"), [])]
    while waiting:
        context, path = waiting.pop()
        yield path
        group = context.command
        for name in group.list_commands(context) if isinstance(group, click.Group) else ():
            command = group.get_command(context, name)
            assert command is not None, f"{' '.join(path)} {name}"
            waiting.append((click.Context(command, parent=context, info_name=name), [*path, name]))


def command(*words: str) -> str:
    """What a command prints, if it does its work."""
    from zermelo.cli.commands import run

    with contextlib.redirect_stdout(io.StringIO()) as printed:
        code = run(words)
    assert code == 0, f"zermelo {' '.join(words)} ended with {code}"
    return printed.getvalue()


def listed() -> set[str]:
    return {each["name"] for each in json.loads(command("games", "--json"))["games"]}


def served() -> set[str]:
    """The games that the pages offer."""
    from zermelo.web.app import Settings, make_app
    from zermelo.web.server import beside, listening

    sock = listening("127.0.0.1", 0)
    with beside(make_app(Settings()), sock):
        address = f"http://127.0.0.1:{sock.getsockname()[1]}/api/games"
        with urllib.request.urlopen(address, timeout=30) as answer:
            return {each["spec"] for each in json.load(answer)}


def check_laws(names: list[str], games: int) -> None:
    from zermelo.check import check_game

    for name in names:
        report = check_game(name, games=games)
        assert report.ok, str(report)


def check_without(game: str, copy: Path, games: int) -> None:
    """Raises whatever is wrong with the package that lacks the game."""
    sys.path.insert(0, str(copy))
    import zermelo

    assert Path(zermelo.__file__ or "").is_relative_to(copy), f"{zermelo.__file__} is not the copy"
    names = sorted(each.name for each in (copy / "zermelo" / "games").iterdir() if (each / "game.py").exists())
    assert game not in names
    assert names, "no game is left"
    import_everything()
    for path in command_paths():
        command(*path, "--help")
    assert listed() == served() == set(names)
    check_laws(names if games else [each for each in SMALL if each in names][:2], games or 2)


def tried(game: str, copy: Path, games: int) -> str:
    """What goes wrong without the game; nothing if all is well. In a process of its own."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        trouble = ""
        try:
            check_without(game, copy, games)
        except BaseException:
            trouble = traceback.format_exc()
        with os.fdopen(writing, "w") as pipe:
            pipe.write(trouble)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        trouble = pipe.read()
    status = os.waitpid(child, 0)[1]
    return trouble or (f"it ended with status {status}" if status else "")


def main(copies: str, games: str = "0") -> None:
    for name in HEAVY:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    found = {copy.name: tried(copy.name, copy, int(games)) for copy in sorted(Path(copies).iterdir())}
    print(json.dumps(found))


if __name__ == "__main__":
    main(*sys.argv[1:])
