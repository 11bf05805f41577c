"""Boards as SVG, from the same scenes as everywhere: one file, nothing to install, said aloud by screen readers."""

from __future__ import annotations

from dataclasses import replace

from zermelo.game import State
from zermelo.scene import Piece, Scene, Spot
from zermelo.validate import typed
from zermelo.view.paint import both, drawing, fill, letters, stroke, words
from zermelo.view.scene import scene_of
from zermelo.view.tabletop_svg import DRAWN, area, group

SQUARE = 48.0  # pixels
EDGE = 0.15  # around the board, in squares
ROOM = 0.75  # for labels
MOST_NAMED = 64  # pieces named in the description
CHALK = 'style="fill:#ffffff"'  # on felt and on the backs of cards, on light paper and on dark


@typed
def board_svg(shown: State | Scene, title: str = "", viewer: int | None = None) -> str:
    """A position (or what one player has seen of it) or a scene as SVG. Scenes without spots are their text."""
    scene = scene_of(shown, viewer) if isinstance(shown, State) else shown
    title = title or (str(shown.game.label) if isinstance(shown, State) else "Board")
    if not scene.spots:
        return text_svg(scene, title)
    parts = [*under(scene), *(note(spot) for spot in scene.spots if spot.note and not spot.piece)]
    under_pieces = scene.board == "checkered"
    if under_pieces:
        parts += [part for spot in scene.spots for part in mark(spot, scene.marks.get(spot.name, ""), scene.board)]
    for spot in scene.spots:
        parts += [dot(spot)] if not spot.piece and spot.name in landing(scene) else []
        parts += stacked(spot, scene.pieces[spot.piece], scene.board) if spot.piece else []
        parts += [] if under_pieces else mark(spot, scene.marks.get(spot.name, ""), scene.board)
    white, size = CHALK if scene.board in ("table", "points") else "", 0.36 if scene.board == "points" else 0.32
    for each in scene.labels:
        within = 0 < each.x < scene.width and 0 < each.y < scene.height
        small = scene.board == "checkered" and within
        parts.append(
            words(each.x, each.y, each.text, "piece_edge" if small else "soft", 0.17 if small else size, white)
        )
    return drawing(box(scene), SQUARE, title, description(scene), parts)


def box(scene: Scene) -> tuple[float, float, float, float]:
    """The paper: the board, and room on those sides where labels stand outside it."""
    left = -(ROOM if any(each.x < 0 for each in scene.labels) else EDGE)
    top = -(ROOM if any(each.y < 0 for each in scene.labels) else EDGE)
    right = scene.width + (ROOM if any(each.x > scene.width for each in scene.labels) else EDGE)
    bottom = scene.height + (ROOM if any(each.y > scene.height for each in scene.labels) else EDGE)
    return left, top, right - left, bottom - top


def description(scene: Scene) -> str:
    """The position in words: the caption, then where the pieces lie."""
    pieces = [
        f"{f'{spot.count} × ' if spot.count > 1 else ''}{scene.pieces[spot.piece].name} on {spot.name}"
        for spot in scene.spots
        if spot.piece
    ]
    more = f", and {len(pieces) - MOST_NAMED} more pieces" if len(pieces) > MOST_NAMED else ""
    return f"{scene.caption}. {', '.join(pieces[:MOST_NAMED]) or 'The board is empty'}{more}."


def landing(scene: Scene) -> set[str]:
    """Where a dot says that a move goes: on squares only, as moves are plain to see on other boards."""
    if scene.board != "squares":
        return set()
    return {choice.spots[-1] for choice in scene.choices if choice.spots}


