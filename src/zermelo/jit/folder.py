"""Where compiled code is kept: in NUMBA_CACHE_DIR, or in the user's folder for caches."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def folder() -> Path:
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    return (Path(chosen) if chosen else user_caches()) / "compiled"


def user_caches() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "zermelo" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "zermelo"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "zermelo"
