"""Determinized search of games of imperfect information (perfect-information Monte Carlo): with open cards, over all
positions that the player to move thinks possible (S3.11), or over some of them, drawn at random (S3.12).

Each of those positions is searched as if everything lay open, and a move is worth the average of what it is worth in
them. Only what the player to move has seen is used: the position that is passed in is replaced by those with the
same view. The average is what it says, not the value of the game: whoever plays by it supposes that all will be open
after the move. `docs/hidden.md` shows where that goes wrong.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from itertools import accumulate, islice

from zermelo.game import State
from zermelo.limits import Limit
from zermelo.query import Query
from zermelo.result import Line, Result, Score
from zermelo.search import run
from zermelo.types import Move

USUAL_SAMPLES = 200
FEWEST = 32  # samples before a move may count as decided
SURE = 4.0  # standard errors by which the best move then leads every other
BATCH = 16
SHARE = 1 / 16  # of the time that is left: the most that one position may take
SOLVER_SHARE = 1 / 4  # of all the time, for a game's own solver, which has nothing to say before it is done
TIE = 1e-9
LIMITS = ("nodes", "seconds")  # that end a search before its depth is reached


@dataclass(frozen=True)
class Job:
    """What is asked: the position, and how its possible positions are to be searched."""

    state: State
    query: Query
    limit: Limit

    @property
    def inner(self) -> Query:
        """How each position is searched: the same query with open cards, by the inner method, for every move."""
        return self.query.replace(
            method=self.query.inner, best="all", open_cards=True, threads=1, window=None, progress=None, history=()
        )


@dataclass(frozen=True)
class Found:
    """What each move is worth to its player in one position; None if the search was cut short."""

    values: list[float] | None
    nodes: int = 0
    whole: bool = True  # as far as it was asked for, and solved where the game has a solver
    exact: bool = True  # nothing was left out or estimated
    cut: str = ""  # the limit that ended the search before that


@dataclass
class Tally:
    """What the moves were worth in the positions so far, and how likely each of these is."""

    moves: list[Move]
    values: list[list[float]] = field(default_factory=list)  # by position, then by move
    weights: list[float] = field(default_factory=list)
    nodes: int = 0
    dropped: int = 0  # positions whose search was cut short
    rough: list[tuple[list[float], float]] = field(default_factory=list)  # of these: judged, where others were solved
    cut: str = ""  # the limit that ended some search too early
    unsolved: bool = False  # there are only judgements
    estimated: bool = False  # some values are estimates

    def add(self, weight: float, found: Found) -> None:
        self.nodes += found.nodes
        self.cut = self.cut or found.cut
        self.estimated = self.estimated or not found.exact
        if found.values is not None and found.whole:
            self.values.append(found.values)
            self.weights.append(weight)
            return
        self.dropped += 1
        if found.values is not None:
            self.rough.append((found.values, weight))

    def settle(self) -> None:
        """Judgements are better than nothing, but are not mixed with what was solved."""
        if not self.values and self.rough:
            self.unsolved = True
            self.dropped -= len(self.rough)
            for values, weight in self.rough:
                self.values.append(values)
                self.weights.append(weight)

    def means(self) -> list[float]:
        total = math.fsum(self.weights)
        return [
            math.fsum(w * row[i] for w, row in zip(self.weights, self.values, strict=True)) / total
            for i in range(len(self.moves))
        ]

    def error(self, of: int, against: int | None = None) -> float:
        """The standard error of a move's average, or of how much better it is than another (in the same positions)."""
        count = len(self.values)
        if count < 2:
            return math.inf
        samples = [row[of] - (0.0 if against is None else row[against]) for row in self.values]
        mean = math.fsum(samples) / count
        return math.sqrt(math.fsum((x - mean) ** 2 for x in samples) / (count - 1) / count)

    def decided(self) -> bool:
        """Whether the best move leads every other by more than chance explains."""
        if len(self.values) < FEWEST:
            return False
        means = self.means()
        best = means.index(max(means))
        return all(
            means[best] - mean > SURE * self.error(best, i) and means[best] - mean > TIE
            for i, mean in enumerate(means)
            if i != best
        )


def sampled(job: Job) -> Result:
    """`weighted` or `montecarlo` (which is also what `auto` is for such games)."""
    state = job.state
    began = time.monotonic()
    until = began + seconds_for(job.limit, state)
    tally = Tally(state.moves())
    exact = job.query.method == "weighted"
    worlds = iter(listed(job, until)) if exact else draws(job, until)
    stopped = "solved" if exact else "samples"
    threads = job.query.threads
    pool: AbstractContextManager[Executor | None] = ThreadPoolExecutor(threads) if threads > 1 else nullcontext()
    with pool as executor:
        while batch := list(islice(worlds, BATCH)):
            take(job, tally, batch, executor, until)
            reason = why_stop(job, tally, until, exact)
            if reason:
                stopped = reason
                break
            if job.query.progress is not None and tally.values:
                job.query.progress(result_of(job, tally, "", time.monotonic() - began))
    if not tally.values or stopped == "samples":  # time may have ended the listing of positions, or the draws
        stopped = why_stop(job, tally, until, exact) or stopped
    tally.settle()
    if stopped == "solved" and tally.cut:  # all positions, but not each as far as it goes
        stopped = tally.cut
    if not tally.values and (math.isfinite(until) or stopped == "cancelled"):
        return at_random(job, tally, stopped, time.monotonic() - began)
    if not tally.values:
        raise ValueError(f"{job.query.method}: no position could be searched within the limits; give it more")
    return result_of(job, tally, stopped, time.monotonic() - began)


