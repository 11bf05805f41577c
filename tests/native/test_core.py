"""The C++ core by itself: a program without Python, compiled and run (`core.cpp` says what it checks)."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = Path(__file__).with_name("core.cpp")
FLAGS = ("-std=c++20", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror", "-pthread")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which(os.environ.get("CXX", "c++"))
    if compiler is None:
        pytest.skip("no C++ compiler here")
    built = tmp_path_factory.mktemp("core") / "core"
    command = [compiler, *FLAGS, "-I", str(ROOT / "src" / "zermelo"), str(SOURCE), "-o", str(built)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return built


def test_the_core_without_python(program: Path) -> None:
    done = subprocess.run([str(program)], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert "WRONG" not in done.stdout
    assert done.stdout.count(" ok\n") == SOURCE.read_text(encoding="utf-8").count('  run("')
