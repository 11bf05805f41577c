"""OBF: positions with the values of their moves, one a line.

64 squares, who moves; move:value; move:value; …        values in discs for the side to move, the best first
% a comment                                             also behind a position
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from zermelo.errors import IllegalMove, ParseError
from zermelo.game import State
from zermelo.games.othello.game import GAME
from zermelo.games.othello.transcript import MOVE, PASSES, complaint, not_legal

SCORED = re.compile(rf"\s*({MOVE.pattern})\s*:\s*([+-]?\d{{1,2}})\s*", re.IGNORECASE)


@dataclass(frozen=True)
class Problem:
    """A position and what is known of its moves: (move, value in discs for the side to move)."""

    position: State
    scores: tuple[tuple[str, int], ...] = ()
    comment: str = ""

    @property
    def value(self) -> int | None:
        """The best known value."""
        return max((score for _, score in self.scores), default=None)

    @property
    def best(self) -> tuple[str, ...]:
        """The moves that have it."""
        return tuple(move for move, score in self.scores if score == self.value)


def read_obf(text: str) -> list[Problem]:
    problems: list[Problem] = []
    at = 0
    for line in text.split("\n"):
        if line.strip() and not line.lstrip().startswith("%"):
            problems.append(read_problem(text, at, at + len(line)))
        at += len(line) + 1
    return problems


def read_problem(text: str, at: int, end: int) -> Problem:
    line, percent, comment = text[at:end].partition("%")
    parts = line.split(";")
    try:
        position = GAME.start(" " + parts[0])  # the space: never a transcript
    except ParseError as error:
        raise complaint(error.reason, text, at + max(0, error.column - 1)) from None
    scores: dict[str, int] = {}
    place = at + len(parts[0]) + 1
    for part in parts[1:]:
        if part.strip():
            move, score = read_score(position, part, text, place)
            if move in scores:
                raise complaint(f"{move} has a value already", text, place)
            scores[move] = score
        place += len(part) + 1
    return Problem(position, tuple(scores.items()), comment.strip() if percent else "")


def read_score(position: State, part: str, text: str, place: int) -> tuple[str, int]:
    found = SCORED.fullmatch(part)
    if not found:
        raise complaint("expected move:value, as in d3:+4,", text, place)
    move, score = found[1].lower(), int(found[2])
    move = "pass" if move in PASSES else move
    try:
        position.play(move)
    except IllegalMove as error:
        raise complaint(not_legal(found[1], error), text, place) from None
    if abs(score) > 64:
        raise complaint("a value lies between -64 and +64,", text, place)
    return move, score


def write_obf(problems: Iterable[Problem]) -> str:
    return "".join(line_of(problem) + "\n" for problem in problems)


def line_of(problem: Problem) -> str:
    if "\n" in problem.comment:
        raise ValueError("a comment of OBF has one line")
    scores = "".join(f" {'PA' if move == 'pass' else move}:{score:+d};" for move, score in problem.scores)
    return f"{problem.position.text};{scores}" + (f" % {problem.comment}" if problem.comment else "")
