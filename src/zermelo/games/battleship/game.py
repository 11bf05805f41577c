"""Battleship: hide a fleet, then shoot in turn."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from zermelo.game import BuiltIn, Option, State

FLEETS = {"standard": (5, 4, 3, 3, 2), "small": (3, 2), "pair": (2, 2), "one": (2,)}
SHIP = re.compile(r"([a-j])(\d+)-([a-j])(\d+)")
SHOT = re.compile(r"([a-j]\d+):(miss|hit|sunk)")
SAMPLES = {level: {"depth": 1, "samples": 2 * level * level} for level in range(1, 21)}


def check(values: Mapping[str, Any]) -> None:
    fleet, width, height = FLEETS[values["fleet"]], values["width"], values["height"]
    if max(fleet) > max(width, height) or 2 * sum(fleet) > width * height:
        raise ValueError(f"battleship: a sea of {width} x {height} is too small for ships of {fleet}")
    if values["shots"] > width * height:
        raise ValueError(f"battleship: {values['shots']} shots are more than there are cells")


def cells_of(ship: tuple[str, ...]) -> list[str]:
    left, top, right, bottom = ship
    columns = range(ord(left), ord(right) + 1)
    return [f"{chr(x)}{y}" for x in columns for y in range(int(top), int(bottom) + 1)]


def drawn(ships: list[str], shots: list[tuple[str, ...]], width: int, height: int) -> list[str]:
    """A sea: `#` a ship, `x` a hit, `o` a miss."""
    marks = dict.fromkeys(ships, "#") | {cell: "o" if came == "miss" else "x" for cell, came in shots}
    columns = [chr(ord("a") + x) for x in range(width)]
    rows = [f"{y:2} " + " ".join(marks.get(f"{x}{y}", ".") for x in columns) for y in range(1, height + 1)]
    return ["   " + " ".join(columns), *rows]


def seas(game: BuiltIn, happened: str) -> str:
    """Both seas, one below the other, from what happened in order: a `+` is a ship that is not seen."""
    width, height = (int(game.chosen.get(name, 10)) for name in ("width", "height"))
    parts = happened.split()
    ships = [part for part in parts if part == "+" or SHIP.fullmatch(part)]
    shots = [found.groups() for part in parts if (found := SHOT.match(part))]
    count = len(FLEETS[str(game.chosen.get("fleet", "standard"))])
    out = []
    for player in (0, 1):
        own = [SHIP.fullmatch(part) for part in ships[player * count : (player + 1) * count]]
        cells = [cell for ship in own if ship for cell in cells_of(ship.groups())]
        out += [f"sea of the {('first', 'second')[player]}", *drawn(cells, shots[1 - player :: 2], width, height)]
    return "\n".join(out)


def board(state: State) -> str:
    """Both seas, with all ships."""
    return seas(state.game, state.text)


def view_board(game: BuiltIn, view: str, player: int) -> str:
    """Both seas, with the own ships."""
    return seas(game, view)


GAME = BuiltIn(
    name="battleship",
    title="Battleship",
    summary="hide a fleet, find the other's",
    check=check,
    board=board,
    view_board=view_board,
    levels=SAMPLES,
    options={
        "width": Option(10, 2, 10, help="columns"),
        "height": Option(10, 2, 10, help="rows"),
        "fleet": Option("standard", words=tuple(FLEETS), help="ships of 5 4 3 3 2, 3 2, 2 2, or one of 2"),
        "shots": Option(0, 0, 100, help="shots each; 0: until a fleet is sunk"),
    },
)
