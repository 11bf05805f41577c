"""Kuhn poker: the smallest game in which one has to bluff."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.game import BuiltIn, Option
from zermelo.scene import Scene, cards


def view_scene(game: BuiltIn, view: str, player: int, moves: Sequence[str]) -> Scene:
    """The player's own card, the other's face down, and what was said."""
    held, _, said = view.partition(":")
    hands = [("the other", [each] if each != "-" else []) for each in held]
    hands[player:] = [("you", hands[player][1]), *hands[player + 1 :]] if len(hands) > player else []
    return cards(hands, moves, ", ".join({"p": "pass", "b": "bet"}.get(each, each) for each in said))


GAME = BuiltIn(
    name="kuhn",
    title="Kuhn poker",
    summary="three cards, one bet: the smallest poker",
    view_scene=view_scene,
    options={"cards": Option(3, 3, 13, help="cards in play")},
)
