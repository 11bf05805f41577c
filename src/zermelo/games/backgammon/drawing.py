"""What a position looks like: the board from X's side, in letters and as a scene."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise, permutations, product

from zermelo.game import State
from zermelo.games.backgammon.formats import Table, table_of
from zermelo.scene import MARGIN, Choice, Label, Piece, Scene, Spot

NAMES = "XO"
BAR = 25
PART = re.compile(r"(\d+(?:/\d+)+)(?:\((\d)\))?")
WIDTH, TALL, MIDDLE = 14, 5, 5.7  # a point is five squares long; between the points there is room for the dice
MIDS = (TALL / 2, 2 * MIDDLE - TALL / 2)  # of the upper and the lower points
SIDES = {"X": Piece("man of X", "disc", 0), "O": Piece("man of O", "ring", 1)}
MOST_CHOICES = 1000


def scene(state: State) -> Scene:
    """Points as tall spots, the bar, trays for men borne off, dice and cube. A play is clicked man by man, from where
    and to where, in any order; rolls and the cube are buttons."""
    table = table_of(state)
    spots = [*points(table), *beside(table)]
    pieces = dict(SIDES)
    for spot, piece in (*dice(table), *cube(table)):
        spots.append(spot)
        pieces[spot.piece] = piece
    return Scene(
        WIDTH,
        2 * MIDDLE,
        "points",
        tuple(spots),
        pieces,
        tuple(choices(state, table)),
        tuple(labels(table, counting(state, table))),
        text=board(state),
        caption=caption_of(state, table),
    )


def counting(state: State, table: Table) -> int:
    """The side by whose numbers points are called: the one that decides, else the one on roll."""
    return state.turn if state.turn >= 0 else table.on_roll or 0


def spot_name(point: int, side: int) -> str:
    """Of a point as a side counts it, its bar, or (0) where its men go when they are borne off."""
    if point in (0, BAR):
        return f"{NAMES[side]} {'bar' if point else 'off'}"
    first, second = (point, 25 - point) if side == 0 else (25 - point, point)
    return f"X{first} O{second}"


def column(point: int) -> float:
    """Where X's point stands, from the left; the bar lies between the 7- and the 6-point."""
    place = 12 - point if point < 13 else point - 13
    return place + 0.5 + (place > 5)


def points(table: Table) -> Iterator[Spot]:
    for point in (*range(13, 25), *range(12, 0, -1)):
        counts = table.men[0][point - 1], table.men[1][24 - point]
        upper = point > 12
        yield Spot(
            spot_name(point, 0),
            column(point),
            MIDS[not upper],
            "X" if counts[0] else "O" if counts[1] else "",
            "",
            max(*counts, 1),
            TALL if upper else -TALL,
        )


def beside(table: Table) -> Iterator[Spot]:
    """The bar and the men borne off: O's above, X's below."""
    for side in (0, 1):
        for point, x in ((BAR, 6.5), (0, 13.5)):
            count = table.men[side][BAR - 1] if point else 15 - sum(table.men[side])
            piece, note = (NAMES[side], "") if count else ("", "bar" if point else "off")
            yield Spot(spot_name(point, side), x, MIDS[1 - side], piece, note, max(count, 1))


def dice(table: Table) -> Iterator[tuple[Spot, Piece]]:
    """On the right of the one who threw them."""
    if not table.thrown.isdigit() or table.thrown == "00" or table.on_roll is None:
        return
    left = 9.4 if table.on_roll == 0 else 2.4
    for i, pips in enumerate(table.thrown):
        spot = Spot(f"die {i + 1}", left + 1.2 * i, MIDDLE, f"{NAMES[table.on_roll]}{pips}")
        yield spot, Piece(f"{pips}, thrown by {NAMES[table.on_roll]}", "text", table.on_roll, pips)


def cube(table: Table) -> Iterator[tuple[Spot, Piece]]:
    """In the middle of the edge, or towards the side that has it."""
    if table.has_cube:
        height = MIDDLE + (0 if table.owner is None else 1.4 - 2.8 * table.owner)
        holder = "in the middle" if table.owner is None else f"{NAMES[table.owner]} has it"
        yield Spot("cube", 13.5, height, "cube"), Piece(f"{2**table.cube}, {holder}", "text", None, str(2**table.cube))


def labels(table: Table, side: int) -> Iterator[Label]:
    """The numbers of the points, and beside the board the pips each side has to go."""
    for point in range(1, 25):
        height = 2 * MIDDLE + MARGIN if point < 13 else -MARGIN
        yield Label(column(point), height, str(point if side == 0 else 25 - point))
    for player in (0, 1):
        yield Label(13.5, MIDS[1 - player] + (1.1 if player == 0 else -1.1), str(pips(table, player)))


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
