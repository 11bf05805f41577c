"""Othello's squares as protocols write them."""

from __future__ import annotations

from zermelo.errors import ParseError
from zermelo.game import Notation

COLUMNS, SIZE = "abcdefgh", 8


def course_name(name: str) -> str:
    """`column row` with rows counted from below: a1, the upper left corner, is `1 8`."""
    if name == "pass":
        return name
    return f"{COLUMNS.index(name[0]) + 1} {SIZE + 1 - int(name[1])}"


def from_course(text: str) -> str:
    """The name of the square that `column row` means, or `pass`."""
    words = text.split()
    if [word.lower() for word in words] == ["pass"]:
        return "pass"
    if len(words) != 2 or not all(len(word) == 1 and word in "12345678" for word in words):
        raise ParseError("expected a column and a row from 1 to 8, or pass", text)
    column, row = map(int, words)
    return f"{COLUMNS[column - 1]}{SIZE + 1 - row}"


COURSE = Notation(write=course_name, read=from_course)


def rows(text: str) -> list[str]:
    """The eight rows of a position's text, from the top: X, O and -."""
    return [text[i : i + SIZE] for i in range(0, SIZE * SIZE, SIZE)]


def turned(text: str, player: int) -> str:
    """The same discs with this player to move."""
    return f"{text.split()[0]} {'XO'[player]}"
