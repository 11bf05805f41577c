"""The searches of each visitor: how many may run at once, and the streams that carry their progress."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from starlette.requests import Request

from zermelo.web.events import event, gone
from zermelo.web.jobs import A, G, Job, R, Run
from zermelo.web.limits import Refused
from zermelo.web.messages import ComparedMethod, End, Failure, Message, ReviewedMove, ReviewEnd, Thinking
from zermelo.web.workers import Workers

FIRST_SECONDS = 0.25  # in which an error is still an answer of its own, not an event
NAMES: dict[type[Message], str] = {
    Thinking: "thinking",
    ReviewedMove: "move",
    ComparedMethod: "row",
    ReviewEnd: "end",
    End: "end",
}


@dataclass(eq=False)
class Search:
    """One search of a visitor."""

    run: Run = field(default_factory=Run)
    replaced: bool = False


class Searches:
    """Who searches what. One more than a visitor may have ends their oldest."""

    def __init__(self, workers: Workers, most: int) -> None:
        self.workers, self.most = workers, most
        self.running: dict[str, list[Search]] = {}

    @contextmanager
    def one(self, visitor: str) -> Iterator[Search]:
        search, mine = Search(), self.running.setdefault(visitor, [])
        mine.append(search)
        while len(mine) > self.most:
            oldest = mine.pop(0)
            oldest.replaced = True
            oldest.run.stop.set()
        try:
            yield search
        finally:
            search.run.stop.set()
            if search in mine:
                mine.remove(search)
            if not mine:
                self.running.pop(visitor, None)

    async def do(self, request: Request, visitor: str, job: Job[G, R], ask: G, seconds: float) -> R:
        """A job that answers once; it ends when the visitor leaves or asks for too many others."""
        with self.one(visitor) as search:
            found = await until_gone(request, self.workers.long(job, ask, ask.game, seconds=seconds, run=search.run))
            if search.replaced:
                raise Refused(429, "search limit", f"You had more than {self.most} searches: this one was ended.")
            return found

    async def apart(self, request: Request, visitor: str, job: Job[A, R], ask: A) -> R:
        """The same for a job that is much Python."""
        with self.one(visitor):
            return await until_gone(request, self.workers.apart(job, ask))

    def close(self) -> None:
        for mine in self.running.values():
            for search in mine:
                search.run.stop.set()

    async def stream(self, request: Request, visitor: str, job: Job[G, R], ask: G, seconds: float) -> ProgressStream:
        """A job that has begun. An error at its beginning is raised here; a later one is an event."""
        stream = ProgressStream(self, visitor, job, ask, seconds)
        leaving = asyncio.ensure_future(gone(request.receive))
        await asyncio.wait({stream.task, leaving}, timeout=FIRST_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        left = leaving.done()
        leaving.cancel()
        if left and not stream.task.done():
            stream.task.cancel()
            raise Refused(499, "gone", "The visitor has left.")
        if stream.task.done() and (error := stream.task.exception()) is not None:
            raise error
        return stream


class ProgressStream:
    """A job whose progress is streamed."""

    def __init__(self, searches: Searches, visitor: str, job: Job[G, R], ask: G, seconds: float) -> None:
        self.searches, self.news, self.pending = searches, asyncio.Event(), list[Message]()
        self.search: Search | None = None
        self.task: asyncio.Task[object] = asyncio.ensure_future(self._work(visitor, job, ask, seconds))

    async def _work(self, visitor: str, job: Job[G, R], ask: G, seconds: float) -> object:
        loop = asyncio.get_running_loop()
        with self.searches.one(visitor) as self.search:
            self.search.run.tell = lambda message: loop.call_soon_threadsafe(self._hear, message)
            try:
                return await self.searches.workers.long(job, ask, ask.game, seconds=seconds, run=self.search.run)
            finally:
                self.news.set()

    def _hear(self, message: Message) -> None:
        if isinstance(message, Thinking):  # the newest is enough
            self.pending = [each for each in self.pending if not isinstance(each, Thinking)]
        self.pending.append(message)
        self.news.set()

    async def parts(self) -> AsyncIterator[bytes]:
        try:
            while not self.task.done() or self.pending:
                await self.news.wait()
                self.news.clear()
                messages, self.pending = self.pending, []
                for message in messages:
                    yield event(NAMES[type(message)], message)
                if self.task.done() and not self.pending:
                    break
            yield self._last()
        finally:
            self.task.cancel()

    def _last(self) -> bytes:
        """The last events: the result, and why it ended."""
        if (error := self.task.exception()) is not None:
            refused = error if isinstance(error, Refused) else Refused(500, "internal", "The server failed.")
            return event("error", Failure(refused.problem))
        result = self.task.result()
        replaced = self.search is not None and self.search.replaced
        sentence = f"More than {self.searches.most} searches were open: this one was ended." if replaced else ""
        end = event("end", End("replaced" if replaced else "done", sentence))
        if isinstance(result, ReviewEnd):
            return end if replaced else event("end", result)
        if isinstance(result, Message) and type(result) in NAMES:
            return event(NAMES[type(result)], result) + end
        return end


async def until_gone(request: Request, work: Coroutine[object, None, R]) -> R:
    """The result of some work, which is broken off when the visitor leaves."""
    task = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(gone(request.receive))
    try:
        await asyncio.wait({task, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise Refused(499, "gone", "The visitor has left.")
        return task.result()
    finally:
        leaving.cancel()
        task.cancel()
