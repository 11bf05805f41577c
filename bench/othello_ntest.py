"""Othello against NTest, or another NBoard engine, at equal CPU time: `python bench/othello_ntest.py DIR/ntest x`

    --depth 14     what the engine is set to; it knows depths, not time
    --pairs 50     openings, each played twice with the colours exchanged
    --share 1      our CPU seconds for a game, as a part of the engine's mean so far
    --level 12     play as this level instead, whatever the time
    --book         with our opening book

NTest (github.com/weltyc/ntest) is an opponent only: build it outside the tree and run it in the folder that holds its
`coefficients`. The first budget comes from two games of the engine against itself; then it follows the engine's mean.

CPU time of both sides is counted: ours by the process's own clock, the engine's as Linux counts it. Our clock for a
game runs on CPU seconds too, but within a move the limits are wall time, as everywhere: on a busy machine we use less
than we may. Openings are ten random plies that a search of depth 12 holds to be within 4 discs. The 95 % interval is
over pairs.
"""

from __future__ import annotations

import argparse
import math
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from othello_players import openings

import zermelo
from zermelo.game import State
from zermelo.games.othello.ggf import write_ggf
from zermelo.games.othello.transcript import Transcript
from zermelo.players import Searcher


class NBoardEngine:
    """A program that speaks NBoard, given each position anew."""

    def __init__(self, command: list[str], depth: int) -> None:
        folder = Path(command[0]).resolve().parent
        self.program = subprocess.Popen(
            [str(Path(command[0]).resolve()), *command[1:]],
            cwd=folder,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.pings = 0
        self.send("nboard 2")
        self.send(f"set depth {depth}")
        self.synchronize()

    def new_game(self) -> None:
        """Hears the whole position with every question."""

    def move(self, state: State) -> tuple[str, float]:
        """What it plays, and the CPU seconds that took."""
        began = self.cpu()
        game = write_ggf([Transcript(start=state.text)]).strip()
        self.send("set game " + game.replace("(;", "(;TI[90:00:00]", 1))
        self.synchronize()
        self.send("go")
        name = self.wait_for("===").split("/")[0].strip().lower()
        return ("pass" if name in ("pa", "pass") else name), self.cpu() - began

    def cpu(self) -> float:
        return int(Path(f"/proc/{self.program.pid}/schedstat").read_text().split()[0]) * 1e-9

    def send(self, line: str) -> None:
        assert self.program.stdin is not None
        self.program.stdin.write(line + "\n")
        self.program.stdin.flush()

    def wait_for(self, word: str) -> str:
        assert self.program.stdout is not None
        for line in self.program.stdout:
            first, _, rest = line.strip().partition(" ")
            if first == word:
                return rest
        raise RuntimeError(f"the engine ended before it said {word!r}")

    def synchronize(self) -> None:
        self.pings += 1
        self.send(f"ping {self.pings}")
        while self.wait_for("pong") != str(self.pings):
            pass


class Ours:
    """Zermelo with a clock of CPU seconds for the game, or at a level."""

    def __init__(self, level: int | None, book: bool) -> None:
        self.level, self.book = level, book
        self.seconds = 1.0

    def new_game(self) -> None:
        self.left = self.seconds
        self.player = Searcher(level=self.level, book=None if self.book else False)

    def move(self, state: State) -> tuple[str, float]:
        began = time.process_time()
        if self.level is None:
            self.player.clock = zermelo.Clock(max(self.left, 0.001))
            self.player.limit = zermelo.Limit(clock=self.player.clock)
        move = self.player(state)
        spent = time.process_time() - began
        self.left -= spent
        return str(move), spent


@dataclass
class Score:
    """Games so far, from our side."""

    pairs: list[float] = field(default_factory=list)
    discs: list[float] = field(default_factory=list)
    ours: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        margin = 1.96 * statistics.stdev(self.pairs) / math.sqrt(len(self.pairs)) if len(self.pairs) > 1 else 1.0
        won, drawn = sum(each > 0 for each in self.discs), self.discs.count(0)
        return (
            f"{len(self.discs)} games: {100 * statistics.mean(self.pairs):.1f} % ± {100 * margin:.1f} "
            f"(+{won} ={drawn} -{len(self.discs) - won - drawn}), {statistics.mean(self.discs):+.2f} discs a game; "
            f"CPU s a game {statistics.mean(self.ours):.3f} and {statistics.mean(self.theirs):.3f}"
        )


def game(state: State, first: Ours | NBoardEngine, second: Ours | NBoardEngine) -> tuple[float, list[float]]:
    """The first player's discs more than the second's, and the CPU seconds of both. The first has the move."""
    players, mover = [first, second], int(state.turn)
    spent = [0.0, 0.0]
    for player in players:
        player.new_game()
    while not state.is_over:
        turn = int(state.turn) ^ mover
        forced = state.moves() == ["pass"]
        move, seconds = ("pass", 0.0) if forced else players[turn].move(state)
        spent[turn] += seconds
        state = state.play(move)
    return state.payoffs()[mover], spent


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine", nargs="+", help="the engine's command")
    parser.add_argument("--depth", type=int, default=14)
    parser.add_argument("--pairs", type=int, default=50)
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--level", type=int)
    parser.add_argument("--book", action="store_true")
    given = parser.parse_args()
    theirs, ours, score = NBoardEngine(given.engine, given.depth), Ours(given.level, given.book), Score()
    starts = list(openings(given.pairs, plies=10, margin=4.0, depth=12))
    theirs_alone = [second for start in starts[:2] for second in game(start, theirs, theirs)[1]]
    for start in starts:
        ours.seconds = given.share * statistics.mean(score.theirs or theirs_alone)
        points = 0.0
        for ours_first in (True, False):
            discs, spent = game(start, *((ours, theirs) if ours_first else (theirs, ours)))
            score.discs.append(discs if ours_first else -discs)
            score.ours.append(spent[not ours_first])
            score.theirs.append(spent[ours_first])
            points += (score.discs[-1] > 0) + 0.5 * (score.discs[-1] == 0)
        score.pairs.append(points / 2)
        print(f"  {score}", file=sys.stderr, flush=True)
    print(score)
    return 0


if __name__ == "__main__":
    sys.exit(main())
