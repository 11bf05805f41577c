"""The same Python class, compiled: one decorator, and a search calls machine code instead of Python."""

import zermelo
from zermelo.errors import MissingExtra


class Kayles(zermelo.Game):
    """A row of pins; knock down one, or two that stand side by side. Whoever takes the last pin wins."""

    initial = ((1 << 14) - 1, 0)  # a bit for every pin, and who moves
    max_plies = 14

    def turn(self, state):
        return state[1] if state[0] else zermelo.OVER

    def moves(self, state):
        for i in range(14):
            for move in (1 << i, 3 << i):
                if state[0] & move == move:
                    yield move

    def play(self, state, move):
        return state[0] ^ move, 1 - state[1]

    def payoff(self, state, player):
        return -1 if player == state[1] else 1


@zermelo.compiled
class FastKayles(Kayles):
    """Nothing changes but the decorator."""


def main():
    slow = zermelo.search(zermelo.start(Kayles), method="alphabeta+table", depth=14)
    print(f"plain Python: {slow.score}, {slow.nodes:,} nodes")
    try:
        fast = zermelo.search(zermelo.start(FastKayles), method="alphabeta+table", depth=14)
    except MissingExtra as error:
        print("skipped:", error)
        return
    print(f"compiled:     {fast.score}, {fast.nodes:,} nodes")


if __name__ == "__main__":
    main()
