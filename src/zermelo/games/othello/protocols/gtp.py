"""GTP, the Go Text Protocol, version 2 (G. Farnebäck, 2002), for Othello, with GoGui's commands about the rules.

Vertices are the names of the squares: A1 is our a1. Colours alternate as the rules say, but a controller may name the
other one at any time: passes that go without saying are made, and otherwise the turn is given to the colour named.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from zermelo.errors import ParseError
from zermelo.game import State
from zermelo.games import start
from zermelo.games.othello.squares import COLUMNS, rows, turned
from zermelo.limits import Clock
from zermelo.players.protocols.server import MOVE_SECONDS, Server, Tell, print_line, shown
from zermelo.players.searcher import Searcher
from zermelo.version import __version__

SIZE = 8
COLORS = ("black", "white")
FILE_BYTES = 1_000_000
STANDARD = (
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "time_settings",
    "time_left",
    "set_game",
    "list_games",
    "loadsgf",
    "showboard",
    "final_score",
    "final_status_list",
    "gg-undo",
)
GOGUI = (
    "gogui-rules_game_id",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "gogui-rules_final_result",
    "gogui-play_sequence",
    "gogui-interrupt",
)


class Refused(Exception):
    """What a command is answered with after `?`."""


@dataclass
class Timing:
    """A player's time: what is left of the main time, then periods of `period` seconds for `stones` moves each."""

    main: float
    period: float = 0.0
    stones: int = 0
    stones_left: int = 0  # 0: still in main time
    left: float = 0.0  # of this period

    def clock(self) -> Clock:
        """What a move may use, as a search understands it."""
        if self.stones_left:
            return Clock(sensible(self.left), moves_to_go=self.stones_left)
        if self.stones and self.main < self.period / self.stones:
            return Clock(sensible(self.main + self.period), moves_to_go=self.stones)
        return Clock(sensible(self.main))

    def spend(self, seconds: float) -> None:
        """One move took this long."""
        if not self.stones_left:
            self.main -= seconds
            if self.main > 0 or not self.stones:
                return
            seconds, self.main = -self.main, 0.0
            self.stones_left, self.left = self.stones, self.period
        self.left -= seconds
        self.stones_left -= 1
        if not self.stones_left:
            self.stones_left, self.left = self.stones, self.period


def sensible(seconds: float) -> float:
    """Without the way of a line; what is longer than a day is a day."""
    return min(max(seconds - 2 * MOVE_SECONDS, MOVE_SECONDS), 86_400.0)


