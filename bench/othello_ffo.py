"""The FFO endgame test: exact scores from tests/data/ffo.obf (40 problems), nodes, time, and two threads against one.

Every problem is solved from an empty table and its score and move are compared with the known ones; a wrong one ends
the run.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from measure import Row, Time, main, same

import zermelo
from zermelo.games.othello.formats import Problem, read_obf

FILE = Path(__file__).resolve().parents[1] / "tests" / "data" / "ffo.obf"
FIRST = 20  # the number of the file's first problem
# (problems, most CPU seconds wanted, most nodes wanted)
SETS = {
    "20-39": (range(20, 40), None, None),
    "40-44": (range(40, 45), 4.0, 138e6),
    "45-49": (range(45, 50), None, None),
}
THREADS_TARGET = 1.7
MEMORY_MB = 256.0


def problems(numbers: Iterable[int]) -> list[tuple[int, Problem]]:
    known = read_obf(FILE.read_text(encoding="ascii"))
    return [(number, known[number - FIRST]) for number in numbers]


def solved(numbers: Iterable[int], threads: int = 1, each: bool = False) -> tuple[Time, int]:
    """(time of a set, nodes)."""
    total, nodes = Time(0.0, 0.0), 0
    for number, problem in problems(numbers):
        cpu, wall = time.process_time(), time.perf_counter()
        result = zermelo.solve(problem.position, threads=threads, memory_mb=MEMORY_MB)
        spent = Time(time.process_time() - cpu, time.perf_counter() - wall)
        assert result.score is not None
        same(f"scores of FFO {number}", known=problem.value, zermelo=result.score.value)
        if not result.score.proved or result.move not in problem.best:
            raise SystemExit(f"FFO {number}: {result}, not {' or '.join(problem.best)}")
        total, nodes = total + spent, nodes + result.nodes
        if each:
            told = f"{result.nodes:,} nodes, {spent.cpu:.2f} s, {result.nodes / spent.cpu / 1e6:.1f} M/s"
            print(f"  {number}: {result.score} {result.move}, {told}", file=sys.stderr)
    return total, nodes


def rows(quick: bool) -> Iterator[Row]:
    for name, (numbers, seconds, most) in SETS.items():
        if quick and name == "45-49":
            continue
        found = [solved(numbers, each=i == 0) for i in range(1 if quick or name == "45-49" else 3)]
        best = min((each for each, _ in found), key=lambda each: each.cpu)
        nodes = found[0][1]
        note = f"{nodes / 1e6:.1f} M nodes{f' (wanted ≤ {most / 1e6:.0f} M)' if most else ''}, "
        yield Row(f"FFO {name}, exact", best, target=seconds, note=f"{note}{nodes / best.cpu / 1e6:.1f} M/s, all right")
    for name in ("40-44",) if quick else ("40-44", "45-49"):
        one, two = (solved(SETS[name][0], threads)[0].wall for threads in (1, 2))
        yield Row(
            f"FFO {name}, two threads",
            Time(two, two),
            "one thread",
            Time(one, one),
            target=THREADS_TARGET,
            note="wall time",
        )


if __name__ == "__main__":
    main(rows)
