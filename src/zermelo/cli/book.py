"""`zermelo book`: opening books, to read and to grow."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import click

from zermelo.book import Book, Growth, own_book, read_book, write_book
from zermelo.book import grow as grow_book
from zermelo.book.grow import MOST_WORKERS
from zermelo.cli.arguments import GAME, JSON, Number, open_state
from zermelo.cli.failures import DONE, NO, BadUse, asked
from zermelo.cli.output import data, drawn_board, emit, note, show_table
from zermelo.game import Move, State

SAVE_SECONDS = 10.0  # between two times that a growing book is written


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def book() -> None:
    """Opening books: show what one says, or grow one of your own."""


@book.command()
@GAME
@click.option("--file", metavar="FILE", help="The book; without it the one that the game comes with.")
@JSON
def show(game: str, position: str | None, options: tuple[str, ...], moves: str, file: str | None, as_json: bool) -> int:
    """Show a book, and its moves in a position (--moves "f5 d6"). Exit code 1 if it does not know the position."""
    state = open_state(game, position, options, moves)
    shown = opened(state, file)
    lines = shown.lines(state)
    growth = shown.growth
    if as_json:
        emit(
            "book",
            game=shown.game,
            positions=len(shown),
            depth=growth.depth,
            nodes=growth.nodes,
            width=growth.width,
            position=state.text,
            moves=[{"move": str(each.move), "score": str(each.score), "line": names(each.line)} for each in lines],
        )
        return DONE if lines else NO
    data(f"{shown.game}: {len(shown):,} positions, each searched {effort(growth)}, {growth.width} moves kept\n")
    data(drawn_board(state) + "\n")
    if not lines:
        data("the book does not know this position")
        return NO
    show_table(
        ("move", "value", "line"), [(str(each.move), str(each.score), " ".join(names(each.line))) for each in lines]
    )
    return DONE


def names(line: Sequence[Move]) -> list[str]:
    return [str(move) for move in line]


def effort(growth: Growth) -> str:
    limits = [f"to depth {growth.depth}"] * bool(growth.depth) + [f"for {growth.nodes:,} nodes"] * bool(growth.nodes)
    return " or ".join(limits)


def opened(state: State, file: str | None) -> Book:
    with asked():
        found = read_book(file, state.game.label) if file is not None else own_book(state.game)
    if found is None:
        raise BadUse(f"{state.game.label} comes without a book: say which one, --file FILE")
    return found


@book.command()
@GAME
@click.option("--file", metavar="FILE", required=True, help="The book: it goes on growing, or is made.")
@click.option("--positions", type=Number("positions"), default=1000, show_default=True, help="How many to add.")
@click.option("--depth", type=Number("depth"), metavar="PLIES", help="How deep to search each (0: by nodes alone).")
@click.option("--nodes", type=Number("nodes"), metavar="N", help="How many nodes to search for each.")
@click.option("--width", type=Number("width"), metavar="MOVES", help="How many moves to keep of each.")
@click.option("--plies", type=Number("plies"), metavar="PLIES", help="How long a line may become.")
@click.option("--patience", type=float, metavar="PLIES", help="How many plies later a move that loses a unit comes.")
@click.option(
    "--workers", type=click.IntRange(1, MOST_WORKERS), default=1, show_default=True, help="Processes that search."
)
@click.option("--empty", is_flag=True, help="Begin a new book with nothing, not with the game's own.")
def grow(
    game: str,
    position: str | None,
    options: tuple[str, ...],
    moves: str,
    file: str,
    positions: float,
    depth: float | None,
    nodes: float | None,
    width: float | None,
    plies: float | None,
    patience: float | None,
    workers: int,
    empty: bool,
) -> int:
    """Grow a book by searching. It can be stopped and started again at any time.

    The book begins as a copy of the game's own, if there is one. What follows the given position is searched, best
    lines first. Play from it with `zermelo play … --book FILE` or `zermelo engine … --book FILE`.

    \b
      zermelo book grow othello --file mine.txt --positions 200 --depth 12
      zermelo book grow othello --file mine.txt --moves "f5 f6 e6 f4" --positions 100
    """
    state = open_state(game, position, options, moves)
    with asked():
        grown = begun(state, Path(file), empty)
        depth = 0 if nodes and depth is None else depth
        usual = grown.growth
        grown.growth = Growth(
            depth=usual.depth if depth is None else int(depth),
            nodes=usual.nodes if nodes is None else int(nodes),
            width=usual.width if width is None else int(width),
            plies=usual.plies if plies is None else int(plies),
            patience=usual.patience if patience is None else patience,
        )
        saver = Saver(Path(file), int(positions))
        try:
            added = grow_book(grown, state, int(positions), workers=workers, progress=saver)
        finally:
            saver.finish()
    data(f"{file}: {len(grown):,} positions, {added:,} of them new")
    return DONE


def begun(state: State, file: Path, empty: bool) -> Book:
    """The book to go on with."""
    if file.exists():
        if empty:
            raise BadUse(f"--empty: {file} exists; remove it to begin anew")
        return read_book(file, state.game.label)
    if not file.absolute().parent.is_dir():
        raise BadUse(f"there is no folder {file.parent}")
    own = None if empty else own_book(state.game)
    return Book(state.game.label) if own is None else Book(own.game, own.growth, dict(own.entries))


class Saver:
    """Writes a growing book from time to time, and says how far it is."""

    def __init__(self, file: Path, wanted: int) -> None:
        self.file, self.wanted, self.saved = file, wanted, time.monotonic()
        self.last: Book | None = None

    def __call__(self, grown: Book, added: int) -> None:
        self.last = grown
        if time.monotonic() - self.saved >= SAVE_SECONDS:
            self.finish()
            note(f"{added:,} of {self.wanted:,} positions")

    def finish(self) -> None:
        """Writes what is not written yet."""
        if self.last is not None:
            write_book(self.last, self.file)
            self.last, self.saved = None, time.monotonic()
