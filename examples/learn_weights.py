"""Weights learned by self-play for a game of one's own: how much each feature matters, nobody has to guess.

Needs the extra: pip install 'zermelo[learn]'.
"""

import zermelo
from zermelo.learn import learn

BOARD = sum(0b11111 << 6 * row for row in range(5))  # bit 6 * row + column; the sixth column is a wall


class Domineering(zermelo.Game):
    """Dominoes on a 5 x 5 board, upright ones for one player and lying ones for the other. Who cannot move has lost."""

    initial = (BOARD, 0)  # the free cells, who moves
    players = ("upright", "lying")
    max_plies = 13

    def turn(self, state):
        return state[1] if places(*state) else zermelo.OVER

    def moves(self, state):
        left = places(*state)
        while left:
            yield left & -left
            left &= left - 1

    def play(self, state, cell):
        free, player = state
        return free & ~(cell | cell << step(player)), 1 - player

    def payoff(self, state, player):
        return -1 if player == state[1] else 1


def step(player):
    return 1 if player else 6


def places(free, player):
    """Where the player can put a domino, by its first cell."""
    return free & free >> step(player)


def own_moves(state, player):
    return places(state.data[0], player).bit_count()


def other_moves(state, player):
    return own_moves(state, 1 - player)


def own_safe(state, player):
    """Places that the other cannot take away."""
    free = state.data[0]
    theirs = places(free, 1 - player)
    reached = theirs | theirs << step(1 - player)
    return (places(free, player) & ~reached & ~(reached >> step(player))).bit_count()


def other_safe(state, player):
    return own_safe(state, 1 - player)


features = [own_moves, other_moves, own_safe, other_safe]
print(learn(Domineering, features, hand=(1, -1, 0, 0), games=200, depth=1, match_depth=1, pairs=100))
