"""An engine that speaks Hub as a player of checkers: `hub:seconds=1:COMMAND`."""

from __future__ import annotations

import time

from zermelo.ending import Ending
from zermelo.errors import IllegalMove
from zermelo.game import State
from zermelo.games.checkers.protocols.hub import move_text, position_text, read_move, split
from zermelo.players.player import Forfeit, Left
from zermelo.players.protocols.external import START_SECONDS, External
from zermelo.players.protocols.server import shown

USUAL_SECONDS = 1.0


class HubPlayer(External):
    """An engine that speaks Hub 2. It is given the game's first position and all moves with every question."""

    def begin(self, first: State, player: int) -> None:
        if first.info.name != "checkers":
            raise Left(f"{self.name} plays checkers, not {first.info.name}")
        program = self.start(color=("black", "white")[player])
        self.deadline = time.monotonic() + START_SECONDS
        program.send("hub")
        self.wait_for("wait")
        program.send("init")
        self.wait_for("ready")
        program.send("new-game")
        self.start_clock()

    def tell(self, state: State, move: str) -> None:
        """Nothing: the whole game is sent with the next question."""

    def answer(self, state: State) -> str:
        path = [*self.history, state]
        names = [move_text(at, str(at.name(move))) for at, move in zip(path, self.played, strict=False)]
        moves = f' moves="{" ".join(names)}"' if names else ""
        program = self.running()
        program.send(f"pos pos={position_text(path[0])}{moves}")
        program.send(f"level {self.level()}")
        program.send("go think")
        text = self.wait_for("done").get("move", "")
        try:
            return read_move(state, text)
        except IllegalMove:
            return text

    def level(self) -> str:
        if self.clock is not None:
            return f"time={self.clock.seconds:.3f} inc={self.clock.increment:.3f}"
        if self.limit.seconds is None and self.limit.depth is not None:
            return f"depth={int(self.limit.depth)}"
        return f"move-time={self.limit.seconds or USUAL_SECONDS:.3f}"

    def wait_for(self, wanted: str) -> dict[str, str]:
        """The arguments of the next line with this command."""
        while True:
            command, words = split(self.running().line(self.deadline))
            if command == "error":
                raise Forfeit(Ending.FAILED, f"{self.name} said: {shown(words.get('message', ''))}")
            if command == wanted:
                return words
