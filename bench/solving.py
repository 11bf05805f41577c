"""Endgame tables and proofs: positions a second and memory; nodes and CPU time beside alpha-beta's.

    python bench/solving.py            # everything, some minutes
    python bench/solving.py --quick    # the small ones

Prints the tables of docs/performance/solving.md. Times are CPU seconds of this process.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "endgames"))

from small_games import Breakthrough, Dodgem, Hex, Hexapawn, Kalah, PongHauKi

from zermelo import State, endgames, search, start
from zermelo.result import Result

Starter = Callable[[], State]
NODES = 5_000_000

TABLES: list[tuple[str, bool, Starter, int | None]] = [
    ("tic-tac-toe", True, lambda: start("tictactoe"), None),
    ("tic-tac-toe, by pieces", True, lambda: start("tictactoe"), 9),
    ("4,4,4", False, lambda: start("mnk", m=4, n=4, k=4), None),
    ("4,4,4, by pieces", False, lambda: start("mnk", m=4, n=4, k=4), 16),
    ("Pong Hau K'i (Python)", True, lambda: start(PongHauKi), None),
    ("Dodgem 3x3 (Python)", True, lambda: start(Dodgem(3)), None),
    ("Dodgem 4x4 (Python)", False, lambda: start(Dodgem(4)), None),
    ("Hexapawn 4x4 (Python)", True, lambda: start(Hexapawn(4, 4)), None),
    ("Hexapawn 5x4 (Python)", False, lambda: start(Hexapawn(5, 4)), None),
    ("Kalah(2,3) (Python)", True, lambda: start(Kalah(2, 3)), None),
]
PROOFS: list[tuple[str, bool, Starter]] = [
    ("Hexapawn 4x4 (Python)", True, lambda: start(Hexapawn(4, 4))),
    ("Breakthrough 3x4 (Python)", True, lambda: start(Breakthrough(3, 4))),
    ("Breakthrough 4x4 (Python)", True, lambda: start(Breakthrough(4, 4))),
    ("Breakthrough 3x5 (Python)", False, lambda: start(Breakthrough(3, 5))),
    ("Dodgem 3x3 (Python)", True, lambda: start(Dodgem(3))),
    ("Hex 3x3 (Python)", True, lambda: start(Hex(3))),
    ("Hex 4x4 (Python)", False, lambda: start(Hex(4))),
    ("4,4,3", True, lambda: start("mnk", m=4, n=4, k=3)),
    ("4,4,4", False, lambda: start("mnk", m=4, n=4, k=4)),
    ("Connect Four 5x4, engine off", False, lambda: start("connect4", width=5, height=4)),
]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--quick", action="store_true")
    quick = options.parse_args().quick
    print("| positions of | number | longest, plies | CPU s | positions/s | table, MB |\n|---|---|---|---|---|---|")
    for name, small, begin, pieces in TABLES:
        if small or not quick:
            print(table_row(name, begin(), pieces), flush=True)
    print("\n| game | value | proof: nodes | CPU s | `auto`: nodes | CPU s |\n|---|---|---|---|---|---|")
    for name, small, begin in PROOFS:
        if small or not quick:
            print(proof_row(name, begin), flush=True)


def table_row(name: str, state: State, pieces: int | None) -> str:
    began = time.process_time()
    table = endgames(state, pieces=pieces, memory_mb=4000)
    gone = time.process_time() - began
    cells = (f"{len(table):,}", table.tally.longest, f"{gone:.2f}", f"{len(table) / gone:,.0f}")
    return row(name, *cells, f"{table.bytes / 2**20:.1f}")


def proof_row(name: str, begin: Starter) -> str:
    proof, proof_seconds = timed(lambda: search(begin(), method="proof", nodes=NODES, memory_mb=512))
    usual, seconds = timed(lambda: search(begin(), depth=math.inf, nodes=NODES, memory_mb=512, solver=False))
    value = proof.score if proof.solved else usual.score if usual.solved else "?"
    return row(name, value, *found(proof, proof_seconds), *found(usual, seconds))


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    began = time.process_time()
    return work(), time.process_time() - began


def found(result: Result, seconds: float) -> Iterable[object]:
    nodes = f"{result.nodes:,}" if result.solved else f"not in {result.nodes:,}"
    return nodes, f"{seconds:.2f}"


def row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


if __name__ == "__main__":
    main()
