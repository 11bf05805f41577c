"""Leduc poker."""

from __future__ import annotations

from zermelo.game import BuiltIn

GAME = BuiltIn(
    name="leduc",
    title="Leduc poker",
    summary="six cards, two rounds of betting, one card on the table",
)
