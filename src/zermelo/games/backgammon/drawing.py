"""What a position looks like: the board from X's side, in letters and as a scene."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise, permutations, product
from typing import TypeAlias

from zermelo.game import State
from zermelo.games.backgammon.formats import Table, table_of
from zermelo.scene import Area, Choice, Label, Piece, Scene, Spot
from zermelo.tabletop import die

NAMES = "XO"
BAR = 25
PART = re.compile(r"(\d+(?:/\d+)+)(?:\((\d)\))?")
TALL = 5  # a point is so many squares long; on a narrow board, which lies on its side, SHORT
SHORT = 3
EDGE, GAP = (
    0.55,
    1.4,
)  # of wood around the tables, where the numbers stand; between the points there is room for the dice
BAR_WIDE, TRAY = 1.1, 1.3
WIDTH, HEIGHT = 2 * EDGE + 12 + BAR_WIDE + TRAY + 0.2, 2 * (EDGE + TALL) + GAP
MIDDLE = HEIGHT / 2
SIDES = {"X": Piece("man of X", "disc", 0), "O": Piece("man of O", "ring", 1)}
MOST_CHOICES = 1000


def scene(state: State) -> Scene:
    """Points as long spots, the bar, trays for men borne off, dice and cube. A play is clicked man by man, from where
    and to where, in any order; rolls and the cube are buttons."""
    table = table_of(state)
    side = counting(state, table)
    wide, narrow = board_scene(table, side, upright), board_scene(table, side, on_its_side)
    return replace(
        wide,
        choices=tuple(choices(state, table)),
        text=board(state),
        caption=caption_of(state, table),
        todo=todo_of(state, table),
        narrow=narrow,
    )


Place: TypeAlias = Callable[[str, float, float], tuple[float, float]]


def upright(part: str, along: float, side: float) -> tuple[float, float]:
    """Where a part of the board lies: (x, y). `along` counts X's points from the left (13 and 12 are 0); `side` is -1
    on the far half, 1 on X's and 0 between them."""
    tray = WIDTH - EDGE - TRAY / 2
    if part == "number":
        return upright("point", along, 0)[0], MIDDLE + side * (MIDDLE - EDGE / 2)
    if part == "die":
        return upright("point", along, 0)[0], MIDDLE
    if part == "point":
        return EDGE + along + 0.5 + (BAR_WIDE if along > 5 else 0), MIDDLE + side * (GAP + TALL) / 2
    if part == "bar":
        return EDGE + 6 + BAR_WIDE / 2, MIDDLE + side * 2.4
    return {
        "off": (tray, MIDDLE + side * (MIDDLE - EDGE - 0.75)),
        "pips": (tray, MIDDLE + side * (MIDDLE - EDGE - 1.75)),
        "cube": (tray, MIDDLE + side * 1.6),
    }[part]


def on_its_side(part: str, along: float, side: float) -> tuple[float, float]:
    """The same on a board turned a quarter: X's half on the left, X's home below."""
    middle = NARROW / 2
    x = middle - side * (NARROW / 2 - RIM - SHORT / 2)
    if part == "number":
        return middle - side * (middle - RIM / 2), on_its_side("point", along, 0)[1]
    if part == "die":
        return middle, on_its_side("point", along, 0)[1]
    if part == "point":
        return x, RIM + along + 0.5 + (1 if along > 5 else 0)
    if part == "bar":
        return x, RIM + 6.5
    low = LENGTH - RIM - 0.6
    return {"off": (x - side * 0.6, low), "pips": (x + side * 0.75, low), "cube": (middle, low)}[part]


RIM = 0.3
NARROW, LENGTH = 2 * RIM + 2 * SHORT + 1.0, 2 * RIM + 12 + 1 + 1.35


def board_scene(table: Table, side: int, at: Place) -> Scene:
    """The board without what can be done on it."""
    spots, pieces = [*points(table, at), *beside(table, at)], dict(SIDES)
    for spot, piece in (*dice(table, at), *cube(table, at)):
        spots.append(spot)
        pieces[spot.piece] = piece
    size = (WIDTH, HEIGHT) if at is upright else (NARROW, LENGTH)
    grounds = areas() if at is upright else areas_on_its_side()
    return Scene(*size, "points", tuple(spots), pieces, labels=tuple(labels(table, side, at)), areas=grounds)


