"""Games and players of a user's own that misbehave, each in its way, once the first move is made."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import Any

from zermelo import CHANCE, OVER, Game

Stones = tuple[int, int]


class Nim(Game):
    """Take the last of 21 stones."""

    initial = (21, 0)
    small = True

    def turn(self, state: Stones) -> int:
        return state[1] if state[0] else OVER

    def moves(self, state: Stones) -> Iterator[int]:
        yield from range(1, min(3, state[0]) + 1)

    def play(self, state: Stones, move: int) -> Stones:
        return state[0] - move, 1 - state[1]

    def payoff(self, state: Stones, player: int) -> float:
        return 1 if player != state[1] else -1


class Silent(Nim):
    """Its texts cannot be read back."""

    def text(self, state: Stones) -> str:
        return f"{state[0]} stones"


class Hangs(Nim):
    def moves(self, state: Stones) -> Iterator[int]:
        while state[0] < 21:
            pass
        return super().moves(state)


class Raises(Nim):
    def moves(self, state: Stones) -> Iterator[int]:
        if state[0] < 21:
            raise RuntimeError("no <b>stones</b>")
        return super().moves(state)


class Ends(Nim):
    def moves(self, state: Stones) -> Iterator[int]:
        if state[0] < 21:
            os._exit(7)
        return super().moves(state)


class Prints(Nim):
    def moves(self, state: Stones) -> Iterator[int]:
        print('{"n": 1, "done": {}}')
        return super().moves(state)


class Dice(Game):
    """Each throws once; the higher one wins."""

    initial = (0, 0, 0)  # the throws, and whether the next one is about to fall
    chance = True

    def turn(self, state: tuple[int, int, int]) -> int:
        return OVER if state[1] else CHANCE if state[2] else int(state[0] > 0)

    def moves(self, state: tuple[int, int, int]) -> Iterator[str | int]:
        yield from range(1, 7) if state[2] else ("throw",)

    def play(self, state: tuple[int, int, int], move: Any) -> tuple[int, int, int]:
        if move == "throw":
            return state[0], state[1], 1
        return (state[0], move, 0) if state[0] else (move, 0, 0)

    def odds(self, state: tuple[int, int, int], move: int) -> float:
        return 1 / 6

    def payoff(self, state: tuple[int, int, int], player: int) -> float:
        return float((state[0] > state[1]) - (state[0] < state[1])) * (1 - 2 * player)


class First:
    name = "first"

    def __call__(self, state: Any) -> Any:
        return state.moves()[0]


class Sleeps:
    def __call__(self, state: Any) -> Any:
        time.sleep(1000)


class Cheats:
    name = "cheat"

    def __call__(self, state: Any) -> Any:
        return "<i>z9</i>"


class Breaks:
    def __call__(self, state: Any) -> Any:
        raise ZeroDivisionError("it broke")
