"""The Hub protocol for draughts, version 2 (F. Letouzey, 2017), on the 32 squares of checkers.

A line is a command and its arguments, `level moves=9 time=291.5`. A position is who moves and a letter for each square
by its number, `Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww`; a capture is written with its ends and what it takes, `9x27x14x23`.
The document speaks of 50 squares and names no variant for 32: ours is called `english`.
"""

from __future__ import annotations

import math
import re
from dataclasses import replace
from itertools import pairwise

from zermelo.errors import IllegalMove, ParseError
from zermelo.game import State
from zermelo.games import start
from zermelo.limits import Clock, Limit
from zermelo.native import core
from zermelo.players.protocols.server import Server, Tell, print_line, shown
from zermelo.players.searcher import Searcher
from zermelo.result import Result
from zermelo.version import __version__

ARGUMENT = re.compile(r'([^\s=]+)(?:\s*=\s*("[^"]*"|[^\s"]+))?')
SQUARES = 32
MAN = 100  # of the evaluation's units
SURE = 99.0  # men: what a proved win is worth
DAY_SECONDS = 86_400.0


def split(line: str) -> tuple[str, dict[str, str]]:
    """The command of a line, and its arguments; one without a value has an empty one."""
    found = [(each[1], (each[2] or "").strip('"')) for each in ARGUMENT.finditer(line)]
    return (found[0][0], dict(found[1:])) if found else ("", {})


# --- positions and moves ---


def position_text(state: State) -> str:
    """A position as Hub writes it."""
    mover, *sides = state.text.partition(":H")[0].split(":")
    squares = ["e"] * SQUARES
    for side in sides:
        for piece in filter(None, side[1:].split(",")):
            letter = side[0] if piece[0] == "K" else side[0].lower()
            squares[int(piece.lstrip("K")) - 1] = letter
    return mover + "".join(squares)


def read_position(text: str) -> State:
    if not re.fullmatch(f"[WB][wbWBe]{{{SQUARES}}}", text):
        raise ParseError(f"{shown(text)!r} is no position: W or B, then {SQUARES} letters of wbWBe")
    sides = {"W": "", "B": ""}
    for number, letter in enumerate(text[1:], 1):
        if letter != "e":
            king = "K" if letter.isupper() else ""
            sides[letter.upper()] += f"{king}{number},"
    return start("checkers", f"{text[0]}:W{sides['W'].rstrip(',')}:B{sides['B'].rstrip(',')}")


def between(first: int, last: int) -> int:
    """The square in the middle of a jump."""
    (row, column), (to_row, to_column) = place(first), place(last)
    return (row + to_row) // 2 * 4 + (column + to_column) // 2 // 2 + 1


def place(number: int) -> tuple[int, int]:
    row, at = divmod(number - 1, 4)
    return row, 2 * at + (row % 2 == 0)


def spelled_moves(state: State) -> dict[str, str]:
    """Every legal move as Hub writes it, and its name. Of two ways to take the same men one is enough."""
    found: dict[str, str] = {}
    for name, squares in core.checkers_moves(state):
        found.setdefault(spelled(name, squares), name)
    return found


def spelled(name: str, squares: list[int]) -> str:
    """A move by its name and the squares that it touches."""
    if "x" not in name:
        return name
    taken = sorted(between(a, b) for a, b in pairwise(squares))
    return "x".join(map(str, (squares[0], squares[-1], *taken)))


def move_text(state: State, name: str) -> str:
    return spelled(name, dict(core.checkers_moves(state))[name])


def read_move(state: State, text: str) -> str:
    """The name of a move that Hub writes so, what it takes in any order; IllegalMove if there is none."""
    if "x" in text and re.fullmatch(r"\d{1,2}(x\d{1,2})+", text):
        first, last, *taken = map(int, text.split("x"))
        text = "x".join(map(str, (first, last, *sorted(taken))))
    name = spelled_moves(state).get(text)
    if name is None:
        raise IllegalMove(f"{shown(text)!r} is no legal move in {state.text}")
    return name


