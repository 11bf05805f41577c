"""A process that does parts of a job: `python -m zermelo.match.worker`, started by pool.py.

It reads a line with the job, then a line for each part, and writes a line for each part done. Whatever a player prints
does not get between: it goes to standard error. When its input ends it ends, with all its programs.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import sys
import threading
import time
from typing import IO

from zermelo.errors import GameError, place_of
from zermelo.match.job import Said, id_of, job_again


class Worker:
    """The loop: parts come through a thread, so that the end of the input is seen while one is done."""

    def __init__(self, parts: IO[str], results: IO[str]) -> None:
        self.parts, self.results = parts, results
        self.waiting: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.busy = False

    def run(self) -> None:
        plain = json.loads(self.parts.readline())
        threading.Thread(target=self.listen, daemon=True).start()
        job = trouble = None
        try:
            job = job_again(plain)
        except Exception as error:  # it worked where it was made: reported with the first part
            trouble = words_of(error)
        while line := self.waiting.get():
            self.busy = True
            part, began = json.loads(line), time.monotonic()
            try:
                if job is None:
                    raise GameError(trouble)
                result = job.do(part, self.tell)
                self.tell(Said(id_of(part), result, seconds=time.monotonic() - began))
            except Exception as error:
                self.tell(Said(id_of(part), error=words_of(error)))
            self.busy = False

    def listen(self) -> None:
        for line in self.parts:
            self.waiting.put(line)
        self.waiting.put("")
        if self.busy:  # nobody waits for it any more
            os.kill(os.getpid(), signal.SIGTERM)

    def tell(self, said: Said) -> None:
        self.results.write(said.line() + "\n")
        self.results.flush()


def words_of(error: Exception) -> str:
    if isinstance(error, ValueError):  # as GameError is: made to be read
        return str(error)
    return f"{type(error).__name__}: {error} ({place_of(error)})"


def leave(number: int, frame: object) -> None:
    sys.exit(1)


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one who started it
    signal.signal(signal.SIGTERM, leave)
    results = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="replace")
    os.dup2(2, 1)
    parts = os.fdopen(os.dup(0), encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    with contextlib.suppress(BrokenPipeError):
        Worker(parts, results).run()


if __name__ == "__main__":
    main()
