"""Kuhn poker: the smallest game in which one has to bluff."""

from __future__ import annotations

from zermelo.game import BuiltIn, Option

GAME = BuiltIn(
    name="kuhn",
    title="Kuhn poker",
    summary="three cards, one bet: the smallest poker",
    options={"cards": Option(3, 3, 13, help="cards in play")},
)
