"""The C++ core by itself: programs without Python, compiled and run (each says what it checks)."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ("core", "endgames", "network")
FLAGS = ("-std=c++20", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror", "-pthread")


@pytest.mark.parametrize("name", SOURCES)
def test_the_core_without_python(name: str, tmp_path: Path) -> None:
    compiler = shutil.which(os.environ.get("CXX", "c++"))
    if compiler is None:
        pytest.skip("no C++ compiler here")
    source, built = Path(__file__).with_name(f"{name}.cpp"), tmp_path / name
    sources = [str(source), *map(str, sorted((ROOT / "src/zermelo/core").glob("*.cpp")))]
    command = [compiler, *FLAGS, "-I", str(ROOT / "src" / "zermelo"), *sources, "-o", str(built)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    done = subprocess.run([str(built)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert "WRONG" not in done.stdout
    assert done.stdout.count(" ok\n") == source.read_text(encoding="utf-8").count('  run("')
