"""How a position is solved: by the game's own solver, an endgame table, retrograde analysis, a proof or alpha-beta."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace

from zermelo.endgames import endgames
from zermelo.errors import TooLarge
from zermelo.game import State
from zermelo.kinds import trouble, two_players
from zermelo.query import Query
from zermelo.result import Result, many
from zermelo.search import run

FIRST_NODES = 1_000_000  # what alpha-beta gets before proofs are tried; then each gets four times as much in turn
MOST_POSITIONS_MB = 512.0  # what retrograde analysis may take, unless memory_mb is more

SOLVER = "by the game's own solver"
ENGINE = "by the game's own search"
TABLE = "by alpha-beta with an endgame table"
ALPHABETA = "by alpha-beta"
PROOF = "by proof-number search"


def solved(state: State, query: Query) -> Result:
    """The value of a position by whatever suits it; the result's note says what that was."""
    info = state.info
    if state.is_over or not free_choice(state, query):
        return run(state, query)
    if info.solves or info.engine:
        result = run(state, query)
        return noted(result, SOLVER if info.solves and result.depth == 0 else ENGINE)
    if query.endgames is not None or (info.payoffs == "points" and not info.repetition):
        return noted(run(state, query), ALPHABETA if query.endgames is None else TABLE)
    if info.repetition and info.repetition_keyed:  # whole positions are not what comes back
        return noted(run(state, query), ALPHABETA)
    budget = Budget(query, time.monotonic())
    return where_positions_return(state, budget) if info.repetition else in_turn(state, budget)


def free_choice(state: State, query: Query) -> bool:
    """Whether nothing is asked that only one way of searching can do."""
    info = state.info
    plain = query.method == "auto" and not query.changes and query.best == 1 and not query.trace and not query.history
    plain = plain and all(each is None for each in (query.eval, query.cutoff, query.window, query.table, query.clock))
    return plain and query.depth == math.inf and two_players(info) and trouble(info) is None


@dataclass
class Budget:
    """What is left of the limits of a query."""

    query: Query
    began: float
    spent: int = 0

    def share(self, nodes: int | None, part: float = 1.0) -> Query:
        """The query for a part of the work: so many nodes at most, and this part of the time that is left."""
        asked, left = self.query, self.nodes_left()
        limits = [each for each in (nodes, left) if each is not None]
        seconds = None if asked.seconds is None else max(1e-3, self.seconds_left() * part)
        return asked.replace(nodes=min(limits) if limits else None, seconds=seconds)

    def nodes_left(self) -> int | None:
        return None if self.query.nodes is None else max(1, self.query.nodes - self.spent)

    def seconds_left(self) -> float:
        return math.inf if self.query.seconds is None else self.query.seconds - (time.monotonic() - self.began)

    def done(self, result: Result) -> bool:
        """Whether a result is the last: solved, or nothing is left to go on with."""
        self.spent += result.nodes
        out = self.query.nodes is not None and self.spent >= self.query.nodes
        return result.solved or result.stopped == "cancelled" or out or self.seconds_left() <= 0

    def whole(self, result: Result, note: str) -> Result:
        """A result with the cost of all that was tried."""
        result = replace(result, nodes=self.spent, seconds=time.monotonic() - self.began)
        return noted(result, note)


def noted(result: Result, note: str) -> Result:
    return replace(result, note=f"solved {note}") if result.solved and not result.note else result


def in_turn(state: State, budget: Budget) -> Result:
    """Alpha-beta and proofs in turn, each with more nodes than before."""
    nodes, last = FIRST_NODES, Result(None, None)
    while True:
        for method, note in (("auto", ALPHABETA), ("proof", PROOF)):
            result = run(state, budget.share(nodes).replace(method=method))
            if method == "auto" or result.solved:
                last = result
            if budget.done(result):
                return budget.whole(replace(last, method="auto"), note)
        nodes *= 4


def where_positions_return(state: State, budget: Budget) -> Result:
    """All positions if they fit into memory, which proves draws too; otherwise a proof, and alpha-beta for the rest."""
    query = budget.query
    result = backwards(state, budget)
    if result is not None:
        return result
    if state.info.payoffs == "points":
        return noted(run(state, budget.share(None)), ALPHABETA)
    half = None if query.nodes is None else max(1, (budget.nodes_left() or 1) // 2)
    result = run(state, budget.share(half, 0.5).replace(method="proof"))
    if budget.done(result) and result.solved:
        return budget.whole(replace(result, method="auto"), PROOF)
    result = run(state, budget.share(None))
    budget.spent += result.nodes
    return budget.whole(result, ALPHABETA)


def backwards(state: State, budget: Budget) -> Result | None:
    """By retrograde analysis, in half of the time; nothing if that or the memory was not enough."""
    query = budget.query
    half = None if query.nodes is None else max(1, query.nodes // 2)
    try:
        table = endgames(
            state,
            memory_mb=max(MOST_POSITIONS_MB, query.memory_mb),
            seconds=None if query.seconds is None else budget.seconds_left() / 2,
            nodes=half,
            stop=query.stop,
        )
    except (TooLarge, TypeError):  # or states of which nobody can say what they hold
        return None
    if not table.complete:
        budget.spent += half or 0
        return None
    budget.spent += len(table)
    result = run(state, query.replace(endgames=table))
    budget.spent += result.nodes
    return budget.whole(result, f"by retrograde analysis of {many(len(table), 'position')}")
