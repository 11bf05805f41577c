"""One game between two players: who moved what, how long it took, and how it ended. The clocks are in referee.py."""

from __future__ import annotations

import contextlib
import json
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from zermelo.errors import GameError, IllegalMove, place_of
from zermelo.game import CHANCE, State
from zermelo.kinds import check_two
from zermelo.match.referee import Times, alarm
from zermelo.players.human import names_of
from zermelo.players.player import (
    Forfeit,
    IllegalAnswer,
    Left,
    Player,
    Resigned,
    TakeBack,
    name_of,
    why_illegal,
)
from zermelo.search import Limit
from zermelo.version import __version__

FORMAT = 1
# What a Record's `ending` may say.
ENDINGS = {
    "rules": "the game's own end",
    "repetition": "a position came back as often as the game allows: a draw",
    "resign": "a player gave up",
    "illegal move": "a player answered with a move that is not legal: a loss",
    "time": "a player did not answer in time: a loss",
    "disconnected": "a program could not be started, ended or stopped listening: a loss",
    "stalled": "a player could not be stopped any more and was ended with the process that it ran in: a loss",
    "too much output": "a program wrote more than a player may: a loss",
    "failed": "a player raised an error instead of moving: a loss",
    "adjudicated": "not over after as many plies as were agreed: a draw",
    "aborted": "broken off: nobody has won",
}


@dataclass(frozen=True)
class Played:
    """One move, by its name: whose it was (CHANCE for dice), how long it took, how many nodes were searched,
    and what the player said about it."""

    player: int
    move: str
    seconds: float = 0.0
    nodes: int | None = None
    comment: str = ""


@dataclass(frozen=True)
class Record:
    """A game from its first position to its ending. `winner` is 0, 1 or None; `payoffs` are known if the rules say.

    `times` is the time each player had, in words; `messages` the end of what their programs wrote to standard error.
    """

    game: str
    players: tuple[str, str]
    start: str
    moves: tuple[Played, ...]
    final: str
    ending: str
    winner: int | None = None
    payoffs: tuple[float, float] | None = None
    reason: str = ""
    version: str = __version__
    times: tuple[str, str] = ("", "")
    messages: tuple[str, str] = ("", "")

    def __str__(self) -> str:
        outcome = f"{self.players[self.winner]} wins" if self.winner is not None else self._nobody()
        first, second = self.players
        return f"{self.game}: {first} - {second}: {outcome} after {len(self.moves)} moves ({self.ending})"

    def _nobody(self) -> str:
        return "nobody wins" if self.ending == "aborted" else "draw"

    def to_json(self) -> str:
        return json.dumps({"format": FORMAT, "kind": "record", **asdict(self)}, ensure_ascii=False)

    @staticmethod
    def from_json(text: str) -> Record:
        return Record.from_fields(json.loads(text))

    @staticmethod
    def from_fields(fields: Any) -> Record:
        """From what `to_json` wrote, read."""
        if (
            not isinstance(fields, dict)
            or fields.pop("format", None) != FORMAT
            or fields.pop("kind", "record") != "record"
        ):
            raise ValueError(f"not a Record of format {FORMAT}")
        fields["moves"] = tuple(Played(**each) for each in fields["moves"])
        for name in ("players", "times", "messages"):
            fields[name] = tuple(fields.get(name, ("", "")))
        fields["payoffs"] = None if fields["payoffs"] is None else tuple(fields["payoffs"])
        return Record(**fields)


Watch = Callable[[State, Played | None], object]


def ignore(state: State, played: Played | None) -> None:
    """The default watcher."""


def play(
    state: State, players: Sequence[Player], *, watch: Watch = ignore, max_plies: int | None = None, seed: int = 0,
    limit: Limit | Sequence[Limit | None] | None = None, draw_after: int | None = None,
) -> Record:  # fmt: skip
    """Plays one game from `state`; `players[0]` has the turns of player 0. Whatever a player does, the game ends.

    `watch(state, played)` is called with the first position and None, and after every move (also when a move was taken
    back, with None). `seed` is for dice. The game is broken off after `max_plies`, or as many as the game itself
    declares; with `draw_after` it is a draw after so many plies. `limit` is the time that both have, or one for each:
    seconds for every move, or a clock for the game; players that keep time are told it, and whoever takes longer has
    lost. What goes wrong in the rules themselves is raised, as GameError.
    """
    if len(players) != 2:
        raise ValueError(f"a game has two players, not {len(players)}")
    check_two(state.game.label, state.info)
    most = state.info["max_plies"] if max_plies is None else max_plies
    return OneGame(state, players, watch, most, random.Random(seed), Times(players, limit), draw_after).run()


