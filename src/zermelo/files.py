"""Files that are written whole."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path


def write_whole(file: Path, data: bytes) -> None:
    """The file is there with all of the data, or as it was before; whatever happens meanwhile."""
    write_parts(file, [data])


def write_parts(file: Path, parts: Iterable[bytes]) -> None:
    """The same, of data that comes in parts."""
    beside = file.with_name(f".{file.name}.part")
    with beside.open("wb") as out:
        for each in parts:
            out.write(each)
        out.flush()
        os.fsync(out.fileno())
    os.replace(beside, file)
