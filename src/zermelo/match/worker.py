"""A process that plays games of a tournament: `python -m zermelo.match.worker`, started by pool.py.

It reads a line with the tournament, then a line for each game, and writes a line for each game played. Whatever a
player prints does not get between: it goes to standard error. When its input ends it ends, with all its programs.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import IO, Any

from zermelo.errors import GameError, place_of
from zermelo.game import State
from zermelo.match.game import Played, Record, ignore, play
from zermelo.match.openings import Opening
from zermelo.match.setup import Setup, setup_again
from zermelo.players.naive import Naive
from zermelo.players.random import Random
from zermelo.players.searcher import Searcher

TRUSTED = (Searcher, Naive, Random)  # to come back


def play_task(setup: Setup, task: Mapping[str, Any], tell: Any = None) -> Record:
    """Plays one game. `tell` hears before every move of a player that might never come back."""
    numbers, seed = task["players"], task["seed"]
    players = [setup.engines[number].make(seed + side) for side, number in enumerate(numbers)]
    limits = [setup.limit(number) for number in numbers]
    moves: list[str] = []

    def watch(state: State, played: Played | None) -> None:
        if played is not None:
            moves.append(played.move)
        if state.turn in (0, 1) and not isinstance(players[state.turn], TRUSTED):
            limit = limits[state.turn]
            if limit is not None and not hasattr(players[state.turn], "deadline"):
                seconds = limit.seconds or (limit.clock.seconds if limit.clock else 0)
                tell({"id": task["id"], "thinking": state.turn, "seconds": seconds, "moves": moves})

    state = setup.start(Opening(task["position"], tuple(task["moves"])))
    record = play(state, players, watch=watch if tell else ignore, limit=limits, draw_after=setup.draw_after, seed=seed)
    names = setup.engines[numbers[0]].name, setup.engines[numbers[1]].name
    return replace(record, players=names)


def record_fields(record: Record) -> dict[str, Any]:
    """As plain data, without what says nothing."""
    moves = [
        {name: value for name, value in vars(move).items() if value not in ("", None)}
        | {"seconds": round(move.seconds, 6)}
        for move in record.moves
    ]
    return {**vars(record), "moves": moves}


def broken_off(
    setup: Setup, task: Mapping[str, Any], moves: Sequence[str], ending: str, winner: int | None, reason: str
) -> dict[str, Any]:
    """The record of a game whose process is gone."""
    with setup.inside():
        first = state = setup.start(Opening(task["position"], tuple(task["moves"])))
        played = []
        for move in moves:
            played.append({"player": state.turn, "move": move, "seconds": 0.0})
            state = state.play(move)
    one, other = (setup.engines[number].name for number in task["players"])
    record = Record(first.game.label, (one, other), first.text, (), state.text, ending, winner, None, reason)
    return {**record_fields(record), "moves": played}


class Worker:
    """The loop: games come through a thread, so that the end of the input is seen during a game."""

    def __init__(self, tasks: IO[str], results: IO[str]) -> None:
        self.tasks, self.results = tasks, results
        self.waiting: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.busy = False

    def run(self) -> None:
        setup = setup_again(json.loads(self.tasks.readline()))
        threading.Thread(target=self.listen, daemon=True).start()
        while line := self.waiting.get():
            self.busy = True
            task = json.loads(line)
            try:
                self.tell({"id": task["id"], "record": record_fields(play_task(setup, task, self.tell))})
            except GameError as error:  # the rules themselves: no game can be played
                self.tell({"id": task["id"], "error": str(error)})
            except Exception as error:
                reason = f"the referee failed: {type(error).__name__}: {error} ({place_of(error)})"
                self.tell({"id": task["id"], "record": broken_off(setup, task, [], "aborted", None, reason)})
            self.busy = False

    def listen(self) -> None:
        for line in self.tasks:
            self.waiting.put(line)
        self.waiting.put("")
        if self.busy:  # nobody waits for the game any more
            os.kill(os.getpid(), signal.SIGTERM)

    def tell(self, message: Mapping[str, Any]) -> None:
        self.results.write(json.dumps(message, ensure_ascii=False, separators=(",", ":")) + "\n")
        self.results.flush()


def leave(number: int, frame: object) -> None:
    sys.exit(1)


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who started it
    signal.signal(signal.SIGTERM, leave)
    results = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="replace")
    os.dup2(2, 1)
    tasks = os.fdopen(os.dup(0), encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    with contextlib.suppress(BrokenPipeError):
        Worker(tasks, results).run()


if __name__ == "__main__":
    main()