def listed(job: Job, until: float) -> list[tuple[State, float]]:
    """All positions that the player to move thinks possible; none if there was no time to list them."""
    left = max(until - time.monotonic(), 1e-9) if math.isfinite(until) else 0.0
    return job.state._worlds(job.state.turn, left, job.query.stop)


def draws(job: Job, until: float) -> Iterator[tuple[State, float]]:
    rng, state, count = random.Random(job.query.seed), job.state, job.query.samples or USUAL_SAMPLES
    if state.info.samples:
        for _ in range(count):
            if over(job, until):
                return
            yield state.sample(state.turn, rng.getrandbits(63)), 1.0
    else:  # the list is made once
        every = listed(job, until)
        if not every:
            return
        worlds, chances = zip(*every, strict=True)
        upto = list(accumulate(chances))
        for _ in range(count):
            yield rng.choices(worlds, cum_weights=upto)[0], 1.0


def over(job: Job, until: float) -> bool:
    return time.monotonic() >= until or (job.query.stop is not None and job.query.stop.is_set())


def take(job: Job, tally: Tally, batch: list[tuple[State, float]], executor: Executor | None, until: float) -> None:
    """Searches some positions; in the order they were drawn, however many threads there are."""

    def one(world: tuple[State, float]) -> Found | None:
        return open_values(job, world[0], tally.moves, until)

    found = map(one, batch) if executor is None else executor.map(one, batch)
    for (_, weight), each in zip(batch, found, strict=True):
        if each is not None:
            tally.add(weight, each)


def open_values(job: Job, world: State, moves: list[Move], until: float) -> Found | None:
    """What each move is worth with open cards; None if there was no time to begin."""
    left = until - time.monotonic()
    if over(job, until):
        return None
    limit = job.limit
    depth = math.inf if limit.depth is None and limit.nodes is None else limit.depth
    solves = world.info.solves and depth == math.inf
    most = min(left, seconds_for(limit, job.state) * SOLVER_SHARE) if solves else left * SHARE
    query = job.inner.replace(depth=depth, seconds=None, clock=None)
    if math.isfinite(left):
        query = query.replace(seconds=most)
        if "mcts" not in query.method and query.method != "paranoid" and "deepen" not in query.changes:
            query = query.replace(deepen=True)
    result = run(world, query)
    values = {line.move: line.score.for_player(world.turn).value for line in result.lines}
    cut = result.stopped if result.stopped in LIMITS else ""
    if result.stopped == "cancelled" or any(move not in values for move in moves):
        return Found(None, result.nodes, cut=cut)
    exact = all(line.score.exact for line in result.lines)
    return Found([values[move] for move in moves], result.nodes, result.solved or not solves, exact, cut)


def seconds_for(limit: Limit, state: State) -> float:
    if limit.seconds is not None:
        return limit.seconds
    if limit.clock is not None:
        return limit.clock.share(state.moves_to_think)[1]
    return math.inf


def why_stop(job: Job, tally: Tally, until: float, exact: bool) -> str:
    if job.query.stop is not None and job.query.stop.is_set():
        return "cancelled"
    if time.monotonic() >= until:
        return "seconds"
    if tally.cut and not tally.values and tally.dropped >= USUAL_SAMPLES:  # more of them would fare no better
        return tally.cut
    if not exact and (len(tally.moves) == 1 or tally.decided()):
        return "decided"
    return ""


def result_of(job: Job, tally: Tally, stopped: str, seconds: float) -> Result:
    player, exact = job.state.turn, stopped == "solved"
    means = tally.means()
    best = max(means)
    tied = [move for move, mean in zip(tally.moves, means, strict=True) if best - mean <= TIE * max(1.0, abs(best))]
    chosen = random.Random(job.query.seed).choice(tied)
    lines = []
    for i, (move, mean) in enumerate(zip(tally.moves, means, strict=True)):
        error = None if exact or len(tally.values) < 2 else tally.error(i)
        score = Score(mean + 0.0, "exact" if exact and not tally.estimated else "about", player, error=error)
        lines.append(Line(move, score, (move,), len(tally.values)))
    lines.sort(key=lambda line: (line.move != chosen, -line.score.value))
    return Result(
        move=chosen,
        score=lines[0].score,
        line=(chosen,),
        lines=tuple(lines),
        nodes=tally.nodes,
        seconds=seconds,
        stopped=stopped,
        method=job.query.method,
        seed=job.query.seed,
        threads=job.query.threads,
        samples=len(tally.values),
        policy=tuple((move, 1 / len(tied)) for move in tied),
        note=note_of(job, tally, exact),
    )


def at_random(job: Job, tally: Tally, stopped: str, seconds: float) -> Result:
    """Somebody whose time is up has to move all the same."""
    move = random.Random(job.query.seed).choice(tally.moves)
    return Result(
        move=move,
        score=None,
        line=(move,),
        nodes=tally.nodes,
        seconds=seconds,
        stopped=stopped,
        method=job.query.method,
        seed=job.query.seed,
        threads=job.query.threads,
        note="no position could be searched in the time: a move drawn at random",
    )


def note_of(job: Job, tally: Tally, exact: bool) -> str:
    count = len(tally.values)
    kind = (
        "of the positions the player thinks possible"
        if job.query.method == "weighted"
        else f"drawn position{'s' * (count > 1)}"
    )
    which = f"all {count:,} positions the player thinks possible" if exact else f"{count:,} {kind}"
    dropped = f"; {tally.dropped:,} more were not searched to the end" if tally.dropped else ""
    judged = "; none was solved in the time, each is judged" if tally.unsolved else ""
    return f"averages of open-card results over {which}, not the value of the game{dropped}{judged}"
