"""Zermelo: adversarial search. Take a game, or write your own, and play, analyse, solve and watch it."""

from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

from zermelo import pickling as _pickling  # noqa: F401
from zermelo.compiled import compiled, put
from zermelo.counting import count, distinct_positions, tree_size
from zermelo.endgames import EndgameTable, endgames
from zermelo.ending import Ending
from zermelo.equilibrium import Equilibrium, best_response, equilibrium, exploitability, tabulated
from zermelo.errors import GameError, IllegalMove, MissingExtra, ParseError, TooLarge
from zermelo.game import CHANCE, OVER, Game, State
from zermelo.games import all_games, start
from zermelo.games.tree.game import practice_tree, random_tree, tree
from zermelo.limits import Clock, Limit
from zermelo.linear import Linear
from zermelo.match import Record, play
from zermelo.methods import METHODS, Features, Table
from zermelo.network import Network
from zermelo.players import Human, Naive, Player, Random, Searcher, player_from
from zermelo.result import Line, Result, Score
from zermelo.review import Review, review
from zermelo.scene import Choice, Label, Piece, Scene, Spot, grid
from zermelo.search import Stop, search, solve
from zermelo.trace import Trace
from zermelo.version import __version__
from zermelo.view import reprs as _reprs  # noqa: F401

if _TYPE_CHECKING:
    from zermelo import card_table as card_table
    from zermelo import check as check
    from zermelo import cluster as cluster
    from zermelo import facts as facts
    from zermelo import grade as grade
    from zermelo import laws as laws
    from zermelo import learn as learn
    from zermelo import practice as practice
    from zermelo import profile as profile
    from zermelo import tune as tune
    from zermelo import web as web
    from zermelo.practice import check_search
    from zermelo.view.notebook import show

__all__ = [
    "CHANCE",
    "METHODS",
    "OVER",
    "Choice",
    "Clock",
    "EndgameTable",
    "Ending",
    "Equilibrium",
    "Features",
    "Game",
    "GameError",
    "Human",
    "IllegalMove",
    "Label",
    "Limit",
    "Line",
    "Linear",
    "MissingExtra",
    "Naive",
    "Network",
    "ParseError",
    "Piece",
    "Player",
    "Random",
    "Record",
    "Result",
    "Review",
    "Scene",
    "Score",
    "Searcher",
    "Spot",
    "State",
    "Stop",
    "Table",
    "TooLarge",
    "Trace",
    "__version__",
    "all_games",
    "best_response",
    "check_search",
    "compiled",
    "count",
    "distinct_positions",
    "endgames",
    "equilibrium",
    "exploitability",
    "grid",
    "play",
    "player_from",
    "practice_tree",
    "put",
    "random_tree",
    "review",
    "search",
    "show",
    "solve",
    "start",
    "tabulated",
    "tree",
    "tree_size",
]

# What is seldom needed is imported when it is: some functions, and the modules that are not needed by the others.
_LATER = {"check_search": "zermelo.practice", "show": "zermelo.view.notebook"}
_MODULES = ("card_table", "check", "cluster", "facts", "grade", "laws", "learn", "practice", "profile", "tune", "web")


def __getattr__(name: str) -> _Any:
    import importlib

    if name in _LATER:
        return getattr(importlib.import_module(_LATER[name]), name)
    if name in _MODULES:
        return importlib.import_module(f"zermelo.{name}")
    raise AttributeError(f"module 'zermelo' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER, *_MODULES})
