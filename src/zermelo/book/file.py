"""A book as a file: plain text that can be read and compared, with a hash over all of it.

    zermelo book 1
    game othello
    grown depth=14 nodes=0 width=3 plies=30 patience=2.0
    sha256 5f0c…
    ---------------------------OX------XO--------------------------- X <tab> 14 <tab> d3 0.12 …

A line for each position: its text, how deep it was searched, and its moves with their values for the player to move:
`0.12` is a judgement, `4!` proved; in games of outcome `win13`, `draw!` and `loss8!` are known, and with `!` proved:
there is no other move that the book has not searched.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterator
from dataclasses import asdict, fields
from functools import cache
from pathlib import Path

from zermelo.book.book import Book, Entry, Growth
from zermelo.files import write_whole
from zermelo.game import BuiltIn
from zermelo.result import OUTCOMES, Score
from zermelo.validate import shown, typed

FIRST = "zermelo book 1"
HEAD = ("game", "grown", "sha256")
MOST_BYTES = 64 * 2**20
PAYOFFS = {"win": 1.0, "draw": 0.0, "loss": -1.0}
OUTCOME = re.compile(r"(win|draw|loss)(\d*)", re.ASCII)


@typed
def write_book(book: Book, file: str | Path) -> None:
    """Writes the file whole or not at all."""
    lines = sorted("\t".join(line_of(key, entry)) for key, entry in book.entries.items())
    body = "".join(f"{line}\n" for line in lines)
    grown = " ".join(f"{name}={value}" for name, value in asdict(book.growth).items())
    head = f"game {book.game}\ngrown {grown}\n"
    write_whole(Path(file), f"{FIRST}\n{head}sha256 {digest(head + body)}\n{body}".encode())


def line_of(key: str, entry: Entry) -> Iterator[str]:
    yield from (key, str(entry.depth))
    for name, score in entry.moves:
        yield f"{name} {text_of(score)}"


@typed
def read_book(file: str | Path, game: str | None = None) -> Book:
    """The book in a file; ValueError if it is none, is damaged, or is about another game than `game`."""
    path = Path(file)
    if path.is_dir():
        raise ValueError(f"{file}: a folder, not a book")
    with path.open("rb") as source:
        data = source.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise ValueError(f"{file}: larger than {MOST_BYTES >> 20} MB, so it is no book")
    try:
        book = book_of(data.decode("utf-8"))
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{file}: not a book, or damaged: {error}") from None
    if game is not None and book.game != game:
        raise ValueError(f"{file}: a book of {book.game}, not of {game}")
    return book


def book_of(text: str) -> Book:
    first, *lines = text.split("\n")
    if first != FIRST:
        raise ValueError(f"it does not begin with {shown(FIRST)}")
    if len(lines) < len(HEAD) + 1 or lines.pop() != "":
        raise ValueError("its end is missing")
    heading = dict(line.partition(" ")[::2] for line in lines[: len(HEAD)])
    if tuple(heading) != HEAD:
        raise ValueError(f"it does not say {', '.join(HEAD)}")
    body = lines[len(HEAD) :]
    if heading["sha256"] != digest("".join(f"{line}\n" for line in (*lines[: len(HEAD) - 1], *body))):
        raise ValueError("its SHA-256 does not fit")
    return Book(heading["game"], growth_of(heading["grown"]), dict(map(entry_of, body)))


def growth_of(text: str) -> Growth:
    kinds: dict[str, type] = {each.name: type(each.default) for each in fields(Growth)}
    given = dict(part.split("=", 1) for part in text.split())
    return Growth(**{name: kinds[name](value) for name, value in given.items()})


def entry_of(line: str) -> tuple[str, Entry]:
    key, depth, *moves = line.split("\t")
    found = tuple((name, score_of(value)) for name, value in (each.rsplit(" ", 1) for each in moves))
    if not found:
        raise ValueError(f"a position without moves: {key}")
    return key, Entry(int(depth), found)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def text_of(score: Score) -> str:
    proved = "!" if score.proved else ""
    if score.outcome is not None:
        return f"{score.outcome}{'' if score.plies is None else score.plies}{proved}"
    return f"{score.value:.2f}".rstrip("0").rstrip(".") + proved


def score_of(text: str) -> Score:
    plain, proved = text.removesuffix("!"), text.endswith("!")
    if found := OUTCOME.fullmatch(plain):
        plies, value = int(found[2]) if found[2] else None, PAYOFFS[found[1]]
        return Score(value, proved=proved, outcome=OUTCOMES[int(value)], plies=plies)
    value = float(plain)
    if not math.isfinite(value):
        raise ValueError(f"{text} is no value")
    return Score(value + 0.0, proved=proved)


def own_book(game: object) -> Book | None:
    """The book that a built-in game comes with, for its usual variant."""
    if not isinstance(game, BuiltIn) or not game.book or game.chosen:
        return None
    return read_once(str(game.folder / game.book), game.label)


@cache
def read_once(file: str, game: str) -> Book:
    return read_book(file, game)
