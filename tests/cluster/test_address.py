"""Where a cluster is, and how many of its processors are used: what can be seen without Ray."""

from __future__ import annotations

import socket
from types import SimpleNamespace

import pytest

from zermelo.cli.executors import workers_of
from zermelo.cluster.ray_pool import RayPool, check_reachable


def test_an_address_where_nobody_listens_is_refused_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        check_reachable(f"ray://127.0.0.1:{port}")
    with pytest.raises(ConnectionError, match=f"127.0.0.1 port {port}: Connection refused"):
        check_reachable(f"ray://127.0.0.1:{port}")
    with pytest.raises(ConnectionError, match="not of the form ray://HOST:PORT"):
        check_reachable("ray://127.0.0.1:99999999")


@pytest.mark.parametrize(
    ("given", "place", "found"), [(3, "ray://x", 3), (None, "ray://x", 0), (2, None, 2), (2, "ray", 2)]
)
def test_the_number_of_workers(given: int | None, place: str | None, found: int) -> None:
    assert workers_of(given, place) == found


def test_a_cluster_is_used_whole_also_when_it_grows() -> None:
    pool = RayPool.__new__(RayPool)
    resources = {"CPU": 5.0}
    pool.workers, pool.ray = 0, SimpleNamespace(cluster_resources=lambda: resources)  # type: ignore[assignment]
    assert pool.wanted() == 5
    resources["CPU"] = 8.0
    assert pool.wanted() == 8
    pool.workers = 3
    assert pool.wanted() == 3
