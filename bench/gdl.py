"""Positions a second of rule sheets: here, and by proving every question from the rules (tests/adaptors/slow_gdl.py).

`python bench/gdl.py`: random games, CPU time, the same moves for both.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests" / "adaptors"))

from slow_gdl import SlowGdl, shown  # noqa: E402

from zermelo.adaptors.gdl.game import Sheet  # noqa: E402

SECONDS = 1.0


def fast(sheet: Sheet) -> float:
    began, met, rng, bits = time.process_time(), 0, random.Random(0), sheet.initial
    while time.process_time() - began < SECONDS:
        met += 1
        if sheet.over(bits):
            bits = sheet.initial
        choices = sheet.choices(bits)
        bits = sheet.after(bits, sum(rng.choice(list(legal.values())) for legal in choices))
    return met / (time.process_time() - began)


def slow(sheet: SlowGdl) -> float:
    began, met, rng, facts = time.process_time(), 0, random.Random(0), sheet.initial
    while time.process_time() - began < SECONDS:
        met += 1
        if sheet.over(facts):
            facts = sheet.initial
        moves = {role: rng.choice(sorted(sheet.legal(facts, role), key=shown)) for role in sheet.roles}
        facts = sheet.after(facts, moves)
    return met / (time.process_time() - began)


def main() -> None:
    print(f"{'sheet':20} {'here':>9} {'proving':>9} {'ratio':>6}   positions a CPU second")
    for name in ("tictactoe", "connect4", "breakthrough", "hexapawn", "domineering", "fifteen", "gomoku6"):
        text = (ROOT / "examples" / "gdl" / f"{name}.kif").read_text(encoding="utf-8")
        here, there = fast(Sheet(text)), slow(SlowGdl(text))
        print(f"{name:20} {here:9,.0f} {there:9,.0f} {here / there:6.0f}", flush=True)


if __name__ == "__main__":
    main()
