"""Many visitors at once, and some who abuse the server."""

from __future__ import annotations

import asyncio
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from load import load
from serving import Serving

VISITORS, LIMIT = 20, 1.5
MOST_P99 = 0.2
LOAD = str(Path(__file__).with_name("load.py"))


def test_twenty_visitors_get_their_moves(serving: Callable[..., Serving]) -> None:
    """They share the processors: no engine loses on time, nobody is refused."""
    server = serving()
    figures = asyncio.run(load(server.url, VISITORS, 1.0, 4 * LIMIT))
    assert not figures.troubles
    assert len(figures.waits) >= VISITORS


@pytest.mark.slow
def test_twenty_visitors_get_their_moves_in_time(serving: Callable[..., Serving]) -> None:
    """Each has an engine with 1.5 s a move; nobody waits more than twice that, and small requests are quick. On the
    wall: a measurement that wants a quiet machine."""
    server = serving()
    figures = asyncio.run(load(server.url, VISITORS, 5.0, LIMIT))
    print(figures, f"{server.memory_mb:.0f} MB")
    assert not figures.troubles
    assert len(figures.waits) >= VISITORS
    assert figures.worst <= 2.0
    assert statistics.median(figures.others) <= MOST_P99


def honest(server: Serving, until: float) -> list[float]:
    """How long a visitor waits for small things."""
    found, visitor = [], server.visitor()
    while time.monotonic() < until:
        began = time.monotonic()
        visitor.post("/api/position", game="othello", moves="f5 d6")
        found.append(time.monotonic() - began)
        time.sleep(0.02)
    return found


def troubled(server: Serving, seconds: float) -> list[float]:
    """The same while others abuse the server."""
    with subprocess.Popen([sys.executable, LOAD, server.url, "abuse", str(seconds + 1)]) as troubling:
        time.sleep(0.7)
        found = honest(server, time.monotonic() + seconds)
    assert troubling.returncode == 0
    assert server.process.poll() is None
    assert server.memory_mb < 400
    return found


def test_others_are_served_while_some_abuse_it(serving: Callable[..., Serving]) -> None:
    assert troubled(serving(), 2.0)


@pytest.mark.slow
def test_others_are_served_in_time_while_some_abuse_it(serving: Callable[..., Serving]) -> None:
    """On the wall: a measurement that wants a quiet machine."""
    found = troubled(serving(), 4.0)
    p99 = statistics.quantiles(found, n=100)[98]
    print(f"{len(found)} requests, p50 {1000 * statistics.median(found):.0f} ms, p99 {1000 * p99:.0f} ms")
    assert p99 <= MOST_P99
