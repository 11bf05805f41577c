"""A board found in the state of a user's game that draws nothing: rows of equal length, and moves that name cells."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.scene import EMPTY, STONES, Piece, Scene, grid
from zermelo.types import Move

LEAST, MOST = 2, 40  # rows and columns of what is taken for a board
KINDS = 14  # different things that may lie on it
NUMBERS = {1: "X", 2: "O", -1: "O"}  # as which sides' stones whole numbers are drawn


def found_grid(data: object, moves: Sequence[Move]) -> Scene | None:
    """The scene of a state that is, or holds, rows of equal length; None if it does not.

    Moves that name their cells (by number, by row and column, by column) are clicked there.
    """
    rows = next((rows for part in parts(data) if (rows := rows_of(part))), None)
    if rows is None:
        return None
    columns = [move for move in moves if isinstance(move, int) and 0 <= move < len(rows[0])]
    if len(columns) == len(moves):
        places: dict[Move, tuple[int, ...]] = {column: lowest(rows, column) for column in columns}
    else:
        places = {move: cells for move in moves if (cells := cells_of(move, rows))}
    others = {key for row in rows for key in row} - {*STONES, *EMPTY}
    pieces = {key: Piece(key, "text", None, key) for key in others}
    return grid(rows, places, pieces=pieces, board="lines", labels=False)


def parts(data: object) -> list[object]:
    """The state itself, and what it holds."""
    return [data, *data] if isinstance(data, tuple) else [data]


def rows_of(data: object) -> list[str] | None:
    """Rows of one character for each cell."""
    lines: Sequence[object] = data.splitlines() if isinstance(data, str) else data if isinstance(data, tuple) else ()
    if not LEAST <= len(lines) <= MOST or not all(isinstance(line, (str, tuple)) for line in lines):
        return None
    rows = [[sign(cell) for cell in line] for line in lines if isinstance(line, (str, tuple))]
    widths = {len(row) for row in rows}
    if len(widths) != 1 or not LEAST <= widths.pop() <= MOST or any(cell is None for row in rows for cell in row):
        return None
    found = ["".join(cell or "." for cell in row) for row in rows]
    return found if len(set("".join(found))) <= KINDS else None


def sign(cell: object) -> str | None:
    """A cell as one character; None if it is none."""
    if cell is None or cell == 0 or cell == "":
        return "."
    if isinstance(cell, bool):
        return "X"
    if isinstance(cell, int):
        return NUMBERS.get(cell, str(cell) if 0 < cell < 10 else None)
    return cell if isinstance(cell, str) and len(cell) == 1 and cell.isprintable() else None


def cells_of(move: Move, rows: Sequence[str]) -> tuple[int, ...]:
    """The cells that a move names, counted along the rows; nothing if it names none."""
    height, width = len(rows), len(rows[0])
    if isinstance(move, int) and not isinstance(move, bool):
        return (move,) if 0 <= move < width * height else ()
    if not isinstance(move, tuple) or len(move) != 2:
        return ()
    if all(isinstance(each, int) for each in move):
        y, x = move
        return (y * width + x,) if 0 <= y < height and 0 <= x < width else ()
    ends = tuple(cell for each in move for cell in cells_of(each, rows))
    return ends if len(ends) == 2 else ()


def lowest(rows: Sequence[str], column: int) -> tuple[int, ...]:
    """Of a move that is a column: the lowest cell that is free, where a stone would fall."""
    free = [y for y, row in enumerate(rows) if row[column] in EMPTY]
    return (max(free) * len(rows[0]) + column,) if free else (column,)
