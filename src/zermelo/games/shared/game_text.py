"""What the text of games has in common in PGN and its like (PDN of draughts): tags, moves, comments, variations.

    read_text(source, notation)   the games of a file, one by one; where one cannot be read, an Unreadable with its line
    write_text(games)             their text in the export format

A game brings a Notation (how its moves and results look) and a class of games that knows its rules (TextGame).
Reading knows variations, comments, NAGs and `!?`, tags in any order and number, missing move numbers and results, BOM,
CRLF and Latin-1. Rules are asked when they are needed: a game is checked where its `moves` or `checked()` are.
"""

from __future__ import annotations

import io
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import IO, Any, ClassVar, Generic, TypeVar

from zermelo.ending import Ending
from zermelo.errors import ParseError
from zermelo.game import PlayedGame, PlayedMove, State

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
UNKNOWN = {"Date": "????.??.??", "Result": "*"}
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
WIDTH = 79
GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
SIGNS = {"=": 10, "∞": 13, "⩲": 14, "+/=": 14, "+=": 14, "⩱": 15, "=/+": 15, "=+": 15, "±": 16, "+/-": 16, "∓": 17}
SIGNS |= {"-/+": 17, "+-": 18, "-+": 19, "N": 146, "*": 7}
TAGGED = re.compile(rb"^\s*(?:\xef\xbb\xbf)?\[\s*\w+\s*\"|\b\d+\s*\.", re.MULTILINE)
TERMINATIONS = {
    Ending.TIME: "time forfeit",
    Ending.RULES: "normal",
    Ending.RESIGN: "normal",
    Ending.ILLEGAL_MOVE: "rules infraction",
}
PASSED_OVER = ",:|'\"`´’&_~^<>"
TROUBLE = {"{": "a comment that never ends", "}": "a `}` without its `{`", "[": "a tag among the moves"}
TAG = re.compile(r'\[\s*(\w+)\s*"((?:[^"\\]|\\.)*)"\s*\]|\[\s*(\w+)\s+"?(.*?)"?\s*\]\s*$', re.MULTILINE)
COMMAND = re.compile(r"\[%(\w+)\s+([^\]]*)\]")
PARTS = re.compile(r"\[%[^\]]*\]|\S+")  # of a comment: a command stays on one line


@dataclass(slots=True)
class TextMove:
    """A move of a game or variation: how it is written, and what is said about it.

    `before` is said before it (at the beginning of a variation), `comment` after it. `variations` begin instead of it.
    """

    text: str
    nags: tuple[int, ...] = ()
    comment: str = ""
    before: str = ""
    variations: tuple[tuple[TextMove, ...], ...] = ()
    at: int = field(default=-1, compare=False)  # where it stands in the text of its game

    def command(self, name: str) -> str | None:
        """What a comment says to programs: `[%clk 0:05:00]` is the command `clk`."""
        return next((found[2].strip() for found in COMMAND.finditer(self.comment) if found[1] == name), None)

    @property
    def clock(self) -> float | None:
        """The seconds left after the move, where the comment has a `%clk`."""
        return seconds_of(self.command("clk"))

    @property
    def taken(self) -> float | None:
        """The seconds that the move took, where the comment has a `%emt`."""
        return seconds_of(self.command("emt"))

    @property
    def remark(self) -> str:
        """The comment without what it says to programs."""
        return " ".join(COMMAND.sub("", self.comment).split())


@dataclass(frozen=True)
class Unreadable:
    """A game that could not be read: the line where it went wrong, and why. The games behind it are not lost.

    As a game of a file it has players and a line; its moves are the error.
    """

    line: int
    reason: str
    tags: dict[str, str] = field(default_factory=dict)

    @property
    def error(self) -> ParseError:
        return ParseError(f"line {self.line}: {self.reason}")

    @property
    def start(self) -> str:
        raise self.error

    @property
    def moves(self) -> tuple[str, ...]:
        raise self.error

    @property
    def players(self) -> tuple[str, str]:
        return self.tags.get("White", ""), self.tags.get("Black", "")


StateT = TypeVar("StateT", bound=State)
GameT = TypeVar("GameT", bound="TextGame[Any]")


