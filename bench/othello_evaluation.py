"""What Othello's learned evaluation is worth: its error against exact values, and matches against lesser ones.

    python bench/othello_evaluation.py error [--positions 200] [--most 24] [--svg docs/pictures/othello_error.svg]
    python bench/othello_evaluation.py match [--games 200] [--nodes 1000]

`error`: positions from games with random openings, played on by the engine; every other number of empty squares up to
`most` is solved, and the static value compared. `match`: both sides search the same number of nodes, by the search that
every game has, so that only the evaluation differs; each opening is played with both colours. Against no knowledge at
all (all weights 0), and against 1 · mobility + 10 · corners.
"""

from __future__ import annotations

import argparse
import random
import time
from itertools import islice
from pathlib import Path
from statistics import fmean, stdev

import zermelo
from zermelo.games.othello import weights
from zermelo.games.othello.features import corners, mobility
from zermelo.learn.duel import duel_of, openings, play_pair
from zermelo.limits import Limit
from zermelo.linear import Linear
from zermelo.native import core
from zermelo.players import Searcher
from zermelo.view.chart import Series, chart

OPENING_PLIES, PLAY_DEPTH = 12, 4
ZERO_SLOT = 15


def positions(empties: int, count: int, seed: int) -> list[zermelo.State]:
    """Positions with so many empty squares, one from each game, the side to move having a move."""
    rng, found = random.Random(seed), list[zermelo.State]()
    while len(found) < count:
        state = zermelo.start("othello")
        while not state.is_over and state.text.count("-") > empties:
            at_random = state.text.count("-") > 60 - OPENING_PLIES
            move = rng.choice(state.moves()) if at_random else zermelo.search(state, depth=PLAY_DEPTH).move
            state = state.play(move)
        if not state.is_over and state.moves() != ["pass"]:
            found.append(state)
    return found


def errors(count: int, most: int, seed: int) -> list[tuple[int, float, float, float]]:
    """(empty squares, mean absolute error, its standard error, spread of the exact values)."""
    table = []
    for empties in range(2, most + 1, 2):
        began = time.monotonic()
        misses, values = [], []
        for state in positions(empties, count, seed + empties):
            exact = zermelo.solve(state).score
            assert exact is not None
            assert exact.proved
            values.append(exact.value)
            misses.append(abs(max(-64.0, min(64.0, state.evaluate(state.turn))) - exact.value))
        table.append((empties, fmean(misses), stdev(misses) / len(misses) ** 0.5, stdev(values)))
        spent = time.monotonic() - began
        print("{:3} empty  error {:5.2f} ± {:.2f}  spread {:5.2f}".format(*table[-1]), f" ({spent:.0f} s)", flush=True)
    return table


def tell_errors(given: argparse.Namespace) -> None:
    table = errors(given.positions, given.most, given.seed)
    if given.svg:
        points = [(float(empties), error) for empties, error, _, _ in table]
        drawn = chart(
            {"static evaluation": Series(points, errors=[error for _, _, error, _ in table])},
            title="Othello: static evaluation against exact values",
            x_label="empty squares",
            y_label="mean absolute error, discs",
        )
        given.svg.write_text(drawn + "\n", encoding="utf-8")


class WithoutWeights:
    """The engine with all weights 0."""

    def __init__(self, searcher: Searcher) -> None:
        self.name, self.searcher = "zero", searcher

    def new_game(self) -> None:
        self.searcher.new_game()

    def __call__(self, state: zermelo.State) -> str:
        return str(self.searcher(zermelo.start("othello", state.text, weights=ZERO_SLOT)))


def tell_matches(given: argparse.Namespace) -> None:
    start = zermelo.start("othello")
    limit = Limit(nodes=given.nodes)
    core.othello_load_weights(bytes(len(weights.load())), ZERO_SLOT)
    by_hand = Linear([1, 10], [mobility, corners])
    others = {
        "zero": lambda: WithoutWeights(Searcher("auto", limit, engine=False)),
        "1·mobility + 10·corners": lambda: Searcher("auto", limit, engine=False, eval=by_hand),
    }
    for name, other in others.items():
        began = time.monotonic()
        pairs = islice(openings(start, 8, given.seed), given.games // 2)
        duel = duel_of([play_pair(opening, (Searcher("auto", limit, engine=False), other())) for opening in pairs])
        print(
            f"{given.nodes} nodes a move, learned against {name}: {duel} ({time.monotonic() - began:.0f} s)", flush=True
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["error", "match"])
    parser.add_argument("--positions", type=int, default=200, help="for each number of empty squares")
    parser.add_argument("--most", type=int, default=24, help="empty squares")
    parser.add_argument("--svg", type=Path, help="draw the errors into this file")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--nodes", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    (tell_errors if given.what == "error" else tell_matches)(given)


if __name__ == "__main__":
    main()
