"""Kriegspiel: chess in which nobody sees the other's men, with an umpire. What is seen is drawn in drawing.py."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.game import BuiltIn, Option, State
from zermelo.scene import Scene

LEVELS: dict[int, dict[str, object]] = {
    level: {"method": "montecarlo", "samples": level * level, "depth": 1} for level in range(1, 21)
}
BOARDS = ("standard", "4x4", "3x4", "krk4", "krk6", "krk8")


def scene(state: State) -> Scene:
    from zermelo.games.kriegspiel import drawing

    return drawing.whole_scene(state)


def view_scene(game: BuiltIn, view: str, player: int, moves: Sequence[str]) -> Scene:
    from zermelo.games.kriegspiel import drawing

    return drawing.view_scene(game, view, player, moves)


def why_not(state: State, name: str) -> str:
    """What is wrong with a try that cannot be made."""
    return "a try goes from a square to a square, as e2e4 or e7e8q, as if only your own men stood on the board"


GAME = BuiltIn(
    name="kriegspiel",
    title="Kriegspiel",
    summary="chess without seeing the other's men",
    sample="e2e4; d7d5; e4d5; d8d5; b1c3",
    scene=scene,
    view_scene=view_scene,
    why_not=why_not,
    levels=LEVELS,
    options={
        "board": Option(
            "standard",
            words=BOARDS,
            help="the usual one, small ones, or king and rook against a king that is placed in secret",
        ),
        "plies": Option(0, 0, 5000, help="accepted moves after which the game is drawn; 0: as the board has it"),
    },
)
