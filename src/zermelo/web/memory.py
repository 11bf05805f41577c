"""Memory that is given back: tables of searches are large, and the C library likes to keep what was freed.

Where the C library is glibc, blocks from a megabyte on are asked of the system each for itself, so that they go back
when they are freed, and now and then the rest is given back, too. Elsewhere nothing is done.
"""

from __future__ import annotations

import ctypes
import sys

ARENAS, MMAP_THRESHOLD = -8, -3  # of mallopt
MOST_ARENAS = 2  # parts of the heap that threads share


def glibc() -> ctypes.CDLL | None:
    if sys.platform != "linux":
        return None
    found = ctypes.CDLL(None)
    return found if hasattr(found, "mallopt") and hasattr(found, "malloc_trim") else None


def give_back_blocks() -> None:
    """From now on large blocks go back to the system when they are freed."""
    if (found := glibc()) is not None:
        found.mallopt(MMAP_THRESHOLD, 1 << 20)
        found.mallopt(ARENAS, MOST_ARENAS)


def trim() -> None:
    """Gives back what is free in the heap."""
    if (found := glibc()) is not None:
        found.malloc_trim(0)
