"""Choices in words: methods, strengths, optional parts."""

from __future__ import annotations

import importlib.util

from zermelo.methods import ALL_METHODS, SWITCHES
from zermelo.players.levels import HIGHEST, LOWEST
from zermelo.web.messages import Level, Missing, Named

METHOD_WORDS = {
    "minimax": "visits every node",
    "minimax+table": "visits every position, but each only once",
    "alphabeta": "leaves out what cannot matter",
    "alphabeta+table": "alpha-beta that remembers positions",
    "scout": "tests with a null window, searches again where the test fails",
    "scout+table": "scout that remembers positions",
    "mtd": "null windows only, around a first guess",
    "deepening": "depth 1, 2, 3, … with a table and a window around the last value",
    "auto": "everything together, as strong as it can",
    "expectiminimax": "takes the average where dice fall",
    "expectiminimax+star1": "leaves out rolls that cannot matter",
    "expectiminimax+star2": "the same, after probing one move of each roll",
    "expectiminimax+filter": "follows only moves that look good: quick, not exact",
    "mcts": "plays the position out many times, more often where it looks good",
    "puct": "grows a tree where the evaluation and an opinion of the moves point",
    "proof": "proves who wins, working where a proof is nearest",
    "maxn": "for several players: each maximises their own payoff",
    "paranoid": "for several players: all against one",
    "weighted": "the best on average over everything that may be hidden",
    "montecarlo": "the best on average over samples of what may be hidden",
    "ismcts": "plays out what may be hidden, many times",
}
# From each level on.
LEVEL_WORDS = {
    1: "just learned the rules",
    3: "beginner",
    5: "casual player",
    7: "club player",
    9: "strong club player",
    12: "expert",
    15: "master",
    18: "as strong as it gets",
}
EXTRAS = {"jit": ("numba", "compiled games"), "notebook": ("anywidget", "the explorer in notebooks")}


def methods() -> list[Named]:
    return [Named(name, METHOD_WORDS.get(name, "")) for name in ALL_METHODS]


def switches() -> list[Named]:
    return [Named(name, each.meaning) for name, each in SWITCHES.items()]


def levels() -> list[Level]:
    return [Level(each, level_words(each)) for each in range(LOWEST, HIGHEST + 1)]


def level_words(level: int) -> str:
    return next(words for least, words in reversed(LEVEL_WORDS.items()) if least <= level)


def missing() -> list[Missing]:
    """Extras whose packages are not there."""
    return [
        Missing(extra, brings, f"pip install 'zermelo[{extra}]'")
        for extra, (package, brings) in EXTRAS.items()
        if importlib.util.find_spec(package) is None
    ]
