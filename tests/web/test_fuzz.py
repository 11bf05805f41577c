"""Whatever is sent, the server answers with one of its own answers, soon, and goes on."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from conftest import Local, local
from costs import HANG_SECONDS, Cost, eventually
from zermelo.web.app import Settings
from zermelo.web.limits import OWN

MOST_SECONDS = 1.0
LIMITS = replace(OWN, seconds=0.2, messages_per_second=1e6, messages_at_once=10**6, body_bytes=1 << 16, games=10**6)
POSTS = (
    "position",
    "paste",
    "play",
    "compare",
    "trace",
    "play/x/move",
    "play/ID/move",
    "play/ID/undo",
    "play/ID/hint",
    "play/ID/resign",
    "play/ID/stop",
    "play/ID/resume",
)
GETS = (
    "analyse",
    "review",
    "thumbnail",
    "export/svg",
    "export/text",
    "export/bytes",
    "play/ID/export",
    "about",
    "tournaments/x",
    "games",
)
WORDS = st.sampled_from(
    [
        "othello",
        "connect4",
        "tictactoe",
        "tree",
        "mnk",
        "connect4:width=3",
        "human",
        "auto",
        "naive",
        "level:3",
        "f5",
        "[[1,2],[3]]",
        "((3)(5))",
        "chance[0.5:1,0.5:2]",
        "alphabeta",
        "minimax",
        "given",
        "worst",
        "4",
        "5 1 9",
        "X",
        "",
        "..",
        "\u0000",
        "é",
        "𝔽",
        "-1",
        "1e9",
        "../../etc/passwd",
        "cmd:./x",
        "<script>",
    ]
)
FIELDS = st.sampled_from(
    [
        "game",
        "position",
        "moves",
        "text",
        "sides",
        "clock",
        "move",
        "revision",
        "methods",
        "method",
        "depth",
        "nodes",
        "seconds",
        "best",
        "tree",
        "cut",
        "fail",
        "order",
        "cap",
        "table",
        "seed",
        "format",
        "kind",
        "increment",
        "level",
    ]
)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | WORDS
LEAVES |= st.text(max_size=20)
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(FIELDS, inner, max_size=3))
BODIES = st.dictionaries(FIELDS, VALUES, max_size=5)
# Limits of their own, so that nothing takes long that is asked for in earnest.
QUICK = {"depth": 2, "seconds": 0.05}
long = bool(os.environ.get("ZERMELO_EXPLORE"))
FEW = settings(max_examples=400 if long else 60, deadline=None, suppress_health_check=list(HealthCheck))
MANY = settings(max_examples=2000, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def fuzzed() -> Iterator[Local]:
    with local(Settings(limits=LIMITS)) as found:
        found.guest = found.visitor()  # type: ignore[attr-defined]
        game = found.guest.play("tictactoe", "human", "human")  # type: ignore[attr-defined]
        found.id = game["id"]  # type: ignore[attr-defined]
        yield found


def check(answer: Any, cost: Cost) -> None:
    assert answer.status_code != 500, answer.text
    assert cost.seconds < 20 * MOST_SECONDS  # of all that the server does, also for requests before
    if answer.status_code >= 400:
        error = answer.json()["error"]
        assert error["kind"]
        assert error["message"]


def post(server: Any, path: str, body: bytes) -> None:
    cost = Cost()
    answer = server.guest.client.post(f"/api/{path.replace('ID', server.id)}", content=body)
    check(answer, cost)


def get(server: Any, path: str, query: dict[str, str]) -> None:
    cost = Cost()
    answer = server.guest.client.get(f"/api/{path.replace('ID', server.id)}", params=query)
    check(answer, cost)


@FEW
@given(st.sampled_from(POSTS), BODIES)
def test_any_object_is_answered(fuzzed: Local, path: str, body: dict[str, Any]) -> None:
    post(fuzzed, path, json.dumps(QUICK | body).encode("utf-8", "surrogatepass"))
    post(fuzzed, path, json.dumps(body).encode("utf-8", "surrogatepass"))


@FEW
@given(st.sampled_from(POSTS), st.binary(max_size=200))
def test_any_bytes_are_answered(fuzzed: Local, path: str, body: bytes) -> None:
    post(fuzzed, path, body)


@FEW
@given(st.sampled_from(GETS), st.dictionaries(FIELDS, WORDS | st.text(max_size=10), max_size=5))
def test_any_query_is_answered(fuzzed: Local, path: str, query: dict[str, str]) -> None:
    get(fuzzed, path, {"depth": "2", "seconds": "0.05"} | query)


@FEW
@given(st.binary(max_size=300))
def test_any_bytes_on_the_line(fuzzed: Local, data: bytes) -> None:
    """Not even HTTP: the connection is closed or answered, and the next one works."""
    with socket.create_connection(("127.0.0.1", fuzzed.sock.getsockname()[1]), HANG_SECONDS) as sock:
        sock.sendall(data)
        sock.shutdown(socket.SHUT_WR)
        while sock.recv(4096):
            pass
    assert fuzzed.guest.client.get("/api/about").status_code == 200  # type: ignore[attr-defined]


def test_the_server_is_as_before(fuzzed: Local) -> None:
    assert eventually(lambda: fuzzed.site.workers.searching == 0)
    assert not fuzzed.site.streams.open


@pytest.mark.slow
@MANY
@given(st.sampled_from(POSTS), BODIES)
def test_very_many_objects(fuzzed: Local, path: str, body: dict[str, Any]) -> None:
    post(fuzzed, path, json.dumps(QUICK | body).encode("utf-8", "surrogatepass"))


@pytest.mark.slow
@MANY
@given(st.sampled_from(GETS), st.dictionaries(FIELDS, WORDS | st.text(max_size=10), max_size=5))
def test_very_many_queries(fuzzed: Local, path: str, query: dict[str, str]) -> None:
    get(fuzzed, path, {"depth": "2", "seconds": "0.05"} | query)
