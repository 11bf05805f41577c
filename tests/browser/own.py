"""A game and a player of a user's own, for the tests of the pages."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import zermelo
from zermelo import Choice, Game, Piece, Scene, Spot

SQUARES = "abcde"


class Walk(Game):
    """A token on five squares: each player moves it one or two squares to the right; who reaches the last square wins.

    Drawn by a scene of its own, with moves of two clicks (from, to) and one without a place on the board.
    """

    title = "walk"
    players = ("red", "green")
    initial = (0, 0)  # the square, the moves made
    small = True

    def turn(self, state: tuple[int, int]) -> int:
        return zermelo.OVER if state[0] >= 4 else state[1] % 2

    def moves(self, state: tuple[int, int]) -> Iterator[str]:
        for step in (1, 2):
            if state[0] + step <= 4:
                yield f"{SQUARES[state[0]]}-{SQUARES[state[0] + step]}"
        if state[1] < 2:
            yield "wait"

    def play(self, state: tuple[int, int], move: str) -> tuple[int, int]:
        return (state[0] if move == "wait" else SQUARES.index(move[-1])), state[1] + 1

    def payoff(self, state: tuple[int, int], player: int) -> float:
        winner = (state[1] - 1) % 2
        return 1 if player == winner else -1

    def scene(self, state: tuple[int, int]) -> Scene:
        spots = tuple(Spot(name, i + 0.5, 0.5, "T" if i == state[0] else "") for i, name in enumerate(SQUARES))
        choices = tuple(Choice(move, () if move == "wait" else tuple(move.split("-"))) for move in self.moves(state))
        return Scene(5, 1, "plain", spots, {"T": Piece("token", "disc")}, choices)


class Fragile:
    """Fails at its first move for a server, then plays the first legal move: an engine that needs `resume`."""

    def __call__(self, state: Any) -> Any:
        mark = Path(gettempdir()) / f"zermelo-fragile-player-{os.getppid()}"
        if not mark.exists():
            mark.write_text("failed once")
            raise RuntimeError("it broke on purpose")
        mark.unlink()
        return state.moves()[0]


class Broken:
    """Never plays."""

    def __call__(self, state: Any) -> Any:
        raise RuntimeError("it is broken")
