"""A tournament as it goes: a table that is drawn anew on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from zermelo.cli.output import note
from zermelo.match.standings import standings_of
from zermelo.match.tournament import Tournament

if TYPE_CHECKING:
    from rich.console import Group
    from rich.live import Live

DRAW_SECONDS, TELL_SECONDS = 0.5, 10.0
MOST_ROWS = 25
OTHER_COLUMNS, SHORTEST_NAME = 74, 8  # letters that the table needs beside the names; that are left of a name


@contextmanager
def follow(playing: Tournament, workers: int) -> Iterator[Callable[[Tournament], object]]:
    """What `Tournament.run` takes as `watch`."""
    if not sys.stderr.isatty():
        yield Lines(workers)
        return
    from rich.console import Console
    from rich.live import Live

    with Live(console=Console(stderr=True), auto_refresh=False, transient=True) as live:
        yield Drawing(live, workers)


class Pace:
    """How many games are done, and how long the rest may take."""

    def __init__(self, workers: int) -> None:
        self.began, self.before, self.workers = time.monotonic(), -1, workers
        self.shown = 0.0

    def due(self, playing: Tournament, seconds: float) -> bool:
        if self.before < 0:
            self.before = len(playing.games)
        now = time.monotonic()
        if now - self.shown < seconds:
            return False
        self.shown = now
        return True

    def words(self, playing: Tournament) -> str:
        done, total, gone = len(playing.games), playing.total, time.monotonic() - self.began
        rate = (done - self.before) / gone if gone > 0 else 0.0
        text = f"{done:,} of {total:,} games"
        if rate and done < total:
            most = "at most" if playing.setup.sprt is not None else "about"
            at_once = f", {self.workers} at a time" if self.workers else ""
            text += f", {most} {duration((total - done) / rate)} left ({rate:.1f} games/s{at_once})"
        return text


class Lines(Pace):
    def __call__(self, playing: Tournament) -> None:
        if self.due(playing, TELL_SECONDS) and len(playing.games) > self.before:
            note(self.words(playing))


class Drawing(Pace):
    def __init__(self, live: Live, workers: int) -> None:
        super().__init__(workers)
        self.live = live

    def __call__(self, playing: Tournament) -> None:
        if self.due(playing, DRAW_SECONDS):
            self.live.update(self.drawn(playing), refresh=True)

    def drawn(self, playing: Tournament) -> Group:
        from rich.box import SIMPLE_HEAD
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        found = standings_of(playing.played())
        table = Table(box=SIMPLE_HEAD, pad_edge=False)
        for name in ("place", "engine", "points", "games", "Elo", "95 %", "faults"):
            table.add_column(name, justify="left" if name == "engine" else "right", no_wrap=True)
        for row in found.rows[:MOST_ROWS]:
            name = cut(row.name, self.live.console.width - OTHER_COLUMNS)
            cells = row.place, name, f"{row.points:g}", row.games, row.elo_text, row.interval_text, row.faults
            table.add_row(*(Text(str(cell)) for cell in cells))
        bar = Table.grid()  # a bar alone does not end its line
        bar.add_row(ProgressBar(total=playing.total, completed=len(playing.games), width=60))
        ratio = "" if found.llr is None else f"; log-likelihood ratio {found.llr:.2f}"
        return Group(table, bar, Text(self.words(playing) + ratio))


def cut(name: str, width: int) -> str:
    return name if len(name) <= max(width, SHORTEST_NAME) else name[: max(width, SHORTEST_NAME) - 1] + "…"


def duration(seconds: float) -> str:
    """`40 s`, `12 min`, `3.5 h`."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
