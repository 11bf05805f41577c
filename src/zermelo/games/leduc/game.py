"""Leduc poker."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.game import BuiltIn
from zermelo.scene import Scene, cards

ACTS = {"c": "check or call", "r": "raise", "f": "fold"}


def view_scene(game: BuiltIn, view: str, player: int, moves: Sequence[str]) -> Scene:
    """The player's own card, the card on the table, and the bets."""
    own, *rest = view.split()
    table = [word for word in rest if word[0].isupper()]
    bets = "; ".join(", ".join(ACTS[act] for act in word) for word in rest if not word[0].isupper())
    return cards([("you", [] if own == "-" else [own]), ("the other", ["?"]), ("table", table)], moves, bets)


GAME = BuiltIn(
    name="leduc",
    title="Leduc poker",
    summary="six cards, two rounds of betting, one card on the table",
    view_scene=view_scene,
)
