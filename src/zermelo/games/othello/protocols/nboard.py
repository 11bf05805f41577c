"""The NBoard protocol, version 2 (C. Welty), for Othello.

The GUI sends the whole game, asks for moves (`go`) and for values (`hint`), and can stop both by `ping`.
"""

from __future__ import annotations

from dataclasses import replace

from zermelo.errors import IllegalMove, ParseError
from zermelo.game import State
from zermelo.games import start
from zermelo.games.othello.ggf import read_ggf
from zermelo.games.othello.transcript import MOVE, play_on
from zermelo.players.protocols.server import Server, Tell, print_line, shown
from zermelo.players.searcher import Searcher
from zermelo.result import Line, Result

NAME = "Zermelo"
DEEPEST = 60


def wire_name(name: str) -> str:
    """A move as NBoard writes it: F5, PA."""
    return "PA" if name == "pass" else name.upper()


class NBoard(Server):
    """Answers a GUI. What it does not understand it ignores, as the protocol asks."""

    def __init__(self, searcher: Searcher, *, tell: Tell = print_line) -> None:
        super().__init__(searcher, tell)
        self.path: list[State] = [start("othello")]
        self.limit = searcher.limit
        self.last_lines: tuple[Line, ...] = ()
        searcher.check(self.state)
        searcher.options["progress"] = self.show

    @property
    def state(self) -> State:
        return self.path[-1]

    # --- lines ---

    def heard(self, line: str) -> None:
        if split(line)[0] == "ping":
            self.interrupt()

    def is_last(self, line: str) -> bool:
        return split(line)[0] == "quit"

    def obey(self, line: str) -> bool:
        word, rest = split(line)
        if word == "ping":
            self.resume()
        if word in COMMANDS:
            getattr(self, f"do_{word}")(rest)
        return word != "quit"

    def status(self, text: str = "") -> None:
        self.tell(f"status {text}".rstrip())

    def do_nboard(self, rest: str) -> None:
        self.tell(f"set myname {NAME}")

    def do_set(self, rest: str) -> None:
        word, value = split(rest)
        if word == "depth":
            self.set_depth(value)
        elif word == "game":
            self.set_game(value)

    def set_depth(self, value: str) -> None:
        """What the command line says goes first."""
        depth = whole(value)
        if depth:
            if self.limit.depth is None and self.searcher.level is None:
                self.searcher.limit = replace(self.limit, depth=min(depth, DEEPEST))
            self.tell(f"set myname {NAME}{depth}")

    def set_game(self, text: str) -> None:
        try:
            path = read_ggf(text)[0].states()
        except ParseError as error:
            self.status(f"cannot read the game: {shown(error.reason)}")
            return
        if path[: len(self.path)] != self.path:
            self.searcher.new_game()
        self.path = path

    def do_move(self, rest: str) -> None:
        move = rest.split("/")[0].strip()
        if not MOVE.fullmatch(move):
            return
        try:
            _, played = play_on(self.state, move)
        except IllegalMove:
            self.status(f"illegal move {wire_name(move.lower())}")
            return
        for each in played:
            self.path.append(self.state.play(each))

    def do_ping(self, rest: str) -> None:
        self.tell(f"pong {shown(rest, 40)}".rstrip())

    def do_learn(self, rest: str) -> None:
        self.tell("learned")

    # --- thinking ---

    def do_go(self, rest: str) -> None:
        if self.state.is_over:
            self.tell("=== PA")
            return
        self.status(f"{NAME} is thinking")
        self.last_lines = ()
        move, result = self.choose(self.state)
        if result is not None and result.lines != self.last_lines:
            self.show(result)
        details = f"/{value_of(result):.2f}/{result.seconds:.2f}" if result is not None else ""
        self.tell(f"=== {wire_name(str(move))}{details}")
        self.status(f"{NAME} is waiting")

    def do_hint(self, rest: str) -> None:
        if self.state.is_over:
            return
        self.status(f"{NAME} is analyzing")
        self.last_lines = ()
        count = max(1, min(whole(rest), len(self.state.moves())))
        result = self.look(self.state, best=count)
        if result.lines != self.last_lines:
            self.show(result)
        self.status(f"{NAME} is waiting")

    def do_analyze(self, rest: str) -> None:
        """The value of every position of the game for black, from the last to the first."""
        self.status(f"{NAME} is analyzing the game")
        for made, state in reversed(list(enumerate(self.path))):
            if self.interrupted:
                break
            value = state.payoff(0) if state.is_over else value_of(self.look(state, progress=None), black=True)
            self.tell(f"analysis {made} {value:.2f}")
        self.status(f"{NAME} is waiting")

    def show(self, result: Result) -> None:
        """What is known after a finished depth."""
        self.last_lines = result.lines
        for line in result.lines:
            moves = "".join(wire_name(str(move)) for move in line.line or (line.move,))
            if result.stopped == "book":
                self.tell(f"book {moves} {line.score.value:.2f} 0 {result.depth}")
            else:
                self.tell(f"search {moves} {line.score.value:.2f} 0 {depth_of(result, line)}")
        self.show_nodes(result)

    def show_nodes(self, result: Result) -> None:
        self.tell(f"nodestats {result.nodes} {result.seconds:.2f}")


COMMANDS = ("nboard", "set", "move", "hint", "go", "ping", "learn", "analyze")


def split(line: str) -> tuple[str, str]:
    """(the first word, the rest)."""
    words = [*line.split(None, 1), "", ""]
    return words[0], words[1].strip()


def whole(text: str) -> int:
    """A number of a sensible size, or 0."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0


def value_of(result: Result, black: bool = False) -> float:
    """In discs, for the player to move or for black."""
    if result.score is None:
        return 0.0
    return (result.score.for_player(0) if black else result.score).value


def depth_of(result: Result, line: Line) -> str:
    """`100%` for what is proved, else the depth."""
    return "100%" if line.score.proved else str(result.depth)
