"""Nodes a second of compiled games with their own evaluation and with networks of random weights.

    python bench/networks.py [nodes]

What an evaluation costs by itself is measured by networks.cpp.
"""

from __future__ import annotations

import importlib
import random
import sys
import time
from pathlib import Path

import zermelo
from zermelo import Network, State

GAMES = {
    "minichess": "MiniChess",
    "breakthrough": "Breakthrough",
    "hex": "Hex",
    "morris": "Morris",
    "lines_of_action": "LinesOfAction",
    "amazons": "Amazons",
}


def drawn(state: State, hidden: int) -> Network:
    """Weights as small as trained ones, so that sums stay in range."""
    rng = random.Random(0)
    w1 = [[rng.uniform(-0.3, 0.3) for _ in range(hidden)] for _ in range(state.info.feature_count)]
    w2 = [rng.uniform(-0.5, 0.5) for _ in range(2 * hidden)]
    return Network.from_floats(state.game.label, w1, [0.1] * hidden, w2, 0.0, 400.0)


def speed(state: State, nodes: int, network: Network | None) -> float:
    """Nodes in a second of CPU time, the better of two searches."""
    best = 0.0
    for _ in range(2):
        began = time.process_time()
        result = zermelo.search(state, nodes=nodes, eval=network)
        best = max(best, result.nodes / (time.process_time() - began))
    return best


def main(nodes: int) -> None:
    sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))
    for module, name in GAMES.items():
        plain = vars(importlib.import_module(module))[name]
        state = zermelo.start(zermelo.compiled(type(name, (plain,), {"__module__": module})))
        found = [speed(state, nodes, each) for each in (None, drawn(state, 32), drawn(state, 128))]
        print(module, *(f"{each / 1e6:.2f} M" for each in found), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200_000)
