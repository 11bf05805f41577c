"""The files Othello games and positions come in, to read and to write.

    transcripts   `f5d6c3…`, one game a line             read_transcripts, write_transcripts
    OBF           positions with values of their moves   read_obf, write_obf
    GGF           games with names, times and comments   read_ggf, write_ggf
    WTHOR         .wtb, .jou and .trn data bases          read_wthor, write_wthor, read_names, write_names

A position alone is read by `zermelo.start("othello", text)`. What cannot be read is a ParseError that says where (line
and column, or record and byte) and why; nothing is read by halves.
"""

from __future__ import annotations

from zermelo.ending import Ending
from zermelo.errors import ParseError
from zermelo.game import PlayedGame
from zermelo.games.othello.ggf import read_ggf, write_ggf
from zermelo.games.othello.obf import Problem, read_obf, write_obf
from zermelo.games.othello.transcript import (
    Note,
    Transcript,
    read_transcript,
    read_transcripts,
    write_transcript,
    write_transcripts,
)
from zermelo.games.othello.wthor import (
    Wthor,
    WthorGame,
    read_names,
    read_wthor,
    write_names,
    write_wthor,
    wthor_game,
)

__all__ = [
    "Note",
    "Problem",
    "Transcript",
    "Wthor",
    "WthorGame",
    "read_games",
    "read_ggf",
    "read_names",
    "read_obf",
    "read_transcript",
    "read_transcripts",
    "read_wthor",
    "transcript_of",
    "write_ggf",
    "write_names",
    "write_obf",
    "write_transcript",
    "write_transcripts",
    "write_wthor",
    "wthor_game",
]


def read_games(data: bytes) -> list[Transcript]:
    """The games of a file in any of the formats: WTHOR, GGF or transcripts, recognised by what is in it."""
    if 0 in data[:16]:
        return [game.transcript() for game in read_wthor(data).games]
    text = decoded(data)
    return read_ggf(text) if "(;" in text else read_transcripts(text)


def transcript_of(record: PlayedGame) -> Transcript:
    """A game between players (a Record) as files hold it."""
    result = None if record.payoffs is None else record.payoffs[0]
    if result is None and record.winner is not None:
        result = (64.0, -64.0)[record.winner]  # as the server scores a game that was given up
    ending = str(record.ending) if record.ending in (Ending.RESIGN, Ending.TIME) else ""
    comment = f"{record.ending}: {record.reason}" if record.reason else ""
    notes = tuple(Note(None, round(each.seconds, 2), each.comment) for each in record.moves)
    moves = tuple(each.move for each in record.moves)
    black, white = record.players
    return Transcript(moves, record.start, (black, white), result, ending, comment, notes)


def decoded(data: bytes) -> str:
    """A text file's content; ParseError with the line if it is no text."""
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ParseError(f"line {line}: byte 0x{data[error.start]:02x} is not UTF-8 text") from None
