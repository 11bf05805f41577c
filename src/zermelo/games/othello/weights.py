"""Othello's learned numbers: the patterns they belong to, and the file they are shipped in.

The value of a position is a sum of table entries, one for each pattern on the board (Buro's logistello). The tables of
one stage follow one another, family by family, 3^squares numbers each; all stages together and one number for each
number of empty squares are "the weights", 16-bit numbers of 1/128 disc. The file holds them without their mirror
images, in a form that packs well, and knows their SHA-256: a file that was changed is refused.

Nothing here needs more than Python's own library.
"""

from __future__ import annotations

import hashlib
import lzma
import struct
import sys
from array import array
from collections.abc import Callable, Sequence
from functools import cache
from operator import itemgetter
from pathlib import Path

Families = Sequence[Sequence[Sequence[int]]]
Pick = Callable[[Sequence[int]], tuple[int, ...]]

STAGES = 30  # two discs each
PLIES = 61  # one more number for each number of empty squares, after the tables
UNIT = 128  # weights to a disc
FILE = Path(__file__).with_name("weights.bin")

MAGIC = b"ZOTH"
VERSION = 1
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9, "lc": 0, "lp": 0, "pb": 0}]
MOST_BYTES = 1 << 25
HEADER = struct.Struct("<4sBBH32s")  # magic, version, stages, step, SHA-256 of the weights kept

SHAPES = [
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",
    "b2 a1 b1 c1 d1 e1 f1 g1 h1 g2",
    "a1 b1 c1 d1 a2 b2 c2 a3 b3 a4",
    "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    "a2 b2 c2 d2 e2 f2 g2 h2",
    "a3 b3 c3 d3 e3 f3 g3 h3",
    "a4 b4 c4 d4 e4 f4 g4 h4",
    "a1 b2 c3 d4 e5 f6 g7 h8",
    "b1 c2 d3 e4 f5 g6 h7",
    "c1 d2 e3 f4 g5 h6",
    "d1 e2 f3 g4 h5",
    "e1 f2 g3 h4",
]


def turned(square: int, symmetry: int) -> int:
    """The square's image: bit 0 mirrors left and right, bit 1 top and bottom, bit 2 swaps columns and rows."""
    column, row = square % 8, square // 8
    if symmetry & 1:
        column = 7 - column
    if symmetry & 2:
        row = 7 - row
    return column * 8 + row if symmetry & 4 else row * 8 + column


def images(squares: Sequence[int]) -> list[list[int]]:
    """The distinct places of a pattern on the board, its squares always in the same order."""
    found: dict[frozenset[int], list[int]] = {}
    for symmetry in range(8):
        image = [turned(square, symmetry) for square in squares]
        found.setdefault(frozenset(image), image)
    return list(found.values())


@cache
def families() -> list[list[list[int]]]:
    """Every pattern family as the list of its places, each a list of squares (a1 = 0, h1 = 7, h8 = 63)."""
    return [images([ord(name[0]) - ord("a") + 8 * (int(name[1]) - 1) for name in shape.split()]) for shape in SHAPES]


def mirrors(squares: Sequence[int]) -> list[list[int]]:
    """How the symmetries that keep a pattern in place exchange its squares: positions in the list."""
    found = []
    for symmetry in range(1, 8):
        image = [turned(square, symmetry) for square in squares]
        if set(image) == set(squares):
            order = [list(squares).index(square) for square in image]
            if order != list(range(len(squares))) and order not in found:
                found.append(order)
    return found


def ties(squares: Sequence[int]) -> list[int]:
    """For every index of a family the number of the weight it shares with its mirror image, counted from 0."""
    powers = [3**i for i in range(len(squares))]
    smallest = list(range(3 ** len(squares)))
    for order in mirrors(squares):
        mirrored = [0]  # grown by one square at a time: the index of the mirror image of each index so far
        for i in range(len(squares)):
            mirrored = [base + digit * powers[order[i]] for digit in range(3) for base in mirrored]
        smallest = [min(pair) for pair in zip(smallest, mirrored, strict=True)]
    numbers: dict[int, int] = {}
    return [numbers.setdefault(each, len(numbers)) for each in smallest]


@cache
def layout(shapes: tuple[tuple[int, ...], ...]) -> list[tuple[Pick, Pick, int]]:
    """For every family: the entries kept of its table, all entries from those kept, and how many are kept."""
    found: list[tuple[Pick, Pick, int]] = []
    for squares in shapes:
        tie = ties(squares)
        first = sorted({number: index for index, number in reversed(list(enumerate(tie)))}.items())
        found.append((itemgetter(*(index for _, index in first)), itemgetter(*tie), len(first)))
    return found


