"""Transposition tables in files: what a search found out, for a later process to go on with.

    zermelo table\\n   what it is
    version 2 bytes   of this format
    length  4 bytes   of the header
    header            JSON: the program's version, the game, the number of buckets, the replacement and the age
    content           the buckets in use
    sum     32 bytes  SHA-256 of everything before

Numbers are written low byte first.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import struct
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from zermelo.codec import from_json, to_json
from zermelo.files import write_whole
from zermelo.native import core
from zermelo.version import __version__

MAGIC = b"zermelo table\n"
FORMAT = 2  # the first had other bits in an entry, and other keys where a table was kept
FIXED = struct.Struct("<HI")
SUM = 32
BUCKET = 64  # bytes
MEGABYTE = 1024 * 1024


@dataclass(frozen=True)
class Header:
    """What a table is besides its content."""

    version: str
    game: str
    buckets: int
    replacement: str
    stamp: int


def save(table: core.Table, file: str | os.PathLike[str]) -> None:
    """Writes the whole file or leaves the old one."""
    why = why_bound(table)
    if why:
        raise ValueError(why)
    header = to_json(header_of(table))
    data = MAGIC + FIXED.pack(FORMAT, len(header)) + header + core.table_content(table)
    write_whole(Path(file), data + hashlib.sha256(data).digest())


def load(file: str | os.PathLike[str]) -> core.Table:
    """The table in a file; ValueError says why there is none."""
    try:
        header, content = unwrapped(Path(file).read_bytes())
        return filled(header, content)
    except ValueError as error:
        raise ValueError(f"{os.fspath(file)}: {error}") from error


def unwrapped(data: bytes) -> tuple[Header, bytes]:
    if not data.startswith(MAGIC):
        raise ValueError("not a table of Zermelo")
    start = len(MAGIC) + FIXED.size
    if len(data) < start + SUM:
        raise ValueError("cut off: the file is incomplete")
    version, length = FIXED.unpack_from(data, len(MAGIC))
    if version != FORMAT:
        writer = "an older" if version < FORMAT else "a newer"
        raise ValueError(f"a table of format {version}, by {writer} version of Zermelo; this one reads format {FORMAT}")
    if hashlib.sha256(memoryview(data)[:-SUM]).digest() != data[-SUM:]:
        raise ValueError("damaged or cut off: its checksum does not match")
    header = from_json(data[start : start + length], Header)
    if header.version != __version__:
        raise ValueError(
            f"written by Zermelo {header.version}; in {__version__} positions may be numbered or judged differently"
        )
    return header, data[start + length : -SUM]


def filled(header: Header, content: bytes) -> core.Table:
    table = core.Table(header.buckets * BUCKET / MEGABYTE, header.replacement)
    core.fill_table(table, content, header.stamp, header.game)
    return table


def header_of(table: core.Table) -> Header:
    return Header(__version__, table.game, table.bytes // BUCKET, table.replacement, table._stamp)


def why_bound(table: core.Table) -> str:
    """Why a table cannot leave its process; nothing if it can."""
    if sys.byteorder != "little":
        return "tables are saved on machines that write the low byte first"
    if not table._lasting:
        return f"a table of {table.game}, a game written in Python, numbers positions as this process met them"
    return why_whole(table)


def why_whole(table: core.Table) -> str:
    """Why a table cannot be copied; nothing if it can."""
    if table._beside:
        return (
            f"this table also holds the memory of {table.game}'s own search, which cannot be copied; "
            "searches with engine=False use the table alone"
        )
    return ""


def parts(table: core.Table) -> tuple[Callable[[Header, bytes], core.Table], tuple[Header, bytes]]:
    """A table's `__reduce__`."""
    why = why_bound(table)
    if why:
        raise pickle.PicklingError(why)
    return filled, (header_of(table), core.table_content(table))


def copied(table: core.Table) -> core.Table:
    """A table of its own with the same content."""
    why = why_whole(table)
    if why:
        raise TypeError(why)
    return filled(header_of(table), core.table_content(table))