def under(scene: Scene) -> list[str]:
    """What lies under the pieces."""
    cloth = f'<rect width="{scene.width:g}" height="{scene.height:g}" rx="0.06" {fill("felt")}/>'
    grounds = [area(each) for each in scene.areas]
    if scene.board == "table":
        return [cloth, *grounds]
    if scene.board == "water":
        return [*(square(spot, both("sea", "sea_line", 0.03)) for spot in scene.spots), *grounds]
    if scene.board in ("hexes", "nodes"):
        return [*grounds, *irregular(scene)]
    if scene.board == "squares":
        return [cloth, *(square(spot, stroke("felt_line", 0.03)) for spot in scene.spots)]
    if scene.board == "checkered":
        paints = fill("square_dark"), fill("square_light")
        ground = f'<rect width="{scene.width:g}" height="{scene.height:g}" {paints[1]}/>'
        return [ground, *(square(spot, paints[0]) for spot in scene.spots if (int(spot.x) + int(spot.y)) % 2)]
    if scene.board == "holes":
        frame = f'<rect width="{scene.width:g}" height="{scene.height:g}" rx="0.18" {fill("frame")}/>'
        holes = both("hole", "frame_line", 0.03)
        return [frame, *(f'<circle cx="{s.x:g}" cy="{s.y:g}" r="0.42" {holes}/>' for s in scene.spots)]
    if scene.board == "points":
        cloth = f'<rect width="{scene.width:g}" height="{scene.height:g}" rx="0.12" {fill("leaf")}/>'
        return [cloth, *grounds, *(point(spot) for spot in scene.spots if abs(spot.along) >= 3)]
    return [*([between(scene)] if scene.board == "lines" else []), *grounds]


def irregular(scene: Scene) -> list[str]:
    """Hexagons; or round places with lines between those that are linked."""
    if scene.board == "hexes":
        corners = [(0.489, -0.283), (0.489, 0.283), (0, 0.565), (-0.489, 0.283), (-0.489, -0.283), (0, -0.565)]
        return [
            f'<polygon points="{" ".join(f"{spot.x + x:g},{spot.y + y:g}" for x, y in corners)}" '
            f"{both('leaf', 'line', 0.035)}/>"
            for spot in scene.spots
        ]
    ends = [(scene.spot(one), scene.spot(other)) for one, other in scene.links]
    lines = "".join(f"M{one.x:g} {one.y:g}L{other.x:g} {other.y:g}" for one, other in ends)
    places = [f'<circle cx="{s.x:g}" cy="{s.y:g}" r="0.36" {both("paper", "line", 0.045)}/>' for s in scene.spots]
    return [f'<path d="{lines}" {stroke("line", 0.045)}/>', *places]


def point(spot: Spot) -> str:
    """A long triangle under a long spot, light and dark in turn."""
    across = abs(spot.wide) > abs(spot.tall)
    dark = (int((spot.y if across else spot.x) - 0.05) + (spot.along < 0)) % 2
    if across:
        line = f"M{spot.x - spot.wide / 2:g} {spot.y - 0.48:g}v0.96L{spot.x + 0.46 * spot.wide:g} {spot.y:g}Z"
    else:
        line = f"M{spot.x - 0.48:g} {spot.y - spot.tall / 2:g}h0.96L{spot.x:g} {spot.y + 0.46 * spot.tall:g}Z"
    return f'<path d="{line}" {fill("point_dark" if dark else "point_light")}/>'


def square(spot: Spot, paint: str) -> str:
    return f'<rect x="{spot.x - 0.5:g}" y="{spot.y - 0.5:g}" width="1" height="1" {paint}/>'


def between(scene: Scene) -> str:
    """The lines between cells."""
    across = "".join(f"M0 {y}H{scene.width:g}" for y in range(1, int(scene.height)))
    down = "".join(f"M{x} 0V{scene.height:g}" for x in range(1, int(scene.width)))
    return f'<path d="{across}{down}" {stroke("line", 0.05)}/>'


def note(spot: Spot) -> str:
    return words(spot.x, spot.y, spot.note, "soft", 0.3)


def dot(spot: Spot) -> str:
    return f'<circle cx="{spot.x:g}" cy="{spot.y:g}" r="0.12" fill="#ffffff" fill-opacity="0.65"/>'


def stacked(spot: Spot, shown: Piece, board: str) -> list[str]:
    """The pieces of a spot; where they are more than fit, how many, on the last."""
    *below, (x, y) = spot.stack
    parts = [part for place in below for part in piece(replace(spot, x=place[0], y=place[1], count=1), shown, board)]
    parts += piece(replace(spot, x=x, y=y), shown, board)
    return [*parts, words(x, y, str(spot.count), "paper", 0.5, 'font-weight="700"')] if spot.more else parts


