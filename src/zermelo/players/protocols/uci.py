"""UCI (R. Huber and S. Meyer-Kahlen, 2000), made for chess, for every game of two players without chance.

Moves and positions are written as the game writes them, or as it says that UCI does (chess: `e2e4`); spaces in the name
of a move become `_`. The clock that UCI calls white's is that of whoever begins. A search runs in a thread of its own:
lines are obeyed while it does.
"""

from __future__ import annotations

import contextlib
import math
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from zermelo.errors import IllegalMove, ParseError
from zermelo.game import BuiltIn, Move, State, UciMoves, position_like
from zermelo.limits import Clock, Limit
from zermelo.players.human import names_of
from zermelo.players.levels import HIGHEST
from zermelo.players.protocols.server import MOST_COMPLAINTS, MOVE_SECONDS, Server, Tell, print_line, shown
from zermelo.players.searcher import Searcher
from zermelo.query import SearchOptions
from zermelo.result import Line, Result, Score
from zermelo.search import search
from zermelo.version import __version__

NUMBERS = ("depth", "nodes", "mate", "movetime", "wtime", "btime", "winc", "binc", "movestogo")
COMMANDS = (
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
)
DAY_SECONDS = 86_400.0  # as good as for ever
MOST_DEPTH, MOST_THREADS, MOST_MB, MOST_LINES = 1_000, 256, 65_536, 500
MOST_OVERHEAD = 5_000  # milliseconds
NO_MOVE, NULL_MOVE = "(none)", "0000"
SURE_CP = 20_000  # a win that nobody has counted the moves of
ODDS_MIDDLE, ODDS_WIDTH = 1.2, 0.6  # of a unit: where a win is as likely as not, and how quickly that changes


def wire_name(name: str) -> str:
    """The name of a move as one word."""
    return "_".join(name.split()) or "_"


def dialect(state: State) -> UciMoves | None:
    """How UCI writes the moves of this game, if not by their names."""
    return state.game.uci if isinstance(state.game, BuiltIn) else None


def word_of(state: State, name: str, shuffled: bool = False) -> str:
    """The word for a legal move; `shuffled` is what UCI_Chess960 asks for."""
    own = dialect(state)
    return wire_name(name) if own is None else own.write(state, name, shuffled)


def variant_name(state: State) -> str:
    """What the option UCI_Variant calls the game."""
    return wire_name(state.game.name if isinstance(state.game, BuiltIn) else state.game.label)


def move_named(state: State, word: str) -> Move:
    """The legal move that a word means; ParseError if it means none. `0000` is a pass, where that is the only move."""
    if dialect(state) is not None:
        return read_word(state, word)
    names = names_of(state)
    for name, move in names.items():
        if wire_name(name) == word:
            return move
    if word == NULL_MOVE and len(names) == 1:
        return next(iter(names.values()))
    legal = " ".join(map(wire_name, names)) or "none, the game is over"
    raise ParseError(f"no legal move {shown(word, 40)!r}; legal: {legal}")


def read_word(state: State, word: str) -> Move:
    """A move that the game itself reads, in whatever notation."""
    try:
        if not state.is_over:
            return state.name(word)
    except IllegalMove:
        pass
    legal = " ".join(word_of(state, name) for name in names_of(state))
    reason = "the game is over" if state.is_over else f"legal: {legal}"
    raise ParseError(f"no legal move {shown(word, 40)!r}; {reason}")


def position_of(first: State, words: list[str]) -> list[State]:
    """All positions from the one that `position` names to the one after its moves; ParseError says what is wrong."""
    at = words.index("moves") if "moves" in words else len(words)
    place, moves = words[:at], words[at + 1 :]
    if place[:1] == ["fen"] and place[1:]:
        path = [position_like(first, " ".join(place[1:]))]
    elif place == ["startpos"]:
        path = [first]
    else:
        raise ParseError("expected `position startpos` or `position fen TEXT`, and `moves …` behind it")
    for word in moves:
        path.append(path[-1].play(move_named(path[-1], word)))
    return path


