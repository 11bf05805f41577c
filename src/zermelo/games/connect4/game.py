"""Connect Four, on boards of any size."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zermelo.game import BuiltIn, Option, State
from zermelo.native import core


def check(values: Mapping[str, Any]) -> None:
    if values["width"] * (values["height"] + 1) > 64:
        raise ValueError("connect4: width times (height + 1) must not be above 64")


def board(state: State) -> str:
    """The rows with the column numbers below."""
    rows = state.text.split("/")
    numbers = " ".join(str((x + 1) % 10) for x in range(len(rows[0])))
    return "\n".join([*(" ".join(row) for row in rows), numbers])


def why_not(state: State, name: str) -> str:
    """What is wrong with a move that is not legal."""
    width = len(state.text.split("/")[0])
    if not name.isascii() or not name.isdigit() or not 1 <= int(name[:9]) <= width:
        return f"there is no such column (1 to {width})"
    return "the column is full"


def score(state: State, memory_mb: float = 64.0) -> int:
    """The exact score of a position for the side to move: 1 for a win with the last stone, 2 for one with the last but
    one, …; negative for losses, 0 for a draw. The solver starts with an empty table every time."""
    if not 0.1 <= memory_mb <= 1e6:
        raise ValueError(f"memory_mb={memory_mb!r}: must be a number from 0.1 to 1000000")
    return core.connect4_score(state, memory_mb)


GAME = BuiltIn(
    name="connect4",
    title="Connect Four",
    summary="drop stones, four in a line win; solved exactly",
    check=check,
    board=board,
    why_not=why_not,
    options={"width": Option(7, 1, 32, help="columns"), "height": Option(6, 1, 31, help="rows")},
)
