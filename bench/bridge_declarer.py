"""How many contracts a Monte Carlo declarer makes, and a declarer by rules, against a defence that sees all cards.

    python bench/bridge_declarer.py [DEALS] [WORLDS] [SEED] [PROCESSES]

South declares on random deals: in the strain and at the highest level that can be made with all cards open (deals where
north-south can make nothing are left out). East-west always play a card that is best with all cards open, the lead
included; among equals the lowest. Both declarers see their own hand and dummy only.
"""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor

import zermelo
from zermelo.games.bridge import game as bridge

RANKS = "23456789TJQKA"


def contract_of(deal: str) -> str | None:
    """The best-paying contract that south makes exactly, with all cards open."""
    tricks = bridge.table(deal).tricks
    able = [(bridge.score(f"{n - 6}{s}", n), f"{n - 6}{s}") for s in bridge.STRAINS if (n := tricks[s]["S"]) > 6]
    return max(able)[1] if able else None


def defended(state: zermelo.State) -> str:
    return bridge.rank_cards(state)[0].cards[-1]


class Rules:
    """A declarer by rules: counts top tricks, draws trumps, leads towards honours in the longest suit, second hand low,
    third hand the cheapest card that may win, last hand as cheap as possible."""

    def __init__(self, state: zermelo.State) -> None:
        head, _, play = state.text.partition(" : ")
        words = head.split(" ")
        hands = [word.removeprefix("N:") for word in words[:4]]
        held = [{s + r for s, ranks in zip("SHDC", hand.split("."), strict=True) for r in ranks} for hand in hands]
        self.cards = play.split()
        self.mine, self.dummy = held[2] - set(self.cards), held[0] - set(self.cards)
        self.strain = words[4].lstrip("1234567")[:1]
        seen = self.mine | self.dummy | set(self.cards)
        self.out = {s + r for s in "SHDC" for r in RANKS} - seen  # held by the defenders
        self.moves = sorted(state.moves(), key=self.rank)
        self.trick = self.cards[len(self.cards) - len(self.cards) % 4 :]

    @staticmethod
    def rank(card: str) -> int:
        return RANKS.index(card[1])

    def boss(self, card: str) -> bool:
        """No defender has a higher card of the suit."""
        return all(self.rank(card) > self.rank(other) for other in self.out if other[0] == card[0])

    def beats(self, card: str, best: str) -> bool:
        return self.rank(card) > self.rank(best) if card[0] == best[0] else card[0] == self.strain

    def choice(self) -> str:
        return self.follow() if self.trick else self.lead()

    def follow(self) -> str:
        best, winner = self.trick[0], 0
        for i, card in enumerate(self.trick[1:], 1):
            if self.beats(card, best):
                best, winner = card, i
        partner_wins = winner == len(self.trick) - 2
        if self.moves[0][0] != self.trick[0][0]:
            ruffs = [card for card in self.moves if self.beats(card, best)]
            return ruffs[0] if ruffs and not (partner_wins and self.boss(best)) else self.discard()
        winners = [card for card in self.moves if self.beats(card, best)]
        if not winners or (partner_wins and (len(self.trick) == 3 or self.boss(best))):
            return self.moves[0]
        if len(self.trick) == 3:
            return winners[0]
        if len(self.trick) == 1:
            return self.moves[0] if not self.boss(winners[-1]) or self.partner_has_boss() else winners[-1]
        # Third hand: a finesse if only one higher card is out, else the top.
        higher = [card for card in self.out if card[0] == best[0] and self.rank(card) > self.rank(winners[0])]
        return winners[0] if len(higher) <= 1 else winners[-1]

    def partner_has_boss(self) -> bool:
        other = self.dummy if self.moves[0] in self.mine else self.mine
        return any(card[0] == self.moves[0][0] and self.boss(card) for card in other)

    def discard(self) -> str:
        plain = [card for card in self.moves if card[0] != self.strain and not self.boss(card)]
        return (plain or self.moves)[0]

    def lead(self) -> str:
        other = self.dummy if self.moves[0] in self.mine else self.mine
        trumps_out = [card for card in self.out if card[0] == self.strain]
        if trumps_out and any(card[0] == self.strain for card in self.moves):
            ours = [card for card in self.moves if card[0] == self.strain]
            return ours[-1] if self.boss(ours[-1]) else ours[0]
        winners = [card for card in self.moves if self.boss(card)]
        length = {s: sum(card[0] == s for card in self.mine | self.dummy) for s in "SHDC"}
        growing = [c for c in self.moves if any(o[0] == c[0] for o in self.out) and c[0] != self.strain]
        if growing:
            suit = max((card[0] for card in growing), key=lambda s: (length[s], s))
            cards = [card for card in growing if card[0] == suit]
            if any(self.boss(card) for card in cards):
                return cards[-1]
            if any(card[0] == suit and self.rank(card) >= 8 for card in other) or not winners:
                return cards[0]
        return winners[-1] if winners else self.moves[0]


def played(deal: str, contract: str, worlds: int, seed: int) -> bool:
    """Whether south makes it; by rules if there are no worlds."""
    state = bridge.position(deal, contract + "S")
    while state.turn != zermelo.OVER:
        moves = state.moves()
        if len(moves) == 1:
            card = moves[0]
        elif state.turn != 2:
            card = defended(state)
        elif worlds:
            card = bridge.montecarlo(state, worlds, seed, aim="make").card
        else:
            card = Rules(state).choice()
        state = state.play(card)
    return state.payoff(2) > 0


def both_ways(seed: int, worlds: int) -> tuple[bool, bool] | None:
    """Whether the contract is made by Monte Carlo and by rules; None where there is nothing to make."""
    deal = bridge.deal(seed)
    contract = contract_of(deal)
    return contract and (played(deal, contract, worlds, seed), played(deal, contract, 0, 0))  # type: ignore[return-value]


def main(deals: int = 200, worlds: int = 16, seed: int = 6, processes: int = 1) -> None:
    results: list[tuple[bool, bool]] = []
    with ProcessPoolExecutor(processes) as pool:
        found = pool.map(both_ways, range(seed * 1_000_003, seed * 1_000_003 + 2 * deals), [worlds] * 2 * deals)
        for result in found:
            if result:
                results.append(result)
            if len(results) == deals:
                break
        pool.shutdown(cancel_futures=True)
    sampled, ruled = (sum(column) for column in zip(*results, strict=True))
    only = [sum(a and not b for a, b in results), sum(b and not a for a, b in results)]
    print(f"{len(results)} deals, {worlds} worlds: Monte Carlo makes {sampled}, the rules {ruled}")
    print(f"only Monte Carlo {only[0]}, only the rules {only[1]}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
