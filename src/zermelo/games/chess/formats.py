"""Files of chess: games in PGN, positions in EPD. What is wrong in them is a ParseError with its line.

    PGN      read_pgn, write_pgn, PgnGame, PgnMove, Unreadable
    EPD      read_epd, write_epd, Epd

A position alone is read by `zermelo.start("chess", fen)`.
"""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.game import PlayedGame, RecordedGame
from zermelo.games.chess.board import start_of
from zermelo.games.chess.epd import Epd, read_epd, write_epd
from zermelo.games.chess.pgn import PGN, PgnGame, PgnMove, Unreadable, read_pgn, write_pgn
from zermelo.games.shared.game_text import read_whole, told_by

__all__ = [
    "Epd",
    "PgnGame",
    "PgnMove",
    "Unreadable",
    "pgn_of",
    "read_epd",
    "read_games",
    "read_pgn",
    "write_epd",
    "write_pgn",
]


def read_games(data: bytes) -> Sequence[RecordedGame]:
    """The games of a file in PGN; of a file without tags and numbers each line is one."""
    return read_whole(data, PGN)


def pgn_of(record: PlayedGame) -> PgnGame:
    """A game between players (a Record) as a file holds it."""
    tags, moves, result, comment = told_by(record, ("1-0", "0-1"))
    tags["White"], tags["Black"] = record.players
    if record.start != start_of().text:
        tags |= {"SetUp": "1", "FEN": record.start}
        if start_of(record.start).is_chess960:
            tags["Variant"] = "Chess960"
    return PgnGame(tags, moves, result, comment)
