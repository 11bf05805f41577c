"""What one visitor may use, and the answer to requests beyond it.

Every limit has a kind of its own in the answer, so that a program can tell them apart, and a sentence for people.
"""

from __future__ import annotations

import os
import time
from collections import OrderedDict
from dataclasses import dataclass, field

from zermelo.web.messages import Limits, Problem

CORES = os.cpu_count() or 1

OWN = Limits(
    body_bytes=4 << 20,
    text_length=1 << 20,
    messages_per_second=50,
    messages_at_once=500,
    streams=64,
    searches=8,
    games=1000,
    seconds=3600,
    nodes=10**12,
    memory_mb=256,
    threads=CORES,
    trace_nodes=1_000_000,
)
EXPOSED = Limits(
    body_bytes=1 << 20,
    text_length=1 << 18,
    messages_per_second=10,
    messages_at_once=100,
    streams=12,
    searches=3,
    games=200,
    seconds=60,
    nodes=2 * 10**9,
    memory_mb=16,
    threads=1,
    trace_nodes=200_000,
)
# For all visitors together.
MOST_STREAMS, MOST_SEARCHES, MOST_VISITORS = 400, 64, 10_000
# A visitor without a cookie, and all visitors behind one address, may send so many times what one visitor may.
ADDRESS_FACTOR = 20
HEADER_SECONDS = 10.0  # for the headers of a request to arrive, from the beginning of the connection
BODY_SECONDS = 10.0  # for the body of a request to arrive
GAME_SECONDS = 5.0  # for a user's game to say what its moves are


@dataclass
class Refused(Exception):
    """A request that is not carried out: the answer's status and body."""

    status: int
    kind: str
    message: str
    text: str = ""
    column: int | None = None

    @property
    def problem(self) -> Problem:
        return Problem(self.kind, self.message, self.text, self.column)


def too_large(limit: int) -> Refused:
    return Refused(413, "body limit", f"The message is larger than {limit:,} bytes, the most this server takes.")


def too_long(what: str, limit: int) -> Refused:
    return Refused(413, "text limit", f"The {what} is longer than {limit:,} characters, the most this server takes.")


def too_slow() -> Refused:
    return Refused(408, "slow body", f"The message did not arrive within {BODY_SECONDS:g} seconds.")


def too_often(rate: float) -> Refused:
    return Refused(429, "message limit", f"Too many messages: this server takes {rate:g} a second from one visitor.")


def too_many_streams(limit: int) -> Refused:
    return Refused(429, "stream limit", f"Too many pages are open: this server keeps {limit} streams for one visitor.")


def too_many_games(limit: int) -> Refused:
    return Refused(429, "game limit", f"There are {limit} games already, the most one visitor may have: delete some.")


def full(what: str) -> Refused:
    return Refused(503, "server full", f"The server has as many {what} as it can carry: try again in a moment.")


@dataclass
class Bucket:
    """So many messages at once, and so many a second."""

    rate: float
    size: float
    level: float = -1.0
    at: float = field(default_factory=time.monotonic)

    def take(self) -> bool:
        """Whether one more is within the limit."""
        now = time.monotonic()
        full = self.size if self.level < 0 else min(self.size, self.level + (now - self.at) * self.rate)
        self.level, self.at = (full - 1 if full >= 1 else full), now
        return full >= 1


class Buckets:
    """One for each visitor; those that were not used for longest are forgotten."""

    def __init__(self, rate: float, size: float, most: int = MOST_VISITORS) -> None:
        self.rate, self.size, self.most = rate, size, most
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, visitor: str) -> bool:
        bucket = self.buckets.pop(visitor, None) or Bucket(self.rate, self.size)
        self.buckets[visitor] = bucket
        if len(self.buckets) > self.most:
            self.buckets.popitem(last=False)
        return bucket.take()
