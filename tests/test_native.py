"""Which copy of the compiled core is loaded: the best that is there and that the processor can run."""

from __future__ import annotations

import importlib.util

import pytest

from zermelo import native

ALL = {"_core", "_core_v3", "_core_v4"}


@pytest.mark.parametrize(
    ("flags", "there", "wanted"),
    [
        (native.V4, ALL, "_core_v4"),
        (native.V4 | {"sse2"}, {"_core", "_core_v3"}, "_core_v3"),
        (native.V4 - {"avx512vl"}, ALL, "_core_v3"),
        (native.V3, ALL, "_core_v3"),
        (native.V3 - {"bmi2"}, ALL, "_core"),
        (native.V4 - {"avx2"}, ALL, "_core"),
        (set(), ALL, "_core"),
        (native.V4, {"_core"}, "_core"),
    ],
)
def test_the_best_copy_that_runs(
    flags: set[str], there: set[str], wanted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(native, "processor_flags", lambda: flags)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name.removeprefix("zermelo.") in there or None)
    assert native.chosen() == wanted


def test_the_loaded_copy_is_the_chosen_one() -> None:
    assert native.core.__name__ == f"zermelo.{native.chosen()}"
    assert native.V3 < native.V4
