"""Par: what the auction comes to when both sides see all cards and bid as well as they can.

The sides bid in turn, each time something higher, until one of them passes; a contract that fails is doubled. That is a
small game of its own: 35 contracts of two sides, worked out from seven no trumps down.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from zermelo.native import core

SEATS = "NESW"
STRAINS = ("S", "H", "D", "C", "NT")
BIDS = [(level, strain) for level in range(1, 8) for strain in ("C", "D", "H", "S", "NT")]  # from the lowest up
VULNERABLE = {"none": (False, False), "ns": (True, False), "ew": (False, True), "both": (True, True)}
FAR = 10**6  # more than anybody scores

Tricks = Mapping[str, Mapping[str, int]]  # by strain and declarer


@dataclass(frozen=True)
class ParContract:
    """A contract of par: `4HXE`, and the tricks over (or under) it that its declarer takes."""

    contract: str
    over: int

    def __str__(self) -> str:
        return self.contract + (f"{self.over:+}" if self.over else "=")


@dataclass(frozen=True)
class Par:
    """What north-south score, and the contracts that come to it; none if everybody passes."""

    score: int
    contracts: tuple[ParContract, ...]

    def __str__(self) -> str:
        return f"{self.score:+}: {' '.join(map(str, self.contracts))}" if self.contracts else "0: passed out"


@dataclass(frozen=True)
class Auction:
    """The auction of one deal, of which the tricks of every declarer in every strain are known."""

    tricks: Tricks
    vulnerable: tuple[bool, bool]

    def result(self, bid: int, side: int) -> int:
        """What north-south get if a side's bid is the last."""
        level, strain = BIDS[bid]
        points = self.points(level, strain, side, self.most(strain, side))
        return points if side == 0 else -points

    def points(self, level: int, strain: str, side: int, tricks: int) -> int:
        doubled = int(tricks < level + 6)
        return core.bridge_score(level, STRAINS.index(strain), doubled, self.vulnerable[side], tricks)

    def most(self, strain: str, side: int) -> int:
        return max(self.tricks[strain][seat] for seat in SEATS[side::2])

    @cached_property
    def higher(self) -> list[tuple[int, int]]:
        """What either side comes to by bidding over a bid: each bid stands, or the others bid over it."""
        best = (-FAR, FAR)
        higher = []
        for bid in reversed(range(len(BIDS))):
            higher.append(best)
            ours, theirs = min(self.result(bid, 0), best[1]), max(self.result(bid, 1), best[0])
            best = max(best[0], ours), min(best[1], theirs)
        return [best, *reversed(higher)]  # the first is for bidding over nothing

    def par(self, first: int) -> Par:
        """With this side to bid first."""
        better = (max, min)
        opening = self.higher[0]
        after_a_pass = better[1 - first](0, opening[1 - first])
        score = better[first](after_a_pass, opening[first])
        return Par(score, tuple(self.contracts(score)) if score else ())

    def contracts(self, score: int) -> Iterator[ParContract]:
        """The lowest in each strain over which the others can only lose, by every declarer who takes the tricks."""
        for strain in ("NT", "S", "H", "D", "C"):
            for side in (0, 1):
                level, most = self.last_level(strain, side, score), self.most(strain, side)
                if not level:
                    continue
                for seat in SEATS[side::2]:
                    if self.tricks[strain][seat] == most:
                        doubled = "X" * (most < level + 6)
                        yield ParContract(f"{level}{strain}{doubled}{seat}", most - level - 6)

    def last_level(self, strain: str, side: int, score: int) -> int:
        """The lowest level at which the others stop bidding, if that makes the score; 0 if there is none."""
        for bid, (level, of) in enumerate(BIDS):
            over = self.higher[bid + 1][1 - side]
            if of == strain and self.result(bid, side) == score and (over > score if side == 0 else over < score):
                return level
        return 0


def par_of(tricks: Tricks, vulnerable: str, dealer: str) -> Par:
    if vulnerable not in VULNERABLE:
        raise ValueError(f"vulnerable={vulnerable!r} is not one of {', '.join(VULNERABLE)}")
    if dealer not in SEATS or len(dealer) != 1:
        raise ValueError(f"dealer={dealer!r} is not one of N, E, S, W")
    return Auction(tricks, VULNERABLE[vulnerable]).par(SEATS.index(dealer) % 2)
