"""A search that a good programmer writes by hand in pure Python: what `auto` is measured against in strength.py.

Alpha-beta with iterative deepening, a table with bounds, the table's move, noisy moves, killers and history first, and
quiescence over noisy moves. It asks the game the same questions as Zermelo does, each once, and ends by CPU time.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from math import inf
from typing import Any

WIN = 1_000_000.0
EXACT, LOWER, UPPER = 0, 1, 2
OVER = -2


class OutOfTime(Exception):
    """The CPU time is spent."""


class AlphaBeta:
    """Plays a Python game; values are those of the player to move."""

    def __init__(self, game: Any, seconds: float) -> None:
        self.seconds, self.payoff = seconds, game.payoff
        self.moves = cache(lambda state: tuple(game.moves(state)))
        self.turn, self.play, self.evaluate = cache(game.turn), cache(game.play), cache(game.evaluate)
        hooks = {name: cache(getattr(game, name)) for name in ("noisy", "gain", "stand_pat") if hasattr(game, name)}
        self.noisy, self.gain, self.stand_pat = map(hooks.get, ("noisy", "gain", "stand_pat"))
        self.table: dict[Any, tuple[int, int, float, Any]] = {}
        self.history: defaultdict[Any, int] = defaultdict(int)
        self.depth = self.nodes = 0

    def choose(self, state: Any, before: Iterable[Any] = ()) -> Any:
        """The best move that CPU time allows; `before` are the positions that led here."""
        self.end = time.process_time() + self.seconds
        self.path, self.nodes = list(before), 0
        self.killers: defaultdict[int, list[Any]] = defaultdict(list)
        if len(self.table) > 500_000:
            self.table.clear()
        self.best = self.moves(state)[0]
        for self.depth in range(1, 200):
            try:
                value = self.root(state, self.depth)
            except OutOfTime:
                self.depth -= 1
                break
            if abs(value) > WIN / 2:
                break
        return self.best

    def root(self, state: Any, depth: int) -> float:
        """The best move so far comes first, so that a pass that is broken off can only find a better one."""
        alpha, player = -inf, self.turn(state)
        self.path.append(state)
        try:
            for move in self.ordered(state, 0, self.best):
                value = self.child(state, player, move, depth, 0, alpha, inf)
                if value > alpha:
                    alpha, self.best = value, move
        finally:
            self.path.pop()
        return alpha

    def child(self, state: Any, player: int, move: Any, depth: int, ply: int, alpha: float, beta: float) -> float:
        """The value of a move for who makes it, whoever moves next."""
        after = self.play(state, move)
        turn = self.turn(after)
        if turn == OVER:
            return float(self.payoff(after, player)) * (WIN - ply)
        if after in self.path:
            return 0.0
        if turn == player:
            return self.visit(after, turn, depth - 1, ply + 1, alpha, beta)
        return -self.visit(after, turn, depth - 1, ply + 1, -beta, -alpha)

    def visit(self, state: Any, player: int, depth: int, ply: int, alpha: float, beta: float) -> float:
        if depth <= 0:
            return self.quiet(state, player, ply, alpha, beta)
        self.count()
        known = self.table.get(state)
        if known and known[0] >= depth:
            _, bound, value, _ = known
            if bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha):
                return value
        best, best_move, floor = -inf, None, alpha
        self.path.append(state)
        try:
            for move in self.ordered(state, ply, known and known[3]):
                value = self.child(state, player, move, depth, ply, floor, beta)
                if value > best:
                    best, best_move = value, move
                    floor = max(floor, value)
                    if value >= beta:
                        self.history[move] += depth * depth
                        self.killers[ply] = [move, *self.killers[ply][:1]]
                        break
        finally:
            self.path.pop()
        bound = LOWER if best >= beta else UPPER if best <= alpha else EXACT
        self.table[state] = depth, bound, best, best_move
        return best

    def quiet(self, state: Any, player: int, ply: int, alpha: float, beta: float) -> float:
        """Goes on with noisy moves only, unless doing nothing is better; with all of them where one must not."""
        self.count()
        if self.noisy is None:
            return float(self.evaluate(state, player))
        free = self.stand_pat is None or self.stand_pat(state)
        best = float(self.evaluate(state, player)) if free or ply > 40 else -inf
        if best >= beta or ply > 40:
            return best
        for move in self.loud(state) if free else self.ordered(state, ply, None):
            best = max(best, self.child(state, player, move, 0, ply, max(alpha, best), beta))
            if best >= beta:
                break
        return best

    def loud(self, state: Any) -> list[Any]:
        """Noisy moves, those that win most first and those that lose left out, where the game weighs them."""
        noisy, gain = self.noisy, self.gain
        moves = [move for move in self.moves(state) if noisy is not None and noisy(state, move)]
        if gain is None:
            return moves
        weighed = sorted(((gain(state, move), i) for i, move in enumerate(moves)), reverse=True)
        return [moves[i] for value, i in weighed if value >= 0]

    def ordered(self, state: Any, ply: int, first: Any) -> list[Any]:
        moves = list(self.moves(state))
        killers, history, noisy = self.killers[ply], self.history, self.noisy

        def rank(move: Any) -> float:
            if move == first:
                return inf
            if noisy is not None and noisy(state, move):
                return 1e12
            return 1e9 if move in killers else history[move]

        return sorted(moves, key=rank, reverse=True)

    def count(self) -> None:
        self.nodes += 1
        if self.nodes % 16 == 0 and time.process_time() > self.end:
            raise OutOfTime
