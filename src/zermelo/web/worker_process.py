"""A process for the user's own code: a game or a player that fails, hangs or eats memory harms nobody else.

Requests and answers are lines of JSON on the process's standard input and output (worker.py). A job that does not
answer in its time ends the process: whoever waits for it learns where the code was, and the next job starts another.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import signal
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from msgspec import Raw

from zermelo.codec import from_json, to_json
from zermelo.web import messages
from zermelo.web.jobs import A, Job, R, Run
from zermelo.web.limits import Refused
from zermelo.web.messages import Message
from zermelo.web.scheduler import Scheduler
from zermelo.web.worker_lines import Order, Report, line_of

LINE_BYTES = 1 << 28
STARTING_SECONDS = 60.0  # to load the user's file and what it imports
STOPPING_SECONDS = 3.0  # for a job to end when it is asked to
LOOK_SECONDS = 0.02  # a stop flag is not seen across processes: how often it is read
ASKING_SECONDS = 0.5  # for a process that hangs to say where


@dataclass
class Waiting:
    """A job that was sent."""

    answer: asyncio.Future[object]
    job: Job[Any, Any]
    run: Run


class WorkerProcess:
    """The process, started when it is needed."""

    def __init__(self, name: str, games: Mapping[str, str], players: Mapping[str, str]) -> None:
        self.name, self.own = name, {"games": dict(games), "players": dict(players)}
        self.process: asyncio.subprocess.Process | None = None
        self.waiting: dict[int, Waiting] = {}
        self.numbers = itertools.count(1)
        self.opening = asyncio.Lock()
        self.ready = False  # nothing was heard of the process yet
        self.scheduler = Scheduler(1)  # its threads take turns anyway
        self.leaving: set[asyncio.Task[None]] = set()

    async def do(self, job: Job[A, R], ask: A, run: Run, seconds: float) -> R:
        """The job's answer; Refused if it raised or took longer than this many seconds."""
        await self._open()
        number, answer = next(self.numbers), asyncio.get_running_loop().create_future()
        self.waiting[number] = Waiting(answer, job, run)
        self._send(Order(number, job.name, Raw(to_json(ask))))
        try:
            await self._wait(number, answer, run, seconds)
        except asyncio.CancelledError:
            self.leaving.add(task := asyncio.ensure_future(self._see_off(number, answer, run)))
            task.add_done_callback(self.leaving.discard)
            raise
        try:
            if answer.done():
                return cast(R, answer.result())
            raise await self._give_up(number, seconds)
        finally:
            self.waiting.pop(number, None)

    async def _wait(self, number: int, answer: asyncio.Future[object], run: Run, seconds: float) -> None:
        """Until there is an answer or the time is over. A stop is passed on, and shortens the time."""
        loop = asyncio.get_running_loop()
        starting, passed_on = not self.ready, False
        until = loop.time() + seconds + (STARTING_SECONDS if starting else 0.0)
        while not answer.done() and loop.time() < until:
            if starting and self.ready:
                until, starting = min(until, loop.time() + seconds), False
            if run.stop.is_set() and not passed_on:
                self._send(Order(number, stop=True))
                until, passed_on = min(until, loop.time() + STOPPING_SECONDS), True
            await asyncio.wait({answer}, timeout=LOOK_SECONDS)

    async def _see_off(self, number: int, answer: asyncio.Future[object], run: Run) -> None:
        """A job that nobody waits for any more is stopped; if it does not stop, so is the process."""
        run.stop.set()
        answer.add_done_callback(lambda done: done.exception())
        await self._wait(number, answer, run, STOPPING_SECONDS)
        if not answer.done():
            await self._give_up(number, STOPPING_SECONDS)
        self.waiting.pop(number, None)

    async def _give_up(self, number: int, seconds: float) -> Refused:
        """Ends the process; the answer for those who wait."""
        self._send(Order(number, where=True))
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(self.waiting[number].answer), ASKING_SECONDS)
        answer = self.waiting[number].answer
        place = answer.result() if answer.done() and not answer.exception() else ""
        where = f" It was at {place}." if isinstance(place, str) and place else ""
        refused = Refused(
            504, "no answer", f"{self.name} does not answer after {seconds:g} seconds and was ended.{where}"
        )
        await self.close(refused)
        return refused

    async def _open(self) -> None:
        async with self.opening:
            if self.process is not None and self.process.returncode is None:
                return
            self.ready = False
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "zermelo.web.worker",
                json.dumps(self.own),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LINE_BYTES,
                start_new_session=True,
            )
            asyncio.ensure_future(self._listen(self.process))  # noqa: RUF006  it ends with the process

    def _send(self, order: Order) -> None:
        if self.process is not None and self.process.stdin is not None and self.process.returncode is None:
            with contextlib.suppress(OSError, RuntimeError):
                self.process.stdin.write(line_of(order))

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        with contextlib.suppress(OSError, ValueError):
            while line := await process.stdout.readline():
                self._hear(from_json(line, Report))
        code = await process.wait()
        if process is self.process:
            self._fail(Refused(422, "game", f"{self.name} ended its process (exit code {code})."))

    def _hear(self, report: Report) -> None:
        self.ready = True
        waiting = self.waiting.get(report.n)
        if waiting is None or waiting.answer.done():
            return
        if report.kind:
            waiting.run.tell(from_json(bytes(report.told), KINDS[report.kind]))
        elif report.where is not None:
            waiting.answer.set_result(report.where)
        elif report.refused is not None:
            waiting.answer.set_exception(report.refused)
        elif report.data is not None:
            waiting.answer.set_result(report.data)
        else:
            waiting.answer.set_result(from_json(bytes(report.done), waiting.job.answered))

    def _fail(self, refused: Refused) -> None:
        for waiting in self.waiting.values():
            if not waiting.answer.done():
                waiting.answer.set_exception(refused)

    async def close(self, refused: Refused | None = None) -> None:
        """Ends the process and all it started."""
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            end_group(process.pid)
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        self._fail(refused or Refused(503, "closing", "The server is closing."))


def end_group(pid: int) -> None:
    if hasattr(os, "killpg"):
        with contextlib.suppress(OSError):
            os.killpg(pid, signal.SIGKILL)


KINDS = {name: each for name, each in vars(messages).items() if isinstance(each, type) and issubclass(each, Message)}
