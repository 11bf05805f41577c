"""Who may ask what, how often and how much; and what every answer says about itself."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace
from serving import Visitor

from conftest import Local, local
from costs import HANG_SECONDS, Cost, eventually
from zermelo.web import limits
from zermelo.web.app import Settings
from zermelo.web.guard import LOCAL_NAMES, host_name
from zermelo.web.limits import EXPOSED, OWN, Bucket, Buckets

GAME = {"game": "tictactoe"}


def post(server: Local, **headers: str) -> httpx.Response:
    with httpx.Client(base_url=server.url, timeout=HANG_SECONDS) as client:
        return client.post("/api/position", json=GAME, headers=headers)


@pytest.mark.parametrize("host", ["localhost", "localhost:80", "127.0.0.1:9", "LOCALHOST", "[::1]:80"])
def test_our_own_names(server: Local, host: str) -> None:
    assert post(server, host=host).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "192.168.1.5", "", "[::1", "a b", "0"]
)
def test_foreign_names_are_refused(server: Local, host: str) -> None:
    answer = post(server, host=host)
    assert (answer.status_code, answer.json()["error"]["kind"]) == (400, "host")


def test_an_exposed_server_goes_by_addresses_and_its_names() -> None:
    names = LOCAL_NAMES | {"play.example"}
    with local(Settings(limits=EXPOSED, names=names, exposed=True)) as server:
        for host in ("192.168.1.5:8420", "[fe80::1]:80", "play.example", "play.example:8420"):
            assert post(server, host=host).status_code == 200
        assert post(server, host="evil.example").status_code == 400


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"sec-fetch-site": "same-origin"}, 200),
        ({"sec-fetch-site": "none"}, 200),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://[bad"}, 403),
    ],
)
def test_pages_of_other_sites_are_refused(server: Local, headers: dict[str, str], status: int) -> None:
    assert post(server, **headers).status_code == status


def test_our_own_origin(server: Local) -> None:
    assert post(server, origin=server.url, host=server.url.removeprefix("http://")).status_code == 200


def test_links_from_elsewhere_reach_the_page(server: Local) -> None:
    headers = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    answer = httpx.get(server.url, headers=headers, timeout=HANG_SECONDS)
    assert answer.status_code in (200, 503)


def test_every_answer_has_the_safe_headers(server: Local) -> None:
    for path in ("/", "/api/about", "/api/nothing", "/nothing", "/api/thumbnail?game=tictactoe"):
        answer = httpx.get(server.url + path, timeout=HANG_SECONDS)
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "http" not in policy  # nothing from elsewhere
        assert "server" not in answer.headers


def test_the_cookie_is_out_of_reach_of_scripts(server: Local) -> None:
    with httpx.Client(base_url=server.url, timeout=HANG_SECONDS) as client:
        given = client.get("/api/about").headers["set-cookie"]
        for word in ("HttpOnly", "SameSite=Strict", "Path=/", "Max-Age"):
            assert word in given
        assert "set-cookie" not in client.get("/api/about").headers
    for cookie in ("zermelo=short", "zermelo=" + "x" * 5000, "zermelo", '"', "zermelo=" + "é" * 43):
        answer = httpx.get(
            server.url + "/api/about", headers={"cookie": cookie.encode("latin-1")}, timeout=HANG_SECONDS
        )
        assert answer.status_code == 200
        assert "set-cookie" in answer.headers


def test_a_cookie_is_for_one_visitor_only(server: Local, visitor: Visitor) -> None:
    """Also where an answer is a stream: nobody is ever given another's cookie."""
    given = []
    for _ in range(3):
        with httpx.stream("GET", server.url + "/api/analyse", params=GAME, timeout=HANG_SECONDS) as answer:
            given.append(answer.headers["set-cookie"])
        with httpx.stream("GET", server.url + "/api/about", timeout=HANG_SECONDS) as answer:
            given.append(answer.headers["set-cookie"])
        with visitor.client.stream("GET", "/api/analyse", params=GAME, timeout=HANG_SECONDS) as answer:
            assert "set-cookie" not in answer.headers
            assert len(answer.headers.get_list("x-content-type-options")) == 1
    assert len(set(given)) == len(given)


def test_bodies_have_a_limit(server: Local) -> None:
    with (
        local(Settings(limits=replace(OWN, body_bytes=1000))) as small,
        httpx.Client(base_url=small.url, timeout=HANG_SECONDS) as client,
    ):
        answer = client.post("/api/position", content=b"x" * 1001)
        assert (answer.status_code, answer.json()["error"]["kind"]) == (413, "body limit")
        answer = client.post("/api/position", content=(b"x" * 100 for _ in range(11)))  # without its length
        assert (answer.status_code, answer.json()["error"]["kind"]) == (413, "body limit")
        assert client.post("/api/position", json=GAME).status_code == 200


def test_texts_have_a_limit() -> None:
    with local(Settings(limits=replace(OWN, text_length=100))) as server:
        status, problem = server.visitor().refused("/api/position", game="tictactoe", moves=["1"] * 101)
        assert (status, problem["kind"]) == (413, "text limit")


