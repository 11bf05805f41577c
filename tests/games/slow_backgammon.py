"""Backgammon's plays a second time, slowly: every order of the dice, every man, sets of positions.

A side is a tuple of 25 counts, its points 1 to 24 and its bar; a board is (mover, other).
"""

from __future__ import annotations

Side = tuple[int, ...]
Board = tuple[Side, Side]


def steps(board: Board, die: int) -> set[Board]:
    """Where one man moved by one die can lead."""
    mover, other = board
    points = [24] if mover[24] else [i for i in range(24) if mover[i]]
    found = set()
    for start in points:
        end = start - die
        if end >= 0:
            if other[23 - end] > 1:
                continue
        elif any(mover[6:]) or (end < -1 and any(mover[start + 1 :])):
            continue
        mine, theirs = list(mover), list(other)
        mine[start] -= 1
        if end >= 0:
            mine[end] += 1
            if theirs[23 - end]:
                theirs[23 - end] = 0
                theirs[24] += 1
        found.add((tuple(mine), tuple(theirs)))
    return found


def sequences(board: Board, dice: tuple[int, ...]) -> list[set[Board]]:
    """The positions reached with exactly 0, 1, 2, … of the dice, in this order."""
    levels = [{board}]
    for die in dice:
        levels.append({after for each in levels[-1] for after in steps(each, die)})
    return levels


def results(board: Board, high: int, low: int) -> set[Board]:
    """Every position a roll can lead to; the board itself if nothing can move."""
    if high == low:
        return next(level for level in reversed(sequences(board, (high,) * 4)) if level)
    one, other = sequences(board, (high, low)), sequences(board, (low, high))
    return one[2] | other[2] or one[1] or other[1] or {board}
