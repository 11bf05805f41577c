"""A player that searches."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import fields, replace
from typing import Any

from zermelo.game import State, did_you_mean
from zermelo.result import Result
from zermelo.search import METHODS, Features, Limit, Table, search

OWN_OPTIONS = ("best", "eval", "cutoff", "threads", "memory_mb", "seed", "stop", "progress")
FEATURES = tuple(each.name for each in fields(Features))
LEAST_SECONDS = 0.001


class Searcher:
    """Plays what `search` finds, with one method and one limit; `options` are those of `search`.

    Without a limit it searches small games to the end and others for a second. Its last answer is `result`. Methods
    with a transposition table keep one over the whole game. If the limit holds a Clock, the clock runs: each move takes
    its seconds from it and brings the increment.
    """

    def __init__(
        self, method: str = "auto", limit: Limit | None = None, *, name: str | None = None, **options: Any
    ) -> None:
        check_names(method, options)
        self.name = name or method
        self.method, self.limit, self.options = method, limit or Limit(), options
        self.history: Sequence[State] = ()
        self.new_game()

    def new_game(self) -> None:
        """Forgets the last game: its table, its clock and its result."""
        self.result: Result | None = None
        self.clock = self.limit.clock
        self._table: Table | None = None
        self._game: Any = None

    def __call__(self, state: State) -> Any:
        began = time.monotonic()
        self.result = self.look(state)
        self._take_time(time.monotonic() - began)
        return self.result.move

    def check(self, state: State) -> None:
        """Raises what `search` would refuse, before any work."""
        search(state, method=self.method, depth=0, **steady(self.method, self.limit, self.options))

    def look(self, state: State) -> Result:
        """Searches the position as for a move; the clock stands still."""
        limit = usual_limit(state, self.limit)
        options = steady(self.method, limit, self.options) | self._memory(state)
        history = self.history if state.info["repetition"] else ()
        return search(
            state, method=self.method, depth=limit.depth, nodes=limit.nodes, seconds=limit.seconds, clock=self.clock,
            history=history, **options,
        )  # fmt: skip

    def _memory(self, state: State) -> dict[str, Any]:
        """The table to go on using. Tables are not shared between games: their keys would mix."""
        if self.options.get("table", METHODS[self.method].table) is not True:
            return {}
        if self._table is None or self._game is not state.game:
            replacement = self.options.get("replacement", METHODS[self.method].replacement)
            self._table = Table(float(self.options.get("memory_mb", 64.0)), replacement)
            self._game = state.game
        return {"table": self._table}

    def _take_time(self, seconds: float) -> None:
        if self.clock is not None:
            left = max(LEAST_SECONDS, self.clock.seconds - seconds)
            self.clock = replace(self.clock, seconds=left + self.clock.increment)


def check_names(method: str, options: dict[str, Any]) -> None:
    """Refuses what `search` does not know, before the first move."""
    if method not in METHODS:
        raise ValueError(f"unknown method {method!r}{did_you_mean(method, METHODS)} (methods: {', '.join(METHODS)})")
    known = (*FEATURES, *OWN_OPTIONS)
    for name in options:
        if name not in known:
            raise TypeError(f"a searching player has no option {name!r}{did_you_mean(name, known)}")


def usual_limit(state: State, limit: Limit) -> Limit:
    """The limit itself; where there is none, small games are searched to the end and others for a second."""
    return limit if not limit.none or state.info["small"] else Limit(seconds=1.0)


def steady(method: str, limit: Limit, options: dict[str, Any]) -> dict[str, Any]:
    """The options, with deepening switched on where time or nodes alone may end the search.

    Broken off in its first and only pass, a search has no answer; one that deepens has that of the last depth (S1.5).
    """
    breaks_off = limit.depth is None and not limit.none
    return {"deepen": True, **options} if breaks_off and not METHODS[method].deepen else dict(options)
