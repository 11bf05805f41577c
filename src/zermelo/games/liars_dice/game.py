"""Liar's dice for two players."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.game import BuiltIn, Option
from zermelo.scene import Scene, cards


def view_scene(game: BuiltIn, view: str, player: int, moves: Sequence[str]) -> Scene:
    """The player's own dice, and the bids."""
    own, _, bids = view.partition(" ")
    hidden = ["?"] * int(game.chosen.get("dice", 1))
    return cards([("your dice", list(own)), ("the other's", hidden)], moves, bids)


GAME = BuiltIn(
    name="liars_dice",
    title="Liar's dice",
    summary="bid on dice that nobody sees all of, or call the other a liar",
    view_scene=view_scene,
    options={
        "dice": Option(1, 1, 2, help="dice of each player"),
        "sides": Option(6, 2, 6, help="faces of a die; the highest is wild"),
    },
)
