"""Double-dummy tables of random deals, side by side with DDS (the one inside `endplay`): one thread, CPU time.

    pip install endplay
    python bench/bridge_dds.py [DEALS] [SEED]

All 20 results of every deal are compared first; a difference ends the run.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import endplay._dds as dds
from endplay.dds import calc_dd_table
from endplay.types import Deal

from zermelo.games.bridge import game as bridge


def timed(work: Callable[[], list[int]]) -> tuple[list[int], float]:
    started = time.process_time()
    found = work()
    return found, time.process_time() - started


def ours(deal: str) -> list[int]:
    tricks = bridge.table(deal).tricks
    return [tricks[strain][seat] for strain in bridge.STRAINS for seat in bridge.SEATS]


def theirs(deal: str) -> list[int]:
    return [tricks for row in calc_dd_table(Deal(deal)).to_list() for tricks in row]


def told(name: str, seconds: list[float]) -> str:
    ranked, n = sorted(seconds), len(seconds)
    figures = {"mean": sum(ranked) / n, "median": ranked[n // 2], "p90": ranked[n * 9 // 10], "max": ranked[-1]}
    return f"{name:8}" + "".join(f"  {what} {value * 1e3:.1f} ms" for what, value in figures.items())


def main(deals: int = 100, seed: int = 2026) -> None:
    dds.SetMaxThreads(1)
    own, other = [], []
    for number in range(deals):
        deal = bridge.deal(seed * 1_000_003 + number)
        mine, taken = timed(lambda: ours(deal))  # noqa: B023
        own.append(taken)
        wanted, taken = timed(lambda: theirs(deal))  # noqa: B023
        other.append(taken)
        if mine != wanted:
            raise SystemExit(f"deal {number}: {deal}\nfound {mine}\nDDS   {wanted}")
    print(told("zermelo", own))
    print(told("DDS", other))
    print(f"{deals} deals, {20 * deals} results equal; zermelo takes {sum(own) / sum(other):.2f} times the time of DDS")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
