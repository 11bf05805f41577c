"""Best responses in solved hold'em spots, slowly: plain Python from hand to hand, nothing shared with the solver.

Strategies are asked of a solution line by line; chips are counted from the names of the actions, hands compared by the
rule itself (the best five of seven), and every card is dealt, whatever suits are alike.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations, pairwise

from zermelo.games.holdem.spot import Solution

RANKS = "23456789TJQKA"
DECK = [rank + suit for rank in RANKS for suit in "cdhs"]


def five(cards: tuple[str, ...]) -> tuple[int, list[int]]:
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    flush = len({card[1] for card in cards}) == 1
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]
    straight = all(a - b == 1 for a, b in pairwise(ranks))
    groups = sorted(Counter(ranks).items(), key=lambda each: (-each[1], -each[0]))
    shape, order = [count for _, count in groups], [rank for rank, _ in groups]
    kind = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(tuple(shape), 0)
    if straight or flush:
        kind = max(kind, 8 if straight and flush else 5 if flush else 4)
    return kind, order


@cache
def strength(hand: str, board: tuple[str, ...]) -> tuple[int, list[int]]:
    return max(five(each) for each in combinations((hand[:2], hand[2:], *board), 5))


def meets(hand: str, *cards: str) -> bool:
    return hand[:2] in cards or hand[2:] in cards


def together(one: str, two: str) -> bool:
    return not meets(one, two[:2], two[2:])


class Answer:
    """What a player wins who knows the other's strategy; `own="average"`: who plays their own instead."""

    def __init__(self, solution: Solution, player: int, own: str = "best") -> None:
        self.solution, self.player, self.own = solution, player, own
        self.stack, self.half = solution.spot.stack, solution.spot.pot / 2

    def value(self) -> float:
        root = self.solution.node()
        mine = {row.hand: row.weight for row in root.rows(self.player)}
        theirs = {row.hand: row.weight for row in root.rows(1 - self.player)}
        won = self.at("", tuple(root.board), (0.0, 0.0), 0.0, theirs, list(mine))
        pairs = sum(mine[a] * theirs[b] for a in mine for b in theirs if together(a, b))
        return sum(mine[hand] * won[hand] for hand in mine) / pairs

    def at(
        self,
        line: str,
        board: tuple[str, ...],
        put: tuple[float, float],
        before: float,
        theirs: dict[str, float],
        mine: list[str],
    ) -> dict[str, float]:
        """What each hand wins from here on, times the weights of the hands it is won from."""
        node = self.solution.node(line)
        if node.kind == "chance":
            return self.cards(line, board, put, theirs, mine)
        if node.kind == "showdown":
            return self.shown(board, put[0], theirs, mine)
        if node.kind == "fold":
            sign = -1 if node.player == self.player else 1
            lost = self.half + put[node.player]
            return {hand: sign * lost * sum(w for other, w in theirs.items() if together(hand, other)) for hand in mine}
        found = []
        shares = {row.hand: row.shares for row in node.rows()}
        for action in node.actions:
            now = theirs
            if node.player != self.player:
                now = {hand: weight * shares[hand][action] for hand, weight in theirs.items() if hand in shares}
            then = self.paid(node.player, action, put, before)
            found.append((action, self.at(f"{line}, {action}", board, then, before, now, mine)))
        if node.player != self.player:
            return {hand: sum(each[hand] for _, each in found) for hand in mine}
        if self.own == "best":
            return {hand: max(each[hand] for _, each in found) for hand in mine}
        return {hand: sum(shares[hand][action] * each[hand] for action, each in found) for hand in mine}

    def paid(self, player: int, action: str, put: tuple[float, float], before: float) -> tuple[float, float]:
        word, _, to = action.partition(" ")
        amount = put[player] if word in ("fold", "check") else put[1 - player] if word == "call" else before + float(to)
        return (amount, put[1]) if player == 0 else (put[0], amount)

    def cards(
        self, line: str, board: tuple[str, ...], put: tuple[float, float], theirs: dict[str, float], mine: list[str]
    ) -> dict[str, float]:
        won = dict.fromkeys(mine, 0.0)
        for card in DECK:
            if card in board:
                continue
            others = {hand: weight for hand, weight in theirs.items() if not meets(hand, card)}
            left = [hand for hand in mine if not meets(hand, card)]
            for hand, value in self.at(f"{line}, {card}", (*board, card), put, put[0], others, left).items():
                won[hand] += value / (52 - len(board) - 4)
        return won

    def shown(self, board: tuple[str, ...], put: float, theirs: dict[str, float], mine: list[str]) -> dict[str, float]:
        won = dict.fromkeys(mine, 0.0)
        rest = list(combinations([card for card in DECK if card not in board], 5 - len(board)))
        for more in rest:
            whole, odds = tuple(sorted((*board, *more))), 1.0
            for seen in range(len(board), 5):
                odds *= (5 - seen) / (52 - 4 - seen)  # of this set of cards, in any order
            for hand in mine:
                for other, weight in theirs.items():
                    if together(hand, other) and not meets(hand, *more) and not meets(other, *more):
                        a, b = strength(hand, whole), strength(other, whole)
                        won[hand] += ((a > b) - (a < b)) * weight * odds * (self.half + put)
        return won
