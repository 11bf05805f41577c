"""Players and openings for Othello matches."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import zermelo
from zermelo.game import State
from zermelo.games.othello.features import corners, mobility
from zermelo.match.game import Played
from zermelo.players import Searcher

# Usual values of the squares; rust-reversi asks for such a table and has none of its own.
SQUARES = [
    [120, -20, 20, 5, 5, 20, -20, 120],
    [-20, -40, -5, -5, -5, -5, -40, -20],
    [20, -5, 15, 3, 3, 15, -5, 20],
    [5, -5, 3, 3, 3, 3, -5, 5],
]
SQUARES += SQUARES[::-1]


def openings(count: int, plies: int = 8, margin: float = 6.0, depth: int = 10) -> Iterator[State]:
    """Positions after random moves, no two alike, that a quick search holds to be about even."""
    seen: set[str] = set()
    seed = 0
    while len(seen) < count:
        seed += 1
        rng, state = random.Random(seed), zermelo.start("othello")
        for _ in range(plies):
            if not state.is_over:
                state = state.play(rng.choice(state.moves()))
        key = "" if state.is_over else state.canonical().text
        if key and key not in seen:
            score = zermelo.search(state, depth=depth).score
            if score is not None and abs(score.value) <= margin:
                seen.add(key)
                yield state


def hand_set(state: State, player: int) -> float:
    """An evaluation as one would write it first: mobility and corners."""
    return mobility(state, player) + 10.0 * corners(state, player)


class RustReversi:
    """rust-reversi's alpha-beta search with one of its evaluations and so many seconds a move."""

    def __init__(self, evaluation: str, seconds: float) -> None:
        import rust_reversi

        self.package = rust_reversi
        judges = {
            "squares": lambda: rust_reversi.MatrixEvaluator(SQUARES),
            "mobility": rust_reversi.LegalNumEvaluator,
            "discs": rust_reversi.PieceEvaluator,
        }
        self.name, self.milliseconds = f"rust-reversi, {evaluation}", round(1000 * seconds)
        self.search = rust_reversi.AlphaBetaSearch(judges[evaluation](), 60, 1 << 20)

    def __call__(self, state: State) -> Any:
        moves = state.moves()
        if len(moves) == 1:
            return moves[0]
        squares, mover = state.text.split()
        turns = self.package.Turn
        board = self.package.Board()
        board.set_board_str(squares, turns.BLACK if mover == "X" else turns.WHITE)
        square = self.search.get_move_with_timeout(board, self.milliseconds)
        return f"{'abcdefgh'[square % 8]}{square // 8 + 1}"


class EqualTime(Searcher):
    """Searches for so many seconds a move, but over a whole game no longer than its opponent (or for a blink)."""

    def __init__(self, seconds: float, least: float = 0.01, **options: Any) -> None:
        super().__init__(limit=zermelo.Limit(seconds=seconds), name="zermelo", **options)
        self.seconds, self.least = seconds, least
        self.begin(0)

    def begin(self, player: int) -> None:
        """A new game, as this player."""
        self.player, self.used = player, [0.0, 0.0]  # they, we

    def watch(self, state: State, played: Played | None) -> None:
        if played is not None:
            self.used[played.player == self.player] += played.seconds

    def __call__(self, state: State) -> Any:
        theirs, ours = self.used
        self.limit = zermelo.Limit(seconds=max(self.least, min(self.seconds, theirs - ours)))
        return super().__call__(state)
