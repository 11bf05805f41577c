"""What the server and a worker process write to each other: one JSON object a line.

in    {"n": 1, "job": "turn", "ask": {…}}      {"n": 1, "stop": true}      {"n": 1, "where": true}
out   {"n": 1, "told": {…}, "kind": "Thinking"}      {"n": 1, "done": {…}}      {"n": 1, "refused": {…}}
"""

from __future__ import annotations

import msgspec
from msgspec import Raw, Struct

from zermelo.web.limits import Refused

NOTHING = Raw()


class Order(Struct, omit_defaults=True):
    """A job and what it is asked; or, of one that runs, that it is to stop or to say where it is."""

    n: int
    job: str = ""
    ask: Raw = NOTHING
    stop: bool = False
    where: bool = False


class Report(Struct, omit_defaults=True):
    """What became of an order: progress of a `kind`, an answer, bytes, a refusal, or where it is; nothing: ready."""

    n: int
    told: Raw = NOTHING
    kind: str = ""
    done: Raw = NOTHING
    data: bytes | None = None
    refused: Refused | None = None
    where: str | None = None


def line_of(message: Order | Report) -> bytes:
    return msgspec.json.encode(message) + b"\n"
