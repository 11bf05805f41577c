"""Othello's move generation: all games of eleven plies counted, 212,258,800 of them, with bulk counting at the last.

rust-reversi counts shorter games, by its boards' own children, as its users can from Python.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import rust_reversi
from measure import Row, main, same, side_by_side

import zermelo

GAMES = [1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284, 212258800]
LEAVES_PER_SECOND = 500e6


def ours(plies: int) -> int:
    return zermelo.count(zermelo.start("othello"), plies)


def theirs(board: Any, plies: int) -> int:
    """With bulk counting: the last ply is not played."""
    if board.is_game_over():
        return 1
    if board.is_pass():
        board.do_pass()
        return theirs(board, plies - 1) if plies > 1 else 1
    if plies == 1:
        return int(board.get_legal_moves()).bit_count()
    return sum(theirs(child, plies - 1) for child in board.get_child_boards())


def rows(quick: bool) -> Iterator[Row]:
    for plies in range(1, 10):
        same(f"games of {plies} plies", known=GAMES[plies], zermelo=ours(plies))
    deepest = 10 if quick else 11
    same("games", known=GAMES[deepest], zermelo=ours(deepest))
    mine = side_by_side({"zermelo": lambda: ours(deepest)}, rounds=2 if quick else 5)["zermelo"]
    speed = GAMES[deepest] / mine.cpu / 1e6
    seconds = GAMES[deepest] / LEAVES_PER_SECOND
    yield Row(f"Othello perft {deepest}", mine, target=round(seconds, 3), note=f"{speed:.0f} M leaves/s")
    short = 6 if quick else 7
    same("games", known=GAMES[short], rust=theirs(rust_reversi.Board(), short))
    works = {"zermelo": lambda: ours(short), "rust-reversi": lambda: theirs(rust_reversi.Board(), short)}
    times = side_by_side(works, rounds=2 if quick else 5)
    yield Row(f"Othello perft {short}", times["zermelo"], "rust-reversi", times["rust-reversi"], note="from Python")


if __name__ == "__main__":
    main(rows)
