"""Phantom tic-tac-toe: neither player sees the other's stones."""

from __future__ import annotations

import re
from collections.abc import Sequence

from zermelo.game import BuiltIn, State
from zermelo.scene import STONES, Scene, grid

TRY = re.compile(r"([abc])([123])(x?)")


def drawn(marks: dict[str, str], moves: Sequence[str]) -> Scene:
    rows = ["".join(marks.get(f"{x}{y}", ".") for x in "abc") for y in (1, 2, 3)]
    pieces = {key: STONES[key] for key in "XO"}
    return grid(rows, moves, pieces=pieces, board="lines", todo="choose a cell; if the other has it, choose again")


def scene(state: State) -> Scene:
    """All stones."""
    marks: dict[str, str] = {}
    for player, tries in enumerate(state.text.split("/")):
        marks |= {x + y: "XO"[player] for x, y, taken in TRY.findall(tries) if not taken}
    return drawn(marks, [str(move) for move in state.moves()])


def view_scene(game: BuiltIn, view: str, player: int, moves: Sequence[str]) -> Scene:
    """The player's own stones, and those of the other that were found."""
    marks = {x + y: "XO"[1 - player if taken else player] for x, y, taken in TRY.findall(view)}
    return drawn(marks, moves)


def heard(before: str, after: str) -> str:
    """What a player saw of a move: of another's, nothing."""
    return "plays unseen"


GAME = BuiltIn(
    name="phantom",
    title="Phantom tic-tac-toe",
    summary="tic-tac-toe without seeing the other's stones",
    scene=scene,
    view_scene=view_scene,
    heard=heard,
    sample="b2; a1; c1; b2",
)
