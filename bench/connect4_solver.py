"""Exact scores of Connect Four positions: one thread, no book, an empty table before each position.

Emptying the table is not timed, for either. A position's time is its best of all rounds; the rows show the mean over a
set. The sets lie in the folder that ZERMELO_CONNECT4_SETS names (one position a line: columns played, then its score);
without it the positions of the tests are used. The harder sets are made up here and both solvers must agree on them.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from bitbully.bitbully_core import BitBullyCore, BoardCore
from measure import Row, Time, best, main, same

import zermelo
from zermelo.games.connect4.game import score

Problem = tuple[str, int | None]
SETS = {"end, easy": "Test_L3_R1.txt", "middle, easy": "Test_L2_R1.txt", "begin, easy": "Test_L1_R1.txt"}
HARDER = {20: 200, 14: 60, 10: 20}  # stones on the board: positions
OWN = Path(__file__).parent.parent / "tests" / "data" / "connect4.txt"


def given_sets() -> Iterator[tuple[str, list[Problem]]]:
    folder = os.environ.get("ZERMELO_CONNECT4_SETS")
    if folder is None:
        yield "the tests' positions", read(OWN)
        return
    for name, file in SETS.items():
        yield name, read(Path(folder) / file)


def read(file: Path) -> list[Problem]:
    lines = (line.split() for line in file.read_text().splitlines() if line and not line.startswith("#"))
    return [(line[0], int(line[1])) for line in lines]


def random_positions(stones: int, number: int) -> list[Problem]:
    """Positions after random moves, nobody having won or being able to win at once."""
    rng, found = random.Random(stones), []
    while len(found) < number:
        state, moves = zermelo.start("connect4"), ""
        while state.turn != zermelo.OVER and len(moves) < stones:
            move = rng.choice(state.moves())
            state, moves = state.play(move), moves + move
        if state.turn != zermelo.OVER and all(state.play(m).turn != zermelo.OVER for m in state.moves()):
            found.append((moves, None))
    return found


def timed(work: Callable[[], int]) -> tuple[Time, int]:
    cpu, wall = time.process_time_ns(), time.perf_counter_ns()
    answer = work()
    wall_end, cpu_end = time.perf_counter_ns(), time.process_time_ns()
    return Time((cpu_end - cpu) * 1e-9, (wall_end - wall) * 1e-9), answer


def timer_cost() -> Time:
    """What a timing of nothing shows."""
    return best(timed(int)[0] for _ in range(1000))


class Ours:
    def __init__(self, moves: str) -> None:
        self.state = zermelo.start("connect4", moves)

    def forget(self) -> None:
        """Every score begins with an empty table."""

    def score(self) -> int:
        return score(self.state)


class BitBully:
    solver = BitBullyCore()

    def __init__(self, moves: str) -> None:
        self.board = BoardCore()
        self.board.setBoard([int(column) - 1 for column in moves])

    def forget(self) -> None:
        self.solver.resetTranspositionTable()

    def score(self) -> int:
        return int(self.solver.mtdf(self.board, 0))


class WarmBitBully(BitBully):
    """Keeps what it has learned from earlier positions: in the caches, and in its table."""

    def forget(self) -> None:
        pass


def measure(problems: list[Problem], kinds: list[type], rounds: int) -> list[Time]:
    """Mean time a position of each kind of solver, each going through the whole set in its turn.

    All answers are compared with each other and with the set's.
    """
    nothing = timer_cost()
    solvers = {kind: [kind(moves) for moves, _ in problems] for kind in kinds}
    times: dict[type, list[list[Time]]] = {kind: [[] for _ in problems] for kind in kinds}
    answers: list[dict[str, int]] = [{} if score is None else {"the_set": score} for _, score in problems]
    for _ in range(rounds):
        for kind in kinds:
            for solver, taken, found in zip(solvers[kind], times[kind], answers, strict=True):
                solver.forget()
                one, found[kind.__name__] = timed(solver.score)
                taken.append(one)
    for (moves, _), found in zip(problems, answers, strict=True):
        same(f"scores of {moves}", **found)
    return [mean(best(taken) - nothing for taken in times[kind]) for kind in kinds]


def mean(times: Iterable[Time]) -> Time:
    every = list(times)
    return Time(sum(t.cpu for t in every), sum(t.wall for t in every)) / len(every)


def rows(quick: bool) -> Iterator[Row]:
    score(zermelo.start("connect4"))  # makes the solver
    sets = [*given_sets(), *((f"random, {n} stones", random_positions(n, size)) for n, size in HARDER.items())]
    for name, problems in sets:
        chosen = problems[: max(2, len(problems) // 10)] if quick else problems
        ours, theirs = measure(chosen, [Ours, BitBully], rounds=1 if len(chosen) > 200 else 2)
        note = f"{len(chosen)} positions"
        yield Row(f"Connect Four exact, {name}", ours, "bitbully", theirs, "position", 3, note)
    for name, problems in given_sets():
        chosen = problems[: len(problems) // 10] if quick else problems
        BitBully.solver.resetTranspositionTable()
        ours, theirs = measure(chosen, [Ours, WarmBitBully], 1)
        note = "its table kept from position to position"
        yield Row(f"Connect Four exact, {name}", ours, "bitbully, warm", theirs, "position", None, note)


if __name__ == "__main__":
    main(rows)
