"""Battleship: place a fleet in secret, then shoot in turn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from zermelo.game import BuiltIn, Option, Options, State, number
from zermelo.scene import MARGIN, Area, Choice, Label, Piece, Scene, grid, side_by_side

FLEETS = {"standard": (5, 4, 3, 3, 2), "small": (3, 2), "pair": (2, 2), "one": (2,)}
SHIP = re.compile(r"([a-j])(\d+)-([a-j])(\d+)")
SHOT = re.compile(r"([a-j]\d+):(miss|hit|sunk)(\d*)")
SHIP_NAMES = {5: "carrier", 4: "battleship", 3: "cruiser", 2: "destroyer"}
PIECES = {
    "x": Piece("hit", "hit", 1),
    "o": Piece("miss", "miss"),
    "x#": Piece("ship, hit", "hit", 1),
    "o#": Piece("ship, missed", "miss"),
    "#": Piece("ship", "figure"),  # it lies under its cells, as an area
}
SAMPLES = {level: {"depth": 1, "samples": 2 * level * level} for level in range(1, 21)}


def check(values: Options) -> None:
    fleet, width, height = FLEETS[str(values["fleet"])], number(values, "width"), number(values, "height")
    if max(fleet) > max(width, height) or 2 * sum(fleet) > width * height:
        raise ValueError(f"battleship: a sea of {width} x {height} is too small for ships of {fleet}")
    if number(values, "shots") > width * height:
        raise ValueError(f"battleship: {values['shots']} shots are more than there are cells")


def cells_of(ship: tuple[str, ...]) -> list[str]:
    left, top, right, bottom = ship
    columns = range(ord(left), ord(right) + 1)
    return [f"{chr(x)}{y}" for x in columns for y in range(int(top), int(bottom) + 1)]


def sea(
    ships: list[list[str]], shots: Sequence[Sequence[str]], size: tuple[int, int], title: str, prefix: str
) -> Scene:
    """One sea: ships along their cells, hits and misses; its cells are called by the prefix and their names."""
    width, height = size
    marks = {cell: "o" if came == "miss" else "x" for cell, came, _ in shots}
    columns = [chr(ord("a") + x) for x in range(width)]
    rows = ["".join(marks.get(f"{x}{y}", ".") for x in columns) for y in range(1, height + 1)]
    drawn = grid(rows, pieces=PIECES, board="water")
    under = {cell for ship in ships for cell in ship}
    spots = tuple(
        replace(spot, name=prefix + spot.name, piece=spot.piece + "#" if spot.name in under else spot.piece)
        for spot in drawn.spots
    )
    hulls = tuple(hull(ship, {cell for cell, came, _ in shots if came != "miss"}) for ship in ships)
    labels = (*drawn.labels, Label(width / 2, height + MARGIN, title))
    return replace(drawn, spots=spots, labels=labels, pieces=PIECES, areas=hulls)


def hull(cells: list[str], hit: set[str]) -> Area:
    """A ship as it lies; a wreck once every cell was hit."""
    left, top = place(cells[0])
    right, bottom = place(cells[-1])
    look = "wreck" if hit.issuperset(cells) else "ship"
    return Area((left + right + 1) / 2, (top + bottom + 1) / 2, right - left + 0.84, bottom - top + 0.84, look)


def place(cell: str) -> tuple[int, int]:
    return ord(cell[0]) - ord("a"), int(cell[1:]) - 1


def found_wrecks(shots: Sequence[Sequence[str]]) -> list[list[str]]:
    """Ships that were sunk, where exactly one row of hits through the last of them is as long as the ship was."""
    wrecks: list[list[str]] = []
    for i, (cell, came, length) in enumerate(shots):
        if came != "sunk":
            continue
        taken = {each for wreck in wrecks for each in wreck}
        hits = {each for each, result, _ in shots[: i + 1] if result != "miss"} - taken
        lines = [line(cell, hits, dx, dy) for dx, dy in ((1, 0), (0, 1))]
        fitting = [each for each in lines if str(len(each)) == length]
        if len(fitting) == 1:
            wrecks.append(fitting[0])
    return wrecks


def line(cell: str, hits: set[str], dx: int, dy: int) -> list[str]:
    """The unbroken row of hits through a cell, in order."""
    found = [cell]
    for step in (-1, 1):
        x, y = place(cell)
        while (near := name_of(x := x + step * dx, y := y + step * dy)) in hits:
            found.append(near)
    return sorted(found, key=place)


def name_of(x: int, y: int) -> str:
    return f"{chr(ord('a') + x)}{y + 1}"


def seas(game: BuiltIn, happened: str, prefixes: Sequence[str], titles: Sequence[str]) -> list[Scene]:
    """Both seas from what happened in order: a `+` is a ship that is not seen."""
    size = int(game.chosen.get("width", 10)), int(game.chosen.get("height", 10))
    parts = happened.split()
    ships = [part for part in parts if part == "+" or SHIP.fullmatch(part)]
    shots = [found.groups() for part in parts if (found := SHOT.match(part))]
    count = len(fleet_of(game))
    both = []
    for player in (0, 1):
        own = [SHIP.fullmatch(part) for part in ships[player * count : (player + 1) * count]]
        aimed = shots[1 - player :: 2]
        known = [cells_of(ship.groups()) for ship in own if ship] or found_wrecks(aimed)
        both.append(sea(known, aimed, size, titles[player], prefixes[player]))
    return both


def fleet_of(game: BuiltIn) -> tuple[int, ...]:
    return FLEETS[str(game.chosen.get("fleet", "standard"))]


def in_letters(game: BuiltIn, happened: str) -> str:
    """Both seas, one below the other: `#` is a ship, `x` a hit, `o` a miss."""
    titles = ("sea of the first", "sea of the second")
    both = seas(game, happened, ("", ""), titles)
    return "\n".join(f"{title}\n{letters(each)}" for title, each in zip(titles, both, strict=True))


def letters(sea: Scene) -> Scene:
    """A sea with its ships as signs, where only letters are drawn."""
    spots = tuple(replace(spot, piece=spot.piece[:1]) for spot in sea.spots)
    return replace(sea, spots=spots, labels=sea.labels[:-1])


def scene(state: State) -> Scene:
    """Both seas, with all ships."""
    game: BuiltIn = state.game
    titles = [f"sea of the {each}" for each in state.info.players]
    prefix = ("first ", "second ")
    both = seas(game, state.text, prefix, titles)
    moves = state.moves()
    aim = prefix[state.turn if any("-" in move for move in moves) else 1 - state.turn] if state.turn >= 0 else ""
    drawn = laid_out(both[0], both[1], in_letters(game, state.text))
    return replace(drawn, choices=choices(moves, aim, aim), todo=todo_of(game, state.text, moves))


def open_scene(state: State, player: int) -> Scene:
    return view_scene(state.game, state.text, player, ())


def view_scene(game: BuiltIn, view: str, player: int, moves: Sequence[str]) -> Scene:
    """The player's own sea with its ships, and what is known of the other's."""
    titles, prefixes = ["your sea", "your sea"], ["own ", "own "]
    titles[1 - player], prefixes[1 - player] = "the other sea", ""
    both = seas(game, view, prefixes, titles)
    drawn = laid_out(both[player], both[1 - player], in_letters(game, view))
    last = last_shot(view, player)
    marks = {("own " if whose == "own" else "") + cell: "last" for cell, whose in last}
    return replace(drawn, choices=choices(moves, "own ", ""), marks=marks, todo=todo_of(game, view, moves))


def last_shot(view: str, player: int) -> list[tuple[str, str]]:
    """The newest shot of each side: (the cell, into whose sea)."""
    shots = [found[1] for part in view.split() if (found := SHOT.match(part))]
    newest = list(enumerate(shots))[-2:]
    return [(cell, "other" if i % 2 == player else "own") for i, cell in newest]


def laid_out(left: Scene, right: Scene, text: str) -> Scene:
    """Two seas beside each other; in a narrow window the one that is shot at lies above the player's own."""
    narrow = side_by_side(right, left, gap=1.4, down=True)
    return replace(side_by_side(left, right), text=text, narrow=narrow)


