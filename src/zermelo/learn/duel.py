"""Which of two players is stronger: games in pairs, the same opening once with each colour."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from zermelo.ending import Ending
from zermelo.errors import GameError
from zermelo.game import State
from zermelo.match import Record, play
from zermelo.players import Player
from zermelo.players.player import Chooser

TRIES = 50  # openings to try for each one that is new


@dataclass(frozen=True)
class Duel:
    """What the first player scored, pair by pair: 2 for two wins, 1 for a win each or two draws."""

    pairs: tuple[float, ...]
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        return 2 * len(self.pairs)

    @property
    def score(self) -> float:
        """The first player's share of the points, 0 to 1."""
        return fmean(self.pairs) / 2

    @property
    def error(self) -> float:
        """The standard error of the score. Pairs, not games, are independent of each other."""
        return stdev(self.pairs) / 2 / math.sqrt(len(self.pairs)) if len(self.pairs) > 1 else 0.5

    def stronger(self, margin: float) -> bool:
        """Whether the first player is ahead by more than this many standard errors."""
        return self.score > 0.5 + margin * self.error

    def __str__(self) -> str:
        return (
            f"{100 * self.score:.1f} % ± {100 * self.error:.1f} of {self.games} games "
            f"({self.wins} won, {self.draws} drawn, {self.losses} lost)"
        )


def openings(state: State, plies: int, seed: int) -> Iterator[State]:
    """Positions after this many random moves, unfinished, none twice while there are others."""
    rng = random.Random(seed)
    seen: set[str] = set()
    while True:
        for _ in range(TRIES):
            found = scattered(state, plies, rng)
            if found is not None and found.text not in seen:
                break
        if found is None:
            raise ValueError(f"{state.game.label} has no unfinished positions after {plies} random moves")
        seen.add(found.text)
        yield found


def scattered(state: State, plies: int, rng: random.Random) -> State | None:
    """The position after this many random moves; None if the game is over before that."""
    for _ in range(plies):
        if state.is_over:
            return None
        state = state.play(rng.choice(state.moves()))
    return None if state.is_over else state


def play_pair(opening: State, players: Sequence[Player | Chooser]) -> tuple[float, float]:
    """What the first player scores in two games from an opening, as player 0 and as player 1."""
    first, second = players
    return points(play(opening, (first, second)), 0), points(play(opening, (second, first)), 1)


def points(record: Record, player: int) -> float:
    if record.ending in (Ending.FAILED, Ending.ILLEGAL_MOVE):
        raise GameError(record.reason)
    return 0.5 if record.winner is None else float(record.winner == player)


def duel_of(results: Sequence[Sequence[float]]) -> Duel:
    """From the points of every pair of games."""
    each = [point for pair in results for point in pair]
    return Duel(tuple(map(float, map(sum, results))), each.count(1.0), each.count(0.5), each.count(0.0))
