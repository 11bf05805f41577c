"""The journal that games are kept in: one line a game, each with its checksum, on the disk before the game counts.

    8f2a01c3 {"format": 1, "kind": "zermelo record", …}      what the games belong to
    5d0c9e77 {"id": "1/anna-bert/1", "record": {…}}           a game

Lines are only ever added. One that was cut off by a crash is dropped when the file is opened again, and one whose
checksum does not fit is left out: its game was not played. Both are reported.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from zermelo.match.job import Plain

FORMAT = 1
KIND = "zermelo record"
BEGUN = re.compile(rb'[0-9a-f]{1,8}|[0-9a-f]{8} \{?|[0-9a-f]{8} \{"[^\n]*')


class JournalError(ValueError):
    """A record that cannot be read, written or shared; the message says which and why."""


@dataclass(frozen=True)
class Contents:
    """What a file holds: the first line, the others in order, what had to be left out, and where good lines end."""

    head: Plain
    entries: tuple[Plain, ...]
    notes: tuple[str, ...]
    size: int


def line_of(entry: Plain) -> bytes:
    body = json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
    return b"%08x %b\n" % (zlib.crc32(body), body)


def entry_of(line: bytes) -> Plain | None:
    """What a line says; None if its checksum does not fit."""
    checksum, _, body = line.partition(b" ")
    if len(checksum) != 8 or checksum != b"%08x" % zlib.crc32(body):
        return None
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def read_record(file: str | Path) -> Contents:
    """Everything that is whole in a file; JournalError if it is no record. A record may be read while it is written."""
    try:
        data = Path(file).read_bytes()
    except OSError as error:
        raise JournalError(f"{file}: {error.strerror}") from None
    *lines, rest = data.split(b"\n")
    head = entry_of(lines[0]) if lines else None
    if head is None or head.get("kind") != KIND:
        raise JournalError(f"{file} is not a record of games")
    if head.get("format") != FORMAT:
        raise JournalError(f"{file} is a record of format {head.get('format')}; this version reads format {FORMAT}")
    entries, notes = [], []
    for number, line in enumerate(lines[1:], 2):
        entry = entry_of(line)
        if entry is None:
            notes.append(f"{file}: line {number} is damaged and was left out")
        else:
            entries.append(entry)
    if rest:
        notes.append(f"{file}: the last line was cut off and was dropped")
    return Contents(head, tuple(entries), tuple(notes), len(data) - len(rest))


class Journal:
    """A record that is open for writing, by one process at a time. `entries` are those that were there before.

    `add` returns when its lines are on the disk. If they cannot be written the file is as it was before.
    """

    def __init__(self, file: str | Path, head: Plain) -> None:
        self.file = Path(file)
        self._handle = self._opened()
        try:
            lock(self._handle, self.file)
            self._begin({"format": FORMAT, "kind": KIND, **head})
        except BaseException:
            os.close(self._handle)
            raise

    def _opened(self) -> int:
        try:
            return os.open(self.file, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise JournalError(f"{self.file} cannot be written: {error.strerror}") from None

    def _begin(self, head: Plain) -> None:
        self._size = 0
        self.entries: tuple[Plain, ...] = ()
        self.notes: tuple[str, ...] = ()
        self.head = head
        found = os.fstat(self._handle).st_size
        if found and unfinished(self.file):  # it was killed while it wrote its first line
            os.ftruncate(self._handle, found := 0)
        if not found:
            self.add([head])
            sync_folder(self.file.parent)
            return
        contents = read_record(self.file)
        self.head, self.entries, self.notes, self._size = contents.head, contents.entries, contents.notes, contents.size
        os.ftruncate(self._handle, self._size)

    def add(self, entries: Iterable[Plain]) -> None:
        """Adds lines, all of them or none."""
        data = b"".join(map(line_of, entries))
        try:
            os.lseek(self._handle, self._size, os.SEEK_SET)
            written = 0
            while written < len(data):
                written += os.write(self._handle, data[written:])
            os.fsync(self._handle)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self._handle, self._size)
            why = "the disk is full" if error.errno in (errno.ENOSPC, errno.EDQUOT) else error.strerror
            raise JournalError(f"{self.file} cannot be written: {why}; what was in it before is whole") from None
        self._size += len(data)

    def close(self) -> None:
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()


def unfinished(file: Path) -> bool:
    """Whether a file holds no more than the beginning of a first line of ours."""
    return BEGUN.fullmatch(file.read_bytes()) is not None


def lock(handle: int, file: Path) -> None:
    """Held until the file is closed or the process ends."""
    try:
        import fcntl
    except ImportError:  # no such locks here: it is up to the user
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise JournalError(f"{file}: another run is writing to this record") from None
    except OSError:  # a file system without locks
        return


def sync_folder(folder: Path) -> None:
    """So that a new file's name is on the disk, too."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
