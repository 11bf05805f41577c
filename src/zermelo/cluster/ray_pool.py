"""The games of a tournament on a Ray cluster, or on a Ray of this machine: the counterpart of match/pool.py.

A game is a Ray task. One whose worker or node dies is played again, and a result is taken once, by the id of its game.
On other machines the package must be installed, and the tournament's folder must be there under the same path.
"""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from zermelo.errors import GameError, MissingExtra
from zermelo.match.pool import ATTEMPTS, Message
from zermelo.match.setup import Setup, setup_again
from zermelo.match.worker import broken_off, play_task, record_fields


def ray_module() -> Any:
    try:
        import ray
    except ImportError:
        raise MissingExtra("Ray is not installed: pip install 'zermelo[cluster]'") from None
    return ray


def played(setup: dict[str, Any], folder: str, task: dict[str, Any]) -> dict[str, Any]:
    """One game, on a worker."""
    os.chdir(folder)
    return {"id": task["id"], "record": record_fields(play_task(setup_again(setup, folder), task))}


class RayPool:
    """Plays games as Ray tasks, so many at a time. Without an address it begins a Ray on this machine."""

    def __init__(self, setup: Setup, workers: int, address: str | None = None) -> None:
        self.ray, self.setup, self.wanted = ray_module(), setup, workers
        self.deaths: Counter[str] = Counter()
        package = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
        path = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH", "")]))
        own = {"num_cpus": workers, "include_dashboard": False} if address is None else {"address": address}
        self.began = not self.ray.is_initialized()
        if self.began:
            environment = {"PYTHONPATH": path} if address is None else {}
            self.ray.init(**own, log_to_driver=False, logging_level="error", runtime_env={"env_vars": environment})
        self.play = self.ray.remote(max_retries=0)(played)

    def run(self, tasks: Sequence[Message], stop: Callable[[], bool]) -> Iterator[list[Message]]:
        """Plays the games and gives their results as they come. After `stop` none is begun."""
        waiting, running = deque(tasks), dict[Any, Message]()
        plain, folder = self.setup.plain(), os.path.abspath(self.setup.folder)
        while True:
            while waiting and len(running) < self.wanted and not stop():
                task = waiting.popleft()
                running[self.play.remote(plain, folder, dict(task))] = task
            if not running:
                return
            ready, _ = self.ray.wait(list(running), num_returns=1, timeout=0.1)
            ready += self.ray.wait([each for each in running if each not in ready] or ready, num_returns=1, timeout=0)[
                0
            ]
            found: list[Message] = []
            for reference in dict.fromkeys(ready):
                found += self.result(reference, running.pop(reference), waiting)
            if found:
                yield found

    def result(self, reference: Any, task: Message, waiting: deque[Message]) -> list[Message]:
        """The result of a game; none if its worker died and it is to be played again."""
        try:
            return [self.ray.get(reference)]
        except self.ray.exceptions.RayTaskError as error:
            raise GameError(f"{error.cause or error} (in game {task['id']})") from None
        except self.ray.exceptions.RayError as error:
            self.deaths[task["id"]] += 1
            if self.deaths[task["id"]] < ATTEMPTS:
                waiting.appendleft(task)
                return []
            reason = f"the process that played it died {ATTEMPTS} times ({type(error).__name__})"
            return [{"id": task["id"], "record": broken_off(self.setup, task, [], "aborted", None, reason)}]

    def close(self) -> None:
        if self.began:
            self.ray.shutdown()

    def __enter__(self) -> RayPool:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()
