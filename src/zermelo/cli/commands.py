"""All commands in one group, and what running one comes to."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from zermelo.cli.examples import epilog
from zermelo.cli.failures import DONE, report_failure
from zermelo.cli.groups import Commands
from zermelo.version import __version__

EPILOG = 'Shell completion: eval "$(zermelo completion bash)" (or zsh, fish). ZERMELO_DEBUG=1 shows tracebacks.'

# In the order of the help, each with its module: `zermelo games` need not load what `zermelo learn` needs.
OWN = {
    "games": "games",
    "play": "play",
    "serve": "serve",
    "analyze": "analyze",
    "review": "review",
    "solve": "analyze",
    "endgames": "endgames",
    "perft": "analyze",
    "compare": "analyze",
    "show": "show",
    "tree": "tree",
    "practice": "practice",
    "check-search": "practice",
    "equilibrium": "equilibrium",
    "engine": "engine",
    "book": "book",
    "match": "match",
    "tournament": "match",
    "rating": "match",
    "learn": "learn",
    "tune": "tune",
    "experiment": "experiment",
    "check": "games",
    "check-engine": "check_engine",
    "grade": "grade",
    "bench": "bench",
    "completion": "completion",
}


class AllCommands(Commands):
    """Our own commands, which are imported when they are named or listed as those of games are, and these."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*OWN, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in OWN:
            return super().get_command(ctx, cmd_name)
        command = vars(import_module(f"zermelo.cli.{OWN[cmd_name]}"))[cmd_name.replace("-", "_")]
        assert isinstance(command, click.Command)
        command.epilog = command.epilog or epilog(cmd_name)
        return command


@click.group(
    cls=AllCommands,
    invoke_without_command=True,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"]},
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
        from zermelo.cli.play import menu

        menu()
    else:
        click.echo(context.get_help())


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
