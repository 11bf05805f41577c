"""The stubs of the compiled module are generated (make stubs), and are those of the module that is installed."""

from __future__ import annotations

from pathlib import Path
from runpy import run_path

import pytest

import zermelo
from zermelo.native import core

GENERATOR = Path(__file__).parent.parent / "build_backend" / "stubs.py"


def test_the_stubs_are_the_generated_ones() -> None:
    pytest.importorskip("nanobind")
    if core.__name__ != "zermelo._core":
        pytest.skip("a portable build runs another copy of the core")
    fresh = run_path(str(GENERATOR))["stubs"]()
    assert fresh == (Path(zermelo.__file__).parent / "_core.pyi").read_text(encoding="utf-8"), "run make stubs"
