"""Checkers once more, slowly: a dictionary of squares by row and column, written from the rules and not from the core.

A board is {(row, column): piece}, rows from the top; pieces are "b", "w" (men), "B", "W" (kings).
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

Square = tuple[int, int]
Board = dict[Square, str]
Path = tuple[Square, ...]


def square_of(number: int) -> Square:
    row, place = divmod(number - 1, 4)
    return row, 2 * place + (1 if row % 2 == 0 else 0)


SQUARES = {number: square_of(number) for number in range(1, 33)}
NUMBERS = {square: number for number, square in SQUARES.items()}


def ways(piece: str) -> list[tuple[int, int]]:
    ahead = 1 if piece.lower() == "b" else -1
    rows = (ahead, -ahead) if piece.isupper() else (ahead,)
    return [(row, column) for row in rows for column in (-1, 1)]


def jumps(board: Board, at: Square, piece: str, taken: frozenset[Square]) -> list[Path]:
    """The rest of every complete capture of a piece that has been lifted from the board."""
    found: list[Path] = []
    for row, column in ways(piece):
        over, land = (at[0] + row, at[1] + column), (at[0] + 2 * row, at[1] + 2 * column)
        if land not in NUMBERS or land in board or over in taken:
            continue
        if board.get(over, piece).lower() == piece.lower():
            continue
        found += [(land, *rest) for rest in jumps(board, land, piece, taken | {over})]
    return found or ([()] if taken else [])


def captures(board: Board, side: str) -> list[Path]:
    found: list[Path] = []
    for at, piece in board.items():
        if piece.lower() == side:
            without = {square: other for square, other in board.items() if square != at}
            found += [(at, *rest) for rest in jumps(without, at, piece, frozenset())]
    return found


def steps(board: Board, side: str) -> list[Path]:
    return [
        (at, (at[0] + row, at[1] + column))
        for at, piece in board.items()
        if piece.lower() == side
        for row, column in ways(piece)
        if (at[0] + row, at[1] + column) in NUMBERS and (at[0] + row, at[1] + column) not in board
    ]


def names(board: Board, side: str) -> dict[str, Path]:
    """The legal moves as they are written, with the squares they touch."""
    found = captures(board, side)
    sign = "x" if found else "-"
    found = found or steps(board, side)
    ends = Counter((path[0], path[-1]) for path in found)
    named = {}
    for path in found:
        shown = path if ends[path[0], path[-1]] > 1 else (path[0], path[-1])
        named[sign.join(str(NUMBERS[square]) for square in shown)] = path
    assert len(named) == len(found)
    return named


def play(board: Board, path: Path) -> Board:
    after = dict(board)
    piece = after.pop(path[0])
    for one, two in pairwise(path):
        if abs(one[0] - two[0]) == 2:
            del after[(one[0] + two[0]) // 2, (one[1] + two[1]) // 2]
    last = 7 if piece == "b" else 0
    after[path[-1]] = piece.upper() if path[-1][0] == last else piece
    return after


def text(board: Board, side: str) -> str:
    def listed(colour: str) -> str:
        numbers = sorted(NUMBERS[at] for at, piece in board.items() if piece.lower() == colour)
        return ",".join(("K" if board[SQUARES[each]].isupper() else "") + str(each) for each in numbers)

    return f"{side.upper()}:W{listed('w')}:B{listed('b')}"


def random_board(rng: random.Random) -> tuple[Board, str]:
    """Any pieces on any squares where they can stand."""
    squares = list(NUMBERS)
    rng.shuffle(squares)
    board: Board = {}
    kings = rng.random()
    for colour, last in (("b", 7), ("w", 0)):
        for _ in range(rng.randint(1, 12)):
            at = squares.pop()
            king = rng.random() < kings or at[0] == last
            board[at] = colour.upper() if king else colour
    return board, rng.choice("bw")
