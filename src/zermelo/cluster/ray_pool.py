"""Parts of a job on a Ray cluster, or on a Ray of this machine: the counterpart of match/pool.py.

A part is a Ray task, which has it done by a worker process of its own, as here: so that one that cannot be interrupted
is ended. A part whose worker or node dies is done again, and a result is taken once, by its id. On other machines the
package must be installed, and the job's folder must be there under the same path.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import warnings
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TypeAlias
from urllib.parse import urlsplit

from zermelo.errors import GameError, MissingExtra
from zermelo.match.job import Done, Job, Plain, id_of, job_again
from zermelo.match.pool import ATTEMPTS, Pool

CLIENT_PORT, REACH_SECONDS = 10001, 5.0  # Ray's usual port for clients; for a connection to it
WAIT_SECONDS = 0.1  # for a result, before it is asked again whether to stop


def ray_module() -> ModuleType:
    try:
        import ray
    except ImportError:
        raise MissingExtra("Ray is not installed: pip install 'zermelo[cluster]'") from None
    found: ModuleType = ray
    return found


@contextlib.contextmanager
def explained(address: str | None) -> Iterator[None]:
    """Inside, a cluster that does not answer is reported in words."""
    try:
        with warnings.catch_warnings(action="ignore"):
            yield
    except ConnectionError as error:
        raise ConnectionError(
            f"no Ray cluster answers at {address} ({error}): is it running, can its client port be reached from here, "
            "and are RAY_AUTH_MODE and RAY_AUTH_TOKEN set as they are there?"
        ) from None


def check_reachable(address: str) -> None:
    """ConnectionError within seconds if nobody listens there: Ray itself would try for half a minute."""
    place = urlsplit(address)
    try:
        port = place.port or CLIENT_PORT
    except ValueError:
        raise ConnectionError(f"{address} is not of the form ray://HOST:PORT") from None
    try:
        socket.create_connection((place.hostname or "", port), REACH_SECONDS).close()
    except OSError as error:
        raise ConnectionError(f"{place.hostname} port {port}: {error.strerror or error}") from None


Reference: TypeAlias = Hashable  # to what a task of Ray will come to


@dataclass
class Kept:
    """In a process of Ray: the job it is at, and its worker."""

    job: str = ""
    pool: Pool | None = None

    def worker(self, job: str, folder: str) -> Pool:
        if job != self.job or self.pool is None:
            self.close()
            os.chdir(folder)
            self.job, self.pool = job, Pool(job_again(json.loads(job)), 1)
        return self.pool

    def close(self) -> None:
        pool, self.pool = self.pool, None
        if pool is not None:
            pool.close()


KEPT = Kept()


def done(job: str, folder: str, part: Plain) -> Done:
    """One part, in a process of Ray; `job` is what `plain` gave, as JSON."""
    pool = KEPT.worker(job, folder)
    try:
        (found,) = (each for results in pool.run([part], lambda: False) for each in results)
    except BaseException:
        KEPT.close()
        raise
    return found


class RayPool:
    """Has parts done as Ray tasks, this many at a time; 0: as many as the cluster has processors, also if that changes.
    Without an address it begins a Ray on this machine."""

    def __init__(self, job: Job, workers: int, address: str | None = None) -> None:
        self.ray, self.job, self.workers = ray_module(), job, workers
        self.deaths: Counter[str] = Counter()
        package = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        path = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH", "")]))
        # "local": without it Ray joins a cluster that happens to run on this machine, and refuses num_cpus.
        alone = {"address": "local", "num_cpus": workers, "include_dashboard": False}
        own = alone if address is None else {"address": address}
        self.began = not self.ray.is_initialized()
        if self.began:
            environment = {"PYTHONPATH": path} if address is None else {}
            more = {"log_to_driver": False, "logging_level": "error", "runtime_env": {"env_vars": environment}}
            with explained(address):
                if address is not None:
                    check_reachable(address)
                self.ray.init(**own, **more)
        self.do = self.ray.remote(max_retries=0)(done)

    def run(self, parts: Sequence[Plain], stop: Callable[[], bool]) -> Iterator[list[Done]]:
        """Has the parts done and gives their results as they come. After `stop` none is begun."""
        waiting, running = deque(parts), dict[Reference, Plain]()
        job, folder = json.dumps(self.job.plain()), os.path.abspath(self.job.folder)
        while True:
            while waiting and len(running) < self.wanted() and not stop():
                part = waiting.popleft()
                running[self.do.remote(job, folder, dict(part))] = part
            if not running:
                return
            found: list[Done] = []
            for reference in self.ready(list(running)):
                found += self.result(reference, running.pop(reference), waiting)
            if found:
                yield found

    def wanted(self) -> int:
        """How many parts are to be done at a time."""
        return self.workers or max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    def ready(self, running: list[Reference]) -> list[Reference]:
        """Waits for one that is done; all that are."""
        if not self.ray.wait(running, num_returns=1, timeout=WAIT_SECONDS)[0]:
            return []
        return list(self.ray.wait(running, num_returns=len(running), timeout=0)[0])

    def result(self, reference: Reference, part: Plain, waiting: deque[Plain]) -> list[Done]:
        """The result of a part; none if its worker died and it is to be done again."""
        try:
            return [self.ray.get(reference)]
        except self.ray.exceptions.RayTaskError as error:
            raise GameError(str(error.cause or error)) from None
        except self.ray.exceptions.RayError as error:
            self.deaths[id_of(part)] += 1
            if self.deaths[id_of(part)] < ATTEMPTS:
                waiting.appendleft(part)
                return []
            reason = f"the process that played it died {ATTEMPTS} times ({type(error).__name__})"
            return [Done(id_of(part), self.job.lost(part, reason))]

    def close(self) -> None:
        if self.began:
            self.ray.shutdown()

    def __enter__(self) -> RayPool:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()
