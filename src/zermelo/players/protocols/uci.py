"""UCI (R. Huber and S. Meyer-Kahlen, 2000), made for chess, for every game of two players without chance.

Moves and positions are written as the game writes them; spaces in the name of a move become `_`. The clock that UCI
calls white's is that of whoever begins. A search runs in a thread of its own: lines are obeyed while it does.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

from zermelo.errors import ParseError
from zermelo.game import BuiltIn, Move, State, position_like
from zermelo.limits import Clock, Limit
from zermelo.players.human import names_of
from zermelo.players.levels import HIGHEST
from zermelo.players.protocols.server import MOVE_SECONDS, Server, Tell, print_line, shown
from zermelo.players.searcher import Searcher
from zermelo.result import Result, Score
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
MOST_DEPTH, MOST_THREADS, MOST_MB = 1_000, 256, 65_536
NO_MOVE, NULL_MOVE = "(none)", "0000"
SURE_CP = 20_000  # a win that nobody has counted the moves of


def wire_name(name: str) -> str:
    """The name of a move as one word."""
    return "_".join(name.split()) or "_"


def variant_name(state: State) -> str:
    """What the option UCI_Variant calls the game."""
    return wire_name(state.game.name if isinstance(state.game, BuiltIn) else state.game.label)


def move_named(state: State, word: str) -> Move:
    """The legal move that a word means; ParseError if it means none. `0000` is a pass, where that is the only move."""
    names = names_of(state)
    for name, move in names.items():
        if wire_name(name) == word:
            return move
    if word == NULL_MOVE and len(names) == 1:
        return next(iter(names.values()))
    legal = " ".join(map(wire_name, names)) or "none, the game is over"
    raise ParseError(f"no legal move {shown(word, 40)!r}; legal: {legal}")


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
    return Order(numbers, "infinite" in words, "ponder" in words)


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
        return word != "quit"

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
        game, threads = variant_name(self.first), self.searcher.options.get("threads", 1)
        for line in (
            f"id name Zermelo {__version__}",
            "id author the Zermelo developers",
            f"option name UCI_Variant type combo default {game} var {game}",
            f"option name Threads type spin default {threads} min 1 max {MOST_THREADS}",
            f"option name Hash type spin default {max(1, int(self.memory_mb))} min 1 max {MOST_MB}",
            f"option name Level type spin default {self.searcher.level or 0} min 0 max {HIGHEST}",
            f"option name OwnBook type check default {str(self.book is not False).lower()}",
            "option name Ponder type check default false",
            "uciok",
        ):
            self.tell(line)

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
        if name in ("ponder", "uci_variant"):
            return
        number = whole(value)
        if name == "ownbook" and value.lower() in ("true", "false"):
            self.searcher.book = self.book if value.lower() == "true" else False
        elif name == "threads" and number is not None and 1 <= number <= MOST_THREADS:
            self.searcher.options["threads"] = number
        elif name == "hash" and number is not None and 1 <= number <= MOST_MB:
            self.searcher.options["memory_mb"] = float(number)
            self.searcher.new_game()
        elif name == "level" and number is not None and 0 <= number <= HIGHEST:
            self.searcher.level = number or None
        else:
            self.tell(f"info string no option {shown(name, 40)!r} with the value {shown(value, 40)!r}")

    # --- the board ---

    def do_ucinewgame(self, words: list[str]) -> None:
        self.finish()
        self.searcher.new_game()

    def do_position(self, words: list[str]) -> None:
        self.finish()
        try:
            self.path, self.trouble = position_of(self.first, words), ""
        except (ValueError, TypeError) as error:  # TypeError: the rules of a user's game, given any value
            self.trouble = f"no position: {shown(str(getattr(error, 'reason', error)))}"
            self.tell(f"info string {self.trouble}")

    # --- thinking ---

    def do_go(self, words: list[str]) -> None:
        self.finish()
        self.order = order_of(words)
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
            result = self.look(state)
            self.hold(order)
            with self._guard:
                result, self._hit = (None if self._hit else result), False
        move = None if result is None else result.move
        if result is None:
            self.use(order.limit(state.turn, self.limit))
            move, result = self.choose(state)
        if result is not None and result != self._last:
            self.show(result)
        line = [] if result is None else line_names(state, result)
        return " ponder ".join([wire_name(str(state.name(move))), *line[1:2]])

    def use(self, limit: Limit) -> None:
        self.searcher.limit, self.searcher.clock = limit, limit.clock

    def hold(self, order: Order) -> None:
        """Until the answer is wanted."""
        while order.endless and not self.interrupted:
            self._woken.wait(0.1)

    def show(self, result: Result) -> None:
        """What is known after a finished depth."""
        self._last = result
        if result.score is None:
            return
        state, time_ms = self.state, round(1000 * result.seconds)
        words = [f"info depth {result.depth} seldepth {max(result.depth, result.deepest)}"]
        words += [f"score {score_words(result.score.for_player(state.turn))} nodes {result.nodes}"]
        words += [f"nps {round(result.nodes / result.seconds)}"] if result.seconds > 0 else []
        words += [f"time {time_ms} pv {' '.join(line_names(state, result))}"]
        self.tell(" ".join(words))


def command_of(line: str) -> tuple[str, list[str]]:
    """The first word that is a command, and the words behind it; no command if there is none."""
    words = line.split()
    for at, word in enumerate(words):
        if word in COMMANDS:
            return word, words[at + 1 :]
    return "", []


def line_names(state: State, result: Result) -> list[str]:
    """The moves of the expected play, as words."""
    names = []
    for move in result.line or (result.move,):
        names.append(wire_name(str(state.name(move))))
        state = state.play(move)
    return names


def score_words(score: Score) -> str:
    """`cp` is hundredths of a point, `mate` moves to a proved win or loss, where they were counted."""
    bound = {"at least": " lowerbound", "at most": " upperbound"}.get(score.bound, "")
    if score.outcome in ("win", "loss"):
        sign = 1 if score.outcome == "win" else -1
        if score.plies is not None:
            return f"mate {sign * ((score.plies + 1) // 2)}{bound}"
        return f"cp {sign * SURE_CP}{bound}"
    return f"cp {round(100 * max(-1e6, min(1e6, score.value)))}{bound}"
