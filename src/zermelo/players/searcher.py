"""A player that searches."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from pathlib import Path
from typing import Unpack

from zermelo.autocompile import prepare
from zermelo.book import Book, own_book, read_book
from zermelo.game import BuiltIn, Game, Move, State
from zermelo.limits import Clock, Limit
from zermelo.methods import ALL_METHODS, Table, known_method
from zermelo.players.levels import check_level, level_options
from zermelo.players.player import Player
from zermelo.query import EFFORT, OF_A_POSITION, PlayerOptions, Query, SearchOptions
from zermelo.result import Result
from zermelo.search import on_time_alone, run
from zermelo.validate import typed

LEAST_SECONDS = 0.001
RESERVE_SECONDS = 0.08  # of the time that a referee gives: for a machine that is busy with other things
USUAL_MB, SMALL_MB = 64.0, 0.25  # of the table; touching a large one takes longer than to solve a small game
MB_FOR_A_NODE = 0.001  # one of every move of a game
BOOK_LEVEL = 9  # weaker ones find their own openings


class Searcher(Player):
    """Plays what `search` finds, with one method and one limit; `options` are those of `search`.

    Without a limit it searches small games to the end and others for a second. `level`, from 1 to 20, sets the limits
    that are not given by a strength (see levels.py). Its last answer is `result`. Methods with a transposition table
    keep one over the whole game. If the limit holds a Clock, the clock runs: each move takes its seconds from it and
    brings the increment.

    `book` is an opening book to play from: a Book or a file; True for the one that the game comes with, False for none.
    By itself a player uses the game's book if it is to play as well as it can in its time: with the method auto as it
    is and no limit but time, or with a level from 9 on. `seed` picks among book moves that are as good as each other.
    """

    @typed
    def __init__(
        self,
        method: str = "auto",
        limit: Limit | None = None,
        *,
        level: int | None = None,
        name: str | None = None,
        book: Book | str | Path | bool | None = None,
        **options: Unpack[PlayerOptions],
    ) -> None:
        known_method(method)
        check_options(options)
        if level is not None:
            check_level(level)
        self.name = name or (method if level is None else f"level {level}")
        self.method, self.limit, self.options, self.level = method, limit or Limit(), options, level
        self.book = read_book(book) if isinstance(book, (str, Path)) else book
        self._rng = random.Random(str(options.get("seed", 0)))
        self._allowed: float | None = None  # by a referee, for each move
        self.new_game()

    def new_game(self) -> None:
        """Forgets the last game: its table, its clock and its result."""
        self.result = None
        self.clock = self.limit.clock
        self._table: Table | None = None
        self._game: BuiltIn | Game | None = None

    def __getstate__(self) -> dict[str, object]:
        """A copy begins with an empty table: what is in it can be found again."""
        return vars(self) | {"_table": None, "_game": None}

    def __call__(self, state: State) -> Move:
        began = time.monotonic()
        self.result = self.from_book(state) or self.look(state)
        self._take_time(time.monotonic() - began)
        move: Move = self.result.move
        return move

    @typed
    def give(self, given: Limit, /) -> None:
        """This is the time it has. Of a referee's seconds some are kept in reserve: who takes longer has lost."""
        super().give(given)
        self._allowed = given.seconds

    @typed
    def check(self, state: State) -> None:
        """Raises what `search` would refuse, before any work; what a game needs to be played quickly is loaded."""
        self.book_for(state)
        query = self.query(state)
        run(state, query.replace(depth=0))
        if on_time_alone(query):
            prepare(state.game)

    @typed
    def look(self, state: State, **more: Unpack[SearchOptions]) -> Result:
        """Searches the position as for a move, with `more` options if given; the clock stands still."""
        query, table = self.query(state), self._memory(state)
        if table is not None:
            query = query.replace(table=table)
        return run(state, query.replace(**more))

    def query(self, state: State) -> Query:
        """What it asks in this position; the memory of its game comes on top."""
        limit = self.limit_for(state)
        asked = Query() if self.level is None else Query(**level_options(state, self.level))
        asked = asked.replace(
            method=self.method,
            depth=limit.depth,
            nodes=limit.nodes,
            seconds=self._in_time(limit.seconds),
            clock=usable(self.clock),
            history=self.history if state.info.repetition else (),
        )
        return steady(asked.replace(**self.options))

    @typed
    def from_book(self, state: State) -> Result | None:
        """What the book says, if there is one and it knows the position."""
        book = self.book_for(state)
        found = None if book is None else book.answer(state, self._rng)
        return found and replace(found, method=self.method, seed=self.options.get("seed", 0))

    @typed
    def book_for(self, state: State) -> Book | None:
        """The book it uses in a game; ValueError if that is a book of another game."""
        if isinstance(self.book, Book):
            if self.book.game != state.game.label:
                raise ValueError(f"a book of {self.book.game} does not help in {state.game.label}")
            return self.book
        wanted = self._plays_its_best() if self.book is None else self.book
        return own_book(state.game) if wanted else None

    def _plays_its_best(self) -> bool:
        """Whether nothing but time, or a level that knows openings, holds it back."""
        usual = self.method == "auto" and self.options.keys() <= EFFORT | {"seed"}
        timed = self.limit.depth is None and self.limit.nodes is None
        return usual and timed and (self.level is None or self.level >= BOOK_LEVEL)

    @typed
    def limit_for(self, state: State) -> Limit:
        """The limit of its search in this position."""
        given = self.limit
        if self.level is None:
            return usual_limit(state, given)
        level = level_options(state, self.level)
        return Limit(
            level.get("depth") if given.depth is None else given.depth,
            level.get("nodes") if given.nodes is None else given.nodes,
            level.get("seconds") if given.seconds is None and given.clock is None else given.seconds,
            given.clock,
        )

    @property
    def fullness(self) -> float | None:
        """The share of its table that is in use; None if it has none."""
        return None if self._table is None else self._table.fullness

    def _memory(self, state: State) -> Table | None:
        """The table to go on using. Tables are not shared between games: their keys would mix."""
        hidden = state.info.hidden  # its many small searches have a table each
        if hidden or self.options.get("table", ALL_METHODS[self.method].table) is not True:
            return None
        if self._table is None or self._game is not state.game:
            replacement = self.options.get("replacement", ALL_METHODS[self.method].replacement)
            self._table = Table(float(self.options.get("memory_mb", self._usual_mb(state))), replacement)
            self._game = state.game
        return self._table

    def _usual_mb(self, state: State) -> float:
        """A table that holds a game of this many nodes a move, or a small game; touching a larger one costs time."""
        if state.info.small:
            return SMALL_MB if self.options.get("prune", ALL_METHODS[self.method].prune) else 4 * SMALL_MB
        nodes = self.limit_for(state).nodes
        return USUAL_MB if nodes is None else min(USUAL_MB, max(SMALL_MB, nodes * MB_FOR_A_NODE))

    def _in_time(self, seconds: float | None) -> float | None:
        """What it may search for without coming too late for a referee."""
        if seconds is None or self._allowed is None:
            return seconds
        return min(seconds, max(self._allowed - RESERVE_SECONDS, self._allowed * 3 / 4))

    def _take_time(self, seconds: float) -> None:
        if self.clock is not None:
            left = max(LEAST_SECONDS, self.clock.seconds - seconds)
            self.clock = replace(self.clock, seconds=left + self.clock.increment)


def check_options(options: PlayerOptions) -> None:
    """Refuses what `search` does not know, before the first move."""
    for name in options:
        if name in OF_A_POSITION:
            raise TypeError(f"a searching player has no option {name!r}: give it a Limit, or ask `search`")
    Query(**options)


def usual_limit(state: State, limit: Limit) -> Limit:
    """The limit itself; where there is none, small games are searched to the end and others for a second."""
    return limit if not limit.none or state.info.small else Limit(seconds=1.0)


def usable(clock: Clock | None) -> Clock | None:
    """A game's clock without the reserve; of the last bit, a quarter."""
    return clock and replace(clock, seconds=max(clock.seconds - RESERVE_SECONDS, clock.seconds / 4))


def steady(query: Query) -> Query:
    """The query, with deepening switched on where time or nodes alone may end the search.

    Broken off in its first and only pass, a search has no answer; one that deepens has that of the last depth (S1.5).
    """
    limited = any(each is not None for each in (query.nodes, query.seconds, query.clock))
    breaks_off = query.depth is None and limited and "deepen" not in query.changes
    return query.replace(deepen=True) if breaks_off and not ALL_METHODS[query.method].deepen else query
