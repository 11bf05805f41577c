"""Leduc poker."""

from __future__ import annotations

import re
from collections.abc import Sequence

from zermelo.game import BuiltIn, State
from zermelo.games.shared.betting import Betting, poker_table, view_names
from zermelo.scene import Piece, Scene
from zermelo.tabletop import back, card

CARD = re.compile("[JQK][hs]")
ACTS = {"c": "check or call", "r": "raise", "f": "fold"}
SIZES = (2, 4)  # of a raise, in each round


def scene(state: State) -> Scene:
    """Both cards, face up, the card on the table, and the bets."""
    return opened(state, list(state.info.players), 0)


def open_scene(state: State, player: int) -> Scene:
    return opened(state, view_names(player), player)


def opened(state: State, names: Sequence[str], bottom: int) -> Scene:
    held, *rest = state.text.split()
    hands = CARD.findall(held)
    return drawn([*hands, "", ""][:2], rest, names, state.moves(), bottom)


def view_scene(game: BuiltIn, view: str, player: int, moves: Sequence[str]) -> Scene:
    """The player's own card, the card on the table, and the bets."""
    own, *rest = view.split()
    shown = CARD.findall(own)
    hands = [shown[0] if shown else "", shown[1] if len(shown) > 1 else "?" if shown else ""]
    return drawn(hands if player == 0 else hands[::-1], rest, view_names(player), moves, player)


def drawn(hands: Sequence[str], rest: Sequence[str], names: Sequence[str], moves: Sequence[str], bottom: int) -> Scene:
    bets = Betting([1, 1])
    table = [word for word in rest if CARD.fullmatch(word)]
    for size, acts in zip(SIZES, (word for word in rest if not CARD.fullmatch(word)), strict=False):
        bets.hear(acts, size)
    laid = [card_of(table[0]) if table else None]
    return poker_table(
        names, [[card_of(each)] for each in hands], bets, moves, laid, bottom, todo_of(moves, SIZES[bool(table)])
    )


def card_of(text: str) -> Piece | None:
    return None if text in ("", "-") else back() if text == "?" else card(text[1].upper() + text[0])


def todo_of(moves: Sequence[str], size: int) -> str:
    """What is asked for."""
    if "fold" in moves:
        return f"call {size}, raise or fold" if "raise" in moves else f"call {size} or fold"
    return f"check, or raise by {size}"


def heard(before: str, after: str) -> str:
    """What a player saw of a move."""
    new = after[len(before) :].strip() if after.startswith(before) else ""
    if new and new in ACTS:
        return said(after)
    return (
        f"{new} is laid on the table" if CARD.fullmatch(new) and before.strip() not in ("", "-") else "a card is dealt"
    )


def said(view: str) -> str:
    """The last act, by its name."""
    acts = view.split()[-1]
    facing = "r" in acts[:-1]
    return {"c": "call" if facing else "check", "r": "raise", "f": "fold"}[acts[-1]]


GAME = BuiltIn(
    name="leduc",
    title="Leduc poker",
    summary="six cards, two rounds of betting, one card on the table",
    scene=scene,
    view_scene=view_scene,
    open_scene=open_scene,
    heard=heard,
    sample="Ks; Qh; raise; call; Kh; check; raise",
)
