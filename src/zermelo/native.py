"""The compiled core, in the form that suits this machine.

A build from source is made for the machine it runs on. A portable build (wheels) holds further forms of the core
for newer x86-64 processors, and this module picks the best one the processor has everything for. The environment
variable ZERMELO_CORE asks for one form instead, for timing and for bug reports: `plain`, `v3` or `v4`.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
from typing import TYPE_CHECKING

__all__ = ["core"]

# What x86-64-v3 code needs, by the names of bind/processor/processor.cpp.
V3 = {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"}
V4 = V3 | {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}

# The forms, the best first: name, module, what the processor must have.
FORMS: dict[str, tuple[str, set[str]]] = {"v4": ("_core_v4", V4), "v3": ("_core_v3", V3), "plain": ("_core", set())}


def processor_flags() -> set[str]:
    """What the processor can do, and the system lets it; nothing where that is not known (only portable builds ask)."""
    if not is_built("_processor"):
        return set()
    found: set[str] = importlib.import_module("zermelo._processor").flags()
    return found


def is_built(module: str) -> bool:
    return importlib.util.find_spec(f"zermelo.{module}") is not None


def chosen() -> str:
    """The name of the module to load."""
    wanted = os.environ.get("ZERMELO_CORE", "")
    flags = processor_flags()
    if wanted:
        return demanded(wanted, flags)
    return next(
        module for module, needs in FORMS.values() if module == "_core" or (flags >= needs and is_built(module))
    )


def demanded(form: str, flags: set[str]) -> str:
    """The module of the form that ZERMELO_CORE asks for; an ImportError says why it cannot be had."""
    if form not in FORMS:
        raise ImportError(f"ZERMELO_CORE is {form!r}: it can be plain, v3 or v4, or unset")
    module, needs = FORMS[form]
    if not is_built(module):
        raise ImportError(f"ZERMELO_CORE={form}: this installation was built without it; only portable builds have it")
    if missing := sorted(needs - flags):
        raise ImportError(f"ZERMELO_CORE={form}: this processor lacks {', '.join(missing)}")
    return module


if TYPE_CHECKING:
    from zermelo import _core as core
else:
    core = importlib.import_module(f"zermelo.{chosen()}")
