"""WTHOR, the data base of the French federation: games (.wtb), names of players (.jou) and of tournaments (.trn).

    header, 16 bytes   0 century, year, month, day of the file   4 games (u32)   8 names (u16)   10 year of games (u16)
                       12 size of the board (0 or 8: 8 x 8)   13 1: solitaires   14 empties of the best score   15 -
    game, 68 bytes     0 tournament   2 black   4 white (u16 each, places in .trn and .jou)   6 black's discs at the end
                       7 black's discs with best play from so many empties   8 sixty moves, 10 row + column, 0 for none
    name               20 bytes in .jou, 26 in .trn, padded with 0

Numbers are little-endian. Passes are not written.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from zermelo.errors import IllegalMove, ParseError
from zermelo.games.othello.game import GAME
from zermelo.games.othello.transcript import START, Transcript, not_legal, play_on

HEADER = struct.Struct("<4BIHH4B")
RECORD = struct.Struct("<3H2B60s")
PLAYER_BYTES, TOURNAMENT_BYTES = 20, 26


@dataclass(frozen=True)
class WthorGame:
    """One record: numbers of tournament and players, black's discs at the end and with best play, and the moves."""

    moves: tuple[str, ...]  # passes too
    score: int = 32
    best_score: int = 32
    tournament: int = 0
    black: int = 0
    white: int = 0

    def transcript(self, players: Sequence[str] = (), tournaments: Sequence[str] = ()) -> Transcript:
        """The game with names from .jou and .trn files, where these are given."""
        names = tuple(players[each] if each < len(players) else "" for each in (self.black, self.white))
        place = tournaments[self.tournament] if self.tournament < len(tournaments) else ""
        tags = {"PC": place} if place else {}
        return Transcript(self.moves, players=(names[0], names[1]), result=2.0 * self.score - 64, tags=tags)


@dataclass(frozen=True)
class Wthor:
    """A .wtb file: the games of one year."""

    games: tuple[WthorGame, ...]
    year: int = 0
    created: tuple[int, int, int] = (2000, 1, 1)  # year, month, day
    empties: int = 0  # from which on `best_score` holds


def read_wthor(data: bytes) -> Wthor:
    century, year, month, day, count, _, games_year, size, kind, empties, _ = header(data)
    if size not in (0, 8):
        raise ParseError(f"byte 12: the board has size {size}, not 8")
    if kind != 0:
        raise ParseError("byte 13: the file holds solitaires, not games")
    check_length(data, count, RECORD.size)
    games = tuple(read_record(data, number) for number in range(count))
    return Wthor(games, games_year, (century * 100 + year, month, day), empties)


def header(data: bytes) -> tuple[int, ...]:
    if len(data) < HEADER.size:
        raise ParseError(f"byte {len(data)}: the file ends inside its header of {HEADER.size} bytes")
    return HEADER.unpack_from(data)


def check_length(data: bytes, count: int, size: int) -> None:
    expected = HEADER.size + count * size
    if len(data) != expected:
        raise ParseError(
            f"byte {min(len(data), expected)}: {count} records of {size} bytes make a file of {expected} bytes, "
            f"this one has {len(data)}"
        )


def read_record(data: bytes, number: int) -> WthorGame:
    at = HEADER.size + number * RECORD.size
    tournament, black, white, score, best_score, moves = RECORD.unpack_from(data, at)
    where = f"record {number + 1} (byte {at})"
    for name, discs in (("score", score), ("best score", best_score)):
        if discs > 64:
            raise ParseError(f"{where}: the {name} is {discs}, more than 64 discs")
    return WthorGame(tuple(read_moves(moves, where)), score, best_score, tournament, black, white)


def read_moves(codes: bytes, where: str) -> Iterable[str]:
    state = GAME.start()
    used = codes.rstrip(b"\0")
    for number, code in enumerate(used, 1):
        row, column = divmod(code, 10)
        if not (1 <= row <= 8 and 1 <= column <= 8):
            raise ParseError(f"{where}: move {number} is the byte {code}, which is no square")
        name = f"{'abcdefgh'[column - 1]}{row}"
        try:
            state, played = play_on(state, name)
        except IllegalMove as error:
            raise ParseError(f"{where}: move {number}: {not_legal(name, error)}") from None
        yield from played


def write_wthor(file: Wthor) -> bytes:
    for name, value, most in (("year", file.year, 65535), ("empties", file.empties, 60)):
        if not 0 <= value <= most:
            raise ValueError(f"{name}={value}: expected 0 to {most}")
    year, month, day = file.created
    if not (0 <= year < 25600 and 0 <= month <= 255 and 0 <= day <= 255):
        raise ValueError(f"created={file.created}: expected (year, month, day)")
    head = HEADER.pack(year // 100, year % 100, month, day, len(file.games), 0, file.year, 8, 0, file.empties, 0)
    return head + b"".join(map(record_of, file.games))


def record_of(game: WthorGame) -> bytes:
    Transcript(game.moves).states()  # IllegalMove if they cannot be played
    moves = bytes(10 * int(move[1]) + "_abcdefgh".index(move[0]) for move in game.moves if move != "pass")
    numbers, scores = (game.tournament, game.black, game.white), (game.score, game.best_score)
    if not all(0 <= each <= 65535 for each in numbers) or not all(0 <= each <= 64 for each in scores):
        raise ValueError(f"{numbers} or {scores} does not fit into a record: numbers go to 65535, scores to 64")
    return RECORD.pack(*numbers, *scores, moves)


def wthor_game(game: Transcript) -> WthorGame:
    """A record of a game from the usual start; players and tournament get the number 0."""
    if game.start != START:
        raise ValueError("WTHOR holds games from the usual start only")
    last = game.states()[-1]
    result = game.result if game.result is not None else last.payoff(0)
    if result != int(result) or int(result) % 2 or abs(result) > 64:
        raise ValueError(f"result={result}: a difference of 64 discs is even, from -64 to 64")
    score = (int(result) + 64) // 2
    return WthorGame(game.moves, score, score)


def read_names(data: bytes) -> list[str]:
    """The names of a .jou or .trn file, by their numbers; the length of the file says which one it is."""
    long_count, short_count = header(data)[4:6]
    count = short_count or long_count
    for size in (PLAYER_BYTES, TOURNAMENT_BYTES):
        if len(data) == HEADER.size + count * size:
            raw = [data[at : at + size] for at in range(HEADER.size, len(data), size)]
            return [each.split(b"\0")[0].decode("latin-1").strip() for each in raw]
    raise ParseError(f"byte {len(data)}: {count} names of {PLAYER_BYTES} or {TOURNAMENT_BYTES} bytes end elsewhere")


def write_names(names: Sequence[str], size: int = PLAYER_BYTES) -> bytes:
    if len(names) > 65535:
        raise ValueError(f"{len(names)} names: a file holds 65535 at most")
    coded = [name.encode("latin-1", errors="replace")[: size - 1].ljust(size, b"\0") for name in names]
    return HEADER.pack(20, 0, 1, 1, 0, len(names), 0, 0, 0, 0, 0) + b"".join(coded)
