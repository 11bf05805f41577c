"""Stratego's rules a second time, slowly and independently of the core: dictionaries of men, the whole game kept."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

Square = tuple[int, int]  # column, row from 0
RANKS = {letter: rank for rank, letter in enumerate("CDEFGHIJKL", start=1)}


@dataclass
class Turn:
    """A move that was made: by whom, whether it was a fight, and which squares were held after it."""

    start: Square
    end: Square
    fight: bool
    held: frozenset[tuple[Square, int]] = frozenset()


@dataclass
class Battle:
    """One game after the set-up."""

    width: int
    height: int
    lakes: frozenset[Square]
    men: dict[Square, tuple[int, str]]
    most_waited: int = 200
    most_plies: int = 2000
    turns: list[Turn] = field(default_factory=list)
    waited: int = 0
    mover: int = 0
    ending: str = ""
    told: str = ""

    @classmethod
    def of(cls, size: tuple[int, int], lakes: list[str], setups: tuple[str, str]) -> Battle:
        width, height = size
        squares = [(x, y) for y in range(height) for x in range(width)]
        men = {}
        for side, letters in enumerate(setups):
            homes = squares if side == 0 else squares[::-1]
            men |= {square: (side, each) for square, each in zip(homes, letters, strict=False) if each != "A"}
        battle = cls(width, height, frozenset(square_of(lake) for lake in lakes), men)
        battle.ending = battle.how_ended()
        return battle

    def moves(self) -> list[str]:
        return [name(a) + name(b) for a, b in self.steps(self.mover) if not self.forbidden(a, b)]

    def steps(self, side: int) -> list[tuple[Square, Square]]:
        found = []
        for (x, y), (owner, kind) in self.men.items():
            if owner != side or kind in "BM":
                continue
            for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                for far in range(1, 10 if kind == "D" else 2):
                    end = (x + far * dx, y + far * dy)
                    inside = 0 <= end[0] < self.width and 0 <= end[1] < self.height
                    if not inside or end in self.lakes or self.men.get(end, (None,))[0] == side:
                        break
                    found.append(((x, y), end))
                    if end in self.men:
                        break
        return found

    # --- endless play ---

    def forbidden(self, start: Square, end: Square) -> bool:
        return self.to_and_fro(start, end) or self.chases(start, end)

    def to_and_fro(self, start: Square, end: Square) -> bool:
        """Whether this would be the fourth of moves running, by one man, over one border, back and forth."""
        own = [turn for i, turn in enumerate(self.turns) if i % 2 == self.mover][-3:]
        if len(own) < 3 or any(turn.fight for turn in own):
            return False
        ways = [(turn.start, turn.end) for turn in own] + [(start, end)]
        if any(before[1] != after[0] for before, after in itertools.pairwise(ways)):
            return False
        signs = [sign(way) for way in ways]
        turned = all(one == (-other[0], -other[1]) for one, other in itertools.pairwise(signs))
        return turned and bool(set.intersection(*map(borders, ways)))

    def chases(self, start: Square, end: Square) -> bool:
        if end in self.men or len(self.turns) < 2 or not beside(end, self.turns[-1].end) or self.turns[-1].fight:
            return False
        if (start, end) == (self.turns[-2].end, self.turns[-2].start):
            return False
        held = frozenset((end if square == start else square, side) for square, (side, _) in self.men.items())
        for i in range(len(self.turns) - 1, 0, -2):
            evaded, chased = self.turns[i], self.turns[i - 1]
            if evaded.fight or chased.fight or not beside(chased.end, evaded.start):
                return False
            if chased.held == held:
                return True
        return False

    # --- a move ---

    def play(self, move: str) -> None:
        start, end = next((a, b) for a, b in self.steps(self.mover) if name(a) + name(b) == move)
        own, other = self.men.pop(start), self.men.pop(end, None)
        self.told += move
        self.waited += 1
        if other is None:
            self.men[end] = own
        else:
            self.waited = 0
            came = result(own[1], other[1])
            self.told += f":{own[1]}{came}{other[1]}"
            if came != "=":
                self.men[end] = own if came == ">" else other
            if other[1] == "M":
                self.ending = "flag"
        self.told += " "
        held = frozenset((square, side) for square, (side, _) in self.men.items())
        self.turns.append(Turn(start, end, other is not None, held))
        self.mover = 1 - self.mover
        self.ending = self.ending or self.how_ended()

    def how_ended(self) -> str:
        if not self.moves():
            return "stuck" if self.steps(1 - self.mover) else "both stuck"
        return "waited" if self.waited >= self.most_waited else "plies" if len(self.turns) >= self.most_plies else ""


def result(attacker: str, defender: str) -> str:
    if defender == "M" or (attacker, defender) in (("E", "B"), ("C", "L")):
        return ">"
    if defender == "B":
        return "<"
    difference = RANKS[attacker] - RANKS[defender]
    return ">" if difference > 0 else "<" if difference < 0 else "="


def name(square: Square) -> str:
    return "abcdefghij"[square[0]] + str(square[1] + 1)


def square_of(text: str) -> Square:
    return "abcdefghij".index(text[0]), int(text[1:]) - 1


def sign(way: tuple[Square, Square]) -> tuple[int, int]:
    (x, y), (u, v) = way
    return (u > x) - (u < x), (v > y) - (v < y)


def borders(way: tuple[Square, Square]) -> set[tuple[Square, Square]]:
    """Pairs of neighbours that a move goes over."""
    (x, y), (u, v) = min(way), max(way)
    squares = [(i, j) for i in range(x, u + 1) for j in range(y, v + 1)]
    return set(itertools.pairwise(squares))


def beside(one: Square, other: Square) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1
