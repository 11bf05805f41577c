"""Copies of games and positions, for files and for other processes: `pickle`, `copy` and `multiprocessing` use these.

A position of a built-in game travels as the name of the game, its options and its text; one of a game written in Python
as the game object and the state itself. Whatever else a State holds is made again where it arrives.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Hashable
from dataclasses import replace

from zermelo.game import BuiltIn, Game, State, position_of
from zermelo.games import all_games, find_game

GameParts = tuple[Callable[[str, dict[str, int | str]], BuiltIn], tuple[str, dict[str, int | str]]]
StateParts = tuple[Callable[[BuiltIn | Game, Hashable], State], tuple[BuiltIn | Game, Hashable]]


def state_parts(state: State) -> StateParts:
    """What a State is made of: its `__reduce__`."""
    game: BuiltIn | Game = state.game
    return state_again, (game, state.text if isinstance(game, BuiltIn) else state.data)


def state_again(game: BuiltIn | Game, content: Hashable) -> State:
    if isinstance(game, Game):
        return position_of(game, content)
    return game.start(content, **game.chosen)


def game_parts(game: BuiltIn) -> GameParts:
    """A built-in game is known by its name; one that was changed by hand is not to be found again."""
    registered = all_games().get(game.name)
    if registered is None or replace(registered, chosen=game.chosen) != game:
        import pickle

        raise pickle.PicklingError(f"{game.label} is not the built-in game of that name: it cannot be pickled")
    return game_again, (game.name, dict(game.chosen))


def game_again(name: str, chosen: dict[str, int | str]) -> BuiltIn:
    return replace(find_game(name), chosen=chosen)


copyreg.pickle(BuiltIn, game_parts)
