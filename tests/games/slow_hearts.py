"""Hearts a second time, slowly: cards are words such as SQ, hands are sets, tricks are found anew for each question."""

from __future__ import annotations

from functools import cached_property

RANKS = "23456789TJQKA"
SUITS = "SHDC"
SEATS = "NESW"
TO_THE_LEFT = {"hold": 0, "left": 1, "across": 2, "right": 3}


def order(card: str) -> tuple[int, int]:
    """Spades, hearts, diamonds, clubs, the highest first."""
    return SUITS.index(card[0]), -RANKS.index(card[1])


def cost(card: str) -> int:
    return 13 if card == "SQ" else 1 if card[0] == "H" else 0


def cards_of(hand: str) -> set[str]:
    return {suit + rank for suit, ranks in zip(SUITS, hand.split("."), strict=True) for rank in ranks}


def hand_of(cards: set[str]) -> str:
    return ".".join("".join(card[1] for card in sorted(cards, key=order) if card[0] == suit) for suit in SUITS)


class Hearts:
    """One deal: the hands as dealt, the cards passed in order, the cards played in order."""

    def __init__(self, hands: list[set[str]], passing: str, leader: int | None = None) -> None:
        self.hands = hands
        self.passing = passing
        self.leader = leader  # of an ending, in which nothing is said of the first trick
        self.broken = False
        self.before = [0, 0, 0, 0]  # points taken before an ending
        self.passes: list[str] = []
        self.plays: list[str] = []

    def play(self, card: str) -> None:
        (self.passes if self.is_passing() else self.plays).append(card)

    def is_passing(self) -> bool:
        return self.passing != "hold" and len(self.passes) < 12

    @cached_property
    def starting_hands(self) -> list[set[str]]:
        """What each holds when the first card is led; to be asked when all have passed."""
        hands = [set(hand) for hand in self.hands]
        if self.passing != "hold":
            for who in range(4):
                for card in self.passes[3 * who : 3 * who + 3]:
                    hands[who].remove(card)
                    hands[(who + TO_THE_LEFT[self.passing]) % 4].add(card)
        return hands

    @cached_property
    def first_card(self) -> str:
        return min((card for hand in self.hands for card in hand if card[0] == "C"), key=lambda c: RANKS.index(c[1]))

    def tricks(self) -> list[tuple[list[int], list[str]]]:
        """Each trick begun: who plays in which order, and the cards so far; the last one may be empty."""
        leader = self.leader
        if leader is None:
            leader = next(i for i, hand in enumerate(self.starting_hands) if self.first_card in hand)
        found = []
        for start in range(0, len(self.plays) + 1, 4):
            cards = self.plays[start : start + 4]
            seats = [(leader + i) % 4 for i in range(4)]
            found.append((seats, cards))
            if len(cards) == 4:
                same = [card for card in cards if card[0] == cards[0][0]]
                leader = seats[cards.index(max(same, key=lambda c: RANKS.index(c[1])))]
        return found

    def turn(self) -> int:
        if self.is_passing():
            return len(self.passes) // 3
        if len(self.plays) == sum(map(len, self.hands)):
            return -2
        seats, cards = self.tricks()[-1]
        return seats[len(cards)]

    def moves(self) -> list[str]:
        if self.is_passing():
            who = self.turn()
            chosen = self.passes[3 * who :]
            rest = sorted(self.hands[who], key=order)
            if chosen:
                rest = rest[rest.index(chosen[-1]) + 1 :]
            return rest[: len(rest) - (2 - len(chosen))]
        seats, trick = self.tricks()[-1]
        return self.playable(sorted(self.starting_hands[seats[len(trick)]] - set(self.plays), key=order), trick)

    def playable(self, hand: list[str], trick: list[str]) -> list[str]:
        first = self.leader is None and len(self.plays) < 4
        if not trick:
            if first:
                return [self.first_card]
            broken = self.broken or any(card[0] == "H" for card in self.plays)
            return hand if broken else [card for card in hand if card[0] != "H"] or hand
        follow = [card for card in hand if card[0] == trick[0][0]]
        if follow:
            return follow
        return [card for card in hand if not cost(card)] or hand if first else hand

    def points(self) -> list[int]:
        points = list(self.before)
        tricks = self.tricks()
        for i, (_, cards) in enumerate(tricks[:-1]):
            points[tricks[i + 1][0][0]] += sum(map(cost, cards))
        return points

    def payoffs(self) -> list[float]:
        points = self.points()
        for who in range(4):
            if points[who] == sum(points) > 13:
                points = [0 if each == who else sum(points) for each in range(4)]
                break
        return [sum(points) / 4 - each for each in points]

    def view(self, player: int) -> tuple[object, ...]:
        """All that a player has seen."""
        own = self.passes[3 * player : 3 * player + 3]
        got = None
        if self.passing != "hold" and not self.is_passing():
            giver = (player - TO_THE_LEFT[self.passing]) % 4
            got = self.passes[3 * giver : 3 * giver + 3]
        return hand_of(self.hands[player]), tuple(own), len(self.passes), got and tuple(got), tuple(self.plays)

    def text(self) -> str:
        hands = " ".join(map(hand_of, self.hands))
        passes = "".join(" " + card for card in self.passes)
        middle = " :" if self.passing != "hold" and not self.is_passing() else ""
        return f"N:{hands} {self.passing} :{passes}{middle}" + "".join(" " + card for card in self.plays)
