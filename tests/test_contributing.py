"""The worked examples of CONTRIBUTING.md: the game compiles and keeps the laws, the search applies and agrees."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from test_docs import ROOT, Block, blocks

BLOCKS = list(blocks(ROOT / "CONTRIBUTING.md"))
FILES = {block.rest: block.text for block in BLOCKS if "/" in block.rest}
CHECK = """
#include "games/kayles/eval.hpp"
static_assert(zermelo::Game<zermelo::kayles::Position> && zermelo::HasSymmetry<zermelo::kayles::Position>);
static_assert(zermelo::HasJudge<zermelo::kayles::Position>);
"""


def hunks(block: Block) -> list[tuple[str, str, str]]:
    """(file, lines before, lines after) for each part of a diff."""
    found: list[tuple[str, list[str], list[str]]] = []
    file = ""
    for line in block.text.splitlines():
        if line.startswith("+++ "):
            file = line.removeprefix("+++ b/")
        elif line.startswith("@@"):
            found.append((file, [], []))
        elif not line.startswith("--- "):
            for side, sign in ((1, "-"), (2, "+")):
                if line[:1] in (" ", sign):
                    found[-1][side].append(line[1:])  # type: ignore[union-attr]
    return [(file, "\n".join(before) + "\n", "\n".join(after) + "\n") for file, before, after in found]


DIFF = [hunk for block in BLOCKS if block.kind == "diff" for hunk in hunks(block)]


def write_game(root: Path) -> None:
    for name, text in FILES.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        (file.parent / "__init__.py").touch()
        (file.parent / "README.md").touch()


def test_the_diff_fits_the_sources() -> None:
    assert len(DIFF) == 3
    for file, before, after in DIFF:
        text = (ROOT / file).read_text(encoding="utf-8")
        assert text.count(before) == 1, f"{file} has no\n{before}"
        assert after not in text


def test_the_game_compiles(tmp_path: Path) -> None:
    compiler = shutil.which(os.environ.get("CXX", "c++"))
    if compiler is None:
        pytest.skip("no C++ compiler")
    write_game(tmp_path)
    (tmp_path / "check.cpp").write_text(CHECK, encoding="utf-8")
    places = ["-I", str(tmp_path / "src" / "zermelo"), "-I", str(ROOT / "src" / "zermelo")]
    flags = ["-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror", "-fsyntax-only"]
    done = subprocess.run([compiler, *flags, *places, str(tmp_path / "check.cpp")], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_both_examples_built_and_run(tmp_path: Path) -> None:
    """A copy of the tree with the game and the search added is installed, and checked from outside."""
    for name in ("src", "CMakeLists.txt", "pyproject.toml", "README.md", "LICENSE"):
        source = ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, tmp_path / name)
    write_game(tmp_path)
    for file, before, after in DIFF:
        text = (tmp_path / file).read_text(encoding="utf-8")
        (tmp_path / file).write_text(text.replace(before, after), encoding="utf-8")
    site = tmp_path / "site"
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(site), str(tmp_path)]
    subprocess.run(install, check=True)
    script = (
        "import zermelo; from zermelo.check import check_game; report = check_game('kayles'); print(report)\n"
        "assert report.ok\n"
        "for seed in range(200):\n"
        "    tree = zermelo.random_tree(4, (1, 2, 3), seed=seed, early=0.2)\n"
        "    assert zermelo.search(tree, method='sss').score == zermelo.search(tree, method='minimax').score\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, env={**os.environ, "PYTHONPATH": str(site)})
