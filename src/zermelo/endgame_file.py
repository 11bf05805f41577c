"""Endgame tables in files.

    zermelo endgames\\n  what it is
    version 2 bytes     of this format
    length  4 bytes     of the header
    header              JSON: the game, what the codes mean, the slices, the lengths of the sections
    sections            compressed (xz): the keys and their values, or the values of each slice
    sum     32 bytes    SHA-256 of everything before

Numbers are written low byte first. A table by index holds for as long as its game numbers positions as it did (`check`,
which is compared when the table is first used); a table by key belongs to the version that wrote it, which may hash
positions otherwise than others.
"""

from __future__ import annotations

import hashlib
import lzma
import os
import struct
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from zermelo.codec import from_json, to_json
from zermelo.files import write_parts
from zermelo.native import core
from zermelo.version import __version__

MAGIC = b"zermelo endgames\n"
FORMAT = 1
FIXED = struct.Struct("<HI")
SUM = 32
QUICK = 1 << 20  # bytes from which on it is more important to be done soon than to save a few per cent


@dataclass(frozen=True)
class SliceHeader:
    name: str
    pieces: int
    size: int


@dataclass(frozen=True)
class Section:
    """Compressed bytes, and how many each value has (0: one, which says the plies of players who move in turn)."""

    length: int
    width: int


@dataclass(frozen=True)
class Header:
    """What a table is besides its content."""

    version: str
    game: str
    symmetric: bool
    payoffs: list[float]
    slices: list[SliceHeader]
    sections: list[Section]
    check: str  # of an index: the number that says how positions were numbered


def save(table: core.EndgameTable, file: str | os.PathLike[str]) -> None:
    """Writes the whole file or leaves the old one."""
    Writer(table).save(Path(file))


class Writer:
    """Writes a table, once or again and again while it grows: what was compressed before is not compressed again."""

    def __init__(self, table: core.EndgameTable) -> None:
        self.table = table
        self.sections: list[Section] = []
        self.content: list[bytes] = []

    def save(self, file: Path) -> None:
        write_parts(file, self.data())

    def data(self) -> Iterator[bytes]:
        """All bytes of the file."""
        if sys.byteorder != "little":
            raise ValueError("endgame tables are saved on machines that write the low byte first")
        self.compress()
        header = to_json(self.header())
        checksum = hashlib.sha256()
        for each in (MAGIC, FIXED.pack(FORMAT, len(header)), header, *self.content):
            checksum.update(each)
            yield each
        yield checksum.digest()

    def compress(self) -> None:
        if self.table.planned:
            for number in range(len(self.content), len(self.table.tallies)):
                self.add(*core.endgame_part(self.table, number))
        elif not self.content:
            keys, cells = core.endgame_keys(self.table)
            self.add(8, keys)
            self.add(*cells)

    def add(self, width: int, data: bytes) -> None:
        self.content.append(lzma.compress(data, preset=0 if len(data) > QUICK else 6))
        self.sections.append(Section(len(self.content[-1]), width))

    def header(self) -> Header:
        table = self.table
        slices = [SliceHeader(each.name, each.pieces, each.size) for each in table.planned]
        payoffs = list(table.payoffs)
        return Header(__version__, table.game, table.symmetric, payoffs, slices, self.sections, f"{table.check:x}")


def load(file: str | os.PathLike[str]) -> core.EndgameTable:
    """The table in a file; ValueError says why there is none."""
    try:
        return read(Path(file).read_bytes())
    except ValueError as error:
        raise ValueError(f"{os.fspath(file)}: {error}") from error


def remembered(file: str) -> core.EndgameTable:
    """The same, read once for as long as the file does not change."""
    try:
        about = os.stat(file)
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "not the name of a file"
        raise ValueError(f"endgames={file!r}: {why}") from error
    return cached(file, about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=4)
def cached(file: str, changed: int, size: int) -> core.EndgameTable:
    return load(file)


def read(data: bytes) -> core.EndgameTable:
    header, content = unwrapped(data)
    planned = [core.Slice(each.name, each.pieces, each.size) for each in header.slices]
    table = core.EndgameTable(header.game, header.symmetric, planned, int(header.check, 16))
    sections = []
    for section in header.sections:
        try:
            sections.append((section.width, lzma.decompress(content[: section.length])))
        except lzma.LZMAError as error:
            raise ValueError(f"damaged: {error}") from error
        content = content[section.length :]
    if planned:
        for width, cells in sections:
            core.add_endgame_part(table, width, cells)
    else:
        (_, keys), (width, cells) = sections
        core.fill_endgame_keys(table, header.payoffs, keys, width, cells)
    return table


def unwrapped(data: bytes) -> tuple[Header, bytes]:
    if not data.startswith(MAGIC):
        raise ValueError("not an endgame table of Zermelo")
    start = len(MAGIC) + FIXED.size
    if len(data) < start + SUM:
        raise ValueError("cut off: the file is incomplete")
    version, length = FIXED.unpack_from(data, len(MAGIC))
    if version != FORMAT:
        raise ValueError(f"a table of format {version}; this version reads format {FORMAT}")
    if hashlib.sha256(memoryview(data)[:-SUM]).digest() != data[-SUM:]:
        raise ValueError("damaged or cut off: its checksum does not match")
    header = from_json(data[start : start + length], Header)
    if not header.slices and header.version != __version__:
        raise ValueError(f"written by Zermelo {header.version}; in {__version__} positions may have other keys")
    return header, data[start + length : -SUM]


def parts(table: core.EndgameTable) -> tuple[Callable[[bytes], core.EndgameTable], tuple[bytes]]:
    """A table's `__reduce__`."""
    return read, (b"".join(Writer(table).data()),)
