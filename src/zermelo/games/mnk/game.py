"""m,n,k games: m columns, n rows, k in a row wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zermelo.game import BuiltIn, Option, State

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def check(values: Mapping[str, Any]) -> None:
    if values["m"] * values["n"] > 64:
        raise ValueError("mnk: m times n must not be above 64 cells")
    if values["k"] > max(values["m"], values["n"]):
        raise ValueError("mnk: k in a row does not fit on the board")


def board(state: State) -> str:
    """The cells with their names' letters above and numbers beside them; free cells of small boards by number."""
    rows = state.text.split()[0].split("/")
    width = len(rows[0])
    numbered = width * len(rows) <= 9
    lines = ["   " + " ".join(f"{chr(97 + x)}" for x in range(width))]
    for y, row in enumerate(rows):
        cells = [str(y * width + x + 1) if c == "." and numbered else c for x, c in enumerate(row)]
        lines.append(f"{y + 1:2} " + " ".join(cells))
    return "\n".join(lines)


def why_not(state: State, name: str) -> str:
    """What is wrong with a move that is not legal."""
    rows = state.text.split()[0].split("/")
    column, row = name[:1], name[1:]
    inside = column in LETTERS[: len(rows[0])] and row.isascii() and row.isdigit() and 1 <= int(row[:9]) <= len(rows)
    return "the square is taken" if column and inside else "it is no square of this board"


GAME = BuiltIn(
    name="mnk",
    title="m,n,k game",
    summary="m columns, n rows, k in a row wins",
    check=check,
    board=board,
    why_not=why_not,
    options={
        "m": Option(3, 1, 26, help="columns"),
        "n": Option(3, 1, 64, help="rows"),
        "k": Option(3, 1, 26, help="stones in a row that win"),
    },
)
