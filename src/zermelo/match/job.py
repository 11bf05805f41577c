"""Work in many independent parts, done by worker processes here (pool.py) or elsewhere (zermelo.cluster).

A part is a dict with an `id`; so is what comes of it, with the same `id` and a `result`. Both go through JSON. Whatever
dies, each part counts once: one whose process was lost is done again, and must come to the same.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

Message = Mapping[str, Any]


class Job(Protocol):
    """What the parts have in common. `folder` is where the processes that do them work."""

    folder: str

    def plain(self) -> dict[str, Any]:
        """As a worker gets it. `module` names the module whose `job_again` makes the job from this."""

    def do(self, part: Message, tell: Callable[[Message], object]) -> Any:
        """Does one part. `tell` passes on that a player thinks who may never come back: `thinking`, `seconds`, …"""

    def lost(self, part: Message, reason: str) -> Any:
        """What a part comes to whose process died again and again; raises GameError if that stops all."""

    def stalled(self, part: Message, told: Message) -> Any:
        """What a part comes to in which a player, as reported, did not come back and was ended with its process."""


class Executor(Protocol):
    """Where parts are done."""

    def run(self, parts: Sequence[Message], stop: Callable[[], bool]) -> Iterator[list[Message]]:
        """Does the parts and gives what comes of them, some at a time, in any order. After `stop` none is begun."""

    def __enter__(self) -> Executor: ...

    def __exit__(self, *raised: object) -> None: ...


def job_again(plain: Mapping[str, Any]) -> Job:
    """The job that a worker was sent."""
    made: Job = importlib.import_module(plain["module"]).job_again(plain)
    return made


class Here:
    """Does everything in this process, part by part, in order."""

    def __init__(self, job: Job) -> None:
        self.job = job

    def run(self, parts: Sequence[Message], stop: Callable[[], bool]) -> Iterator[list[Message]]:
        for part in parts:
            if stop():
                return
            yield [{"id": part["id"], "result": self.job.do(part, lambda message: None)}]

    def __enter__(self) -> Here:
        return self

    def __exit__(self, *raised: object) -> None:
        pass
