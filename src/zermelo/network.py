"""Networks: evaluations that are learned, for any game that says which features a position has.

Two perspectives share the first layer. With what is true seen from a player, `features(state, player)`,

    acc[player] = b1 + sum of w1[feature]           act(x) = min(max(x, 0), 1)²
    logit = w2 · (act(acc[mover]) ++ act(acc[other])) + b2

and 1 / (1 + e^-logit) is the mover's chance to win; logit · scale is the value that a search uses. That is the model to
train. To be used it is rounded to whole numbers, 255 for 1 in the first layer and 64 in the second, and from move to
move the core adds and takes away what has changed (core/network.hpp).

A network in a file:

    zermelo network\\n   what it is
    version 2 bytes     of this format
    length  4 bytes     of the header
    header              JSON: the game, the shape, the scale
    numbers             of 16 bits: w1 feature by feature, b1, w2; where there is a policy, its weights move by move
    sum     32 bytes    SHA-256 of everything before

Numbers are written low byte first.
"""

from __future__ import annotations

import hashlib
import os
import struct
import sys
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from pathlib import Path
from typing import SupportsFloat

from zermelo.codec import BadData, from_json, to_json
from zermelo.files import write_whole
from zermelo.game import OVER, State
from zermelo.native import core
from zermelo.types import Move
from zermelo.validate import check_fields, shown, typed

QA, QB = 255, 64  # what 1 becomes: an activation, a weight of the output
LARGEST_OUTPUT = 127  # |w2|, so that its products with activations fit into 16 bits
MAGIC = b"zermelo network\n"
FORMAT = 1
FIXED = struct.Struct("<HI")
SUM, NUMBER = 32, 2

Numbers = Iterable[SupportsFloat]


@dataclass(frozen=True)
class Header:
    """What a file says before the numbers."""

    game: str
    feature_count: int
    hidden: int
    scale: float
    b2: int
    moves: int = 0  # rows of the policy


@dataclass(frozen=True, repr=False)
class Network:
    """A network for one game, to be given to a search as `eval=`. Its numbers, 16 bits each, never change.

    `feature_count` and `hidden` are its shape, `scale` the value of a logit of 1. `policy` may hold `moves` rows of
    2 * hidden weights, for searches that want to know which moves look good.
    """

    game: str
    feature_count: int
    hidden: int
    scale: float
    w1: bytes
    b1: bytes
    w2: bytes
    b2: int
    moves: int = 0
    policy: bytes = b""

    def __post_init__(self) -> None:
        check_fields(self)
        if len(self.policy) != NUMBER * self.moves * 2 * self.hidden:
            raise ValueError(f"the policy of {self.moves} moves holds {len(self.policy)} bytes")
        _ = self.ready

    @staticmethod
    @typed
    def from_floats(
        game: str,
        w1: Iterable[Numbers],
        b1: Numbers,
        w2: Numbers,
        b2: SupportsFloat,
        scale: float,
        policy: Iterable[Numbers] = (),
    ) -> Network:
        """The network of a model that was trained: w1 by feature, w2 the mover's units first. Rounds to whole numbers.

        `policy` has a row like w2 for each move, by its `move_index`. ValueError if a number does not fit: w1, b1 lie
        within ±128, w2 and the policy within ±127/64.
        """
        rows = [rounded("w1", row, QA, 2**15 - 1) for row in w1]
        hidden = len(rows[0]) if rows else 0
        if any(len(row) != hidden for row in rows):
            raise ValueError("w1: its rows differ in length")
        first = b"".join(map(packed, rows))
        bias, last = rounded("b1", b1, QA, 2**15 - 1), rounded("w2", w2, QB, LARGEST_OUTPUT)
        (end,) = rounded("b2", [b2], QA * QB, 2**31 - 1)
        heads = [rounded("policy", row, QB, LARGEST_OUTPUT) for row in policy]
        if any(len(row) != 2 * hidden for row in heads):
            raise ValueError("policy: each row has as many numbers as w2")
        moves = len(heads), b"".join(map(packed, heads))
        return Network(game, len(rows), hidden, float(scale), first, packed(bias), packed(last), end, *moves)

    @cached_property
    def ready(self) -> core.Network:
        """The numbers where the core has them."""
        shape = self.feature_count, self.hidden, self.scale
        return core.Network(*shape, self.w1, self.b1, self.w2, self.b2, self.policy)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the network: the sum at the end of its file."""
        return hashlib.sha256(self._content()).hexdigest()

    def value(self, state: State) -> float:
        """The value of a position for the side to move."""
        self.check(state)
        if state.turn == OVER:
            raise ValueError("the game is over: it has a payoff, a network says nothing")
        mover = max(state.turn, 0)
        return self.ready.value(state.features(mover), state.features(1 - mover))

    def logits(self, state: State) -> dict[Move, float]:
        """How promising each move looks to the policy: logarithms of chances, apart from a constant."""
        self.check(state)
        if not self.moves:
            raise ValueError("the network has no policy")
        moves, mover = state.moves(), state.turn
        features = state.features(mover), state.features(1 - mover)
        return dict(zip(moves, self.ready.logits(*features, list(map(state.move_index, moves))), strict=True))

    def __call__(self, state: State, player: int) -> float:
        """The value for a player: any search can use it as an evaluation."""
        value = self.value(state)
        return value if player == max(state.turn, 0) else -value

    def check(self, state: State) -> None:
        """ValueError if it is a network of another game."""
        label, info = state.game.label, state.info
        if not info.sees_features:
            raise ValueError(f"eval: {label} has no features(state, player), which a network needs")
        if len(info.players) != 2 or not info.zero_sum:
            raise ValueError(f"eval: a network judges games of two players, {label} is another kind")
        if self.game != label:
            raise ValueError(f"eval: a network of {self.game} does not help in {label}")
        if self.feature_count != info.feature_count:
            raise ValueError(f"eval: the network knows {self.feature_count} features, {label} has {info.feature_count}")
        if self.moves and (not info.indexes_moves or self.moves != info.move_count):
            raise ValueError(f"eval: the network's policy knows {self.moves} moves, {label} has {info.move_count}")

    def reference(self, mover: Iterable[int], other: Iterable[int]) -> float:
        """The value from the features that each side sees, slowly and plainly: what the core is compared with."""
        total = self._weighed(mover, other, numbers(self.w2))
        return (total / QA + self.b2) / (QA * QB) * self.scale

    def reference_logit(self, mover: Iterable[int], other: Iterable[int], move: int) -> float:
        """The policy's logit of a move by its index, as slowly and plainly."""
        width = NUMBER * 2 * self.hidden
        return self._weighed(mover, other, numbers(self.policy[move * width : (move + 1) * width])) / (QA * QA * QB)

    def _weighed(self, mover: Iterable[int], other: Iterable[int], weights: Sequence[int]) -> int:
        total = 0
        for part, features in enumerate((mover, other)):
            sums = list(numbers(self.b1))
            for feature in set(features):
                row = numbers(self.w1[NUMBER * self.hidden * feature : NUMBER * self.hidden * (feature + 1)])
                sums = [wrapped(a + b) for a, b in zip(sums, row, strict=True)]
            own = weights[part * self.hidden : (part + 1) * self.hidden]
            total += sum(min(max(x, 0), QA) ** 2 * weight for x, weight in zip(sums, own, strict=True))
        return total

    @property
    def data(self) -> bytes:
        """The file of the network: `read` makes it again."""
        return self._content() + bytes.fromhex(self.digest)

    def save(self, file: str | os.PathLike[str]) -> None:
        """Writes the whole file or leaves the old one."""
        write_whole(Path(file), self.data)

    @staticmethod
    def load(file: str | os.PathLike[str]) -> Network:
        """The network in a file; ValueError says why there is none."""
        try:
            return read(Path(file).read_bytes())
        except ValueError as error:
            raise ValueError(f"{os.fspath(file)}: {error}") from error

    def _content(self) -> bytes:
        header = to_json(Header(self.game, self.feature_count, self.hidden, self.scale, self.b2, self.moves))
        return b"".join([MAGIC, FIXED.pack(FORMAT, len(header)), header, self.w1, self.b1, self.w2, self.policy])

    def __getstate__(self) -> dict[str, object]:
        return {each.name: vars(self)[each.name] for each in fields(self)}

    def __repr__(self) -> str:
        return f"<Network of {self.game}: {self.feature_count} features, {self.hidden} hidden, {self.digest[:8]}>"


