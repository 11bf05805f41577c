"""The games of a tournament in other forms: JSON, CSV, moves one game a line, PGN; and a game's own file formats."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping, Sequence

from zermelo.game import BuiltIn
from zermelo.match.game import Record
from zermelo.match.tournament import Game, Played

COLUMNS = (
    "id",
    "round",
    "first",
    "second",
    "opening",
    "winner",
    "ending",
    "points_first",
    "points_second",
    "plies",
    "seconds_first",
    "seconds_second",
    "reason",
    "moves",
)


def export(played: Played, form: str) -> str:
    """The text of a file; `form` is its ending: json, csv, txt, pgn, or one of the game's own (ggf)."""
    forms: dict[str, Callable[[Played], str]] = {"json": to_json, "csv": to_csv, "txt": to_text, "pgn": to_pgn}
    own = own_forms(played)
    if form in own:
        return str(own[form]([game.record for game in played.games]))
    if form not in forms:
        raise ValueError(f"no form {form!r} for the games of {played.setup.game} (forms: {', '.join([*forms, *own])})")
    return forms[form](played)


def own_forms(played: Played) -> Mapping[str, Callable[[Sequence[Record]], str]]:
    with played.setup.inside():
        game = played.setup.start().game
    return game.write_games if isinstance(game, BuiltIn) else {}


def to_json(played: Played) -> str:
    games = [{**game.entry, "opening": str(played.openings[game.task.opening])} for game in played.games]
    setup = played.setup.plain()
    return (
        json.dumps({"format": 1, "kind": "games", "setup": setup, "games": games}, ensure_ascii=False, indent=1) + "\n"
    )


def to_csv(played: Played) -> str:
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(COLUMNS)
    for game in played.games:
        rows.writerow(map(safe, row(played, game)))
    return out.getvalue()


def row(played: Played, game: Game) -> list[object]:
    record, names = game.record, names_of(played, game)
    taken = [(move.player % 2, move.seconds) for move in record.moves if move.player >= 0]
    seconds = [sum(each for side, each in taken if side == wanted) for wanted in (0, 1)]
    winner = "" if game.winner is None else names[game.winner]
    opening = str(played.openings[game.task.opening])
    return [
        game.task.id,
        game.task.round,
        *names,
        opening,
        winner,
        record.ending,
        *game.points,
        len(record.moves),
        *(f"{each:.3f}" for each in seconds),
        record.reason,
        " ".join(move.move for move in record.moves),
    ]


def names_of(played: Played, game: Game) -> tuple[str, str]:
    """The two engines, in playing order."""
    return played.setup.engines[game.task.first].name, played.setup.engines[game.task.second].name


def safe(cell: object) -> object:
    """A spreadsheet takes what begins with these for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t") and cell else cell


def to_text(played: Played) -> str:
    """The moves from the game's beginning, one game a line; a game from another position is a comment."""
    lines = []
    for game in played.games:
        opening = played.openings[game.task.opening]
        moves = " ".join([*opening.moves, *(move.move for move in game.record.moves)])
        lines.append(moves if opening.position is None else f"# from {opening.position}: {moves}")
    return "".join(line + "\n" for line in lines)


def to_pgn(played: Played) -> str:
    return "\n".join(pgn(played, game) for game in played.games)


def pgn(played: Played, game: Game) -> str:
    """Tags and numbered moves, as chess programs write games; the moves are in the game's own notation."""
    record, (white, black) = game.record, names_of(played, game)
    result = {0: "1-0", 1: "0-1", None: "1/2-1/2" if game.scored else "*"}[game.winner]
    tags = {
        "Event": played.setup.format,
        "Site": "?",
        "Date": "????.??.??",
        "Round": str(game.task.round),
        "White": white,
        "Black": black,
        "Result": result,
        "Game": record.game,
        "Opening": str(played.openings[game.task.opening]),
        "SetUp": "1",
        "FEN": record.start,
        "Termination": record.ending,
        "TimeControl": record.times[0] or "-",
    }
    head = "".join(f'[{name} "{quoted(value)}"]\n' for name, value in tags.items())
    return f"{head}\n{wrapped([*numbered(record), result])}\n"


def numbered(record: Record) -> list[str]:
    words = []
    for ply, move in enumerate(record.moves):
        words += [f"{ply // 2 + 1}."] if ply % 2 == 0 else []
        words.append(move.move)
    return words


def wrapped(words: list[str]) -> str:
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) > 78:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return "".join(line + "\n" for line in lines)


def quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
