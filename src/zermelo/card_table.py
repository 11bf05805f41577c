"""Card tables as scenes: hands around a table and the trick between them, for any card game of two to four players.

A card is written suit first: `SA`, `HT`, `D9`, `C2`. A table is one call:

    card_table([Hand("N", 12), Hand("E", ["SA", "H3"], played="S2"), …], moves, bottom=1, turn=1)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from zermelo.scene import Choice, Label, Piece, Scene, Spot

SUITS = {"S": ("♠", "spades"), "H": ("♥", "hearts"), "D": ("♦", "diamonds"), "C": ("♣", "clubs")}
RANKS = "AKQJT98765432"
RANK_NAMES = ("ace", "king", "queen", "jack", "ten", "nine", "eight", "seven", "six", "five", "four", "three", "two")
PLACES = {2: ("bottom", "top"), 3: ("bottom", "left", "right"), 4: ("bottom", "left", "top", "right")}  # clockwise
ROW, LINE = 1.15, 0.55  # heights of cards and of labels
EDGE, GAP, MIDDLE = 0.3, 0.3, 3.8  # room around the table, between suits, for the trick
LETTER, LEAST = 0.19, 9.0  # of text in a line; of the whole table
TURN = "▸ "
CARD = re.compile(r"[SHDCshdc](10|[2-9TJQKAtjqka])")
NO_CARD = "that is no card (SA, HT, D9 …)"


@dataclass(frozen=True)
class Hand:
    """One player: the cards, or how many they are where they are not seen; the card played to the trick; what is to be
    said of the player (`dummy`, `3 tricks`)."""

    name: str
    cards: Sequence[str] | int
    played: str = ""
    note: str = ""

    @property
    def title(self) -> str:
        return f"{self.name}: {self.note}" if self.note else self.name

    @property
    def suits(self) -> list[list[str]]:
        """The cards that are seen, by suit, the highest first; of cards that are not seen, nothing."""
        shown = [] if isinstance(self.cards, int) else sorted(self.cards, key=order)
        return [own for suit in SUITS if (own := [card for card in shown if card[0] == suit])]

    @property
    def hidden(self) -> int:
        return self.cards if isinstance(self.cards, int) else 0


class Tricks:
    """Cards played one after the other, in tricks: the highest trump wins, else the highest card of the suit led.

    `turn` is the hand that plays next, `table` the card of each hand in the trick that lies there (the last one until
    the next is led), `won` the cards that each hand has won and `played` those it has played.
    """

    def __init__(self, cards: Sequence[str], leader: int, trump: str = "", hands: int = 4) -> None:
        self.turn, self.table = leader, dict[int, str]()
        self.won: list[list[str]] = [[] for _ in range(hands)]
        self.played: list[list[str]] = [[] for _ in range(hands)]
        for at in range(0, len(cards), hands):
            trick = cards[at : at + hands]
            self.table = {(self.turn + i) % hands: card for i, card in enumerate(trick)}
            for hand, card in self.table.items():
                self.played[hand].append(card)
            self.turn = (self.turn + len(trick)) % hands
            if len(trick) == hands:
                self.turn = min(self.table, key=lambda hand: strength(self.table[hand], trick[0][0], trump))
                self.won[self.turn] += trick


def strength(card: str, led: str, trump: str) -> tuple[bool, bool, int]:
    """The strongest card of a trick has the least."""
    return card[0] != trump, card[0] != led, order(card)


def card_table(
    hands: Sequence[Hand],
    moves: Iterable[str] = (),
    *,
    bottom: int = 0,
    turn: int | None = None,
    said: str = "",
    caption: str = "",
) -> Scene:
    """The scene of a table. Hands are given clockwise; `bottom` is the one in front of the viewer, `turn` the one that
    plays next. Cards that are moves are clicked, other moves are buttons. `said` is a line about the whole table."""
    # 1. Who sits where, and how large the hands are.
    seats = {place: hands[(bottom + i) % len(hands)] for i, place in enumerate(PLACES[len(hands)])}
    turning = None if turn is None else hands[turn]
    blocks = {place: block(hand, place in ("left", "right")) for place, hand in seats.items()}
    beside = [place for place in ("left", "right") if place in seats]
    side = max((max(width(blocks[place]), LETTER * len(TURN + seats[place].title)) for place in beside), default=0.0)
    # 2. How large the table is.
    words = max(LETTER * len(said), LEAST)
    wide = max(*(width(rows) for rows in blocks.values()), 2 * side + MIDDLE, words) + 2 * EDGE
    above = LINE + ROW if "top" in seats else 0.0
    tall = max(3 * ROW, *(LINE + ROW * len(blocks[place]) for place in beside), 0) + 2 * GAP
    high = 2 * EDGE + above + tall + ROW + LINE + (LINE if said else 0.0)
    middle = EDGE + above + tall / 2
    # 3. Where each hand lies: the middle of its label, and of its first row.
    corners = {
        "top": (wide / 2, EDGE + LINE / 2, EDGE + LINE + ROW / 2),
        "bottom": (wide / 2, EDGE + above + tall + ROW + LINE / 2, EDGE + above + tall + ROW / 2),
    }
    for place, x in (("left", EDGE + side / 2), ("right", wide - EDGE - side / 2)):
        top = middle - (LINE + ROW * len(blocks.get(place, ()))) / 2
        corners[place] = x, top + LINE / 2, top + LINE + ROW / 2
    # 4. Cards and labels.
    spots: list[Spot] = []
    labels: list[Label] = []
    for place, hand in seats.items():
        x, line, y = corners[place]
        labels.append(Label(x, line, (TURN if hand is turning else "") + hand.title))
        for i, row in enumerate(blocks[place]):
            spots += [Spot(name, x + dx, y + ROW * i, name) for name, dx in row]
        if hand.played:
            dx, dy = {"top": (0, -1), "bottom": (0, 1), "left": (-1.2, 0), "right": (1.2, 0)}[place]
            spots.append(Spot(f"{hand.name} played", wide / 2 + dx, middle + dy, hand.played))
    labels += [Label(wide / 2, high - EDGE - LINE / 2, said)] if said else []
    held = {spot.name for spot in spots}
    return Scene(
        wide,
        high,
        "table",
        tuple(spots),
        pieces_of(hands),
        tuple(Choice(move, (move,) if move in held else ()) for move in moves),
        tuple(labels),
        text="\n".join([*lines_of(seats, turning), *([said] if said else [])]),
        caption=caption,
    )


def block(hand: Hand, by_suit: bool) -> list[list[tuple[str, float]]]:
    """Rows of (a spot's name, how far it is from the middle): one row, or one for each suit."""
    if hand.hidden:
        return [[(f"{hand.name} holds", 0.0)]]
    rows = hand.suits if by_suit else [[card for suit in hand.suits for card in suit]]
    return [spread(row) for row in rows if row]


def spread(cards: Sequence[str]) -> list[tuple[str, float]]:
    at, places = 0.0, []
    for i, card in enumerate(cards):
        at += (1 + (GAP if cards[i - 1][0] != card[0] else 0)) if i else 0
        places.append(at)
    return [(card, place - at / 2) for card, place in zip(cards, places, strict=True)]


def width(rows: Sequence[Sequence[tuple[str, float]]]) -> float:
    return max((row[-1][1] - row[0][1] + 1 for row in rows), default=1.0)


def pieces_of(hands: Sequence[Hand]) -> dict[str, Piece]:
    """Every card that is seen, and a back for cards that are not; each says whose it is."""
    found = {}
    for hand in hands:
        for card in (card for suit in hand.suits for card in suit):
            found[card] = Piece(f"{card_name(card)}, {hand.name}'s", "card", None, face(card))
        if hand.played:
            found[hand.played] = Piece(card_name(hand.played), "card", None, face(hand.played))
        if hand.hidden:
            found[f"{hand.name} holds"] = Piece(cards_words(hand.hidden), "back", None, str(hand.hidden))
    return found


def order(card: str) -> int:
    """The highest first."""
    return RANKS.index(card[1])


def card_name(card: str) -> str:
    return f"{RANK_NAMES[order(card)]} of {SUITS[card[0]][1]}"


def face(card: str) -> str:
    """As it is printed: `10♥`."""
    return f"{'10' if card[1] == 'T' else card[1]}{SUITS[card[0]][0]}"


def cards_words(count: int) -> str:
    return f"{count} hidden card{'' if count == 1 else 's'}"


def lines_of(seats: dict[str, Hand], turning: Hand | None) -> list[str]:
    """The table in letters."""
    blocks = {place: written_hand(hand, hand is turning) for place, hand in seats.items()}
    left, right = blocks.get("left", []), blocks.get("right", [])
    indent = max(map(len, left), default=0) + 2
    card = {place: face(hand.played).rjust(3) if hand.played else " · " for place, hand in seats.items()}
    trick = [
        "",
        f"    {card.get('top', '')}",
        f"{card.get('left', ''):3} {' ':3} {card.get('right', '')}",
        f"    {card['bottom']}",
    ]
    middle = zip_longest(left, trick, right, fillvalue="")
    lines = [" " * indent + line for line in blocks.get("top", [])]
    lines += [f"{one:<{indent}}{two:<14}{three}".rstrip() for one, two, three in middle]
    return lines + [" " * indent + line for line in blocks["bottom"]]


def written_hand(hand: Hand, turn: bool) -> list[str]:
    title = (TURN if turn else "") + hand.title
    if hand.hidden:
        return [title, cards_words(hand.hidden)]
    return [title, *(f"{SUITS[suit[0][0]][0]} {''.join(card[1] for card in suit)}" for suit in hand.suits)]
