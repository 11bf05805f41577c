"""`zermelo match`, `zermelo tournament` and `zermelo rating`: who is stronger, and by how much."""

from __future__ import annotations

import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import FrameType

import click

from zermelo.cli.arguments import JSON, GameName, together
from zermelo.cli.executors import PLACES, command_again, pool_on, workers_of
from zermelo.cli.failures import DONE, INTERRUPTED, BadUse, asked
from zermelo.cli.output import data, emit, note, show_table
from zermelo.cli.play import PLAYERS
from zermelo.cli.progress import follow
from zermelo.cli.serve import shown_beside
from zermelo.files import write_whole
from zermelo.games import all_games
from zermelo.match.export import export
from zermelo.match.setup import Setup, read_setup, setup_from
from zermelo.match.standings import HEADS, Standings, standings_of
from zermelo.match.tournament import Played, Tournament, read_tournament

MOST_FAULTS, MOST_OPENINGS = 10, 10  # that are shown; the report has more

OUTPUT = together(
    click.option("--report", metavar="FILE.html", help="Write a report with plots, one self-contained page."),
    click.option(
        "--export",
        "exports",
        multiple=True,
        metavar="FILE",
        help="Write the games, in the format of the file's ending: json, csv, txt, pgn, ggf.",
    ),
    JSON,
)
WEB = click.option("--web", is_flag=True, help="Show the table in the browser while it is played.")


@click.command()
@click.argument("first", type=PLAYERS)
@click.argument("second", type=PLAYERS)
@click.option("-g", "--game", type=GameName(), required=True, help="What they play: othello, connect4:width=6 …")
@click.option(
    "--pairs",
    type=click.IntRange(1),
    default=10,
    show_default=True,
    metavar="N",
    help="Pairs of games: each opening once with each colour.",
)
@click.option("--seconds", type=float, help="Time for a move.")
@click.option("--clock", metavar="S+INC", help="Time for a game, and what every move adds: 60+1.")
@click.option(
    "--openings",
    default="",
    metavar="WHICH",
    help="start, random:PLIES, balanced:PLIES, ballots (checkers), or a file.",
)
@click.option("--sprt", metavar="ELO0,ELO1", help="Stop as soon as it is clear which difference in Elo is true.")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="SPRT: chance to accept ELO1 wrongly.")
@click.option("--beta", type=float, default=0.05, show_default=True, help="SPRT: chance to accept ELO0 wrongly.")
@click.option("--draw-after", type=click.IntRange(1), metavar="PLIES", help="A game that lasts longer is a draw.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Seed of everything random.")
@click.option("--record", metavar="FILE", help="Keep the games here; a match that was stopped goes on.")
@PLACES
@WEB
@OUTPUT
def match(
    first: str,
    second: str,
    game: str,
    pairs: int,
    seconds: float | None,
    clock: str | None,
    openings: str,
    sprt: str | None,
    alpha: float,
    beta: float,
    draw_after: int | None,
    seed: int,
    record: str | None,
    workers: int | None,
    place: str | None,
    web: bool,
    report: str | None,
    exports: tuple[str, ...],
    as_json: bool,
) -> int:
    """Play a match: which of two players is stronger, and by how much.

    FIRST and SECOND are players: auto, alphabeta:depth=4, level:7, naive, random, module:Class, cmd:PROGRAM …
    """
    names = (first, second) if first != second else (f"{first} (1)", f"{second} (2)")
    given: dict[str, object] = {
        "game": game,
        "pairs": pairs,
        "seed": seed,
        "openings": openings or usual_openings(game, first, second),
        "engine": [{"name": name, "player": player} for name, player in zip(names, (first, second), strict=True)],
    }
    given |= {"seconds": seconds} if seconds is not None else {}
    given |= {"clock": clock} if clock is not None else {}
    given |= {"draw_after": draw_after} if draw_after is not None else {}
    if sprt is not None:
        given["sprt"] = {**hypotheses(sprt), "alpha": alpha, "beta": beta}
    with asked():
        setup = setup_from(given)
    if record is not None:
        with shown_beside(record, web):
            return run(setup, record, workers, place, command_again(), report, exports, as_json)
    with kept_if_unfinished() as file, shown_beside(str(file), web):
        code = run(setup, str(file), workers, place, command_again("--record", str(file)), report, exports, as_json)
        if code == DONE:
            file.unlink()
    return code


@contextmanager
def kept_if_unfinished() -> Iterator[Path]:
    """A file for a record in a folder of its own; the folder goes if no record is left in it."""
    folder = Path(tempfile.mkdtemp(prefix="zermelo-match-"))
    try:
        yield folder / "match.record"
    finally:
        with suppress(OSError):
            folder.rmdir()


def usual_openings(game: str, *players: str) -> str:
    """Card games, and programs of the course's protocol whose command has no {position}, begin at the beginning; others
    after random moves."""
    known = all_games().get(game.partition(":")[0])
    deals = known is not None and known.deal is not None
    bound = any(player.strip().startswith("cmd:") and "{position}" not in player for player in players)
    return "start" if deals or bound else "random:2"


