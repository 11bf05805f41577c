"""The C++ core by itself: programs without Python, compiled and run (each says what it checks)."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ("chess", "core", "endgames", "network")
FLAGS = ("-std=c++20", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror", "-pthread")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The core's own files, compiled once for all programs."""
    place = tmp_path_factory.mktemp("core")
    compiled("-c", *map(str, sorted((ROOT / "src/zermelo/core").glob("*.cpp"))), cwd=place)
    return place


def compiled(*arguments: str, cwd: Path) -> None:
    compiler = shutil.which(os.environ.get("CXX", "c++"))
    if compiler is None:
        pytest.skip("no C++ compiler here")
    command = [compiler, *FLAGS, "-I", str(ROOT / "src" / "zermelo"), *arguments]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", SOURCES)
def test_the_core_without_python(name: str, library: Path) -> None:
    source = Path(__file__).with_name(f"{name}.cpp")
    compiled(str(source), *map(str, sorted(library.glob("*.o"))), "-o", name, cwd=library)
    done = subprocess.run([library / name], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert "WRONG" not in done.stdout
    assert done.stdout.count(" ok\n") == source.read_text(encoding="utf-8").count('  run("')
