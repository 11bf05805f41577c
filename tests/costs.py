"""What work costs, in processor time: unlike the time on the wall, that is the same beside other work.

A search that is stopped by a clock or by somebody may not go on working. Its processor time says so on any machine: on
a quiet one it is at most the time that passed (for each thread), on a busy one it is less. How long things take on the
wall is measured in the slow suite.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

HANG_SECONDS = 100.0  # what waits longer hangs, on however busy a machine
SOON_SECONDS = (
    3.0  # of processor time: more than ending costs on any machine, far less than what would go on without end
)


class Cost:
    """Processor seconds since it was made: of this process, or of another one."""

    def __init__(self, pid: int | None = None) -> None:
        self.pid = pid
        self.begun = self.now()

    def now(self) -> float:
        return time.process_time() if self.pid is None else cpu_of(self.pid)

    @property
    def seconds(self) -> float:
        return self.now() - self.begun


def cpu_of(pid: int) -> float:
    """Processor seconds of a process so far, also of one that has ended and was not waited for."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def last_cost(pid: int) -> float:
    """Waits for the end of a child, whose output must be read elsewhere, and gives its processor seconds; the child can
    still be waited for."""
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    return cpu_of(pid)


def eventually(true: Callable[[], bool], seconds: float = HANG_SECONDS) -> bool:
    """Whether it becomes true."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


@contextmanager
def hearing_ctrl_c() -> Iterator[None]:
    """A process that is started inside hears Ctrl-C. A shell starts what runs in its background (`make test &` in a
    script, some CI) with Ctrl-C ignored, and whoever is started by that inherits it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
