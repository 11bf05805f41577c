"""The generic core against searches welded by hand to one game each (welded.cpp), on the same nodes."""

from __future__ import annotations

import ctypes
import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from measure import Row, main, same, side_by_side

import zermelo

FLAGS = ["-std=c++20", "-O3", "-march=native", "-DNDEBUG", "-shared", "-fPIC"]
DEPTHS = {("connect4", "alphabeta"): 11, ("connect4", "minimax"): 7}


def build(folder: str) -> ctypes.CDLL:
    library = Path(folder) / "welded.so"
    source = Path(__file__).with_suffix(".cpp")
    subprocess.run([os.environ.get("CXX", "g++"), *FLAGS, str(source), "-o", str(library)], check=True)
    return ctypes.CDLL(str(library))


def welded(library: ctypes.CDLL, game: str, method: str, suffix: str = "") -> Callable[[], tuple[int, int]]:
    """A search that gives (value, nodes)."""
    function, depth = getattr(library, f"{game}_{method}{suffix}"), DEPTHS.get((game, method), 9)
    nodes, move = ctypes.c_uint64(), ctypes.c_int()

    def run() -> tuple[int, int]:
        value = function(depth, ctypes.byref(nodes), ctypes.byref(move))
        return value, nodes.value

    return run


def generic(game: str, method: str) -> Callable[[], tuple[int, int]]:
    state, depth = zermelo.start(game), DEPTHS.get((game, method), 9)

    def run() -> tuple[int, int]:
        result = zermelo.search(state, method=method, depth=depth, eval="none")
        return int(result.score.value), result.nodes

    return run


def rows(quick: bool) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        library = build(folder)
        for game in ("connect4", "tictactoe"):
            for method in ("alphabeta", "minimax"):
                works = {
                    "generic": generic(game, method),
                    "with the same duties": welded(library, game, method, "_duties"),
                    "bare": welded(library, game, method),
                }
                same(
                    f"value and nodes of {game} {method}", **{n.replace(" ", "_"): work() for n, work in works.items()}
                )
                nodes = works["bare"]()[1]
                times = side_by_side(works, rounds=3 if quick else 15)
                for peer in ("with the same duties", "bare"):
                    ours, theirs = times["generic"] / nodes, times[peer] / nodes
                    yield Row(f"{game}, {method}", ours, f"welded, {peer}", theirs, "node", 0.8, f"{nodes:,} nodes")


if __name__ == "__main__":
    main(rows)
