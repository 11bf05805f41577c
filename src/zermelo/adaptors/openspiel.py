"""OpenSpiel's games as games of ours: `zermelo.start("openspiel:breakthrough(rows=6,columns=6)")`.

Any game that OpenSpiel calls turn-based, chance and imperfect information included; simultaneous moves become hidden
moves, one player after the other, as OpenSpiel itself converts them. Refused: mean-field games, and games whose chance
is only sampled and has no probabilities.

A position is the list of actions that led to it, and two positions are equal if the lists are, which is right for every
game. With `merge=True` they are equal if the same player is to move and OpenSpiel writes both alike: far fewer
positions in most board games of perfect information, and wrong wherever the text leaves something out (a rule of
repetition, a count of moves).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, ClassVar

from zermelo.errors import GameError, MissingExtra, ParseError, did_you_mean
from zermelo.game import CHANCE, MOST_PLAYERS, OVER, Game

LONGEST = 10_000  # plies of a game here


def pyspiel() -> Any:
    """OpenSpiel's module."""
    try:
        import pyspiel as module
    except ImportError:
        raise MissingExtra(
            "OpenSpiel is not installed, the extra `openspiel`: pip install 'zermelo[openspiel]'"
        ) from None
    return module


class Position:
    """A state of OpenSpiel as a value: never changed once it is here, equal to another by `key`."""

    __slots__ = ("key", "state")

    def __init__(self, state: Any, merge: bool) -> None:
        self.state = state
        self.key = (int(state.current_player()), str(state)) if merge else tuple(state.history())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __repr__(self) -> str:
        return f"<{written(self)}>"


def written(position: Position) -> str:
    """The actions from the beginning, as OpenSpiel numbers them; `-` for none."""
    return " ".join(map(str, position.state.history())) or "-"


