"""Endgames of heads-up limit hold'em, and what poker hands are worth."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.game import BuiltIn
from zermelo.native import core
from zermelo.scene import Scene, cards

KINDS = (
    "nothing",
    "a pair",
    "two pairs",
    "three of a kind",
    "a straight",
    "a flush",
    "a full house",
    "four of a kind",
    "a straight flush",
)
ACTS = {"c": "check or call", "r": "bet or raise", "f": "fold"}


def hand_value(cards: str) -> int:
    """The best five of five to seven cards (`As Kd …`) as a number: more is better, equal hands are equal."""
    return core.holdem_value(cards)


def hand_kind(cards: str) -> str:
    """The same in words."""
    return KINDS[hand_value(cards) >> 26]


def view_scene(game: BuiltIn, view: str, player: int, moves: Sequence[str]) -> Scene:
    """The table, the player's own hand, and the bets."""
    board, *rest = view.split()
    own = rest[:1] if rest and rest[0] != "-" else []
    more = [word for word in rest[1:] if word[0].isupper() or word[0].isdigit()]
    bets = "; ".join(", ".join(ACTS[act] for act in word) for word in rest[1:] if word not in more)
    groups = [("table", [*pairs(board), *more]), ("you", pairs("".join(own))), ("the other", ["?", "?"])]
    return cards(groups, moves, bets)


def pairs(text: str) -> list[str]:
    return [text[i : i + 2] for i in range(0, len(text), 2)]


GAME = BuiltIn(
    name="holdem",
    title="Limit hold'em endgame",
    summary="four or five cards on the table, a range of hands for each player",
    view_scene=view_scene,
)
