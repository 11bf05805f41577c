"""`zermelo engine`: plays for another program, over standard input and output."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from zermelo.cli.arguments import (
    BOOK,
    LEVEL,
    LIMITS,
    METHOD,
    GameName,
    Words,
    book_of,
    limit_of,
    open_state,
    searcher_of,
)
from zermelo.cli.failures import DONE, BadUse, asked
from zermelo.game import BuiltIn, State
from zermelo.games import all_games, game_protocols
from zermelo.limits import Limit
from zermelo.players.searcher import Searcher
from zermelo.players.spec import clock_from

GENERAL = ("course", "uci")  # for any game of two
SPOKEN = "What is spoken: course (lines `column row`) or uci"


class ProtocolName(Words):
    """A protocol: one for any game, or one that a game brings."""

    def __init__(self) -> None:
        super().__init__("protocol", GENERAL)

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        self.words = tuple(sorted((*GENERAL, *game_protocols())))
        return super().convert(value, param, ctx)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        self.words = tuple(sorted((*GENERAL, *game_protocols())))
        return super().shell_complete(ctx, param, incomplete)


class ProtocolOption(click.Option):
    """Its help names the protocols that games bring; they are found when help is asked for."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        games = [game for game in all_games().values() if game.protocols]
        self.help = "; ".join([SPOKEN, *map(spoken_for, games)])
        return super().get_help_record(ctx)


def spoken_for(game: BuiltIn) -> str:
    """`for othello gtp (Go Text Protocol 2), …`"""
    titles = ", ".join(f"{name} ({each.title})" for name, each in game.protocols.items())
    return f"for {game.name} {titles}"


@click.command()
@click.argument("game", type=GameName())
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@click.option(
    "--protocol",
    type=ProtocolName(),
    default="course",
    show_default=True,
    cls=ProtocolOption,
)
@click.option("--color", metavar="COLOR", help="course: our side, black or white (in other games as they are called).")
@click.option("--comments", is_flag=True, help="course: say what was thought in a comment behind each move.")
@LIMITS
@click.option("--clock", metavar="SECONDS[+MORE]", help="Time for the whole game, and what each move adds.")
@LEVEL
@click.option("--method", type=METHOD, default="auto", show_default=True, help="How to search.")
@click.option("--threads", type=int, default=1, show_default=True, help="Processor threads.")
@click.option(
    "--memory",
    "memory_mb",
    type=float,
    default=64.0,
    show_default=True,
    metavar="MB",
    help="Of the transposition table.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of everything random.")
@BOOK
def engine(
    game: str,
    options: tuple[str, ...],
    protocol: str,
    color: str | None,
    comments: bool,
    depth: float | None,
    seconds: float | None,
    nodes: float | None,
    clock: str | None,
    level: str | None,
    method: str,
    threads: int,
    memory_mb: float,
    seed: int,
    book: str | None,
    no_book: bool,
) -> int:
    """Play for another program (a referee, a GUI, a tournament) over standard input and output.

    Without a limit it thinks a second a move; time or depth that a controller sets by the protocol come first.
    docs/protocols.md describes the protocols. Course and uci are spoken for any game of two, the others for the game
    that brings them.

    \b
      zermelo engine othello --color black --depth 4          Phase I of the course's project
      zermelo engine othello --color white --seconds 1        Phase II
      zermelo engine othello --clock 120                      Phase III; the first line gives its colour
      zermelo engine othello --protocol gtp
      zermelo engine othello --protocol nboard --threads 2
      zermelo engine connect4 --protocol uci
    """
    state = open_state(game, None, options)
    if (count := len(state.info.players)) != 2:
        raise BadUse(f"{state.game.label} has {count} players; the protocols are for two")
    limit = whole_limit(limit_of(depth, seconds, nodes), clock)
    with asked():
        searcher = searcher_of(
            method, limit, level, threads=threads, memory_mb=memory_mb, seed=seed, book=book_of(book, no_book)
        )
        searcher.check(state)
    if protocol == "course":
        serve_course(state, searcher, color, comments)
        return DONE
    if color is not None or comments:
        raise BadUse(f"--color and --comments belong to --protocol course; in {protocol} the controller says who plays")
    if protocol == "uci":
        from zermelo.players.protocols.uci import Uci

        Uci(state, searcher).run()
    else:
        serve_game(state, searcher, protocol)
    return DONE


def whole_limit(limit: Limit, clock: str | None) -> Limit:
    if clock is None:
        return limit
    with asked():
        return Limit(limit.depth, limit.nodes, limit.seconds, clock_from(clock))


def serve_course(state: State, searcher: Searcher, color: str | None, comments: bool) -> None:
    from zermelo.players.protocols.course import Course, player_called

    player = None if color is None else player_called(state, color)
    if color is not None and player is None:
        raise BadUse(f"--color {color}: expected {' or '.join(state.info.players)}")
    Course(state, searcher, player, comments=comments).run()


def serve_game(state: State, searcher: Searcher, protocol: str) -> None:
    """Speaks a protocol that the game brings."""
    from zermelo.players.protocols.server import Server

    game = game_protocols()[protocol]
    if state.info.name != game.name:
        raise BadUse(f"--protocol {protocol} is spoken for {game.name} only; {state.game.label} has course and uci")
    engine = game.part(game.protocols[protocol].engine)
    assert isinstance(engine, type)
    assert issubclass(engine, Server)
    engine(searcher).run()
