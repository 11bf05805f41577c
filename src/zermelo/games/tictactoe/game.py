"""Tic-tac-toe: the m,n,k game (3,3,3)."""

from __future__ import annotations

from zermelo.game import BenchSearch, BuiltIn
from zermelo.games.shared.rows import scene, why_not

GAME = BuiltIn(
    name="tictactoe",
    title="Tic-tac-toe",
    summary="three in a row on 3 x 3",
    sample="5; 1; 9; 3; 7",
    core_name="mnk",
    scene=scene,
    why_not=why_not,
    fixed={"m": 3, "n": 3, "k": 3},
    bench=[BenchSearch(method) for method in ("minimax", "alphabeta", "minimax+table", "auto")],
)
