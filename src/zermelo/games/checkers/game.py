"""Checkers, English draughts on 8 × 8 squares."""

from __future__ import annotations

from zermelo.game import BuiltIn

GAME = BuiltIn(
    name="checkers",
    title="Checkers",
    summary="English draughts: capture, crown, block",
    endgames="endgames.bin",
)
