"""Lines of Action: a man moves along a line exactly as far as there are men on that line; all in one group wins.

Bit 8 * row + column is a square: all 64 bits are used, so the game is unsigned. A man jumps over its own side, not over
the other's, and takes whom it lands on. Whoever joins both sides by one move wins; whoever cannot move loses; a
position that comes back is a draw.
"""

from collections.abc import Iterator

import zermelo
from zermelo import OVER

State = tuple[int, int, int]  # black's men, white's men, who moves

COLUMN, NOT_A, NOT_H = 0x0101_0101_0101_0101, 0xFEFE_FEFE_FEFE_FEFE, 0x7F7F_7F7F_7F7F_7F7F
STEPS, LINES = (1, 8, 9, 7), ((1, 0), (0, 1), (1, 1), (-1, 1))


def ray(i: int, dx: int, dy: int) -> int:
    """The squares from i in one direction."""
    line = [(i % 8 + k * dx, i // 8 + k * dy) for k in range(1, 8)]
    return sum(1 << 8 * y + x for x, y in line if 0 <= x < 8 and 0 <= y < 8)


UP = tuple(tuple(ray(i, dx, dy) for i in range(64)) for dx, dy in LINES)
DOWN = tuple(tuple(ray(i, -dx, -dy) for i in range(64)) for dx, dy in LINES)


# The board turned and mirrored: where each square comes to lie.
TURNS = [
    [8 * (y ^ flip) + (x ^ mirror) if straight else 8 * (x ^ flip) + (y ^ mirror) for y in range(8) for x in range(8)]
    for straight in (True, False)
    for flip in (0, 7)
    for mirror in (0, 7)
]


def together(men: int) -> bool:
    """Whether all of the men hang together, diagonally or not."""
    group, before = men & -men, 0
    while group != before:
        before = group
        wide = group | group << 1 & NOT_A | group >> 1 & NOT_H
        group = (wide | wide << 8 | wide >> 8) & men
    return group == men


def spread(men: int) -> float:
    """How far the men are from their middle: the mean square of the distance."""
    x = y = squares = 0
    for k in range(8):
        column, row = (men >> k & COLUMN).bit_count(), (men >> 8 * k & 255).bit_count()
        x, y, squares = x + k * column, y + k * row, squares + k * k * (column + row)
    return (squares - (x * x + y * y) / men.bit_count()) / men.bit_count()


def square(i: int) -> str:
    return "abcdefgh"[i % 8] + str(i // 8 + 1)


class LinesOfAction(zermelo.Game):
    title = "lines of action"
    initial = (0x7E00_0000_0000_007E, 0x0081_8181_8181_8100, 0)
    players = ("black", "white")
    unsigned = True
    repetition = 2
    max_plies = 2000
    unit = 10
    feature_count = 128

    def turn(self, s: State) -> int:
        if together(s[0]) or together(s[1]):
            return OVER
        for _ in self.moves(s):
            return s[2]
        return OVER

    def moves(self, s: State) -> Iterator[int]:
        mine, yours = s[s[2]], s[1 - s[2]]
        for i in range(64):
            for k in range(4 if mine >> i & 1 else 0):
                up, down = UP[k][i], DOWN[k][i]
                far = STEPS[k] * (1 + ((mine | yours) & (up | down)).bit_count())
                to = 1 << i << far & up & ~mine
                if to and not yours & up & (to - 1):
                    yield 64 * i + i + far
                to = 1 << i >> far & down & ~mine
                if to and not yours & down & ~(to | to - 1):
                    yield 64 * i + i - far

    def play(self, s: State, move: int) -> State:
        to, step = 1 << (move & 63), 1 << (move & 63) | 1 << (move >> 6)
        return (s[0] ^ step, s[1] & ~to, 1) if s[2] == 0 else (s[0] & ~to, s[1] ^ step, 0)

    def payoff(self, s: State, player: int) -> int:
        lost = together(s[1 - s[2]]) or not together(s[s[2]])  # has the mover?
        return -1 if lost == (player == s[2]) else 1

    def evaluate(self, s: State, player: int) -> float:
        return 10 * (spread(s[1 - player]) - spread(s[player]))

    def features(self, s: State, player: int) -> Iterator[int]:
        """Men by their squares, the player's own first, for white with rows and columns exchanged."""
        men = s[0] | s[1]
        while men:
            i = (men & -men).bit_length() - 1
            men &= men - 1
            yield (i if player == 0 else 8 * (i % 8) + i // 8) + 64 * (s[1 - player] >> i & 1)

    def symmetries(self, s: State) -> Iterator[State]:
        for turned in TURNS[1:]:
            black, white = (sum(1 << turned[i] for i in range(64) if men >> i & 1) for men in s[:2])
            yield black, white, s[2]

    def noisy(self, s: State, move: int) -> bool:
        return s[1 - s[2]] >> (move & 63) & 1 == 1

    def pass_turn(self, s: State) -> State:
        return s[0], s[1], 1 - s[2]

    def name(self, s: State, move: int) -> str:
        return square(move >> 6) + ("x" if self.noisy(s, move) else "-") + square(move & 63)

    def scene(self, s: State) -> zermelo.Scene:
        letters = ["x" if s[0] >> i & 1 else "o" if s[1] >> i & 1 else "." for i in range(64)]
        moves = {m: (square(m >> 6), square(m & 63)) for m in self.moves(s)} if self.turn(s) != OVER else {}
        men = {"x": zermelo.Piece("black man", "disc", 0), "o": zermelo.Piece("white man", "disc", 1)}
        return zermelo.grid(["".join(letters[i : i + 8]) for i in range(56, -1, -8)], moves, pieces=men, names="a1 up")


if __name__ == "__main__":
    print(LinesOfAction().scene(LinesOfAction.initial))
    print(zermelo.search(zermelo.start(LinesOfAction), depth=2))