def areas() -> tuple[Area, ...]:
    """A wooden frame with two tables, and trays on the right."""
    half, tray = 6.0, WIDTH - EDGE - TRAY / 2
    tables = [Area(EDGE + x, MIDDLE, half, HEIGHT - 2 * EDGE, "felt") for x in (3.0, 9.0 + BAR_WIDE)]
    trays = [Area(tray, MIDDLE + s * (MIDDLE - EDGE - 1.1), TRAY, 2.2, "felt") for s in (-1, 1)]
    return Area(WIDTH / 2, MIDDLE, WIDTH, HEIGHT, "wood"), *tables, *trays


def areas_on_its_side() -> tuple[Area, ...]:
    tables = [Area(NARROW / 2, y, NARROW - 2 * RIM, 6, "felt") for y in (RIM + 3, RIM + 10)]
    tray = Area(NARROW / 2, LENGTH - RIM - 0.6, NARROW - 2 * RIM, 1.15, "felt")
    return Area(NARROW / 2, LENGTH / 2, NARROW, LENGTH, "wood"), *tables, tray


def counting(state: State, table: Table) -> int:
    """The side by whose numbers points are called: the one that decides, else the one on roll."""
    return state.turn if state.turn >= 0 else table.on_roll or 0


def spot_name(point: int, side: int) -> str:
    """Of a point as a side counts it, its bar, or (0) where its men go when they are borne off."""
    if point in (0, BAR):
        return f"{NAMES[side]} {'bar' if point else 'off'}"
    first, second = (point, 25 - point) if side == 0 else (25 - point, point)
    return f"X{first} O{second}"


def column(point: int) -> int:
    """Where X's point stands, from the left."""
    return 12 - point if point < 13 else point - 13


def points(table: Table, at: Place) -> Iterator[Spot]:
    """Long spots: down from the far edge and up from X's; on a board on its side, across."""
    for point in (*range(13, 25), *range(12, 0, -1)):
        counts = table.men[0][point - 1], table.men[1][24 - point]
        far = point > 12
        x, y = at("point", column(point), -1 if far else 1)
        piece = "X" if counts[0] else "O" if counts[1] else ""
        tall, wide = (TALL if far else -TALL, 1) if at is upright else (1, -SHORT if far else SHORT)
        yield Spot(spot_name(point, 0), x, y, piece, "", max(*counts, 1), tall, wide)


def beside(table: Table, at: Place) -> Iterator[Spot]:
    """The bar and the men borne off: O's above, X's below."""
    for side in (0, 1):
        for point, part in ((BAR, "bar"), (0, "off")):
            count = table.men[side][BAR - 1] if point else 15 - sum(table.men[side])
            piece, note = (NAMES[side], "") if count else ("", part)
            x, y = at(part, 0, 1 - 2 * side)
            yield Spot(spot_name(point, side), x, y, piece, note, max(count, 1))


def dice(table: Table, at: Place) -> Iterator[tuple[Spot, Piece]]:
    """On the right of the one who threw them."""
    if not table.thrown.isdigit() or table.thrown == "00" or table.on_roll is None:
        return
    for i, pips in enumerate(table.thrown):
        x, y = at("die", (8.4 if table.on_roll == 0 else 1.9) + 1.2 * i, 0)
        key = f"die {NAMES[table.on_roll]}{pips}"
        words = f"{pips}, thrown by {NAMES[table.on_roll]}"
        yield Spot(f"die {i + 1}", x, y, key), replace(die(int(pips), table.on_roll), name=words)


def cube(table: Table, at: Place) -> Iterator[tuple[Spot, Piece]]:
    """In the middle of the edge, or towards the side that has it."""
    if table.has_cube:
        x, y = at("cube", 0, 0 if table.owner is None else 1 - 2 * table.owner)
        holder = "in the middle" if table.owner is None else f"{NAMES[table.owner]} has it"
        shown = "64" if table.cube == 0 and table.owner is None else str(2**table.cube)
        yield Spot("cube", x, y, "cube"), Piece(f"{2**table.cube}, {holder}", "cube", None, shown)


def labels(table: Table, side: int, at: Place) -> Iterator[Label]:
    """The numbers of the points, and in the trays the pips each side has to go."""
    for point in range(1, 25):
        x, y = at("number", column(point), 1 if point < 13 else -1)
        yield Label(x, y, str(point if side == 0 else 25 - point))
    for player in (0, 1):
        x, y = at("pips", 0, 1 - 2 * player)
        yield Label(x, y, str(pips(table, player)))


def todo_of(state: State, table: Table) -> str:
    """What the player to move is asked for."""
    moves = state.moves()
    if state.turn < 0:
        return ""
    if moves == ["pass"]:
        return f"no man can move with {table.thrown}: pass"
    if "roll" in moves:
        return "roll the dice" + (", or double first" if "double" in moves else "")
    if "take" in moves:
        return "take the cube, or drop it and pay"
    what = (
        f"play {table.thrown[0]} and {table.thrown[1]}"
        if table.thrown[0] != table.thrown[1]
        else f"play {table.thrown[0]} four times"
    )
    return f"{what}: click a man, then where it goes"