class Gtp(Server):
    """Answers GTP commands, one after the other."""

    def __init__(self, searcher: Searcher, *, tell: Tell = print_line) -> None:
        super().__init__(searcher, tell)
        self.path: list[State] = []
        self.limit = searcher.limit
        self.times: list[Timing] | None = None
        self.commands: dict[str, Callable[[list[str]], str]] = {
            name: getattr(self, "do_" + name.removeprefix("gogui-").replace("-", "_")) for name in STANDARD + GOGUI
        }
        self.reset()
        searcher.check(self.state)

    @property
    def state(self) -> State:
        return self.path[-1]

    def reset(self) -> None:
        self.path = [start("othello")]
        self.searcher.new_game()

    # --- lines ---

    def heard(self, line: str) -> None:
        if line.strip() == "# interrupt":
            self.interrupt()

    def obey(self, line: str) -> bool:
        if line.strip() == "# interrupt":
            self.resume()
        words = cleaned(line).split()
        if not words:
            return True
        number = words.pop(0) if words[0].isascii() and words[0].isdigit() else ""
        name = words.pop(0) if words else ""
        try:
            command = self.commands.get(name)
            if command is None:
                raise Refused("unknown command")
            answer, sign = command(words), "="
        except Refused as refused:
            answer, sign = str(refused), "?"
        self.tell(f"{sign}{number} {answer}".rstrip() + "\n")
        return name != "quit"

    # --- about the engine ---

    def do_protocol_version(self, words: list[str]) -> str:
        return "2"

    def do_name(self, words: list[str]) -> str:
        return "Zermelo"

    def do_version(self, words: list[str]) -> str:
        return __version__

    def do_known_command(self, words: list[str]) -> str:
        return "true" if words and words[0] in self.commands else "false"

    def do_list_commands(self, words: list[str]) -> str:
        return "\n".join(self.commands)

    def do_quit(self, words: list[str]) -> str:
        return ""

    def do_interrupt(self, words: list[str]) -> str:
        return ""

    def do_list_games(self, words: list[str]) -> str:
        return "Othello"

    def do_set_game(self, words: list[str]) -> str:
        if [word.lower() for word in words] != ["othello"]:
            raise Refused("unsupported game")
        self.reset()
        return ""

    # --- the board ---

    def do_boardsize(self, words: list[str]) -> str:
        if number(words, 0, "boardsize not an integer") != SIZE:
            raise Refused("unacceptable size")
        self.reset()
        return ""

    def do_clear_board(self, words: list[str]) -> str:
        self.reset()
        return ""

    def do_komi(self, words: list[str]) -> str:
        real(words, 0, "komi not a float")  # Othello knows none
        return ""

    def do_showboard(self, words: list[str]) -> str:
        whose = "game over" if self.state.is_over else f"{COLORS[self.state.turn]} to move"
        return f"{whose}\n{self.state.game.board(self.state)}"

    def do_undo(self, words: list[str]) -> str:
        return self.take_back(1)

    def do_gg_undo(self, words: list[str]) -> str:
        return self.take_back(number(words, 0, "not an integer") if words else 1)

    def take_back(self, moves: int) -> str:
        if not 0 <= moves < len(self.path):
            raise Refused("cannot undo")
        del self.path[len(self.path) - moves :]
        return ""

    def do_loadsgf(self, words: list[str]) -> str:
        from zermelo.games.othello.formats import read_ggf
        from zermelo.games.othello.sgf import read_sgf

        if not words:
            raise Refused("syntax error")
        before = number(words, 1, "move number not an integer") if len(words) > 1 else None
        text = content_of(words[0])
        try:
            game = read_ggf(text)[0] if "GM[Othello]" in text else read_sgf(text)
        except ParseError as error:
            raise Refused(f"cannot load file: {shown(error.reason)}") from None
        self.searcher.new_game()
        self.path = game.states()[: None if before is None else max(1, before)]
        return ""

    # --- moves ---

    def do_play(self, words: list[str]) -> str:
        if len(words) != 2:
            raise Refused("syntax error")
        self.path.append(self.played(player_of(words[0]), words[1].lower()))
        return ""

    def do_play_sequence(self, words: list[str]) -> str:
        if len(words) % 2:
            raise Refused("syntax error")
        known = len(self.path)
        try:
            for color, vertex in zip(words[::2], words[1::2], strict=True):
                self.path.append(self.played(player_of(color), vertex.lower()))
        except Refused:
            del self.path[known:]
            raise
        return ""

    def played(self, player: int, vertex: str) -> State:
        if vertex != "pass" and not (len(vertex) == 2 and vertex[0] in COLUMNS and vertex[1] in "12345678"):
            raise Refused("syntax error")
        state = self.facing(player)
        if state.is_over and vertex == "pass":
            return state
        if vertex not in state.moves():
            raise Refused("illegal move")
        return state.play(vertex)

    def facing(self, player: int) -> State:
        """The position with this player to move."""
        if self.state.is_over or self.state.turn == player:
            return self.state
        if self.state.moves() == ["pass"]:
            return self.state.play("pass")
        return start("othello", turned(self.state.text, player))

    def do_genmove(self, words: list[str]) -> str:
        state, name = self.chosen(words)
        self.path.append(state if state.is_over else state.play(name))
        return vertex_of(name)

    def do_reg_genmove(self, words: list[str]) -> str:
        return vertex_of(self.chosen(words)[1])

    def chosen(self, words: list[str]) -> tuple[State, str]:
        """(the position with that colour to move, the move for it)."""
        if len(words) != 1:
            raise Refused("syntax error")
        player = player_of(words[0])
        state = self.facing(player)
        if state.is_over:
            return state, "pass"
        began = time.monotonic()
        if self.times is not None:
            self.searcher.clock = self.times[player].clock()
            self.searcher.limit = replace(self.limit, seconds=None, clock=self.searcher.clock)
        move, _ = self.choose(state)
        if self.times is not None:
            self.times[player].spend(time.monotonic() - began + MOVE_SECONDS)
        return state, str(state.name(move))

    # --- time ---

    def do_time_settings(self, words: list[str]) -> str:
        main, period = (real(words, i, "syntax error") for i in (0, 1))
        stones = number(words, 2, "syntax error")
        if min(main, period, stones) < 0:
            raise Refused("syntax error")
        if (period > 0 and not stones) or main + period == 0:  # no limits: back to our own
            self.times = None
            self.searcher.limit, self.searcher.clock = self.limit, self.limit.clock
        else:
            self.times = [Timing(main, period, stones if period else 0) for _ in COLORS]
        return ""

    def do_time_left(self, words: list[str]) -> str:
        if len(words) != 3:
            raise Refused("syntax error")
        player, left, stones = player_of(words[0]), real(words, 1, "syntax error"), number(words, 2, "syntax error")
        if left < 0 or stones < 0:
            raise Refused("syntax error")
        self.times = self.times or [Timing(left, left if stones else 0.0, stones) for _ in COLORS]
        timing = self.times[player]
        timing.main, timing.left, timing.stones_left = 0.0 if stones else left, left if stones else 0.0, stones
        return ""

    # --- the end ---

    def do_final_score(self, words: list[str]) -> str:
        if not self.state.is_over:
            raise Refused("cannot score")
        lead = self.state.payoff(0)
        return f"{'B' if lead > 0 else 'W'}+{abs(lead):g}" if lead else "0"

    def do_final_status_list(self, words: list[str]) -> str:
        """In Othello every disc lives."""
        if len(words) != 1 or words[0] not in ("alive", "dead", "seki"):
            raise Refused("syntax error")
        if words[0] != "alive":
            return ""
        squares = self.state.text.split()[0]
        return " ".join(f"{COLUMNS[i % SIZE]}{i // SIZE + 1}".upper() for i in range(64) if squares[i] != "-")

    # --- the rules, for GoGui ---

    def do_rules_game_id(self, words: list[str]) -> str:
        return "Othello"

    def do_rules_board_size(self, words: list[str]) -> str:
        return str(SIZE)

    def do_rules_board(self, words: list[str]) -> str:
        """The rows from 8 to 1: a controller of Go programs has A1 in the lower left corner."""
        return "\n".join(" ".join(row.replace("-", ".")) for row in reversed(rows(self.state.text)))

    def do_rules_legal_moves(self, words: list[str]) -> str:
        return " ".join(map(vertex_of, self.state.moves()))

    def do_rules_side_to_move(self, words: list[str]) -> str:
        return COLORS[max(0, self.state.turn)]

    def do_rules_final_result(self, words: list[str]) -> str:
        if not self.state.is_over:
            return "unknown"
        lead = self.state.payoff(0)
        return f"{'Black' if lead > 0 else 'White'} wins by {abs(lead):g} discs" if lead else "Draw"


