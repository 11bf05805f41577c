"""Backgammon's learned numbers: the networks of all phases in one file that knows its SHA-256.

The numbers are kept as 16-bit whole numbers with one scale for each unit of a layer; all low bytes stand before all
high bytes, packed. Nothing here needs more than Python's own library.
"""

from __future__ import annotations

import hashlib
import lzma
import struct
import sys
from array import array
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

FILE = Path(__file__).with_name("weights.bin")
MAGIC = b"ZBGW"
VERSION = 1
PHASES = 4
INPUTS = 2 * 25 * 6 + 48
WIDEST = 512
OUTPUTS = 5
MOST_BYTES = 1 << 24
HEADER = struct.Struct("<4sB3x32s")  # magic, version, SHA-256 of what follows, unpacked
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9, "lc": 0, "lp": 0, "pb": 0}]


def layers(hidden: int, second: int) -> list[tuple[int, int]]:
    """Inputs and outputs of every layer; a row of biases counts as one more input."""
    if not (0 < hidden <= WIDEST and 0 <= second <= WIDEST):
        raise ValueError(f"a network of {hidden} and {second} hidden units; expected 1 to {WIDEST} and 0 to {WIDEST}")
    wide = [INPUTS, hidden, *([second] if second else []), OUTPUTS]
    return [(one + 1, other) for one, other in pairwise(wide)]


def pack(networks: bytes) -> bytes:
    """The file that holds networks in full precision, as train.py writes them (`ZBG1`)."""
    if networks[:4] != b"ZBG1":
        raise ValueError("not a file of networks in full precision")
    at = 4
    scales, numbers, shapes = array("f"), array("h"), b""
    for _ in range(PHASES):
        hidden, second = struct.unpack_from("<II", networks, at)
        shapes += struct.pack("<HH", hidden, second)
        at += 8
        for rows, columns in layers(hidden, second):
            values = floats(networks[at : at + 4 * rows * columns])
            at += 4 * rows * columns
            for column in range(columns):
                most = max(abs(value) for value in values[column::columns])
                scales.append(most / 32767 or 1.0)
            first = len(scales) - columns
            numbers.extend(round(value / scales[first + i % columns]) for i, value in enumerate(values))
    raw = shapes + bytes_of(scales) + planes(bytes_of(numbers))
    header = HEADER.pack(MAGIC, VERSION, hashlib.sha256(raw).digest())
    return header + lzma.compress(raw, format=lzma.FORMAT_RAW, filters=FILTERS)


def unpack(data: bytes, *, source: str = "weights") -> bytes:
    """The networks, unpacked but still in 16 bits, as the core takes them.

    ValueError when the file is not, byte for byte, what was written.
    """
    if len(data) < HEADER.size or not data.startswith(MAGIC):
        raise ValueError(f"{source}: not a file of backgammon networks")
    _, version, digest = HEADER.unpack_from(data)
    if version != VERSION:
        raise ValueError(f"{source}: version {version}; expected {VERSION}")
    changed = ValueError(f"{source}: changed or damaged; its SHA-256 is not that of the networks it was made for")
    try:
        reader = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=FILTERS)
        raw = reader.decompress(data[HEADER.size :], MOST_BYTES)
    except (lzma.LZMAError, EOFError):
        raise changed from None
    if not reader.eof or reader.unused_data or hashlib.sha256(raw).digest() != digest:
        raise changed
    check_size(raw, source)
    return raw


def check_size(raw: bytes, source: str) -> None:
    shapes = [struct.unpack_from("<HH", raw, 4 * i) for i in range(PHASES)]
    all_layers = [layer for shape in shapes for layer in layers(*shape)]
    wanted = 4 * PHASES + sum(4 * columns + 2 * rows * columns for rows, columns in all_layers)
    if len(raw) != wanted:
        raise ValueError(f"{source}: {len(raw)} bytes; expected {wanted}")


def planes(data: bytes) -> bytes:
    return data[::2] + data[1::2]


T = TypeVar("T", int, float)


def floats(data: bytes) -> array[float]:
    return native(array("f", data))


def native(values: array[T]) -> array[T]:
    if sys.byteorder == "big":
        values.byteswap()
    return values


def bytes_of(values: array[T]) -> bytes:
    return bytes(native(values[:]).tobytes())


def load(path: Path = FILE) -> bytes:
    """The networks of a file, as the core takes them."""
    return unpack(path.read_bytes(), source=str(path))
