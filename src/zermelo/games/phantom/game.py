"""Phantom tic-tac-toe: neither player sees the other's stones."""

from __future__ import annotations

import re

from zermelo.game import BuiltIn, State

TRY = re.compile(r"([abc])([123])(x?)")


def drawn(marks: dict[str, str]) -> str:
    rows = [" ".join([str(y), *(marks.get(f"{x}{y}", ".") for x in "abc")]) for y in (1, 2, 3)]
    return "\n".join(["  a b c", *rows])


def board(state: State) -> str:
    """All stones."""
    marks: dict[str, str] = {}
    for player, tries in enumerate(state.text.split("/")):
        marks |= {x + y: "XO"[player] for x, y, taken in TRY.findall(tries) if not taken}
    return drawn(marks)


def view_board(game: BuiltIn, view: str, player: int) -> str:
    """The own stones, and those of the other that were found."""
    return drawn({x + y: "XO"[1 - player if taken else player] for x, y, taken in TRY.findall(view)})


GAME = BuiltIn(
    name="phantom",
    title="Phantom tic-tac-toe",
    summary="tic-tac-toe without seeing the other's stones",
    board=board,
    view_board=view_board,
)
