"""Traces read back from JSON."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import nan

from zermelo.codec import check_format, from_json
from zermelo.reasons import REASONS
from zermelo.trace import BOUNDS, CUTS, FORMAT, FORMATS, KINDS
from zermelo.types import Move, Number


def read(text: str) -> ReadReport:
    check_format(text, "Trace", (FORMAT,))
    return report_of(from_json(text, TraceFile))


@dataclass(frozen=True)
class TraceFile:
    """A trace as JSON has it."""

    format: int
    capped: bool
    kinds: tuple[str, ...]
    bounds: tuple[str, ...]
    cuts: tuple[str, ...]
    move: list[Move]
    parent: list[int]
    ply: list[int]
    depth: list[int]
    iteration: list[int]
    turn: list[int]
    enter: list[int]
    leave: list[int]
    bound: list[int]
    kind: list[int]
    cut: list[int]
    null_window: list[int]
    research: list[int]
    probe: list[int]
    alpha: list[Number]
    beta: list[Number]
    value: list[Number]
    odds: list[Number]
    # What a selective search did: files of other searches, and older ones, do without.
    reasons: tuple[str, ...] = REASONS
    reason: list[int] = field(default_factory=list)
    change: list[int] = field(default_factory=list)
    at_node: list[int] = field(default_factory=list)
    shift: list[int] = field(default_factory=list)
    judged: list[Number | None] = field(default_factory=list)


@dataclass(frozen=True)
class ReadReport:
    """What a TraceReport is, from a file."""

    size: int
    capped: bool
    moves: Sequence[Move]
    columns: Mapping[str, bytes]


def report_of(file: TraceFile) -> ReadReport:
    if (file.kinds, file.bounds, file.cuts, file.reasons) != (KINDS, BOUNDS, CUTS, REASONS):
        raise ValueError("the trace names other kinds, bounds, cut-offs or reasons than this version")
    lists: dict[str, list[int] | list[float]] = {name: values for name, values in vars(file).items() if name in FORMATS}
    size = len(file.move)
    for name in ("reason", "change", "at_node", "shift"):
        lists[name] = lists[name] or [0] * size
    lists["judged"] = [nan if each is None else each for each in file.judged] or [nan] * size
    for name, values in lists.items():
        if len(values) != size:
            raise ValueError(f"{name}: {len(values)} numbers for {size} nodes")
    reasons = [(name, len(REASONS)) for name in ("reason", "at_node")]
    for name, most in (("kind", len(KINDS)), ("bound", len(BOUNDS)), ("cut", len(CUTS)), *reasons):
        if not all(0 <= each < most for each in lists[name]):
            raise ValueError(f"{name}: expected numbers below {most}")
    if not all(-1 <= parent < i for i, parent in enumerate(file.parent)):
        raise ValueError("parent: a node comes after its parent")
    return ReadReport(size, file.capped, file.move, {name: packed(name, values) for name, values in lists.items()})


def packed(name: str, values: list[int] | list[float]) -> bytes:
    try:
        return array(FORMATS[name], values).tobytes()
    except OverflowError as error:
        raise ValueError(f"{name}: {error}") from error
