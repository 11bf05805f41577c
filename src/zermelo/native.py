"""The compiled core, in the version that suits this machine.

A build from source is made for the machine it runs on. A portable build (wheels) holds further copies of the core
for newer x86-64 processors, and this module picks the best one the processor has everything for.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import TYPE_CHECKING

__all__ = ["core"]

# What x86-64-v3 code needs, by the names Linux gives them.
V3 = {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"}
V4 = V3 | {"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}


def processor_flags() -> set[str]:
    """What the processor can do, as far as the system says; nothing where it does not."""
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
            for line in file:
                if line.startswith("flags"):
                    return set(line.split(":", 1)[1].split())
    except OSError:
        pass
    return set()


def chosen() -> str:
    """The name of the module to load."""
    flags = processor_flags()
    for name, needs in (("_core_v4", V4), ("_core_v3", V3)):
        if flags >= needs and importlib.util.find_spec(f"zermelo.{name}") is not None:
            return name
    return "_core"


if TYPE_CHECKING:
    from zermelo import _core as core
else:
    core = importlib.import_module(f"zermelo.{chosen()}")
