"""One game between players: who moved what, how long it took, and how it ended. The clocks are in clocks.py."""

from __future__ import annotations

import contextlib
import json
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import NamedTuple, NotRequired, TypedDict

from zermelo.ending import Ending
from zermelo.errors import GameError, place_of
from zermelo.game import CHANCE, BuiltIn, Move, State, times_met
from zermelo.limits import Limit
from zermelo.match.clocks import Times, alarm
from zermelo.match.job import read_as
from zermelo.players.human import names_of
from zermelo.players.player import (
    Chooser,
    Forfeit,
    IllegalAnswer,
    Left,
    Player,
    Resigned,
    TakeBack,
    as_player,
    name_of,
    said,
    why_illegal,
)
from zermelo.result import Result
from zermelo.scene import best_of, outcome_words
from zermelo.validate import typed
from zermelo.version import __version__

FORMAT = 1
START_SECONDS = 60.0  # for a player to get ready, where there is a limit for its moves
MOST_WORDS = 500  # letters of an error of a player
END_SECONDS = 10.0  # to take note of the end


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
    """A game from its first position to its ending; `players` are their names, `seats` what the game calls them.

    `winners` are all who have won: the one player with the highest payoff, partners or equals, or those whom the
    `loser` has left it to, who gave up or did not do their part. `winner` is that one player, None if there is no one
    or more than one. `payoffs` are known if the rules say.
    `times` is the time each player had, in words; `messages` the end of what their programs wrote to standard error.
    """

    game: str
    players: tuple[str, ...]
    start: str
    moves: tuple[Played, ...]
    final: str
    ending: Ending
    winner: int | None = None
    payoffs: tuple[float, ...] | None = None
    reason: str = ""
    version: str = __version__
    times: tuple[str, ...] = ("", "")
    messages: tuple[str, ...] = ("", "")
    loser: int | None = None
    seats: tuple[str, ...] = ()
    winners: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not self.winners:
            only = () if self.winner is None else (self.winner,)
            object.__setattr__(self, "winners", only or best_of(self.payoffs or ()))

    def __str__(self) -> str:
        if len(self.players) == 2:
            who = " - ".join(self.players)
        else:
            who = ", ".join(f"{seat} {name}" for seat, name in zip(self.seats, self.players, strict=True))
        return f"{self.game}: {who}: {self.outcome} after {len(self.moves)} moves ({self.ending})"

    @property
    def outcome(self) -> str:
        """Who has won, in a few words: of two by name, of more by seat, with the points: `N and S win: +420`."""
        if self.ending is Ending.ABORTED:
            return "nobody wins"
        two = len(self.players) == 2
        return outcome_words(self.players if two else self.seats, self.winners, None if two else self.payoffs)

    def to_json(self) -> str:
        return json.dumps({"format": FORMAT, "kind": "record", **asdict(self)}, ensure_ascii=False)

    @staticmethod
    def from_json(text: str) -> Record:
        return Record.from_fields(json.loads(text))

    @staticmethod
    def from_fields(fields: object) -> Record:
        """From what `to_json` wrote, read."""
        if (
            not isinstance(fields, Mapping)
            or fields.get("format") != FORMAT
            or fields.get("kind", "record") != "record"
        ):
            raise ValueError(f"not a Record of format {FORMAT}")
        return read_as(Record, fields)


class MoveFields(TypedDict):
    """A Played as files have it."""

    player: int
    move: str
    seconds: NotRequired[float]
    nodes: NotRequired[int | None]
    comment: NotRequired[str]


class RecordFields(TypedDict):
    """A Record as files have it."""

    game: str
    players: tuple[str, ...]
    start: str
    moves: list[MoveFields]
    final: str
    ending: Ending
    winner: int | None
    payoffs: tuple[float, ...] | None
    reason: NotRequired[str]
    version: NotRequired[str]
    times: NotRequired[tuple[str, ...]]
    messages: NotRequired[tuple[str, ...]]
    loser: NotRequired[int | None]
    seats: NotRequired[tuple[str, ...]]
    winners: NotRequired[tuple[int, ...]]


Watch = Callable[[State, Played | None], object]


def ignore(state: State, played: Played | None) -> None:
    """The default watcher."""


