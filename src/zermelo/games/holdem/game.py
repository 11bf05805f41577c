"""Endgames of heads-up limit hold'em, and what poker hands are worth."""

from __future__ import annotations

import re
from collections.abc import Sequence

from zermelo.game import BuiltIn, State
from zermelo.games.shared.betting import Betting, poker_table, view_names
from zermelo.native import core
from zermelo.scene import Piece, Scene
from zermelo.tabletop import back, card

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
MOST_BUTTONS = 200  # of deals
CARD = re.compile("[2-9TJQKA][shdc]")


def hand_value(cards: str) -> int:
    """The best five of five to seven cards (`As Kd …`) as a number: more is better, equal hands are equal."""
    return core.holdem_value(cards)


def hand_kind(cards: str) -> str:
    """The same in words."""
    return KINDS[hand_value(cards) >> 26]


def scene(state: State) -> Scene:
    """Both hands, the table and the bets."""
    return opened(state, list(state.info.players), 0)


def open_scene(state: State, player: int) -> Scene:
    return opened(state, view_names(player), player)


def opened(state: State, names: Sequence[str], bottom: int) -> Scene:
    facts, words = known_to_all(state), state.text.partition("hands ")[2].partition(";")[2].split()
    dealt = [pairs(hand) for hand in words[0].split("-")] if words and "-" in words[0] else [[], []]
    bets = [word for word in words[1:] if not CARD.fullmatch(word)]
    laid = [word for word in words[1:] if CARD.fullmatch(word)]
    return drawn(facts, dealt, bets, laid, names, state.moves()[:MOST_BUTTONS], bottom)


def view_scene(game: BuiltIn, view: str, player: int, moves: Sequence[str]) -> Scene:
    """The table, the player's own hand, and the bets."""
    facts, _, seen = view.rpartition("\n")
    board, *rest = seen.split()
    own = pairs(rest[0]) if rest and rest[0] != "-" else []
    other = pairs(rest[1]) if len(rest) > 1 and len(rest[1]) == 4 and CARD.match(rest[1]) else ["?"] * len(own)
    hands = [own, other] if player == 0 else [other, own]
    bets = [word for word in rest[1:] if word.islower() and word.isalpha()]
    laid = [word for word in rest[1:] if CARD.fullmatch(word)]
    return drawn(facts or f"board {board}", hands, bets, laid, view_names(player), moves, player)


def known_to_all(state: State) -> str:
    """The table, the pot and the size of a bet."""
    return ";".join(state.text.split(";")[:3])


def drawn(
    facts: str,
    hands: Sequence[Sequence[str]],
    bets: Sequence[str],
    laid: Sequence[str],
    names: Sequence[str],
    moves: Sequence[str],
    bottom: int,
) -> Scene:
    pot, size = (number_in(facts, word) for word in ("pot", "bet"))
    betting = Betting([0, 0])
    for acts in bets:
        betting.hear(acts, size or 1)
    board = pairs(facts.split(";")[0].removeprefix("board "))
    table = [*map(card_of, [*board, *laid]), *[None] * (5 - len(board) - len(laid))]
    shown: list[list[Piece | None]] = [[card_of(each) for each in hand] or [None, None] for hand in hands]
    todo = ("call, raise or fold" if "raise" in moves else "call or fold") if "fold" in moves else "check or bet"
    return poker_table(names, shown, betting, moves, table, bottom, todo, pot)


def card_of(text: str) -> Piece:
    return back() if text == "?" else card(text[1].upper() + text[0])


def number_in(facts: str, word: str) -> float:
    found = re.search(rf"{word} ([\d.]+)", facts)
    return float(found[1]) if found else 0.0


def heard(before: str, after: str) -> str:
    """What a player saw of a move."""
    old, new = before.split(), after.split()
    if len(new) > 1 and (len(old) < 2 or old[1] == "-"):
        return "cards are dealt"
    last = new[-1] if new else ""
    if CARD.fullmatch(last):
        return f"{last} is laid on the table"
    facing = "r" in last[:-1]
    words = {"c": "call" if facing else "check", "r": "raise" if facing else "bet", "f": "fold"}
    return words.get(last[-1:], "cards are dealt")


def pairs(text: str) -> list[str]:
    return [text[i : i + 2] for i in range(0, len(text), 2)]


GAME = BuiltIn(
    name="holdem",
    title="Limit hold'em endgame",
    summary="four or five cards on the table, a range of hands for each player",
    scene=scene,
    view_scene=view_scene,
    open_scene=open_scene,
    known_to_all=known_to_all,
    heard=heard,
    sample="AhKh-TsTc; bet; raise",
    commands={"poker": "commands:poker"},
    page="page:page",
)
