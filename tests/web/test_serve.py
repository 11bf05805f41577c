"""`zermelo serve` as a command: ports, browsers, what it says, how it ends."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from serving import Serving

from costs import SOON_SECONDS
from zermelo.cli import serve as command
from zermelo.cli.commands import run
from zermelo.web.server import USUAL_PORT, PortError, listening


def test_it_ends_at_once_with_a_stream_and_a_search_open(serving: Callable[..., Serving]) -> None:
    server = serving()
    visitor = server.visitor()
    game = visitor.play("othello", "human", "auto:seconds=30,book=no")
    with visitor.events(f"/api/play/{game['id']}/events") as events:
        next(events)
        visitor.move(game, "f5")
        next(events)
        assert server.end(signal.SIGINT) <= SOON_SECONDS
    assert server.process.returncode == 0
    assert "Traceback" not in server.log.read_text()


def test_sigterm_ends_it_too(serving: Callable[..., Serving]) -> None:
    server = serving()
    assert server.end(signal.SIGTERM) <= SOON_SECONDS
    assert server.process.returncode == 0


def test_a_port_that_is_taken() -> None:
    with listening("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(PortError, match="without --port a free one is taken"):
            listening("127.0.0.1", port)
    first = listening("127.0.0.1", None)
    with first, listening("127.0.0.1", None) as second:
        assert first.getsockname()[1] != second.getsockname()[1]
    with pytest.raises(PortError, match=r"cannot listen on 192\.0\.2\.1"):
        listening("192.0.2.1", None)


def test_the_usual_port_may_be_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def bound(host: str, port: int) -> socket.socket:
        tried.append(port)
        if len(tried) < 3:
            raise OSError(98, "Address already in use")
        return socket.socket()

    monkeypatch.setattr("zermelo.web.server.bound", bound)
    listening("127.0.0.1", None).close()
    assert tried == [USUAL_PORT, USUAL_PORT + 1, USUAL_PORT + 2]


def test_a_second_server_is_sent_to_the_first(serving: Callable[..., Serving]) -> None:
    server = serving()
    done = subprocess.run(
        [sys.executable, "-m", "zermelo", "serve", "--data", str(server.folder / "data")],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert "another server is using the games" in done.stderr


def test_the_page_is_opened_or_the_address_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    asked: list[str] = []

    def serve(app: object, sock: socket.socket, opened: Callable[[], object]) -> None:
        opened()
        app.site.store.close()  # type: ignore[attr-defined]
        sock.close()

    monkeypatch.setattr("zermelo.web.server.serve", serve)
    monkeypatch.setattr("webbrowser.open", lambda url: bool(asked.append(url)))
    assert run(["serve", "--open", "--data", str(tmp_path)]) == 0
    told = capsys.readouterr().err
    assert asked[0] in told
    assert "no browser could be opened" in told
    assert run(["serve", "--data", str(tmp_path)]) == 0
    assert len(asked) == 1
    assert run(["serve", "--host", "0.0.0.0", "--port", "0", "--data", str(tmp_path)]) == 0
    assert "listens to other machines" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("host", "loopback"), [("127.0.0.1", True), ("localhost", True), ("::1", True), ("0.0.0.0", False), ("x", False)]
)
def test_what_is_loopback(host: str, loopback: bool) -> None:
    assert command.is_loopback(host) is loopback


def test_starting_takes_little(serving: Callable[..., Serving]) -> None:
    server = serving()
    time.sleep(0.1)
    assert server.cpu_seconds < 10
    assert server.memory_mb < 150
