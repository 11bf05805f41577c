"""Executors of long work: worker processes of this machine, or a Ray cluster."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable

import click

from zermelo.cli.arguments import together
from zermelo.cli.failures import BadUse
from zermelo.match.job import Executor, Job
from zermelo.match.pool import Pool

CLUSTER = "ray://"
PLACES = together(
    click.option(
        "--workers",
        type=click.IntRange(1, 1024),
        metavar="N",
        help="Games at a time; one less than there are processors, on a cluster as many as it has.",
    ),
    click.option(
        "--on", "place", metavar="WHERE", help="Play on a Ray cluster (extra cluster): ray, or ray://ADDRESS."
    ),
)


def workers_of(workers: int | None, place: str | None = None) -> int:
    """How many parts are done at a time. 0: as many as the cluster has processors, which only the cluster knows."""
    if workers is None and place is not None and place.startswith(CLUSTER):
        return 0
    return workers or max(1, (os.cpu_count() or 2) - 1)


def pool_on(place: str | None) -> Callable[[Job, int], Executor]:
    """Where parts of a job are done."""
    if place is None:
        return Pool
    if place != "ray" and not place.startswith(CLUSTER):
        raise BadUse(f"--on {place}: expected ray, or ray://ADDRESS of a cluster")
    from zermelo.cluster.ray_pool import RayPool, ray_module

    ray_module()  # says at once if it is missing
    return lambda job, workers: RayPool(job, workers, None if place == "ray" else place)


def command_again(*more: str) -> str:
    """The command line that goes on with this work."""
    return shlex.join(["zermelo", *sys.argv[1:], *more])
