"""A plot in text: points of several series over whole numbers, on a logarithmic scale if wanted."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from zermelo.validate import typed

MARKS = "●■▲◆○□△◇✕＋"
Series = Mapping[str, Sequence[tuple[float, float]]]


@typed
def plot(
    series: Series,
    *,
    width: int = 64,
    height: int = 17,
    log: bool = True,
    title: str = "",
    x_label: str = "",
    marks: str = MARKS,
) -> str:
    """Every series has its own mark; the legend is below. Where points meet, the earlier series is seen."""
    points = [(x, y) for each in series.values() for x, y in each if y > 0 or not log]
    if not points:
        return title or "nothing to plot"
    across = Scale(min(x for x, _ in points), max(x for x, _ in points), width - 1, log=False)
    up = Scale(min(y for _, y in points), max(y for _, y in points), height - 1, log=log)
    grid = [[" "] * width for _ in range(height)]
    for (_, each), mark in reversed(list(zip(series.items(), marks, strict=False))):
        for x, y in each:
            if y > 0 or not log:
                grid[height - 1 - up.place(y)][across.place(x)] = mark
    lines = [f"{label:>8} ┤{''.join(row)}".rstrip() for label, row in zip(up.labels(height), grid, strict=True)]
    axis = [" " * 9 + "└" + "─" * width, " " * 10 + x_axis(across, points, width) + (f"  {x_label}" if x_label else "")]
    legend = [f"  {mark} {name}" for name, mark in zip(series, marks, strict=False)]
    return "\n".join([*([title] if title else []), *lines, *axis, *legend])


class Scale:
    """Where a number lies between 0 and `size` places."""

    def __init__(self, low: float, high: float, size: int, *, log: bool) -> None:
        self.log, self.size = log, size
        self.low, self.high = self.of(low), self.of(high)
        if self.low == self.high:
            self.high += 1

    def of(self, value: float) -> float:
        return math.log10(value) if self.log else value

    def place(self, value: float) -> int:
        return round((self.of(value) - self.low) / (self.high - self.low) * self.size)

    def value(self, place: int) -> float:
        at = self.low + (self.high - self.low) * place / self.size
        return 10**at if self.log else at

    def labels(self, rows: int) -> list[str]:
        """Numbers beside every fourth row, from the top down."""
        return ["" if i % 4 else short(self.value(rows - 1 - i)) for i in range(rows)]


def x_axis(scale: Scale, points: Sequence[tuple[float, float]], width: int) -> str:
    """The x values that occur, each under its own place, as far as they do not touch."""
    line = [" "] * (width + 8)
    free = 0
    for x in sorted({x for x, _ in points}):
        place, text = scale.place(x), short(x)
        if place >= free:
            line[place : place + len(text)] = text
            free = place + len(text) + 1
    return "".join(line).rstrip()


def short(value: float) -> str:
    """Three digits and a unit: 1.5k, 20M."""
    for size, unit in ((1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:.3g}{unit}"
    return f"{value:.3g}"
