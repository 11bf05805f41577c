"""Groups of commands: the general ones, and those that games bring."""

from __future__ import annotations

import click

from zermelo.errors import did_you_mean
from zermelo.game import BuiltIn
from zermelo.games import game_commands


class Commands(click.Group):
    """A group that suggests the command one may have meant and finds, behind its own, those of games.

    A game declares its commands by their words: `bridge` is one of `zermelo`, `experiment evaluation` one of the group
    `experiment`. They are imported when they are named or listed.
    """

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if not ctx.resilient_parsing and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            known = self.list_commands(ctx)
            raise click.UsageError(
                f"no command {args[0]!r}{did_you_mean(args[0], known)} (commands: {', '.join(known)})", ctx
            )
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*self.commands, *sorted(brought(ctx))]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        own = super().get_command(ctx, cmd_name)
        if own is not None or cmd_name not in (games := brought(ctx)):
            return own
        words, game = games[cmd_name]
        command = game.part(game.commands[words])
        assert isinstance(command, click.Command)
        return command


def brought(ctx: click.Context) -> dict[str, tuple[str, BuiltIn]]:
    """What games bring to the group: the last word of a command to all its words and the game."""
    group = ctx.command_path.partition(" ")[2]
    split = {words: words.rpartition(" ") for words in game_commands()}
    return {last: (words, game_commands()[words]) for words, (first, _, last) in split.items() if first == group}
