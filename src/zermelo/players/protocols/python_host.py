"""A player written in Python, in a process of its own: `python -m zermelo.players.protocols.python_host file.py:Class`.

It is run by python_player.py, on the other side of two pipes. A line in is an Ask, a line out the Answer to it; the
first Answer says whether the player could be made. What the player prints goes to standard error. Whatever it raises is
told in words; whatever else it does to this process, the other side sees that it has ended or said nonsense.
"""

from __future__ import annotations

import base64
import os
import pickle
import sys
from dataclasses import dataclass, field
from typing import IO

from zermelo.codec import from_json, to_json
from zermelo.ending import Ending
from zermelo.errors import GameError, IllegalMove, MissingExtra, place_of
from zermelo.game import BuiltIn, Move, State
from zermelo.limits import Clock, Limit
from zermelo.load import load_file, load_object
from zermelo.players.human import names_of
from zermelo.players.player import Forfeit, Left, Player, Resigned, TakeBack, as_player, name_of, said
from zermelo.result import Result

MOST_LETTERS = 500  # of what a player says
MOST_NAME = 1_000  # letters of a move


@dataclass(frozen=True)
class Ask:
    """What the player is to do: begin a game ("new"), choose a "move", or hear the "end"."""

    do: str
    seconds: float | None = None
    clock: Clock | None = None
    first: str = ""  # the position where the game began, pickled, if it is another one than before
    files: tuple[str, ...] = ()  # of the game's class, to be loaded first
    keep: int = 0  # moves that were heard before and are still played
    moves: tuple[str, ...] = ()  # those after them


@dataclass(frozen=True)
class Answer:
    """A move by its name; or `ending` and `reason`, where there is none."""

    move: str = ""
    nodes: int | None = None
    comment: str = ""
    name: str = ""  # of the player, in the first answer
    ending: str = ""
    reason: str = ""
    said: str = ""  # what was no legal move, as the player gave it


@dataclass
class Host:
    """The player, and the game as it has heard of it."""

    player: Player
    states: list[State] = field(default_factory=list)
    made: list[Move] = field(default_factory=list)

    def done(self, ask: Ask) -> Answer:
        """Does as it is asked. Whatever the player raises is in the answer."""
        try:
            return self._done(ask)
        except Resigned:
            return Answer(ending=Ending.RESIGN, reason="resigned")
        except Forfeit as forfeit:
            ending = forfeit.ending if forfeit.ending.is_fault else Ending.FAILED
            return Answer(ending=ending, reason=said(forfeit.reason, MOST_LETTERS))
        except Left as left:
            return Answer(ending=Ending.DISCONNECTED, reason=f"left the game: {said(left, MOST_LETTERS)}")
        except TakeBack:
            return Answer(ending=Ending.FAILED, reason="wanted a move back, which only people may")
        except BaseException as error:  # SystemExit and KeyboardInterrupt are the player's own here
            return Answer(ending=Ending.FAILED, reason=failure(error))

    def _done(self, ask: Ask) -> Answer:
        if ask.do == "new":
            self.states, self.made = [], []
            self.player.prepare(Limit(seconds=ask.seconds, clock=ask.clock))
            return Answer()
        self.catch_up(ask)
        self.player.follow(self.states, self.made)
        if ask.do == "end":
            self.player.end_game(self.states[-1])
            return Answer()
        if ask.clock is not None:
            self.player.clock = ask.clock
        self.player.comment, self.player.result = "", None
        return self.answer(self.states[-1], self.player(self.states[-1]))

    def catch_up(self, ask: Ask) -> None:
        """The moves that are new, and without those that were taken back."""
        if ask.first:
            for file in ask.files:
                load_file(file)
            self.states, self.made = [pickle.loads(base64.b64decode(ask.first))], []
        del self.states[ask.keep + 1 :], self.made[ask.keep :]
        for name in ask.moves:
            state = self.states[-1]
            move = name if isinstance(state.game, BuiltIn) else names_of(state)[name]
            self.states.append(state.play(move))
            self.made.append(move)

    def answer(self, state: State, move: object) -> Answer:
        """The player's move by its name, if it is legal."""
        try:
            state.play(move)
            name = str(state.name(move))
        except Exception as error:
            if isinstance(error, GameError) and not isinstance(error, IllegalMove):
                raise
            return Answer(ending=Ending.ILLEGAL_MOVE, said=said(move))
        found = self.player.result
        nodes = found.nodes if isinstance(found, Result) and isinstance(found.nodes, int) else None
        return Answer(name[:MOST_NAME], nodes, said(self.player.comment, MOST_LETTERS))


def failure(error: BaseException) -> str:
    return f"raised {type(error).__name__}: {said(error, MOST_LETTERS)} ({place_of(error)})"


def made(text: str) -> Player:
    """The player that `file.py:Class` or `module:function` names. ValueError if there is none."""
    found = load_object(text)
    player: object = found() if isinstance(found, type) else found
    if not callable(player):
        raise ValueError(f"{text} is not a player: it cannot be called with a position")
    return as_player(player)


def loaded(text: str) -> tuple[Player | None, Answer]:
    """The player, and the first answer: who it is, or why there is none ("failed" if its own code did)."""
    try:
        player = made(text)
        return player, Answer(name=said(name_of(player), MOST_LETTERS))
    except GameError as error:
        return None, Answer(ending=Ending.FAILED, reason=said(error, MOST_LETTERS))
    except (ValueError, TypeError, MissingExtra) as error:
        if "/zermelo/" in place_of(error).replace("\\", "/"):  # there is no such thing
            return None, Answer(ending="unknown", reason=said(error, MOST_LETTERS))
        return None, Answer(ending=Ending.FAILED, reason=f"{text}() {failure(error)}")
    except BaseException as error:
        return None, Answer(ending=Ending.FAILED, reason=f"{text}() {failure(error)}")


def serve(text: str, asked: IO[bytes], answers: IO[bytes]) -> None:
    player, first = loaded(text)
    answers.write(to_json(first) + b"\n")
    if player is None:
        return
    host = Host(player)
    for line in asked:
        answers.write(to_json(host.done(from_json(line, Ask))) + b"\n")


def main() -> None:
    answers = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    asked = os.fdopen(os.dup(0), "rb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    serve(sys.argv[1], asked, answers)


if __name__ == "__main__":
    main()
