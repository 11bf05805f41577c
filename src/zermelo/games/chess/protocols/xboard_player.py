"""An engine that speaks xboard's protocol as a player of chess: `xboard:fairymax`."""

from __future__ import annotations

import re
import time

from zermelo.ending import Ending
from zermelo.errors import IllegalMove
from zermelo.game import State
from zermelo.games.chess.board import Board
from zermelo.players.player import Forfeit, Left, Resigned
from zermelo.players.protocols.external import START_SECONDS, External, is_initial
from zermelo.players.protocols.server import shown

FEATURE = re.compile(r'(\w+)=("[^"]*"|\S+)')
GREETING_SECONDS = 3.0  # for the features of an engine that may know of none
SESSION = 40  # moves, where only the time for one is known: some engines read no `st`


class XBoardPlayer(External):
    """An engine that speaks version 1 or 2. It gets `level` or `st`, `sd`, and its clock before each move."""

    def begin(self, first: State, player: int) -> None:
        if first.info.name != "chess":
            raise Left(f"{self.name} plays chess, not {first.info.name}")
        program = self.start(color=("white", "black")[player])
        self.features: dict[str, str] = {}
        self.deadline = time.monotonic() + START_SECONDS
        self.greet()
        assert isinstance(first, Board)
        self.shuffled = first.is_chess960
        program.send("new")
        program.send("force")
        if self.shuffled:
            if "fischerandom" not in self.features.get("variants", ""):
                raise Left(f"{self.name} does not play Chess960")
            program.send("variant fischerandom")
        if not is_initial(first):
            if self.features.get("setboard") != "1":
                raise Left(f"{self.name} can begin only at the beginning: it has no command to set up a position")
            program.send(f"setboard {first.text}")
        program.send("easy")
        program.send("nopost")
        self.send_limits()
        self.start_clock()

    def greet(self) -> None:
        """Reads its features; an engine that sends none is of version 1."""
        program = self.running()
        program.send("xboard")
        program.send("protover 2")
        until = time.monotonic() + GREETING_SECONDS
        try:
            while "done" not in self.features or self.features["done"] == "0":
                line = program.line(self.deadline if self.features else until)
                if line.startswith("feature"):
                    self.features |= {name: value.strip('"') for name, value in FEATURE.findall(line)}
        except Forfeit as forfeit:
            if self.features or forfeit.ending != Ending.TIME:
                raise

    def send_limits(self) -> None:
        program = self.running()
        if self.limit.depth is not None:
            program.send(f"sd {int(min(self.limit.depth, 1000))}")
        if self.clock is not None:
            minutes, seconds = divmod(max(1, int(self.clock.seconds)), 60)
            program.send(f"level 0 {minutes}:{seconds:02} {self.clock.increment:g}")
        elif self.limit.seconds is not None:
            program.send(f"st {max(1, int(self.limit.seconds))}")

    def tell(self, state: State, move: str) -> None:
        self.send_move(state, move)

    def send_move(self, state: State, move: str) -> None:
        word = self.spelled(state, move)
        self.running().send(f"usermove {word}" if self.features.get("usermove") == "1" else word)

    def answer(self, state: State) -> str:
        program = self.running()
        if self.clock is not None and self.features.get("time") != "0":
            program.send(f"time {max(1, int(100 * self.clock.seconds))}")
            program.send(f"otim {max(1, int(100 * self.clock.seconds))}")
        program.send("go")
        while True:
            line = program.line(self.deadline).strip()
            word, *words = line.split() or [""]
            if word == "move" and words:
                program.send("force")
                return self.name_of(state, words[0])
            if word == "resign":
                raise Resigned
            if word in ("Illegal", "Error") or line.startswith("tellusererror"):
                raise Forfeit(Ending.FAILED, f"{self.name} answered {shown(line)!r}")

    def name_of(self, state: State, word: str) -> str:
        try:
            return str(state.name(word))
        except IllegalMove:
            return word

    def spelled(self, state: State, name: str) -> str:
        assert isinstance(state, Board)
        try:
            if self.shuffled and name.startswith("O-O"):
                return name.rstrip("+#")
            return state.uci(name, chess960=False)
        except IllegalMove:
            return name
