"""Spots of hold'em solved to 0.3 % of the pot: seconds of CPU, iterations, memory.

    python bench/poker.py              every spot with numbers of 32 and of 16 bits
    python bench/poker.py --forms      the forms of a portable build: plain, v3 (AVX2), v4 (AVX-512)

Peak memory is that of a process which has solved the spot, less that of one which has only imported it.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time

SPOTS = {
    "river, all hands": ("KsTd7h4c2s", "any", "any", 100.0, 200.0, "50%,100%", "100%", 3),
    "turn, three sizes, ranges": (
        "KsTd7h4c",
        "22+,A2s+,K9s+,QTs+,JTs,ATo+,KJo+",
        "22+,A2s+,K5s+,Q8s+,J8s+,T8s+,97s+,87s,76s,65s,A7o+,KTo+,QTo+",
        100.0,
        300.0,
        "50%,100%,200%",
        "100%",
        3,
    ),
    "turn, three sizes, all hands": ("KsTd7h4c", "any", "any", 100.0, 300.0, "50%,100%,200%", "100%", 3),
}


def one(name: str, bits: int) -> None:
    """A line of the table."""
    from zermelo.games.holdem.spot import Spot, solve

    before, began = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    found = solve(Spot(*SPOTS[name]), percent=0.3, bits=bits)
    spent = time.process_time() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(
        f"| {name} | {bits} | {spent:.3f} | {found.iterations} | {found.percent:.6f} | {found.memory / 1e6:.1f} | "
        f"{peak * 1024 / 1e6:.1f} |",
        flush=True,
    )


def main() -> None:
    if len(sys.argv) == 4 and sys.argv[1] == "one":
        return one(sys.argv[2], int(sys.argv[3]))
    forms = ["plain", "v3", "v4"] if "--forms" in sys.argv else [""]
    print("| spot | bits | CPU seconds | iterations | % of the pot | MB foretold | MB at the peak |")
    for form in forms:
        if form:
            print(form)
        for name in SPOTS:
            for bits in (32, 16):
                environment = os.environ | ({"ZERMELO_CORE": form} if form else {})
                subprocess.run([sys.executable, __file__, "one", name, str(bits)], check=True, env=environment)
    return None


if __name__ == "__main__":
    main()
