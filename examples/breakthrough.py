"""Breakthrough on 6 x 6 squares: men step forward, straight or diagonally, and take diagonally; the far row wins.

Bit 7 * row + column holds a man. Column 6 stays empty, so that a diagonal step never comes back on the other side.
"""

from collections.abc import Iterator

import zermelo
from zermelo import OVER

State = tuple[int, int, int]  # black's men, white's men, who moves

ROW = 0b111111
BOARD = sum(ROW << 7 * row for row in range(6))
WORTH = (10, 11, 12, 14, 18, 26)  # of a man, by the rows it has come


def ahead(men: int, player: int, distance: int) -> int:
    """Black's men go up, white's go down; 6, 7 and 8 are the three steps forward."""
    return (men << distance if player == 0 else men >> distance) & BOARD


def guards(men: int, player: int, to: int) -> int:
    """How many men can take on a square."""
    return (ahead(men, player, 6) & to != 0) + (ahead(men, player, 8) & to != 0)


def mirrored(men: int) -> int:
    """Left and right exchanged."""
    return sum(1 << 7 * (i // 7) + 5 - i % 7 for i in range(42) if men >> i & 1)


def square(i: int) -> str:
    return "abcdef"[i % 7] + str(i // 7 + 1)


class Breakthrough(zermelo.Game):
    title = "breakthrough 6x6"
    initial = (ROW | ROW << 7, (ROW | ROW << 7) << 28, 0)
    players = ("black", "white")
    max_plies = 160
    unit = 10
    feature_count = 84

    def turn(self, s: State) -> int:
        return OVER if s[0] >> 35 or s[1] & ROW or not s[0] or not s[1] else s[2]

    def moves(self, s: State) -> Iterator[int]:
        for step in (6, 8, 7):
            free = ~s[s[2]] if step != 7 else ~(s[0] | s[1])
            targets = ahead(s[s[2]], s[2], step) & free
            while targets:
                to = (targets & -targets).bit_length() - 1
                targets &= targets - 1
                yield to + 64 * (to - step if s[2] == 0 else to + step)

    def play(self, s: State, move: int) -> State:
        step, to = 1 << (move & 63) | 1 << (move >> 6), 1 << (move & 63)
        return (s[0] ^ step, s[1] & ~to, 1) if s[2] == 0 else (s[0] & ~to, s[1] ^ step, 0)

    def payoff(self, s: State, player: int) -> int:
        return -1 if player == s[2] else 1  # whoever moved last has won

    def evaluate(self, s: State, player: int) -> int:
        value = 0
        for row in range(6):
            value += WORTH[row] * (s[0] >> 7 * row & ROW).bit_count()
            value -= WORTH[5 - row] * (s[1] >> 7 * row & ROW).bit_count()
        return value if player == 0 else -value

    def features(self, s: State, player: int) -> Iterator[int]:
        """Men by their squares, the player's own first, the board turned so that they go up."""
        men = s[0] | s[1]
        while men:
            i = (men & -men).bit_length() - 1
            men &= men - 1
            yield (i if player == 0 else 35 - 7 * (i // 7) + i % 7) + 42 * (s[1 - player] >> i & 1)

    def symmetries(self, s: State) -> Iterator[State]:
        yield mirrored(s[0]), mirrored(s[1]), s[2]

    def noisy(self, s: State, move: int) -> bool:
        """Captures, and steps onto the last row."""
        to = 1 << (move & 63)
        return s[1 - s[2]] & to != 0 or to >> 35 != 0 or to & ROW != 0

    def gain(self, s: State, move: int) -> int:
        """The man taken, less its taker if that is taken back at a loss."""
        to, player = 1 << (move & 63), s[2]
        if to >> 35 or to & ROW:
            return 1000
        own, other = s[player] & ~(1 << (move >> 6)), s[1 - player]
        row = (move & 63) // 7 if player == 0 else 5 - (move & 63) // 7
        taken = WORTH[5 - row] if other & to else 0
        return taken if guards(own, player, to) >= guards(other, 1 - player, to) else taken - WORTH[row]

    def stand_pat(self, s: State) -> bool:
        return not self.forced(s)

    def forced(self, s: State) -> bool:
        """The other side is one step from its goal."""
        return (s[1] >> 7 if s[2] == 0 else s[0] >> 28) & ROW != 0

    def pass_turn(self, s: State) -> State:
        return s[0], s[1], 1 - s[2]

    def zugzwang(self, s: State) -> bool:
        return s[s[2]].bit_count() < 5

    def name(self, s: State, move: int) -> str:
        return square(move >> 6) + ("x" if s[1 - s[2]] >> (move & 63) & 1 else "-") + square(move & 63)

    def scene(self, s: State) -> zermelo.Scene:
        letters = ["x" if s[0] >> i & 1 else "o" if s[1] >> i & 1 else "." for i in range(42)]
        moves = {m: (square(m >> 6), square(m & 63)) for m in self.moves(s)} if self.turn(s) != OVER else {}
        men = {"x": zermelo.Piece("black man", "disc", 0), "o": zermelo.Piece("white man", "disc", 1)}
        return zermelo.grid(["".join(letters[i : i + 6]) for i in range(35, -1, -7)], moves, pieces=men, names="a1 up")


if __name__ == "__main__":
    print(Breakthrough().scene(Breakthrough.initial))
    print(zermelo.search(zermelo.start(Breakthrough), depth=4))
