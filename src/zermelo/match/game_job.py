"""The games of a tournament as a job for worker processes."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from zermelo.ending import Ending
from zermelo.errors import GameError, place_of
from zermelo.game import State
from zermelo.limits import Limit
from zermelo.match.clocks import OWN_TIME_SECONDS
from zermelo.match.game import MoveFields, Played, Record, RecordFields, only, others_than, play
from zermelo.match.job import Plain, Said, Tell, read_as
from zermelo.match.openings import Opening
from zermelo.match.pairing import Task
from zermelo.match.running import PAUSE_SECONDS
from zermelo.match.setup import Setup, setup_again
from zermelo.players.naive import Naive
from zermelo.players.protocols.external import External
from zermelo.players.random import Random
from zermelo.players.searcher import Searcher

WARM_SECONDS = 0.05
ATTEMPTS = 3  # at a game in which somebody kills a supervisor
TRUSTED = (Searcher, Naive, Random)  # to come back; not the classes that a user derives from them


@dataclass(frozen=True)
class Part:
    """A game to play: who plays it, by their numbers, from where. What the players do at random follows `seed`, what
    chance does follows `dice`."""

    id: str
    players: tuple[int, int]
    seed: int
    dice: int
    position: str | None = None
    moves: tuple[str, ...] = ()

    @property
    def opening(self) -> Opening:
        return Opening(self.position, self.moves)


def play_task(setup: Setup, task: Part, tell: Tell) -> Record:
    """Plays one game. `tell` is called before every move of a player that might never come back.

    A game in which somebody kills the supervisor of a program is played again; where it happens again and again, the
    program itself is taken to have done it.
    """
    for attempt in range(1, ATTEMPTS + 1):
        record, gone = play_once(setup, task, tell)
        if gone is None or attempt == ATTEMPTS:
            break
    return record if gone is None else blamed(record, setup.start(task.opening), gone)


def blamed(record: Record, first: State, seat: int) -> Record:
    """The game as lost by the seat whose program's supervisor was killed in every attempt."""
    winners = others_than(first, seat)
    reason = f"{record.reason}, {ATTEMPTS} times"
    lost = replace(record, ending=Ending.DISCONNECTED, reason=reason, loser=seat)
    return replace(lost, winner=only(winners), winners=winners)


def play_once(setup: Setup, task: Part, tell: Tell) -> tuple[Record, int | None]:
    """One game, and the seat whose program's supervisor was killed, if one was."""
    state = setup.start(task.opening)
    numbers = seated(task, state)
    players = [setup.engines[number].make(task.seed + seat) for seat, number in enumerate(numbers)]
    limits = [setup.limit(number) for number in numbers]
    moves: list[str] = []
    shown = time.monotonic()

    def watch(state: State, played: Played | None) -> None:
        nonlocal shown
        if played is not None:
            moves.append(played.move)
        if time.monotonic() - shown > PAUSE_SECONDS:  # quick games are not shown
            shown = time.monotonic()
            tell(Said(task.id, moves=tuple(moves), shown=True))
        if state.turn >= 0 and type(players[state.turn]) not in TRUSTED:
            limit = limits[state.turn]
            if limit is not None:
                seconds = limit.seconds or (limit.clock.seconds if limit.clock else 0)
                seconds += OWN_TIME_SECONDS if players[state.turn].keeps_own_time else 0
                tell(Said(task.id, seconds=seconds, thinking=state.turn, moves=tuple(moves)))

    record = play(state, players, watch=watch, limit=limits, draw_after=setup.draw_after, seed=task.dice)
    gone = [seat for seat, player in enumerate(players) if isinstance(player, External) and player.supervisor_gone]
    named = replace(record, players=tuple(setup.engines[number].name for number in numbers))
    return named, gone[0] if gone and record.ending is Ending.ABORTED else None


def seated(task: Part, state: State) -> list[int]:
    """The engine at each seat: two engines share those of a game of more players in turn, each seat with a player of
    its own that knows what this seat has seen."""
    return [task.players[seat % 2] for seat in range(len(state.info.players))]


def record_fields(record: Record) -> RecordFields:
    """As plain data, without what says nothing."""
    return read_as(RecordFields, {**vars(record), "moves": [move_fields(move) for move in record.moves]})


def move_fields(move: Played) -> MoveFields:
    found: MoveFields = {"player": move.player, "move": move.move, "seconds": round(move.seconds, 6)}
    if move.nodes is not None:
        found["nodes"] = move.nodes
    if move.comment:
        found["comment"] = move.comment
    return found


def broken_off(
    setup: Setup, task: Part, moves: Sequence[str], ending: Ending, loser: int | None, reason: str
) -> RecordFields:
    """The record of a game whose process is gone; `loser` is the seat that lost it."""
    with setup.inside():
        first = state = setup.start(task.opening)
        played = list[MoveFields]()
        for move in moves:
            played.append(move_fields(Played(state.turn, move)))
            state = state.play(move)
    names = tuple(setup.engines[number].name for number in seated(task, first))
    winners = () if loser is None else others_than(first, loser)
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
        seats=tuple(first.info.players),
        winners=winners,
    )
    return {**record_fields(record), "moves": played}


class GameJob:
    """Plays games of a tournament. Whatever goes wrong in one is its ending; only broken rules stop them all."""

    def __init__(self, setup: Setup) -> None:
        self.setup, self.folder = setup, setup.folder

    def plain(self) -> Plain:
        return {"module": __name__, "setup": self.setup.plain()}

    def do(self, part: Plain, tell: Tell) -> RecordFields:
        try:
            return record_fields(play_task(self.setup, read_as(Part, part), tell))
        except GameError:  # the rules themselves: no game can be played
            raise
        except Exception as error:
            return self.lost(part, f"the referee failed: {type(error).__name__}: {error} ({place_of(error)})")

    def lost(self, part: Plain, reason: str) -> RecordFields:
        return broken_off(self.setup, read_as(Part, part), [], Ending.ABORTED, None, reason)

    def stalled(self, part: Plain, said: Said) -> RecordFields:
        task, seat = read_as(Part, part), said.thinking or 0
        name = self.setup.engines[task.players[seat % 2]].name
        reason = f"{name} did not answer within {said.seconds:g} s and could not be interrupted"
        return broken_off(self.setup, task, said.moves, Ending.STALLED, seat, reason)


def job_again(plain: Plain) -> GameJob:
    job = GameJob(setup_again(read_as(dict[str, object], plain["setup"])))
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


def part_of(task: Task, openings: Sequence[Opening], seed: int, dice: int) -> Plain:
    """A game as a worker gets it."""
    opening = openings[task.opening]
    return asdict(Part(task.id, (task.first, task.second), seed, dice, opening.position, opening.moves))
