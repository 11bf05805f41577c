"""A program that speaks the course's protocol, as a player: `cmd:./student.py`."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.ending import Ending
from zermelo.errors import ParseError
from zermelo.game import State
from zermelo.limits import Limit
from zermelo.players.human import names_of
from zermelo.players.isolation import OWN, Isolation
from zermelo.players.player import Forfeit, IllegalAnswer, Left
from zermelo.players.protocols.course import content, notation_of
from zermelo.players.protocols.external import External, is_initial
from zermelo.players.protocols.server import shown

MOST_COMMENT = 500  # letters that are kept of what a program says about a move


class CoursePlayer(External):
    """A program that speaks the course's protocol.

    In the command `{color}`, `{seconds}`, `{clock}` and `{position}` are replaced by what they say; a program whose
    command has `{color}` does not get its colour again in its first line, and one whose command has `{position}` can
    begin in any position: whoever is to move there moves first.
    """

    def __init__(
        self,
        command: Sequence[str],
        limit: Limit | None = None,
        *,
        name: str | None = None,
        isolation: Isolation = OWN,
        folder: str | None = None,
    ) -> None:
        self.begins_anywhere = any("{position}" in part for part in command)
        super().__init__(command, limit, name=name, isolation=isolation, folder=folder)

    def begin(self, first: State, player: int) -> None:
        if not self.begins_anywhere and not is_initial(first):
            raise Left(f"{self.name} can begin only at the beginning: its command has no {{position}}")
        self.player, self.color = player, str(first.info.players[player])
        clock = self.limit.clock.seconds if self.limit.clock else 0
        seconds = f"{self.limit.seconds or 0:g}"
        program = self.start(color=self.color, seconds=seconds, clock=f"{clock:g}", position=first.text)
        if not any("{color}" in part for part in self.command):
            program.send(self.color)

    def tell(self, state: State, move: str) -> None:
        if state.turn != self.player:
            self.running().send(notation_of(state).write(move))

    def answer(self, state: State) -> str:
        if state.turn != self.player:
            raise Left(f"{self.name} plays {self.color}: the other side needs a program of its own")
        while not (text := self.heard(self.running().line(self.deadline))):
            pass
        try:
            return notation_of(state).read(text)
        except ParseError as error:
            legal = [self.spelled(state, name) for name in names_of(state)]
            raise IllegalAnswer(shown(text), error.reason, legal) from error

    def heard(self, line: str) -> str:
        """What a line says; its comment is kept for the record."""
        remark = line.partition("#")[2].strip()
        if remark and len(self.comment) < MOST_COMMENT:
            self.comment = f"{self.comment} {shown(remark)}".strip()
        return content(line)

    def spelled(self, state: State, name: str) -> str:
        try:
            return notation_of(state).write(name)
        except (ValueError, IndexError, KeyError):
            return name

    def _catch_up(self, path: list[State]) -> None:
        """A program that has not been asked has nothing to say, and there is no line for what it played."""
        if not self._known and any(state.turn == self.player for state in path[:-1]):
            raise Left(f"{self.name} cannot take moves back: the course's protocol has no way to say it")
        early = self.running().early_line() if self._known else None
        while early is not None and not content(early):
            early = self.running().early_line()
        if early is not None:
            raise Forfeit(Ending.ILLEGAL_MOVE, f"{self.name} said {shown(early)!r} when it was not its turn")
        super()._catch_up(path)
