"""The games of a tournament as a job for worker processes."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any

from zermelo.ending import Ending
from zermelo.errors import GameError, place_of
from zermelo.game import State
from zermelo.limits import Limit
from zermelo.match.clocks import OWN_TIME_SECONDS
from zermelo.match.game import Played, Record, only, others, play
from zermelo.match.job import Message
from zermelo.match.openings import Opening
from zermelo.match.pairing import Task
from zermelo.match.setup import Setup, setup_again
from zermelo.players.naive import Naive
from zermelo.players.random import Random
from zermelo.players.searcher import Searcher

WARM_SECONDS = 0.05
TRUSTED = (Searcher, Naive, Random)  # to come back; not the classes that a user derives from them


def play_task(setup: Setup, task: Message, tell: Callable[[Message], object]) -> Record:
    """Plays one game. `tell` is called before every move of a player that might never come back."""
    state = setup.start(Opening(task["position"], tuple(task["moves"])))
    numbers, seed = seated(task, state), task["seed"]
    players = [setup.engines[number].make(seed + seat) for seat, number in enumerate(numbers)]
    limits = [setup.limit(number) for number in numbers]
    moves: list[str] = []

    def watch(state: State, played: Played | None) -> None:
        if played is not None:
            moves.append(played.move)
        if state.turn >= 0 and type(players[state.turn]) not in TRUSTED:
            limit = limits[state.turn]
            if limit is not None:
                seconds = limit.seconds or (limit.clock.seconds if limit.clock else 0)
                seconds += OWN_TIME_SECONDS if players[state.turn].keeps_own_time else 0
                tell({"id": task["id"], "thinking": state.turn, "seconds": seconds, "moves": moves})

    record = play(state, players, watch=watch, limit=limits, draw_after=setup.draw_after, seed=task["dice"])
    return replace(record, players=tuple(setup.engines[number].name for number in numbers))


def seated(task: Message, state: State) -> list[int]:
    """The engine at each seat: two engines share those of a game of more players in turn, each seat with a player of
    its own that knows what this seat has seen."""
    return [task["players"][seat % 2] for seat in range(len(state.info["players"]))]


def record_fields(record: Record) -> dict[str, Any]:
    """As plain data, without what says nothing."""
    moves = [
        {name: value for name, value in vars(move).items() if value not in ("", None)}
        | {"seconds": round(move.seconds, 6)}
        for move in record.moves
    ]
    return {**vars(record), "moves": moves}


def broken_off(
    setup: Setup, task: Message, moves: Sequence[str], ending: Ending, loser: int | None, reason: str
) -> dict[str, Any]:
    """The record of a game whose process is gone; `loser` is the seat that lost it."""
    with setup.inside():
        first = state = setup.start(Opening(task["position"], tuple(task["moves"])))
        played = []
        for move in moves:
            played.append({"player": state.turn, "move": move, "seconds": 0.0})
            state = state.play(move)
    names = tuple(setup.engines[number].name for number in seated(task, first))
    winners = () if loser is None else others(first.info, loser)
    record = Record(
        first.game.label,
        names,
        first.text,
        (),
        state.text,
        ending,
        only(winners),
        None,
        reason,
        loser=loser,
        times=("",) * len(names),
        messages=("",) * len(names),
        seats=tuple(first.info["players"]),
        winners=winners,
    )
    return {**record_fields(record), "moves": played}


class GameJob:
    """Plays games of a tournament. Whatever goes wrong in one is its ending; only broken rules stop them all."""

    def __init__(self, setup: Setup) -> None:
        self.setup, self.folder = setup, setup.folder

    def plain(self) -> dict[str, Any]:
        return {"module": __name__, "setup": self.setup.plain()}

    def do(self, part: Message, tell: Callable[[Message], object]) -> Any:
        try:
            return record_fields(play_task(self.setup, part, tell))
        except GameError:  # the rules themselves: no game can be played
            raise
        except Exception as error:
            return self.lost(part, f"the referee failed: {type(error).__name__}: {error} ({place_of(error)})")

    def lost(self, part: Message, reason: str) -> Any:
        return broken_off(self.setup, part, [], Ending.ABORTED, None, reason)

    def stalled(self, part: Message, told: Message) -> Any:
        player = told["thinking"]
        name = self.setup.engines[part["players"][player % 2]].name
        reason = f"{name} did not answer within {told['seconds']:g} s and could not be interrupted"
        return broken_off(self.setup, part, told["moves"], Ending.STALLED, player, reason)


def job_again(plain: Mapping[str, Any]) -> GameJob:
    job = GameJob(setup_again(plain["setup"]))
    with contextlib.suppress(Exception):  # what is wrong is reported when it is played
        warm_up(job.setup)
    return job


def warm_up(setup: Setup) -> None:
    """What a process loads and makes for its first search (books, weights, tables) is there before a clock runs."""
    state = setup.start()
    searching = [player for engine in setup.engines if isinstance(player := engine.make(0), Searcher)]
    for player in searching:
        player.check(state)
    if searching:
        Searcher(limit=Limit(seconds=WARM_SECONDS), book=False)(state)


def part_of(task: Task, openings: Sequence[Opening], seed: int, dice: int) -> dict[str, Any]:
    """A game as a worker gets it; what the players do at random follows `seed`, what chance does follows `dice`."""
    players = [task.first, task.second]
    return {"id": task.id, "players": players, "seed": seed, "dice": dice, **asdict(openings[task.opening])}
