"""Games as files hold them, and their shortest form: `f5d6c3…`, one game a line."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from zermelo.errors import IllegalMove, ParseError
from zermelo.game import State
from zermelo.games.othello.game import GAME

START = "---------------------------OX------XO--------------------------- X"
PASSES = ("pass", "pa", "ps", "--")
MOVE = re.compile(r"pass|pa|ps|--|[a-h][1-8]", re.IGNORECASE)
ENDINGS = ("", "resign", "time", "agreed")


@dataclass(frozen=True)
class Note:
    """What a file says about one move: the player's evaluation in discs, the seconds it took, a comment."""

    value: float | None = None
    seconds: float | None = None
    comment: str = ""

    def __post_init__(self) -> None:
        if not all(each is None or math.isfinite(each) for each in (self.value, self.seconds)):
            raise ValueError(f"{self}: expected finite numbers")


@dataclass(frozen=True)
class Transcript:
    """One game: where it began, all its moves (passes too), who played and what came of it.

    `result` is black's discs minus white's, None if the file does not say; `ending` how it came about if not by the
    rules. `notes` is empty or has one for each move; `tags` are further properties of the file format, as they stand.
    """

    moves: tuple[str, ...] = ()
    start: str = START
    players: tuple[str, str] = ("", "")  # black, white
    result: float | None = None
    ending: str = ""
    comment: str = ""
    notes: tuple[Note, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.notes and len(self.notes) != len(self.moves):
            raise ValueError(f"{len(self.notes)} notes for {len(self.moves)} moves")
        if self.ending not in ENDINGS:
            raise ValueError(f"ending={self.ending!r}: expected one of {', '.join(ENDINGS[1:])}, or nothing")

    def states(self) -> list[State]:
        """Every position from the first to the last."""
        found = [GAME.start(self.start)]
        for move in self.moves:
            found.append(found[-1].play(move))
        return found


def forced_pass(state: State) -> bool:
    return bool(state.moves() == ["pass"])


def play_on(state: State, move: str) -> tuple[State, tuple[str, ...]]:
    """(the position after a move, the moves that led to it): a pass that was left out is put in."""
    name = "pass" if move.lower() in PASSES else move.lower()
    skipped = name != "pass" and forced_pass(state)
    if skipped:
        state = state.play("pass")
    return state.play(name), ("pass", name) if skipped else (name,)


def complaint(why: str, text: str, at: int) -> ParseError:
    """A ParseError that says line, column and what stands there."""
    line = text.count("\n", 0, at) + 1
    column = at - (text.rfind("\n", 0, at) + 1) + 1
    rest = text[at : at + 24].split("\n")[0]
    return ParseError(f"line {line}, column {column}: {why}" + (f" at {rest!r}" if rest else ""))


def not_legal(move: str, error: IllegalMove) -> str:
    legal = error.reason.partition("legal:")[2].strip()
    return f"{move} is not legal here ({'legal: ' + legal if legal else 'the game is over'})"


def read_transcripts(text: str) -> list[Transcript]:
    """Games as moves from the start, one a line; empty lines and those that begin with `#` are skipped."""
    games: list[Transcript] = []
    at = 0
    for line in text.split("\n"):
        if line.strip() and not line.lstrip().startswith("#"):
            games.append(Transcript(tuple(moves_in(text, at, at + len(line)))))
        at += len(line) + 1
    return games


def read_transcript(text: str) -> Transcript:
    """One game as moves from the start: `f5d6c3…`, in either case, with or without spaces and passes."""
    return Transcript(tuple(moves_in(text, 0, len(text))))


def moves_in(text: str, at: int, end: int, state: State | None = None) -> Iterable[str]:
    """The moves between two places of a text, checked by playing them."""
    state = state or GAME.start()
    while at < end:
        if text[at].isspace():
            at += 1
            continue
        found = MOVE.match(text, at, end)
        if not found:
            raise complaint("expected a square from a1 to h8, or a pass,", text, at)
        try:
            state, played = play_on(state, found[0])
        except IllegalMove as error:
            raise complaint(not_legal(found[0], error), text, at) from None
        yield from played
        at = found.end()


def write_transcripts(games: Iterable[Transcript]) -> str:
    return "".join(write_transcript(game) + "\n" for game in games)


def write_transcript(game: Transcript) -> str:
    """The moves without passes. Only of games from the usual start: the text has no place for another one."""
    if game.start != START:
        raise ValueError("a transcript is a game from the usual start; write this one as GGF")
    return "".join(move for move in game.moves if move != "pass")
