"""Runs the app on a port until it is asked to end."""

from __future__ import annotations

import asyncio
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import uvicorn

from zermelo.errors import GameError
from zermelo.web.app import Site
from zermelo.web.connections import Impatient, quieten
from zermelo.web.guard import Guard
from zermelo.web.limits import Refused
from zermelo.web.memory import give_back_blocks

USUAL_PORT = 8420
TRIES = 20
SWITCH_SECONDS = 0.001  # how long a thread in Python code may keep the others waiting


class PortError(Exception):
    """There is no port to listen on; says why."""


def listening(host: str, port: int | None) -> socket.socket:
    """A socket on this port; without one, on the usual port or one of those after it."""
    wanted = [port] if port is not None else [*range(USUAL_PORT, USUAL_PORT + TRIES), 0]
    trouble: OSError | None = None
    for each in wanted:
        try:
            return bound(host, each)
        except OSError as error:
            trouble = error
    assert trouble is not None
    hint = " (without --port a free one is taken)" if port is not None else ""
    raise PortError(f"cannot listen on {host}{f' port {port}' if port else ''}: {trouble.strerror}{hint}")


def bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # named, or asyncio leaves Nagle's delay on
    try:
        if sys.platform != "win32":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((host, port))
        found.listen(512)
        found.setblocking(False)
    except BaseException:
        found.close()
        raise
    return found


class Server(uvicorn.Server):
    """Ends at once when it is asked to: open streams do not hold it."""

    def __init__(self, app: Guard, opened: Callable[[], object]) -> None:
        config = uvicorn.Config(
            app,
            lifespan="on",
            log_level="warning",
            access_log=False,
            server_header=False,
            ws="none",
            timeout_keep_alive=30,
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=64 << 10,
            backlog=512,
            loop="asyncio",
            http=Impatient,
        )
        super().__init__(config)
        quieten()
        give_back_blocks()
        self.site: Site = app.site
        self.opened = opened
        self.trouble: Refused | None = None
        self.tidying: asyncio.Future[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await self.site.all_cards()
        except Refused as refused:
            self.trouble = refused  # about a user's game
            self.should_exit = True
            await self.site.close()
            return
        await super().startup(sockets)
        if self.started:
            self.tidying = asyncio.ensure_future(self.site.tidy())
            self.opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self.tidying is not None:
            self.tidying.cancel()
        await self.site.hush()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.should_exit = True  # a second signal has nothing to hurry up


def serve(app: Guard, sock: socket.socket, opened: Callable[[], object] = lambda: None) -> None:
    """Serves until Ctrl-C or SIGTERM. `opened` is called when the page can be opened.

    GameError if a user's game does not work, ValueError if there is no such game.
    """
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_SECONDS)
    server = Server(app, opened)
    try:
        asyncio.run(server.serve(sockets=[sock]))
    finally:
        sys.setswitchinterval(before)
        sock.close()
    if server.trouble is not None:
        failed = server.trouble.kind in ("game", "no answer", "internal")
        raise (GameError if failed else ValueError)(server.trouble.message)


@contextmanager
def beside(app: Guard, sock: socket.socket) -> Iterator[None]:
    """Inside, the app is served by a thread of this process."""
    server = Server(app, lambda: None)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[sock])), name="zermelo-web", daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.should_exit = True
        thread.join(5.0)
        if not thread.is_alive():  # it may still use the socket
            sock.close()
