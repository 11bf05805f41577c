"""Cards, dice, chips, shots and the grounds they lie on, as parts of an SVG.

Cards and dice look the same on light and on dark paper, as real ones do.
"""

from __future__ import annotations

from zermelo.scene import Area, Piece
from zermelo.view.paint import fill, letters, stroke

SUITS = {
    "♠": (
        "#17191c",
        "M0-42C8-24 38-8 38 14C38 30 16 34 5 20C6 32 10 38 16 42H-16C-10 38-6 32-5 20"
        "C-16 34-38 30-38 14C-38-8-8-24 0-42Z",
    ),
    "♥": ("#b3261e", "M0 40C-10 22-40 4-40-16C-40-38-10-42 0-20C10-42 40-38 40-16C40 4 10 22 0 40Z"),
    "♦": ("#b3261e", "M0-44L32 0L0 44L-32 0Z"),
    "♣": (
        "#17191c",
        "M0-42A18 18 0 0 1 14-12A18 18 0 1 1 5 18C6 30 10 38 16 42H-16C-10 38-6 30-5 18"
        "A18 18 0 1 1-14-12A18 18 0 0 1 0-42Z",
    ),
}
WHITE, EDGE, INK = "#fdfdfb", "#565d66", "#17191c"
DICE = {0: ("#00639c", "#ffffff"), 1: ("#c2500a", "#ffffff"), None: (WHITE, INK)}
PIPS = {"1": "e", "2": "ai", "3": "aei", "4": "acgi", "5": "acegi", "6": "acdfgi"}  # of nine places, row by row
LETTER = 0.56  # how wide a letter is, of its height


def group(x: float, y: float, *parts: str) -> str:
    return f'<g transform="translate({x:g} {y:g})">{"".join(parts)}</g>'


def text(x: float, y: float, size: float, words: str, ink: str = INK) -> str:
    """Words around a point, in an ink that stays the same."""
    return (
        f'<text x="{x:g}" y="{y + 0.35 * size:g}" font-size="{size:g}" text-anchor="middle" font-weight="700" '
        f'fill="{ink}">{letters(words)}</text>'
    )


def box(width: float, height: float, round_by: float, inside: str, edge: str = EDGE, line: float = 0.02) -> str:
    size = f'x="{-width / 2:g}" y="{-height / 2:g}" width="{width:g}" height="{height:g}" rx="{round_by:g}"'
    return f'<rect {size} fill="{inside}" stroke="{edge}" stroke-width="{line:g}"/>'


def suit(sign: str, x: float, y: float, size: float) -> str:
    ink, path = SUITS[sign]
    return f'<path transform="translate({x:g} {y:g}) scale({size / 100:g})" d="{path}" fill="{ink}"/>'


def card(shown: Piece) -> str:
    """The face: rank and suit in the corner, and large in the middle."""
    sign = shown.text[-1:] if shown.text[-1:] in SUITS else ""
    rank = shown.text[:-1] if sign else shown.text
    ink = SUITS[sign][0] if sign else INK
    parts = [box(0.9, 1.26, 0.09, WHITE), text(-0.27, -0.45, 0.33 if len(rank) < 2 else 0.28, rank, ink)]
    parts += [suit(sign, -0.27, -0.2, 0.22), suit(sign, 0.08, 0.16, 0.56)] if sign else [text(0.08, 0.16, 0.6, rank)]
    return "".join(parts)


def back(shown: Piece) -> str:
    """Cards face down, and how many if there are more than one."""
    lattice = "".join(f"M{-0.38 + 0.19 * i:g} -0.56L{-0.19 + 0.19 * i:g} 0.56" for i in range(4))
    lines = f'<path d="{lattice}" fill="none" stroke="#8fb0e6" stroke-width="0.025"/>'
    many = [f'<circle r="0.3" fill="{WHITE}"/>', text(0, 0, 0.34, shown.text)] if shown.text else []
    return "".join([box(0.9, 1.26, 0.09, WHITE), box(0.76, 1.12, 0.05, "#2f4f86", "#2f4f86"), lines, *many])


def die(shown: Piece) -> str:
    body, ink = DICE.get(shown.side, DICE[None])
    places = [divmod("abcdefghi".index(each), 3) for each in PIPS.get(shown.text, "")]
    pips = [
        f'<circle cx="{0.21 * (column - 1):g}" cy="{0.21 * (row - 1):g}" r="0.075" fill="{ink}"/>'
        for row, column in places
    ]
    return "".join([box(0.76, 0.76, 0.16, body), *(pips or [text(0, 0, 0.46, shown.text, ink)])])


def cube(shown: Piece) -> str:
    return box(0.84, 0.84, 0.12, WHITE, INK) + text(0, 0, 0.44 if len(shown.text) < 3 else 0.32, shown.text)


