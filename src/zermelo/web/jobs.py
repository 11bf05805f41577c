"""The work behind the answers: plain functions from a request to a message, which know nothing of servers.

They run in threads of the server, or in a process of their own where the user's code is involved (workers.py). Each
gets the tools (games, players that remember), the request, and a `Run`, which stops it and takes its progress.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, Generic, Literal, ParamSpec, Protocol, TypeVar, cast, get_type_hints, runtime_checkable

from zermelo.codec import BadData
from zermelo.errors import GameError, IllegalMove, MissingExtra, ParseError, place_of
from zermelo.game import Move, State, dealt, times_met
from zermelo.limits import Clock, Limit
from zermelo.match.game import only, others_than
from zermelo.players.player import Forfeit, Player, Resigned, name_of, said, why_illegal
from zermelo.players.protocols.python_player import PythonPlayer
from zermelo.players.searcher import Searcher
from zermelo.players.spec import own_player, player_named
from zermelo.query import SearchOptions
from zermelo.result import Result
from zermelo.scene import best_of
from zermelo.search import Stop
from zermelo.web import answers
from zermelo.web.catalogue import Catalogue, Course, safe_player
from zermelo.web.limits import Refused
from zermelo.web.memory import trim
from zermelo.web.messages import (
    AskPlay,
    AskPosition,
    Ending,
    GameCard,
    Limits,
    Message,
    PlayedMove,
    Position,
    Rules,
    Scene,
    Score,
    Thinking,
)
from zermelo.web.store import StoreError

SMALL_MB, USUAL_MB = 1.0, 16.0  # of a table: many games may be played at once
HURRIED = 20  # parts of a game's clock: with less than one for a move, it is the server that sets the time
SHORT_SECONDS = 0.05
SHOWN = 400  # letters of a text that is wrong
MARGIN = 0.1  # seconds of a move's time that a search leaves, as it shares the processors
KEPT_MB = 128.0  # tables of players that wait for their next turn, all together
IDLE_SECONDS = 60.0  # until a player that nobody has asked for its next turn is forgotten


@dataclass
class Run:
    """One job as it runs."""

    stop: Stop = field(default_factory=Stop)
    tell: Callable[[Message], object] = lambda message: None
    wait: Callable[[int], object] = lambda before: None  # it waits for its turn, with so many before it


class Tools:
    """What jobs work with: the games, the players the server was started with, and players that remember their game."""

    def __init__(self, games: Mapping[str, str] | None = None, players: Mapping[str, str] | None = None) -> None:
        self.catalogue = Catalogue(games)
        self.players = dict(players or {})
        self._waiting: OrderedDict[tuple[str, int, str], tuple[Player, float]] = OrderedDict()
        self._lock = threading.Lock()

    def player(self, spec: str, limits: Limits) -> Player:
        """A new player; for visitors only the built-in ones and those of the list."""
        return here(player_named(self.players[spec])) if spec in self.players else safe_player(spec, limits)

    def take(self, key: tuple[str, int, str], limits: Limits) -> Player:
        """The player of a side of a game as it was left, or a new one."""
        with self._lock:
            found = self._waiting.pop(key, None)
        if found is not None:
            return found[0]
        player = self.player(key[2], limits)
        player.prepare()
        return player

    def put_back(self, key: tuple[str, int, str], player: Player) -> None:
        with self._lock:
            self._waiting[key] = player, time.monotonic()
            old = []
            while sum(megabytes(each) for each, _ in self._waiting.values()) > KEPT_MB and len(self._waiting) > 1:
                old.append(self._waiting.popitem(last=False)[1][0])
        for each in old:
            dismiss(each)

    def forget_idle(self, seconds: float = IDLE_SECONDS) -> None:
        """Players that have waited so long for their next turn go, and their memory with them."""
        latest = time.monotonic() - seconds
        with self._lock:
            old = [key for key, (_, since) in self._waiting.items() if since <= latest]
            players = [self._waiting.pop(key)[0] for key in old]
        for each in players:
            dismiss(each)
        players.clear()
        trim()


def here(player: Player) -> Player:
    """The same in this process, if it is code in Python: the server has given it a process of its own."""
    return own_player(player.text) if isinstance(player, PythonPlayer) else player


P = ParamSpec("P")
R = TypeVar("R")  # the answer


class InThread:
    """Runs what would hold up the server: in a thread of these, or in any."""

    def __init__(self, threads: Executor | None = None) -> None:
        self.threads = threads

    async def __call__(self, function: Callable[P, R], *arguments: P.args, **named: P.kwargs) -> R:
        return await asyncio.get_running_loop().run_in_executor(self.threads, partial(function, *arguments, **named))


@runtime_checkable
class OfGame(Protocol):
    """A request about a game."""

    @property
    def game(self) -> str: ...


A = TypeVar("A")  # what is asked
G = TypeVar("G", bound=OfGame)


class Job(Generic[A, R]):
    """Work under a name, by which another process can be asked for it: from a request to an answer."""

    def __init__(self, work: Callable[[Tools, A, Run], R]) -> None:
        self.work, self.name = work, work.__name__

    def __call__(self, tools: Tools, ask: A, run: Run) -> R:
        return self.work(tools, ask, run)

    @cached_property
    def asked(self) -> type[A]:
        """What it is asked: as the function declares it."""
        return cast(type[A], get_type_hints(self.work)["ask"])

    @cached_property
    def answered(self) -> type[R]:
        return cast(type[R], get_type_hints(self.work)["return"])


JOBS: dict[str, Job[Any, Any]] = {}  # asked for by name, whatever each of them takes


def job(work: Callable[[Tools, A, Run], R]) -> Job[A, R]:
    """Decorator: the function can be asked for."""
    made = Job(work)
    JOBS[made.name] = made
    return made


def megabytes(player: Player) -> float:
    """What a player keeps in memory, about."""
    return float(player.options.get("memory_mb", SMALL_MB)) if isinstance(player, Searcher) else SMALL_MB


def dismiss(player: Player, state: State | None = None) -> None:
    """A player that is not needed any more: a program among them ends."""
    with contextlib.suppress(Exception):  # whatever it says to that
        if state is not None:
            player.end_game(state)
        player.close(True)


def refusal(error: BaseException) -> Refused:
    """What a visitor reads when a job raises."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, ParseError):
        return Refused(400, "parse", error.reason, *around(error.text, error.column))
    if isinstance(error, IllegalMove):
        return Refused(400, "illegal move", error.reason, error.position)
    if isinstance(error, GameError):
        return Refused(422, "game", str(error))
    if isinstance(error, MissingExtra):
        return Refused(501, "missing extra", str(error))
    if isinstance(error, BadData):
        return Refused(400, "message", str(error))
    if isinstance(error, StoreError):
        return Refused(507, "not kept", str(error))
    if isinstance(error, MemoryError):
        return Refused(503, "memory limit", "There is not enough memory for this.")
    if isinstance(error, RecursionError):
        return Refused(400, "request", "This is nested too deeply.")
    if isinstance(error, (ValueError, TypeError)):
        return Refused(400, "request", str(error))
    return Refused(500, "internal", f"The server failed: {type(error).__name__}. Its log says more.")


