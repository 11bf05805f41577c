"""Boards on which stones in a row win: what a position of such a game looks like, and why a move is not legal."""

from __future__ import annotations

from zermelo.game import State
from zermelo.scene import LETTERS, STONES, Scene, caption_of, grid, in_a_row


def scene(state: State) -> Scene:
    """Lines between the cells; free cells of small boards by number, as they may be typed."""
    rows = state.text.split()[0].split("/")
    width, height = len(rows[0]), len(rows)
    drawn = grid(
        rows,
        state.moves(),
        pieces={key: STONES[key] for key in "XO"},
        board="lines",
        numbered=width * height <= 9,
        caption=caption_of(state),
        todo=f"put your {'XO'[max(0, state.turn)]} on a free square",
    )
    if not state.is_over or not state.payoff(0):
        return drawn
    return drawn.marked((f"{LETTERS[x]}{y + 1}" for x, y in in_a_row(rows, k_of(state))), "win")


def k_of(state: State) -> int:
    """How many in a row win."""
    game = state.game
    values = {name: option.default for name, option in game.options.items()}
    return int((values | dict(game.chosen) | dict(game.fixed))["k"])


def why_not(state: State, name: str) -> str:
    """What is wrong with a move that is not legal."""
    rows = state.text.split()[0].split("/")
    cells = len(rows) * len(rows[0])
    if cells <= 9 and name.isascii() and name.isdigit() and 1 <= int(name[:9]) <= cells:
        return "the square is taken"
    column, row = name[:1], name[1:]
    inside = column in LETTERS[: len(rows[0])] and row.isascii() and row.isdigit() and 1 <= int(row[:9]) <= len(rows)
    return "the square is taken" if column and inside else "it is no square of this board"
