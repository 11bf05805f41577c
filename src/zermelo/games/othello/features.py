"""What can be counted in an Othello position; more for the player is a larger number.

The engine's own evaluation knows far more (patterns.hpp); these few are for learning how such weights are found.
"""

from __future__ import annotations

from zermelo.game import State

CORNERS = {0: (1, 8, 9), 7: (6, 15, 14), 56: (57, 48, 49), 63: (62, 55, 54)}  # each with the squares beside it


def more(text: str, squares: list[int], player: int) -> float:
    """Discs of the player on some squares minus discs of the other."""
    found = [text[square] for square in squares]
    return float(found.count("XO"[player]) - found.count("OX"[player]))


def mobility(state: State, player: int) -> float:
    """Moves of the player minus moves of the opponent."""
    squares, mover = state.text.split()
    other = state.game.start(f"{squares} {'O' if mover == 'X' else 'X'}")
    lead = count_moves(state) - count_moves(other)
    return float(lead if state.turn == player else -lead)


def count_moves(state: State) -> int:
    return sum(move != "pass" for move in state.moves())


def corners(state: State, player: int) -> float:
    """Corners held."""
    return more(state.text, list(CORNERS), player)


def beside_corners(state: State, player: int) -> float:
    """Squares held beside a corner that is still free: they give it away."""
    text = state.text
    return more(text, [each for corner, near in CORNERS.items() if text[corner] == "-" for each in near], player)


def discs(state: State, player: int) -> float:
    """Discs on the board."""
    return more(state.text, list(range(64)), player)


FEATURES = [mobility, corners, beside_corners, discs]