def piece(spot: Spot, shown: Piece, board: str) -> list[str]:
    side = {0: "first", 1: "second"}.get(shown.side if shown.side is not None else -1, "soft")
    if shown.shape == "text":
        text = shown.text or shown.name[:1].upper()
        return [words(spot.x, spot.y, text, side if shown.side is not None else "ink", 0.5 if len(text) < 3 else 0.34)]
    if shown.shape in DRAWN:
        return [group(spot.x, spot.y, DRAWN[shown.shape](shown))]
    if shown.shape == "figure":
        return figure(spot, shown)
    if shown.shape == "cross":
        reach = 0.26
        line = f"M{spot.x - reach:g} {spot.y - reach:g}l{2 * reach} {2 * reach}m0 {-2 * reach}l{-2 * reach} {2 * reach}"
        return [f'<path d="{line}" {stroke(side, 0.13)}/>']
    centre = f'<circle cx="{spot.x:g}" cy="{spot.y:g}"'
    if board == "checkered":
        ink, line = ("white_piece", "piece_edge") if shown.side == 1 else ("black_piece", "piece_line")
        inside = f'<path d="{letters(shown.lines)}" {stroke(line, 3)}/>'
        place = f'transform="translate({spot.x:g} {spot.y:g}) scale(0.01)"'
        return [f'<g {place}><circle r="40" {both(ink, "piece_edge", 3)}/>{inside}</g>']
    if board == "squares":
        colours = {0: ("#17191c", "#000000"), 1: ("#f6f6f2", "#b9bab4")}.get(shown.side or 0, ("#868d94", "#565d66"))
        return [f'{centre} r="0.4" fill="{colours[0]}" stroke="{colours[1]}" stroke-width="0.03"/>']
    if board not in ("holes", "points"):
        return [f'{centre} r="0.3" {stroke(side, 0.13) if shown.shape == "ring" else fill(side)}/>']
    edge = both(side, "paper", 0.04) if board == "points" else fill(side)
    inner = [f'{centre} r="{0.33 if spot.more else 0.2}" {stroke("paper", 0.08)}/>'] if shown.shape == "ring" else []
    return [f'{centre} r="{0.46 if board == "points" else 0.4}" {edge}/>', *inner]


def figure(spot: Spot, shown: Piece) -> list[str]:
    """A piece as its game draws it, white or black with an edge that is dark on both."""
    ink, line = ("black_piece", "piece_line") if shown.side == 1 else ("white_piece", "piece_edge")
    inside = f'<path d="{letters(shown.lines)}" {stroke(line, 3)}/>' if shown.lines else ""
    body = f'<path d="{letters(shown.outline)}" {both(ink, "piece_edge", 3)}/>'
    return [f'<g transform="translate({spot.x:g} {spot.y:g}) scale(0.01)">{body}{inside}</g>']


def mark(spot: Spot, kind: str, board: str) -> list[str]:
    """The last move has a dashed frame, winning pieces a full one, and a king in check one on red."""
    if not kind:
        return []
    dashes = ' stroke-dasharray="0.14 0.1"' if kind == "last" else ""
    if board == "holes":
        ring = f'<circle cx="{spot.x:g}" cy="{spot.y:g}" r="0.44" fill="none" stroke="#ffffff"'
        return [f'{ring} stroke-width="0.07"{dashes}/>']
    if board == "checkered":
        paint = f'{fill("checked" if kind == "check" else "noted")} fill-opacity="{0.6 if kind == "check" else 0.4}"'
        frame = f'<rect x="{spot.x - 0.47:g}" y="{spot.y - 0.47:g}" width="0.94" height="0.94" rx="0.04"'
        return [square(spot, paint), f"{frame} {stroke('ink', 0.04)}{dashes}/>"]
    half, side = abs(spot.tall) / 2 - 0.06, abs(spot.wide) / 2 - 0.06
    place = f'<rect x="{spot.x - side:g}" y="{spot.y - half:g}" width="{2 * side:g}" height="{2 * half:g}" rx="0.08"'
    if board in ("squares", "water", "table", "points"):
        return [f'{place} fill="none" stroke="#ffffff" stroke-width="0.05"{dashes}/>']
    return [f"{place} {stroke('ink', 0.05)}{dashes}/>"]


def text_svg(scene: Scene, title: str) -> str:
    """A drawing in letters."""
    lines = scene.text.splitlines() or [""]
    width, height = max(map(len, lines)) * 8.6 + 24, len(lines) * 19 + 18
    parts = [
        f'<text x="12" y="{22 + 19 * i}" font-size="14" font-family="monospace" xml:space="preserve" {fill("ink")}>'
        f"{letters(line)}</text>"
        for i, line in enumerate(lines)
    ]
    return drawing((0, 0, width, height), 1, title, f"{scene.caption}. {scene.text}", parts)
