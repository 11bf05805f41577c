"""Pairs of games between two sets of values, as a job for worker processes (zermelo.match.job).

A part is a pair, `{"id": "17/3", "sides": [{"margin": 1.1}, {"margin": 0.9}], "moves": ["4", "3"]}`, which comes to the
points of the first side in its two games: moving first, and moving second.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias, cast

from zermelo.errors import GameError
from zermelo.game import Game, Move, State, position_like
from zermelo.learn.duel import points
from zermelo.match.game import play
from zermelo.match.job import Plain, Said, Tell, id_of, read_as
from zermelo.match.openings import Opening
from zermelo.match.setup import start_named
from zermelo.players import Player, Searcher
from zermelo.profile import with_attributes
from zermelo.query import PlayerOptions
from zermelo.tune.plan import Plan

MOST_TWINS = 8  # games with other attributes that are kept: compiling one takes seconds

Points: TypeAlias = tuple[float, float]  # of the first side, in the two games of a pair
Side: TypeAlias = Mapping[str, float | bool]  # parameters by name, and switches


@dataclass(frozen=True)
class Pair:
    """Two games from one opening: see above."""

    id: str
    sides: tuple[dict[str, float | bool], dict[str, float | bool]]
    seed: int
    position: str | None = None
    moves: tuple[str, ...] = ()


class TuneJob:
    """What a tuning has others do. It can be sent to other processes if the plan names the game."""

    def __init__(self, start: State, plan: Plan, folder: str = ".") -> None:
        self.start, self.plan, self.folder = start, plan, folder
        self.kinds = {each.name: each for each in plan.parameters}
        self._twins: dict[tuple[tuple[str, float], ...], Game] = {}

    def plain(self) -> Plain:
        if not self.plan.game:
            raise ValueError("other processes can only play a game by its name: connect4, or file.py:Class")
        return {"module": __name__, "plan": self.plan.plain()}

    def do(self, part: Plain, tell: Tell) -> object:
        asked = read_as(Pair, part)
        state = self.opened(Opening(asked.position, asked.moves))
        first, second = asked.sides
        return [self.points(state, (first, second), asked.seed), 1 - self.points(state, (second, first), asked.seed)]

    def opened(self, opening: Opening) -> State:
        """The position that an opening leads to."""
        state = self.start if opening.position is None else position_like(self.start, opening.position)
        for move in opening.moves:
            state = state.play(move)
        return state

    def points(self, state: State, sides: tuple[Side, Side], seed: int) -> float:
        """What player 0 gets in one game."""
        players = [self.player(side, seed) for side in sides]
        return points(play(state, players, draw_after=self.plan.draw_after), 0)

    def player(self, side: Side, seed: int = 0) -> Player:
        """A player that searches with these values."""
        searcher = Searcher(self.plan.method, self.plan.limit, book=False, **self.player_options(side, seed))
        twin = self.twin(side)
        return searcher if twin is None else OwnValues(twin, searcher)

    def player_options(self, side: Side, seed: int = 0) -> PlayerOptions:
        own = {name: self.typed(name, value) for name, value in side.items() if not self.is_attribute(name)}
        return cast(PlayerOptions, {**self.plan.features, **own, "seed": seed})

    def twin(self, side: Side) -> Game | None:
        """The game with the attributes of a side; None if the side has none."""
        own = {name: self.typed(name, value) for name, value in side.items() if self.is_attribute(name)}
        if not own:
            return None
        key = tuple(own.items())
        if key not in self._twins:
            if len(self._twins) == MOST_TWINS:
                self._twins.pop(next(iter(self._twins)))
            game: object = self.start.game
            assert isinstance(game, Game)
            # As it is for good: both sides are to be as quick as each other, however long a process has played.
            self._twins[key] = with_attributes(game, {**own, "compiled": game.compiled})
        return self._twins[key]

    def is_attribute(self, name: str) -> bool:
        return name in self.kinds and self.kinds[name].attribute

    def typed(self, name: str, value: float | bool) -> float | bool:
        """Whole numbers as such."""
        return int(value) if name in self.kinds and self.kinds[name].whole else value

    def lost(self, part: Plain, reason: str) -> object:
        raise GameError(f"pair {id_of(part)}: {reason}")

    def stalled(self, part: Plain, said: Said) -> object:
        raise GameError(f"pair {id_of(part)}: a player did not come back")


class OwnValues(Player):
    """A player that searches the same game with other values of its attributes."""

    def __init__(self, game: Game, searcher: Searcher) -> None:
        self.game, self.searcher, self.name = game, searcher, searcher.name

    def new_game(self) -> None:
        self.searcher.new_game()

    def __call__(self, state: State) -> Move:
        if state.info.repetition:
            self.searcher.history = tuple(self.game.start(each.data) for each in self.history)
        return self.searcher(self.game.start(state.data))


def points_of(result: object) -> Points:
    return read_as(tuple[float, float], result)


def start_of(plan: Plan) -> State:
    """Where the games of a plan that names its game begin."""
    return start_named(plan.game, plan.options, plan.position or None)


def job_again(plain: Plain) -> TuneJob:
    plan = read_as(Plan, plain["plan"])
    return TuneJob(start_of(plan), plan)