def chips(shown: Piece) -> str:
    """A pile of at most five, and how many they are."""
    count = max(0, min(5, int(float(shown.text or 0)) if shown.text.replace(".", "").isdigit() else 0))
    pile = [
        f'<ellipse cy="{0.32 - 0.07 * i:g}" rx="0.38" ry="0.17" fill="#b3261e" stroke="#ffffff" stroke-width="0.03"/>'
        for i in range(count)
    ]
    return "".join([*pile, *([text(0, -0.33, 0.36, shown.text, "#ffffff")] if count else [])])


def hit(shown: Piece) -> str:
    burst = "M0-.42L.1-.17L.34-.27L.2-.03L.42.08L.17.14L.22.4L0 .22L-.22.4L-.17.14L-.42.08L-.2-.03L-.34-.27L-.1-.17Z"
    return f'<path d="{burst}" fill="#d8321c" stroke="#fff3e6" stroke-width="0.03"/>'


def miss(shown: Piece) -> str:
    ring = '<circle r="0.24" fill="none" stroke="#ffffff" stroke-width="0.05"/>'
    return f'{ring}<circle r="0.1" fill="#ffffff"/>'


def tile(shown: Piece) -> str:
    """A block, of the second player with its corners cut; what is on it, or the frame on its back."""
    body, shape = TILES.get(shown.side, TILES[None])
    block = f'<path transform="scale(0.01)" d="{shape}" fill="{body}" stroke="{WHITE}" stroke-width="3"/>'
    if shown.lines:
        return block + f'<path transform="scale(0.01)" d="{letters(shown.lines)}" {TILE_LINE}/>'
    if shown.text:
        return block + text(0, 0, 0.5 if len(shown.text) < 2 else 0.42, shown.text, WHITE)
    return block + f'<path transform="scale(0.01)" d="M0-24L24 0L0 24L-24 0Z" {TILE_LINE}/>'


def water(_: Piece) -> str:
    waves = "".join(f"M-42 {y}q14-14 28 0t28 0t28 0" for y in (-22, 4, 30))
    lines = f'<path transform="scale(0.01)" d="{waves}" fill="none" stroke="#9cc4e0" stroke-width="4"/>'
    return f'<rect x="-0.5" y="-0.5" width="1" height="1" fill="#2a6a9e"/>{lines}'


TILE_LINE = f'fill="none" stroke="{WHITE}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"'
TILES = {
    0: ("#9e2a2b", "M-32-40H32Q40-40 40-32V32Q40 40 32 40H-32Q-40 40-40 32V-32Q-40-40-32-40Z"),
    1: ("#1f4e8c", "M-22-40H22L40-22V22L22 40H-22L-40 22V-22Z"),
    None: ("#565d66", "M-40-40H40V40H-40Z"),
}
DRAWN = {
    "card": card,
    "back": back,
    "die": die,
    "cube": cube,
    "chips": chips,
    "hit": hit,
    "miss": miss,
    "tile": tile,
    "water": water,
}


def area(each: Area) -> str:
    """A part of the ground, with what is written in it."""
    corner = f'x="{each.x - each.width / 2:g}" y="{each.y - each.height / 2:g}"'
    size = f'{corner} width="{each.width:g}" height="{each.height:g}"'
    paints = {
        "felt": fill("felt"),
        "wood": fill("grain"),
        "mat": fill("mat"),
        "place": f'{stroke("felt_line", 0.03)} stroke-dasharray="0.1 0.08"',
        "bubble": f'fill="{WHITE}"',
    }
    if each.look in ("ship", "wreck"):
        inside, edge = ("#3a2a26", "#f0b53a") if each.look == "wreck" else ("#aab4bd", "#3b444c")
        paint = f'fill="{inside}" stroke="{edge}"'
        return f'<rect {size} rx="{min(each.width, each.height) / 2:g}" {paint} stroke-width="0.05"/>'
    ground = f'<rect {size} rx="0.12" {paints[each.look]}/>' if each.look in paints else ""
    return ground + written(each)


def written(each: Area) -> str:
    """The text of an area, in lines that fit."""
    if not each.text:
        return ""
    size = min(0.34, each.height * 0.5)
    lines: list[str] = []
    for word in each.text.split():
        fits = lines and (len(lines[-1]) + 1 + len(word)) * size * LETTER <= max(each.width, 6 * size)
        lines[-1:] = [f"{lines[-1]} {word}"] if fits else [*lines[-1:], word]
    ink = INK if each.look == "bubble" else "#ffffff"
    top = each.y - (len(lines) - 1) * size * 0.65
    return "".join(text(each.x, top + i * size * 1.3, size, line, ink) for i, line in enumerate(lines))