def around(text: str, column: int) -> tuple[str, int | None]:
    """A text and where it is wrong; of a long one the part about there."""
    if not text:
        return "", None
    start = max(0, column - SHOWN // 2) if len(text) > SHOWN else 0
    return text[start : start + SHOWN], column - start


# Positions.


@dataclass(frozen=True)
class AskCard:
    """What a game is."""

    game: str


@job
def card(tools: Tools, ask: AskCard, run: Run) -> GameCard:
    return answers.card(ask.game, tools.catalogue.begin(ask.game), tools.catalogue.is_own(ask.game))


@job
def picture(tools: Tools, ask: AskCard, run: Run) -> Scene:
    return answers.sample(tools.catalogue.begin(ask.game))


@job
def rules(tools: Tools, ask: AskCard, run: Run) -> Rules:
    return answers.rules(ask.game, tools.catalogue.begin(ask.game))


@job
def position(tools: Tools, ask: AskPosition, run: Run) -> Position:
    return answers.position(ask.game, tools.catalogue.open(ask.game, ask.position, ask.moves))


@dataclass(frozen=True)
class AskStep:
    """A game so far, and what comes then: a move, what chance brings, or nothing."""

    game: str
    start: str
    moves: list[str]
    act: Literal["move", "chance", "stand"]
    move: str = ""


@dataclass(frozen=True)
class Step:
    """Where a game stands, and how it ended if it did; with imperfect information, also what each player sees."""

    position: Position
    ending: Ending | None
    views: list[Position] = field(default_factory=list)


@job
def step(tools: Tools, ask: AskStep, run: Run) -> Step:
    course = tools.catalogue.open(ask.game, ask.start, ask.moves)
    if ask.act != "stand":
        course.add(ask.move if ask.act == "move" else rolled(course.state))
    return stand(ask.game, course)


@dataclass(frozen=True)
class Opening:
    """Where a new game begins: the moves that were given, and the forms it can be exported in."""

    step: Step
    moves: list[PlayedMove]
    formats: list[str]
    partners: list[int]


@job
def opening(tools: Tools, ask: AskPlay, run: Run) -> Opening:
    course = tools.catalogue.open(ask.game, ask.position, ask.moves)
    if ask.position is None and not ask.moves:
        course = Course([dealt(course.state, random.getrandbits(60))], [])
    shown = answers.card(ask.game, course.state)
    if len(ask.sides) != len(shown.players):
        raise Refused(400, "message", f"sides: {shown.title} has {len(shown.players)}, not {len(ask.sides)}.")
    moves = [PlayedMove(name, state.turn) for name, state in zip(course.names, course.states, strict=False)]
    return Opening(stand(ask.game, course), moves, shown.formats, list(course.state.info.sides))


def rolled(state: State) -> Move:
    outcomes: list[Move] = state.moves()
    return random.choices(outcomes, [state.odds(each) for each in outcomes])[0]


def stand(spec: str, course: Course) -> Step:
    """Where a course stands."""
    shown, views = answers.position(spec, course), answers.views(spec, course)
    if shown.over is not None:
        winners = list(best_of(shown.over.payoffs))
        return Step(shown, Ending("rules", shown.over.winner, shown.over.sentence, None, winners), views)
    info = course.state.info
    allowed, most = info.repetition, info.max_plies
    if allowed and times_met(course.state, course.states) >= allowed:
        return Step(shown, Ending("repetition", None, f"A draw: the position came back {allowed} times."), views)
    if len(course.names) >= most:
        return Step(shown, Ending("aborted", None, f"Broken off: not over after {most} plies."), views)
    return Step(shown, None, views)


def lost_by(player: int, winners: Sequence[int], ending: str, sentence: str) -> Ending:
    """The end of a game that one of the players has lost."""
    return Ending(ending, only(winners), sentence, player, list(winners))


# Engines.


@dataclass(frozen=True)
class AskTurn:
    """An engine's turn. `seconds` is the time for this move, `clock` what is left of the game's and the increment."""

    id: str
    game: str
    start: str
    moves: list[str]
    player: int
    spec: str
    seconds: float | None
    clock: list[float] | None
    limits: Limits
    most: float  # seconds that a search may take, whatever else it has


@dataclass(frozen=True)
class Turn:
    """What an engine did: a move, or (with no move) how it ended the game."""

    step: Step
    move: str
    seconds: float
    nodes: int | None
    score: Score | None
    comment: str
    thinking: Thinking | None


@job
def turn(tools: Tools, ask: AskTurn, run: Run) -> Turn:
    """The player's move. Stopped early, it plays the best it has."""
    course = tools.catalogue.open(ask.game, ask.start, ask.moves)
    key = ask.id, ask.player, ask.spec
    player = tools.take(key, ask.limits)
    give_time(player, ask)
    shown = course.state
    if shown.info.hidden:  # as in matches: one that the player cannot tell from the true one
        shown = shown.sample(ask.player, random.getrandbits(63))
    else:
        player.follow(course.states, course.moves)
    began = time.monotonic()
    try:
        move = searched(player, shown, ask, run) if isinstance(player, Searcher) else asked(player, shown)
    except Resigned:
        dismiss(player, course.state)
        return ended(
            ask,
            course,
            lost_by(ask.player, others_than(course.state, ask.player), "resign", f"{name_of(player)} resigns."),
        )
    except Forfeit as forfeit:
        dismiss(player, course.state)
        return ended(
            ask, course, lost_by(ask.player, others_than(course.state, ask.player), forfeit.ending, forfeit.reason)
        )
    except BaseException:
        dismiss(player, course.state)
        raise
    seconds = time.monotonic() - began
    legal = {str(course.state.name(each)) for each in course.state.moves()}
    if str(move) not in legal and move not in course.state.moves():
        raise GameError(f"{name_of(player)} answered {said(move)}: {why_illegal(course.state, str(move))}")
    state = course.state
    course.add(move)
    result = player.result
    thought = answers.thinking(state, result, True) if result is not None else None
    stands = stand(ask.game, course)
    if stands.ending is None:
        tools.put_back(key, player)
    else:
        dismiss(player, course.state)
    return Turn(
        stands,
        course.names[-1],
        seconds,
        result.nodes if result is not None else None,
        thought.lines[0].score if thought and thought.lines else None,
        str(player.comment)[:1000],
        thought,
    )


def asked(player: Player, state: State) -> Move:
    """What a player answers that is no search; an error of its own is reported with its place."""
    try:
        return player(state)
    except (Resigned, Forfeit, GameError, MissingExtra):
        raise
    except Exception as error:
        place = place_of(error)
        raise GameError(f"{name_of(player)} raised {type(error).__name__}: {error} ({place})") from error


def ended(ask: AskTurn, course: Course, ending: Ending) -> Turn:
    return Turn(replace(stand(ask.game, course), ending=ending), "", 0.0, None, None, "", None)


def give_time(player: Player, ask: AskTurn) -> None:
    """The time of the game's clock, if there is one."""
    if ask.clock is not None:
        clock = Clock(max(0.01, ask.clock[0]), ask.clock[1])
        player.give(Limit(clock=clock))
        player.clock = clock
    elif ask.seconds is not None:
        player.give(Limit(seconds=max(0.01, ask.seconds - min(MARGIN, ask.seconds / 10))))


def searched(player: Searcher, state: State, ask: AskTurn, run: Run) -> Move:
    """What a search plays, from its book if that knows, within the limits of the server."""
    limits, most = ask.limits, min(ask.most, ask.limits.seconds)
    usual = SMALL_MB if state.info.small else USUAL_MB
    player.options.setdefault("memory_mb", min(usual, limits.memory_mb))

    def tell(result: Result) -> None:
        run.tell(answers.thinking(state, result, False))

    player.result = player.from_book(state)
    if player.result is None:
        limit = player.limit_for(state)
        more: SearchOptions = {"stop": run.stop, "progress": tell}
        more["nodes"] = min(limit.nodes or limits.nodes, limits.nodes)
        if player.clock is None or most < player.clock.seconds / HURRIED:
            more["seconds"], more["clock"] = min(limit.seconds or most, most), None
        player.result = player.look(state, **more)
    if player.result.score is None:  # broken off before it had an answer
        player.result = player.look(state, deepen=True, seconds=SHORT_SECONDS, clock=None)
    move: Move = player.result.move
    return move