@dataclass(frozen=True)
class TextGame(ABC, Generic[StateT]):
    """A game: its tags, its moves with all that is said about them, its result. `line` is where a file has it."""

    tags: dict[str, str] = field(default_factory=dict)
    mainline: tuple[TextMove, ...] = ()
    result: str = "*"
    comment: str = ""  # before the first move
    line: int = field(default=1, compare=False)
    source: str = field(default="", compare=False, repr=False)

    roster: ClassVar[tuple[str, ...]] = ROSTER  # tags that are always written, in this order
    unknown: ClassVar[Mapping[str, str]] = UNKNOWN  # what they say if nothing is known

    # What a game's own class knows.

    @property
    @abstractmethod
    def first(self) -> StateT:
        """Where the game begins; ParseError with the line if that cannot be."""

    @property
    @abstractmethod
    def first_ply(self) -> int:
        """Of the first move: 0, unless something was played before."""

    @abstractmethod
    def read_move(self, state: StateT, text: str) -> str:
        """The legal move that a text means, by its name; ParseError."""

    @abstractmethod
    def ended_by_draw(self, state: StateT) -> bool:
        """Whether a rule has ended the game although there are moves."""

    @abstractmethod
    def played_on(self, state: StateT) -> StateT:
        """The position as if moves without progress were counted from here."""

    # What follows from it.

    @property
    def players(self) -> tuple[str, str]:
        """Their names, in the order in which they move."""
        return self.tags.get("White", ""), self.tags.get("Black", "")

    @property
    def start(self) -> str:
        return self.first.text

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """The moves played, by their names; ParseError with the line of the first that cannot be. Where people played
        on after a draw by the rules, the moves end with it."""
        return tuple(self.states_and_moves()[1])

    def states(self) -> list[StateT]:
        """All positions of the game, from the first to the last."""
        return self.states_and_moves()[0]

    def states_and_moves(self) -> tuple[list[StateT], list[str]]:
        states, names = [self.first], list[str]()
        for each in self.mainline:
            if self.ended_by_draw(states[-1]):
                break
            names.append(self.meant(states[-1], each))
            states.append(states[-1].play(names[-1]))
        return states, names

    def meant(self, state: StateT, move: TextMove) -> str:
        """The legal move that a text means; ParseError with its line."""
        try:
            return self.read_move(state, move.text)
        except ParseError as error:
            line = self.line + self.source.count("\n", 0, max(0, move.at))
            raise ParseError(f"line {line}: {error.reason}") from None

    def checked(self: GameT) -> GameT:
        """The same game with every move, those of variations too, written as the rules of its notation ask."""
        return replace(self, mainline=tuple(self._checked(self.first, self.mainline)))

    def _checked(self, state: StateT, line: Iterable[TextMove]) -> Iterator[TextMove]:
        for each in line:
            if self.ended_by_draw(state):
                state = self.played_on(state)
            if self.ended_by_draw(state):
                yield each  # no rules follow it any more
                continue
            name = self.meant(state, each)
            others = tuple(tuple(self._checked(state, other)) for other in each.variations)
            yield replace(each, text=name, variations=others)
            state = state.play(name)


@dataclass(frozen=True)
class Notation(Generic[GameT]):
    """How the text of one game looks.

    The groups of `token` are move (or castling), result, number, glyph, comment, open, close and other.
    """

    game: type[GameT]
    token: re.Pattern[str]
    results: Mapping[str, str]  # other ways to write one
    said_of_a_move: tuple[str, ...] = ()  # words that are no moves


# --- reading ---

Source = bytes | str | Path | IO[bytes] | IO[str]


def read_text(source: Source, notation: Notation[GameT]) -> Iterator[GameT | Unreadable]:
    """The games of a file (its bytes, its text, its path or an open one), one by one as they are asked for."""
    for number, raw in split(lines_in(source)):
        yield from games_in(decoded(raw), number, notation)


def read_whole(data: bytes, notation: Notation[GameT]) -> list[GameT | Unreadable]:
    """All games of a file; of a file without tags and numbers each line is one."""
    if TAGGED.search(data[:100_000]):
        return list(read_text(data, notation))
    lines = [line for line in data.splitlines() if line.strip() and not line.lstrip().startswith(b"#")]
    return [game for line in lines for game in read_text(line, notation)]


def lines_in(source: Source) -> Iterator[bytes]:
    if isinstance(source, Path):
        with source.open("rb") as file:
            yield from file
    elif isinstance(source, (bytes, str)):
        yield from io.BytesIO(source if isinstance(source, bytes) else source.encode(errors="replace"))
    elif not isinstance(source, Iterable):
        raise TypeError(f"source: expected a file, its text, its bytes or its path, not {type(source).__name__}")
    else:
        for line in source:
            yield line if isinstance(line, bytes) else line.encode(errors="replace")


