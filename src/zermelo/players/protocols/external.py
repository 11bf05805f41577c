"""Players that are other programs: what the protocols share as clients."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence

from zermelo.game import BuiltIn, Game, Move, State
from zermelo.limits import Clock, Limit
from zermelo.players.human import names_of
from zermelo.players.isolation import OWN, Isolation
from zermelo.players.player import FORGIVEN_SECONDS, Forfeit, IllegalAnswer, Left, Player, why_illegal
from zermelo.players.protocols.child_process import Program, SupervisorGone, check_command
from zermelo.players.protocols.server import shown

USUAL_SECONDS = 60.0
START_SECONDS = 30.0  # for a program that says when it is ready; its clock does not run then


class External(Player):
    """A player that runs a program for each game. The limit says when it must answer: `seconds` for every move, or a
    `clock` for the game, started anew with each; a minute a move if it says neither. The isolation says how far the
    program is trusted.

    After a move `spent` are the seconds it took and `comment` is what the program said about it; after the game
    `messages` is the end of what it wrote to standard error. A subclass says how the program hears what has
    happened, and how it answers, in `begin`, `tell` and `answer`.
    """

    keeps_own_time = True
    only_two = True
    deadline = 0.0  # of the move it is asked for
    supervisor_gone = False  # whether the last game ended because somebody killed the program's supervisor

    def __init__(
        self,
        command: Sequence[str],
        limit: Limit | None = None,
        *,
        name: str | None = None,
        isolation: Isolation = OWN,
        folder: str | None = None,
    ) -> None:
        check_command(command)
        self.command, self.limit, self.isolation, self.folder = tuple(command), limit or Limit(), isolation, folder
        self.name = name or " ".join(command)
        self.program: Program | None = None
        self.new_game()

    def new_game(self) -> None:
        """Ends the program of the last game. The next one is started when it is asked for its first move."""
        self.close()
        self.clock = self.limit.clock
        self.comment = self.messages = ""
        self._first: State | None = None  # where the program began
        self._known: tuple[Move, ...] = ()  # the moves that it knows of

    def end_game(self, state: State) -> None:
        """Sends the program the last moves and ends it."""
        path = [*self.history, state]
        if self.program is not None and self._follows(path):
            self.deadline = time.monotonic() + FORGIVEN_SECONDS
            with contextlib.suppress(Forfeit, Left):  # nobody asks it any more
                self._catch_up(path)
        self.close()

    def close(self, at_once: bool = False) -> None:
        """Ends the program; it may end by itself, unless it must go at once."""
        if self.program is not None:
            self.program.close(at_once)
            self.messages = self.program.errors
            self.program = None

    def __getstate__(self) -> dict[str, object]:
        """A program that runs cannot be copied; one that has still to be started can."""
        if self.program is not None:
            raise TypeError(f"{self.name} runs a program: a copy can be made before its first move or after its game")
        return dict(vars(self))

    def __call__(self, state: State) -> Move:
        self.start_clock()
        self.comment = ""
        with self.given_up():
            name = self._ask(state)
        self._stop_clock()
        return self._accepted(state, name)

    @contextlib.contextmanager
    def given_up(self) -> Iterator[None]:
        """Inside, a program that has lost, or whose supervisor was killed, is ended at once."""
        self.supervisor_gone = False
        try:
            yield
        except (Forfeit, SupervisorGone) as error:
            self.supervisor_gone = isinstance(error, SupervisorGone)
            self.close(at_once=True)
            raise

    def start_clock(self) -> None:
        """The program must have answered at the deadline, whatever it does until then."""
        self._began = time.monotonic()
        self.deadline = self._began + self.seconds() + FORGIVEN_SECONDS

    def seconds(self) -> float:
        """How long it may think about the next move."""
        if self.clock is not None:
            return self.clock.seconds
        return self.limit.seconds or USUAL_SECONDS

    def _ask(self, state: State) -> str:
        path = [*self.history, state]
        if self.program is None or not self._follows(path):
            self.close()
            self._first, self._known = path[0], ()
            self.begin(path[0], state.turn)
        self._catch_up(path)
        return self.answer(state)

    def _follows(self, path: list[State]) -> bool:
        """Whether the path goes on from what the program knows; it does not if moves were taken back."""
        return path[0] == self._first and tuple(self.played[: len(self._known)]) == self._known

    def _catch_up(self, path: list[State]) -> None:
        for at in range(len(self._known), len(self.played)):
            self.tell(path[at], str(path[at].name(self.played[at])))
        self._known = tuple(self.played)

    def _accepted(self, state: State, name: str) -> Move:
        """The move of that name, which the program has made by itself."""
        move = names_of(state).get(name)
        if move is None:
            self.close(at_once=True)
            legal = [self.spelled(state, each) for each in names_of(state)]
            raise IllegalAnswer(self.spelled(state, shown(name)), why_illegal(state, name), legal)
        self._known = (*self._known, move)
        return move

    def _stop_clock(self) -> None:
        self.spent = time.monotonic() - self._began
        if self.clock is not None:
            left = self.clock.seconds - self.spent
            self.clock = Clock(max(left, 0.001) + self.clock.increment, self.clock.increment)

    def start(self, **words: str) -> Program:
        """Runs the command, with `{word}` in it replaced. The clock begins when it runs."""
        command = [filled(part, words) for part in self.command]
        self.program = Program(command, self.name, isolation=self.isolation, folder=self.folder)
        self.start_clock()
        return self.program

    def running(self) -> Program:
        assert self.program is not None
        return self.program

    def spelled(self, state: State, name: str) -> str:
        """A move as the program writes it."""
        return name

    def begin(self, first: State, player: int) -> None:
        """Starts the program for a game from this position, in which it is this player."""
        raise NotImplementedError

    def tell(self, state: State, move: str) -> None:
        """Sends the program a move it does not know: the opponent's, or one of its own that it did not choose."""
        raise NotImplementedError

    def answer(self, state: State) -> str:
        """The name of the move that the program chooses."""
        raise NotImplementedError


def filled(text: str, words: dict[str, str]) -> str:
    for word, value in words.items():
        text = text.replace(f"{{{word}}}", value)
    return text


def is_initial(state: State) -> bool:
    """Whether the game begins like this."""
    game = state.game
    if isinstance(game, BuiltIn):
        return bool(state == game.start(**game.chosen))
    return isinstance(game, Game) and bool(state == game.start())
