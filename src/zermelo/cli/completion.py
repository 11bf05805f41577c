"""`zermelo completion`: shell completion scripts."""

from __future__ import annotations

import click

from zermelo.cli.arguments import Words
from zermelo.cli.failures import DONE, BadUse
from zermelo.cli.output import data


@click.command()
@click.argument("shell", type=Words("shell", ("bash", "zsh", "fish")))
def completion(shell: str) -> int:
    """Print the script that makes a shell complete commands, games and methods.

    For bash: eval "$(zermelo completion bash)", for example in ~/.bashrc.
    """
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    context = click.get_current_context().find_root()
    if kind is None:
        raise BadUse(f"no completion for {shell}")
    data(kind(context.command, {}, "zermelo", "_ZERMELO_COMPLETE").source())
    return DONE