def hypotheses(text: str) -> dict[str, float]:
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise BadUse(f"--sprt {text}: expected two differences in Elo, as in --sprt 0,10") from None
    return {"elo0": low, "elo1": high}


@click.command()
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--record", metavar="FILE", help="Keep the games here; beside FILE if not given.")
@PLACES
@WEB
@OUTPUT
def tournament(
    file: str,
    record: str | None,
    workers: int | None,
    place: str | None,
    web: bool,
    report: str | None,
    exports: tuple[str, ...],
    as_json: bool,
) -> int:
    """Play a tournament that FILE.toml describes, or go on with it.

    Ctrl-C finishes the running games and stops; the same command goes on from there.
    """
    with asked():
        setup = read_setup(file)
    kept = record or str(Path(file).with_suffix(".record"))
    with shown_beside(kept, web):
        return run(setup, kept, workers, place, command_again(), report, exports, as_json)


def run(
    setup: Setup,
    file: str,
    workers: int | None,
    place: str | None,
    again: str,
    report: str | None,
    exports: tuple[str, ...],
    as_json: bool,
) -> int:
    """Plays, shows how it goes, and reports what came of it."""
    pool = pool_on(place)
    many = workers_of(workers, place)
    with asked(), Tournament(setup, file) as playing:
        for each in playing.notes:
            note(each)
        if playing.found_before:
            note(f"{playing.found_before} games are in {file} already")
        try:
            with interruptible() as stop, follow(playing, many) as watch:
                finished = playing.run(many, stop=stop, watch=watch, pool=pool)
        except KeyboardInterrupt:
            finished = False
        played, count, total = playing.played(), len(playing.games), playing.total
    if not finished:  # broken off: what counts is what the record holds, also a game that was just written down
        with asked(), Tournament(setup, file) as kept:
            played, count = kept.played(), len(kept.games)
    left = {} if finished else {"go_on": again}
    tell(played, report, exports, as_json, **left)
    if not finished:
        note(f"stopped after {count} of {total} games; go on with:\n  {again}")
        return INTERRUPTED
    return DONE


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Inside, the first Ctrl-C only asks to stop; the second one interrupts."""
    asked_to = [False]

    def ask(number: int, frame: FrameType | None) -> None:
        if asked_to[0]:
            raise KeyboardInterrupt
        asked_to[0] = True
        note("finishing the games that are running (Ctrl-C again breaks them off)")

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield lambda: asked_to[0]
    finally:
        signal.signal(signal.SIGINT, before)


@click.command()
@click.argument("record", type=click.Path(dir_okay=False))
@OUTPUT
def rating(record: str, report: str | None, exports: tuple[str, ...], as_json: bool) -> int:
    """What the games of a RECORD say: standings with Elo and error bars, who beat whom, results by opening."""
    with asked():
        played = read_tournament(record)
    for each in played.notes:
        note(each)
    tell(played, report, exports, as_json)
    return DONE


def tell(played: Played, report: str | None, exports: tuple[str, ...], as_json: bool, **more: object) -> None:
    """The table, and the files that were asked for. `more` is for those who asked for JSON."""
    found = standings_of(played)
    if as_json:
        emit(
            "tournament",
            game=played.setup.game,
            tournament=played.setup.format,
            games=len(played.games),
            games_in_all=played.total,
            finished=played.finished,
            **found.plain(),
            **more,
        )
    else:
        show(found)
    if report is not None:
        from zermelo.view.tournament import tournament_page

        write_whole(Path(report), tournament_page(played).encode())
        note(f"the report is in {report}")
    for file in exports:
        with asked():
            text = export(played, Path(file).suffix.lstrip(".").lower())
        write_whole(Path(file), text.encode())
        note(f"the games are in {file}")


def show(found: Standings) -> None:
    from zermelo.view.tournament import match_words, repeated_words

    show_table(("place", "engine", *HEADS), [(row.place, row.name, *row.cells) for row in found.rows])
    if found.match is not None:
        data(match_words(found))
    elif any(found.cross.values()):
        names = [row.name for row in found.rows]
        cells = [[found.cross[me].get(other) for other in names] for me in names]
        rows = [
            (me, *("" if cell is None else f"{cell[0]:g}/{cell[1]}" for cell in row))
            for me, row in zip(names, cells, strict=True)
        ]
        show_table(("points/games", *map(str, range(1, len(names) + 1))), rows)
        if found.repeated:
            data(repeated_words(found).strip())
    if 1 < len(found.openings) <= MOST_OPENINGS:
        show_table(("opening", "first won", "drawn", "second won"), found.openings)
    for fault in found.faults[:MOST_FAULTS]:
        note(f"game {fault.game}: {fault.ending}: {fault.reason}")
    if len(found.faults) > MOST_FAULTS:
        note(f"… and {len(found.faults) - MOST_FAULTS} more faults (--report shows them)")
