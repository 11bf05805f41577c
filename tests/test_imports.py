"""The house rules that a machine can check: imports point down, the core knows no game, importing is quick."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import zermelo

PACKAGE = Path(zermelo.__file__).parent
ROOT = Path(__file__).parents[1]

# From the ground up. A module may import from its own floor and from those below. `zermelo` itself, the public names,
# stands on the floor of what it shows.
FLOORS = [
    {
        "errors",
        "ending",
        "files",
        "validate",
        "native",
        "query",
        "version",
        "types",
        "codec",
        "reasons",
        "trace",
        "trace_file",
        "result",
    }
    | {"table_file", "endgame_file", "load", "scene", "tabletop", "card_table", "solver_view"},
    {"compiled", "jit", "game", "autocompile", "network"},
    {"games", "pickling"},
    {"kinds", "limits", "methods", "search", "profile", "determinization", "counting", "endgames", "solving"},
    {"book", "equilibrium"},
    {"players"},
    {"match"},
    {"view"},
    {"linear", "facts", "laws", "check", "learn", "tune", "review", "grade", "practice", "adaptors"},
    {"cluster", "web"},
    {"cli", "__main__"},
]
LEVEL = {name: level for level, names in enumerate(FLOORS) for name in names}

# A game's folder holds everything about the game. What stands above the rules is named after its floor, and game.py
# refers to it by text, so that it is imported when it is used.
PARTS = {"commands": "cli", "experiment": "learn", "learn": "learn", "protocols": "players"}

# Explicit trees are part of the concept: lessons, practice and the explorer draw them. Any other game can be left out.
REQUIRED_GAMES = {"tree"}

# Imports inside a function that look up on purpose, each with its reason.
ALLOWED = {
    ("games.__init__", "adaptors"): "a game of another package is read when it is named",
    ("games.chess.board", "view"): "a board draws itself when it is asked for its SVG",
    ("games.tree.game", "search"): "practice problems are solved when they are asked for",
}


def modules() -> dict[str, Path]:
    files = [file for file in PACKAGE.rglob("*.py") if "__pycache__" not in file.parts]
    return {".".join(file.relative_to(PACKAGE).with_suffix("").parts): file for file in files}


def level(name: str) -> int | None:
    """The floor that a module, or a name in it, stands on."""
    top, *rest = name.split(".")
    part = rest[1] if top == "games" and len(rest) > 1 else ""
    return LEVEL.get(PARTS.get(part, top))


def imported(file: Path, name: str) -> set[str]:
    """What a file imports from the package, `module` or `module.Name`; also what only type checkers read."""
    package = ["zermelo", *name.split(".")[:-1]]
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name.startswith("zermelo.")}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            if source.split(".")[0] == "zermelo":
                found |= {f"{source}.{alias.name}" for alias in node.names}
    return {each.removeprefix("zermelo.") for each in found}


def test_every_module_has_a_floor() -> None:
    tops = {name.split(".")[0] for name in modules()} - {"__init__"}
    assert tops - set(LEVEL) == set(), "say in FLOORS where it stands"


def test_imports_point_down() -> None:
    upward = []
    for name, file in modules().items():
        here = level(name)
        if name == "__init__" or here is None:
            continue
        for other in imported(file, name):
            there = level(other)
            if there is not None and there > here and (name, other.split(".")[0]) not in ALLOWED:
                upward.append(f"{name} imports {other}")
    assert upward == []


def game_of(name: str) -> str:
    """The game in whose folder a module is; nothing if it is in none."""
    top, *rest = name.split(".")
    return rest[0] if top == "games" and rest and (PACKAGE / "games" / rest[0] / "game.py").exists() else ""


def test_no_game_is_imported_by_name_elsewhere() -> None:
    """What a game brings is found through its description, what it adds to the core through its folder."""
    wrong, games = [], zermelo.all_games()
    for name, file in modules().items():
        own, text = game_of(name), file.read_text(encoding="utf-8")
        wrong += [f"{name} uses core.{game}_…" for game in games if game != own and f"core.{game}_" in text]
        for other in imported(file, name):
            if game_of(other) not in ("", own, *REQUIRED_GAMES):
                wrong.append(f"{name} imports {other}")
    assert wrong == []


def test_the_design_shows_the_same_floors() -> None:
    """The list of folders in docs/design.md numbers the floors from 1; lines for a folder's files are skipped."""
    block = (ROOT / "docs" / "design.md").read_text(encoding="utf-8").split("```")[1]
    floor, shown = 0, dict[str, int]()
    for line in block.splitlines():
        if found := re.match(r" {2,3}(\d+)  ", line):
            floor = int(found[1])
        if not re.match(r" {8}\S", line):
            shown |= {name: floor - 1 for name in re.findall(r"(\w+)(?:\.py|/)", line) if name in LEVEL}
    assert shown == LEVEL