@dataclass(frozen=True)
class Order:
    """What `go` asks for: numbers by their names, and whether the answer must wait for `stop` (or `ponderhit`)."""

    numbers: Mapping[str, int]
    infinite: bool = False
    ponder: bool = False
    only: tuple[str, ...] = ()  # the moves to choose from, as they are written; all if there are none

    @property
    def endless(self) -> bool:
        return self.infinite or self.ponder

    def limit(self, player: int, own: Limit) -> Limit:
        """Our own depth and nodes come first; our own time only where nothing is asked for."""
        given = {name: value for name, value in self.numbers.items() if value > 0}
        asked_depth = min(given.get("depth") or 2 * given.get("mate", 0), MOST_DEPTH) or None
        depth = own.depth if own.depth is not None else asked_depth
        nodes = own.nodes if own.nodes is not None else given.get("nodes")
        clock = self.clock(player)
        if clock is not None:
            return Limit(depth, nodes, clock=clock)
        if "movetime" in given:
            return Limit(depth, nodes, seconds=min(given["movetime"] / 1000, DAY_SECONDS))
        asked = given.keys() & {"depth", "nodes", "mate"}
        return Limit(depth, nodes) if asked else Limit(depth, nodes, own.seconds, own.clock)

    def clock(self, player: int) -> Clock | None:
        side = "wb"[player]
        if f"{side}time" not in self.numbers:
            return None
        seconds = min(max(self.numbers[f"{side}time"] / 1000, MOVE_SECONDS), DAY_SECONDS)
        more = min(max(self.numbers.get(f"{side}inc", 0) / 1000, 0.0), DAY_SECONDS)
        return Clock(seconds, more, min(max(self.numbers.get("movestogo", 0), 0), 10_000))


def order_of(words: list[str]) -> Order:
    """Words that are not known are passed over, as the protocol asks."""
    numbers = {}
    for name, value in pairwise(words):
        if name in NUMBERS and (number := whole(value)) is not None:
            numbers[name] = number
    only = words[words.index("searchmoves") + 1 :] if "searchmoves" in words else []
    behind = next((at for at, word in enumerate(only) if word in (*NUMBERS, "infinite", "ponder")), len(only))
    return Order(numbers, "infinite" in words, "ponder" in words, tuple(only[:behind]))


def misread(words: list[str]) -> list[str]:
    """What is wrong with numbers behind `go`; without them it thinks as if they had not been said."""
    found = []
    for name, value in pairwise([*words, ""]):
        if name in NUMBERS and whole(value) is None:
            found.append(f"no number {shown(value, 40)!r} behind {name}")
    return found


def whole(word: str) -> int | None:
    digits = word.removeprefix("-")
    return int(word) if digits.isascii() and digits.isdigit() and len(digits) < 19 else None


