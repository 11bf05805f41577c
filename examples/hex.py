"""Hex on 7 x 7 cells: blue connects the upper with the lower edge, red the left with the right one.

Bit 8 * row + column is a cell; column 7 stays empty. The neighbours of a cell are 1, 7 and 8 bits away, and a bridge
reaches a cell 6, 9 or 15 bits away: two free cells lie between, so that nobody can cut it with one stone.
"""

from collections.abc import Iterator

import zermelo
from zermelo import OVER

State = tuple[int, int]  # blue's stones, red's

TOP, LEFT = 127, sum(1 << 8 * row for row in range(7))
BOARD, FAR = TOP * LEFT, (TOP << 48, LEFT << 6)
BRIDGES = ((1, 8), (7, 8), (-1, 7), (-1, -8), (-7, -8), (1, -7))  # the two cells between


def shift(cells: int, step: int) -> int:
    return (cells << step if step > 0 else cells >> -step) & BOARD


def near(cells: int) -> int:
    return (cells << 1 | cells >> 1 | cells << 7 | cells >> 7 | cells << 8 | cells >> 8) & BOARD


def connected(stones: int, free: int, reached: int) -> int:
    """All of the stones that hang together with those reached, by bridges over free cells, too."""
    before = -1
    while reached != before:
        before = reached
        found = near(reached)
        if free:
            for one, other in BRIDGES:
                found |= shift(shift(reached, one) & free, other) & shift(shift(reached, other) & free, one)
        reached |= found & stones
    return reached


def edges(player: int, free: int) -> tuple[int, int]:
    """The cells that are connected to the player's first and second edge: on it, or with two free cells towards it."""
    if player == 0:
        return TOP | (free & free >> 1 & TOP) << 8, FAR[0] | (free & free << 1 & FAR[0]) >> 8
    return LEFT | (free & free >> 8 & LEFT) << 1, FAR[1] | (free & free << 8 & FAR[1]) >> 1


def missing(s: State, player: int) -> int:
    """How many stones the player needs to connect the edges, if the other one does not answer."""
    stones, free = s[player], BOARD & ~(s[0] | s[1])
    start, goal = edges(player, free)
    reached, count = connected(stones, free, start & stones), 0
    while not reached & goal:
        wider = reached | (near(reached) | start) & free
        if wider == reached:
            return 20  # cut off
        reached, count = connected(stones, free, wider), count + 1
    return count


class Hex(zermelo.Game):
    title = "hex 7x7"
    initial = (0, 0)
    players = ("blue", "red")
    max_plies = 49
    unit = 10
    feature_count = 112
    move_count = 56

    def turn(self, s: State) -> int:
        player = s[0].bit_count() - s[1].bit_count()
        last = s[1 - player]
        start = TOP if player == 1 else LEFT
        return OVER if connected(last, 0, last & start) & FAR[1 - player] else player

    def moves(self, s: State) -> Iterator[int]:
        for i in range(55):
            if (BOARD & ~(s[0] | s[1])) >> i & 1:
                yield i

    def play(self, s: State, i: int) -> State:
        return (s[0] | 1 << i, s[1]) if s[0].bit_count() == s[1].bit_count() else (s[0], s[1] | 1 << i)

    def payoff(self, s: State, player: int) -> int:
        return -1 if player == s[0].bit_count() - s[1].bit_count() else 1  # whoever moved last has won

    def evaluate(self, s: State, player: int) -> int:
        tempo = 5 if s[0].bit_count() - s[1].bit_count() == player else -5  # to move is worth half a stone
        return 10 * (missing(s, 1 - player) - missing(s, player)) + tempo

    def features(self, s: State, player: int) -> Iterator[int]:
        """Stones by their cells, the player's own first, for red with rows and columns exchanged."""
        stones = s[0] | s[1]
        while stones:
            i = (stones & -stones).bit_length() - 1
            stones &= stones - 1
            yield (i if player == 0 else 8 * (i % 8) + i // 8) + 56 * (s[1 - player] >> i & 1)

    def symmetries(self, s: State) -> Iterator[State]:
        """The board turned by half."""
        yield int(f"{s[0]:055b}"[::-1], 2), int(f"{s[1]:055b}"[::-1], 2)

    def move_index(self, s: State, i: int) -> int:
        return i if s[0].bit_count() == s[1].bit_count() else 8 * (i % 8) + i // 8

    def name(self, s: State, i: int) -> str:
        return "abcdefg"[i % 8] + str(i // 8 + 1)

    def scene(self, s: State) -> zermelo.Scene:
        cells = [i for i in range(55) if BOARD >> i & 1]
        letter = {i: "x" if s[0] >> i & 1 else "o" if s[1] >> i & 1 else "" for i in cells}
        spots = [zermelo.Spot(self.name(s, i), i % 8 + i // 8 / 2 + 0.5, i // 8 + 0.5, letter[i]) for i in cells]
        choices = [zermelo.Choice(i, (self.name(s, i),)) for i in (self.moves(s) if self.turn(s) != OVER else ())]
        stones = {"x": zermelo.Piece("blue stone", "disc", 0), "o": zermelo.Piece("red stone", "disc", 1)}
        return zermelo.Scene(10, 7, "holes", tuple(spots), stones, tuple(choices))


if __name__ == "__main__":
    print(Hex().scene(Hex.initial))
    print(zermelo.search(zermelo.start(Hex), depth=2))
