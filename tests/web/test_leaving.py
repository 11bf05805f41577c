"""A search ends when its visitor leaves."""

from __future__ import annotations

import asyncio
import socket
import statistics
import time
from collections.abc import Callable

import httpx
import pytest
from serving import Visitor
from starlette.requests import Request

from conftest import Local
from costs import SOON_SECONDS, Cost, eventually
from zermelo.web.app import Settings, Site
from zermelo.web.messages import AskPlay
from zermelo.web.store import Store

TRIES, MOST_SECONDS = 5, 0.1
LONG = 60  # seconds, of searches that nobody waits for


def until_quiet(server: Local) -> float:
    """Processor seconds until no search runs any more: searches are threads of this process."""
    cost = Cost()
    assert eventually(lambda: server.site.workers.searching == 0), "a search goes on without its visitor"
    return cost.seconds


def measured(server: Local, begin: Callable[[], Callable[[], object]]) -> list[float]:
    """How much searches went on working after their visitors had left."""
    found = []
    for _ in range(TRIES):
        until_quiet(server)
        leave = begin()
        assert eventually(lambda: server.site.workers.searching > 0), "no search began"
        time.sleep(0.05)
        leave()
        found.append(until_quiet(server))
    return found


def begun(visitor: Visitor, path: str) -> Callable[[], object]:
    """Begins a stream of a long search; what ends it."""
    query = {"game": "othello", "moves": "f5 d6 c3", "seconds": LONG}
    request = visitor.client.build_request("GET", f"/api/{path}", params=query)
    return visitor.client.send(request, stream=True).close


@pytest.mark.parametrize("path", ["analyse", "review"])
def test_of_a_stream(server: Local, visitor: Visitor, path: str) -> None:
    assert max(measured(server, lambda: begun(visitor, path))) <= SOON_SECONDS


@pytest.mark.slow
@pytest.mark.parametrize("path", ["analyse", "review"])
def test_of_a_stream_soon(server: Local, visitor: Visitor, path: str) -> None:
    """A measurement that wants a quiet machine."""
    assert statistics.median(measured(server, lambda: begun(visitor, path))) <= MOST_SECONDS


def test_of_a_stream_that_was_left_at_once(server: Local, visitor: Visitor) -> None:
    """Before the first word was sent."""
    for wait in (0.0, 0.02, 0.1, 0.24, 0.26):
        with socket.create_connection(("127.0.0.1", server.sock.getsockname()[1])) as sock:
            sock.sendall(b"GET /api/analyse?game=othello&seconds=60 HTTP/1.1\r\nHost: localhost\r\n\r\n")
            time.sleep(wait)
        time.sleep(0.05)
        assert until_quiet(server) <= SOON_SECONDS


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("compare", {"game": "othello", "methods": ["alphabeta"], "depth": 30, "seconds": LONG}),
        ("trace", {"game": "othello", "depth": 30, "seconds": LONG, "cap": 1000}),
    ],
)
def test_of_an_answer_that_takes_long(server: Local, visitor: Visitor, path: str, body: dict[str, object]) -> None:
    def begin() -> Callable[[], object]:
        with pytest.raises(httpx.TimeoutException):
            visitor.client.post(f"/api/{path}", json=body, timeout=0.3)
        return lambda: None

    found = []
    for _ in range(TRIES):
        begin()
        found.append(until_quiet(server))
    assert max(found) <= SOON_SECONDS


def test_of_an_engine(server: Local, visitor: Visitor) -> None:
    kept = []  # the lines: when they are forgotten, the connection is closed

    def begin() -> Callable[[], object]:
        game = visitor.play("othello", f"auto:seconds={LONG},book=no", "human")
        request = visitor.client.build_request("GET", f"/api/play/{game['id']}/events")
        answer = visitor.client.send(request, stream=True)
        kept.append(answer.iter_lines())
        next(kept[-1])
        return answer.close

    assert max(measured(server, begin)) <= SOON_SECONDS


def test_of_an_engine_whose_page_left_at_once() -> None:
    """While the line was too slow for its first event: nobody watches, so nobody thinks."""

    async def receive() -> dict[str, str]:
        return {"type": "http.disconnect"}

    async def send(part: object) -> None:
        await asyncio.sleep(0.01)

    async def leaving() -> None:
        site = Site(Settings(), Store(None))
        live = await site.live_games.begin("anna", AskPlay("othello", [f"auto:seconds={LONG},book=no", "human"]))
        assert live.run is not None
        stop, scope = live.run.stop, {"type": "http", "path_params": {"id": live.game.id}, "state": {"visitor": "anna"}}
        page = await site.watch(Request(scope))
        await page(scope, receive, send)
        assert stop.is_set()
        assert live.run is None
        await site.close()

    asyncio.run(leaving())


def test_a_silent_stream_shows_signs_of_life(server: Local, visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.web.events.BEAT_SECONDS", 0.05)
    game = visitor.play("tictactoe", "human", "human")
    with visitor.client.stream("GET", f"/api/play/{game['id']}/events") as answer:
        lines = answer.iter_lines()
        while next(lines) != ":":
            pass


def test_nothing_is_left_behind(server: Local) -> None:
    assert until_quiet(server) <= SOON_SECONDS
    assert eventually(lambda: not server.site.streams.open)
    assert eventually(lambda: not server.site.searches.running)
    assert not server.site.workers.scheduler.waiting
    assert not server.site.workers.scheduler.running
