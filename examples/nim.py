"""Nim, written in Python: take any number of stones from one heap; whoever takes the last stone wins."""

from functools import reduce
from operator import xor

import zermelo


class Nim(zermelo.Game):
    title = "nim"
    initial = ((3, 4, 5), 0)  # the heaps, and who moves
    max_plies = 12
    small = True

    def turn(self, state):
        heaps, player = state
        return player if any(heaps) else zermelo.OVER

    def moves(self, state):
        heaps, _ = state
        for i, stones in enumerate(heaps):
            for take in range(1, stones + 1):
                yield i, take

    def play(self, state, move):
        heaps, player = state
        i, take = move
        return (*heaps[:i], heaps[i] - take, *heaps[i + 1 :]), 1 - player

    def payoff(self, state, player):
        _, to_move = state
        return -1 if player == to_move else 1  # the other one took the last stone

    def name(self, state, move):
        return f"{move[1]} from heap {move[0] + 1}"


def main():
    state = zermelo.start(Nim)
    while not state.is_over:
        result = zermelo.search(state)
        heaps, player = state.data
        theory = "win" if reduce(xor, heaps) else "loss"  # the rule found by Bouton in 1901
        print(f"{heaps} player {player}: {state.name(result.move)} ({result.score}; by the xor of the heaps: {theory})")
        state = state.play(result.move)


if __name__ == "__main__":
    main()
