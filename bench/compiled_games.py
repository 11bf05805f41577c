"""Games in Python compiled by Numba, against the same game built in (C++), node for node the same search."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from games import ConnectFourTwin, Othello
from import_time import run as run_python
from measure import Row, Time, best, main, same, side_by_side

import zermelo


@zermelo.compiled
class Compiled(ConnectFourTwin):
    pass


@zermelo.compiled
class CompiledOthello(Othello):
    pass


# name: (options, target)
SEARCHES = {
    "plain alpha-beta, no evaluation": ({"method": "alphabeta", "eval": "none", "depth": 11}, 0.6),
    "plain alpha-beta": ({"method": "alphabeta", "depth": 8}, 0.6),
    "minimax, no evaluation": ({"method": "minimax", "eval": "none", "depth": 7}, 0.6),
    "table and ordering": ({"method": "auto", "order": "table+killers+history", "etc": False, "depth": 11}, 0.85),
    "table and ordering, noisy first": (
        {"method": "auto", "order": "table+noisy+killers+history", "etc": False, "depth": 11},
        0.85,
    ),
}

# Run in a process of its own: how long a class takes until it can be searched, Numba's import aside.
FIRST_USE = """
import sys, time
import numba, numba.core.typed_passes
import compiled_games, zermelo
cpu, wall = time.process_time(), time.perf_counter()
zermelo.start(getattr(compiled_games, sys.argv[1]))
print(time.process_time() - cpu, time.perf_counter() - wall)
"""


def first_use(game: type, cache: Path) -> Time:
    environment = os.environ | {"NUMBA_CACHE_DIR": str(cache)}
    command = [sys.executable, "-c", FIRST_USE, game.__name__]
    folder = Path(__file__).parent
    output = subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True, text=True).stdout
    return Time(*map(float, output.split()))


def start_times(game: type, rounds: int) -> Iterator[Row]:
    cold, warm = [], []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            cold.append(first_use(game, Path(folder)))
            warm.append(first_use(game, Path(folder)))
    name = game.__bases__[0].__name__
    yield Row(f"{name}: compile", best(cold), target=3.0, note="empty cache; without the import of Numba")
    yield Row(f"{name}: start from the cache", best(warm), target=0.5, note="without the import of Numba")


def compare(name: str, options: dict[str, object], target: float, rounds: int) -> Row:
    compiled, built_in = zermelo.start(Compiled), zermelo.start("connect4")
    nodes = zermelo.search(built_in, **options).nodes
    same(f"nodes of {name}", built_in=nodes, compiled=zermelo.search(compiled, **options).nodes)
    works = {
        "compiled": lambda: zermelo.search(compiled, **options),
        "built in": lambda: zermelo.search(built_in, **options),
    }
    times = side_by_side(works, rounds)
    work, note = f"Connect Four compiled, {name}", f"{nodes:,} nodes"
    return Row(work, times["compiled"] / nodes, "built in", times["built in"] / nodes, "node", target, note)


def othello_rate(rounds: int) -> Row:
    """Against itself in plain Python: the built-in Othello evaluates by learned patterns."""
    options = {"method": "alphabeta", "depth": 6}
    nodes = zermelo.search(zermelo.start(Othello), **options).nodes
    same("nodes of Othello", python=nodes, compiled=zermelo.search(zermelo.start(CompiledOthello), **options).nodes)
    works = {
        "compiled": lambda: zermelo.search(zermelo.start(CompiledOthello), **options),
        "python": lambda: zermelo.search(zermelo.start(Othello), **options),
    }
    times = side_by_side(works, rounds)
    work, note = "Othello compiled, plain alpha-beta", f"{nodes:,} nodes"
    return Row(work, times["compiled"] / nodes, "plain Python", times["python"] / nodes, "node", None, note)


def import_numba(rounds: int) -> Row:
    times = best(run_python("import numba") for _ in range(rounds))
    return Row(
        "import of Numba",
        times - best(run_python("pass") for _ in range(rounds)),
        note="paid once, by compiled games only",
    )


def rows(quick: bool) -> Iterator[Row]:
    for name, (options, target) in SEARCHES.items():
        yield compare(name, options, target, 3 if quick else 9)
    yield othello_rate(3 if quick else 7)
    for game in (Compiled, CompiledOthello):
        yield from start_times(game, 1 if quick else 3)
    yield import_numba(2 if quick else 5)


if __name__ == "__main__":
    main(rows)
