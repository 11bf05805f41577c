"""endgames(state, …) -> EndgameTable: the true value of every position of a game, or of a part of it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from zermelo.endgame_file import Writer
from zermelo.errors import TooLarge
from zermelo.game import State, explained
from zermelo.kinds import trouble, two_players
from zermelo.limits import positive
from zermelo.native import core
from zermelo.validate import shown, typed

if TYPE_CHECKING:
    from zermelo.search import Stop

EndgameTable: TypeAlias = core.EndgameTable
Slice: TypeAlias = core.Slice

MEMORY_MB = 1024.0
SAVE_SECONDS = 10.0  # of work that a killed process may lose, where slices are finished more often than that


@dataclass(frozen=True)
class Progress:
    """How far an analysis has come: positions done, and those that are known to be waiting."""

    done: int
    waiting: int
    slice: str = ""


Watch: TypeAlias = Callable[[Progress], object]


@typed
def endgames(
    state: State | Sequence[State],
    *,
    pieces: int | None = None,
    symmetry: bool = False,
    threads: int = 1,
    memory_mb: float = MEMORY_MB,
    seconds: float | None = None,
    nodes: int | None = None,
    stop: Stop | None = None,
    progress: Watch | None = None,
    file: str | Path | None = None,
) -> EndgameTable:
    """Every position that can be met from `state` (or from several), with its true value.

    Play without end is a draw. In games of outcome the table also knows how many plies are left. `pieces` asks for all
    positions of at most so many pieces instead, in games that number theirs; they are analysed slice by slice, on
    `threads`. With `symmetry` mirror images are one. TooLarge says how much memory is needed if `memory_mb` is not
    enough. `seconds`, `nodes` (moves tried) and `stop` end it early: then `complete` is False, and the table holds the
    slices that were finished. `file` is where it is kept: a finished table is read from there, an unfinished one is
    continued, and every slice is saved.
    """
    starts = [state] if isinstance(state, State) else list(state)
    check_starts(starts)
    check_numbers(pieces, threads, memory_mb, seconds, nodes)
    planned = slices(starts[0], pieces)
    check = core.endgame_print(starts[0], pieces) if pieces is not None else 0
    if symmetry and not starts[0].info.symmetric:
        raise ValueError(f"{starts[0].game.label} declares no symmetry (canonical)")
    table = core.EndgameTable(starts[0].game.label, symmetry and not planned, planned, check)
    if file is not None and os.path.exists(file):
        table = continued(table, file)
    if table.complete:
        return table
    job = Job(table, starts, threads, memory_mb, time.monotonic(), seconds, nodes, stop, progress)
    with explained(starts[0].game):
        if planned:
            finish_slices(job, None if file is None else Path(file))
        else:
            enumerate_all(job, None if file is None else Path(file))
    return table


@dataclass(frozen=True)
class Job:
    """A table to fill, and what may be spent on it."""

    table: EndgameTable
    starts: Sequence[State]
    threads: int
    memory_mb: float
    began: float
    seconds: float | None
    nodes: int | None
    stop: Stop | None
    progress: Watch | None

    def seconds_left(self) -> float:
        """0: any number."""
        return 0.0 if self.seconds is None else max(1e-6, self.seconds - (time.monotonic() - self.began))

    def report(self, done: int, waiting: int, name: str = "") -> None:
        if self.progress is not None:
            self.progress(Progress(done, waiting, name))


def enumerate_all(job: Job, file: Path | None) -> None:
    table = job.table
    told = None if job.progress is None else job.report
    core.enumerate_endgames(table, list(job.starts), job.memory_mb, job.seconds_left(), job.nodes or 0, job.stop, told)
    job.report(len(table), 0)
    if file is not None and table.complete:
        table.save(file)


def finish_slices(job: Job, file: Path | None) -> None:
    table, saved, writer = job.table, time.monotonic(), Writer(job.table)
    check_room(job)
    while not table.complete:
        number = len(table.tallies)
        left = sum(each.size for each in table.planned[number:])
        job.report(len(table), left, table.planned[number].name)
        stopped = core.next_endgame_slice(
            table, job.starts[0], job.threads, job.memory_mb, job.seconds_left(), job.stop
        )
        due = time.monotonic() - saved > SAVE_SECONDS
        if file is not None and (stopped or table.complete or due):
            writer.save(file)
            saved = time.monotonic()
        if stopped:
            return
    job.report(len(table), 0)


def check_room(job: Job) -> None:
    """TooLarge at once, and not after the slices that would have fitted; a position takes a byte at the least."""
    table = job.table
    needed = table.bytes + sum(each.size for each in table.planned[len(table.tallies) :])
    if needed > job.memory_mb * 2**20:
        raise TooLarge(
            f"{len(table.planned)} slices of up to {max(each.pieces for each in table.planned)} pieces take at least "
            f"{needed / 2**20:,.1f} MB: more than the {job.memory_mb:,.1f} MB that are allowed (memory_mb, --memory)"
        )


def slices(state: State, pieces: int | None) -> list[Slice]:
    """The slices of at most so many pieces; none where positions are to be enumerated."""
    if pieces is None:
        return []
    found = core.endgame_slices(state, pieces)
    if not found:
        raise ValueError(
            f"{state.game.label} does not number its positions by pieces: without pieces= (--pieces) all positions "
            "that can be met from the start are analysed"
        )
    return found


def continued(table: EndgameTable, file: str | Path) -> EndgameTable:
    """What a file already holds of a table."""
    found = core.EndgameTable.load(file)
    plan = [(each.name, each.size) for each in found.planned]
    same = (found.game, found.symmetric, found.check, plan) == (
        table.game,
        table.symmetric,
        table.check,
        [(each.name, each.size) for each in table.planned],
    )
    if not same:
        raise ValueError(f"{os.fspath(file)} holds another table ({found!r}): give another name")
    return found


def check_starts(starts: Sequence[State]) -> None:
    """ValueError unless they are positions of one game that can be analysed backwards."""
    if not starts:
        raise ValueError("no position to begin with")
    game = starts[0].game
    if any(each.game.label != game.label for each in starts):
        raise ValueError("positions of different games")
    found = trouble(starts[0].info)
    if found is not None:
        raise ValueError(f"{game.label} cannot be analysed backwards: {found[0]}")
    if not two_players(starts[0].info):
        raise ValueError(f"{game.label} cannot be analysed backwards: it is played by partners")


def check_numbers(pieces: int | None, threads: int, memory_mb: float, seconds: float | None, nodes: int | None) -> None:
    for name, value, least in (("pieces", pieces, 0), ("threads", threads, 1), ("nodes", nodes, 1)):
        if value is not None and not least <= value <= 2**31 - 1:
            raise ValueError(f"{name}={shown(value)}: must be a whole number >= {least}")
    positive("memory_mb", memory_mb)
    if seconds is not None:
        positive("seconds", seconds)


__all__ = ["EndgameTable", "Progress", "Slice", "TooLarge", "endgames"]
