"""GNU Backgammon as a yardstick, through the PyPI package `gnubg` (GPL: for measuring only, never shipped or linked).

Its traps, met while measuring: a board is (other side, side on roll), 24 points and the bar each; `cubeinfo()` has
Jacoby's rule on and gammons worth nothing; `find_best_moves` cuts a move off at "off", so plays are chosen here by
judging the boards they lead to.
"""

from __future__ import annotations

import sys
from typing import Any

from zermelo.game import State
from zermelo.games.backgammon.formats import table_of

try:
    import gnubg
except ImportError:
    gnubg = None


def need_gnubg() -> None:
    if gnubg is None:
        sys.exit("skipped: the package gnubg is not installed (pip install gnubg)")


class Anchor:
    """Equities for money, cube aside, looking 0, 1 or 2 plies ahead as gnubg counts them."""

    def __init__(self, plies: int):
        self.cube = dict(gnubg.cubeinfo()) | {"jacoby": 0, "gammonprice": ((1.0, 1.0), (1.0, 1.0))}
        self.context = dict(gnubg.evalcontext()) | {"plies": plies, "prune": int(plies > 0)}

    def equity(self, after: State, player: int) -> float:
        """What a position that waits for the other's roll is worth to a player."""
        if after.is_over:
            return after.payoff(player)
        return -float(gnubg.evaluate(boards(after), self.cube, self.context)[5])

    def choose(self, state: State) -> Any:
        player, moves = state.turn, state.moves()
        if len(moves) == 1:
            return moves[0]
        return max(moves, key=lambda move: self.equity(state.play(move), player))


def boards(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    table = table_of(state)
    mover = table.on_roll or 0
    return table.men[1 - mover], table.men[mover]
