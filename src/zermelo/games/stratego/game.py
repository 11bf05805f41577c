"""Stratego: set up forty men in secret, find the other's flag. What is seen is drawn in drawing.py."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.game import BuiltIn, Option, State
from zermelo.scene import Scene

LEVELS: dict[int, dict[str, object]] = {
    level: {"method": "montecarlo", "samples": level * level, "depth": 1 if level < 8 else 2} for level in range(1, 21)
}


def scene(state: State) -> Scene:
    from zermelo.games.stratego import drawing

    return drawing.whole_scene(state)


def view_scene(game: BuiltIn, view: str, player: int, moves: Sequence[str]) -> Scene:
    from zermelo.games.stratego import drawing

    return drawing.view_scene(game, view, player, moves)


def why_not(state: State, name: str) -> str:
    """What is wrong with a move that is not legal."""
    if state.moves() and len(state.moves()[0]) == 1:
        return "the set-up is not done: name the letter of the man for the next square, or a set-up from the list"
    return (
        "a man goes one square across or down, a scout as far as nothing stands in the way; "
        "bombs and flags stay; nobody goes to and fro between two squares for ever"
    )


GAME = BuiltIn(
    name="stratego",
    title="Stratego",
    summary="set up in secret, find the other's flag",
    sample="setup1; setup2; b4b5; e7e6; a4a5; j7j5; j4j5",
    scene=scene,
    view_scene=view_scene,
    why_not=why_not,
    levels=LEVELS,
    options={
        "board": Option(
            "standard",
            words=("standard", "barrage", "small", "tiny"),
            help="40 men, 8 men, 10 men on 6 x 6, or 3 on 3 x 4",
        ),
        "back": Option(3, 2, 9, help="how often running a man may go between two squares"),
        "waited": Option(200, 1, 1000, help="moves without a fight after which it is a draw"),
        "plies": Option(2000, 1, 5000, help="moves after which it is a draw"),
    },
)