def read(data: bytes) -> Network:
    """The network that bytes are."""
    if not data.startswith(MAGIC):
        raise ValueError("not a network of Zermelo")
    start = len(MAGIC) + FIXED.size
    if len(data) < start + SUM:
        raise ValueError("cut off: the file is incomplete")
    version, length = FIXED.unpack_from(data, len(MAGIC))
    if version != FORMAT:
        raise ValueError(f"a network of format {version}; this version reads format {FORMAT}")
    if hashlib.sha256(memoryview(data)[:-SUM]).digest() != data[-SUM:]:
        raise ValueError("damaged or cut off: its checksum does not match")
    try:
        header = from_json(data[start : start + length], Header)
    except BadData as error:
        raise ValueError(f"not a network: {error}") from error
    return parts(header, data[start + length : -SUM])


def parts(header: Header, content: bytes) -> Network:
    """The numbers shared out as the header says."""
    if not (0 < header.hidden <= 2**12 and 0 < header.feature_count <= 2**20 and 0 <= header.moves <= 2**20):
        raise ValueError("not a network: its shape is impossible")
    width = NUMBER * header.hidden
    sizes = (header.feature_count * width, width, 2 * width, header.moves * 2 * width)
    if len(content) != sum(sizes):
        raise ValueError(f"not a network: {len(content)} bytes of numbers, its shape needs {sum(sizes)}")
    found = []
    for size in sizes:
        found.append(content[:size])
        content = content[size:]
    w1, b1, w2, policy = found
    shape = header.game, header.feature_count, header.hidden, header.scale
    return Network(*shape, w1, b1, w2, header.b2, header.moves, policy)


def remembered(file: str) -> Network:
    """The network in a file, read once for as long as the file does not change."""
    try:
        about = os.stat(file)
    except (OSError, UnicodeError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "not the name of a file"
        raise ValueError(f"eval={file!r}: {why}") from error
    return cached(file, about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=4)
def cached(file: str, changed: int, size: int) -> Network:
    return Network.load(file)


def rounded(name: str, given: Numbers, one: int, largest: int) -> list[int]:
    """Numbers as whole multiples of 1/one; ValueError if one does not fit."""
    found = []
    for each in given:
        number = float(each) * one
        if not abs(number) <= largest + 0.5:  # nor nan
            raise ValueError(f"{name} holds {shown(float(each))}: it must lie within ±{largest / one:g}")
        found.append(max(-largest, min(largest, round(number))))
    return found


def packed(given: Sequence[int]) -> bytes:
    """Whole numbers of 16 bits as bytes, low byte first."""
    data = array("h", given)
    if sys.byteorder != "little":
        data.byteswap()
    return data.tobytes()


def numbers(data: bytes) -> Sequence[int]:
    """The whole numbers of 16 bits that bytes are."""
    found = array("h", data)
    if sys.byteorder != "little":
        found.byteswap()
    return found


def wrapped(number: int) -> int:
    """As 16 bits hold it."""
    return (number + 2**15) % 2**16 - 2**15
