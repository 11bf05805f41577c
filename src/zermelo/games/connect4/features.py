"""What can be counted in a position of Connect Four, on boards of any size. More for the player is a larger number."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import product
from operator import itemgetter

from zermelo.game import State

Look = Callable[[str], tuple[str, ...]]


@cache
def fours(width: int, height: int) -> tuple[Look, ...]:
    """Counts over every line of four in a position's text, whose rows are joined by slashes."""
    return tuple(itemgetter(*places) for places in lines(width, height))


@cache
def lines(width: int, height: int) -> tuple[tuple[int, ...], ...]:
    """Every line of four as places in the text."""
    step = width + 1
    return tuple(
        tuple(y * step + x + i * (dx + dy * step) for i in range(4))
        for y in range(height)
        for x in range(width)
        for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1))
        if 0 <= x + 3 * dx < width and y + 3 * dy < height
    )


@cache
def worth(stones: int) -> dict[tuple[str, ...], int]:
    """1 for a line with this many X and no O, -1 for the opposite; other lines are worth nothing."""
    lines = {line: (line.count("X"), line.count("O")) for line in product("XO.", repeat=4)}
    counts = {line: (x == stones and not o) - (o == stones and not x) for line, (x, o) in lines.items()}
    return {line: count for line, count in counts.items() if count}


def centre(state: State, player: int) -> float:
    """Stones near the middle columns, more for the player."""
    rows = state.text.split("/")
    width = len(rows[0])
    total = 0
    for x in range(width):
        column = [row[x] for row in rows]
        total += min(x, width - 1 - x) * (column.count("X") - column.count("O"))
    return total if player == 0 else -total


def open_twos(state: State, player: int) -> float:
    """Lines of four with two stones of one player and none of the other, more for the player."""
    return open_lines(state, player, 2)


def open_threes(state: State, player: int) -> float:
    """Lines of four with three stones of one player and none of the other, more for the player."""
    return open_lines(state, player, 3)


def open_lines(state: State, player: int, stones: int) -> float:
    text, value = state.text, worth(stones).get
    total = sum(value(look(text), 0) for look in fours(text.index("/"), text.count("/") + 1))
    return float(total if player == 0 else -total)


@lru_cache(maxsize=64)
def threes(text: str) -> tuple[int, int, int, int]:
    """Open threes by the square they lack: X's and O's that can be filled now; then X's minus O's of those not to be
    filled yet, in rows their owner gets in the end (odd ones for X, even ones for O; Allis 1988), and in the others."""
    width, height, value = text.index("/"), text.count("/") + 1, worth(3).get
    now, lasting, idle = [0, 0], 0, 0
    for look, places in zip(fours(width, height), lines(width, height), strict=True):
        whose = value(look(text), 0)
        if whose:
            gap = next(place for place in places if text[place] == ".")
            below = gap + width + 1
            row = height - gap // (width + 1)  # from 1, at the bottom
            if below >= len(text) or text[below] != ".":
                now[whose < 0] += 1
            elif row % 2 == (whose > 0):
                lasting += whose
            else:
                idle += whose
    return now[0], now[1], lasting, idle


def own_fours(state: State, player: int) -> float:
    """Fours the player can complete with the next stone."""
    return float(threes(state.text)[player])


def other_fours(state: State, player: int) -> float:
    """Fours the opponent could complete with the next stone."""
    return float(threes(state.text)[1 - player])


def lasting_threes(state: State, player: int) -> float:
    """Open threes whose missing square the owner will get if the board fills up, more for the player."""
    return float(threes(state.text)[2] if player == 0 else -threes(state.text)[2])


def idle_threes(state: State, player: int) -> float:
    """Open threes whose missing square the other will get, more for the player."""
    return float(threes(state.text)[3] if player == 0 else -threes(state.text)[3])


FEATURES = [centre, open_twos, own_fours, other_fours, lasting_threes, idle_threes]
