"""Battleship: place a fleet in secret, then shoot in turn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from zermelo.game import BuiltIn, Option, Options, State, number
from zermelo.scene import MARGIN, Choice, Label, Piece, Scene, grid, side_by_side

FLEETS = {"standard": (5, 4, 3, 3, 2), "small": (3, 2), "pair": (2, 2), "one": (2,)}
SHIP = re.compile(r"([a-j])(\d+)-([a-j])(\d+)")
SHOT = re.compile(r"([a-j]\d+):(miss|hit|sunk)")
PIECES = {"#": Piece("ship", "disc", 0), "x": Piece("hit", "cross", 1), "o": Piece("miss", "ring", None)}
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


def sea(cells: list[str], shots: list[tuple[str, ...]], size: tuple[int, int], title: str, prefix: str) -> Scene:
    """One sea: ships, hits and misses; its cells are called by the prefix and their names."""
    width, height = size
    marks = dict.fromkeys(cells, "#") | {cell: "o" if came == "miss" else "x" for cell, came in shots}
    columns = [chr(ord("a") + x) for x in range(width)]
    drawn = grid(["".join(marks.get(f"{x}{y}", ".") for x in columns) for y in range(1, height + 1)], pieces=PIECES)
    spots = tuple(replace(spot, name=prefix + spot.name) for spot in drawn.spots)
    return replace(drawn, spots=spots, labels=(*drawn.labels, Label(width / 2, height + MARGIN, title)))


def seas(game: BuiltIn, happened: str, prefixes: Sequence[str], titles: Sequence[str]) -> list[Scene]:
    """Both seas from what happened in order: a `+` is a ship that is not seen."""
    size = int(game.chosen.get("width", 10)), int(game.chosen.get("height", 10))
    parts = happened.split()
    ships = [part for part in parts if part == "+" or SHIP.fullmatch(part)]
    shots = [found.groups() for part in parts if (found := SHOT.match(part))]
    count = len(FLEETS[str(game.chosen.get("fleet", "standard"))])
    both = []
    for player in (0, 1):
        own = [SHIP.fullmatch(part) for part in ships[player * count : (player + 1) * count]]
        cells = [cell for ship in own if ship for cell in cells_of(ship.groups())]
        both.append(sea(cells, shots[1 - player :: 2], size, titles[player], prefixes[player]))
    return both


def in_letters(game: BuiltIn, happened: str) -> str:
    """Both seas, one below the other."""
    titles = ("sea of the first", "sea of the second")
    both = seas(game, happened, ("", ""), titles)
    return "\n".join(
        f"{title}\n{replace(each, labels=each.labels[:-1])}" for title, each in zip(titles, both, strict=True)
    )


def scene(state: State) -> Scene:
    """Both seas, with all ships."""
    titles = [f"sea of the {each}" for each in state.info.players]
    both = side_by_side(*seas(state.game, state.text, ("first ", "second "), titles))
    both = replace(both, text=in_letters(state.game, state.text))
    prefix = ("first ", "second ")
    placing = [move for move in state.moves() if "-" in move]
    aim = prefix[state.turn if placing else 1 - state.turn] if state.turn >= 0 else ""
    return replace(both, choices=choices(state.moves(), aim, aim))


def view_scene(game: BuiltIn, view: str, player: int, moves: Sequence[str]) -> Scene:
    """The player's own sea with its ships, and what is known of the other's."""
    titles, prefixes = ["your sea", "your sea"], ["own ", "own "]
    titles[1 - player], prefixes[1 - player] = "the other sea", ""
    both = seas(game, view, prefixes, titles)
    drawn = side_by_side(both[player], both[1 - player])
    return replace(drawn, choices=choices(moves, "own ", ""), text=in_letters(game, view))


def choices(moves: Sequence[str], home: str, away: str) -> tuple[Choice, ...]:
    """A ship is laid by its two ends at home, a shot aims at a cell away."""
    return tuple(
        Choice(move, tuple(home + end for end in move.split("-")) if "-" in move else (away + move,)) for move in moves
    )


GAME = BuiltIn(
    name="battleship",
    title="Battleship",
    summary="place a fleet, find the other's",
    check=check,
    scene=scene,
    view_scene=view_scene,
    levels=SAMPLES,
    options={
        "width": Option(10, 2, 10, help="columns"),
        "height": Option(10, 2, 10, help="rows"),
        "fleet": Option("standard", words=tuple(FLEETS), help="ships of 5 4 3 3 2, 3 2, 2 2, or one of 2"),
        "shots": Option(0, 0, 100, help="shots each; 0: until a fleet is sunk"),
    },
)