@typed
def play(
    state: State,
    players: Sequence[Player | Chooser],
    *,
    watch: Watch = ignore,
    max_plies: int | None = None,
    seed: int = 0,
    limit: Limit | Sequence[Limit | None] | None = None,
    draw_after: int | None = None,
) -> Record:
    """Plays one game from `state`; `players[0]` has the turns of player 0, and there are as many as the game has.
    A player is a `Player`, or a function that answers to a position with a move. Whatever a player does, the game ends;
    who gives up or fails to move loses it (with partners), and the others win.

    `watch(state, played)` is called with the first position and None, and after every move (also when a move was taken
    back, with None). `seed` is for dice. The game is broken off after `max_plies`, or as many as the game itself
    declares; with `draw_after` it is a draw after this many plies. `limit` is the time that all have, or one for each:
    seconds for every move, or a clock for the game; players that keep time are given it, and whoever takes longer has
    lost. What goes wrong in the rules themselves is raised, as GameError.
    """
    wanted = len(state.info.players)
    if len(players) != wanted:
        raise ValueError(f"{state.game.label} is a game of {wanted} players, not {len(players)}")
    seated = [as_player(each) for each in players]
    for player in seated:
        check_seat(state, player)
    most = state.info.max_plies if max_plies is None else max_plies
    return OneGame(state, seated, watch, most, seed, Times(seated, limit), draw_after).run()


def check_seat(state: State, player: Player) -> None:
    """ValueError if this player cannot play a game of that many players."""
    count = len(state.info.players)
    if count != 2 and player.only_two:
        raise ValueError(f"{name_of(player)} is a program, whose protocol is for two; {state.game.label} has {count}")


class Verdict(NamedTuple):
    """How a game ended, and for whom."""

    ending: Ending
    loser: int | None = None
    payoffs: tuple[float, ...] | None = None
    reason: str = ""


