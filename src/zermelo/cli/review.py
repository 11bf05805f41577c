"""`zermelo review`: what each move of a played game was worth."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import click

from zermelo.cli.arguments import (
    EVAL,
    JSON,
    LEVEL,
    LIMITS,
    SEARCH,
    GameName,
    features_of,
    limit_of,
    open_state,
    searcher_of,
)
from zermelo.cli.failures import DONE, BadUse, asked
from zermelo.cli.output import data, note, show_table
from zermelo.game import State
from zermelo.games import all_games
from zermelo.match.game_files import Given, read_file, read_moves
from zermelo.review import HEADERS, USUAL_LIMIT, Review, row
from zermelo.review import review as look_again

FILE_NAME = re.compile(r".*\.[A-Za-z][A-Za-z0-9]{1,5}|.*/.*\.\w+", re.DOTALL)  # not what moves look like
MOST_BYTES = 64 * 2**20


@click.command()
@click.argument("game", type=GameName())
@click.argument("moves", required=False, metavar="[MOVES|FILE]")
@click.option("--file", "path", metavar="FILE", help="Read games from a file (- for standard input).")
@click.option("--number", type=int, default=1, show_default=True, metavar="N", help="Which game of the file.")
@click.option("--position", metavar="TEXT", help="Where the game began, if not at the start.")
@click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game.")
@LEVEL
@LIMITS
@SEARCH
@EVAL
@JSON
def review(
    game: str,
    moves: str | None,
    path: str | None,
    number: int,
    position: str | None,
    options: tuple[str, ...],
    level: str | None,
    depth: float | None,
    seconds: float | None,
    nodes: float | None,
    method: str,
    threads: int,
    memory_mb: float,
    seed: int,
    features: tuple[str, ...],
    evaluation: str | None,
    as_json: bool,
) -> int:
    """Review a played game: what each move was worth, the mistakes, where the game turned.

    MOVES are their names, "4 4 3" or f5d6c3, or with semicolons between where they have spaces, "3-1; 8/5 6/5; 52".
    FILE (also --file FILE, - for standard input) holds lines of names, records as `zermelo play --json` prints them,
    or what the game has formats for (Othello: transcripts, GGF, WTHOR). Values are shown for the player who moved.
    Without a limit small games are searched to the end, others for half a second a move. A file whose ending is that of
    one game's format needs no GAME: `zermelo review game.pgn`.
    """
    if moves is None and path is None and (named := game_of_file(game)):
        game, moves = named, game
    state = open_state(game, position, options)
    given = given_game(state, moves, path, number)
    limit = limit_of(depth, seconds, nodes)
    if limit.none and level is None and not state.info.small:
        limit = USUAL_LIMIT
        note(f"searching {limit.seconds:g} seconds a move (--level, --depth, --seconds or --nodes say otherwise)")
    with asked():
        found = look_again(
            given.start,
            given.moves,
            player=searcher_of(
                method,
                limit,
                level,
                threads=threads,
                memory_mb=memory_mb,
                seed=seed,
                eval=evaluation,
                **features_of(features),
            ),
            players=given.players,
        )
    data(found.to_json()) if as_json else show(found)
    return DONE


def game_of_file(path: str) -> str:
    """The game that writes files with this ending (pgn: chess); nothing if it is no such file."""
    _, _, ending = path.rpartition(".")
    found = [name for name, game in all_games().items() if ending.lower() in game.write_games]
    return found[0] if len(found) == 1 and Path(path).is_file() else ""


def given_game(state: State, moves: str | None, path: str | None, number: int) -> Given:
    if (moves is None) == (path is None):
        raise BadUse("give either the moves of the game or a file")
    if moves is not None and FILE_NAME.fullmatch(moves):
        moves, path = None, moves
    if moves is not None:
        return Given(state, read_moves(state, moves))
    games = read_file(state, content(path or ""))
    if not 1 <= number <= len(games):
        raise BadUse(f"--number {number}: the file has {len(games)} game{'' if len(games) == 1 else 's'}")
    return games[number - 1]


def content(path: str) -> bytes:
    """A file's bytes, or standard input's."""
    if path == "-":
        found = sys.stdin.buffer.read(MOST_BYTES + 1)
    else:
        with Path(path).open("rb") as file:
            found = file.read(MOST_BYTES + 1)
    if len(found) > MOST_BYTES:
        raise BadUse(f"{path} is larger than {MOST_BYTES >> 20} MB")
    return found


def show(found: Review) -> None:
    show_table(HEADERS, [row(found, each) for each in found.moves])
    for line in found.summary():
        data(line)