def caption_of(state: State, table: Table) -> str:
    """What is to be done, and what counts, in a sentence."""
    if state.is_over:
        return f"Over: X {state.payoff(0):+g}"
    name, thrown = NAMES[table.on_roll or 0], table.thrown
    asked = {"00": f"{name} to roll", "..": f"{name} rolls", "D": f"{name} doubles: {NAMES[state.turn]} takes or drops"}
    act = "The opening roll" if table.on_roll is None else asked.get(thrown, f"{name} to play {thrown}")
    if thrown == "00" and state.turn >= 0:
        act += " or to double"
    facts = [f"pips X {pips(table, 0)}, O {pips(table, 1)}"]
    facts += [f"match to {table.length}: X {table.score[0]}, O {table.score[1]}"] if table.length else []
    facts += [f"cube {2**table.cube}, {NAMES[table.owner]} has it"] if table.owner is not None else []
    return f"{act}; {'; '.join(facts)}"


def board(state: State) -> str:
    """The board in letters, with the numbers of the side that decides; where more than five men stand, the last letter
    shows how many."""
    table = table_of(state)
    rows = [letters(table, range(13, 25), level, 1) for level in range(TALL)]
    rows += [" " * 20 + "BAR", *(letters(table, range(12, 0, -1), level, 0) for level in reversed(range(TALL)))]
    first = counting(state, table) == 0
    upper, lower = (
        [f"{point if first else 25 - point:3}" for point in line] for line in (range(13, 25), range(12, 0, -1))
    )
    off = ", ".join(f"{NAMES[side]} {15 - sum(table.men[side])}" for side in (0, 1))
    head, foot = ("".join(line[:6]) + "     " + "".join(line[6:]) for line in (upper, lower))
    return "\n".join([head, *rows, foot, f"off: {off}", caption_of(state, table)])


def letters(table: Table, line: range, level: int, bar: int) -> str:
    """One row of men, and of those of a side on the bar."""
    cells = [letter(table.men[0][point - 1], table.men[1][24 - point], level) for point in line]
    count = table.men[bar][BAR - 1]
    middle = letter(count if bar == 0 else 0, count if bar == 1 else 0, level)
    return f"{''.join(cells[:6])} |{middle}|{''.join(cells[6:])}"


def letter(mine: int, others: int, level: int) -> str:
    count, owner = (mine, "X") if mine else (others, "O")
    return f"{count:>3}" if level == TALL - 1 and count > TALL else f"  {owner if count > level else '.'}"


def pips(table: Table, side: int) -> int:
    return sum((i + 1) * count for i, count in enumerate(table.men[side]))


# --- clicks ---


def choices(state: State, table: Table) -> Iterator[Choice]:
    """Where to click for each move; with very many ways to click, one for each move."""
    ways = {move: list(clicks(move, table, state.turn)) or [()] for move in state.moves()}
    many = sum(map(len, ways.values())) > MOST_CHOICES
    for move, found in ways.items():
        yield from (Choice(move, spots) for spots in (found[:1] if many else found))


def clicks(move: str, table: Table, side: int) -> Iterator[tuple[str, ...]]:
    """The ways to click a play: man by man in any order, each from where to where, or by every point between."""
    if "/" not in move:
        return
    numbers = move.replace("*", "").replace("bar", "25").replace("off", "0")
    parts = [
        tuple(int(point) for point in found[1].split("/"))
        for found in PART.finditer(numbers)
        for _ in range(int(found[2] or 1))
    ]
    for order in dict.fromkeys(permutations(parts)):
        stepwise = product(*(steps(*pair, table, side) for part in order for pair in pairwise(part)))
        for points in dict.fromkeys([sum(order, ()), *(sum(ways, ()) for ways in stepwise)]):
            yield tuple(spot_name(point, side) for point in points)


def steps(start: int, end: int, table: Table, side: int) -> list[tuple[int, ...]]:
    """A man's way with every step clicked by itself: 24, 20, 20, 14 for 24/14, and by 18 if that is free."""
    high, low = (int(die) for die in table.thrown)
    if high == low:
        between = [tuple(range(start - high, end, -high))]
    elif start - end > high:
        between = [(start - die,) for die in (high, low) if not table.men[1 - side][24 - (start - die)]]
    else:
        between = [()]
    return [(start, *(point for point in points for _ in (0, 1)), end) for points in between]
