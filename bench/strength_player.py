"""One player of bench/strength.py, in a process and, if wanted, in an environment of its own: JSON lines in and out.

    python bench/strength_player.py KIND --seconds 0.1 [--compiled] [name=value …]

KIND is `auto` (this environment's zermelo, with options of `search`), `alphabeta` (peers_alphabeta.py) or `openspiel`.
A request is {"game": "file.py:Class" or a name, "title": …, "id": of the
game that is played, "moves": [names from the start], "legal": [names]}; the
answer is {"move": name, "cpu": seconds, "depth": plies or null, "nodes": count}. Moves travel by name, so that the two
sides of a game may be different programs.

The limit is CPU time, not time on the clock, so that other work on the machine takes nothing from either side: a timer
of the process (ITIMER_PROF) wakes a thread that raises the flag which ends the search. What is reported is all that the
process used from reading the request to having a move, but for the loading of the game before its first move.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import threading
import time
from typing import Any, Protocol


class Side(Protocol):
    depth: int | None
    nodes: int

    def begin(self, request: dict[str, Any]) -> None: ...
    def played(self, name: str) -> None: ...
    def choose(self, legal: list[str]) -> str: ...


class Followed:
    """A game by zermelo's rules, followed by the names of moves."""

    def __init__(self, compiled: bool) -> None:
        self.compiled = compiled
        self.depth: int | None = None
        self.nodes = 0

    def begin(self, request: dict[str, Any]) -> None:
        from strength import start

        self.states = [start(request["game"], self.compiled)]

    def played(self, name: str) -> None:
        self.states.append(self.states[-1].play(name))


class Auto(Followed):
    """A Searcher of the installed zermelo that keeps its table over the game."""

    def __init__(self, seconds: float, compiled: bool, options: dict[str, str]) -> None:
        super().__init__(compiled)
        import zermelo
        from zermelo.query import OPTIONS, read_options

        method = options.pop("method", "auto")
        self.seconds, self.stop = seconds, zermelo.Stop()
        given = read_options(options, OPTIONS, "option")
        given["stop"] = self.stop
        backstop = zermelo.Limit(seconds=200 * seconds)  # on the clock: only the timer should end a search
        self.player = zermelo.Searcher(method, backstop, book=False, **given)
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGPROF})  # for the thread, at once: a handler would wait
        threading.Thread(target=self.wait, daemon=True).start()

    def wait(self) -> None:
        while True:
            signal.sigwait({signal.SIGPROF})
            self.stop.set()

    def begin(self, request: dict[str, Any]) -> None:
        super().begin(request)
        self.player.new_game()
        self.player.check(self.states[0])

    def choose(self, legal: list[str]) -> str:
        self.stop.clear()
        self.player.history = self.states[:-1]
        signal.setitimer(signal.ITIMER_PROF, self.seconds)
        try:
            move = self.player(self.states[-1])
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        result = self.player.result
        assert result is not None
        self.depth, self.nodes = result.depth, result.nodes
        return self.states[-1].name(move)


class ByHand(Followed):
    def __init__(self, seconds: float, compiled: bool) -> None:
        super().__init__(compiled)
        self.seconds = seconds

    def begin(self, request: dict[str, Any]) -> None:
        from peers_alphabeta import AlphaBeta

        super().begin(request)
        self.search = AlphaBeta(self.states[0].game, self.seconds)

    def choose(self, legal: list[str]) -> str:
        move = self.search.choose(self.states[-1].data, [each.data for each in self.states[:-1]])
        self.depth, self.nodes = self.search.depth, self.search.nodes
        return self.states[-1].name(move)


class OpenSpiel:
    def __init__(self, seconds: float) -> None:
        from strength_openspiel import Mcts

        self.search = Mcts(seconds)
        self.depth: int | None = None
        self.nodes = 0

    def begin(self, request: dict[str, Any]) -> None:
        from strength_openspiel import Position

        self.position = Position(request["title"])
        self.search.begin(self.position)

    def played(self, name: str) -> None:
        self.position.play(name)

    def choose(self, legal: list[str]) -> str:
        self.position.check(legal)
        move = self.search.choose(self.position, legal)
        self.nodes = self.search.simulations
        return move


def side_of(given: argparse.Namespace) -> Side:
    options = dict(each.split("=", 1) for each in given.options)
    if given.kind == "auto":
        return Auto(given.seconds, given.compiled, options)
    return ByHand(given.seconds, given.compiled) if given.kind == "alphabeta" else OpenSpiel(given.seconds)


def answers(side: Side) -> None:
    """Answers requests until there are no more."""
    game, known = None, 0
    for line in sys.stdin:
        request = json.loads(line)
        if game != request["id"]:
            side.begin(request)
            game, known = request["id"], 0
        began = time.process_time()
        for name in request["moves"][known:]:
            side.played(name)
        known = len(request["moves"])
        move = side.choose(request["legal"])
        spent = time.process_time() - began
        print(json.dumps({"move": move, "cpu": spent, "depth": side.depth, "nodes": side.nodes}), flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=["auto", "alphabeta", "openspiel"])
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--compiled", action="store_true")
    parser.add_argument("options", nargs="*")
    answers(side_of(parser.parse_intermixed_args()))


if __name__ == "__main__":
    main()
