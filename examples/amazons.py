"""Amazons on 6 x 6 squares: move like a queen, then shoot an arrow like one; it blocks its square for good.

Bit 7 * row + column is a square; column 6 stays empty. A turn is two moves, the amazon's and the arrow's, so that a
position has tens of moves and not hundreds. Whoever cannot move loses.
"""

from collections.abc import Iterator

import zermelo
from zermelo import OVER

State = tuple[int, int, int, int, int]  # white's amazons, black's, arrows, who moves, the amazon that has to shoot

BOARD = sum(63 << 7 * row for row in range(6))
STEPS = (1, 6, 7, 8, -1, -6, -7, -8)


# The board turned and mirrored: where each square comes to lie.
TURNS = [
    [
        7 * (5 - b if flip else b) + (5 - a if mirror else a)
        for y in range(6)
        for x in range(7)
        for a, b in [(x, y)[::way]]
    ]
    for way in (1, -1)
    for flip in (False, True)
    for mirror in (False, True)
]


def reach(men: int, free: int) -> int:
    """The free squares that queens on these squares can go to."""
    found = 0
    for step in STEPS:
        at = (men << step if step > 0 else men >> -step) & free
        while at:
            found |= at
            at = (at << step if step > 0 else at >> -step) & free
    return found


def beside(men: int, free: int) -> int:
    """The free squares next to these."""
    row = men | men << 1 | men >> 1
    return (row | row << 7 | row >> 7) & free


def lead(mine: int, yours: int, free: int, slides: bool) -> int:
    """Squares that one side reaches in fewer moves of a queen (or of a king) than the other: mine less yours."""
    value, more = 0, 1
    while more:
        ours = (reach(mine, free) if slides else beside(mine, free)) & ~mine
        theirs = (reach(yours, free) if slides else beside(yours, free)) & ~yours
        value += (ours & ~(yours | theirs)).bit_count() - (theirs & ~(mine | ours)).bit_count()
        mine, yours, more = mine | ours, yours | theirs, ours | theirs
    return value


def square(i: int) -> str:
    return "abcdef"[i % 7] + str(i // 7 + 1)


class Amazons(zermelo.Game):
    title = "amazons 6x6"
    initial = (0b010010 | 0b100001 << 7, 0b100001 << 28 | 0b010010 << 35, 0, 0, 0)
    players = ("white", "black")
    max_plies = 56
    unit = 4
    feature_count = 168

    def turn(self, s: State) -> int:
        free = BOARD & ~(s[0] | s[1] | s[2])
        return s[3] if reach(s[s[3]], free) else OVER

    def moves(self, s: State) -> Iterator[int]:
        free = BOARD & ~(s[0] | s[1] | s[2])
        men = s[4] if s[4] else s[s[3]]
        while men:
            man = men & -men
            men ^= man
            targets = reach(man, free)
            while targets:
                yield 64 * man.bit_length() + (targets & -targets).bit_length() - 65
                targets &= targets - 1

    def play(self, s: State, move: int) -> State:
        man, to = 1 << (move >> 6), 1 << (move & 63)
        if s[4]:
            return s[0], s[1], s[2] | to, 1 - s[3], 0
        return (s[0] ^ man ^ to, s[1], s[2], 0, to) if s[3] == 0 else (s[0], s[1] ^ man ^ to, s[2], 1, to)

    def payoff(self, s: State, player: int) -> int:
        return -1 if player == s[3] else 1

    def evaluate(self, s: State, player: int) -> int:
        free = BOARD & ~(s[0] | s[1] | s[2])
        return 2 * lead(s[player], s[1 - player], free, True) + lead(s[player], s[1 - player], free, False)

    def features(self, s: State, player: int) -> Iterator[int]:
        """The player's amazons, the other's, the arrows, and the amazon that has to shoot, each by its square."""
        for kind, men in enumerate((s[player], s[1 - player], s[2], s[4])):
            while men:
                i = (men & -men).bit_length() - 1
                men &= men - 1
                yield 42 * kind + (i if player == 0 else 35 - 7 * (i // 7) + i % 7)

    def symmetries(self, s: State) -> Iterator[State]:
        for turned in TURNS[1:]:
            white, black, arrows, shooter = (
                sum(1 << turned[i] for i in range(42) if men >> i & 1) for men in (*s[:3], s[4])
            )
            yield white, black, arrows, s[3], shooter

    def name(self, s: State, move: int) -> str:
        return "*" + square(move & 63) if s[4] else square(move >> 6) + "-" + square(move & 63)

    def scene(self, s: State) -> zermelo.Scene:
        letters = ["W" if s[0] >> i & 1 else "B" if s[1] >> i & 1 else "*" if s[2] >> i & 1 else "." for i in range(42)]
        legal = self.moves(s) if self.turn(s) != OVER else ()
        moves = {m: square(m & 63) if s[4] else (square(m >> 6), square(m & 63)) for m in legal}
        amazons = {
            "W": zermelo.Piece("white amazon", "text", 0, "♛"),
            "B": zermelo.Piece("black amazon", "text", 1, "♛"),
        }
        pieces = {**amazons, "*": zermelo.Piece("arrow", "text", None, "✕")}
        rows = ["".join(letters[i : i + 6]) for i in range(35, -1, -7)]
        return zermelo.grid(rows, moves, pieces=pieces, board="lines", names="a1 up")


if __name__ == "__main__":
    print(Amazons().scene(Amazons.initial))
    print(zermelo.search(zermelo.start(Amazons), depth=2))
