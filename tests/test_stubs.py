"""The stubs of the compiled module are generated, and are those of the module that is installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import zermelo
from zermelo.native import core


def test_the_stubs_are_the_generated_ones(tmp_path: Path) -> None:
    pytest.importorskip("nanobind")
    if core.__name__ != "zermelo._core":
        pytest.skip("a portable build runs another copy of the core")
    fresh = tmp_path / "_core.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-P", "-m", "zermelo._core", "-o", str(fresh)]
    subprocess.run(command, check=True, timeout=60)
    assert fresh.read_text() == (Path(zermelo.__file__).parent / "_core.pyi").read_text()
