"""Server-sent events: an answer that goes on until it is over or its reader goes away."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Callable

from starlette.types import Receive, Scope, Send

from zermelo.codec import to_json
from zermelo.web.limits import MOST_STREAMS, full, too_many_streams

BEAT_SECONDS = 15.0
HEADERS = (
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # proxies pass events on at once
)


def event(name: str, message: object, id: int | None = None) -> bytes:
    """One event. JSON has no line breaks, so that it is one line."""
    number = b"" if id is None else b"id: %d\n" % id
    return number + b"event: %b\ndata: %b\n\n" % (name.encode(), to_json(message))


class Streams:
    """How many streams each visitor has open. When the server closes, all of them end."""

    def __init__(self, most: int) -> None:
        self.most, self.open, self.tasks = most, Counter[str](), set[asyncio.Task[object]]()

    def check(self, visitor: str) -> None:
        if self.open[visitor] >= self.most:
            raise too_many_streams(self.most)
        if self.open.total() >= MOST_STREAMS:
            raise full("streams")

    def close(self) -> None:
        for task in self.tasks:
            task.cancel()


class EventStream:
    """An ASGI answer that sends what an async generator yields, with a sign of life now and then.

    When the reader goes away the generator is closed at once, whatever it waits for.
    """

    def __init__(
        self, parts: AsyncIterator[bytes], streams: Streams, visitor: str, ended: Callable[[], object]
    ) -> None:
        """`ended` is called when it is over, even if nothing was sent."""
        streams.check(visitor)
        self.parts, self.streams, self.visitor, self.ended = parts, streams, visitor, ended
        streams.open[visitor] += 1

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        sending = asyncio.ensure_future(self._send(send))
        leaving = asyncio.ensure_future(gone(receive))
        self.streams.tasks.add(sending)
        try:
            await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.ended()
            for task in (sending, leaving):
                task.cancel()
            self.streams.tasks.discard(sending)
            self.streams.open[self.visitor] -= 1
            if not self.streams.open[self.visitor]:
                del self.streams.open[self.visitor]
            with contextlib.suppress(asyncio.CancelledError, OSError):
                await sending

    async def _send(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await send({"type": "http.response.body", "body": b"retry: 2000\n\n", "more_body": True})
        try:
            async for part in with_beats(self.parts):
                await send({"type": "http.response.body", "body": part, "more_body": True})
        finally:
            with contextlib.suppress(asyncio.CancelledError):
                await self.parts.aclose()  # type: ignore[attr-defined]
            with contextlib.suppress(OSError, RuntimeError):
                await send({"type": "http.response.body", "body": b"", "more_body": False})


async def gone(receive: Receive) -> None:
    """Waits until the reader has left."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def with_beats(parts: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """The parts, and a comment whenever there was none for a while: proxies close silent connections."""
    following: asyncio.Future[bytes] | None = None
    try:
        while True:
            following = following or asyncio.ensure_future(anext(parts))
            done, _ = await asyncio.wait({following}, timeout=BEAT_SECONDS)
            if not done:
                yield b":\n\n"
                continue
            try:
                part = following.result()
            except StopAsyncIteration:
                return
            following = None
            yield part
    finally:
        if following is not None and not following.done():
            following.cancel()
            with contextlib.suppress(asyncio.CancelledError, StopAsyncIteration):
                await following
