"""The games that are measured, written as a user would write them: plain Python that Numba can also compile.

ConnectFourTwin has the order of moves and the evaluation of the built-in game as well, so that searches of all three
forms (Python, compiled, C++) can be compared node by node.

    a column is 7 bits, the lowest cell first; the 7th stays empty, so that no line runs into the next column
"""

from __future__ import annotations

from collections.abc import Iterator

import zermelo
from zermelo import OVER

Pair = tuple[int, int]
Triple = tuple[int, int, int]

BOTTOM = sum(1 << 7 * column for column in range(7))
BOARD = BOTTOM * 63
COLUMNS = tuple(63 << 7 * column for column in range(7))


def four(stones: int) -> bool:
    """Are there four in a line?"""
    two = stones & stones >> 1
    if two & two >> 2:
        return True
    two = stones & stones >> 7
    if two & two >> 14:
        return True
    two = stones & stones >> 6
    if two & two >> 12:
        return True
    two = stones & stones >> 8
    return two & two >> 16 != 0


def line_ends(stones: int, distance: int) -> int:
    """Cells that would complete a four along one direction, stones or not on them."""
    pair = (stones << distance) & (stones << 2 * distance)
    found = pair & (stones << 3 * distance) | pair & (stones >> distance)
    pair = (stones >> distance) & (stones >> 2 * distance)
    return found | pair & (stones >> 3 * distance) | pair & (stones << distance)


def threats(stones: int, mask: int) -> int:
    """Empty cells that would complete a four."""
    upright = (stones << 1) & (stones << 2) & (stones << 3)
    return (upright | line_ends(stones, 7) | line_ends(stones, 6) | line_ends(stones, 8)) & (BOARD ^ mask)


def near(stones: int) -> int:
    """Stones, worth more the nearer they are to the middle."""
    return (
        (stones & COLUMNS[1]).bit_count()
        + 2 * (stones & COLUMNS[2]).bit_count()
        + 3 * (stones & COLUMNS[3]).bit_count()
        + 2 * (stones & COLUMNS[4]).bit_count()
        + (stones & COLUMNS[5]).bit_count()
    )


class ConnectFour(zermelo.Game):
    unsigned = True  # line_ends shifts beyond the board
    initial = (0, 0)  # the stones of the side to move, all stones
    max_plies = 42
    order = (3, 2, 4, 1, 5, 0, 6)

    def turn(self, state: Pair) -> int:
        mine, mask = state
        return OVER if mask == BOARD or four(mine ^ mask) else mask.bit_count() & 1

    def moves(self, state: Pair) -> Iterator[int]:
        free = state[1] + BOTTOM & BOARD
        for column in self.order:
            if free & COLUMNS[column]:
                yield column

    def play(self, state: Pair, move: int) -> Pair:
        mine, mask = state
        return mine ^ mask, mask | mask + (1 << 7 * move)

    def payoff(self, state: Pair, player: int) -> int:
        mine, mask = state
        if not four(mine ^ mask):
            return 0
        return -1 if mask.bit_count() & 1 == player else 1

    def evaluate(self, state: Pair, player: int) -> int:
        mine, mask = state
        value = near(mine) - near(mine ^ mask)
        return value if mask.bit_count() & 1 == player else -value


class ConnectFourTwin(ConnectFour):
    """The built-in game once more, with its order of moves and its evaluation: the same tree, node by node."""

    order = (0, 1, 2, 3, 4, 5, 6)

    def evaluate(self, state: Pair, player: int) -> int:
        mine, mask = state
        theirs = mine ^ mask
        value = near(mine) - near(theirs)
        value += 8 * (threats(mine, mask).bit_count() - threats(theirs, mask).bit_count())
        return value if mask.bit_count() & 1 == player else -value

    def noisy(self, state: Pair, move: int) -> bool:
        """Wins and blocks."""
        mine, mask = state
        stone = mask + BOTTOM & COLUMNS[move]
        return (threats(mine, mask) | threats(mine ^ mask, mask)) & stone != 0


FULL = 0xFFFF_FFFF_FFFF_FFFF
INNER = 0x7E7E_7E7E_7E7E_7E7E  # without the left and right edge
RAYS = ((1, INNER), (7, INNER), (8, FULL), (9, INNER))
CORNERS = 0x8100_0000_0000_0081
BESIDE = 0x4281_0000_0000_8142  # on the edge, next to a corner
DIAGONAL = 0x0042_0000_0000_4200  # diagonally next to a corner
EDGES = 0x3C00_8181_8181_003C


def ahead(stones: int, through: int, shift: int) -> int:
    """Unbroken runs in `through` that begin next to `stones`, towards higher cells."""
    run = stones << shift & through
    run |= run << shift & through
    run |= run << shift & through
    run |= run << shift & through
    run |= run << shift & through
    return run | run << shift & through


def behind(stones: int, through: int, shift: int) -> int:
    """The same towards lower cells."""
    run = stones >> shift & through
    run |= run >> shift & through
    run |= run >> shift & through
    run |= run >> shift & through
    run |= run >> shift & through
    return run | run >> shift & through


def places(own: int, rival: int) -> int:
    """Where `own` may move."""
    found = 0
    for shift, inner in RAYS:
        through = rival & inner
        found |= ahead(own, through, shift) << shift | behind(own, through, shift) >> shift
    return found & ~(own | rival) & FULL


def flipped(own: int, rival: int, move: int) -> int:
    """The stones that a stone of `own` on `move` turns over."""
    stone, found = 1 << move, 0
    for shift, inner in RAYS:
        through = rival & inner
        run = ahead(stone, through, shift)
        if run << shift & own:
            found |= run
        run = behind(stone, through, shift)
        if run >> shift & own:
            found |= run
    return found


def othello_worth(stones: int) -> int:
    """Corners are worth much, the cells beside them are not."""
    return (
        100 * (stones & CORNERS).bit_count()
        - 20 * (stones & BESIDE).bit_count()
        - 50 * (stones & DIAGONAL).bit_count()
        + 5 * (stones & EDGES).bit_count()
        + stones.bit_count()
    )


PASS = 64


class Othello(zermelo.Game):
    unsigned = True
    initial = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000, 0)  # side to move, the other, who moves
    payoffs = "points"
    max_plies = 128

    def turn(self, state: Triple) -> int:
        own, rival, who = state
        return who if places(own, rival) or places(rival, own) else OVER

    def moves(self, state: Triple) -> Iterator[int]:
        left = places(state[0], state[1])
        if not left:
            yield PASS
        while left:
            cell = left & -left
            yield cell.bit_length() - 1
            left ^= cell

    def play(self, state: Triple, move: int) -> Triple:
        own, rival, who = state
        if move == PASS:
            return rival, own, 1 - who
        turned = flipped(own, rival, move)
        return rival ^ turned, own | turned | 1 << move, 1 - who

    def payoff(self, state: Triple, player: int) -> int:
        own, rival, who = state
        difference = 1000 * (own.bit_count() - rival.bit_count())
        return difference if player == who else -difference

    def evaluate(self, state: Triple, player: int) -> int:
        own, rival, who = state
        value = othello_worth(own) - othello_worth(rival)
        return value if player == who else -value
