"""Two ways of searching against each other at equal processor time, in one process.

    python bench/methods.py connect4 puct mcts --games 200 --seconds 0.02
    python bench/methods.py examples/hex.py:Hex puct:order=eval auto --compiled

Each side gets as many nodes as fit into the time by the speed of its searches so far, so that other work on the machine
takes nothing from either. Openings are random plies, no two alike; each is played twice with the colours exchanged. The
error is 1.96 standard errors of the mean over pairs.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import mean, stdev

import zermelo
from zermelo import Game, State
from zermelo.limits import Limit
from zermelo.load import load_object
from zermelo.players import Searcher
from zermelo.query import OPTIONS, read_options


@dataclass
class Side:
    """A method with options, and how many nodes it gets."""

    text: str
    seconds: float
    seed: int = 0
    nodes: float = 500.0
    used: float = 0.0
    moves: int = 0

    def player(self) -> Searcher:
        method, _, rest = self.text.partition(":")
        given = dict(each.split("=", 1) for each in rest.split(",") if each)
        options = read_options(given, OPTIONS, "option")
        options["seed"] = self.seed
        return Searcher(method, Limit(nodes=max(2, int(self.nodes))), book=False, **options)

    def move(self, state: State) -> object:
        self.seed += 1
        player, begun = self.player(), time.process_time()
        result = player.look(state)
        spent = time.process_time() - begun
        self.used, self.moves = self.used + spent, self.moves + 1
        if result.stopped == "nodes" and spent > 0:  # slowly: speeds change with the position
            wanted = result.nodes * self.seconds / spent
            self.nodes = min(max(0.7 * self.nodes + 0.3 * wanted, self.nodes / 3), self.nodes * 3)
        return result.move


def openings(start: State, plies: int, seed: int) -> Iterator[State]:
    rng, seen = random.Random(seed), set[str]()
    while True:
        state = start
        for _ in range(plies):
            if not state.is_over:
                state = state.play(rng.choice(state.moves()))
        if not state.is_over and str(state.data) not in seen:
            seen.add(str(state.data))
            yield state


def played(state: State, sides: tuple[Side, Side]) -> float:
    """The score of the first of the sides, who moves as player 0."""
    while not state.is_over:
        state = state.play(sides[state.turn].move(state))
    return (state.payoff(0) > 0) + 0.5 * (state.payoff(0) == 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=0.02)
    parser.add_argument("--plies", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--compiled", action="store_true")
    given = parser.parse_args()
    game = load_object(given.game) if ":" in given.game else given.game
    if given.compiled and isinstance(game, type) and issubclass(game, Game):
        game = zermelo.compiled(game)
    one, other = Side(given.one, given.seconds), Side(given.other, given.seconds, seed=10**6)
    pairs: list[float] = []
    for opening in openings(zermelo.start(game), given.plies, given.seed):
        first, second = played(opening, (one, other)), played(opening, (other, one))
        pairs.append((first + 1 - second) / 2)
        if 2 * len(pairs) >= given.games:
            break
    error = 1.96 * stdev(pairs) / len(pairs) ** 0.5
    cost = ", ".join(f"{1000 * each.used / each.moves:.1f} ms {each.nodes:,.0f} nodes" for each in (one, other))
    print(
        f"{given.game} {given.one} - {given.other}: {mean(pairs):.1%} ± {error:.1%} of {2 * len(pairs)} games ({cost})"
    )


if __name__ == "__main__":
    main()
