"""Endgames of heads-up limit hold'em, and what poker hands are worth."""

from __future__ import annotations

from zermelo.game import BuiltIn
from zermelo.native import core

KINDS = (
    "nothing", "a pair", "two pairs", "three of a kind", "a straight", "a flush", "a full house", "four of a kind",
    "a straight flush",
)  # fmt: skip


def hand_value(cards: str) -> int:
    """The best five of five to seven cards (`As Kd …`) as a number: more is better, equal hands are equal."""
    return core.holdem_value(cards)


def hand_kind(cards: str) -> str:
    """The same in words."""
    return KINDS[hand_value(cards) >> 26]


GAME = BuiltIn(
    name="holdem",
    title="Limit hold'em endgame",
    summary="four or five cards on the table, a range of hands for each player",
)
