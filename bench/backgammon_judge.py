"""How good are our plays? Every decision of gnubg's own games is judged by gnubg two plies deep.

    python bench/backgammon_judge.py [DECISIONS] [SEED]

An error is what the play chosen loses against the best, in thousandths of a point, by the judge's equities; plays that
its own 0-ply sees 0.3 below the best are not searched more deeply. The judge shares gnubg's networks, which flatters
gnubg.
"""

from __future__ import annotations

import random
import statistics
import sys
import time

import backgammon_anchor as anchor

import zermelo
from zermelo.game import CHANCE, State
from zermelo.games.backgammon import ranked

MARGIN = 0.3


def decisions(count: int, seed: int) -> list[tuple[State, dict[str, float]]]:
    """Unforced decisions of 0-ply games, with the judge's equity of every play, and gnubg's 0-ply choice in `best`."""
    rng, quick, deep = random.Random(seed), anchor.Anchor(0), anchor.Anchor(2)
    found: list[tuple[State, dict[str, float]]] = []
    state = zermelo.start("backgammon")
    while len(found) < count:
        if state.is_over:
            state = zermelo.start("backgammon")
        if state.turn == CHANCE:
            rolls = state.moves()
            state = state.play(rng.choices(rolls, [state.odds(roll) for roll in rolls])[0])
            continue
        player = state.turn
        first = {move: quick.equity(state.play(move), player) for move in state.moves()}
        top = max(first, key=lambda move: first[move])
        if len(first) > 1 and rng.random() < 0.5:
            close = {m: deep.equity(state.play(m), player) for m, e in first.items() if e > first[top] - MARGIN}
            worst = max(close.values()) - 0.2
            found.append((state, {m: close.get(m, min(worst, first[m])) for m in first} | {"gnubg 0-ply": close[top]}))
        state = state.play(top)
    return found


def main() -> None:
    anchor.need_gnubg()
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    found = decisions(count, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    print(f"{len(found)} unforced decisions, judge gnubg 2-ply; errors in thousandths of a point a decision")
    best = [max(e for m, e in equities.items()) for _, equities in found]
    tell("gnubg 0-ply", [b - equities["gnubg 0-ply"] for b, (_, equities) in zip(best, found, strict=True)], None)
    for depth in (1, 2, 3):
        begin = time.process_time()
        chosen = [ranked(state, depth)[0].move for state, _ in found]
        seconds = (time.process_time() - begin) / len(found)
        errors = [b - equities[move] for b, (_, equities), move in zip(best, found, chosen, strict=True)]
        tell(f"zermelo depth {depth}", errors, seconds)


def tell(name: str, errors: list[float], seconds: float | None) -> None:
    mean, spread = 1000 * statistics.fmean(errors), 1000 * statistics.stdev(errors) / len(errors) ** 0.5
    same, large = sum(e < 1e-9 for e in errors) / len(errors), sum(e > 0.08 for e in errors)
    took = "" if seconds is None else f", {1000 * seconds:.2f} ms CPU a decision"
    print(f"{name:16} {mean:6.2f} +- {spread:.2f}, the judge's play {same:.1%}, over 0.08: {large}{took}", flush=True)


if __name__ == "__main__":
    main()
