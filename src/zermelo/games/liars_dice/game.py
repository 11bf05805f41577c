"""Liar's dice for two players."""

from __future__ import annotations

from zermelo.game import BuiltIn, Option

GAME = BuiltIn(
    name="liars_dice",
    title="Liar's dice",
    summary="bid on dice that nobody sees all of, or call the other a liar",
    options={
        "dice": Option(1, 1, 2, help="dice of each player"),
        "sides": Option(6, 2, 6, help="faces of a die; the highest is wild"),
    },
)
