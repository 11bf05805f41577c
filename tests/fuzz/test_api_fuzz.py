"""Whatever the library and the command line are given, they answer or refuse with words, soon.

The calls are made by api_calls.py and commands.py in a process of their own, which is watched: it says what it is about
to do before it does it, so that a call that never ends is known, too. A line beginning with BAD is what to type after
`python tests/fuzz/api_calls.py` (or commands.py) to see it again.
"""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SILENCE_SECONDS = 60.0  # no call may take so long, however busy the machine is


def watched(script: str, seed: int, calls: int) -> list[str]:
    """The bad calls among so many; a call that does not end is one."""
    process = subprocess.Popen(
        [sys.executable, str(HERE / script), str(seed), str(calls)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    )
    lines: queue.Queue[str] = queue.Queue()
    assert process.stdout is not None
    reader = threading.Thread(target=lambda out: [*map(lines.put, out), lines.put("")], args=(process.stdout,))
    reader.start()
    last, bad = "", list[str]()
    try:
        while line := lines.get(timeout=SILENCE_SECONDS):
            last = line.strip()
            bad += [last] if last.startswith("BAD ") else []
    except queue.Empty:
        bad.append(f"{last}  # never ended")
    finally:
        process.kill()
        reader.join()
        _, errors = process.communicate()
    finished = last.startswith(f"{calls} calls, ")
    return bad if finished or bad else [f"{last}  # ended the process: {errors[-500:]}"]


def test_calls_of_the_library():
    assert watched("api_calls.py", 1, 1500) == []


def test_command_lines():
    assert watched("commands.py", 1, 250) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1020))
def test_very_many_calls_of_the_library(seed):
    assert watched("api_calls.py", seed, 10_000) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1000, 1005))
def test_very_many_command_lines(seed):
    assert watched("commands.py", seed, 4000) == []
