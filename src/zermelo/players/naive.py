"""The naive player: win if possible, else block, else anything (S4.2)."""

from __future__ import annotations

import random

from zermelo.game import CHANCE, Move, State
from zermelo.players.player import Player
from zermelo.validate import typed


class Naive(Player):
    """Looks one move ahead for itself and one for whoever is next, in any game.

    It wins at once if it can. Otherwise it picks at random among the moves that leave the others the fewest ways to
    beat it at once: with one threat on the board, these are the moves that block it.
    """

    @typed
    def __init__(self, seed: int = 0) -> None:
        self.name = "naive"
        self._rng = random.Random(seed)

    def __call__(self, state: State) -> Move:
        wins = winning_moves(state)
        return wins[0] if wins else self._rng.choice(safest_moves(state))


def winning_moves(state: State) -> list[Move]:
    """The moves that end the game with a gain for the player to move."""
    return [move for move in state.moves() if wins_with(state, move)]


def wins_with(state: State, move: Move) -> bool:
    after = state.play(move)
    return after.is_over and after.payoff(state.turn) > 0


def safest_moves(state: State) -> list[Move]:
    """The moves after which the fewest replies beat the player at once."""
    threats = {move: threats_after(state, move) for move in state.moves()}
    fewest = min(threats.values())
    return [move for move, count in threats.items() if count == fewest]


def threats_after(state: State, move: Move) -> int:
    after = state.play(move)
    if after.turn in (CHANCE, state.turn):
        return 0
    return sum(lost_by(each, state.turn) for each in ([after] if after.is_over else map(after.play, after.moves())))


def lost_by(state: State, player: int) -> bool:
    return state.is_over and state.payoff(player) < 0
