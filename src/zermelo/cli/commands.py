"""All commands in one group, and what running one comes to."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence

import click

from zermelo.cli import (
    analyze,
    bench,
    book,
    check_engine,
    completion,
    engine,
    equilibrium,
    experiment,
    games,
    grade,
    learn,
    match,
    play,
    practice,
    review,
    serve,
    show,
    tree,
)
from zermelo.cli.failures import DONE, report_failure
from zermelo.cli.groups import Commands
from zermelo.version import __version__

EPILOG = 'Shell completion: eval "$(zermelo completion bash)" (or zsh, fish). ZERMELO_DEBUG=1 shows tracebacks.'


@click.group(
    cls=Commands, invoke_without_command=True, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(__version__, "--version", prog_name="zermelo", message="%(prog)s %(version)s")
@click.pass_context
def zermelo(context: click.Context) -> None:
    """Play, analyse, solve and watch games: built-in ones, or your own.

    GAME is a name (`zermelo games` lists them), with options as connect4:width=6,height=5; or module:Class or
    file.py:Class for a game of yours; or a tree such as "[[9,8,7],[6,5,4]]".
    """
    if context.invoked_subcommand is not None:
        return
    if sys.stdin is not None and sys.stdin.isatty() and sys.stdout is not None and sys.stdout.isatty():
        play.menu()
    else:
        click.echo(context.get_help())


for command in (
    games.games,
    play.play,
    serve.serve,
    analyze.analyze,
    review.review,
    analyze.solve,
    analyze.perft,
    analyze.compare,
    show.show,
    tree.tree,
    practice.practice,
    practice.check_search,
    equilibrium.equilibrium,
    engine.engine,
    book.book,
    match.match,
    match.tournament,
    match.rating,
    learn.learn,
    experiment.experiment,
    games.check,
    check_engine.check_engine,
    grade.grade,
    bench.bench,
    completion.completion,
):
    zermelo.add_command(command)


def run(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and gives its exit code; whatever goes wrong is reported on standard error."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code = zermelo.main(
            args=None if arguments is None else list(arguments), prog_name="zermelo", standalone_mode=False
        )
        if sys.stdout is not None:
            sys.stdout.flush()
        return code if isinstance(code, int) else DONE
    except BaseException as error:
        return report_failure(error, "--json" in (sys.argv[1:] if arguments is None else arguments))
