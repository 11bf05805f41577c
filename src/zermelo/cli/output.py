"""Where things are printed: data to standard output, the rest to standard error; colours only on a terminal."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Mapping, Sequence

import click

from zermelo.codec import Plain, plain
from zermelo.game import OVER, State
from zermelo.result import Result
from zermelo.view.text import board, numeric, shown, table

FORMAT = 1


def data(text: str = "") -> None:
    click.echo(text)


def note(text: str) -> None:
    click.echo(text, err=True)


def emit(kind: str, **fields: object) -> None:
    """One versioned JSON object on one line."""
    click.echo(json.dumps(plain({"format": FORMAT, "kind": kind, **fields}), ensure_ascii=False))


def on_terminal() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()


def in_colour() -> bool:
    return on_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def show_table(headers: Sequence[str], rows: Sequence[Sequence[object]], title: str = "") -> None:
    """A table: by rich on a terminal, in plain text elsewhere."""
    if on_terminal():
        return rich_table(headers, rows, title)
    if title:
        data(title)
    return data(table(headers, rows) + "\n")


def rich_table(headers: Sequence[str], rows: Sequence[Sequence[object]], title: str) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    drawn = Table(box=SIMPLE_HEAD, title=title or None, title_justify="left", pad_edge=False, title_style="bold")
    cells = [[shown(each) for each in row] for row in rows]
    for i, header in enumerate(headers):
        right = numeric([row[i] for row in cells])
        drawn.add_column(header, justify="right" if right else "left", overflow="fold", no_wrap=right)
    for row in cells:
        drawn.add_row(*map(Text, row))
    Console(file=sys.stdout, highlight=False).print(drawn)


def drawn_board(state: State, viewer: int | None = None) -> str:
    """The board, with the two players' stones in colours on a terminal; what the viewer sees of it, if one is given."""
    text = board(state, viewer)
    if not in_colour():
        return text
    return re.sub(
        r"\b[XO]\b", lambda found: click.style(found[0], fg="red" if found[0] == "X" else "yellow", bold=True), text
    )


def fit(text: str) -> str:
    """The text, cut to the width of the terminal if it goes to one."""
    width = shutil.get_terminal_size().columns
    return text if not on_terminal() or len(text) <= width else text[: width - 1] + "…"


def result_fields(result: Result) -> Mapping[str, Plain]:
    """A Result as plain data, without its trace."""
    return result.fields()


def whose(state: State) -> str:
    """Who is to move, by name."""
    return str(state.info.players[state.turn]) if state.turn >= 0 else "over" if state.turn == OVER else "chance"


def viewpoint(state: State, result: Result) -> str:
    """Whose values are shown."""
    return str(state.info.players[result.score.player]) if result.score else whose(state)