def cleaned(line: str) -> str:
    """A line without its comment and control characters."""
    text = line.partition("#")[0].replace("\t", " ")
    return "".join(each for each in text if each >= " " and each != "\x7f")


def player_of(word: str) -> int:
    for player, color in enumerate(COLORS):
        if word.lower() in (color, color[0]):
            return player
    raise Refused("syntax error")


def vertex_of(name: str) -> str:
    return name if name == "pass" else name.upper()


def number(words: list[str], at: int, trouble: str) -> int:
    word = words[at] if at < len(words) else ""
    if not (word.isascii() and word.isdigit() and len(word) < 10):
        raise Refused(trouble)
    return int(word)


def real(words: list[str], at: int, trouble: str) -> float:
    try:
        value = float(words[at])
    except (IndexError, ValueError):
        raise Refused(trouble) from None
    if not math.isfinite(value):
        raise Refused(trouble)
    return value


def content_of(path: str) -> str:
    """A file's text, if it is one of a sensible size."""
    if not os.path.isfile(path) or os.path.getsize(path) > FILE_BYTES:
        raise Refused("cannot load file")
    try:
        with open(path, "rb") as file:
            return file.read(FILE_BYTES).decode("utf-8", "replace")
    except OSError:
        raise Refused("cannot load file") from None
