"""Servers to test: one in this process, whose inside can be inspected, and processes as users start them."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from serving import Serving, Visitor

from zermelo.web.app import Settings, make_app
from zermelo.web.server import beside, listening


class Local:
    """A server in this process."""

    def __init__(self, settings: Settings) -> None:
        self.app, self.sock = make_app(settings), listening("127.0.0.1", 0)
        self.visitors: list[Visitor] = []
        self.url = f"http://127.0.0.1:{self.sock.getsockname()[1]}"

    @property
    def site(self) -> Any:
        return self.app.site

    def visitor(self) -> Visitor:
        self.visitors.append(Visitor(self.url))
        return self.visitors[-1]


@contextlib.contextmanager
def local(settings: Settings) -> Iterator[Local]:
    found = Local(settings)
    with beside(found.app, found.sock):
        try:
            yield found
        finally:
            for each in found.visitors:
                each.client.close()


@pytest.fixture(scope="module")
def server() -> Iterator[Local]:
    """With the usual settings; its games are kept in memory."""
    with local(Settings()) as found:
        yield found


@pytest.fixture
def visitor(server: Local) -> Visitor:
    return server.visitor()


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Callable[..., Serving]]:
    """Starts `zermelo serve` with these arguments in a process of its own."""
    started: list[Serving] = []

    def start(*arguments: str) -> Serving:
        started.append(Serving(tmp_path, *arguments))
        return started[-1].start()

    yield start
    for each in started:
        each.close()
