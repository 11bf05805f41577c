"""Positions of self-play for a network: packed for the way from a worker and for the disk, then as arrays to train on.

A packed game is text: base64 of compressed bytes. They begin with the number of positions n; then come n labels (4-byte
floats), n bytes, 1 where a label is exact, 2n counts of features (2 bytes), the mover's and then the other side's; and
the features themselves (4 bytes) in the same order. All is little-endian.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from zermelo.learn.fitting import numpy
from zermelo.learn.training import Positions

if TYPE_CHECKING:
    from numpy import bool_
    from numpy.typing import NDArray

    from zermelo.learn.training import Floats, Indices


class Seen(NamedTuple):
    """One position: what is true for either side, the label for the mover, and whether that is exact."""

    mover: tuple[int, ...]
    other: tuple[int, ...]
    label: float
    exact: bool


class Unpacked(NamedTuple):
    """The positions of a game as arrays."""

    labels: Floats
    exact: NDArray[bool_]
    counts: Indices  # 2 x n
    features: Indices


def pack(game: Sequence[Seen]) -> str:
    np = numpy()
    sides = [each.mover for each in game] + [each.other for each in game]
    columns = (
        np.array([len(game)], "<i4"),
        np.array([each.label for each in game], "<f4"),
        np.array([each.exact for each in game], "u1"),
        np.array([len(side) for side in sides], "<u2"),
        np.array([feature for side in sides for feature in side], "<u4"),
    )
    return base64.b64encode(zlib.compress(b"".join(each.tobytes() for each in columns), 1)).decode()


def unpack(text: str) -> Unpacked:
    """What `pack` made; ValueError if it is something else."""
    np = numpy()
    try:
        data = zlib.decompress(base64.b64decode(text, validate=True))
    except (zlib.error, binascii.Error) as error:
        raise ValueError(f"not a packed game: {error}") from None
    count = int(np.frombuffer(data, "<i4", 1)[0])
    labels = np.frombuffer(data, "<f4", count, 4)
    exact = np.frombuffer(data, "u1", count, 4 + 4 * count).astype(bool)
    counts = np.frombuffer(data, "<u2", 2 * count, 4 + 5 * count)
    return Unpacked(labels, exact, counts.reshape(2, count), np.frombuffer(data, "<u4", -1, 4 + 9 * count))


def counted(games: Sequence[str]) -> tuple[int, int]:
    """How many positions there are, and how many of them have exact labels."""
    found = [unpack(game).exact for game in games]
    return sum(map(len, found)), sum(int(each.sum()) for each in found)


def positions_of(games: Sequence[str], feature_count: int, hold_out: float) -> Positions:
    """All different positions. One that is met again is one position with the mean of its labels; it only tests the
    training if all games it was met in do. Every so many-th game is held out."""
    np = numpy()
    found = [unpack(game) for game in games]
    every = round(1 / hold_out) if hold_out else len(games) + 1
    held = [np.full(len(game.labels), i % every == every - 1) for i, game in enumerate(found)]
    labels = np.concatenate([np.zeros(0, "<f4"), *(game.labels for game in found)])
    if not len(labels):
        raise ValueError("no game of self-play came to its end: there is nothing to learn from")
    if max(int(game.features.max(initial=0)) for game in found) >= feature_count:
        raise ValueError(f"a game has features of {feature_count} and more, which there are not")
    mover, other = (padded(found, side, feature_count) for side in (0, 1))
    _, first, same = np.unique(hashed(mover, other, feature_count), return_index=True, return_inverse=True)
    times = np.bincount(same)
    means = np.bincount(same, labels) / times
    only_held = np.bincount(same, np.concatenate(held)) == times
    return Positions(feature_count, mover[first], other[first], means.astype(np.float32), only_held)


def hashed(mover: Indices, other: Indices, feature_count: int) -> Indices:
    """64 bits for every position. (Whole rows take minutes to sort where there are millions of them.)"""
    np = numpy()
    codes = np.random.default_rng(0).integers(0, 2**64, (2, feature_count + 1), np.uint64)
    found: Indices = np.zeros(len(mover), np.uint64)
    for code, rows in zip(codes, (mover, other), strict=True):
        for column in rows.T:
            found += code[column]
    return found


def padded(games: Sequence[Unpacked], side: int, feature_count: int) -> Indices:
    """A row for every position, filled up with the number that stands for no feature."""
    np = numpy()
    counts = np.concatenate([game.counts[side] for game in games]).astype(int)
    width = max(1, int(counts.max(initial=0)))
    kind = np.uint16 if feature_count < 2**16 - 1 else np.uint32
    rows: Indices = np.full((len(counts), width), feature_count, kind)
    rows[np.arange(width) < counts[:, None]] = np.concatenate([features_of(game, side) for game in games])
    return rows


def features_of(game: Unpacked, side: int) -> Indices:
    middle = int(game.counts[0].sum())
    return game.features[:middle] if side == 0 else game.features[middle:]
