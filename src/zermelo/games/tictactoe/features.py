"""What can be counted in a tic-tac-toe position. A line is open to a player if the other has nothing in it.

Lines of the player and of the opponent are counted apart: two in an open line wins at once for the side to move.
"""

from __future__ import annotations

from zermelo.game import State

LINES = ((0, 1, 2), (4, 5, 6), (8, 9, 10), (0, 4, 8), (1, 5, 9), (2, 6, 10), (0, 5, 10), (2, 5, 8))  # of ".../.../..."


def open_lines(state: State, player: int, marks: int) -> float:
    """Lines with this many marks of the player and none of the other."""
    text, own, other = state.text, "XO"[player], "OX"[player]
    lines = ([text[i] for i in line] for line in LINES)
    return float(sum(line.count(own) == marks and other not in line for line in lines))


def own_twos(state: State, player: int) -> float:
    return open_lines(state, player, 2)


def other_twos(state: State, player: int) -> float:
    return open_lines(state, 1 - player, 2)


def own_ones(state: State, player: int) -> float:
    return open_lines(state, player, 1)


def other_ones(state: State, player: int) -> float:
    return open_lines(state, 1 - player, 1)


FEATURES = [own_twos, other_twos, own_ones, other_ones]
