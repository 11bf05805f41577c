"""Work in many independent parts, done by worker processes here (pool.py) or elsewhere (zermelo.cluster).

A part is plain data with an `id`, a Done is what comes of it; both go through JSON. Whatever dies, each part counts
once: one whose process was lost is done again, and must come to the same.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Protocol, TypeAlias, TypeVar

from zermelo.codec import from_plain

T = TypeVar("T")
Plain: TypeAlias = Mapping[str, object]  # as JSON has it


@dataclass(frozen=True)
class Done:
    """What a part came to, and the seconds it took."""

    id: str
    result: object
    seconds: float = 0.0


@dataclass(frozen=True)
class Said:
    """A line of a worker: a part is done, or came to an error; or a player thinks who may never come back, in the game
    with these moves so far: the seat, and the seconds there are; or only these moves, to be shown."""

    id: str
    result: object = None
    error: str = ""
    seconds: float = 0.0
    thinking: int | None = None
    moves: tuple[str, ...] = ()
    shown: bool = False  # only where the game stands, for whoever watches

    def line(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))


Tell: TypeAlias = Callable[[Said], object]


class Job(Protocol):
    """What the parts have in common. `folder` is where the processes that do them work."""

    folder: str

    def plain(self) -> Plain:
        """As a worker gets it. `module` names the module whose `job_again` makes the job from this."""

    def do(self, part: Plain, tell: Tell) -> object:
        """Does one part. `tell` passes on that a player thinks who may never come back."""

    def lost(self, part: Plain, reason: str) -> object:
        """What a part comes to whose process died again and again; raises GameError if that stops all."""

    def stalled(self, part: Plain, said: Said) -> object:
        """What a part comes to in which a player did not come back, as said, and was ended with its process."""


class Executor(Protocol):
    """Where parts are done."""

    def run(self, parts: Sequence[Plain], stop: Callable[[], bool]) -> Iterator[list[Done]]:
        """Does the parts and gives what comes of them, some at a time, in any order. After `stop` none is begun."""

    def __enter__(self) -> Executor: ...

    def __exit__(self, *raised: object) -> None: ...


def job_again(plain: Plain) -> Job:
    """The job that a worker was sent."""
    made: Job = importlib.import_module(str(plain["module"])).job_again(plain)
    return made


def read_as(kind: type[T], plain: object) -> T:
    """Plain data as what it should be; ValueError says where it is not."""
    return from_plain(plain, kind)


def id_of(part: Plain) -> str:
    return str(part["id"])


class Here:
    """Does everything in this process, part by part, in order."""

    def __init__(self, job: Job) -> None:
        self.job = job

    def run(self, parts: Sequence[Plain], stop: Callable[[], bool]) -> Iterator[list[Done]]:
        for part in parts:
            if stop():
                return
            yield [Done(id_of(part), self.job.do(part, lambda said: None))]

    def __enter__(self) -> Here:
        return self

    def __exit__(self, *raised: object) -> None:
        pass
