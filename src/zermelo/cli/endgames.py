"""The command that makes endgame tables."""

from __future__ import annotations

import os
import time

import click

from zermelo.cli.analyze import about, verdict
from zermelo.cli.arguments import GAME, JSON, Number, open_state
from zermelo.cli.failures import DONE, NO, asked
from zermelo.cli.output import data, emit, note, result_fields, show_table
from zermelo.endgames import MEMORY_MB, EndgameTable, Progress
from zermelo.endgames import endgames as analyse
from zermelo.game import State
from zermelo.result import Result, many, rate
from zermelo.search import search

TELL_SECONDS = 5.0


@click.command()
@GAME
@click.option("--pieces", type=Number("pieces"), metavar="N", help="All positions of at most N pieces, slice by slice.")
@click.option("--out", metavar="FILE", help="Where the table is kept; an unfinished one is continued.")
@click.option("--symmetry", is_flag=True, help="Mirror images count once.")
@click.option("--threads", type=int, default=1, show_default=True, help="Processor threads, with --pieces.")
@click.option(
    "--memory",
    "memory_mb",
    type=float,
    default=MEMORY_MB,
    show_default=True,
    metavar="MB",
    help="Use no more than this.",
)
@click.option("--seconds", type=float, help="Stop after this time.")
@JSON
def endgames(
    game: str,
    position: str | None,
    options: tuple[str, ...],
    moves: str,
    pieces: float | None,
    out: str | None,
    symmetry: bool,
    threads: int,
    memory_mb: float,
    seconds: float | None,
    as_json: bool,
) -> int:
    """The true value of every position of a game, or of a part of it. Exit code 1 if the time was too short."""
    state = open_state(game, position, options, moves)
    began = time.perf_counter()
    with asked():
        table = analyse(
            state,
            pieces=None if pieces is None else int(pieces),
            symmetry=symmetry,
            threads=threads,
            memory_mb=memory_mb,
            seconds=seconds,
            progress=Lines(),
            file=out,
        )
        gone = time.perf_counter() - began
        found = start_of(state, table)
    if as_json:
        emit("endgames", **about(state), **fields(table, gone), start=None if found is None else result_fields(found))
    else:
        tell(state, table, gone, out, found)
    return DONE if table.complete else NO


class Lines:
    """A line on standard error every few seconds."""

    def __init__(self) -> None:
        self.shown = time.monotonic()

    def __call__(self, progress: Progress) -> None:
        if time.monotonic() - self.shown < TELL_SECONDS:
            return
        self.shown = time.monotonic()
        where = f", now {progress.slice}" if progress.slice else ""
        note(f"{many(progress.done, 'position')}, {progress.waiting:,} waiting{where}")


def start_of(state: State, table: EndgameTable) -> Result | None:
    """What the table says of the position that was asked about; nothing if it is not in it."""
    if state.is_over or table.value(state) is None:
        return None
    return search(state, endgames=table, depth=1)


def fields(table: EndgameTable, seconds: float) -> dict[str, object]:
    tally = table.tally
    counts = {"wins": tally.wins, "draws": tally.draws, "losses": tally.losses, "longest": tally.longest}
    parts = [
        {
            "name": each.name,
            "positions": count.wins + count.draws + count.losses,
            "wins": count.wins,
            "draws": count.draws,
            "losses": count.losses,
            "longest": count.longest,
        }
        for each, count in zip(table.planned, table.tallies, strict=False)
    ]
    return {
        "positions": len(table),
        **counts,
        "slices": parts,
        "complete": table.complete,
        "bytes": table.bytes,
        "seconds": seconds,
    }


def tell(state: State, table: EndgameTable, seconds: float, out: str | None, found: Result | None) -> None:
    side = "to move" if table.planned else str(state.info.players[0])
    rows = [
        (each.name, count.wins + count.draws + count.losses, count.wins, count.draws, count.losses, count.longest)
        for each, count in zip(table.planned, table.tallies, strict=False)
    ]
    tally = table.tally
    rows.append(("all", len(table), tally.wins, tally.draws, tally.losses, tally.longest))
    headers = ("positions", "number", f"won ({side})", "drawn", "lost", "longest, plies")
    show_table(headers, rows)
    if found is not None and found.score is not None:
        data(f"{state.game.label} from here: {verdict(state, found)}")
    speed = rate(len(table), seconds)
    cost = f"{many(len(table), 'position')} in {seconds:.3f} s{speed and f' ({speed})'}, {table.bytes / 2**20:.1f} MB"
    saved = f"; {os.path.getsize(out):,} bytes in {out}" if out is not None and os.path.exists(out) else ""
    data(cost + saved)
    if not table.complete:
        left = f"{len(table.tallies)} of {len(table.planned)} slices" if table.planned else "nothing"
        again = f"; the same command goes on with {out}" if out is not None and table.planned else ""
        note(f"not finished: the time was up, {left} done{again}")
