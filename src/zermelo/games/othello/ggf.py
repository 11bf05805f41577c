"""GGF, the generic game format of the game server GGS, for Othello. M. Buro, https://skatgame.net/mburo/ggsa/ggf

    (;GM[Othello]PC[place]DT[date]PB[black]PW[white]RE[+12.00]TI[05:00//02:00]TY[8]
    BO[8 -------- … -------- *]B[d3/value/seconds]W[c5//0.31]C[a comment]…;)

Any number of games, with anything but `(;` between them. A backslash takes the next character as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from zermelo.errors import IllegalMove, ParseError
from zermelo.game import State
from zermelo.games.othello.game import GAME
from zermelo.games.othello.transcript import MOVE, START, Note, Transcript, complaint, not_legal, play_on

TAG = re.compile(r"\s*([A-Z]+)\s*\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
END = re.compile(r"\s*;\s*\)")
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)")
RESULT = re.compile(rf"\s*({NUMBER.pattern})\s*(?::\s*([rst]))?\s*")
FLAGS = {"r": "resign", "t": "time", "s": "agreed"}
OWN = ("GM", "PB", "PW", "RE", "BO", "B", "W", "C")  # what a Transcript has a place of its own for


def read_ggf(text: str) -> list[Transcript]:
    """Every game of a text; ParseError if there is none."""
    games: list[Transcript] = []
    at = text.find("(;")
    if at < 0:
        raise complaint("expected a game, which begins with '(;',", text, 0)
    while at >= 0:
        game = Reader(text)
        at = text.find("(;", game.read(at + 2))
        games.append(game.transcript())
    return games


class Reader:
    """One game of a text, tag by tag."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tags: dict[str, str] = {}
        self.comment = ""
        self.start: State = GAME.start()
        self.state: State = self.start
        self.moves: list[str] = []
        self.notes: list[Note] = []

    def read(self, at: int) -> int:
        """Reads from behind `(;` to behind `;)`, whose place it gives."""
        while not (end := END.match(self.text, at)):
            tag = TAG.match(self.text, at)
            if not tag:
                raise self.trouble(at)
            self.take(tag[1], unescaped(tag[2]), tag.start(1))
            at = tag.end()
        if "GM" not in self.tags:
            raise complaint("the game ends without a GM tag", self.text, at)
        return end.end()

    def trouble(self, at: int) -> ParseError:
        while at < len(self.text) and self.text[at].isspace():
            at += 1
        if at == len(self.text):
            return complaint("the text ends inside a game", self.text, at)
        if re.match(r"[A-Z]+\s*\[", self.text[at:]):
            return complaint("this tag is not closed", self.text, at)
        return complaint("expected a tag such as B[d3], or ';)',", self.text, at)

    def take(self, name: str, value: str, at: int) -> None:
        if name in ("B", "W"):
            self.move(name, value, at)
        elif name == "C":
            self.remark(value)
        elif name in self.tags:
            raise complaint(f"{name} is given twice", self.text, at)
        else:
            self.tags[name] = value
            self.check(name, value, at)

    def check(self, name: str, value: str, at: int) -> None:
        if name == "GM" and value.strip().lower() != "othello":
            raise complaint(f"expected GM[Othello], not GM[{value[:24]}]", self.text, at)
        if name == "TY" and not re.match(r"s?8(?!\d)", value.strip()):
            raise complaint(f"expected a board of 8 x 8, not TY[{value[:24]}]", self.text, at)
        if name == "RE" and value.strip() not in ("", "?") and not RESULT.fullmatch(value):
            raise complaint(f"expected a result such as +12.00, not RE[{value[:24]}]", self.text, at)
        if name == "BO":
            if self.moves:
                raise complaint("the board comes after the first move", self.text, at)
            self.start = self.state = self.board(value, at)

    def board(self, value: str, at: int) -> State:
        size, _, squares = value.strip().partition(" ")
        if size != "8":
            raise complaint("expected a board of 8 x 8, BO[8 …]", self.text, at)
        try:
            return GAME.start(" " + squares)  # the space: never a transcript
        except ParseError as error:
            raise complaint(error.reason, self.text, at) from None

    def move(self, side: str, value: str, at: int) -> None:
        move, value_text, seconds_text = ([each.strip() for each in value.split("/")] + ["", ""])[:3]
        if not MOVE.fullmatch(move) or value.count("/") > 2:
            raise complaint("expected a move, as in B[d3] or B[d3/value/seconds],", self.text, at)
        try:
            after, played = play_on(self.state, move)
        except IllegalMove as error:
            raise complaint(not_legal(move, error), self.text, at) from None
        mover = 1 - self.state.turn if len(played) == 2 else self.state.turn
        if mover != "BW".index(side):
            raise complaint(f"{'black' if mover == 0 else 'white'} is to move", self.text, at)
        note = Note(self.number(value_text, at), self.number(seconds_text, at))
        self.state = after
        self.moves += played
        self.notes += [Note()] * (len(played) - 1) + [note]

    def number(self, text: str, at: int) -> float | None:
        if text and not NUMBER.fullmatch(text):
            raise complaint(f"{text[:24]!r} is not a number", self.text, at)
        return float(text) if text else None

    def remark(self, value: str) -> None:
        """A comment belongs to the move before it, or to the game if there is none."""
        if not self.moves:
            self.comment = "\n".join(filter(None, (self.comment, value)))
        else:
            last = self.notes[-1]
            joined = "\n".join(filter(None, (last.comment, value)))
            self.notes[-1] = Note(last.value, last.seconds, joined)

    def transcript(self) -> Transcript:
        result = RESULT.fullmatch(self.tags.get("RE", ""))
        return Transcript(
            moves=tuple(self.moves),
            start=self.start.text,
            players=(self.tags.get("PB", ""), self.tags.get("PW", "")),
            result=float(result[1]) if result else None,
            ending=FLAGS[result[3]] if result and result[3] else "",
            comment=self.comment,
            notes=tuple(self.notes) if any(note != Note() for note in self.notes) else (),
            tags={name: value for name, value in self.tags.items() if name not in OWN},
        )


def unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL)


def escaped(text: str) -> str:
    return re.sub(r"([\]\\])", r"\\\1", text)


def write_ggf(games: Iterable[Transcript]) -> str:
    """One game a line (comments may have more)."""
    return "".join("(;" + "".join(tags_of(game)) + ";)\n" for game in games)


def tags_of(game: Transcript) -> Iterator[str]:
    yield "GM[Othello]"
    for name, value in {"TY": "8", **game.tags}.items():
        if not re.fullmatch("[A-Z]+", name) or name in OWN:
            raise ValueError(f"{name!r} is not the name of a further GGF tag")
        yield f"{name}[{escaped(value)}]"
    yield f"PB[{escaped(game.players[0])}]PW[{escaped(game.players[1])}]"
    flag = next((f":{letter}" for letter, ending in FLAGS.items() if ending == game.ending), "")
    yield f"RE[{'?' if game.result is None else format(game.result, '+.2f') + flag}]"
    yield f"BO[8 {board_text(game.start)}]"
    if game.comment:
        yield f"C[{escaped(game.comment)}]"
    for state, move, note in zip(game.states(), game.moves, game.notes or [Note()] * len(game.moves), strict=False):
        yield f"{'BW'[state.turn]}[{'PA' if move == 'pass' else move}{details(note)}]"
        if note.comment:
            yield f"C[{escaped(note.comment)}]"


def board_text(position: str) -> str:
    squares, mover = (position or START).replace("X", "*").split()
    return " ".join([*(squares[i : i + 8] for i in range(0, 64, 8)), mover])


def details(note: Note) -> str:
    value, seconds = (None if each is None else format(each, ".2f") for each in (note.value, note.seconds))
    return f"/{value or ''}/{seconds or ''}" if value or seconds else ""
