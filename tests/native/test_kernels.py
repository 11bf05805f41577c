"""The vector kernels of the games, compiled for plain x86-64, AVX2 and AVX-512, find the same."""

from __future__ import annotations

import importlib.util
import platform
import shutil
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[2] / "bench" / "kernels.py"
ROUNDING = 1e-6  # of chances: plain code has no fused multiplication and addition


@pytest.mark.slow
@pytest.mark.skipif(platform.machine() != "x86_64", reason="the forms are those of x86-64")
@pytest.mark.skipif(not shutil.which("c++"), reason="no compiler")
def test_every_form_finds_the_same() -> None:
    spec = importlib.util.spec_from_file_location("kernels", BENCH)
    assert spec
    assert spec.loader
    kernels = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(kernels)
    lines = kernels.measured(1)
    assert "plain" in lines
    for form, each in lines.items():
        assert each.keys() == lines["plain"].keys()
        for name, (_, found) in each.items():
            wanted = lines["plain"][name][1]
            assert found
            assert kernels.apart(found, wanted) <= (ROUNDING if name.startswith("backgammon") else 0), (form, name)
