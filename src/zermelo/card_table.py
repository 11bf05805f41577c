"""Card tables as scenes: hands around a table and the trick between them, for any card game of two to four players.

A card is written suit first: `SA`, `HT`, `D9`, `C2`. A table is one call:

    card_table([Hand("N", 12), Hand("E", ["SA", "H3"], played="S2"), …], moves, bottom=1, turn=1)
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from zermelo.scene import Area, Choice, Label, Piece, Scene, Spot
from zermelo.tabletop import RANKS, SUITS, back, card

PLACES = {2: ("bottom", "top"), 3: ("bottom", "left", "right"), 4: ("bottom", "left", "top", "right")}  # clockwise
ROW, LINE = 1.4, 0.55  # heights of cards and of labels
EDGE, GAP, MIDDLE = 0.3, 0.3, 3.8  # room around the table, between suits, for the trick
BESIDE = 1.0  # between the rows of a hand at the side, which overlap
SIDE, LEAST = 5.0, 9.0  # the most room a hand at the side has; the least of the whole table
NARROW = 7  # cards in a row where there is little room
TURN = "▸ "
CARD = re.compile(r"[SHDCshdc](10|[2-9TJQKAtjqka])")
NO_CARD = "that is no card (SA, HT, D9 …)"


@dataclass(frozen=True)
class Hand:
    """One player: the cards, or how many they are where they are not seen; the card played to the trick; what is to be
    said of the player (`dummy`, `3 tricks`). `dealt` are the cards, or how many they were, at first: then each card
    keeps its place until it is played, and the table its size."""

    name: str
    cards: Sequence[str] | int
    played: str = ""
    note: str = ""
    dealt: Sequence[str] | int = ()

    @property
    def first(self) -> Sequence[str] | int:
        return self.dealt or self.cards

    @property
    def length(self) -> int:
        return self.first if isinstance(self.first, int) else len(self.first)

    @property
    def title(self) -> str:
        return f"{self.name}: {self.note}" if self.note else self.name

    @property
    def suits(self) -> list[list[str]]:
        """The cards that are seen, by suit, the highest first; of cards that are not seen, nothing."""
        return [] if isinstance(self.cards, int) else by_suit(self.cards)

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
            for hand, laid in self.table.items():
                self.played[hand].append(laid)
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
    todo: str = "",
) -> Scene:
    """The scene of a table. Hands are given clockwise; `bottom` is the one in front of the viewer, `turn` the one that
    plays next. Cards that are moves are clicked, other moves are buttons. `said` is a line about the whole table."""
    seats = {place: hands[(bottom + i) % len(hands)] for i, place in enumerate(PLACES[len(hands)])}
    turning = None if turn is None else hands[turn]
    wide, narrow = layout(seats, turning, said, False), layout(seats, turning, said, True)
    held = {spot.name for spot in wide.spots}
    return replace(
        wide,
        pieces=pieces_of(hands),
        choices=tuple(Choice(move, (move,) if move in held else ()) for move in moves),
        text="\n".join([*lines_of(seats, turning), *([said] if said else [])]),
        caption=caption,
        todo=todo,
        narrow=narrow,
    )


def layout(seats: Mapping[str, Hand], turning: Hand | None, said: str, narrow: bool) -> Scene:
    """Where everything lies: hands above and below in a row (in a narrow window in two), at the sides by suit."""
    # 1. How large the hands are: by how many cards were dealt, whether they are seen or not.
    length = max(hand.length for hand in seats.values())
    beside = [place for place in ("left", "right") if place in seats]
    row = NARROW if narrow else length
    side = min(2.2 if narrow else SIDE, max(2.0, 0.55 * length)) if beside else 0.0
    blocks = {
        place: by_rows(hand, side) if place in beside else in_rows(hand, row, not narrow)
        for place, hand in seats.items()
    }
    lines = -(-length // row)
    middle_room = 2.6 if narrow else MIDDLE
    # 2. How large the table is.
    words = LINE * (2 if narrow else 1) if said else 0.0
    wide = (
        max(min(row, length) + (0 if narrow else 3 * GAP), 2 * side + middle_room, NARROW if narrow else LEAST)
        + 2 * EDGE
    )
    rows = ROW * lines
    above = LINE + rows if "top" in seats else 0.0
    tall = max(2.4 * ROW, (LINE + 3 * BESIDE + ROW) if beside else 0.0) + 2 * GAP
    high = 2 * EDGE + above + tall + rows + LINE + words
    middle = EDGE + above + tall / 2
    # 3. Where each hand lies: the middle of its label, and of its first row.
    corners = {
        "top": (wide / 2, EDGE + LINE / 2, EDGE + LINE + ROW / 2),
        "bottom": (wide / 2, EDGE + above + tall + rows + LINE / 2, EDGE + above + tall + ROW / 2),
    }
    for place, x in (("left", EDGE + side / 2), ("right", wide - EDGE - side / 2)):
        top = EDGE + above + GAP
        corners[place] = x, top + LINE / 2, top + LINE + ROW / 2
    # 4. Cards and labels.
    spots: list[Spot] = []
    labels: list[Label] = []
    areas = [Area(wide / 2, middle, min(middle_room, 3.4), 2.4 * ROW, "mat")]
    for place, hand in seats.items():
        x, line, y = corners[place]
        labels.append(Label(x, line, (TURN if hand is turning else "") + hand.title))
        step = BESIDE if place in beside else ROW
        for i, cards in enumerate(blocks[place]):
            spots += [Spot(name, x + dx, y + step * i, name) for name, dx in cards]
        dx, dy = {"top": (0, -0.55), "bottom": (0, 0.55), "left": (-1, 0), "right": (1, 0)}[place]
        if hand.played:
            spots.append(Spot(f"{hand.name} played", wide / 2 + dx, middle + dy, hand.played))
    if said:
        areas.append(Area(wide / 2, high - EDGE / 2 - words / 2, wide - 2 * EDGE, words, "words", said))
    return Scene(wide, high, "table", tuple(spots), labels=tuple(labels), areas=tuple(areas))


def by_suit(cards: Sequence[str]) -> list[list[str]]:
    """The highest first, suit by suit."""
    ranked = sorted(cards, key=order)
    return [own for suit in SUITS if (own := [card for card in ranked if card[0] == suit])]


def held(hand: Hand) -> tuple[Sequence[str], set[str]]:
    """(the cards it had at first, those that are still there)."""
    first, now = hand.first, hand.cards
    cards = now if isinstance(now, Sequence) else ()
    return (first if isinstance(first, Sequence) else cards), set(cards)


def in_rows(hand: Hand, most: int, apart: bool) -> list[list[tuple[str, float]]]:
    """Rows of (a spot's name, how far it is from the middle): all suits one after the other."""
    if hand.hidden:
        return [[(f"{hand.name} holds", 0.0)]]
    first, now = held(hand)
    cards = [card for suit in by_suit(first) for card in suit]
    rows = [spread(cards[i : i + most], apart) for i in range(0, len(cards), most)]
    return [[(card, dx) for card, dx in row if card in now] for row in rows]


def by_rows(hand: Hand, room: float) -> list[list[tuple[str, float]]]:
    """A row for each suit; cards overlap where there is no room."""
    if hand.hidden:
        return [[(f"{hand.name} holds", 0.0)]]
    first, now = held(hand)
    rows = []
    for suit in by_suit(first):
        step = min(1.0, (room - 1) / max(1, len(suit) - 1))
        left = -step * (len(suit) - 1) / 2
        rows.append([(card, left + step * i) for i, card in enumerate(suit) if card in now])
    return rows


def spread(cards: Sequence[str], apart: bool) -> list[tuple[str, float]]:
    """Side by side, with a gap between suits."""
    at, places = 0.0, []
    for i, each in enumerate(cards):
        at += (1 + (GAP if apart and cards[i - 1][0] != each[0] else 0)) if i else 0
        places.append(at)
    return [(each, place - at / 2) for each, place in zip(cards, places, strict=True)]


def pieces_of(hands: Sequence[Hand]) -> dict[str, Piece]:
    """Every card that is seen, and a back for cards that are not; each says whose it is."""
    found = {}
    for hand in hands:
        for each in (each for suit in hand.suits for each in suit):
            found[each] = card(each, hand.name)
        if hand.played:
            found[hand.played] = card(hand.played)
        if hand.hidden:
            found[f"{hand.name} holds"] = back(hand.hidden)
    return found


def order(card: str) -> int:
    """The highest first."""
    return RANKS.index(card[1])


def face(text: str) -> str:
    """As it is printed: `10♥`."""
    return card(text).text


def cards_words(count: int) -> str:
    return f"{count} hidden card{'' if count == 1 else 's'}"


def lines_of(seats: Mapping[str, Hand], turning: Hand | None) -> list[str]:
    """The table in letters."""
    blocks = {place: written_hand(hand, hand is turning) for place, hand in seats.items()}
    left, right = blocks.get("left", []), blocks.get("right", [])
    indent = max(map(len, left), default=0) + 2
    trick_of = {place: face(hand.played).rjust(3) if hand.played else " · " for place, hand in seats.items()}
    trick = [
        "",
        f"    {trick_of.get('top', '')}",
        f"{trick_of.get('left', ''):3} {' ':3} {trick_of.get('right', '')}",
        f"    {trick_of['bottom']}",
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