class OneGame:
    """A game in progress: the positions so far and the moves between them."""

    def __init__(
        self,
        state: State,
        players: Sequence[Player],
        watch: Watch,
        most: int,
        seed: int,
        times: Times,
        draw_after: int | None,
    ) -> None:
        self.states, self.made, self.moves = [state], list[Move](), list[Played]()
        self.players, self.watch, self.most = players, watch, most
        self.dice, self.veil = random.Random(seed), random.Random(f"veil {seed}")
        self.times, self.draw_after = times, draw_after

    def run(self) -> Record:
        try:
            ended = self.unready() or self.played()
        finally:
            for side, player in enumerate(self.players):
                seconds = self.times.if_limited(side, END_SECONDS)
                with contextlib.suppress(Exception), alarm(seconds, self.name(side)):  # the game is over in any case
                    self.inform(player)
                    player.end_game(self.states[-1])
        return self.record(ended)

    def unready(self) -> Verdict | None:
        """How the game ended if a player cannot begin it."""
        for side, player in enumerate(self.players):
            try:
                with alarm(self.times.if_limited(side, START_SECONDS), self.name(side)):
                    player.prepare(self.times.limits[side])
            except Forfeit as forfeit:
                return Verdict(forfeit.ending, side, None, forfeit.reason)
            except Left as left:
                return Verdict(Ending.ABORTED, reason=str(left))
            except (Exception, SystemExit) as error:
                return self.failure(side, error)
        return None

    def failure(self, side: int, error: BaseException) -> Verdict:
        reason = f"{self.name(side)} raised {type(error).__name__}: {said(error, MOST_WORDS)} ({place_of(error)})"
        return Verdict(Ending.FAILED, side, None, reason)

    def played(self) -> Verdict:
        """Plays until something ends the game."""
        self.watch(self.states[0], None)
        while (ended := self.ending() or self.step()) is None:
            pass
        return ended

    def ending(self) -> Verdict | None:
        """How the game ended, if the position itself ends it."""
        state = self.states[-1]
        if state.is_over:
            return Verdict(Ending.RULES, None, tuple(map(state.payoff, range(len(self.players)))))
        even = (0.0,) * len(self.players)
        allowed = state.info.repetition
        if allowed and times_met(state, self.states) >= allowed:
            return Verdict(Ending.REPETITION, None, even, f"the position came back {allowed} times")
        if self.draw_after is not None and len(self.moves) >= self.draw_after:
            return Verdict(Ending.ADJUDICATED, None, even, f"not over after {self.draw_after} plies")
        if len(self.moves) >= self.most:
            return Verdict(Ending.ABORTED, reason=f"not over after {self.most} plies")
        return None

    def step(self) -> Verdict | None:
        """One move; or how the player to move ended the game."""
        state = self.states[-1]
        if state.turn == CHANCE:
            self.accept(self.roll(state), Played(CHANCE, ""))
            return None
        began = time.monotonic()
        try:
            move = self.ask(state)
            seconds = self.times.take(state.turn, time.monotonic() - began, self.name(state.turn))
            played = Played(state.turn, "", seconds, *said_about(self.players[state.turn]))
        except TakeBack:
            self.take_back(state.turn)
            return None
        except Resigned:
            return Verdict(Ending.RESIGN, state.turn, None, f"{self.name(state.turn)} resigned")
        except IllegalAnswer as answer:
            return self.illegal(state, answer)
        except Forfeit as forfeit:
            return Verdict(forfeit.ending, state.turn, None, forfeit.reason)
        except Left as left:
            return Verdict(Ending.ABORTED, reason=str(left))
        except GameError:
            raise
        except (Exception, SystemExit) as error:
            return self.failure(state.turn, error)
        return self.accept(move, played)

    def ask(self, state: State) -> Move:
        player, shown = self.players[state.turn], self.shown(state)
        seconds, forgiven = self.times.give(state.turn)
        with alarm(seconds, self.name(state.turn), forgiven):
            self.inform(player)
            return player(shown)

    def shown(self, state: State) -> State:
        """What the player to move is given. Where something is hidden: a position that it cannot tell from the true
        one, so that nothing can be read off it that the player has not seen."""
        return state.sample(state.turn, self.veil.getrandbits(63)) if state.info.hidden else state

    def inform(self, player: Player) -> None:
        """The player hears what was played. Of a game of imperfect information it knows what its positions show."""
        if not self.states[0].info.hidden:
            player.follow(self.states, self.made)

    def accept(self, move: Move, played: Played) -> Verdict | None:
        state = self.states[-1]
        try:
            after, name = state.play(move), str(state.name(move))
        except GameError:
            raise
        except Exception:  # IllegalMove, or whatever an object does that is no move at all
            answer = said(move)
            return self.illegal(state, IllegalAnswer(answer, why_illegal(state, answer), list(names_of(state))))
        self.states.append(after)
        self.made.append(same_move(state, name))
        self.moves.append(replace(played, move=name))
        self.watch(after, self.moves[-1])
        return None

    def illegal(self, state: State, answer: IllegalAnswer) -> Verdict:
        reason = f"{self.name(state.turn)}: {answer.sentence(f'move at ply {len(self.moves) + 1}')}"
        return Verdict(Ending.ILLEGAL_MOVE, state.turn, None, reason)

    def take_back(self, player: int) -> None:
        """Back to the player's last turn, if there was one."""
        earlier = [i for i, state in enumerate(self.states[:-1]) if state.turn == player]
        if earlier:
            del self.states[earlier[-1] + 1 :], self.made[earlier[-1] :], self.moves[earlier[-1] :]
        self.watch(self.states[-1], None)

    def roll(self, state: State) -> Move:
        outcomes: list[Move] = state.moves()
        return self.dice.choices(outcomes, [state.odds(each) for each in outcomes])[0]

    def name(self, player: int) -> str:
        return name_of(self.players[player])

    def record(self, ended: Verdict) -> Record:
        ending, loser, payoffs, reason = ended
        first, final = self.states[0], self.states[-1]
        winners = best_of(payoffs or ()) if loser is None else others_than(first, loser)
        return Record(
            first.game.label,
            tuple(map(name_of, self.players)),
            first.text,
            tuple(self.moves),
            final.text,
            ending,
            only(winners),
            payoffs,
            reason,
            times=self.times.words,
            messages=tuple(str(player.messages) for player in self.players),
            loser=loser,
            seats=tuple(first.info.players),
            winners=winners,
        )


def said_about(player: Player) -> tuple[int | None, str]:
    """What a player says of its move: how many nodes it searched, and its comment."""
    return player.result.nodes if isinstance(player.result, Result) else None, str(player.comment)


def same_move(state: State, name: str) -> Move:
    """The legal move of this name, as the game lists it: players may answer with another that is equal to it."""
    return name if isinstance(state.game, BuiltIn) else names_of(state)[name]


def only(players: Sequence[int]) -> int | None:
    """The one of them, if it is one."""
    return players[0] if len(players) == 1 else None


def others_than(state: State, player: int) -> tuple[int, ...]:
    """All but a player and those who are on the same side, where the game has sides."""
    return others(player, len(state.info.players), state.info.sides)


def others(player: int, count: int, partners: Sequence[int]) -> tuple[int, ...]:
    """The same of this many players; `partners` is the side of each, or nothing."""
    sides = partners or range(count)
    return tuple(each for each, side in enumerate(sides) if side != sides[player])
