"""Othello matches: `python bench/othello_matches.py MATCH [--games N] [--seconds S] [--clock S] [--workers N]`

    rhino    against gtp-rhino (Debian's grhino) at its top level; we search for --seconds a move, and over a game never
             longer than it has. It knows depths, not time: at its top level it takes minutes a game; with
             --rhino "-l 5 -m 8 -w 15 -e 14" (plies in the middle and at the end) about 0.2 s a move
    rust     against rust-reversi's alpha-beta search at equal time a move, with each of its evaluations in turn
    clock    a clock for the whole game against ourselves with half of it: who runs out of time, who wins
    zero     the learned evaluation against none, the same search with the same nodes
    hand     the learned evaluation against hand-set mobility and corners, the same search with the same nodes

Every opening, eight random plies that a quick search holds to be about even, is played twice with the colours
exchanged. A score is the share of points, draws counting half, with its 95 % interval. Times are those of the machine's
clock: with more workers than free cores they mean nothing. `bench/levels.py` plays the levels against each other.
"""

from __future__ import annotations

import argparse
import json
import math
import shutil
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

from othello_players import EqualTime, RustReversi, hand_set, openings

import zermelo
from zermelo.games.othello.protocols.gtp_player import GtpPlayer
from zermelo.match.game import Record
from zermelo.players import Searcher

RHINO = shutil.which("gtp-rhino") or "/usr/games/gtp-rhino"
TARGETS = {"rhino": 95, "rust": 100, "clock": 60, "zero": 90, "hand": 80}
EVALUATIONS = ("squares", "mobility", "discs")


@dataclass(frozen=True)
class Played:
    """One game as we saw it."""

    points: float
    discs: float
    seconds: float
    their_seconds: float
    late: bool  # we ran out of time
    ending: str
    reason: str


def players_of(match: str, pair: int, given: argparse.Namespace) -> tuple[Any, Any]:
    """(our player, theirs) for a pair of games."""
    nodes, seconds, clock = given.nodes, given.seconds, given.clock
    book = None if given.book else False
    if match == "rhino":
        return EqualTime(seconds, book=book), GtpPlayer([RHINO, *given.rhino.split()], name=f"gtp-rhino {given.rhino}")
    if match == "rust":
        ours = Searcher(limit=zermelo.Limit(seconds=seconds), book=book)
        return ours, RustReversi(EVALUATIONS[pair % len(EVALUATIONS)], seconds)
    if match == "clock":
        long, short = (zermelo.Limit(clock=zermelo.Clock(each)) for each in (clock, clock / 2))
        return Searcher(limit=long, book=book), Searcher(limit=short, book=book)
    limit = zermelo.Limit(nodes=nodes)
    other: Any = "none" if match == "zero" else hand_set
    return Searcher("deepening", limit), Searcher("deepening", limit, eval=other)


def pair_of_games(job: tuple[str, int, str, argparse.Namespace]) -> list[Played]:
    match, pair, opening, given = job
    state = zermelo.start("othello", opening)
    ours, theirs = players_of(match, pair, given)
    return [one_game(state, ours, theirs, side, given.clock if match == "clock" else math.inf) for side in (0, 1)]


def one_game(state: zermelo.State, ours: Any, theirs: Any, side: int, clock: float) -> Played:
    watching: dict[str, Any] = {}
    if isinstance(ours, EqualTime):
        ours.begin(side)
        watching = {"watch": ours.watch}
    record = zermelo.play(state, [ours, theirs] if side == 0 else [theirs, ours], **watching)
    seconds = [sum(each.seconds for each in record.moves if each.player == player) for player in (side, 1 - side)]
    late = [spent > limit for spent, limit in zip(seconds, (clock, clock / 2), strict=True)]
    points = 0.5 if record.winner is None else float(record.winner == side)
    points = points if not any(late) else 1.0 - late[0]
    return Played(points, discs(record, side), *seconds, any(late), record.ending, record.reason)


def discs(record: Record, side: int) -> float:
    return record.payoffs[side] if record.payoffs else 0.0


def summary(match: str, games: list[Played]) -> dict[str, Any]:
    count = len(games)
    score = sum(each.points for each in games) / count
    return {
        "match": match,
        "games": count,
        "score": score,
        "target": TARGETS[match] / 100,
        "margin": 1.96 * math.sqrt(max(score * (1 - score), 0.25 / count) / count),
        "won": sum(each.points == 1 for each in games),
        "drawn": sum(each.points == 0.5 for each in games),
        "lost": sum(each.points == 0 for each in games),
        "late": sum(each.late for each in games),
        "faults": [each.reason for each in games if each.ending != "rules"],
        "discs": sum(each.discs for each in games) / count,
        "seconds": sum(each.seconds for each in games) / count,
        "their_seconds": sum(each.their_seconds for each in games) / count,
        "longest": max(each.seconds for each in games),
        "their_longest": max(each.their_seconds for each in games),
    }


def told(row: dict[str, Any]) -> str:
    met = "met" if row["score"] >= row["target"] and not (row["match"] == "clock" and row["late"]) else "MISSED"
    return (
        f"{row['match']}: {100 * row['score']:.1f} % ± {100 * row['margin']:.1f} of {row['games']} games "
        f"(+{row['won']} ={row['drawn']} -{row['lost']}), {row['discs']:+.1f} discs a game; target "
        f"{100 * row['target']:.0f} %: {met}; {row['seconds']:.2f} and {row['their_seconds']:.2f} s a game, "
        f"the longest {row['longest']:.2f} and {row['their_longest']:.2f}; {row['late']} lost on time"
        + "".join(f"\n  not by the rules: {fault}" for fault in row["faults"][:5])
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("match", choices=TARGETS)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=0.2, help="rhino, rust: for each move")
    parser.add_argument("--clock", type=float, default=10.0, help="clock: our seconds for a game; the others have half")
    parser.add_argument("--nodes", type=int, default=2000, help="zero, hand: nodes a move")
    parser.add_argument("--book", action="store_true", help="play with the opening book")
    parser.add_argument("--rhino", default="-l 5", metavar="OPTIONS", help="its command line")
    parser.add_argument("--minutes", type=float, default=math.inf, help="begin no more games after this time")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    began, games = time.monotonic(), list[Played]()
    texts = [state.text for state in openings((given.games + 1) // 2)]
    with ProcessPoolExecutor(given.workers) as pool:
        jobs = [pool.submit(pair_of_games, (given.match, i, text, given)) for i, text in enumerate(texts)]
        for job in as_completed(jobs):
            games += job.result()
            points = sum(each.points for each in games)
            print(f"  {points:g} of {len(games)}, {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
            if time.monotonic() - began > given.minutes * 60:
                pool.shutdown(wait=False, cancel_futures=True)
                break
    row = summary(given.match, games)
    print(json.dumps(row) if given.json else told(row))
    return 0


if __name__ == "__main__":
    sys.exit(main())
