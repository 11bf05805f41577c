"""A position solved in parts, by worker processes here or on a Ray cluster.

The tree is opened to a number of plies; a position that occurs twice is one part. Each part is searched to the end of
the game, and values go back up by maximum and minimum. For games of two players without chance, secrets or repetition.
Nothing is shared between parts, so more nodes are searched in all than by one search with one table.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from zermelo.errors import GameError
from zermelo.game import Move, State, position_like
from zermelo.match.job import Executor, Here, Job, Plain, Said, Tell, id_of, read_as
from zermelo.match.setup import start_named
from zermelo.search import search


@dataclass(frozen=True)
class Part:
    """A position to solve, by its text."""

    id: str
    position: str


class SolveJob:
    """What is done elsewhere: one part is one search to the end, which comes to the first player's payoff and nodes."""

    def __init__(self, game: str, memory_mb: float = 64.0, folder: str = ".") -> None:
        self.game, self.memory_mb, self.folder = game, memory_mb, folder
        self.start = start_named(game, {})

    def plain(self) -> Plain:
        return {"module": __name__, "game": self.game, "memory_mb": self.memory_mb}

    def do(self, part: Plain, tell: Tell) -> object:
        state = position_like(self.start, read_as(Part, part).position)
        found = search(state, depth=math.inf, memory_mb=self.memory_mb)
        if found.score is None or not found.score.proved:
            raise GameError(f"part {id_of(part)} was not solved: {found}")
        return [found.score.for_player(0).value, found.nodes]

    def lost(self, part: Plain, reason: str) -> object:
        raise GameError(f"part {id_of(part)}: {reason}")

    def stalled(self, part: Plain, said: Said) -> object:
        raise GameError(f"part {id_of(part)}: the search did not come back")


def job_again(plain: Plain) -> SolveJob:
    return SolveJob(str(plain["game"]), read_as(float, plain["memory_mb"]))


@dataclass(frozen=True)
class Solved:
    """The value for the first player, a best move, and what it took."""

    value: float
    move: Move | None
    parts: int
    nodes: int


def solve_in_parts(
    game: str,
    position: str | None = None,
    *,
    plies: int = 2,
    memory_mb: float = 64.0,
    executor: Callable[[Job], Executor] = Here,
) -> Solved:
    """Solves a position whose tree is opened `plies` deep. `executor` does the parts: `lambda job: Pool(job, 4)` here,
    `lambda job: RayPool(job, 16, "ray://ADDRESS")` on a cluster. ValueError for games of another kind."""
    root = start_named(game, {}, position)
    info = root.info
    if info.chance or info.hidden or info.repetition or len(info.players) != 2 or not info.zero_sum:
        raise ValueError(f"{game} cannot be solved in parts: two players, nothing hidden, no dice and no repetition")
    leaves: dict[str, None] = {}
    for state in opened(root, plies):
        leaves.setdefault(state.text)
    parts: list[Plain] = [{"id": str(at), "position": text} for at, text in enumerate(leaves)]
    texts = list(leaves)
    values: dict[str, float] = {}
    nodes = 0
    with executor(SolveJob(game, memory_mb)) as workers:
        for some in workers.run(parts, lambda: False):
            for done in some:
                value, count = read_as(tuple[float, int], done.result)
                values[texts[int(done.id)]], nodes = value, nodes + count
    value, move = backed_up(root, plies, values)
    return Solved(value, move, len(parts), nodes)


def opened(state: State, plies: int) -> list[State]:
    """The unfinished positions so many plies further on."""
    if state.is_over:
        return []
    if plies == 0:
        return [state]
    return [leaf for move in state.moves() for leaf in opened(state.play(move), plies - 1)]


def backed_up(state: State, plies: int, values: dict[str, float]) -> tuple[float, Move | None]:
    """The first player's value of a position, and the best move there."""
    if state.is_over:
        return float(state.payoff(0)), None
    if plies == 0:
        return values[state.text], None
    found = [(backed_up(state.play(move), plies - 1, values)[0], move) for move in state.moves()]
    return max(found, key=lambda each: each[0]) if state.turn == 0 else min(found, key=lambda each: each[0])
