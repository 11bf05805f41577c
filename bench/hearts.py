"""Points at hearts: one seat with one player, the other three with another, on the same deals from every seat.

    python bench/hearts.py PLAYER AGAINST [DEALS] [SEED] [PROCESSES]

A player is `random`, `naive`, `rules` (below), or a method of search with what it is asked, such as
`auto:seconds=0.2`, `ismcts:nodes=100000,explore=0.5` or `montecarlo:samples=20,inner=maxn,depth=4`. Every deal is
played four times, with the player in each seat; cards are passed to the left, across, to the right, not at all in turn.
Every player is given a position drawn from those it cannot tell from the true one.
"""

from __future__ import annotations

import math
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import zermelo

RANKS = "23456789TJQKA"
PASSINGS = ("left", "across", "right", "hold")


def rank(card: str) -> int:
    return RANKS.index(card[1])


def seen(view: str) -> tuple[set[str], list[str], list[str]]:
    """A view as cards: those held now, those got, those played."""
    head, _, rest = view[2:].partition(" :")
    hand, *_, kind = head.split(" ")
    passed, _, after = rest.partition(" got ") if kind in PASSINGS[:3] else ("", "", " :" + rest)
    received, _, plays = after.partition(" :")
    dealt = {suit + each for suit, ranks in zip("SHDC", hand.split("."), strict=True) for each in ranks}
    held = dealt - set(passed.split()) | set(received.split())
    return held - set(plays.split()), received.split(), plays.split()


class Rules:
    """A player by rules, from what it has seen: gets rid of high spades and short suits, ducks, throws the queen first,
    takes what it must with its highest card, leads low."""

    def __init__(self, state: zermelo.State) -> None:
        view = state.view(state.turn)
        self.hand, got, self.played = seen(view)
        self.moves = state.moves()
        self.passing = " hold " not in view and not got
        self.trick = self.played[len(self.played) - len(self.played) % 4 :]
        deck = {suit + each for suit in "SHDC" for each in RANKS}
        self.out = deck - self.hand - set(self.played)

    def length(self, card: str) -> int:
        return sum(other[0] == card[0] for other in self.hand)

    def choice(self) -> str:
        if self.passing:
            return max(self.moves, key=self.wish_to_pass)
        if not self.trick:
            return min(self.moves, key=self.risk_of_lead)
        follows = self.moves[0][0] == self.trick[0][0]
        return self.followed() if follows else max(self.moves, key=self.wish_to_throw)

    def wish_to_pass(self, card: str) -> float:
        if card[0] == "S":
            return (30 if card[1] in "AKQ" else -5) if self.length(card) < 5 else -5
        return rank(card) + (3 if card[0] == "H" else 2 * max(0, 4 - self.length(card)))

    def risk_of_lead(self, card: str) -> float:
        others = [each for each in self.out if each[0] == card[0]]
        if not others:
            return 50
        if card == "SQ" or (card in ("SA", "SK") and "SQ" in self.out):
            return 60
        lower = sum(rank(each) < rank(card) for each in others)
        return 10 * lower / len(others) + (-3 if card[0] == "S" and "SQ" in self.out else 0)

    def followed(self) -> str:
        best = max((card for card in self.trick if card[0] == self.trick[0][0]), key=rank)
        under = [card for card in self.moves if rank(card) < rank(best)]
        if "SQ" in under:
            return "SQ"
        over = [card for card in self.moves if card not in under and card != "SQ"] or self.moves
        free = not any(card[0] == "H" or card == "SQ" for card in self.trick)
        if (len(self.trick) == 3 and free) or len(self.played) < 4:
            return max(over, key=rank)
        if under:
            return max(under, key=rank)
        return max(over, key=rank) if len(self.trick) == 3 else min(over, key=rank)

    def wish_to_throw(self, card: str) -> float:
        if card == "SQ":
            return 100
        if card in ("SA", "SK") and "SQ" in self.out:
            return 50 + rank(card)
        return rank(card) + (4 if card[0] == "H" else 0) - self.length(card)


def move_of(player: str, state: zermelo.State, rng: random.Random) -> str:
    name, _, rest = player.partition(":")
    if len(state.moves()) == 1:
        return state.moves()[0]
    if name == "random":
        return rng.choice(state.moves())
    world = state.sample(state.turn, rng.getrandbits(60))
    if name == "rules":
        return Rules(world).choice()
    if name == "naive":
        return zermelo.Naive(rng.getrandbits(30))(world)
    asked = dict(part.split("=") for part in rest.split(",") if part)
    options: dict[str, Any] = {key: number(value) for key, value in asked.items()}
    return zermelo.search(world, method=name, seed=rng.getrandbits(60), **options).move


def number(text: str) -> float | int | str:
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        return text


def deal(job: tuple[str, str, int]) -> tuple[float, float, float]:
    """One deal from all four seats: the player's payoff, its points, and those of each other."""
    player, against, seed = job
    payoff = own = others = 0.0
    for seat in range(4):
        rng = random.Random(4 * seed + seat)
        state = zermelo.start("hearts", seed=seed, passing=PASSINGS[seed % 4])
        while not state.is_over:
            state = state.play(move_of(player if state.turn == seat else against, state, rng))
        payoffs = [state.payoff(each) for each in range(4)]
        total = 26 if max(payoffs) < 19.5 else 78
        payoff += payoffs[seat] / 4
        own += (total / 4 - payoffs[seat]) / 4
        others += (total * 3 / 4 + payoffs[seat]) / 12
    return payoff, own, others


def main() -> None:
    player, against = sys.argv[1:3]
    deals, seed, processes = (int(each) for each in (*sys.argv[3:], *("100", "1", "1")[len(sys.argv) - 3 :]))
    jobs = [(player, against, 1_000_003 * seed + number) for number in range(deals)]
    if processes > 1:
        with ProcessPoolExecutor(processes) as pool:
            found = list(pool.map(deal, jobs))
    else:
        found = list(map(deal, jobs))
    gain, own, others = (sum(column) / deals for column in zip(*found, strict=True))
    error = math.sqrt(sum((each[0] - gain) ** 2 for each in found) / max(1, deals - 1) / deals)
    print(f"{player} against {against}, {deals} deals from every seat:")
    print(f"  {own:.2f} points a deal, each other {others:.2f}; {gain:+.2f} ± {error:.2f} to the table's average")


if __name__ == "__main__":
    main()
