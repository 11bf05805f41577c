"""Kuhn poker: the smallest game in which one has to bluff."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.game import BuiltIn, Option, State
from zermelo.games.shared.betting import Betting, poker_table, view_names
from zermelo.scene import Piece, Scene
from zermelo.tabletop import back, card

WORDS = {"p": "pass", "b": "bet"}


def scene(state: State) -> Scene:
    """Both cards, face up."""
    return drawn(state.text, list(state.info.players), state.moves(), 0)


def open_scene(state: State, player: int) -> Scene:
    return drawn(state.text, view_names(player), (), player)


def view_scene(game: BuiltIn, view: str, player: int, moves: Sequence[str]) -> Scene:
    """The player's own card, the other's face down, what was said and what is at stake."""
    return drawn(view, view_names(player), moves, player)


def drawn(text: str, names: Sequence[str], moves: Sequence[str], bottom: int) -> Scene:
    held, _, acts = text.partition(":")
    bets = Betting([1, 1])
    bets.hear(acts_of(acts), 1)
    hands = [[held_card(held[who : who + 1])] for who in (0, 1)]
    facing = acts.endswith("b")
    todo = "call by a bet, or give up by a pass" if facing else "bet a chip, or pass"
    return poker_table(names, hands, bets, moves, bottom=bottom, todo=todo)


def held_card(letter: str) -> Piece | None:
    return None if letter in ("", "-") else back() if letter == "?" else card(f"S{letter}")


def acts_of(text: str) -> str:
    """Passes and bets as poker players say them: check, bet, call, fold."""
    found = ""
    for act in text:
        found += ("c" if act == "b" else "f") if "r" in found else ("r" if act == "b" else "c")
    return found


def heard(before: str, after: str) -> str:
    """What a player saw of a move."""
    acts = after.partition(":")[2]
    return WORDS[acts[-1]] if acts and acts != before.partition(":")[2] else "a card is dealt"


GAME = BuiltIn(
    name="kuhn",
    title="Kuhn poker",
    summary="three cards, one bet: the smallest poker",
    scene=scene,
    view_scene=view_scene,
    open_scene=open_scene,
    heard=heard,
    sample="Q; K; pass; bet",
    options={"cards": Option(3, 3, 13, help="cards in play")},
)