class Hub(Server):
    """Answers a GUI. What it does not understand it ignores, as the protocol asks."""

    def __init__(self, searcher: Searcher, *, tell: Tell = print_line) -> None:
        super().__init__(searcher, tell)
        self.path: list[State] = [start("checkers")]
        self.limit = self.asked = searcher.limit
        searcher.check(self.state)
        searcher.options["progress"] = self.show

    @property
    def state(self) -> State:
        return self.path[-1]

    # --- lines ---

    def heard(self, line: str) -> None:
        command = split(line)[0]
        if command == "ping":
            self.tell("pong")
        elif command == "stop":
            self.interrupt()

    def is_last(self, line: str) -> bool:
        return split(line)[0] == "quit"

    def obey(self, line: str) -> bool:
        command, words = split(line)
        if command == "stop":
            self.resume()
        try:
            if command in COMMANDS:
                getattr(self, "do_" + command.replace("-", "_"))(words)
        except (ParseError, IllegalMove) as error:
            self.tell(f'error message="{shown(str(error)).replace(chr(34), chr(39))}"')
        return command != "quit"

    def do_hub(self, words: dict[str, str]) -> None:
        self.tell(f"id name=Zermelo version={__version__}")
        self.tell('param name=variant value=english type=enum values="english"')
        self.tell("wait")

    def do_set_param(self, words: dict[str, str]) -> None:
        if words.get("name") == "variant" and words.get("value") != "english":
            raise ParseError(f"the variant {shown(words.get('value', ''))!r} is not played here: english")

    def do_init(self, words: dict[str, str]) -> None:
        self.tell("ready")

    def do_new_game(self, words: dict[str, str]) -> None:
        self.searcher.new_game()

    def do_pos(self, words: dict[str, str]) -> None:
        path = [read_position(words.get("pos", ""))]
        for text in words.get("moves", "").split():
            path.append(path[-1].play(read_move(path[-1], text)))
        self.path = path

    def do_level(self, words: dict[str, str]) -> None:
        """What the command line says of depth and nodes goes first."""
        depth, nodes = self.limit.depth, self.limit.nodes
        if "infinite" in words:
            self.asked = Limit(depth, nodes, seconds=DAY_SECONDS)
        elif "time" in words:
            clock = Clock(real(words, "time"), max(0.0, real(words, "inc", 0.0)), whole(words, "moves") or 0)
            self.asked = Limit(depth, nodes, clock=clock)
        elif "move-time" in words:
            self.asked = Limit(depth, nodes, seconds=real(words, "move-time"))
        elif (asked := whole(words, "depth")) is not None:
            self.asked = Limit(asked if depth is None else depth, nodes)

    def do_go(self, words: dict[str, str]) -> None:
        if self.state.is_over:
            raise ParseError("the game is over: there is nothing to search")
        limit = self.asked
        if words.keys() & {"ponder", "analyze"} and limit.clock is not None:  # no clock runs
            limit = replace(limit, clock=None, seconds=DAY_SECONDS if "analyze" in words else limit.clock.seconds / 10)
        self.searcher.limit, self.searcher.clock = limit, limit.clock
        self.searcher.history = tuple(self.path[:-1])
        move, result = self.choose(self.state)
        reply = "" if result is None or len(result.line) < 2 else self.line_text(result, 2).split()[1]
        self.tell(f"done move={move_text(self.state, str(move))}" + (f" ponder={reply}" if reply else ""))

    def show(self, result: Result) -> None:
        """What is known after a finished depth."""
        if result.score is None:
            return
        value = result.score.value / MAN
        if result.score.proved:
            value = {"win": SURE, "loss": -SURE}.get(str(result.score.outcome), 0.0)
        speed = result.nodes / result.seconds / 1e6 if result.seconds else 0.0
        self.tell(
            f"info depth={result.depth} score={value:.2f} nodes={result.nodes} time={result.seconds:.3f} "
            f'nps={speed:.1f} pv="{self.line_text(result, 40)}"'
        )

    def line_text(self, result: Result, most: int) -> str:
        state, words = self.state, []
        for move in result.line[:most]:
            words.append(move_text(state, str(move)))
            state = state.play(move)
        return " ".join(words)


COMMANDS = ("hub", "set-param", "init", "new-game", "pos", "level", "go")


def real(words: dict[str, str], name: str, usual: float | None = None) -> float:
    """A number of seconds; at least a thousandth, at most a day."""
    text = words.get(name)
    try:
        value = usual if text is None and usual is not None else float(text or "")
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise ParseError(f"{name}={shown(text or '')} is no number of seconds")
    return min(max(value, 0.001), DAY_SECONDS) if usual is None else min(value, DAY_SECONDS)


def whole(words: dict[str, str], name: str) -> int | None:
    text = words.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 10_000):
        raise ParseError(f"{name}={shown(text)} is no whole number from 1 on")
    return int(text)
