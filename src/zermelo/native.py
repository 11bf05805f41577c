"""The compiled core, in the version that suits this machine.

A build from source is made for the machine it runs on. A portable build (wheels) holds a second copy of the core for
newer x86-64 processors, and this module picks it when the processor has what it needs.
"""

from __future__ import annotations

import importlib
import importlib.util
from typing import TYPE_CHECKING

__all__ = ["core"]

# What x86-64-v3 code needs, by the names Linux gives them.
V3 = {"avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"}


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
    has_v3 = importlib.util.find_spec("zermelo._core_v3") is not None
    return "_core_v3" if has_v3 and processor_flags() >= V3 else "_core"


if TYPE_CHECKING:
    from zermelo import _core as core
else:
    core = importlib.import_module(f"zermelo.{chosen()}")
