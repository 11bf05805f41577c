"""The protocol of xboard and WinBoard (T. Mann and H. G. Muller: CECP, version 2), for chess and Chess960.

Moves are written `e2e4`, `e7e8q`; castling in Chess960 is `O-O` and `O-O-O`. The engine does not ponder. While it
analyses, every line is obeyed at once; while it thinks about a move, those that end the thinking are.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence

from zermelo.errors import IllegalMove
from zermelo.game import Move, State
from zermelo.games.chess.board import Board, start_of
from zermelo.limits import Clock, Limit
from zermelo.players.player import why_illegal
from zermelo.players.protocols.server import MOVE_SECONDS, Server, Tell, print_line, shown
from zermelo.players.searcher import Searcher
from zermelo.result import Result, Score
from zermelo.version import __version__

FEATURES = (
    "done=0 ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=0 sigint=0 reuse=1 analyze=1 "
    'variants="normal,fischerandom" colors=0 memory=1 smp=1 ics=0 name=1'
)
ABANDON = ("new", "force", "result", "setboard", "undo", "remove", "quit", "exit", "analyze")  # thinking is for nothing
IGNORED = (
    *("accepted", "rejected", "random", "white", "black", "otim", "draw", "hint", "bk", "hard", "easy", "name"),
    *("rating", "computer", "ics", "pause", "resume", "option", "egtpath", "nps", "edit"),
)
QUIET = (*IGNORED, ".", "ping", "post", "nopost", "time", "")  # an analysis goes on while they are obeyed
DAY_SECONDS = 86_400.0
MATE = 100_000  # and the number of moves
LEVEL = re.compile(r"(\d{1,6}) (\d{1,6})(?::(\d{1,2}))? (\d{1,6}(?:\.\d{1,6})?)")


class XBoard(Server):
    """Answers xboard, or what speaks its language."""

    def __init__(self, searcher: Searcher, *, tell: Tell = print_line) -> None:
        super().__init__(searcher, tell)
        self.own = searcher.limit
        self.post, self.shuffled = True, False
        self.analysing: threading.Thread | None = None
        self.abandoned = 0  # lines heard and not yet obeyed after which a move is not wanted
        self.new()
        searcher.check(self.state)
        searcher.options["progress"] = self.show

    def new(self) -> None:
        self.path: list[Board] = [start_of()]
        self.side: int | None = 1  # which it plays
        self.seconds: float | None = None  # for each move
        self.clock: Clock | None = None
        self.moves_per_session = 0
        self.depth: int | None = None
        self.shuffled = False
        self.searcher.new_game()

    @property
    def state(self) -> Board:
        return self.path[-1]

    # --- lines ---

    def heard(self, line: str) -> None:
        word = line.split()[:1]
        if word and word[0] in (*ABANDON, "?"):
            self.abandoned += word[0] in ABANDON
            self.interrupt()

    def obey(self, line: str) -> bool:
        word, *words = line.split() or [""]
        if word in (*ABANDON, "?"):
            self.abandoned -= word in ABANDON
            self.resume()
        was_analysing = self.analysing is not None and word not in QUIET
        if was_analysing:
            self.rest()
        command = getattr(self, f"do_{word}", None) if word.isascii() and word.isalnum() else None
        if command is not None:
            command(words)
        elif self.is_move(word):
            self.do_usermove([word])
        elif word not in ("?", *QUIET):
            self.tell(f"Error (unknown command): {shown(line)}")
        if was_analysing and word not in ("exit", "quit", "new", "analyze"):
            self.analyse()
        return word != "quit"

    def run(self, source: int = 0) -> None:
        try:
            super().run(source)
        finally:
            self.rest()

    def is_move(self, word: str) -> bool:
        return word in self.state.legal_moves

    # --- about the engine ---

    def do_xboard(self, words: list[str]) -> None:
        """It speaks nothing else."""

    def do_protover(self, words: list[str]) -> None:
        self.tell(f'feature {FEATURES} myname="Zermelo {__version__}"')
        self.tell("feature done=1")

    def do_ping(self, words: list[str]) -> None:
        self.tell(" ".join(["pong", *(shown(each, 20) for each in words[:1])]))

    def do_post(self, words: list[str]) -> None:
        self.post = True

    def do_nopost(self, words: list[str]) -> None:
        self.post = False

    def do_memory(self, words: list[str]) -> None:
        if (number := whole(words)) and number <= 65_536:
            self.searcher.options["memory_mb"] = float(number)
            self.searcher.new_game()

    def do_cores(self, words: list[str]) -> None:
        if (number := whole(words)) and number <= 256:
            self.searcher.options["threads"] = number

    # --- the game ---

    def do_new(self, words: list[str]) -> None:
        self.new()

    def do_variant(self, words: list[str]) -> None:
        name = words[0] if words else ""
        if name in ("normal", "fischerandom"):
            self.shuffled = name == "fischerandom"
        else:
            self.tell(f"Error (unsupported variant): {shown(name, 40)}")

    def do_setboard(self, words: list[str]) -> None:
        try:
            self.path = [start_of(" ".join(words))]
        except ValueError as error:
            self.tell(f"tellusererror Illegal position: {shown(str(getattr(error, 'reason', error)))}")

    def do_force(self, words: list[str]) -> None:
        self.side = None

    def do_go(self, words: list[str]) -> None:
        self.side = self.state.mover
        self.think()

    def do_playother(self, words: list[str]) -> None:
        self.side = 1 - self.state.mover

    def do_usermove(self, words: list[str]) -> None:
        word = words[0] if words else ""
        try:
            after = self.state.play(word)
        except (IllegalMove, ValueError):
            reason = "the game is over" if self.state.is_over else why_illegal(self.state, word)
            self.tell(f"Illegal move ({shown(reason)}): {shown(word, 20)}")
            return
        self.path.append(board(after))
        if not self.over() and self.side == self.state.mover:
            self.think()

    def do_undo(self, words: list[str]) -> None:
        self.path = self.path[:-1] or self.path

    def do_remove(self, words: list[str]) -> None:
        self.path = self.path[:-2] or self.path[:1]

    def do_result(self, words: list[str]) -> None:
        self.side = None

    def do_quit(self, words: list[str]) -> None:
        """`obey` ends."""

    def over(self) -> bool:
        """Says how the game ended, if it has."""
        state = self.state
        if state.is_over:
            self.tell(f"{state.result} {{{start_caption(state)}}}")
        return state.is_over

    # --- time ---

    def do_level(self, words: list[str]) -> None:
        """`level 40 5:30 0`: moves in a session (0: the whole game), its minutes, the increment in seconds."""
        found = LEVEL.fullmatch(" ".join(words))
        if not found:
            self.tell(f"Error (expected MOVES MINUTES INCREMENT): level {shown(' '.join(words), 60)}")
            return
        self.moves_per_session, self.seconds = int(found[1]), None
        self.clock = Clock(timed(60 * int(found[2]) + int(found[3] or 0)), min(float(found[4]), DAY_SECONDS))

    def do_st(self, words: list[str]) -> None:
        if number := whole(words):
            self.seconds, self.clock = timed(number), None

    def do_sd(self, words: list[str]) -> None:
        self.depth = min(whole(words) or 0, 1_000) or None

    def do_time(self, words: list[str]) -> None:
        """Hundredths of a second that are left to us."""
        if self.clock is not None and (number := whole(words)) is not None:
            self.clock = Clock(timed(number / 100), self.clock.increment)

    def limit(self) -> Limit:
        depth = self.own.depth if self.own.depth is not None else self.depth
        if self.seconds is not None:
            return Limit(depth, self.own.nodes, self.seconds)
        if self.clock is None:
            return Limit(depth, self.own.nodes) if self.depth else self.own
        played = (len(self.path) - 1) // 2
        to_go = self.moves_per_session - played % self.moves_per_session if self.moves_per_session else 0
        return Limit(depth, self.own.nodes, clock=Clock(self.clock.seconds, self.clock.increment, to_go))

    # --- thinking ---

    def think(self) -> None:
        """Makes our move, unless a line has come meanwhile that leaves no use for it."""
        if self.over():
            return
        limit = self.limit()
        self.searcher.limit, self.searcher.clock, self.searcher.history = limit, limit.clock, self.path[:-1]
        move, _ = self.choose(self.state)
        if self.abandoned:
            return
        self.tell(f"move {self.word(self.state, move)}")
        self.path.append(board(self.state.play(move)))
        self.over()

    def do_analyze(self, words: list[str]) -> None:
        self.side = None
        self.analyse()

    def do_exit(self, words: list[str]) -> None:
        """`obey` has ended the analysis."""

    def analyse(self) -> None:
        """Searches without an end, in a thread of its own."""
        if self.state.is_over:
            return
        self.searcher.limit, self.searcher.clock = Limit(seconds=DAY_SECONDS), None
        self.searcher.history = self.path[:-1]
        self.analysing = threading.Thread(target=self.look, args=(self.state,), daemon=True)
        self.analysing.start()

    def rest(self) -> None:
        """Ends the analysis at work."""
        if self.analysing is not None:
            self.interrupt()
            self.analysing.join()
            self.resume()
            self.analysing = None

    def show(self, result: Result) -> None:
        if not self.post or result.score is None:
            return
        score = worth(result.score.for_player(self.state.mover))
        words = [result.depth, score, round(100 * result.seconds), result.nodes, *self.words(result.line)]
        self.tell(" ".join(map(str, words)))

    def words(self, line: Sequence[Move]) -> list[str]:
        state, words = self.state, []
        for move in line:
            words.append(self.word(state, move))
            state = board(state.play(move))
        return words

    def word(self, state: Board, move: Move) -> str:
        name = state.name(move)
        return name.rstrip("+#") if self.shuffled and name.startswith("O-O") else state.uci(name, chess960=False)


def board(state: State) -> Board:
    assert isinstance(state, Board)
    return state


def worth(score: Score) -> int:
    """Hundredths of a pawn; of a mate 100000 and the number of moves."""
    if score.outcome in ("win", "loss") and score.plies is not None:
        sign = 1 if score.outcome == "win" else -1
        return sign * (MATE + (score.plies + 1) // 2)
    return round(100 * max(-900.0, min(900.0, score.value)))


def start_caption(state: Board) -> str:
    from zermelo.games.chess.drawing import caption

    return caption(state)


def whole(words: Sequence[str]) -> int | None:
    """The number behind a command."""
    word = words[0] if words else ""
    return int(word) if word.isascii() and word.isdigit() and len(word) < 12 else None


def timed(seconds: float) -> float:
    return min(max(seconds, MOVE_SECONDS), DAY_SECONDS)
