"""Timing side by side: works take turns (A B A B …), the best round of each counts, in CPU and in wall time."""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass

Work = Callable[[], object]


@dataclass(frozen=True)
class Time:
    """Seconds."""

    cpu: float
    wall: float

    def __truediv__(self, amount: float) -> Time:
        return Time(self.cpu / amount, self.wall / amount)

    def __sub__(self, other: Time) -> Time:
        return Time(max(0.0, self.cpu - other.cpu), max(0.0, self.wall - other.wall))

    def __add__(self, other: Time) -> Time:
        return Time(self.cpu + other.cpu, self.wall + other.wall)


def best(times: Iterable[Time]) -> Time:
    """The least of each kind."""
    every = list(times)
    return Time(min(t.cpu for t in every), min(t.wall for t in every))


def timed(work: Work, repeats: int = 1) -> Time:
    cpu, wall = time.process_time(), time.perf_counter()
    for _ in range(repeats):
        work()
    wall_end, cpu_end = time.perf_counter(), time.process_time()
    return Time(cpu_end - cpu, wall_end - wall) / repeats


def side_by_side(works: Mapping[str, Work], rounds: int = 7, least_seconds: float = 0.05) -> dict[str, Time]:
    """The best time of each work over rounds in which each has its turn.

    A short work is repeated within its turn until it fills `least_seconds`. One untimed run comes first.
    """
    repeats = {}
    for name, work in works.items():
        work()
        repeats[name] = max(1, math.ceil(least_seconds / max(1e-7, timed(work).wall)))
    found: dict[str, list[Time]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            found[name].append(timed(work, repeats[name]))
    return {name: best(times) for name, times in found.items()}


@dataclass(frozen=True)
class Row:
    """One line of the table. A target is a ratio to reach, or, without a peer, seconds not to exceed."""

    work: str
    ours: Time
    peer: str = ""
    theirs: Time | None = None
    unit: str = ""  # what the times are per; "node" is shown as nodes per second
    target: float | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        return self.theirs.cpu / self.ours.cpu if self.theirs else None

    @property
    def wall_ratio(self) -> float | None:
        return self.theirs.wall / self.ours.wall if self.theirs else None

    @property
    def met(self) -> bool | None:
        if self.target is None:
            return None
        if self.theirs is None:
            return self.ours.cpu <= self.target
        return (self.ratio or 0) >= self.target

    def as_json(self) -> dict[str, object]:
        return asdict(self) | {"ratio": self.ratio, "wall_ratio": self.wall_ratio, "met": self.met}


def row_from(data: dict[str, object]) -> Row:
    """A Row from what as_json gave."""
    kept = {name: data[name] for name in Row.__dataclass_fields__}
    theirs = data["theirs"]
    return Row(**kept | {"ours": Time(**data["ours"]), "theirs": Time(**theirs) if theirs else None})  # type: ignore[arg-type]


def figure(row: Row, which: Time | None) -> str:
    """CPU time for people."""
    if which is None:
        return ""
    if row.unit == "node":
        return f"{1e-6 / which.cpu:.3g} M nodes/s"
    return in_words(which.cpu) + (f" per {row.unit}" if row.unit else "")


def in_words(seconds: float) -> str:
    for scale, name in ((1, "s"), (1e3, "ms")):
        if seconds * scale >= 1:
            return f"{seconds * scale:.3g} {name}"
    return f"{seconds * 1e6:.3g} µs"


def limit(sign: str, row: Row, unit: str = "") -> str:
    return "" if row.target is None else f"{sign} {row.target:g}{unit}"


def cells(row: Row) -> list[str]:
    if row.theirs is None:
        ratio, target = f"({in_words(row.ours.wall)})", limit("≤", row, " s")
    else:
        ratio, target = f"{row.ratio:.3g} ({row.wall_ratio:.3g})", limit("≥", row)
    met = {None: "", True: "met", False: "MISSED"}[row.met]
    return [row.work, figure(row, row.ours), row.peer, figure(row, row.theirs), ratio, target, met, row.note]


HEAD = ["work", "zermelo", "peer", "its figure", "ratio (wall)", "target", "", "note"]


def table(rows: Iterable[Row]) -> str:
    """A Markdown table that is also readable as it stands."""
    lines = [HEAD, *map(cells, rows)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(HEAD))]

    def text(line: list[str]) -> str:
        return "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |"

    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return "\n".join([text(HEAD), rule, *map(text, lines[1:])])


def same(what: str, **values: object) -> None:
    """Stops the benchmark unless all the values are equal: a fast wrong answer is worth nothing."""
    if len(set(values.values())) > 1:
        raise SystemExit(f"{what} differ: " + ", ".join(f"{name} {value}" for name, value in values.items()))


def main(rows: Callable[[bool], Iterable[Row]]) -> None:
    """The command line of one benchmark: a table, or with --jsonl one row a line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true", help="fewer rounds and positions")
    parser.add_argument("--jsonl", action="store_true", help="one JSON object a row")
    options = parser.parse_args()
    if not options.jsonl:
        print(table(rows(options.quick)))
        return
    for row in rows(options.quick):
        print(json.dumps(row.as_json(), ensure_ascii=False), flush=True)
        print(f"  {row.work}, {row.peer}", file=sys.stderr)
