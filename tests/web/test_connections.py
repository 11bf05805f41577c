"""Connections that bring nothing are closed, trouble is logged in few lines, and memory is given back."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import resource
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from serving import Serving

from conftest import Local
from costs import HANG_SECONDS, eventually
from zermelo.players import Searcher
from zermelo.web import connections
from zermelo.web.connections import OncePerMinute
from zermelo.web.jobs import Tools
from zermelo.web.scheduler import Scheduler

HALF = b"GET /api/about HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half"


@pytest.mark.parametrize("sent", [b"", HALF])
def test_requests_that_do_not_arrive_are_closed(sent: bytes, server: Local, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.3)
    with contextlib.ExitStack() as opened:
        found = [opened.enter_context(socket.create_connection(server.sock.getsockname())) for _ in range(20)]
        for each in found:
            each.settimeout(HANG_SECONDS)
            each.sendall(sent)
        assert [each.recv(1) for each in found] == [b""] * 20


def test_the_second_request_of_a_connection_has_to_arrive_too(server: Local, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = HALF.replace(b"\r\nX-Half", b"\r\n\r\n")
    with socket.create_connection(server.sock.getsockname()) as connection:
        connection.settimeout(HANG_SECONDS)
        connection.sendall(whole)
        answer = connection.recv(1 << 20)
        assert answer.startswith(b"HTTP/1.1 200")
        while not answer.endswith(b"}"):
            answer += connection.recv(1 << 20)
        monkeypatch.setattr(connections, "HEADER_SECONDS", 0.3)
        connection.sendall(HALF)
        assert connection.recv(1 << 20) == b""


def test_a_kind_of_trouble_is_logged_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(connections.time, "monotonic", lambda: now)
    kept, lines = OncePerMinute(), []

    def log(text: str) -> None:
        record = logging.LogRecord("asyncio", logging.ERROR, "", 0, text, (), None)
        if kept.filter(record):
            lines.append(record.getMessage())

    for number in range(1000):
        log(f"socket.accept() out of system resource\nsocket: {number}")
    log("another")
    now = 61.0
    log("socket.accept() out of system resource\nsocket: 1")
    assert lines == [
        "socket.accept() out of system resource\nsocket: 0",
        "another",
        "socket.accept() out of system resource (999 more of these in the last minute or longer)",
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="ulimit")
def test_a_server_without_descriptors_does_not_fill_its_log(tmp_path: Path) -> None:
    def few() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))

    serving = Serving(tmp_path)
    popen = subprocess.Popen
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("serving.subprocess.Popen", lambda *given, **more: popen(*given, **more, preexec_fn=few))
        serving.start()
    try:
        with contextlib.ExitStack() as opened:
            for _ in range(100):
                opened.enter_context(socket.create_connection(("127.0.0.1", serving.port)))
            assert eventually(lambda: "out of system resource" in serving.log.read_text())
            asked = serving.cpu_seconds
            assert eventually(lambda: serving.cpu_seconds > asked)  # it has tried again
        assert len(serving.log.read_text().splitlines()) < 60  # one report, with its traceback
        assert eventually(lambda: about(serving.port))
    finally:
        serving.close()


def about(port: int) -> bool:
    """Whether the server answers."""
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 2) as connection:
        connection.settimeout(2)
        connection.sendall(HALF.replace(b"\r\nX-Half", b"\r\n\r\n"))
        return connection.recv(12) == b"HTTP/1.1 200"
    return False


def test_players_that_nobody_asks_any_more_are_forgotten() -> None:
    tools = Tools()
    player = Searcher()
    tools.put_back(("game", 0, "auto"), player)
    tools.forget_idle(1000.0)
    assert tools._waiting
    tools.forget_idle(0.0)
    assert not tools._waiting


def test_a_search_that_waits_hears_how_many_are_before_it() -> None:
    async def told() -> list[int]:
        scheduler, heard = Scheduler(2), list[int]()
        with contextlib.ExitStack() as slots:
            for _ in range(4):
                slots.enter_context(scheduler.slot(10.0, lambda: None))
            with scheduler.slot(20.0, lambda: None, heard.append) as mine:
                slots.close()
                await asyncio.wait_for(mine.turn, HANG_SECONDS)
        return heard

    heard = asyncio.run(told())
    assert heard[0] == 4
    assert heard == sorted(heard, reverse=True)
