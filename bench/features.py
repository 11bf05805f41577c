"""What is each feature of the general search worth? `auto` plays `auto` without it, on a compiled game, in one process.

    python bench/features.py examples/morris.py:Morris                       # all features, and selective against not
    python bench/features.py examples/hex.py:Hex --features reductions --pairs 40

Quick rather than official: a move has `--nodes` nodes, and those of the other side are raised or lowered from move to
move until both use the same CPU time. Openings, pairs and error bars are those of strength.py; tables are not kept from
move to move. For games in plain Python at a given CPU time: strength.py.
"""

from __future__ import annotations

import argparse
import math
import time
from itertools import islice
from typing import Any

import strength

import zermelo
from zermelo.methods import SELECTIVE


class Balance:
    """Nodes for the second side so that it uses as much CPU time a move as the first."""

    def __init__(self, nodes: int) -> None:
        self.nodes, self.ratio = nodes, 1.0
        self.cpu, self.moves = [0.0, 0.0], [0, 0]

    def limit(self, who: int) -> int:
        return self.nodes if who == 0 else max(100, round(self.nodes * self.ratio))

    def used(self, who: int, seconds: float) -> None:
        self.cpu[who] += seconds
        self.moves[who] += 1
        if min(self.moves) > 20:
            slower = self.mean(1) > self.mean(0)
            self.ratio = min(5.0, max(0.2, self.ratio * (0.98 if slower else 1.02)))

    def mean(self, who: int) -> float:
        return self.cpu[who] / max(1, self.moves[who])


def play(state: zermelo.State, exchanged: bool, options: list[dict[str, Any]], balance: Balance) -> float:
    """The points of the first side."""
    states = [state]
    while strength.ended(states, 200) is None:
        state = states[-1]
        who = state.turn ^ exchanged
        history = states[:-1] if state.info.repetition else ()
        began = time.process_time()
        result = zermelo.search(state, nodes=balance.limit(who), history=history, **options[who])
        balance.used(who, time.process_time() - began)
        states.append(state.play(result.move))
    payoff = states[-1].payoff(0) if states[-1].is_over else 0.0
    points = (1 + math.copysign(1, payoff)) / 2 if payoff else 0.5
    return 1 - points if exchanged else points


def compare(game: str, without: dict[str, Any], pairs: int, nodes: int) -> strength.Outcome:
    balance, rows, first = Balance(nodes), list[dict[str, Any]](), strength.start(game, compiled=True)
    for pair, names in enumerate(islice(strength.openings(game, 5, 1.0), pairs)):
        state = first
        for name in names:
            state = state.play(name)
        for exchanged in (False, True):
            points = play(state, exchanged, [{}, without], balance)
            rows.append(
                {"pair": pair, "points": points, "cpu": [balance.mean(0), balance.mean(1)], "depth": [None] * 2}
            )
    return strength.outcome(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="file.py:Class")
    parser.add_argument("--features", nargs="+", default=["selective", *SELECTIVE], metavar="NAME")
    parser.add_argument("--pairs", type=int, default=30)
    parser.add_argument("--nodes", type=int, default=3000)
    given = parser.parse_args()
    for name in given.features:
        print(f"auto against {name}=no: {compare(given.game, {name: False}, given.pairs, given.nodes)}", flush=True)


if __name__ == "__main__":
    main()
