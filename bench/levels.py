"""Are levels steps of strength? `python bench/levels.py [GAME] [--levels 1 2 …] [--step 2] [--games 100] [--workers 2]`

Each level plays the one `step` above it. Every opening, some random plies from the start, is played twice with the
colours exchanged; the score is the share of points of the higher level, draws counting half, with its 95 % interval.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import zermelo
from zermelo.players.levels import HIGHEST, LOWEST


def opening(game: str, plies: int, seed: int) -> zermelo.State:
    """A position after random moves that is not over."""
    for attempt in range(1000):
        rng, state = random.Random(f"{seed}/{attempt}"), zermelo.start(game)
        for _ in range(plies):
            if not state.is_over:
                state = state.play(rng.choice(state.moves()))
        if not state.is_over:
            return state
    raise ValueError(f"{game} is over after {plies} random plies; give fewer (--plies)")


def one_pair(job: tuple[str, int, int, int, int]) -> tuple[float, float, float]:
    """(points of the higher level in two games, seconds of either level)."""
    game, low, high, plies, seed = job
    state, points, seconds = opening(game, plies, seed), 0.0, [0.0, 0.0]
    for side in (0, 1):
        players = [zermelo.Searcher(level=low), zermelo.Searcher(level=high)]
        ordered = players[::-1] if side == 0 else players
        record = zermelo.play(state, ordered)
        points += 0.5 if record.winner is None else float(record.winner == side)
        for played in record.moves:
            seconds[played.player == side] += played.seconds
    return points, seconds[0], seconds[1]


def duel(pool: ProcessPoolExecutor, game: str, low: int, high: int, games: int, plies: int) -> dict[str, Any]:
    began = time.monotonic()
    results = list(pool.map(one_pair, [(game, low, high, plies, seed) for seed in range((games + 1) // 2)]))
    count = 2 * len(results)
    points = sum(each for each, _, _ in results)
    score = points / count
    return {
        "low": low,
        "high": high,
        "games": count,
        "score": score,
        "margin": 1.96 * math.sqrt(max(score * (1 - score), 0.25 / count) / count),
        "low_seconds": sum(each for _, each, _ in results) / count,
        "high_seconds": sum(each for _, _, each in results) / count,
        "seconds": time.monotonic() - began,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="How the levels of a game do against each other.")
    parser.add_argument("game", nargs="?", default="othello")
    parser.add_argument("--levels", type=int, nargs="+", default=list(range(LOWEST, 13)), help="the lower levels")
    parser.add_argument("--step", type=int, default=2)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--plies", type=int, default=8, help="random plies before a game")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    worst = 1.0
    with ProcessPoolExecutor(given.workers) as pool:
        for low in given.levels:
            high = low + given.step
            if not LOWEST <= low < high <= HIGHEST:
                parser.error(f"levels {low} and {high} are not between {LOWEST} and {HIGHEST}")
            row = duel(pool, given.game, low, high, given.games, given.plies)
            worst = min(worst, row["score"])
            if given.json:
                print(json.dumps(row), flush=True)
            else:
                print(
                    f"level {high:>2} against {low:>2}: {100 * row['score']:5.1f} % ± {100 * row['margin']:.1f} of "
                    f"{row['games']} games, {row['high_seconds']:.2f} and {row['low_seconds']:.2f} s a game",
                    flush=True,
                )
    print(f"worst: {100 * worst:.1f} %", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