def test_exceptions_are_still_needed() -> None:
    for name, other in ALLOWED:
        assert other in {each.split(".")[0] for each in imported(modules()[name], name)}


def test_lower_modules_do_not_import_the_public_names() -> None:
    for name, file in modules().items():
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import) and any(alias.name == "zermelo" for alias in node.names):
                assert LEVEL[name.split(".")[0]] >= LEVEL["players"], f"{name} imports zermelo as a whole"


def sources(*folders: str) -> list[Path]:
    """The C++ files, of the repository: they are not installed."""
    root = Path(__file__).parents[1] / "src" / "zermelo"
    found = [file for folder in folders for file in (root / folder).rglob("*") if file.suffix in (".hpp", ".cpp")]
    assert found
    return found


def test_core_and_binding_know_no_game_by_name() -> None:
    for file in sources("core", "bind"):
        text = file.read_text(encoding="utf-8")
        assert not [line for line in text.splitlines() if "#include" in line and "games/" in line], file.name
        for name in zermelo.all_games():
            assert f"zermelo::{name}" not in text, f"{file.name} names {name}"
            assert not re.search(rf"namespace\s+{name}\b|\"{name}\"", text), f"{file.name} names {name}"
        assert not re.search(r"connect.?four|connect4|tic.?tac.?toe", text, re.IGNORECASE), file.name


def test_the_core_is_pure_cpp() -> None:
    """No Python below bind/: the core and what games say of themselves build without it."""
    for file in [*sources("core"), *(each for each in sources("games") if each.name != "bind.cpp")]:
        includes = re.findall(r'#include [<"]([^">]+)[">]', file.read_text(encoding="utf-8"))
        assert [path for path in includes if path.startswith(("nanobind", "bind/", "Python.h"))] == [], file


def test_games_do_not_include_each_other() -> None:
    for file in sources("games"):
        includes = re.findall(r'#include "([^"]+)"', file.read_text(encoding="utf-8"))
        others = [
            path for path in includes if path.startswith(("games/", "../")) and not path.startswith("games/shared/")
        ]
        assert others == [], file


def test_rules_and_skill_are_apart() -> None:
    """game.hpp never scores: it includes no eval.hpp and specialises no Skill."""
    for file in sources("games"):
        if file.name == "game.hpp":
            text = file.read_text(encoding="utf-8")
            assert "eval.hpp" not in text, file
            assert "Skill<" not in text, file


def import_seconds(module: str) -> float:
    code = "import sys, time; began = time.process_time(); import MODULE; print(time.process_time() - began)"
    done = subprocess.run(
        [sys.executable, "-c", code.replace("MODULE", module)], capture_output=True, text=True, timeout=60, check=True
    )
    return float(done.stdout)


@pytest.mark.slow
def test_importing_is_quick() -> None:
    """At most 150 ms of processor time, which other work on the machine hardly changes; the best of several."""
    assert min(import_seconds("zermelo") for _ in range(5)) <= 0.15


def test_importing_brings_nothing_heavy() -> None:
    heavy = ("numpy", "numba", "rich", "matplotlib", "click", "asyncio")
    code = f"import sys, zermelo; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "[]\n"
