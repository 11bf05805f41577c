"""Checkpoints of a run: finished pieces of work, each written at once and whole, and known by its hash.

A run that was killed goes on where it stopped: what is there is read, what is missing is made. One run at a time.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path

from zermelo.files import write_whole

SEAL = b"\nsha256 "


class Folder:
    """Pieces of work by name. Without a path they are made and given, and not kept."""

    def __init__(self, path: str | Path | None) -> None:
        self.path = None if path is None else Path(path)
        if self.path is not None:
            self.path.mkdir(parents=True, exist_ok=True)
            self._lock = lock(self.path / "lock")

    def piece(self, name: str, make: Callable[[], bytes]) -> bytes:
        """The piece of that name: read if it is there, else made and kept. ValueError if it was changed."""
        if self.path is None:
            return make()
        file = self.path / name
        if file.is_file():
            return opened(file)
        body = make()
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, body + SEAL + digest(body).encode() + b"\n")
        return body

    def plain(self, name: str, make: Callable[[], object]) -> object:
        """A piece of plain data, as JSON."""
        return json.loads(self.piece(name, lambda: json.dumps(make(), indent=1).encode()))

    def found(self, name: str) -> object:
        """A piece of plain data that is there; None if it is not."""
        if self.path is None or not (self.path / name).is_file():
            return None
        return json.loads(opened(self.path / name))

    def keep(self, name: str, value: object) -> None:
        """Keeps plain data that was made elsewhere."""
        self.plain(name, lambda: value)

    def write(self, name: str, text: str) -> None:
        """A file for people, written anew every time."""
        if self.path is not None:
            write_whole(self.path / name, text.encode())

    def close(self) -> None:
        if self.path is not None:
            os.close(self._lock)


def opened(file: Path) -> bytes:
    """What was kept in a file."""
    body, seal, checksum = file.read_bytes().rpartition(SEAL)
    if not seal or checksum.strip().decode("ascii", "replace") != digest(body):
        raise ValueError(f"{file}: changed or damaged (its SHA-256 does not fit); remove it to have it made again")
    return body


def digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()


def lock(file: Path) -> int:
    """Holds the file until it is closed or the process ends; ValueError if another run holds it."""
    handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        import fcntl
    except ImportError:  # no such locks here: it is up to the user
        return handle
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise ValueError(f"{file.parent}: another run is at work in this folder") from None
    return handle
