"""Which copy of the compiled core is loaded: the best that is there and that the processor can run."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys

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
    on_a_machine(monkeypatch, flags, there)
    monkeypatch.delenv("ZERMELO_CORE", raising=False)
    assert native.chosen() == wanted


def on_a_machine(monkeypatch: pytest.MonkeyPatch, flags: set[str], there: set[str]) -> None:
    monkeypatch.setattr(native, "processor_flags", lambda: flags)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name.removeprefix("zermelo.") in there or None)


@pytest.mark.parametrize(
    ("form", "flags", "wanted"),
    [
        ("plain", native.V4, "_core"),
        ("plain", set(), "_core"),
        ("v3", native.V4, "_core_v3"),
        ("v4", native.V4, "_core_v4"),
        ("", native.V4, "_core_v4"),
    ],
)
def test_a_form_that_is_asked_for(form: str, flags: set[str], wanted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    on_a_machine(monkeypatch, flags, ALL)
    monkeypatch.setenv("ZERMELO_CORE", form)
    assert native.chosen() == wanted


@pytest.mark.parametrize(
    ("form", "flags", "there", "message"),
    [
        ("v5", native.V4, ALL, "ZERMELO_CORE is 'v5': it can be plain, v3 or v4, or unset"),
        ("V3", native.V4, ALL, "ZERMELO_CORE is 'V3'"),
        ("v3", native.V4, {"_core"}, "built without it"),
        ("v4", native.V3 | {"avx512f"}, ALL, "lacks avx512bw, avx512cd, avx512dq, avx512vl"),
        ("v3", set(), ALL, "this processor lacks abm, avx, avx2"),
    ],
)
def test_a_form_that_cannot_be_had(
    form: str, flags: set[str], there: set[str], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    on_a_machine(monkeypatch, flags, there)
    monkeypatch.setenv("ZERMELO_CORE", form)
    with pytest.raises(ImportError, match=message):
        native.chosen()


def test_the_variable_reaches_the_import() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import zermelo"],
        env={**os.environ, "ZERMELO_CORE": "nonsense"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("ImportError: ZERMELO_CORE is 'nonsense'")


def test_the_loaded_copy_is_the_chosen_one() -> None:
    assert native.core.__name__ == f"zermelo.{native.chosen()}"
    assert native.V3 < native.V4