class OneGame:
    """A game in progress: the positions so far and the moves between them."""

    def __init__(
        self, state: State, players: Sequence[Player], watch: Watch, most: int, rng: random.Random, times: Times,
        draw_after: int | None,
    ) -> None:  # fmt: skip
        self.states, self.moves = [state], list[Played]()
        self.players, self.watch, self.most, self.rng = players, watch, most, rng
        self.times, self.draw_after = times, draw_after

    def run(self) -> Record:
        try:
            ended = self.unready() or self.played()
        finally:
            for player in self.players:
                if hasattr(player, "end_game"):
                    self.tell_history(player)
                    with contextlib.suppress(Exception):  # the game is over, whatever it says
                        player.end_game(self.states[-1])
        return self.record(*ended)

    def unready(self) -> tuple[Any, ...] | None:
        """(ending, winner, payoffs, reason) if a player cannot begin a new game."""
        for side, player in enumerate(self.players):
            try:
                getattr(player, "new_game", lambda: None)()
            except Exception as error:
                return self.failure(side, error)
        return None

    def failure(self, side: int, error: Exception) -> tuple[Any, ...]:
        reason = f"{self.name(side)} raised {type(error).__name__}: {error} ({place_of(error)})"
        return "failed", 1 - side, None, reason

    def played(self) -> tuple[Any, ...]:
        """Plays until something ends the game: (ending, winner, payoffs, reason)."""
        self.watch(self.states[0], None)
        while (ended := self.ending() or self.step()) is None:
            pass
        return ended

    def ending(self) -> tuple[Any, ...] | None:
        """(ending, winner, payoffs, reason) if the position itself ends the game."""
        state = self.states[-1]
        if state.is_over:
            payoffs = state.payoff(0), state.payoff(1)
            return "rules", leader(*payoffs), payoffs, ""
        allowed = state.info["repetition"]
        if allowed and self.states.count(state) >= allowed:
            return "repetition", None, (0.0, 0.0), f"the position came back {allowed} times"
        if self.draw_after is not None and len(self.moves) >= self.draw_after:
            return "adjudicated", None, (0.0, 0.0), f"not over after {self.draw_after} plies"
        if len(self.moves) >= self.most:
            return "aborted", None, None, f"not over after {self.most} plies"
        return None

    def step(self) -> tuple[Any, ...] | None:
        """One move; or how the player to move ended the game."""
        state = self.states[-1]
        if state.turn == CHANCE:
            self.accept(self.roll(state), CHANCE, Played(CHANCE, ""))
            return None
        began = time.monotonic()
        try:
            move = self.ask(state)
            player, seconds = self.players[state.turn], time.monotonic() - began
            seconds = self.times.take(state.turn, seconds, self.name(state.turn))
        except TakeBack:
            self.take_back(state.turn)
            return None
        except Resigned:
            return "resign", 1 - state.turn, None, f"{self.name(state.turn)} resigned"
        except IllegalAnswer as answer:
            return self.illegal(state, answer)
        except Forfeit as forfeit:
            return forfeit.ending, 1 - state.turn, None, forfeit.reason
        except Left as left:
            return "aborted", None, None, str(left)
        except GameError:
            raise
        except Exception as error:
            return self.failure(state.turn, error)
        nodes = getattr(getattr(player, "result", None), "nodes", None)
        comment = str(getattr(player, "comment", ""))
        return self.accept(move, state.turn, Played(state.turn, "", seconds, nodes, comment))

    def ask(self, state: State) -> Any:
        player = self.players[state.turn]
        self.tell_history(player)
        shown = self.shown(state)
        with alarm(self.times.give(state.turn), self.name(state.turn)):
            return player(shown)

    def shown(self, state: State) -> State:
        """What the player to move is given. Where something is hidden: a position that it cannot tell from the true
        one, so that nothing can be read off it that the player has not seen."""
        return state.sample(state.turn, self.rng.getrandbits(63)) if state.info["hidden"] else state

    def tell_history(self, player: Any) -> None:
        if hasattr(player, "history") and not self.states[0].info["hidden"]:
            player.history = tuple(self.states[:-1])

    def accept(self, move: Any, player: int, played: Played) -> tuple[Any, ...] | None:
        state = self.states[-1]
        try:
            after, name = state.play(move), str(state.name(move))
        except IllegalMove:
            return self.illegal(state, IllegalAnswer(said(move), why_illegal(state, str(move)), list(names_of(state))))
        self.states.append(after)
        self.moves.append(replace(played, move=name))
        self.watch(after, self.moves[-1])
        return None

    def illegal(self, state: State, answer: IllegalAnswer) -> tuple[Any, ...]:
        reason = f"{self.name(state.turn)}: {answer.told(f'move at ply {len(self.moves) + 1}')}"
        return "illegal move", 1 - state.turn, None, reason

    def take_back(self, player: int) -> None:
        """Back to the player's last turn, if there was one."""
        earlier = [i for i, state in enumerate(self.states[:-1]) if state.turn == player]
        if earlier:
            del self.states[earlier[-1] + 1 :], self.moves[earlier[-1] :]
        self.watch(self.states[-1], None)

    def roll(self, state: State) -> Any:
        outcomes = state.moves()
        return self.rng.choices(outcomes, [state.odds(each) for each in outcomes])[0]

    def name(self, player: int) -> str:
        return name_of(self.players[player])

    def record(self, ending: str, winner: int | None, payoffs: tuple[float, float] | None, reason: str) -> Record:
        first, final = self.states[0], self.states[-1]
        names = self.name(0), self.name(1)
        messages = (str(getattr(player, "messages", "")) for player in self.players)
        return Record(
            first.game.label, names, first.text, tuple(self.moves), final.text, ending, winner, payoffs, reason,
            times=self.times.words, messages=(next(messages), next(messages)),
        )  # fmt: skip


def said(move: Any) -> str:
    """An answer of any kind, for a message."""
    text = move if isinstance(move, str) else repr(move)
    return "".join(each if each.isprintable() else "�" for each in text[:40]) + ("…" if len(text) > 40 else "")


def leader(first: float, second: float) -> int | None:
    return None if first == second else int(second > first)
