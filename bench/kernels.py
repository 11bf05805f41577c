"""The vector kernels of Othello and backgammon in all forms, in one run: nanoseconds, and whether all find the same.

    python bench/kernels.py

Builds kernels.cpp for plain x86-64, for AVX2 (x86-64-v3) and for AVX-512 (x86-64-v4) and runs what this processor
can. Forms take turns, three times each; the best counts. Networks of the general kind choose their form when they are
loaded: networks.cpp shows theirs.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
FORMS = {"plain": "x86-64", "avx2": "x86-64-v3", "avx512": "x86-64-v4"}
NEEDS = {"plain": "sse2", "avx2": "avx2", "avx512": "avx512bw"}
OPTIONS = ["-std=c++20", "-O3", "--param=inline-unit-growth=100", "-w", f"-I{ROOT / 'src' / 'zermelo'}"]

Lines = dict[str, tuple[float, list[float]]]  # by kernel: nanoseconds, what it found


def forms_here() -> Iterator[str]:
    flags = Path("/proc/cpuinfo").read_text(encoding="ascii").split()
    yield from (form for form, flag in NEEDS.items() if flag in flags)


def built(form: str, folder: Path) -> Path:
    program = folder / form
    compiler = os.environ.get("CXX", "c++")
    source = ROOT / "bench" / "kernels.cpp"
    subprocess.run([compiler, *OPTIONS, f"-march={FORMS[form]}", str(source), "-o", str(program)], check=True)
    return program


def ran(program: Path) -> Lines:
    shown = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    rows = (line.split() for line in shown.splitlines())
    return {name: (float(took), [float(each) for each in found]) for name, took, *found in rows}


def apart(one: list[float], other: list[float]) -> float:
    """The largest difference between what two forms found."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def measured(rounds: int) -> dict[str, Lines]:
    """The lines of every form, with the best time of all rounds."""
    with tempfile.TemporaryDirectory() as folder:
        programs = {form: built(form, Path(folder)) for form in forms_here()}
        runs = [{form: ran(program) for form, program in programs.items()} for _ in range(rounds)]
    return {
        form: {name: (min(run[form][name][0] for run in runs), found) for name, (_, found) in lines.items()}
        for form, lines in runs[0].items()
    }


def main() -> int:
    lines = measured(3)
    print("kernel", *(f"{form}, ns" for form in lines), "largest difference", sep=" | ")
    for name, (_, found) in lines["plain"].items():
        worst = max(apart(found, each[name][1]) for each in lines.values())
        print(name, *(f"{each[name][0]:.0f}" for each in lines.values()), f"{worst:.1g}", sep=" | ")
    return 0


if __name__ == "__main__":
    sys.exit(main())
