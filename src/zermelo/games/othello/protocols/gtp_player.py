"""A GTP engine as a player of Othello: `gtp:gtp-rhino -l 5`."""

from __future__ import annotations

import os
import tempfile
import time

from zermelo.ending import Ending
from zermelo.game import State
from zermelo.games.othello.squares import COLUMNS
from zermelo.players.player import Forfeit, Left, Resigned
from zermelo.players.protocols.external import START_SECONDS, External, is_initial
from zermelo.players.protocols.server import shown

COLORS = ("black", "white")


class Refused(Exception):
    """The engine answered with `?`."""


class GtpPlayer(External):
    """An engine that speaks GTP 2. It is sent its time if it knows the commands for it."""

    def begin(self, first: State, player: int) -> None:
        if first.info.name != "othello":
            raise Left(f"{self.name} plays Othello, not {first.info.name}")
        self.start(color=COLORS[player])
        self.deadline = time.monotonic() + START_SECONDS
        self.known = set(self.ask_kindly("list_commands").split())
        if "set_game" in self.known:
            self.ask("set_game Othello")
        self.ask("boardsize 8")
        self.ask("clear_board")
        if not is_initial(first):
            self.set_up(first)
        if self.clock is not None and "time_settings" in self.known:
            self.ask_kindly(f"time_settings {self.clock.seconds:.0f} 0 0")
        elif self.limit.seconds is not None and "time_settings" in self.known:
            self.ask_kindly(f"time_settings 0 {max(1, int(self.limit.seconds))} 1")
        self.start_clock()

    def set_up(self, state: State) -> None:
        """Puts the engine's board into this position, by what it knows for it."""
        squares, mover = state.text.split()
        color = COLORS["XO".index(mover)]
        if "grhino-setup_board" in self.known:
            self.ask(f"grhino-setup_board {squares.replace('-', '.')} {color}")
        elif "loadsgf" in self.known:
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "position.sgf")
                with open(path, "w", encoding="ascii") as file:
                    file.write(sgf_of(squares, color))
                self.ask(f"loadsgf {path}")
        else:
            raise Left(f"{self.name} can begin only at the beginning: it has no command to set up a position")

    def tell(self, state: State, move: str) -> None:
        text = f"play {COLORS[state.turn]} {move}"
        if move == "pass":
            self.ask_kindly(text)  # some find passes for themselves
        else:
            self.ask(text)

    def answer(self, state: State) -> str:
        color = COLORS[state.turn]
        if state.moves() == ["pass"]:
            self.ask_kindly(f"play {color} pass")
            return "pass"
        if self.clock is not None and "time_left" in self.known:
            self.ask_kindly(f"time_left {color} {int(self.clock.seconds)} 0")
        name = self.ask(f"genmove {color}").lower()
        if name == "resign":
            raise Resigned
        return name

    def ask(self, command: str) -> str:
        """What the engine answers; a refusal loses the game."""
        try:
            return self.say(command)
        except Refused as refused:
            raise Forfeit(Ending.FAILED, f"{self.name} refused {command!r}: {refused}") from None

    def ask_kindly(self, command: str) -> str:
        """What the engine answers; nothing if it refuses."""
        try:
            return self.say(command)
        except Refused:
            return ""

    def say(self, command: str) -> str:
        program = self.running()
        program.send(command)
        while not (first := program.line(self.deadline).strip()):
            pass
        lines = [first[1:].lstrip("0123456789").strip()]
        while line := program.line(self.deadline).strip():
            lines.append(line)
        text = "\n".join(lines).strip()
        if first[0] == "?":
            raise Refused(shown(text))
        if first[0] != "=":
            raise Forfeit(Ending.FAILED, f"{self.name} answered {shown(first)!r}, which is no GTP")
        return text


def sgf_of(squares: str, color: str) -> str:
    """The position as an SGF file."""
    names = [f"{COLUMNS[i % 8]}{COLUMNS[i // 8]}" for i in range(64)]
    black, white = ("".join(f"[{names[i]}]" for i in range(64) if squares[i] == disc) for disc in "XO")
    return f"(;GM[2]FF[4]SZ[8]AB{black}AW{white}PL[{color[0].upper()}])\n"
