"""A search ends when its visitor leaves."""

from __future__ import annotations

import socket
import statistics
import time
from collections.abc import Callable

import httpx
import pytest
from serving import Visitor

from conftest import Local

TRIES, MOST_SECONDS = 5, 0.1


def until_quiet(server: Local) -> float:
    """Seconds until no search runs any more."""
    began = time.monotonic()
    while server.site.workers.searching:
        assert time.monotonic() - began < 5, "a search goes on without its visitor"
        time.sleep(0.001)
    return time.monotonic() - began


def measured(server: Local, begin: Callable[[], Callable[[], object]]) -> list[float]:
    """How long searches went on after their visitors had left."""
    found = []
    for _ in range(TRIES):
        until_quiet(server)
        leave = begin()
        while not server.site.workers.searching:
            time.sleep(0.001)
        time.sleep(0.05)
        leave()
        found.append(until_quiet(server))
    return found


@pytest.mark.parametrize("path", ["analyse", "review"])
def test_of_a_stream(server: Local, visitor: Visitor, path: str) -> None:
    def begin() -> Callable[[], object]:
        query = {"game": "othello", "moves": "f5 d6 c3", "seconds": "30"}
        request = visitor.client.build_request("GET", f"/api/{path}", params=query)
        answer = visitor.client.send(request, stream=True)
        return answer.close

    assert statistics.median(measured(server, begin)) <= MOST_SECONDS


def test_of_a_stream_that_was_left_at_once(server: Local, visitor: Visitor) -> None:
    """Before the first word was sent."""
    for wait in (0.0, 0.02, 0.1, 0.24, 0.26):
        with socket.create_connection(("127.0.0.1", server.sock.getsockname()[1])) as sock:
            sock.sendall(b"GET /api/analyse?game=othello&seconds=30 HTTP/1.1\r\nHost: localhost\r\n\r\n")
            time.sleep(wait)
        time.sleep(0.05)
        assert until_quiet(server) < 1.0


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("compare", {"game": "othello", "methods": ["alphabeta"], "depth": 30, "seconds": 30}),
        ("trace", {"game": "othello", "depth": 30, "seconds": 30, "cap": 1000}),
    ],
)
def test_of_an_answer_that_takes_long(server: Local, visitor: Visitor, path: str, body: dict[str, object]) -> None:
    def begin() -> Callable[[], object]:
        with pytest.raises(httpx.ReadTimeout):
            visitor.client.post(f"/api/{path}", json=body, timeout=0.3)
        return lambda: None

    found = []
    for _ in range(TRIES):
        begin()
        found.append(until_quiet(server))
    assert statistics.median(found) <= MOST_SECONDS


def test_of_an_engine(server: Local, visitor: Visitor) -> None:
    def begin() -> Callable[[], object]:
        game = visitor.play("othello", "auto:seconds=30,book=no", "human")
        request = visitor.client.build_request("GET", f"/api/play/{game['id']}/events")
        answer = visitor.client.send(request, stream=True)
        next(answer.iter_lines())
        return answer.close

    assert statistics.median(measured(server, begin)) <= MOST_SECONDS


def test_a_silent_stream_shows_signs_of_life(server: Local, visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.web.events.BEAT_SECONDS", 0.05)
    game = visitor.play("tictactoe", "human", "human")
    with visitor.client.stream("GET", f"/api/play/{game['id']}/events") as answer:
        lines = answer.iter_lines()
        while next(lines) != ":":
            pass


def test_nothing_is_left_behind(server: Local) -> None:
    assert until_quiet(server) < 5
    until = time.monotonic() + 5
    while (server.site.streams.open or server.site.searches.running) and time.monotonic() < until:
        time.sleep(0.01)
    assert not server.site.streams.open
    assert not server.site.searches.running
    assert not server.site.workers.scheduler.waiting
    assert not server.site.workers.scheduler.running
