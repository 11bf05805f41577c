"""Parts of a long work, each kept on the disk when it is done: a work that was killed goes on where it stopped."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Generic, TypeVar

from zermelo.match.job import Executor, Plain, id_of
from zermelo.match.journal import Journal, JournalError
from zermelo.version import __version__

T = TypeVar("T")
RECORD = "games.record"


class Kept(Generic[T]):
    """What the parts came to, by their ids; on the disk if there is a journal for it."""

    def __init__(self, journal: Journal | None, read: Callable[[object], T]) -> None:
        self.journal, self.read = journal, read
        entries = () if journal is None else journal.entries
        self.results = {id_of(each): read(each["result"]) for each in entries}

    def add(self, results: Mapping[str, object]) -> None:
        if self.journal is not None:
            self.journal.add([{"id": name, "result": result} for name, result in results.items()])
        self.results.update({name: self.read(result) for name, result in results.items()})


def begun(folder: str | Path | None) -> bool:
    """Whether a folder holds something already."""
    return folder is not None and (Path(folder) / RECORD).exists()


@contextmanager
def kept_in(folder: str | Path | None, plan: Plain, read: Callable[[object], T]) -> Iterator[Kept[T]]:
    """Inside, the results that a folder holds, and those that are added; JournalError if they are another plan's."""
    if folder is None:
        yield Kept(None, read)
        return
    Path(folder).mkdir(parents=True, exist_ok=True)
    wanted: Plain = json.loads(json.dumps(plan))
    with Journal(Path(folder) / RECORD, {"tuning": wanted, "version": __version__}) as journal:
        found = journal.head.get("tuning")
        if not isinstance(found, Mapping):
            raise JournalError(f"{folder} holds the games of something else: use another folder")
        if differ := [name for name in {**wanted, **found} if found.get(name) != wanted.get(name)]:
            raise JournalError(f"{folder} holds another tuning ({', '.join(differ)} differ): use another folder")
        yield Kept(journal, read)


class Work(Generic[T]):
    """Has parts done that are not kept yet. When `stop` says so, those that are being done are finished, no other is
    begun, and KeyboardInterrupt is raised."""

    def __init__(self, kept: Kept[T], executor: Executor, stop: Callable[[], bool]) -> None:
        self.kept, self.executor, self.stop = kept, executor, stop

    def done(self, parts: Sequence[Plain], enough: Callable[[], bool] = lambda: False) -> Iterator[None]:
        """Does the parts until there are enough results; gives a sign of life at the beginning and after some."""
        yield
        if enough():
            return
        left = [part for part in parts if id_of(part) not in self.kept.results]
        for some in self.executor.run(left, lambda: self.stop() or enough()):
            self.kept.add({each.id: each.result for each in some})
            yield
        if not enough() and self.count(parts) < len(parts):
            raise KeyboardInterrupt

    def count(self, parts: Sequence[Plain]) -> int:
        """How many of the parts are done."""
        return sum(id_of(part) in self.kept.results for part in parts)
