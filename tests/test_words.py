"""The words of the sources and documents: phrases to avoid, and lists that must be whole."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

import zermelo

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "zermelo"  # with the C++ sources, which are not installed

# A phrase to avoid, and why: what a native engineer writes instead.
AVOIDED = {
    r"\b(is|are|was|were|be|been|being) told\b": "say who reports, shows or sends it",
    r"\b[Tt]he own\b": "whose own? its own, their own, the player's own",
    r"\b(hides?|hiding) something\b": "imperfect information, or what exactly is hidden",
    r"\b[Ll]ook(s|ed|ing)? at(?= |$|[.,;:)])(?! a step\b)": "visited, searched, analysed, read, checked, shown",
    r"\b[Ll]ook(s|ed|ing)? into\b": "searched, expanded, read",
    r"\bof (the|this) house\b": "built-in or general",
    r"\b[Bb]lanks\b": "spaces",
    r"\b([Hh]e|[Hh]is|[Hh]im|[Hh]imself)\b": "they, their, them; a player or a search is it",
}
KINDS = {".py", ".hpp", ".cpp", ".md", ".ts", ".tsx", ".toml", ".pyi"}
FOLDERS = (
    "src",
    "docs",
    "frontend/src",
    "examples",
    "tests",
    "bench",
    "recipes",
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
)


def sources() -> list[Path]:
    """The tracked texts that users and developers read."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a clone: which files are sources is not known")
    listed = subprocess.run(["git", "ls-files", *FOLDERS], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    files = [ROOT / name for name in listed.splitlines() if Path(name).suffix in KINDS]
    return [file for file in files if file.exists() and file != Path(__file__)]


@pytest.mark.parametrize("phrase", AVOIDED, ids=AVOIDED.values())
def test_words_to_avoid(phrase: str) -> None:
    found = [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for file in sources()
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if re.search(phrase, line)
    ]
    assert found == [], f"{AVOIDED[phrase]}:\n" + "\n".join(found)


def folder_list() -> str:
    """The part of the design that lists the folders of the package."""
    text = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    return text.split("## Folders are the data flow")[1].split("\n## ")[0]


def test_the_design_lists_every_folder() -> None:
    folders = {
        file.parent.relative_to(PACKAGE)
        for file in PACKAGE.rglob("*")
        if file.suffix in (".py", ".hpp", ".cpp") and "__pycache__" not in file.parts
    }
    games = {Path("games") / name for name in zermelo.all_games()}
    wanted = {path for path in folders if path.parts and not games & {path, *path.parents}}
    assert {str(path) for path in wanted if f"{path.name}/" not in folder_list()} == set()


def test_the_design_lists_every_module_of_the_top() -> None:
    names = {file.name for file in PACKAGE.glob("*.py")} - {"__init__.py"}
    assert {name for name in names if not re.search(rf"\b{re.escape(name)}", folder_list())} == set()


def test_the_design_names_only_files_that_exist() -> None:
    there = {file.name for file in PACKAGE.rglob("*") if file.suffix in (".py", ".hpp", ".cpp", ".toml", ".txt", ".md")}
    there |= {"test_imports.py", "glossary.md"}
    named = set(re.findall(r"[\w]+\.(?:py|hpp|cpp|toml|txt|md)\b", folder_list()))
    assert named - there == set()


def test_the_reference_lists_every_game_with_its_options() -> None:
    text = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    rows = dict(
        re.findall(r"^\| `(\w+)` \| ([^|]*)\|", text.split("| game | options")[1].split("\n\n")[0], re.MULTILINE)
    )
    games = zermelo.all_games()
    assert set(rows) == set(games)
    for name, game in games.items():
        assert set(re.findall(r"`(\w+)`", rows[name])) >= set(game.options), name
