"""Connect Four in thirty lines of Python, compiled: searched at the speed of the core, and still plain Python.

Needs the extra: pip install 'zermelo[jit]'. The first run compiles for about a second, the next ones do not.

Bit 7 * column + row holds a stone; row 6 stays empty, so that shifted stones never touch the next column.
"""

from collections.abc import Iterator

import zermelo
from zermelo import OVER
from zermelo.compiled import check_compiled

State = tuple[int, int]  # the stones of the side to move, all stones

BOTTOM = sum(1 << 7 * column for column in range(7))
BOARD = BOTTOM * 63


def four(stones: int) -> bool:
    for shift in (1, 6, 7, 8):
        pairs = stones & stones >> shift
        if pairs & pairs >> 2 * shift:
            return True
    return False


@zermelo.compiled
class ConnectFour(zermelo.Game):
    initial = (0, 0)
    order = (3, 2, 4, 1, 5, 0, 6)  # the centre first: better moves first, fewer nodes

    def turn(self, s: State) -> int:
        return OVER if four(s[0] ^ s[1]) or s[1] == BOARD else s[1].bit_count() & 1

    def moves(self, s: State) -> Iterator[int]:
        for column in self.order:
            if s[1] + BOTTOM & BOARD & 63 << 7 * column:
                yield column

    def play(self, s: State, column: int) -> State:
        return s[0] ^ s[1], s[1] | s[1] + (1 << 7 * column)

    def payoff(self, s: State, player: int) -> int:
        if not four(s[0] ^ s[1]):
            return 0
        return 1 if s[1].bit_count() & 1 != player else -1


if __name__ == "__main__":
    print(check_compiled(ConnectFour()) or "compiled and plain Python agree")
    print(zermelo.search(zermelo.start(ConnectFour), depth=12))
