"""Connections that do not hold the server up: a request has to arrive in time, and trouble is logged in few lines."""

from __future__ import annotations

import asyncio
import logging
import re
import time

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from zermelo.web.limits import HEADER_SECONDS

LOG_SECONDS = 60.0
MOST_KINDS = 100  # of lines that are remembered


class Impatient(H11Protocol):
    """HTTP/1.1 as uvicorn speaks it, but that a connection is closed whose request has not begun to arrive, or whose
    headers are not all there, after some seconds. (Bodies have a limit of their own: guard.py.)"""

    waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.await_headers()

    def data_received(self, data: bytes) -> None:
        if self.waiting is None and self.conn.their_state is h11.IDLE:
            self.await_headers()  # of the next request on the same connection
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self.stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_waiting()
        super().connection_lost(exc)

    def await_headers(self) -> None:
        self.waiting = self.loop.call_later(HEADER_SECONDS, self.give_up)

    def stop_waiting(self) -> None:
        if self.waiting is not None:
            self.waiting.cancel()
            self.waiting = None

    def give_up(self) -> None:
        self.waiting = None
        if self.conn.their_state is h11.IDLE and not self.transport.is_closing():
            self.transport.close()


class OncePerMinute(logging.Filter):
    """Of lines that differ only in their numbers, one a minute, which says how many there were since the last."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: dict[str, tuple[float, int]] = {}  # when one was let through, how many were not since

    def filter(self, record: logging.LogRecord) -> bool:
        line = record.getMessage().partition("\n")[0]
        kind, now = re.sub(r"\d+", "#", line)[:200], time.monotonic()
        at, held = self.seen.get(kind, (-LOG_SECONDS, 0))
        if now - at < LOG_SECONDS:
            self.seen[kind] = at, held + 1
            return False
        if len(self.seen) >= MOST_KINDS:
            self.seen.clear()
        self.seen[kind] = now, 0
        if held:
            record.msg, record.args = f"{line} ({held} more of these in the last minute or longer)", ()
        return True


def quieten() -> None:
    """From now on trouble is logged once a minute, by whoever logs it."""
    for name in ("asyncio", "uvicorn.error", "zermelo.web"):
        logger = logging.getLogger(name)
        if not any(isinstance(each, OncePerMinute) for each in logger.filters):
            logger.addFilter(OncePerMinute())