class Uci(Server):
    """Answers a GUI or a match runner. What it does not understand it ignores, as the protocol asks."""

    def __init__(self, first: State, searcher: Searcher, *, tell: Tell = print_line) -> None:
        super().__init__(searcher, tell)
        searcher.check(first)
        self.first, self.path, self.trouble = first, [first], ""
        self.limit, self.book, self.memory_mb = searcher.limit, searcher.book, searcher.options.get("memory_mb", 64.0)
        self.thinking: threading.Thread | None = None
        self.order = Order({})
        self.lines, self.overhead, self.shuffled, self.odds = 1, MOVE_SECONDS, False, False
        self.limited, self.elo = False, highest_elo(first)
        self._words: list[str] = []  # of the position
        self._hit = False  # the move that was pondered on has been played
        self._woken = threading.Event()
        self._last: Result | None = None
        self._voice = threading.Lock()
        self.tell_line = tell
        self.tell = self.say
        searcher.options["progress"] = self.show

    @property
    def state(self) -> State:
        return self.path[-1]

    def say(self, line: str) -> None:
        """One line at a time, whichever thread it comes from."""
        with self._voice:
            self.tell_line(line)

    # --- lines ---

    def run(self, source: int = 0) -> None:
        try:
            super().run(source)
        finally:
            if self.order.endless:
                self.interrupt()
            self.finish()

    def heard(self, line: str) -> None:
        if command_of(line)[0] in ("stop", "quit"):
            self.interrupt()

    def obey(self, line: str) -> bool:
        word, words = command_of(line)
        if word:
            getattr(self, f"do_{word}")(words)
        elif line.strip():
            self.note(f"no command in {shown(line.strip(), 80)!r}")
        return word != "quit"

    def note(self, text: str) -> None:
        """Says what was passed over; gives up where nobody seems to read it."""
        self._complaints += 1
        if self._complaints <= MOST_COMPLAINTS:
            self.tell(f"info string {text}")

    def interrupt(self) -> None:
        super().interrupt()
        self._woken.set()

    @property
    def interrupted(self) -> bool:
        return self._pending > 0 or self._hit

    def finish(self) -> None:
        """Waits until the search at work has answered; one that has no end is ended."""
        thread = self.thinking
        if thread is None:
            return
        if self.order.endless and thread.is_alive():
            self.interrupt()
            thread.join()
            self.resume()
        thread.join()
        self.thinking = None

    # --- about the engine ---

    def do_uci(self, words: list[str]) -> None:
        for line in (
            f"id name Zermelo {__version__}",
            "id author the Zermelo developers",
            *(f"option name {each}" for each in self.offered()),
            "uciok",
        ):
            self.tell(line)

    def offered(self) -> list[str]:
        """The options, as they are announced."""
        game, threads = variant_name(self.first), self.searcher.options.get("threads", 1)
        found = [
            f"UCI_Variant type combo default {game} var {game}",
            f"Threads type spin default {threads} min 1 max {MOST_THREADS}",
            f"Hash type spin default {max(1, int(self.memory_mb))} min 1 max {MOST_MB}",
            "Clear Hash type button",
            f"Level type spin default {self.searcher.level or 0} min 0 max {HIGHEST}",
            f"OwnBook type check default {str(self.book is not False).lower()}",
            "Ponder type check default false",
            f"MultiPV type spin default 1 min 1 max {MOST_LINES}",
            f"Move Overhead type spin default {round(1000 * MOVE_SECONDS)} min 0 max {MOST_OVERHEAD}",
            "UCI_ShowWDL type check default false",
        ]
        found += ["UCI_Chess960 type check default false"] if dialect(self.first) is not None else []
        if ratings := ratings_of(self.first):
            low, high = min(ratings.values()), max(ratings.values())
            found.append("UCI_LimitStrength type check default false")
            found.append(f"UCI_Elo type spin default {high} min {low} max {high}")
        return found

    def do_debug(self, words: list[str]) -> None:
        """Nothing more is said then."""

    def do_register(self, words: list[str]) -> None:
        """There is nothing to register."""

    def do_isready(self, words: list[str]) -> None:
        self.tell("readyok")

    def do_setoption(self, words: list[str]) -> None:
        at = words.index("value") if "value" in words else len(words)
        name, value = " ".join(words[1:at]).lower(), " ".join(words[at + 1 :])
        self.finish()
        known = {each.partition(" type ")[0].lower(): each for each in self.offered()}
        if name not in known or not self.set(name, value, known[name]):
            self.tell(f"info string no option {shown(name, 40)!r} with the value {shown(value, 40)!r}")

    def set(self, name: str, value: str, offer: str) -> bool:
        """Sets an option that is offered; whether the value is one."""
        kind = offer.partition(" type ")[2].split()
        if kind[0] == "button":
            self.searcher.new_game()
        elif kind[0] == "check":
            if value.lower() not in ("true", "false"):
                return False
            self.switch(name, value.lower() == "true")
        elif kind[0] == "spin":
            number = whole(value)
            if number is None or not int(kind[kind.index("min") + 1]) <= number <= int(kind[kind.index("max") + 1]):
                return False
            self.count(name, number)
        return True

    def switch(self, name: str, on: bool) -> None:
        if name == "ownbook":
            self.searcher.book = self.book if on else False
        elif name == "uci_chess960":
            self.shuffled = on
        elif name == "uci_showwdl":
            self.odds = on
        elif name == "uci_limitstrength":
            self.limited = on
            self.weaken()

    def count(self, name: str, number: int) -> None:
        if name == "threads":
            self.searcher.options["threads"] = number
        elif name == "hash":
            self.searcher.options["memory_mb"] = float(number)
            self.searcher.new_game()
        elif name == "level":
            self.searcher.level = number or None
        elif name == "multipv":
            self.lines = number
        elif name == "move overhead":
            self.overhead = number / 1000
        elif name == "uci_elo":
            self.elo = number
            self.weaken()

    def weaken(self) -> None:
        """Plays at the level whose rating is nearest to the one asked for, or as well as it can again."""
        ratings = ratings_of(self.first)
        self.searcher.level = min(ratings, key=lambda level: abs(ratings[level] - self.elo)) if self.limited else None

    # --- the board ---

    def do_ucinewgame(self, words: list[str]) -> None:
        self.finish()
        self.searcher.new_game()

    def do_position(self, words: list[str]) -> None:
        self.finish()
        try:
            self.path, self.trouble = self.followed(words), ""
            self._words = words
        except (ValueError, TypeError) as error:  # TypeError: the rules of a user's game, given any value
            self.trouble = f"no position: {shown(str(getattr(error, 'reason', error)))}"
            self.tell(f"info string {self.trouble}")
            self._words = []

    def followed(self, words: list[str]) -> list[State]:
        """The positions up to this one; only the moves that have come since the last time are played."""
        known = len(self._words)
        if "moves" not in self._words or words[:known] != self._words:
            return position_of(self.first, words)
        path = list(self.path)
        for word in words[known:]:
            path.append(path[-1].play(move_named(path[-1], word)))
        return path

    # --- thinking ---

    def do_go(self, words: list[str]) -> None:
        self.finish()
        self.order = order_of(words)
        for wrong in misread(words):
            self.note(f"go: {wrong}")
        self._woken.clear()
        self._hit, self._last = False, None
        self.searcher.history = self.path[:-1]
        self.thinking = threading.Thread(target=self.think, args=(self.state, self.order), daemon=True)
        self.thinking.start()

    def do_stop(self, words: list[str]) -> None:
        self.finish()
        self.resume()

    def do_quit(self, words: list[str]) -> None:
        """`heard` has stopped the search; `run` waits for it."""

    def do_ponderhit(self, words: list[str]) -> None:
        """The search begins anew with the time it has; what was found before is in its table."""
        with self._guard:
            if self.thinking is not None and self.order.ponder:
                self.order = replace(self.order, infinite=False, ponder=False)
                self._hit = True
                self.stop.set()
                self._woken.set()

    def think(self, state: State, order: Order) -> None:
        """Searches, and answers with the move when it is asked for."""
        answer = NO_MOVE
        with contextlib.suppress(BrokenPipeError):
            try:
                answer = self.found(state, order)
            except Exception as error:  # of the user's own rules, most likely: a GUI waits for an answer
                self.tell(f"info string failed: {shown(f'{type(error).__name__}: {error}')}")
            self.tell(f"bestmove {answer}")

    def found(self, state: State, order: Order) -> str:
        if self.trouble or state.is_over:
            self.tell(f"info string {self.trouble or 'the game is over'}")
            self.hold(order)
            return NO_MOVE
        result = None
        if order.endless:
            self.use(Limit(self.limit.depth, self.limit.nodes, seconds=DAY_SECONDS))
            result = self.considered(state, order)[1]
            self.hold(order)
            with self._guard:
                result, self._hit = (None if self._hit else result), False
        move = None if result is None else result.move
        if result is None:
            self.use(order.limit(state.turn, self.limit))
            move, result = self.considered(state, order)
        if result is not None and result != self._last:
            self.show(result)
        line = [] if result is None else self.words_along(state, result.line or (result.move,))
        return " ponder ".join([word_of(state, str(state.name(move)), self.shuffled), *line[1:2]])

    def considered(self, state: State, order: Order) -> tuple[Move, Result | None]:
        """The move to play and what is known of it, among those that were named."""
        only = self.named(state, order.only)
        more: SearchOptions = {"best": min(self.lines, len(state.moves()))} if self.lines > 1 else {}
        if only:
            result = self.among(state, only)
            return result.move, result
        if order.endless or more:
            with self.less_time(self.overhead):
                result = self.look(state, **more)
            return result.move, result
        return self.choose(state, self.overhead - MOVE_SECONDS)

    def named(self, state: State, words: Sequence[str]) -> list[Move]:
        """The moves behind `searchmoves`; words that are no moves are passed over. Nothing if they are all moves."""
        found = []
        for word in words:
            with contextlib.suppress(ParseError):
                found.append(move_named(state, word))
        return list(dict.fromkeys(found)) if len(found) < len(state.moves()) else []

    def among(self, state: State, moves: Sequence[Move]) -> Result:
        """Deepens over these moves alone: each is searched from the position behind it."""
        began, query = time.monotonic(), self.searcher.query(state)
        allowed = query.seconds if query.clock is None else query.clock.share(state.moves_to_think)[1]
        deadline = began + (DAY_SECONDS if allowed is None else max(allowed - self.overhead, 0.001))
        lines, nodes = [Line(move, self.behind(state, move, 1)) for move in moves], len(moves)
        for depth in range(1, int(min(query.depth or MOST_DEPTH, MOST_DEPTH)) + 1):
            for i, move in enumerate(moves if depth > 1 else ()):
                left = None if query.nodes is None else query.nodes - nodes
                found = self.deeper(state.play(move), depth - 1, deadline - time.monotonic(), left)
                if found is None or found.score is None:
                    return self.ranked(state, lines, depth - 1, nodes, began)
                nodes += found.nodes
                lines[i] = Line(move, one_later(found.score), (move, *found.line))
            self.show(self.ranked(state, lines, depth, nodes, began))
        return self.ranked(state, lines, int(query.depth or MOST_DEPTH), nodes, began)

    def behind(self, state: State, move: Move, depth: int) -> Score:
        """The score of a move by what stands right behind it."""
        found = search(state.play(move), method=self.searcher.method, depth=depth).score
        assert found is not None
        return one_later(found)

    def deeper(self, after: State, depth: int, seconds: float, nodes: int | None) -> Result | None:
        """What is found within a depth; nothing if the limits (or a stop) come before."""
        if after.is_over:
            return search(after, depth=1)
        self._prepare()
        if seconds <= 0 or self.interrupted or (nodes is not None and nodes <= 0):
            return None
        self.searcher.history = self.path
        result = self.searcher.look(
            after, depth=depth, seconds=min(seconds, DAY_SECONDS), nodes=nodes, clock=None, progress=None
        )
        return result if result.stopped in ("depth", "solved", "over") else None

    def ranked(self, state: State, lines: Sequence[Line], depth: int, nodes: int, began: float) -> Result:
        """The best of some lines as a result, the others behind it."""
        order = sorted(lines, key=lambda line: line.score.for_player(state.turn).sort_key(), reverse=True)
        best, seconds = order[0], time.monotonic() - began
        return Result(
            best.move,
            best.score,
            best.line,
            lines=tuple(order),
            depth=depth,
            deepest=depth,
            nodes=nodes,
            seconds=seconds,
        )

    def use(self, limit: Limit) -> None:
        self.searcher.limit, self.searcher.clock = limit, limit.clock

    def hold(self, order: Order) -> None:
        """Until the answer is wanted."""
        while order.endless and not self.interrupted:
            self._woken.wait(0.1)

    def show(self, result: Result) -> None:
        """What is known after a finished depth: a line for each of the best moves that were asked for."""
        self._last = result
        if result.score is None:
            return
        lines = result.lines[: self.lines] or (Line(result.move, result.score, result.line),)
        for number, line in enumerate(lines, 1):
            self.tell(self.info(result, line, number))

    def info(self, result: Result, line: Line, number: int) -> str:
        state = self.state
        score = (line.score if number > 1 or result.score is None else result.score).for_player(state.turn)
        words = [f"info depth {result.depth} seldepth {max(result.depth, result.deepest)}"]
        words += [f"multipv {number}"] if self.lines > 1 else []
        words += [f"score {score_words(score)}"]
        words += [f"wdl {odds_words(score, state.info.unit)}"] if self.odds else []
        words += [f"nodes {result.nodes}"]
        words += [f"nps {round(result.nodes / result.seconds)}"] if result.seconds > 0 else []
        fullness = self.searcher.fullness
        words += [] if fullness is None else [f"hashfull {round(1000 * fullness)}"]
        pv = self.words_along(state, line.line or (line.move,))
        return " ".join([*words, f"time {round(1000 * result.seconds)} pv", *pv])

    def words_along(self, state: State, line: Sequence[Move]) -> list[str]:
        """The moves of an expected play, as words."""
        words = []
        for move in line:
            words.append(word_of(state, str(state.name(move)), self.shuffled))
            state = state.play(move)
        return words


