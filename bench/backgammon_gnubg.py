"""Games against gnubg 0-ply without the cube, every dice sequence played twice with the sides changed; and speeds.

python bench/backgammon_gnubg.py [PAIRS] [SEED]
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable

import backgammon_anchor as anchor

import zermelo
from zermelo.game import CHANCE, State
from zermelo.games.backgammon import ranked


def play(ours: int, quick: anchor.Anchor, seed: int) -> float:
    """Points we win as player `ours`."""
    rng = random.Random(seed)
    state = zermelo.start("backgammon")
    while not state.is_over:
        if state.turn == CHANCE:
            rolls = state.moves()
            state = state.play(rng.choices(rolls, [state.odds(roll) for roll in rolls])[0])
        elif state.turn == ours:
            state = state.play(ranked(state, 1)[0].move)
        else:
            state = state.play(quick.choose(state))
    return state.payoff(ours)


def match(pairs: int, seed: int) -> None:
    quick, results = anchor.Anchor(0), []
    for i in range(pairs):
        results.append((play(0, quick, seed + i) + play(1, quick, seed + i)) / 2)
        if (i + 1) % 100 == 0 or i + 1 == pairs:
            mean = statistics.fmean(results)
            error = statistics.stdev(results) / len(results) ** 0.5 if len(results) > 1 else float("inf")
            print(f"{2 * (i + 1)} games: {mean:+.4f} +- {error:.4f} points a game for zermelo depth 1", flush=True)


def positions(count: int, seed: int) -> list[State]:
    rng, found = random.Random(seed), []
    while len(found) < count:
        state = zermelo.start("backgammon")
        while not state.is_over and len(found) < count:
            if state.turn == CHANCE:
                found.append(state)
                rolls = state.moves()
                state = state.play(rng.choices(rolls, [state.odds(roll) for roll in rolls])[0])
            else:
                state = state.play(ranked(state, 1)[0].move)
    return found


def speed(seed: int) -> None:
    """CPU time of one thread, in turns, in the same run."""
    found = positions(4_000, seed)
    texts, pairs = [state.text for state in found], [anchor.boards(state) for state in found]
    quick = anchor.Anchor(0)
    gnubg, core = anchor.gnubg, zermelo.native.core
    for _ in range(3):
        ours = timed(lambda: [core.backgammon_chances(text, 1) for text in texts])
        theirs = timed(lambda: [gnubg.evaluate(pair, quick.cube, quick.context) for pair in pairs])
        print(f"evaluations a second from Python: zermelo {len(texts) / ours:,.0f}, gnubg {len(texts) / theirs:,.0f}")
    decisions = []
    rng = random.Random(seed)
    for state in rng.sample(found, 60):
        rolled = state.play(rng.choice(state.moves()))
        if len(rolled.moves()) > 1:
            decisions.append(rolled)
    two = anchor.Anchor(2)
    ours = timed(lambda: [ranked(state, 3) for state in decisions]) / len(decisions)

    def theirs_all() -> None:
        for state in decisions:
            gnubg.find_best_moves(anchor.boards(state), two.cube, two.context, dice_of(state))

    theirs = timed(theirs_all) / len(decisions)
    print(f"2-ply decisions (depth 3 here): zermelo {1000 * ours:.1f} ms, gnubg {1000 * theirs:.1f} ms")


def dice_of(state: State) -> tuple[int, int]:
    thrown = state.text.split(":")[4]
    return int(thrown[0]), int(thrown[1])


def timed(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


def main() -> None:
    anchor.need_gnubg()
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    speed(seed)
    match(int(sys.argv[1]) if len(sys.argv) > 1 else 1000, seed)


if __name__ == "__main__":
    main()
