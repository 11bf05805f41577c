"""A server in a process of its own, as users start it, and a visitor that talks to it."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

from costs import HANG_SECONDS, cpu_of, last_cost


class Serving:
    """A running server; `start` and `kill` may be called again and again. The first start chooses the port."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder, self.arguments, self.port = folder, arguments, 0
        self.log = folder / "log.txt"
        self.visitors: list[Visitor] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Serving:
        words = ["serve", "--port", str(self.port), "--data", str(self.folder / "data"), *self.arguments]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "zermelo", *words],
                cwd=self.folder,
                stderr=log,
                stdout=log,
                start_new_session=True,
            )
        until = time.monotonic() + HANG_SECONDS
        while time.monotonic() < until and self.process.poll() is None:
            if found := re.search(r"Zermelo is at \S+:(\d+)", self.log.read_text()):
                self.port = int(found[1])
                return self
            time.sleep(0.05)
        raise AssertionError(f"the server did not start: {self.log.read_text()}")

    def end(self, number: int = signal.SIGINT) -> float:
        """Sends a signal; the processor seconds until the process is gone."""
        if self.process.poll() is not None:
            return 0.0
        before = cpu_of(self.process.pid)
        self.process.send_signal(number)
        cost = last_cost(self.process.pid) - before
        self.process.wait()
        return cost

    def kill(self) -> None:
        self.end(signal.SIGKILL)
        self.log.write_text("")  # for the next start

    @property
    def memory_mb(self) -> float:
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    @property
    def cpu_seconds(self) -> float:
        """Processor time of the server and its threads so far."""
        return cpu_of(self.process.pid)

    def visitor(self) -> Visitor:
        self.visitors.append(Visitor(self.url))
        return self.visitors[-1]

    def close(self) -> None:
        for each in self.visitors:
            each.client.close()
        self.end(signal.SIGKILL)


class Visitor:
    """One browser."""

    def __init__(self, url: str) -> None:
        self.client = httpx.Client(base_url=url, timeout=HANG_SECONDS)
        self.client.get("/")

    def get(self, path: str, **query: Any) -> Any:
        return answered(self.client.get(path, params=query))

    def post(self, path: str, **body: Any) -> Any:
        return answered(self.client.post(path, json=body))

    def refused(self, path: str, **body: Any) -> tuple[int, dict[str, Any]]:
        """What is said to a request that is not carried out."""
        answer = self.client.post(path, json=body)
        assert answer.status_code >= 400, answer.text
        return answer.status_code, answer.json()["error"]

    def play(self, game: str, *sides: str, **more: Any) -> Any:
        return self.post("/api/play", game=game, sides=sides, **more)

    def move(self, game: Any, move: str) -> Any:
        return self.post(f"/api/play/{game['id']}/move", move=move, revision=game["revision"])

    def game(self, id: str) -> Any:
        return self.get(f"/api/play/{id}")

    def after(self, game: Any, seconds: float = HANG_SECONDS) -> Any:
        """The game when nobody thinks any more."""
        until = time.monotonic() + seconds
        while game["status"] == "thinking" and time.monotonic() < until:
            time.sleep(0.02)
            game = self.game(game["id"])
        return game

    @contextlib.contextmanager
    def events(self, path: str, **query: Any) -> Iterator[Iterator[tuple[str, Any]]]:
        """A stream as (name, data)."""
        with self.client.stream("GET", path, params=query) as answer:
            if answer.status_code != 200:
                answer.read()
                raise AssertionError(answer.text)
            yield parsed(answer.iter_lines())


def parsed(lines: Iterator[str]) -> Iterator[tuple[str, Any]]:
    name = ""
    for line in lines:
        if line.startswith("event:"):
            name = line[6:].strip()
        elif line.startswith("data:"):
            yield name, json.loads(line[5:])


def answered(answer: httpx.Response) -> Any:
    assert answer.status_code == 200, f"{answer.status_code}: {answer.text}"
    return answer.json()