def test_a_body_that_drips_is_not_waited_for(monkeypatch: pytest.MonkeyPatch, server: Local) -> None:
    monkeypatch.setattr("zermelo.web.guard.BODY_SECONDS", 0.3)
    with socket.create_connection(("127.0.0.1", server.sock.getsockname()[1])) as sock:
        sock.sendall(b"POST /api/position HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
        sock.settimeout(HANG_SECONDS)
        assert b"408" in sock.recv(1000).split(b"\r\n")[0]


def test_so_many_messages_and_no_more() -> None:
    with local(Settings(limits=replace(OWN, messages_per_second=0.01, messages_at_once=5))) as server:
        visitor = server.visitor()
        codes = [visitor.client.get("/api/about").status_code for _ in range(8)]
        assert codes == [200] * 5 + [429] * 3
        answer = visitor.client.get("/api/about")
        assert answer.json()["error"]["kind"] == "message limit"
        assert answer.headers["retry-after"] == "1"
        assert server.visitor().client.get("/api/about").status_code == 200  # others are served


def test_a_bucket_fills_again(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 50.0
    monkeypatch.setattr("zermelo.web.limits.time.monotonic", lambda: now)
    bucket = Bucket(2.0, 3)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now += 0.4
    assert not bucket.take()
    now += 0.1
    assert [bucket.take(), bucket.take()] == [True, False]
    now += 1000.0
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_visitors_without_cookies_share_a_limit() -> None:
    with local(Settings(limits=replace(OWN, messages_per_second=0.01, messages_at_once=1))) as server:
        asked = [httpx.get(server.url + "/api/about", timeout=HANG_SECONDS) for _ in range(limits.ADDRESS_FACTOR + 3)]
        assert [each.status_code for each in asked].count(429) == 3


def test_buckets_are_forgotten_oldest_first() -> None:
    buckets = Buckets(0.001, 1, most=2)
    assert [buckets.take(name) for name in ("a", "b", "a", "c", "b")] == [True, True, False, True, True]
    bucket = Bucket(1000.0, 2)
    assert [bucket.take() for _ in range(2)] == [True, True]


def test_as_many_streams_as_allowed() -> None:
    with local(Settings(limits=replace(OWN, streams=2))) as server, contextlib.ExitStack() as stack:
        visitor = server.visitor()
        game = visitor.play("tictactoe", "human", "human")
        path = f"/api/play/{game['id']}/events"
        kept = [stack.enter_context(visitor.events(path)) for _ in range(2)]
        for events in kept:
            next(events)
        answer = visitor.client.get(path)
        assert (answer.status_code, answer.json()["error"]["kind"]) == (429, "stream limit")
        analysis = visitor.client.get("/api/analyse", params=GAME)
        assert analysis.status_code == 429
        assert server.site.workers.searching == 0
        stack.close()
        assert eventually(lambda: not server.site.streams.open)
        with visitor.events(path) as events:
            next(events)


def test_one_search_too_many_ends_the_oldest() -> None:
    with local(Settings(limits=replace(OWN, searches=2))) as server, contextlib.ExitStack() as stack:
        visitor = server.visitor()

        def begun() -> Iterator[tuple[str, object]]:
            events = stack.enter_context(visitor.events("/api/analyse", game="othello", seconds=30))
            next(events)
            return events

        kept = [begun(), begun(), begun()]
        name, end = list(kept[0])[-1]
        assert (name, end["reason"]) == ("end", "replaced")  # type: ignore[index]
        assert len(server.site.searches.running) == 1


def test_search_limits_hold() -> None:
    with local(Settings(limits=replace(OWN, seconds=0.3, nodes=10**9))) as server:
        cost = Cost()
        with server.visitor().events("/api/analyse", game="othello", seconds=100) as events:
            last = [data for name, data in events if name == "thinking"][-1]
        assert cost.seconds < 20
        assert last["stopped"] == "seconds"
    with local(Settings(limits=replace(OWN, nodes=5000))) as server:
        with server.visitor().events("/api/analyse", game="connect4", depth=30) as events:
            last = [data for name, data in events if name == "thinking"][-1]
        assert last["stopped"] == "nodes"
        assert last["nodes"] < 20_000


def test_names_are_data_not_markup(server: Local, visitor: Visitor) -> None:
    """What visitors write comes back as JSON text, or escaped in pictures."""
    mark = "<script>alert(1)</script>"
    answer = visitor.client.post("/api/position", json={"game": mark})
    assert answer.headers["content-type"] == "application/json"
    picture = visitor.client.get("/api/thumbnail", params={"game": "tree", "position": "[1,2]"})
    assert "<script" not in picture.text
    assert visitor.client.get(f"/{mark}").headers["content-type"].startswith("text/plain")


@pytest.mark.parametrize(
    ("host", "name"),
    [("a:1", "a"), ("A", "a"), ("[::1]:3", "::1"), ("a.", "a"), ("", ""), ("a@b", "b"), ("[", "")],
)
def test_names_of_hosts(host: str, name: str) -> None:
    assert host_name(host) == name


def test_websockets_are_refused(server: Local) -> None:
    headers = {
        "connection": "upgrade",
        "upgrade": "websocket",
        "sec-websocket-key": "x" * 24,
        "sec-websocket-version": "13",
    }
    assert httpx.get(server.url + "/api/about", headers=headers, timeout=HANG_SECONDS).status_code in (
        200,
        400,
        403,
        426,
    )


def test_the_bundle_is_served_packed_and_cached(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html>" + "page " * 1000)
    (tmp_path / "assets" / "app-1.js").write_text("x" * 5000)
    with local(Settings(bundle=tmp_path)) as server, httpx.Client(base_url=server.url, timeout=HANG_SECONDS) as client:
        page = client.get("/analyse")
        assert page.headers["content-encoding"] == "gzip"
        assert page.headers["cache-control"] == "no-cache"
        assert client.get("/", headers={"if-none-match": page.headers["etag"]}).status_code == 304
        script = client.get("/assets/app-1.js", headers={"accept-encoding": "identity"})
        assert script.headers["content-type"].startswith("text/javascript")
        assert "immutable" in script.headers["cache-control"]
        assert len(script.content) == 5000
        assert client.get("/assets/../conftest.py").status_code == 404
