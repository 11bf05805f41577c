"""How long `import zermelo` takes: a new process each time, less one that does nothing."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Iterator

from measure import Row, Time, best, main


def run(code: str) -> Time:
    used = children()
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return Time(children() - used, time.perf_counter() - begin)


def children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def rows(quick: bool) -> Iterator[Row]:
    nothing, everything = [], []
    for _ in range(3 if quick else 10):
        nothing.append(run("pass"))
        everything.append(run("import zermelo"))
    bare = best(nothing)
    note = f"bare Python {bare.wall * 1e3:.0f} ms"
    yield Row("import zermelo", best(everything) - bare, target=0.15, note=note)


if __name__ == "__main__":
    main(rows)
