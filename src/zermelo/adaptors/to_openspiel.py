"""Our games as OpenSpiel's: `to_openspiel(zermelo.start("kuhn"))`, or `pyspiel.load_game("zermelo(game=kuhn)")`.

Every algorithm of OpenSpiel that takes a turn-based game can then run on it. Actions are the numbers of numbering.py,
chance outcomes their places in the list; information states are our views, returns our payoffs.
"""

from __future__ import annotations

import math
from typing import Any

from zermelo.adaptors.numbering import numbering
from zermelo.adaptors.openspiel import pyspiel as module
from zermelo.game import CHANCE, OVER, State
from zermelo.games import start

pyspiel: Any = module()
KINDS = pyspiel.GameType


def game_type(state: State) -> Any:
    """What OpenSpiel wants to know of a game before it is played."""
    info = state.info
    return KINDS(
        short_name="zermelo",
        long_name=f"Zermelo: {state.game.label}",
        dynamics=KINDS.Dynamics.SEQUENTIAL,
        chance_mode=KINDS.ChanceMode.EXPLICIT_STOCHASTIC if info.chance else KINDS.ChanceMode.DETERMINISTIC,
        information=KINDS.Information.IMPERFECT_INFORMATION if info.hidden else KINDS.Information.PERFECT_INFORMATION,
        utility=KINDS.Utility.ZERO_SUM if info.zero_sum else KINDS.Utility.GENERAL_SUM,
        reward_model=KINDS.RewardModel.TERMINAL,
        max_num_players=10,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={"game": "tictactoe"},
    )


def game_info(state: State, size: int) -> Any:
    info = state.info
    outcome = info.payoffs == "outcome"
    return pyspiel.GameInfo(
        num_distinct_actions=size,
        max_chance_outcomes=1024 if info.chance else 0,
        num_players=len(info.players),
        min_utility=info.low if math.isfinite(info.low) else -1.0 if outcome else -math.inf,
        max_utility=info.high if math.isfinite(info.high) else 1.0 if outcome else math.inf,
        utility_sum=0.0 if info.zero_sum else None,
        max_game_length=info.max_plies,
    )


class ZermeloGame(pyspiel.Game):
    """A game of ours that begins in `root`; by parameters, the built-in game of that name."""

    def __init__(self, params: dict[str, Any] | None = None, root: State | None = None) -> None:
        given = params or {}
        self.root = start(given.get("game", "tictactoe")) if root is None else root
        self.numbers = numbering(self.root)
        super().__init__(game_type(self.root), game_info(self.root, self.numbers.size), given)

    def new_initial_state(self, text: str | None = None) -> ZermeloState:
        return ZermeloState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer()


class ZermeloState(pyspiel.State):
    """A position, and how often each one was met where that counts."""

    def __init__(self, game: ZermeloGame) -> None:
        super().__init__(game)
        self.at = game.root
        self.met: tuple[object, ...] = ()
        self.numbers = game.numbers

    def current_player(self) -> Any:
        if self.is_terminal():
            return pyspiel.PlayerId.TERMINAL
        return pyspiel.PlayerId.CHANCE if self.at.turn == CHANCE else self.at.turn

    def is_terminal(self) -> bool:
        often = self.at.info.repetition
        return bool(self.at.turn == OVER or (often and self.met.count(self.at.repetition_key) >= often))

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.numbers.legal(self.at))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(place, self.at.odds(move)) for place, move in enumerate(self.at.moves())]

    def move_of(self, action: int) -> Any:
        return self.at.moves()[action] if self.at.turn == CHANCE else self.numbers.move(self.at, action)

    def _apply_action(self, action: int) -> None:
        self.at = self.at.play(self.move_of(action))
        if self.at.info.repetition:
            self.met = (*self.met, self.at.repetition_key)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.at.name(self.move_of(action))

    def returns(self) -> list[float]:
        count = len(self.at.info.players)
        return [float(self.at.payoff(player)) if self.at.is_over else 0.0 for player in range(count)]

    def __str__(self) -> str:
        return self.at.text


class Observer:
    """What a player has seen, as text; there are no tensors."""

    tensor = None
    dict: dict[str, object] = {}  # noqa: RUF012 - OpenSpiel's name and type

    def set_from(self, state: ZermeloState, player: int) -> None:
        """There is no tensor to set."""

    def string_from(self, state: ZermeloState, player: int) -> str:
        return state.at.view(player)


def to_openspiel(game: object, **options: object) -> ZermeloGame:
    """A game of ours, or one from a given State on, as a pyspiel.Game."""
    return ZermeloGame(None, game if isinstance(game, State) else start(game, **options))


if "zermelo" not in pyspiel.registered_names():
    pyspiel.register_game(game_type(start("tictactoe")), ZermeloGame)