def ratings_of(state: State) -> Mapping[int, int]:
    """The Elo of the game's levels, where it is known."""
    return state.game.ratings if isinstance(state.game, BuiltIn) else {}


def highest_elo(state: State) -> int:
    return max(ratings_of(state).values(), default=0)


def one_later(score: Score) -> Score:
    """The score of a position as it was one ply before: ends are a ply further away."""
    return score if score.plies is None else replace(score, plies=score.plies + 1)


def command_of(line: str) -> tuple[str, list[str]]:
    """The first word that is a command, and the words behind it; no command if there is none."""
    words = line.split()
    for at, word in enumerate(words):
        if word in COMMANDS:
            return word, words[at + 1 :]
    return "", []


def score_words(score: Score) -> str:
    """`cp` is hundredths of a point, `mate` moves to a proved win or loss, where they were counted."""
    bound = {"at least": " lowerbound", "at most": " upperbound"}.get(score.bound, "")
    if score.outcome in ("win", "loss"):
        sign = 1 if score.outcome == "win" else -1
        if score.plies is not None:
            return f"mate {sign * ((score.plies + 1) // 2)}{bound}"
        return f"cp {sign * SURE_CP}{bound}"
    return f"cp {round(100 * max(-1e6, min(1e6, score.value)))}{bound}"


def odds_words(score: Score, unit: float) -> str:
    """Wins, draws and losses to be expected of a thousand games: logistic in the value, a draw being likeliest at 0."""
    if score.outcome is not None:
        return {"win": "1000 0 0", "draw": "0 1000 0", "loss": "0 0 1000"}[score.outcome]
    width, middle = ODDS_WIDTH * unit, ODDS_MIDDLE * unit
    win, loss = (1 / (1 + math.exp(min(50.0, (middle - each) / width))) for each in (score.value, -score.value))
    wins, losses = round(1000 * win), round(1000 * loss)
    return f"{wins} {1000 - wins - losses} {losses}"
