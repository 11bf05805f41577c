"""SGF, the smart game format, for Othello (GM[2]): the main line of the first game of a file.

    (;GM[2]SZ[8]AB[d5][e4]AW[d4][e5]PL[B];B[d3];W[dc] … )

Squares are written `d3` or, as in Go, as two letters, column and row from the upper left: `dc`. A pass is an empty
value, `pass` or `tt`. Without AB and AW the game begins as usual.
"""

from __future__ import annotations

import re

from zermelo.errors import IllegalMove, ParseError
from zermelo.game import State
from zermelo.games.othello.game import GAME
from zermelo.games.othello.squares import COLUMNS
from zermelo.games.othello.transcript import Transcript, complaint, not_legal, play_on

PROPERTY = re.compile(r"([A-Za-z]+)\s*((?:\[(?:[^\]\\]|\\.)*\]\s*)+)", re.DOTALL)
VALUE = re.compile(r"\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
SQUARE = re.compile("([a-h])([a-h1-8])")
PASSES = ("", "pass", "pa", "tt", "--")
USUAL = {"d4": "O", "e4": "X", "d5": "X", "e5": "O"}
WANTED = {"GM": ("2", "Othello"), "SZ": ("8", "8:8")}


def read_sgf(text: str) -> Transcript:
    """The main line of the first game; ParseError if there is none or a move in it is not legal."""
    return Reader(text).read()


class Reader:
    """The first game of a text, property by property."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.discs: dict[str, str] = {}
        self.mover = "X"
        self.state: State | None = None  # from the first move on
        self.moves: list[str] = []

    def read(self) -> Transcript:
        at = self.text.find("(") + 1
        if not at or not self.text[at:].lstrip().startswith(";"):
            raise complaint("expected a game, which begins with '(;',", self.text, max(at - 1, 0))
        while at < len(self.text) and self.text[at] != ")":  # the first end of a branch is that of the main line
            if self.text[at] in "(;" or self.text[at].isspace():
                at += 1
                continue
            found = PROPERTY.match(self.text, at)
            if not found:
                raise complaint("expected a property such as B[d3]", self.text, at)
            name = re.sub("[a-z]", "", found[1])  # old files write Black[…]
            self.take(name, [each.strip() for each in VALUE.findall(found[2])], at)
            at = found.end()
        if at == len(self.text):
            raise complaint("the text ends inside a game", self.text, at)
        return Transcript(tuple(self.moves), self.first(at).text)

    def take(self, name: str, values: list[str], at: int) -> None:
        if name in WANTED and values[0] not in WANTED[name]:
            raise complaint(f"expected {name}[{WANTED[name][0]}], not {name}[{values[0][:24]}]", self.text, at)
        if name in ("AB", "AW", "PL") and self.state is not None:
            raise complaint("the board is set up after the first move", self.text, at)
        if name in ("AB", "AW"):
            self.discs |= {self.square(value, at): "XO"[name == "AW"] for value in values}
        elif name == "PL":
            self.mover = "O" if values[0][:1].upper() == "W" else "X"
        elif name in ("B", "W"):
            self.move(0 if name == "B" else 1, values[0], at)

    def move(self, player: int, value: str, at: int) -> None:
        state = self.state or self.first(at)
        self.state = state
        passes = value.lower() in PASSES
        if passes and (state.is_over or state.turn != player):
            return  # some write down what goes without saying
        move = "pass" if passes else self.square(value, at)
        try:
            after, played = play_on(state, move)
        except IllegalMove as error:
            raise complaint(not_legal(move, error), self.text, at) from None
        if (state.turn == player) != (len(played) == 1):
            raise complaint(f"{'black' if player else 'white'} is to move", self.text, at)
        self.state = after
        self.moves += played

    def square(self, value: str, at: int) -> str:
        found = SQUARE.fullmatch(value.lower())
        if not found:
            raise complaint(f"{value[:24]!r} is not a square", self.text, at)
        column, row = found[1], found[2]
        return column + (row if row.isdigit() else str(COLUMNS.index(row) + 1))

    def first(self, at: int) -> State:
        """The position that the properties set up."""
        discs = self.discs if self.discs.keys() & USUAL.keys() else USUAL | self.discs
        squares = "".join(discs.get(f"{column}{row}", "-") for row in range(1, 9) for column in COLUMNS)
        try:
            return GAME.start(f" {squares} {self.mover}")  # the space: never a transcript
        except ParseError as error:
            raise complaint(error.reason, self.text, at) from None
