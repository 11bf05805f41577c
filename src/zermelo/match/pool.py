"""Worker processes that do parts of a job side by side. A worker that dies takes no part with it: it is done again."""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence

from zermelo.errors import GameError
from zermelo.match.job import Done, Job, Plain, Said, id_of, read_as

ATTEMPTS = 3  # at a part whose worker dies
QUICK_SECONDS, AHEAD = 0.05, 16  # parts that are quicker are handed out this many at a time
GRACE_SECONDS = 1.0  # after its deadline, until a player that cannot be interrupted is ended with its process
GATHER_SECONDS = 0.01  # for more results to come, so that they share one write to the disk


class Worker:
    """One process, and the parts it was given and has not finished."""

    def __init__(self, job: Job) -> None:
        package = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        path = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH", "")]))
        self.child = subprocess.Popen(
            [sys.executable, "-m", "zermelo.match.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=None if os.environ.get("ZERMELO_DEBUG") else subprocess.DEVNULL,
            cwd=job.folder,
            env={**os.environ, "PYTHONPATH": path},
        )
        assert self.child.stdout is not None
        self.output = self.child.stdout.fileno()
        os.set_blocking(self.output, False)
        self.rest = b""
        self.parts: deque[Plain] = deque()
        self.thinking: Said | None = None
        self.deadline = 0.0
        self.send(job.plain())

    def send(self, message: Plain) -> None:
        assert self.child.stdin is not None
        with contextlib.suppress(OSError):  # its end is seen elsewhere
            self.child.stdin.write(json.dumps(message, ensure_ascii=False).encode("utf-8", "replace") + b"\n")
            self.child.stdin.flush()

    def give(self, part: Plain) -> None:
        self.parts.append(part)
        self.send(part)

    def heard(self) -> tuple[list[Said], bool]:
        """(what it has said, whether it is still there)."""
        alive = True
        while True:
            try:
                part = os.read(self.output, 1 << 20)
            except BlockingIOError:
                break
            if not part:
                alive = False
                break
            self.rest += part
        *lines, self.rest = self.rest.split(b"\n")
        return [read_as(Said, json.loads(line)) for line in lines], alive

    def end(self, at_once: bool = False) -> None:
        for pipe in (self.child.stdin, self.child.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        if at_once:
            self.child.kill()
        try:
            self.child.wait(5.0)
        except subprocess.TimeoutExpired:
            self.child.kill()
            self.child.wait()


class Pool:
    """So many workers for one job. `run` may be called again and again."""

    def __init__(self, job: Job, workers: int) -> None:
        self.job, self.wanted = job, workers
        self.workers: list[Worker] = []
        self.ears = selectors.DefaultSelector()
        self.deaths: Counter[str] = Counter()
        self.seconds = 1.0  # what a part takes, about
        self.show: Callable[[Said], object] = lambda said: None  # where a part stands, for whoever watches

    def run(self, parts: Sequence[Plain], stop: Callable[[], bool]) -> Iterator[list[Done]]:
        """Does the parts and gives their results as they come, some at a time. After `stop` none is begun."""
        waiting = deque(parts)
        while True:
            if not stop():
                self.hand_out(waiting)
            elif not self.running:
                return
            if not self.running:
                return
            found = self.gathered(waiting)
            if found:
                yield found

    @property
    def running(self) -> int:
        """Parts that were handed out and have not come back."""
        return sum(len(worker.parts) for worker in self.workers)

    def hand_out(self, waiting: deque[Plain]) -> None:
        while len(self.workers) < min(self.wanted, len(waiting) + self.running):
            self.hire()
        ahead = AHEAD if self.seconds < QUICK_SECONDS else 1
        for depth in range(1, ahead + 1):
            for worker in self.workers:
                if waiting and len(worker.parts) < depth:
                    worker.give(waiting.popleft())

    def hire(self) -> None:
        worker = Worker(self.job)
        self.workers.append(worker)
        self.ears.register(worker.output, selectors.EVENT_READ, worker)

    def gathered(self, waiting: deque[Plain]) -> list[Done]:
        """Waits for something to come, and a moment for more."""
        began = time.monotonic()
        found: list[Done] = []
        patience = 0.1
        while True:
            ready = self.ears.select(patience)
            for key, _ in ready:
                found += self.listen(key.data, waiting)
            found += self.end_stalled()
            left = GATHER_SECONDS - (time.monotonic() - began)
            if not found or left <= 0 or not ready or self.seconds > QUICK_SECONDS:
                return found
            patience = left

    def listen(self, worker: Worker, waiting: deque[Plain]) -> list[Done]:
        lines, alive = worker.heard()
        found = []
        for said in lines:
            if said.shown:
                self.show(said)
                continue
            if said.thinking is not None:
                worker.thinking = said
                worker.deadline = time.monotonic() + said.seconds + GRACE_SECONDS
                continue
            worker.thinking = None
            worker.parts.popleft()
            if said.error:
                raise GameError(f"{said.error} (in {said.id})")
            self.seconds += (said.seconds - self.seconds) * 0.2
            found.append(Done(said.id, said.result, said.seconds))
        if not alive:
            found += self.bury(worker, waiting)
        return found

    def bury(self, worker: Worker, waiting: deque[Plain]) -> list[Done]:
        """A worker that died: the part it was at is tried again, some times; the others are given to others."""
        self.dismiss(worker)
        given_up: list[Done] = []
        if worker.parts:
            part = worker.parts[0]
            self.deaths[id_of(part)] += 1
            if self.deaths[id_of(part)] >= ATTEMPTS:
                worker.parts.popleft()
                reason = f"the process that played it died {ATTEMPTS} times{death(worker.child.returncode)}"
                given_up.append(Done(id_of(part), self.job.lost(part, reason)))
        waiting.extendleft(reversed(worker.parts))
        worker.parts.clear()
        return given_up

    def end_stalled(self) -> list[Done]:
        """Ends the workers whose player is long past its time and cannot be interrupted."""
        found: list[Done] = []
        for worker in list(self.workers):
            if worker.thinking is None or time.monotonic() < worker.deadline:
                continue
            said, part = worker.thinking, worker.parts.popleft()
            self.dismiss(worker, at_once=True)
            found.append(Done(id_of(part), self.job.stalled(part, said)))
            left = list(worker.parts)
            worker.parts.clear()
            if left:
                self.hire()
                for each in left:
                    self.workers[-1].give(each)
        return found

    def dismiss(self, worker: Worker, at_once: bool = False) -> None:
        self.ears.unregister(worker.output)
        self.workers.remove(worker)
        worker.end(at_once)

    def close(self) -> None:
        """Ends all workers; parts that are still being done are broken off."""
        for worker in self.workers:  # all at once, then one after the other
            assert worker.child.stdin is not None
            with contextlib.suppress(OSError):
                worker.child.stdin.close()
        while self.workers:
            self.dismiss(self.workers[-1])
        self.ears.close()

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()


def death(code: int | None) -> str:
    if code is None or code >= 0:
        return "" if code is None else f" (exit code {code})"
    with contextlib.suppress(ValueError):
        return f" ({signal.Signals(-code).name})"
    return f" (signal {-code})"
