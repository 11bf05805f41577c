"""The built-in games, one folder each. A folder with a game.py that holds `GAME` is found here.

What a game brings beside its rules (commands, protocols, files) is found through its description, so that a folder can
be left out and nothing else notices. One game is always there: explicit trees (`tree`), which lessons and pages draw.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from zermelo.errors import did_you_mean
from zermelo.game import BuiltIn, Game, State
from zermelo.native import core
from zermelo.validate import shown, typed


@cache
def all_games() -> dict[str, BuiltIn]:
    """Name to description, in alphabetical order; only games whose rules the core was built with."""
    names = sorted(file.parent.name for file in Path(__file__).parent.glob("*/game.py"))
    found: list[BuiltIn] = [importlib.import_module(f"{__name__}.{name}.game").GAME for name in names]
    built = set(core.games())
    return {game.name: game for game in found if (game.core_name or game.name) in built}


@cache
def game_protocols() -> dict[str, BuiltIn]:
    """The protocols that games bring, by name, each with its game."""
    return {name: game for game in all_games().values() for name in game.protocols}


@cache
def game_commands() -> dict[str, BuiltIn]:
    """The commands that games bring to the command line, by name, each with its game."""
    return {name: game for game in all_games().values() for name in game.commands}


def assignment_game() -> BuiltIn | None:
    """The game of an assignment that names none: the first that brings a starter."""
    return next((game for game in all_games().values() if game.assignment), None)


@typed
def find_game(name: str) -> BuiltIn:
    """The description of a built-in game; ValueError with a suggestion if there is none."""
    games = all_games()
    if name not in games:
        raise ValueError(f"unknown game {shown(name)}{did_you_mean(name, games)} (games: {', '.join(games)})")
    return games[name]


def is_foreign(name: str) -> bool:
    """Whether a name is that of a game of another package."""
    return name.partition(":")[0] in ("gdl", "openspiel")


def find_foreign(name: str, options: Mapping[str, object]) -> Game:
    """A game of another package, `scheme:what`; ValueError if there is none."""
    from zermelo.adaptors import foreign_game

    return foreign_game(name, options)


def start(game: object, position: object = None, **options: object) -> State:
    """A State to play, search or show.

    `game` is the name of a built-in game, a Game class or object of yours, an explicit tree as nested lists, or a game
    of another package (`"openspiel:kuhn_poker"`, `"gdl:rules.kif"`).
    `position` is text the game understands (or a state of your game); without it the game begins. Options choose a
    variant: `start("connect4", width=6, height=5)`.
    """
    if isinstance(game, str) and is_foreign(game):
        return find_foreign(game, options).start(position)
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
