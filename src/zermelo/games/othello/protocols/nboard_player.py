"""An NBoard engine as a player of Othello: `nboard:depth=12:COMMAND`."""

from __future__ import annotations

import time

from zermelo.game import State
from zermelo.games.othello.ggf import write_ggf
from zermelo.games.othello.protocols.nboard import DEEPEST
from zermelo.games.othello.transcript import PASSES, Transcript
from zermelo.players.player import Left
from zermelo.players.protocols.external import START_SECONDS, External


class NBoardPlayer(External):
    """An engine that speaks NBoard 2. It is given each position anew; `depth` is what it is set to, 12 by default."""

    def begin(self, first: State, player: int) -> None:
        if first.info.name != "othello":
            raise Left(f"{self.name} plays Othello, not {first.info.name}")
        program = self.start(color=("black", "white")[player])
        self.pings = 0
        program.send("nboard 2")
        program.send(f"set depth {int(min(self.limit.depth or 12, DEEPEST))}")
        self.deadline = time.monotonic() + START_SECONDS
        self.synchronize()
        self.start_clock()

    def tell(self, state: State, move: str) -> None:
        """Nothing: the whole position is sent with the next question."""

    def answer(self, state: State) -> str:
        program = self.running()
        program.send("set game " + write_ggf([Transcript(start=state.text)]).strip())
        self.synchronize()
        program.send("go")
        text = self.wait_for("===").split("/")[0].split()
        name = text[0].lower() if text else ""
        return "pass" if name in PASSES else name

    def synchronize(self) -> None:
        """Waits until the engine has done all that it was asked."""
        self.pings += 1
        self.running().send(f"ping {self.pings}")
        while self.wait_for("pong").split() != [str(self.pings)]:
            pass

    def wait_for(self, word: str) -> str:
        """The rest of the next line that begins with the word."""
        while True:
            first, _, rest = self.running().line(self.deadline).strip().partition(" ")
            if first == word:
                return rest
