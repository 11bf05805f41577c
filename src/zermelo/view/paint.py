"""What SVG drawings share: a frame that says aloud what it shows, and colours for light and dark.

Every part is painted by its attributes as on light paper, which any program that reads SVG understands; a style sheet
inside the drawing repaints it where the reader prefers dark. Hues are those of Okabe and Ito, and none of them carries
a meaning alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from zlib import crc32

FONT = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"

CLASSES = re.compile(r'class="([^"]*)"')

# Name to (on light paper, on dark paper).
INKS = {
    "paper": ("#ffffff", "#1d2127"),
    "ink": ("#1b1e22", "#eceef0"),
    "soft": ("#565d66", "#a9b1bb"),
    "line": ("#868d94", "#77818d"),
    "first": ("#00639c", "#6fc0f5"),
    "second": ("#ae4300", "#ff9257"),
    "first_ground": ("#e2f0fa", "#12344b"),
    "second_ground": ("#fceadf", "#4b2410"),
    "done": ("#00704f", "#45d3a3"),
    "less": ("#8a5c00", "#f0b53a"),
    "kept": ("#8f3a6e", "#e7a3ca"),
    "kept_ground": ("#f6e6ef", "#43213a"),
    "felt": ("#2f7d5c", "#1f5d45"),
    "felt_line": ("#1d5a41", "#123c2c"),
    "grain": ("#8a5a33", "#4d3421"),
    "mat": ("#27694d", "#184936"),
    "sea": ("#2b6a99", "#1b4668"),
    "sea_line": ("#1d5079", "#2d618a"),
    "frame": ("#3d5a80", "#31475f"),
    "frame_line": ("#2b4160", "#49658a"),
    "hole": ("#e9eef4", "#14181d"),
    "leaf": ("#f0f1ee", "#272c34"),
    "square_light": ("#ece6d6", "#aab2ba"),
    "square_dark": ("#9aa98b", "#62707c"),
    "white_piece": ("#fdfdfb", "#f4f4f0"),
    "black_piece": ("#2e3238", "#23262b"),
    "piece_edge": ("#16181b", "#0b0c0e"),
    "piece_line": ("#d5d9de", "#c3c8ce"),
    "noted": ("#e3b505", "#e3b505"),
    "checked": ("#d8321c", "#d8321c"),
    "point_light": ("#e9dcc0", "#c8b48d"),
    "point_dark": ("#7c3b2b", "#6e2f22"),
}


def dark(parts: Sequence[str]) -> str:
    """The style sheet that repaints a drawing on dark paper: a rule for each ink in use."""
    used = {name for part in parts for group in CLASSES.findall(part) for name in group.split()}
    rules = "".join(
        f".zd .{sign}-{name}{{{what}:{each}}}"
        for name, (_, each) in INKS.items()
        for sign, what in (("f", "fill"), ("s", "stroke"))
        if f"{sign}-{name}" in used
    )
    return f"<style>@media (prefers-color-scheme: dark){{{rules}}}</style>"


def fill(ink: str) -> str:
    return f'class="f-{ink}" fill="{INKS[ink][0]}"'


def stroke(ink: str, width: float) -> str:
    return f'class="s-{ink}" fill="none" stroke="{INKS[ink][0]}" stroke-width="{width:g}" stroke-linecap="round"'


def both(inside: str, edge: str, width: float) -> str:
    return (
        f'class="f-{inside} s-{edge}" fill="{INKS[inside][0]}" stroke="{INKS[edge][0]}" '
        f'stroke-width="{width:g}" stroke-linejoin="round"'
    )


def letters(text: str) -> str:
    """Text as it may stand in a drawing; what cannot be printed is shown as �."""
    return escape("".join(each if each.isprintable() or each == "\n" else "�" for each in text), quote=False)


def words(x: float, y: float, text: str, ink: str = "ink", size: float = 14, more: str = "") -> str:
    """Text centred on (x, y)."""
    return (
        f'<text x="{x:.6g}" y="{y + 0.35 * size:.6g}" font-size="{size:g}" text-anchor="middle" {fill(ink)}'
        f"{' ' + more if more else ''}>{letters(text)}</text>"
    )


def drawing(box: tuple[float, float, float, float], scale: float, title: str, about: str, parts: Sequence[str]) -> str:
    """The whole SVG. `box` is (left, top, width, height) in units of the drawing, `scale` the pixels of a unit."""
    left, top, width, height = box
    paper = f'<rect x="{left:.6g}" y="{top:.6g}" width="{width:.6g}" height="{height:.6g}" {fill("paper")}/>'
    mark = f"zd{crc32(f'{title} {about}'.encode()):08x}"  # the same drawing, the same names
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="zd" '
            f'viewBox="{left:.6g} {top:.6g} {width:.6g} {height:.6g}" '
            f'width="{width * scale:.6g}" height="{height * scale:.6g}" font-family="{FONT}" role="img" '
            f'aria-labelledby="{mark}t" aria-describedby="{mark}d">',
            f'<title id="{mark}t">{letters(title)}</title>',
            f'<desc id="{mark}d">{letters(about)}</desc>',
            dark([paper, *parts]),
            paper,
            *parts,
            "</svg>",
        ]
    )
