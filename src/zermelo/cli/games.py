"""`zermelo games` lists the built-in games, `zermelo check` checks the laws on any game."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping

import click

from zermelo.cli.arguments import GAME_OPTIONS, JSON, GameName, find
from zermelo.cli.failures import DONE, NO, asked
from zermelo.cli.output import data, emit, note, show_table
from zermelo.game import BuiltIn
from zermelo.load import make


@click.command()
@click.argument("game", required=False, type=GameName())
@JSON
def games(game: str | None, as_json: bool) -> int:
    """List the built-in games and their options; of one GAME, the rules too."""
    from zermelo.games import all_games, find_game

    with asked():
        found = all_games() if game is None else {game: find_game(game)}
    if as_json:
        emit("games", games=[described(game) for game in found.values()])
        return DONE
    show_table(("name", "game", "what it is"), [(game.name, game.title, game.summary) for game in found.values()])
    if game is not None:
        data(f"{textwrap.fill(found[game].rules, 80)}\n")
    show_options(found)
    note("options are written connect4:width=6,height=5 or -o width=6; games of yours module:Class or file.py:Class")
    return DONE


def show_options(found: Mapping[str, BuiltIn]) -> None:
    rows = [
        (game.name, name, str(option.default), "|".join(option.words) or f"{option.low} … {option.high}", option.help)
        for game in found.values()
        for name, option in game.options.items()
    ]
    if rows:
        show_table(("game", "option", "default", "values", "meaning"), rows)


def described(game: BuiltIn) -> dict[str, object]:
    options = {name: vars(option) for name, option in game.options.items()}
    info = {name: value for name, value in game.start().info.as_dict().items() if name != "name"}
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "rules": game.rules,
        "options": options,
        "info": info,
    }


@click.command()
@click.argument("game", type=GameName())
@GAME_OPTIONS
@click.option("--games", "count", type=click.IntRange(1), default=300, show_default=True, help="Random games to play.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@JSON
def check(game: str, options: tuple[str, ...], moves: str, count: int, seed: int, as_json: bool) -> int:
    """Check that a game of yours keeps the laws every game must keep. Exit code 1 if it does not."""
    from zermelo.check import check_game

    kind, chosen = find(game, options)
    with asked():
        subject = make(kind, chosen) if isinstance(kind, type) else kind
        report = check_game(subject, games=count, seed=seed)
    if as_json:
        emit("check", game=game, ok=report.ok, checked=list(report.lines), problems=list(report.problems))
    else:
        for line in report.lines:
            data(f"  {line}")
        for problem in report.problems:
            data(f"✗ {problem}")
        data(f"{game}: {'all is well' if report.ok else f'{len(report.problems)} problem(s)'}")
    return DONE if report.ok else NO
