"""Traces, games, reviews and tournaments as data frames, of pandas or Polars.

    to_pandas(zermelo.search(state, depth=4, trace=True).trace)      to_polars(read_tournament("games.journal"))

| of | a row is | columns |
|---|---|---|
| `Trace` | a node | what `Node` has, numbers as numbers |
| `Record` | a move | ply, player, move, seconds, nodes, comment |
| `Review` | a move | ply, player, move, best, before, after, loss, name, forced, depth, luck |
| a tournament (`read_tournament`) | a game | round, first, second, opening, winner, points, ending, plies, seconds |
| its `Standings` | an engine | place, name, games, won, drawn, lost, points, elo, low, high, faults |
"""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import TYPE_CHECKING, TypeAlias

from zermelo.errors import MissingExtra
from zermelo.match.game import Record
from zermelo.match.standings import Standings
from zermelo.match.tournament import Played
from zermelo.result import Score
from zermelo.review import Review
from zermelo.trace import Trace

if TYPE_CHECKING:
    import pandas
    import polars

Columns: TypeAlias = dict[str, list[object]]
Tabular: TypeAlias = Trace | Record | Review | Played | Standings


def to_pandas(content: Tabular) -> pandas.DataFrame:
    try:
        import pandas
    except ImportError:
        raise MissingExtra("pandas is not installed: pip install 'zermelo[pandas]'") from None
    return pandas.DataFrame(columns_of(content))


def to_polars(content: Tabular) -> polars.DataFrame:
    try:
        import polars
    except ImportError:
        raise MissingExtra("Polars is not installed: pip install 'zermelo[polars]'") from None
    return polars.DataFrame(columns_of(content), strict=False)


def columns_of(content: Tabular) -> Columns:
    """The columns as lists of plain values, for whatever else can read them."""
    if isinstance(content, Trace):
        return turned([asdict(node) | {"move": str(node.move)} for node in content])
    if isinstance(content, Record):
        return turned([{"ply": ply} | asdict(each) for ply, each in enumerate(content.moves, 1)])
    if isinstance(content, Review):
        return turned([reviewed(content, ply) for ply in range(len(content.moves))])
    if isinstance(content, Played):
        return turned([game_row(content, at) for at in range(len(content.games))])
    if isinstance(content, Standings):
        return turned([asdict(row) for row in content.rows])
    raise TypeError(f"a Trace, Record, Review, tournament or its standings is needed, not {type(content).__name__}")


def turned(rows: list[dict[str, object]]) -> Columns:
    return {name: [row[name] for row in rows] for name in rows[0]} if rows else {}


def reviewed(review: Review, at: int) -> dict[str, object]:
    """A move of a review; values as numbers, infinite for a certain win or loss."""
    move = review.moves[at]
    return asdict(move) | {
        "line": " ".join(move.line),
        "before": number(move.before),
        "after": number(move.after),
        "seat": review.sides[move.player] if move.player >= 0 else "chance",
    }


def number(score: Score) -> float:
    return math.copysign(math.inf, score.value) if score.outcome in ("win", "loss") else score.value


def game_row(played: Played, at: int) -> dict[str, object]:
    game = played.games[at]
    record = game.record
    return {
        "round": game.task.round,
        "first": record.players[0],
        "second": record.players[1],
        "opening": game.task.opening,
        "winner": None if game.winner is None else record.players[game.winner],
        "points_first": game.points[0],
        "points_second": game.points[1],
        "ending": str(game.ending),
        "plies": len(record.moves),
        "seconds": sum(move.seconds for move in record.moves),
    }
