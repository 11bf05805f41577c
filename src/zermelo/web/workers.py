"""Dispatches jobs to workers: threads of this process for built-in games, processes of their own for user code.

Native searches release the interpreter's lock, so that the server goes on answering. Engines' moves and hints
take turns (scheduler.py): they are due at a time. What a page follows as it goes on, or waits for without a clock, runs
beside them with a low priority.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import TypeVar

from zermelo.web.analysis import AskLook
from zermelo.web.jobs import A, AskTurn, Job, R, Run, Tools, refusal
from zermelo.web.limits import GAME_SECONDS, MOST_SEARCHES, Refused, full
from zermelo.web.scheduler import LOWER, SEARCHING, Scheduler, lower_priority
from zermelo.web.worker_process import WorkerProcess

log = logging.getLogger("zermelo.web")
QUICK_THREADS = 4
BENCH, APART_SECONDS = "The server's bench", 10.0
ENDING_SECONDS = 2.0  # a search that was stopped comes back within a tenth of a second, if the machine is not busy
D = TypeVar("D", AskTurn, AskLook)  # what is due at a time


class Workers:
    """Does jobs for the server. A job whose caller is cancelled is stopped."""

    def __init__(self, games: Mapping[str, str], players: Mapping[str, str]) -> None:
        self.tools = Tools(games, players)
        self.games, self.players = games, players
        self.quick = ThreadPoolExecutor(QUICK_THREADS, thread_name_prefix="zermelo-quick")
        self.processes: dict[str, WorkerProcess] = {}
        self.searching, self.closed = 0, False
        self.threads: dict[threading.Thread, Run] = {}
        self.scheduler = Scheduler(os.cpu_count() or 1)

    def process(self, game: str, player: str = "") -> WorkerProcess | None:
        """The process for a job with user code; None if there is none."""
        name = game if game in self.games else player if player in self.players else ""
        if not name:
            return None
        if name not in self.processes:
            self.processes[name] = WorkerProcess(name, self.games, self.players)
        return self.processes[name]

    async def soon(self, job: Job[A, R], ask: A, game: str) -> R:
        """A short job: positions, moves, drawings."""
        self.check()
        process = self.process(game)
        if process is not None:
            return await process.do(job, ask, Run(), GAME_SECONDS)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.quick, self._done, job, ask, Run())

    async def apart(self, job: Job[A, R], ask: A) -> R:
        """A built-in job that is mostly Python: in a process, so that the server's own Python is not held up."""
        self.check()
        if BENCH not in self.processes:
            self.processes[BENCH] = WorkerProcess(BENCH, {}, {})
        return await self.processes[BENCH].do(job, ask, Run(), APART_SECONDS)

    def check(self) -> None:
        if self.closed:
            raise Refused(503, "closing", "The server is closing.")

    async def long(
        self,
        job: Job[A, R],
        ask: A,
        game: str,
        *,
        player: str = "",
        seconds: float = 0.0,
        run: Run | None = None,
        beside: bool = True,
    ) -> R:
        """A job that may take long, by its own limits; `seconds` is when one with the user's code is given up."""
        self.check()
        run = run or Run()
        if self.searching >= MOST_SEARCHES:
            raise full("searches")
        process = self.process(game, player)
        self.searching += 1
        if process is not None:
            try:
                return await process.do(job, ask, run, seconds + GAME_SECONDS)
            finally:
                self.searching -= 1
        return await self._in_thread(job, ask, run, beside)

    async def timed(self, job: Job[D, R], ask: D, limit: float, *, player: str = "", run: Run | None = None) -> R:
        """A search that is due in `limit` seconds. It has `ask.most` for itself, a share of them if others search."""
        run = run or Run()
        process = self.process(ask.game, player)
        with (self.scheduler if process is None else process.scheduler).slot(limit, run.stop.set, run.wait) as slot:
            seconds = await slot.turn
            ask = replace(ask, most=min(ask.most, seconds) if seconds < limit else ask.most)
            return await self.long(job, ask, ask.game, player=player, seconds=ask.most, run=run, beside=False)

    async def _in_thread(self, job: Job[A, R], ask: A, run: Run, beside: bool) -> R:
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[R] = loop.create_future()

        def finish(done: Callable[[], None]) -> None:
            self.searching -= 1
            if not answer.done():
                done()

        def work() -> None:
            lower_priority(LOWER if beside else SEARCHING)
            try:
                done = partial(answer.set_result, self._done(job, ask, run))
            except BaseException as raised:
                done = partial(answer.set_exception, raised)
            with contextlib.suppress(RuntimeError):  # the server is gone
                loop.call_soon_threadsafe(finish, done)

        thread = threading.Thread(target=work, name=f"zermelo-{job.name}", daemon=True)
        self.threads = {each: its for each, its in self.threads.items() if each.is_alive()}
        self.threads[thread] = run
        thread.start()
        try:
            return await answer
        finally:
            run.stop.set()

    def _done(self, job: Job[A, R], ask: A, run: Run) -> R:
        try:
            return job(self.tools, ask, run)
        except Exception as error:
            refused = refusal(error)
            if refused.status == 500:
                log.exception("the job %s failed", job.name)
            raise refused from error

    async def close(self) -> None:
        self.closed = True
        self.quick.shutdown(wait=False, cancel_futures=True)
        await self._end_threads()
        await asyncio.gather(*(process.close() for process in self.processes.values()))

    async def _end_threads(self) -> None:
        """Stops the searches and waits for them: a thread that comes back from the core while Python ends aborts it."""
        for run in self.threads.values():
            run.stop.set()
        until = time.monotonic() + ENDING_SECONDS
        while self.unfinished() and time.monotonic() < until:
            await asyncio.sleep(0.01)

    def unfinished(self) -> bool:
        """Whether some search is still in the core."""
        return any(thread.is_alive() for thread in self.threads)
