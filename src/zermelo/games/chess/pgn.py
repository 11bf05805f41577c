"""PGN, the Portable Game Notation (S. J. Edwards, 1994): read with tolerance, written in its export format.

    read_pgn(source)     the games of a file, one by one; where one cannot be read, an Unreadable with its line
    write_pgn(games)     their text

Reading knows variations, comments, NAGs and `!?`, tags in any order and number, missing move numbers and results, BOM,
CRLF and Latin-1. Rules are asked when they are needed: a game is checked where its `moves` or `checked()` are.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import IO

from zermelo.errors import ParseError
from zermelo.games.chess.board import Board, start_of
from zermelo.games.chess.san import read_move

ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
UNKNOWN = {"Date": "????.??.??", "Result": "*"}
RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
VARIANTS = ("", "standard", "chess", "normal", "from position")  # with the usual rules
WIDTH = 79
GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
SIGNS = {"=": 10, "∞": 13, "⩲": 14, "+/=": 14, "+=": 14, "⩱": 15, "=/+": 15, "=+": 15, "±": 16, "+/-": 16, "∓": 17}
SIGNS |= {"-/+": 17, "+-": 18, "-+": 19, "N": 146}
SAID_OF_A_MOVE = ("e.p.", "ep", "e.p", "ch", "mate", "dbl", "dis")
PASSED_OVER = ",:|'\"`´’&_~^<>"
TROUBLE = {"{": "a comment that never ends", "}": "a `}` without its `{`", "[": "a tag among the moves"}
TAG = re.compile(r'\[\s*(\w+)\s*"((?:[^"\\]|\\.)*)"\s*\]|\[\s*(\w+)\s+"?(.*?)"?\s*\]\s*$', re.MULTILINE)
TOKEN = re.compile(
    r"""
      (?P<castling>[O0o]-[O0o](?:-[O0o])?[+\#]*)
    | (?P<result>1-0|0-1|1/2(?:-1/2)?(?![\d/])|½-½|\*)
    | (?P<number>\d+\s*\.+|\d+(?=[\s(){};$]|$)|\.+)
    | (?P<glyph>[!?]{1,2}|\$\d+|[+=-]/[+=-]|\+-|-\+|=\+|\+=|[=±∓⩲⩱∞](?![QRBN])|N(?=\s|$))
    | (?P<move>(?:[A-Za-z♔-♟]|--|@@)[^\s(){};$!?,]*)
    | (?P<comment>\{[^}]*\}|;[^\n]*)
    | (?P<open>\()
    | (?P<close>\))
    | (?P<other>[^\s])
    """,
    re.VERBOSE,
)
COMMAND = re.compile(r"\[%(\w+)\s+([^\]]*)\]")
PARTS = re.compile(r"\[%[^\]]*\]|\S+")  # of a comment: a command stays on one line


@dataclass(slots=True)
class PgnMove:
    """A move of a game or variation: how it is written, and what is said about it.

    `before` is said before it (at the beginning of a variation), `comment` after it. `variations` begin instead of it.
    """

    text: str
    nags: tuple[int, ...] = ()
    comment: str = ""
    before: str = ""
    variations: tuple[tuple[PgnMove, ...], ...] = ()
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


@dataclass(frozen=True)
class PgnGame:
    """A game: its tags, its moves with all that is said about them, its result. `line` is where a file has it."""

    tags: dict[str, str] = field(default_factory=dict)
    mainline: tuple[PgnMove, ...] = ()
    result: str = "*"
    comment: str = ""  # before the first move
    line: int = field(default=1, compare=False)
    source: str = field(default="", compare=False, repr=False)

    @property
    def players(self) -> tuple[str, str]:
        return self.tags.get("White", ""), self.tags.get("Black", "")

    @cached_property
    def first(self) -> Board:
        """Where the game begins: the tag FEN, or the initial position."""
        variant = self.tags.get("Variant", "").lower()
        if variant not in VARIANTS and "960" not in variant and "fischer" not in variant:
            raise ParseError(f"line {self.line}: a game of {variant}, which has other rules")
        try:
            return start_of(self.tags.get("FEN"))
        except ParseError as error:
            raise ParseError(f"line {self.line}: the tag FEN: {error.reason}") from None

    @property
    def start(self) -> str:
        return self.first.text

    @cached_property
    def moves(self) -> tuple[str, ...]:
        """The moves played, by their names; ParseError with the line of the first that cannot be. Where people played
        on after a draw (fifty moves, nothing left to mate with), the moves end with it."""
        return tuple(self.states_and_moves()[1])

    def states(self) -> list[Board]:
        """All positions of the game, from the first to the last."""
        return self.states_and_moves()[0]

    def states_and_moves(self) -> tuple[list[Board], list[str]]:
        states, names = [self.first], list[str]()
        for each in self.mainline:
            if ended_by_draw(states[-1]):
                break
            names.append(self.meant(states[-1], each))
            states.append(states[-1].play(names[-1]))
        return states, names

    def meant(self, state: Board, move: PgnMove) -> str:
        """The legal move that a text means; ParseError with its line."""
        try:
            return read_move(state, move.text)
        except ParseError as error:
            line = self.line + self.source.count("\n", 0, max(0, move.at))
            raise ParseError(f"line {line}: {error.reason}") from None

    def checked(self) -> PgnGame:
        """The same game with every move, those of variations too, written as the rules of PGN ask."""
        return replace(self, mainline=tuple(self._checked(self.first, self.mainline)))

    def _checked(self, state: Board, line: Iterable[PgnMove]) -> Iterator[PgnMove]:
        for each in line:
            if ended_by_draw(state):
                state = played_on(state)
            if ended_by_draw(state):
                yield each  # no rules follow it any more
                continue
            name = self.meant(state, each)
            others = tuple(tuple(self._checked(state, other)) for other in each.variations)
            yield replace(each, text=name, variations=others)
            state = state.play(name)


def ended_by_draw(state: Board) -> bool:
    """Whether a rule has ended the game although there are moves."""
    return state.is_over and not state.is_checkmate() and not state.is_stalemate()


def played_on(state: Board) -> Board:
    """The position as if moves without progress were counted from here."""
    *fields, _, number = state.text.split()
    return start_of(" ".join([*fields, "0", number]))


# --- reading ---

Source = bytes | str | Path | IO[bytes]


def read_pgn(source: Source) -> Iterator[PgnGame | Unreadable]:
    """The games of a file (its bytes, its text, its path or an open one), one by one as they are asked for."""
    with lines_in(source) as lines:
        for number, raw in split(lines):
            yield from games_in(decoded(raw), number)


def lines_in(source: Source) -> IO[bytes]:
    if isinstance(source, Path):
        return source.open("rb")
    if isinstance(source, str):
        return io.BytesIO(source.encode())
    return io.BytesIO(source) if isinstance(source, bytes) else source


def decoded(raw: bytes) -> str:
    """UTF-8, or Latin-1, which everything can be read as."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def split(lines: Iterable[bytes]) -> Iterator[tuple[int, bytes]]:
    """The parts of a file that begin with tags, each with the number of its first line."""
    first, kept, moved, inside, blank = 1, list[bytes](), False, False, False
    for number, line in enumerate(lines, 1):
        tag = line[:1] == b"[" or line[:4] == b"\xef\xbb\xbf["
        if tag and inside and blank and line.startswith(b'[Event "'):
            inside = False  # a comment that never ends does not swallow the games behind it
        if tag and not inside and kept and (moved or line.startswith(b"[Event ")):
            yield first, b"".join(kept)
            kept, moved = [], False
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


def games_in(text: str, line: int) -> Iterator[PgnGame | Unreadable]:
    """The games of a part: one, or more if some have no tags."""
    tags, at = tags_of(text)
    reader = Reader(text, line, tags)
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


class Reader:
    """Reads the moves of games from a text. Lines and what was said before them are stacks: variations lie in each
    other."""

    def __init__(self, text: str, line: int, tags: dict[str, str]) -> None:
        self.text, self.first_line, self.tags = text, line, tags
        self.lines: list[list[PgnMove]] = [[]]
        self.before = [""]

    def game(self, at: int) -> tuple[PgnGame | None, int]:
        """The next game and where it ends; none if there is nothing more."""
        self.lines, self.before = [[]], [""]
        for found in TOKEN.finditer(self.text, at):
            kind = found.lastgroup
            if kind == "move" or kind == "castling":
                self.move(found)
            elif kind == "result":
                if len(self.lines) == 1:
                    result = {"1/2": "1/2-1/2", "½-½": "1/2-1/2"}.get(found[0], found[0])
                    return self.made(result), found.end()
            elif kind != "number":
                self.other(kind, found)
        if len(self.lines) > 1:
            raise ParseError("a `(` without its `)`", self.text, len(self.text) - 1)
        return self.made(""), len(self.text)

    def made(self, result: str) -> PgnGame | None:
        line, comment = self.lines[0], self.before[0]
        if not (line or comment or result or self.tags):
            return None
        known = self.tags.get("Result", "*")
        result = result or (known if known in RESULTS else "*")
        tags, self.tags = self.tags, {}
        return PgnGame(tags, tuple(line), result, comment, self.first_line, self.text)

    def move(self, found: re.Match[str]) -> None:
        word = found[0]
        if word in SAID_OF_A_MOVE:
            return
        move = PgnMove(word.rstrip("."), at=found.start())
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


def write_pgn(games: Iterable[PgnGame]) -> str:
    """Games in the export format: seven tags first, canonical moves, lines of less than 80 letters."""
    return "\n".join(map(game_text, games))


def game_text(game: PgnGame) -> str:
    words = [*comment_words(game.comment), *line_words(game.checked().mainline, game.first.ply), game.result]
    return f"{tag_text(game)}\n{wrapped(words)}"


def tag_text(game: PgnGame) -> str:
    tags = {name: game.tags.get(name, UNKNOWN.get(name, "?")) for name in ROSTER} | {"Result": game.result}
    others = {name: value for name, value in game.tags.items() if name not in ROSTER}
    if "FEN" in others:
        others["SetUp"] = "1"
    tags |= dict(sorted(others.items()))
    return "".join(f'[{name} "{escaped(value)}"]\n' for name, value in tags.items())


def escaped(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def line_words(line: Sequence[PgnMove], ply: int) -> Iterator[str]:
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
