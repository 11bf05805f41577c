"""Files of chess: games in PGN, positions in EPD. What is wrong in them is a ParseError with its line.

    PGN      read_pgn, write_pgn, PgnGame, PgnMove, Unreadable
    EPD      read_epd, write_epd, Epd

A position alone is read by `zermelo.start("chess", fen)`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from zermelo.ending import Ending
from zermelo.game import PlayedGame, PlayedMove, RecordedGame
from zermelo.games.chess.board import start_of
from zermelo.games.chess.epd import Epd, read_epd, write_epd
from zermelo.games.chess.pgn import PgnGame, PgnMove, Unreadable, read_pgn, write_pgn

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

TAGGED = re.compile(rb"^\s*(?:\xef\xbb\xbf)?\[\s*\w+\s*\"|\b\d+\s*\.", re.MULTILINE)
TERMINATIONS = {
    Ending.TIME: "time forfeit",
    Ending.RULES: "normal",
    Ending.RESIGN: "normal",
    Ending.ILLEGAL_MOVE: "rules infraction",
}


def read_games(data: bytes) -> Sequence[RecordedGame]:
    """The games of a file in PGN; of a file without tags and numbers each line is one."""
    if TAGGED.search(data[:100_000]):
        return list(read_pgn(data))
    lines = [line for line in data.splitlines() if line.strip() and not line.lstrip().startswith(b"#")]
    return [game for line in lines for game in read_pgn(line)]


def pgn_of(record: PlayedGame) -> PgnGame:
    """A game between players (a Record) as a file holds it."""
    white, black = record.players
    result = "*"
    if record.winner is not None:
        result = ("1-0", "0-1")[record.winner]
    elif record.ending in (Ending.RULES, Ending.REPETITION, Ending.ADJUDICATED):
        result = "1/2-1/2"
    tags = {"White": white, "Black": black, "Result": result}
    if record.start != start_of().text:
        tags |= {"SetUp": "1", "FEN": record.start}
        if start_of(record.start).is_chess960:
            tags["Variant"] = "Chess960"
    if result != "*":
        tags["Termination"] = TERMINATIONS.get(Ending(record.ending), "abandoned")
    comment = f"{record.ending}: {record.reason}" if record.reason else ""
    moves = [moved(each) for each in record.moves]
    if moves and comment:
        moves[-1].comment = f"{moves[-1].comment} {comment}".strip()
    return PgnGame(tags, tuple(moves), result, "" if moves else comment)


def moved(played: PlayedMove) -> PgnMove:
    """A move with the time it took."""
    tenths = round(10 * played.seconds)
    spent = f"[%emt {tenths // 36000}:{tenths // 600 % 60:02}:{tenths // 10 % 60:02}.{tenths % 10}]" if tenths else ""
    return PgnMove(played.move, comment=" ".join(filter(None, (spent, played.comment))))
