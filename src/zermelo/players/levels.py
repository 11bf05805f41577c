"""Strengths from 1 to 20, each a step above the last: what a level asks of a search.

A level is data: keywords of `search`, and `solve_from`, the number of plies left (at most) from which on the game is
searched to its end. A game may bring a table of its own (`levels` in its description, or in the class of a user's
game); the others get the usual one, in which a level searches one ply deeper and 1.8 times as many positions as the
level below.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import cast

from zermelo.game import State
from zermelo.limits import Limit
from zermelo.query import SearchOptions
from zermelo.types import named
from zermelo.validate import shown

LOWEST, HIGHEST = 1, 20
# Strengths by a word: the player of each, and its limit where a search is wanted (the naive player searches nothing).
NAMED = {"easy": "naive", "medium": "auto:depth=3", "hard": "auto:seconds=1", "champion": "auto:seconds=5"}
NAMED_LIMITS = {
    "easy": Limit(depth=1),
    "medium": Limit(depth=3),
    "hard": Limit(seconds=1),
    "champion": Limit(seconds=5),
}
STRENGTHS = f"{', '.join(NAMED)}, or {LOWEST} to {HIGHEST}"

Levels = Mapping[int, Mapping[str, object]]
# The lower half sees everything to its depth and nothing behind it, as a beginner does.
USUAL: Levels = {
    level: {"depth": level, "nodes": round(30 * 1.8**level), "selective": level > 10}
    for level in range(LOWEST, HIGHEST + 1)
}


def check_level(level: object) -> None:
    if isinstance(level, bool) or not isinstance(level, int) or not LOWEST <= level <= HIGHEST:
        raise ValueError(f"level={shown(level)}: must be a whole number from {LOWEST} to {HIGHEST}")


def levels_of(game: object) -> Levels:
    """The table of a game."""
    own = named(game, "levels")
    return own if own and isinstance(own, Mapping) else USUAL


def level_options(state: State, level: int) -> SearchOptions:
    """The keywords of `search` for a level in this position."""
    check_level(level)
    table = levels_of(state.game)
    if level not in table:
        raise ValueError(f"{state.game.label} has no level {level} (levels: {', '.join(map(str, sorted(table)))})")
    options = dict(table[level])
    if state.plies_left <= cast(float, options.pop("solve_from", -1)):
        options["depth"] = math.inf
        options.pop("nodes", None)
    return cast(SearchOptions, options)