def layout_of(patterns: Families | None) -> list[tuple[Pick, Pick, int]]:
    return layout(tuple(tuple(places[0]) for places in patterns or families()))


def pack(weights: bytes, patterns: Families | None = None, *, step: int = 1) -> bytes:
    """The file that holds these weights, which must be multiples of `step`.

    Family by family, stage by stage, every weight once; then all low bytes, and all high bytes.
    """
    values = words_of(weights)
    sizes = [3 ** len(places[0]) for places in patterns or families()]
    if len(values) != STAGES * sum(sizes) + PLIES:
        raise ValueError(f"{len(values)} weights; expected {STAGES} stages of {sum(sizes)} and {PLIES}")
    if any(value % step for value in values):
        raise ValueError(f"weights that are not multiples of {step}")
    kept = array("h")
    at = 0
    for (keep, spread, _), size in zip(layout_of(patterns), sizes, strict=True):
        for stage in range(STAGES):
            begin = stage * sum(sizes) + at
            table = values[begin : begin + size]
            chosen = keep(table)
            if spread(chosen) != tuple(table):
                raise ValueError(f"stage {stage}: weights of mirrored patterns differ")
            kept.extend(value // step for value in chosen)
        at += size
    kept.extend(value // step for value in values[-PLIES:])
    raw = bytes_of(kept)
    header = HEADER.pack(MAGIC, VERSION, STAGES, step, digest_of(step, raw))
    return header + lzma.compress(raw[::2] + raw[1::2], format=lzma.FORMAT_RAW, filters=FILTERS)


def once(data: bytes, *, source: str = "weights") -> bytes:
    """Every weight in a file once; ValueError when it is not, byte for byte, what was written."""
    if len(data) < HEADER.size or not data.startswith(MAGIC):
        raise ValueError(f"{source}: not a file of Othello weights")
    _, version, stages, step, digest = HEADER.unpack_from(data)
    if (version, stages) != (VERSION, STAGES):
        raise ValueError(f"{source}: version {version} with {stages} stages; expected {VERSION} with {STAGES}")
    changed = ValueError(f"{source}: changed or damaged; its SHA-256 is not that of the weights it was made for")
    try:
        reader = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=FILTERS)
        planes = reader.decompress(data[HEADER.size :], MOST_BYTES + 1)
    except (lzma.LZMAError, EOFError):
        raise changed from None
    half, odd = divmod(len(planes), 2)
    if odd or len(planes) > MOST_BYTES or not reader.eof or reader.unused_data:
        raise changed
    raw = bytearray(2 * half)
    raw[::2], raw[1::2] = planes[:half], planes[half:]
    if digest_of(step, raw) != digest:
        raise changed
    try:
        return bytes_of(times(words_of(raw), step))
    except OverflowError:
        raise changed from None


def unpack(data: bytes, patterns: Families | None = None, *, source: str = "weights") -> bytes:
    """All the weights of a file, stage by stage, mirror images included."""
    kept = words_of(once(data, source=source))
    parts = layout_of(patterns)
    if len(kept) != STAGES * sum(count for *_, count in parts) + PLIES:
        raise ValueError(f"{source}: {len(kept)} weights do not fit the patterns")
    tables: list[list[bytes]] = [[] for _ in range(STAGES)]
    at = 0
    for _, spread, count in parts:
        for stage in range(STAGES):
            tables[stage].append(bytes_of(array("h", spread(kept[at : at + count]))))
            at += count
    return b"".join(b"".join(stage) for stage in tables) + bytes_of(kept[-PLIES:])


def digest_of(step: int, raw: bytes | bytearray) -> bytes:
    """Over all that decides what the weights are."""
    return hashlib.sha256(step.to_bytes(2, "little") + raw).digest()


def times(values: array[int], step: int) -> array[int]:
    return values if step == 1 else array("h", [value * step for value in values])


def words_of(data: bytes | bytearray) -> array[int]:
    """16-bit little endian numbers."""
    values = array("h")
    if len(data) % 2:
        raise ValueError(f"{len(data)} bytes are not whole 16-bit numbers")
    values.frombytes(data)
    if sys.byteorder == "big":
        values.byteswap()
    return values


def bytes_of(values: array[int]) -> bytes:
    if sys.byteorder == "big":
        values = values[:]
        values.byteswap()
    return values.tobytes()


def load(path: Path = FILE) -> bytes:
    """The weights of a file, every one once, as the core takes them."""
    return once(path.read_bytes(), source=str(path))
