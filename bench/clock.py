"""Does the engine keep its own clock? It plays itself with a second for a game and a hundredth for every move.

    python bench/clock.py                                        # 2,000 games of several kinds: an hour or more
    python bench/clock.py --games othello=50 --workers 1 --record clock    # some; the same command goes on

Told are time losses (none are allowed), the least time that was left on a clock, and the moves that took longest. What
is played is kept if `--record` is given.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from zermelo.match.setup import setup_from
from zermelo.match.tournament import Game, Played, Tournament, read_tournament

SECONDS, INCREMENT = 1.0, 0.01
# Where the clock matters: games that cannot be searched to their end in that time, or only late.
USUAL = "othello=800,connect4=800,mnk:m=5;n=5;k=4=400"


@dataclass(frozen=True)
class Kept:
    """What the clocks of some games say."""

    games: int
    moves: int
    endings: Counter[str]
    least_left: float
    longest: float

    def __str__(self) -> str:
        endings = ", ".join(f"{count} {ending}" for ending, count in self.endings.items())
        return (
            f"{self.games} games, {self.moves} moves: {endings}; time losses {self.endings['time']}; "
            f"least time left {1e3 * self.least_left:.0f} ms, longest move {1e3 * self.longest:.0f} ms"
        )


def left_after_moves(game: Game) -> Iterator[tuple[float, float]]:
    """(what was left on the mover's clock before the increment, what the move took), move by move."""
    left = [SECONDS, SECONDS]
    for move in game.record.moves:
        left[move.player] -= move.seconds
        yield left[move.player], move.seconds
        left[move.player] += INCREMENT


def kept(played: Played) -> Kept:
    times = [each for game in played.games for each in left_after_moves(game)]
    endings = Counter(game.ending for game in played.games)
    return Kept(len(played.games), len(times), endings, min(t for t, _ in times), max(t for _, t in times))


def play(game: str, games: int, workers: int, record: Path) -> Kept:
    engines = [{"name": name, "player": "auto:book=no"} for name in ("first", "second")]
    clock = f"{SECONDS:g}+{INCREMENT:g}"
    setup = setup_from({"game": game, "pairs": games // 2, "clock": clock, "openings": "random:4", "engine": engines})
    with Tournament(setup, record) as tournament:
        tournament.run(workers)
    return kept(read_tournament(record))


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--games", default=USUAL, help="GAME=COUNT, joined by commas; options of a game behind ;")
    asked.add_argument("--workers", type=int, default=1)
    asked.add_argument("--record", type=Path)
    given = asked.parse_args()
    lost = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = given.record or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        for each in given.games.split(","):
            game, _, count = each.rpartition("=")
            found = play(game.replace(";", ","), int(count), given.workers, folder / f"{game.replace(';', '-')}.record")
            lost += found.endings["time"]
            print(f"{game}: {found}", flush=True)
    raise SystemExit(lost > 0)


if __name__ == "__main__":
    main()
