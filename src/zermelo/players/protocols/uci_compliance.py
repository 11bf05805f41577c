"""Does a program speak UCI? One talk with it, step by step, and in words what is wrong and how to put it right."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from zermelo.ending import Ending
from zermelo.game import State
from zermelo.players.human import names_of
from zermelo.players.isolation import STRANGER, Isolation
from zermelo.players.player import Forfeit, why_illegal
from zermelo.players.protocols.child_process import Program, runnable
from zermelo.players.protocols.compliance import Broken, Compliance, Findings
from zermelo.players.protocols.diagnosis import LAST_LINES, Fault
from zermelo.players.protocols.external import is_initial
from zermelo.players.protocols.server import shown
from zermelo.players.protocols.uci import NO_MOVE, NULL_MOVE, word_of

SILENCE_SECONDS = 0.3  # in which it has nothing to say
MOVE_MS, LATE_SECONDS = 50, 1.0  # asked for, and how much later an answer may come here
STOP_SECONDS, END_SECONDS = 1.0, 2.0

STEPS = {
    "starts": "it can be started",
    "greets": "it answers `uci` with its name and `uciok`",
    "ready": "it answers `isready` with `readyok`",
    "waits": "it says nothing before `go`",
    "answers": "it answers `go` with one `bestmove`, in time",
    "legal": "its moves are legal",
    "positions": "it takes positions after `fen`",
    "tolerant": "it passes over words it does not know",
    "infinite": "after `go infinite` it waits for `stop`, and then answers at once",
    "thinks": "it answers `isready` while it thinks",
    "finishes": "it plays whole games",
    "ends": "it ends after `quit`",
}


def check_uci(
    command: Sequence[str],
    state: State,
    *,
    seconds: float = 5.0,
    isolation: Isolation = STRANGER,
    folder: str | None = None,
    seed: int = 0,
) -> Compliance:
    """Asks the program all that a match asks, and plays a game with it from each side.

    Left is raised if it could not be tried at all.
    """
    return UciCheck(command, state, seconds, isolation, folder, random.Random(seed)).run()


@dataclass
class UciCheck(Findings):
    """The talk, and what has been found so far."""

    command: Sequence[str]
    first: State
    seconds: float
    isolation: Isolation
    folder: str | None
    rng: random.Random
    step: str = field(default="starts", init=False)  # what is being checked

    def run(self) -> Compliance:
        name = " ".join(self.command)
        try:
            self.program = Program(runnable(self.command), name, isolation=self.isolation, folder=self.folder)
        except Forfeit as forfeit:
            self.fault(Fault(forfeit.reason, "check the path, chmod +x, and the first line (#!)", step="starts"))
            return self.compliance(name, STEPS)
        self.seen.add("starts")
        self.protected = self.program.protected
        looks: dict[str, Callable[[], None]] = {
            "greets": self.greets,
            "ready": self.ready,
            "waits": self.waits,
            "answers": self.answers,
            "tolerant": self.tolerant,
            "infinite": self.infinite,
            "thinks": self.thinks,
            "positions": self.positions,
            "finishes": self.finishes,
            "ends": self.ends,
        }
        try:
            for self.step, look in looks.items():
                look()
                self.seen.add(self.step)
        except Broken:
            pass
        finally:
            self.program.close(at_once=True)
            self.errors = self.program.errors
        return self.compliance(name, STEPS)

    # --- talking ---

    def tell(self, line: str) -> None:
        self.program.send(line)
        self.talk.append(f"> {shown(line)}")

    def hear(self, seconds: float) -> str | None:
        """Its next line; None if none comes in time."""
        try:
            line = self.program.line(time.monotonic() + seconds)
        except Forfeit as forfeit:
            if forfeit.ending is Ending.TIME:
                return None
            last = "\n".join(self.program.errors.splitlines()[-LAST_LINES:])
            reason = forfeit.reason.partition(" (its last words")[0]
            self.fault(Fault(reason, "run it by hand: `uci`, `position startpos`, `go depth 1`", last, self.step))
            raise Broken from None
        self.talk.append(f"< {shown(line)}")
        return line.strip()

    def wait_for(self, word: str, seconds: float, what: str, fix: str) -> str:
        """The next line that begins with the word; if none comes in time, that is a fault."""
        deadline = time.monotonic() + seconds
        while (line := self.hear(max(0.0, deadline - time.monotonic()))) is not None:
            if line.split()[:1] == [word]:
                return line
        shows = f"it wrote {shown(self.program.unfinished)!r} and no newline" if self.program.unfinished else ""
        self.fault(Fault(what, fix, shows, self.step))
        raise Broken

    def wrong(self, what: str, fix: str, shows: str = "") -> Broken:
        self.fault(Fault(what, fix, shows, self.step))
        return Broken()

    # --- what is checked, in this order ---

    def greets(self) -> None:
        self.tell("uci")
        flush = "print `uciok` on a line of its own after `uci`, and flush: it may lie in a buffer"
        self.wait_for("uciok", self.seconds, "it does not answer `uci` with `uciok`", flush)
        if not any(line.startswith("< id name ") for line in self.talk):
            self.fault(Fault("it does not say its name", "print `id name …` before `uciok`", step="greets"))

    def ready(self) -> None:
        self.tell("isready")
        self.wait_for(
            "readyok", self.seconds, "it does not answer `isready`", "print `readyok`, whatever you are doing"
        )

    def waits(self) -> None:
        self.tell("ucinewgame")
        self.tell(position_line(self.first, []))
        line = self.hear(SILENCE_SECONDS)
        if line is not None:
            raise self.wrong("it says something before `go`", "think and print only after `go`", shown(line))

    def answers(self) -> None:
        self.judged(self.first, self.best(f"go movetime {MOVE_MS}"))
        line = self.hear(SILENCE_SECONDS)
        if line is not None:
            raise self.wrong("it goes on after `bestmove`", "print one `bestmove` for each `go`, last", shown(line))

    def tolerant(self) -> None:
        for line in ("", "hello there", "setoption name No Such Option value 1", "position", "stop"):
            self.tell(line)
        self.tell(position_line(self.first, []))
        self.judged(self.first, self.best(f"go unheardof movetime {MOVE_MS}"))

    def thinks(self) -> None:
        self.tell("go infinite")
        self.tell("isready")
        fix = "read lines in one thread and think in another, or look for input now and then while you think"
        self.wait_for("readyok", self.seconds, "it does not answer `isready` while it thinks", fix)
        self.stopped()

    def infinite(self) -> None:
        self.tell("go infinite")
        deadline = time.monotonic() + SILENCE_SECONDS
        while (line := self.hear(max(0.0, deadline - time.monotonic()))) is not None:
            if line.startswith("bestmove"):
                fix = "keep the move until `stop` comes, even if there is nothing more to find"
                raise self.wrong("it answers `go infinite` before `stop`", fix, shown(line))
        self.stopped()

    def stopped(self) -> None:
        self.tell("stop")
        what = f"it does not answer within {STOP_SECONDS:g} s after `stop`"
        fix = "look for `stop` while you think, and print `bestmove` with the best so far"
        self.judged(self.first, self.wait_for("bestmove", STOP_SECONDS, what, fix))

    def positions(self) -> None:
        state, moves = self.first, self.first.info.max_plies // 3
        for _ in range(min(moves, 12)):
            after = state.play(self.rng.choice(state.moves()))
            state = state if after.is_over else after
        self.tell(position_line(state, []))
        self.judged(state, self.best(f"go movetime {MOVE_MS}"))

    def finishes(self) -> None:
        for side in (0, 1):
            self.tell("ucinewgame")
            state, played = self.first, list[str]()
            while not state.is_over:
                if state.turn == side:
                    self.tell(position_line(self.first, played))
                    name = self.judged(state, self.best("go depth 1"))
                else:
                    name = self.rng.choice(list(names_of(state)))
                played.append(word_of(state, name))
                state = state.play(names_of(state)[name])

    def ends(self) -> None:
        self.tell("quit")
        try:
            self.program.line(time.monotonic() + END_SECONDS)
        except Forfeit as forfeit:
            if forfeit.ending is Ending.TIME:
                what = f"it still runs {END_SECONDS:g} s after `quit`"
                self.fault(Fault(what, "end at once after `quit`, also while you think", step="ends"))

    # --- moves ---

    def best(self, go: str) -> str:
        """The line with its move, which must come in time."""
        self.tell(go)
        began = time.monotonic()
        what = f"it does not answer `{go}` within {self.seconds:g} s"
        line = self.wait_for("bestmove", self.seconds, what, "print `bestmove MOVE` when the time asked for is over")
        late = time.monotonic() - began - MOVE_MS / 1000
        if "movetime" in go and late > LATE_SECONDS:
            what = f"it took {late:.1f} s longer than `{go}` allows"
            self.fault(Fault(what, "movetime is in milliseconds; answer when it is over", step="answers"))
        return line

    def judged(self, state: State, line: str) -> str:
        """The name of the move in a line; a fault if it is not legal."""
        word, names = [*line.split(), ""][1], list(names_of(state))
        name = next((each for each in names if word_of(state, each) == word), None)
        if name is None and word in (NULL_MOVE, NO_MOVE) and len(names) == 1:
            name = names[0]
        if name is None:
            legal = " ".join(word_of(state, each) for each in names[:40])
            what = f"`{shown(word, 40)}` is not legal: {why_illegal(state, word)}"
            self.fault(Fault(what, f"legal were {legal}; is the last `position` line obeyed?", shown(line), "legal"))
            raise Broken
        self.seen.add("legal")
        return name


def position_line(first: State, moves: Sequence[str]) -> str:
    place = "startpos" if is_initial(first) else f"fen {first.text}"
    return " ".join(["position", place, *(["moves", *moves] if moves else [])])
