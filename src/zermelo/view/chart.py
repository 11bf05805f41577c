"""A chart as SVG: lines and points over two axes. Text only, nothing to install, readable in light and dark."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import cycle

from zermelo.validate import typed

COLOURS = ("#3b6fb6", "#c8553d", "#4f8f4f", "#8a5fa8", "#b8860b", "#5f7a87")
LEFT, RIGHT, TOP, BOTTOM = 58, 14, 46, 44

Point = tuple[float, float]


@dataclass(frozen=True)
class Series:
    """Points in order, joined by a line if wanted; `errors` are half the lengths of upright bars."""

    points: Sequence[Point]
    line: bool = True
    marks: bool = True
    errors: Sequence[float] = ()
    dashed: bool = False


@typed
def chart(
    series: Mapping[str, Series], *, title: str, x_label: str, y_label: str, width: int = 460, height: int = 300
) -> str:
    """The drawing. Points that are not finite are left out."""
    points = [point for each in series.values() for point in spanned(each) if all(map(math.isfinite, point))]
    if not points:
        points = [(0.0, 0.0), (1.0, 1.0)]
    across = Axis([x for x, _ in points], LEFT, width - RIGHT)
    up = Axis([y for _, y in points], height - BOTTOM, TOP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="sans-serif" font-size="12" fill="currentColor" role="img" aria-label="{escape(title, True)}">',
        f'<text x="{width / 2:g}" y="18" text-anchor="middle" font-weight="bold">{escape(title)}</text>',
        f'<text x="{(LEFT + width - RIGHT) / 2:g}" y="{height - 8}" text-anchor="middle">{escape(x_label)}</text>',
        f'<text transform="translate(14 {(TOP + height - BOTTOM) / 2:g}) rotate(-90)" text-anchor="middle">'
        f"{escape(y_label)}</text>",
    ]
    for tick in up.ticks():
        y = up.place(tick)
        parts.append(
            f'<path d="M{LEFT} {y:.1f}H{width - RIGHT}" stroke="currentColor" stroke-opacity=".15"/>'
            f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{tick:g}</text>'
        )
    for tick in across.ticks():
        parts.append(
            f'<text x="{across.place(tick):.1f}" y="{height - BOTTOM + 16}" text-anchor="middle">{tick:g}</text>'
        )
    parts.append(f'<path d="M{LEFT} {TOP}V{height - BOTTOM}H{width - RIGHT}" fill="none" stroke="currentColor"/>')
    legend = []
    for (name, each), colour in zip(series.items(), cycle(COLOURS), strict=False):
        parts += drawn(each, across, up, colour)
        legend.append(f'<tspan fill="{colour}">{"– –" if each.dashed else "●"} {escape(name)}</tspan>')
    parts.append(f'<text x="{width / 2:g}" y="36" text-anchor="middle">{"   ".join(legend)}</text>')
    return "\n".join([*parts, "</svg>"])


def spanned(series: Series) -> list[Point]:
    """All points that must be on the paper, the ends of bars among them."""
    ends = [(x, y + sign * e) for (x, y), e in zip(series.points, series.errors, strict=False) for sign in (-1, 1)]
    return [*series.points, *ends]


def drawn(series: Series, across: Axis, up: Axis, colour: str) -> list[str]:
    places = [(across.place(x), up.place(y)) for x, y in series.points if math.isfinite(x) and math.isfinite(y)]
    parts = []
    if series.line and places:
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        dash = ' stroke-dasharray="5 4"' if series.dashed else ""
        parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="1.8"{dash}/>')
    if series.marks:
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.2" fill="{colour}"/>' for x, y in places]
    for (x, y), error in zip(series.points, series.errors, strict=False):
        low, high = up.place(y - error), up.place(y + error)
        parts.append(f'<path d="M{across.place(x):.1f} {low:.1f}V{high:.1f}" stroke="{colour}" stroke-width="1.8"/>')
    return parts


class Axis:
    """Where numbers lie on the paper, with a little room at both ends."""

    def __init__(self, values: Sequence[float], begin: float, end: float) -> None:
        low, high = min(values), max(values)
        room = (high - low) * 0.04 or max(abs(low) * 0.1, 0.5)
        self.low, self.high, self.begin, self.end = low - room, high + room, begin, end
        self.whole = all(value == int(value) for value in values)

    def place(self, value: float) -> float:
        return self.begin + (value - self.low) / (self.high - self.low) * (self.end - self.begin)

    def ticks(self) -> list[float]:
        """Some round numbers; whole ones if all values are."""
        raw = max((self.high - self.low) / 7, float(self.whole))
        power = 10.0 ** math.floor(math.log10(raw))
        step = next(each * power for each in (1, 2, 5, 10) if each * power >= raw * 0.999)
        first, last = math.ceil(self.low / step), math.floor(self.high / step)
        return [round(number * step, 12) for number in range(first, last + 1)]