def todo_of(game: BuiltIn, happened: str, moves: Sequence[str]) -> str:
    """What is asked for: the next ship by its name and length, or a shot."""
    if not any("-" in move for move in moves):
        return "shoot: choose a cell of the other sea"
    fleet = fleet_of(game)
    placed = sum(part == "+" or SHIP.fullmatch(part) is not None for part in happened.split()) % len(fleet)
    name = "submarine" if fleet[placed] == 3 and 3 in fleet[:placed] else SHIP_NAMES[fleet[placed]]
    return f"place your {name} ({fleet[placed]}) by its two ends"


def choices(moves: Sequence[str], home: str, away: str) -> tuple[Choice, ...]:
    """A ship is laid by its two ends at home, in any order; a shot aims at a cell away."""
    found = []
    for move in moves:
        ends = tuple(home + end for end in move.split("-"))
        found += [Choice(move, ends), Choice(move, ends[::-1])] if "-" in move else [Choice(move, (away + move,))]
    return tuple(found)


def heard(before: str, after: str) -> str:
    """What a player saw of a move."""
    new = after[len(before) :].strip()
    if new in ("", "+"):
        return "places a ship"
    cell, _, came = new.partition(":")
    return f"{cell}: {came.replace('sunk', 'sunk, ')}" if re.fullmatch(r"sunk\d", came) else f"{cell}: {came}"


GAME = BuiltIn(
    name="battleship",
    title="Battleship",
    summary="place a fleet, find the other's",
    check=check,
    scene=scene,
    view_scene=view_scene,
    open_scene=open_scene,
    heard=heard,
    sample="b2-f2; h3-h6; b5-d5; e8-g8; j9-j10; a1-e1; g2-g5; c4-e4; b7-b9; h8-i8; c4; b2; d4; c2; e4; d5; g7; f7",
    levels=SAMPLES,
    options={
        "width": Option(10, 2, 10, help="columns"),
        "height": Option(10, 2, 10, help="rows"),
        "fleet": Option("standard", words=tuple(FLEETS), help="ships of 5 4 3 3 2, 3 2, 2 2, or one of 2"),
        "shots": Option(0, 0, 100, help="shots each; 0: until a fleet is sunk"),
    },
)
