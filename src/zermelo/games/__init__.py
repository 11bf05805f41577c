"""The built-in games, one folder each. A folder with a game.py that holds `GAME` is found here."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from typing import Any

from zermelo.game import BuiltIn, Game, State, did_you_mean


@cache
def all_games() -> dict[str, BuiltIn]:
    """Name to description, in alphabetical order."""
    names = sorted(each.name for each in pkgutil.iter_modules(__path__) if each.ispkg)
    return {name: importlib.import_module(f"{__name__}.{name}.game").GAME for name in names}


def find_game(name: str) -> BuiltIn:
    """The description of a built-in game; ValueError with a suggestion if there is none."""
    games = all_games()
    if name not in games:
        raise ValueError(f"unknown game {name!r}{did_you_mean(name, games)} (games: {', '.join(games)})")
    return games[name]


def start(game: Any, position: Any = None, **options: object) -> State:
    """A State to play, search or look at.

    `game` is the name of a built-in game, a Game class or object of yours, or an explicit tree as nested lists.
    `position` is text the game understands (or a state of your game); without it the game begins. Options choose a
    variant: `start("connect4", width=6, height=5)`.
    """
    if isinstance(game, str):
        return find_game(game).start(position, **options)
    if isinstance(game, BuiltIn):
        return game.start(position, **options)
    if isinstance(game, type) and issubclass(game, Game):
        return game(**options).start(position)
    if isinstance(game, Game):
        if options:
            raise TypeError(f"options {', '.join(options)} belong to the constructor of {type(game).__name__}")
        return game.start(position)
    if isinstance(game, (list, tuple, dict)):
        from zermelo.games.tree.game import tree

        return tree(game, **options)  # type: ignore[arg-type]
    raise TypeError(f"a game is a name, a zermelo.Game or nested lists, not {type(game).__name__}")
