"""Files that are written whole."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(file: Path, data: bytes) -> None:
    """The file is there with all of the data, or as it was before; whatever happens meanwhile."""
    beside = file.with_name(f".{file.name}.part")
    with beside.open("wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
    os.replace(beside, file)