def decoded(raw: bytes) -> str:
    """UTF-8, or Latin-1, which everything can be read as."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def split(lines: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """The parts of a file that begin with tags, each with the number of its first line.

    Tags behind moves begin a part; so does Event behind tags alone, unless it is one more of these.
    """
    first, kept, moved, inside, blank, event = 1, list[bytes](), False, False, False, False
    for number, line in enumerate(lines, 1):
        tag = line[:1] == b"[" or line[:4] == b"\xef\xbb\xbf["
        if tag and inside and blank and line.startswith(b'[Event "'):
            inside = False  # a comment that never ends does not swallow the games behind it
        names_event = tag and not inside and line.startswith(b"[Event ")
        if tag and not inside and kept and (moved or (names_event and (event or blank))):
            yield first, b"".join(kept)
            kept, moved, event = [], False, False
        event = event or names_event
        blank = line.isspace()
        if not kept:
            if blank:
                continue
            first = number
        kept.append(b"\n" if line[:1] == b"%" and not inside else line)
        if not blank and (inside or not tag):
            moved = True
            inside = left_open(line, inside)
    if kept:
        yield first, b"".join(kept)


def left_open(line: bytes, inside: bool) -> bool:
    """Whether a comment in braces goes on behind a line."""
    if b"{" not in line and b"}" not in line:
        return inside
    at = 0
    while True:
        if not inside:
            rest = line.find(b";", at)
            line = line if rest < 0 or 0 <= line.find(b"{", at) < rest else line[:rest]
        at = line.find(b"}" if inside else b"{", at) + 1
        if at == 0:
            return inside
        inside = not inside


def games_in(text: str, line: int, notation: Notation[GameT]) -> Iterator[GameT | Unreadable]:
    """The games of a part: one, or more if some have no tags."""
    tags, at = tags_of(text)
    reader = Reader(text, line, tags, notation)
    while True:
        try:
            game, at = reader.game(at)
        except ParseError as error:
            yield Unreadable(line + text.count("\n", 0, error.column), error.reason, tags)
            return
        if game is None:
            return
        yield game


def tags_of(text: str) -> tuple[dict[str, str], int]:
    """The tags at the beginning of a game, and where its moves begin."""
    tags: dict[str, str] = {}
    at = 0
    while True:
        while at < len(text) and text[at].isspace():
            at += 1
        found = TAG.match(text, at)
        if found is None:
            return tags, at
        name, value = (found[1], unescaped(found[2])) if found[1] else (found[3], found[4])
        tags.setdefault(name, value)
        at = found.end()


def unescaped(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value) if "\\" in value else value


class Reader(Generic[GameT]):
    """Reads the moves of games from a text. Lines and what was said before them are stacks: variations lie in each
    other."""

    def __init__(self, text: str, line: int, tags: dict[str, str], notation: Notation[GameT]) -> None:
        self.text, self.first_line, self.tags, self.notation = text, line, tags, notation
        self.lines: list[list[TextMove]] = [[]]
        self.before = [""]

    def game(self, at: int) -> tuple[GameT | None, int]:
        """The next game and where it ends; none if there is nothing more."""
        self.lines, self.before = [[]], [""]
        for found in self.notation.token.finditer(self.text, at):
            kind = found.lastgroup
            if kind == "move" or kind == "castling":
                self.move(found)
            elif kind == "result":
                if len(self.lines) == 1:
                    return self.made(self.notation.results.get(found[0], found[0])), found.end()
            elif kind != "number":
                self.other(kind, found)
        if len(self.lines) > 1:
            raise ParseError("a `(` without its `)`", self.text, len(self.text) - 1)
        return self.made(""), len(self.text)

    def made(self, result: str) -> GameT | None:
        line, comment = self.lines[0], self.before[0]
        if not (line or comment or result or self.tags):
            return None
        known = self.tags.get("Result", "*")
        result = result or self.notation.results.get(known, known if known in RESULTS else "*")
        tags, self.tags = self.tags, {}
        return self.notation.game(tags, tuple(line), result, comment, self.first_line, self.text)

    def move(self, found: re.Match[str]) -> None:
        word = found[0]
        if word in self.notation.said_of_a_move:
            return
        move = TextMove(word.rstrip("."), at=found.start())
        if self.before[-1] and len(self.before) > 1:
            move.before, self.before[-1] = self.before[-1], ""
        self.lines[-1].append(move)

    def other(self, kind: str | None, found: re.Match[str]) -> None:
        if kind == "comment":
            self.comment(found[0][1:-1] if found[0][0] == "{" else found[0][1:])
        elif kind == "glyph":
            self.glyph(found[0])
        elif kind == "open":
            if not self.lines[-1]:
                raise ParseError("a variation before any move", self.text, found.start())
            self.lines.append([])
            self.before.append("")
        elif kind == "close":
            if len(self.lines) == 1:
                raise ParseError("a `)` without its `(`", self.text, found.start())
            self.close()
        elif found[0] not in PASSED_OVER:
            reason = TROUBLE.get(found[0], f"{found[0]!r} is neither a move nor a comment")
            raise ParseError(reason, self.text, found.start())

    def comment(self, text: str) -> None:
        said, line = " ".join(text.split()), self.lines[-1]
        if line:
            line[-1].comment = f"{line[-1].comment} {said}".strip()
        else:
            self.before[-1] = f"{self.before[-1]} {said}".strip()

    def glyph(self, word: str) -> None:
        word = word.strip("()")
        number = int(word[1:]) if word[0] == "$" and len(word) < 8 else GLYPHS.get(word) or SIGNS.get(word)
        line = self.lines[-1]
        if line and number is not None and number not in line[-1].nags:
            line[-1].nags = (*line[-1].nags, number)

    def close(self) -> None:
        done, said = self.lines.pop(), self.before.pop()
        last = self.lines[-1][-1]
        if done:
            last.variations = (*last.variations, tuple(done))
        elif said:  # a comment in parentheses
            self.comment(said)


def seconds_of(text: str | None) -> float | None:
    """`1:02:03.5` in seconds."""
    if text is None or not re.fullmatch(r"(?:\d{1,6}:){0,2}\d{1,6}(?:\.\d+)?", text):
        return None
    seconds = 0.0
    for part in text.split(":"):
        seconds = 60 * seconds + float(part)
    return seconds


def clock_text(seconds: float) -> str:
    """Seconds as a `%clk` has them."""
    whole, rest = divmod(round(10 * max(0.0, seconds)), 10)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}" + (f".{rest}" if rest else "")


# --- writing ---


def told_by(record: PlayedGame, wins: tuple[str, str]) -> tuple[dict[str, str], tuple[TextMove, ...], str, str]:
    """Of a game between players (a Record): tags of how it ended, its moves, its result, and what is said before them.

    `wins` are the results where the first and where the second player has won.
    """
    result = "*"
    if record.winner is not None:
        result = wins[record.winner]
    elif record.ending in (Ending.RULES, Ending.REPETITION, Ending.ADJUDICATED):
        result = "1/2-1/2"
    tags = {"Result": result}
    if result != "*":
        tags["Termination"] = TERMINATIONS.get(Ending(record.ending), "abandoned")
    comment = f"{record.ending}: {record.reason}" if record.reason else ""
    moves = tuple(map(moved, record.moves))
    if moves and comment:
        moves[-1].comment = f"{moves[-1].comment} {comment}".strip()
    return tags, moves, result, "" if moves else comment


def moved(played: PlayedMove) -> TextMove:
    """A move with the time it took."""
    tenths = round(10 * played.seconds)
    spent = f"[%emt {tenths // 36000}:{tenths // 600 % 60:02}:{tenths // 10 % 60:02}.{tenths % 10}]" if tenths else ""
    return TextMove(played.move, comment=" ".join(filter(None, (spent, played.comment))))


def write_text(games: Iterable[TextGame[Any]]) -> str:
    """Games in the export format: the tags of the roster first, canonical moves, lines of less than 80 letters."""
    return "\n".join(map(game_text, games))


def game_text(game: TextGame[Any]) -> str:
    words = [*comment_words(game.comment), *line_words(game.checked().mainline, game.first_ply), game.result]
    return f"{tag_text(game)}\n{wrapped(words)}"


def tag_text(game: TextGame[Any]) -> str:
    tags = {name: game.tags.get(name, game.unknown.get(name, "?")) for name in game.roster} | {"Result": game.result}
    others = {name: value for name, value in game.tags.items() if name not in game.roster}
    if "FEN" in others:
        others["SetUp"] = "1"
    tags |= dict(sorted(others.items()))
    return "".join(f'[{name} "{escaped(value)}"]\n' for name, value in tags.items())


def escaped(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def line_words(line: Sequence[TextMove], ply: int) -> Iterator[str]:
    """The words of a line that begins at a ply, in order."""
    numbered = False
    for each in line:
        yield from comment_words(each.before)
        if ply % 2 == 0 or not numbered:
            yield f"{ply // 2 + 1}{'.' if ply % 2 == 0 else '...'}"
        yield each.text
        yield from (f"${nag}" for nag in each.nags)
        yield from comment_words(each.comment)
        for other in each.variations:
            first, *words = line_words(other, ply)
            *words, last = [f"({first}", *words]
            yield from [*words, f"{last})"]
        numbered = not (each.comment or each.variations)
        ply += 1


def comment_words(text: str) -> list[str]:
    """A comment in braces; nothing can say a closing one inside."""
    words = PARTS.findall(text.replace("}", ")"))
    if words:
        words[0] = f"{{{words[0]}"
        words[-1] = f"{words[-1]}}}"
    return words


def wrapped(words: Iterable[str]) -> str:
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return "".join(line + "\n" for line in lines)
