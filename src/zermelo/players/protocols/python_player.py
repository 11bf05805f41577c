"""A player written in Python that somebody else wrote, in a process of its own: `file.py:Class`.

Nothing of it is run in ours, not even its import: so whatever it does is its own loss, with a name. The other side is
python_host.py.
"""

from __future__ import annotations

import base64
import contextlib
import os
import pickle
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from zermelo.codec import BadData, from_json, to_text
from zermelo.ending import Ending
from zermelo.errors import GameError
from zermelo.game import BuiltIn, Move, State
from zermelo.limits import Limit
from zermelo.players.human import names_of
from zermelo.players.isolation import OWN, Isolation
from zermelo.players.player import FORGIVEN_SECONDS, Forfeit, IllegalAnswer, Left, Resigned, common, why_illegal
from zermelo.players.protocols.child_process import UNBUFFERED, Program
from zermelo.players.protocols.external import START_SECONDS, External
from zermelo.players.protocols.python_host import Answer, Ask
from zermelo.players.protocols.server import shown
from zermelo.result import Result

HOST = "zermelo.players.protocols.python_host"
FILE_MODULE = "zermelo_file_"  # how load.py calls the module of a file


class PythonPlayer(External):
    """A class or a function by its text, which gets a process for each game. It hears and knows what it would in ours.

    The process begins, imports and makes the player before a clock runs. `check` does so once, to see whether there is
    such a player.
    """

    only_two = False

    def __init__(
        self,
        text: str,
        limit: Limit | None = None,
        *,
        name: str | None = None,
        isolation: Isolation = OWN,
        folder: str | None = None,
    ) -> None:
        check_text(text, folder)
        self.text = text
        command = [sys.executable, "-m", HOST, text]
        super().__init__(command, limit, name=name or text, isolation=isolation, folder=folder)

    def check(self) -> None:
        """ValueError if there is no such player, GameError if it cannot be made. What else it does is its own loss."""
        try:
            if (answer := self._load()).ending == "unknown":
                raise ValueError(answer.reason)
            if answer.ending:
                raise GameError(answer.reason)
        except Forfeit:
            pass
        finally:
            self.close(at_once=True)

    def prepare(self, given: Limit | None = None) -> None:
        """Begins its process for another game, which may take as long as a program may take to start."""
        super().prepare(given)
        self._begin_game()

    def _load(self) -> Answer:
        """Starts the process; its first answer."""
        self.program = Program(
            self.command, self.name, isolation=self.isolation, folder=self.folder, environment=environment()
        )
        self.deadline = time.monotonic() + START_SECONDS
        answer = self._answered()
        if answer.name and self.name == self.text:  # nobody has given it another name
            self.name = self.program.name = answer.name
        return answer

    def _begin_game(self) -> None:
        self.close()
        self._first, self._known = None, ()
        with self.given_up():
            self._refuse(self._load())
            self._send(Ask("new", self.limit.seconds, self.limit.clock))
            self._refuse(self._answered())

    def _ask(self, state: State) -> str:
        if self.program is None:
            self._begin_game()
            self.start_clock()
        self._send(self._news("move", [*self.history, state]))
        answer = self._answered()
        if answer.ending == Ending.ILLEGAL_MOVE:
            raise IllegalAnswer(shown(answer.said, 40), why_illegal(state, answer.said), list(names_of(state)))
        self._refuse(answer)
        self.comment = answer.comment
        self.result = None if answer.nodes is None else Result(answer.move, None, nodes=answer.nodes)
        return answer.move

    def end_game(self, state: State) -> None:
        """The player hears the end, and has a moment to say that it did."""
        if self.program is not None:
            with contextlib.suppress(Forfeit, Left, Resigned):  # nobody asks it any more
                self._send(self._news("end", [*self.history, state]))
                self.deadline = time.monotonic() + FORGIVEN_SECONDS
                self._answered()
        self.close()

    def _news(self, do: str, path: Sequence[State]) -> Ask:
        """What it is asked, with what has changed since the last time."""
        new = self._first is None or path[0] != self._first
        kept = 0 if new else common(self._known, self.played)
        names = tuple(str(path[at].name(self.played[at])) for at in range(kept, len(self.played)))
        self._first, self._known = path[0], tuple(self.played)
        files = files_of(path[0]) if new else ()
        return Ask(do, clock=self.clock, first=sent(path[0]) if new else "", files=files, keep=kept, moves=names)

    def _send(self, ask: Ask) -> None:
        self.running().send(to_text(ask))

    def _answered(self) -> Answer:
        line = self.running().line(self.deadline)
        try:
            return from_json(line, Answer)
        except BadData:
            raise Forfeit(Ending.FAILED, f"{self.name} wrote over its connection: {shown(line, 40)!r}") from None

    def _refuse(self, answer: Answer) -> None:
        """Raises how the player ended the game, if it did."""
        if answer.ending == Ending.RESIGN:
            raise Resigned
        if answer.ending:
            named = answer.ending in tuple(Ending) and Ending(answer.ending).is_fault
            ending = Ending(answer.ending) if named else Ending.FAILED
            raise Forfeit(ending, f"{self.name} {answer.reason}")

    def _accepted(self, state: State, name: str) -> Move:
        """As any program's move; the process goes on, and hears of it as of all others."""
        known, move = self._known, super()._accepted(state, name)
        self._known = known
        return move


def check_text(text: str, folder: str | None = None) -> None:
    """ValueError if a text cannot name a player, as far as can be said without running anything."""
    place, _, name = text.rpartition(":")
    if not place or not name.isidentifier():
        raise ValueError(f"{text!r} is not of the form module:Name or file.py:Name")
    if place.endswith(".py"):
        if not (Path(folder or ".") / place).is_file():
            raise ValueError(f"there is no file {place}")
    elif not all(part.isidentifier() for part in place.split(".")):
        raise ValueError(f"{place!r} is not the name of a module (a file is written with its ending: {place}.py)")


def environment() -> dict[str, str]:
    """So that it finds the modules that we would find."""
    places = dict.fromkeys([os.path.abspath(place) for place in sys.path])
    return {**UNBUFFERED, "PYTHONPATH": os.pathsep.join(places)}


def sent(state: State) -> str:
    """A position for the other process. It is ours, and the other side may trust it."""
    try:
        if type(state.game).__module__ == "__main__":
            raise TypeError(f"{type(state.game).__name__} is defined in the main program: put it into a module")
        return base64.b64encode(pickle.dumps(state)).decode()
    except (TypeError, AttributeError, pickle.PicklingError) as error:
        raise Left(f"{state.game.label} cannot be played by a process of its own: {error}") from None


def files_of(state: State) -> tuple[str, ...]:
    """The file that the game's class was loaded from, if it is in no module with a name."""
    if isinstance(state.game, BuiltIn):
        return ()
    module = type(state.game).__module__
    file = sys.modules[module].__file__ if module.startswith(FILE_MODULE) else None
    return (file,) if file else ()