class OpenSpielGame(Game):
    """A game of OpenSpiel, by the text that `pyspiel.load_game` reads, or as one of its Game objects.

    Payoffs are OpenSpiel's returns; of a game whose returns add up to another constant than 0, each player's share of
    it is taken off. Moves are OpenSpiel's numbers of actions, and their names are OpenSpiel's.
    """

    payoffs: ClassVar[str] = "points"

    def __init__(self, game: object, merge: bool = False) -> None:
        module = pyspiel()
        loaded = load(module, game) if isinstance(game, str) else game
        if not isinstance(loaded, module.Game):
            raise TypeError(f"a game of OpenSpiel is a text or a pyspiel.Game, not {type(game).__name__}")
        kind = loaded.get_type()
        if kind.dynamics == module.GameType.Dynamics.SIMULTANEOUS:
            loaded = module.convert_to_turn_based(loaded)
            kind = loaded.get_type()
        check_kind(module, loaded)
        self.spiel, self.merge = loaded, merge
        self.describe(module, kind)
        self.initial = self.position(loaded.new_initial_state())  # type: ignore[misc]

    def describe(self, module: Any, kind: Any) -> None:
        """What the class declares of other games, of this one."""
        game, declared = self.spiel, vars(self)
        sums = kind.utility in (module.GameType.Utility.ZERO_SUM, module.GameType.Utility.CONSTANT_SUM)
        count = game.num_players()
        self.share = (game.utility_sum() or 0.0) / count if sums else 0.0
        declared["title"] = str(game)
        declared["players"] = tuple(f"player {i}" for i in range(count))
        declared["chance"] = kind.chance_mode == module.GameType.ChanceMode.EXPLICIT_STOCHASTIC
        declared["hidden"] = kind.information != module.GameType.Information.PERFECT_INFORMATION
        declared["zero_sum"] = sums and count > 1
        declared["max_plies"] = min(LONGEST, max(1, game.max_game_length() + game.max_chance_nodes_in_history()))
        low, high = game.min_utility() - self.share, game.max_utility() - self.share
        declared["low"], declared["high"] = (low, high) if low <= high else (-math.inf, math.inf)
        self.recalls = kind.provides_information_state_string

    def position(self, state: Any) -> Position:
        return Position(state, self.merge)

    def turn(self, position: Position) -> int:
        player = int(position.state.current_player())
        if position.state.is_terminal():
            return OVER
        return CHANCE if position.state.is_chance_node() else player

    def moves(self, position: Position) -> Iterator[int]:
        yield from position.state.legal_actions()

    def odds(self, position: Position, move: int) -> float:
        return float(dict(position.state.chance_outcomes())[move])

    def play(self, position: Position, move: int) -> Position:
        return self.position(position.state.child(move))

    def payoff(self, position: Position, player: int) -> float:
        return float(position.state.returns()[player]) - self.share

    def name(self, position: Position, move: int) -> str:
        """OpenSpiel's name; with the number behind it where two legal actions share one."""
        state = position.state
        own = tidy(state.action_to_string(state.current_player(), move))
        alike = [
            each for each in state.legal_actions() if tidy(state.action_to_string(state.current_player(), each)) == own
        ]
        return own if own and len(alike) == 1 else f"{own}#{move}"

    def view(self, position: Position, player: int) -> str:
        """OpenSpiel's information state; where it has none, the player's observations and actions one after another."""
        if self.recalls:
            return str(position.state.information_state_string(player))
        seen, state = [], self.spiel.new_initial_state()
        for action in position.state.history():
            if state.current_player() == player:
                seen.append(str(action))
            state.apply_action(action)
            seen.append(str(state.observation_string(player)))
        return "\n".join(seen)

    def text(self, position: Position) -> str:
        return written(position)

    def parse(self, text: str) -> Position:
        state, column = self.spiel.new_initial_state(), 0
        for word in [] if text.strip() == "-" else text.split():
            column = text.index(word, column)
            if not (word.isascii() and word.isdigit() and int(word) in state.legal_actions()):
                raise ParseError(f"{word!r} is not a legal action of {self.label} here", text, column)
            state.apply_action(int(word))
            column += len(word)
        return self.position(state)

    def board(self, position: Position) -> str:
        return str(position.state)

    def __reduce__(self) -> tuple[type[OpenSpielGame], tuple[str, bool]]:
        return type(self), (str(self.spiel), self.merge)

    def __repr__(self) -> str:
        return f"OpenSpielGame({str(self.spiel)!r})"


def tidy(name: str) -> str:
    return " ".join(name.split())


def load(module: Any, text: str) -> Any:
    """The game of a text; OpenSpiel prints every name it knows for an unknown one, so names are checked first."""
    name = text.partition("(")[0].strip()
    known = module.registered_names()
    if name not in known:
        raise ValueError(f"OpenSpiel has no game {name!r}{did_you_mean(name, known)}")
    try:
        return module.load_game(text)
    except module.SpielError as error:
        raise ValueError(f"OpenSpiel does not load {text!r}: {error}") from None


def check_kind(module: Any, game: Any) -> None:
    """ValueError for kinds of games that nothing here can search."""
    kind = game.get_type()
    if kind.dynamics != module.GameType.Dynamics.SEQUENTIAL:
        raise ValueError(f"{game} is not a game of turns ({str(kind.dynamics).rpartition('.')[2].lower()})")
    if kind.chance_mode == module.GameType.ChanceMode.SAMPLED_STOCHASTIC:
        raise ValueError(
            f"{game} samples its chance and does not say the probabilities: it can be played, not searched"
        )
    if not 1 <= game.num_players() <= MOST_PLAYERS:
        raise GameError(f"{game} has {game.num_players()} players: expected 1 to {MOST_PLAYERS}")
    hidden = kind.information != module.GameType.Information.PERFECT_INFORMATION
    if hidden and not (kind.provides_information_state_string or kind.provides_observation_string):
        raise ValueError(f"{game} is of imperfect information and does not say what its players see")
