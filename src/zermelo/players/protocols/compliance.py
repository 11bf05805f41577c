"""Does a program speak the course's protocol? Two games with it, step by step, and in words what is wrong and why.

It is forgiving on purpose: lines that are no moves are put down as a fault and skipped, so that one look finds as many
faults as possible. The referee is not.
"""

from __future__ import annotations

import contextlib
import random
import shutil
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from zermelo.ending import Ending
from zermelo.game import State
from zermelo.players.isolation import STRANGER, Isolation
from zermelo.players.player import Forfeit
from zermelo.players.protocols.child_process import UNBUFFERED, Program, runnable
from zermelo.players.protocols.course import content, notation_of
from zermelo.players.protocols.diagnosis import Fault, ended, illegal, is_legal, meant, no_move, written
from zermelo.players.protocols.external import filled
from zermelo.players.protocols.server import shown

SETTLE_SECONDS = 0.1  # for what a program writes behind its move
END_SECONDS = 2.0  # for a program to end when its input has ended
WAIT_SECONDS = 1.0  # for a white program to say something too early
MORE_GAMES, MORE_SECONDS = 8, 30.0  # to see a pass of each side
KEPT_LINES = 12  # of the talk, for the report
MOST_FAULTS = 3  # of one step
UNFLUSHED = (
    "its lines stay in a buffer: it forgets to flush",
    "flush after each line: print(…, flush=True), fflush(stdout), System.out.flush(), std::endl",
)
READS_ALL = (
    "it reads all its input before it answers",
    "read one line (input(), sys.stdin.readline(), fgets), answer, then read the next",
)

STEPS = {
    "starts": "it can be started",
    "begins": "as black it moves at once",
    "answers": "it answers in time",
    "flushes": "its lines come at once, not when a buffer is full",
    "format": "its moves are lines `column row`",
    "legal": "its moves are legal",
    "only moves": "it writes nothing but moves",
    "waits": "as white it waits for the first move",
    "passes": "it writes `pass` when it cannot move, and only then",
    "hears passes": "it understands the opponent's `pass`",
    "finishes": "it plays whole games",
    "ends": "it ends when its input ends",
}


@dataclass(frozen=True)
class Step:
    """One thing that was checked. `status` is ok, fault, or not seen."""

    name: str
    title: str
    status: str
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True)
class Compliance:
    """What the check found: every step, and the last lines of the talk in which the first fault showed."""

    command: str
    steps: tuple[Step, ...]
    talk: tuple[str, ...] = ()
    protected: tuple[str, ...] = ()
    errors: str = ""

    @property
    def ok(self) -> bool:
        return all(step.status != "fault" for step in self.steps)

    @property
    def faults(self) -> list[Fault]:
        return [fault for step in self.steps for fault in step.faults]

    def __str__(self) -> str:
        marks = {"ok": "ok   ", "fault": "FAULT", "not seen": "-    "}
        lines = []
        for step in self.steps:
            lines.append(f"{marks[step.status]}  {step.title}{' (did not come up)' * (step.status == 'not seen')}")
            for fault in step.faults:
                lines += [f"       {fault.what}"] + [f"         | {line}" for line in fault.shows.splitlines()]
                lines += [f"       fix: {fault.fix}"]
        return "\n".join(lines)


def check_program(
    command: Sequence[str],
    state: State,
    *,
    seconds: float = 5.0,
    isolation: Isolation = STRANGER,
    folder: str | None = None,
    seed: int = 0,
) -> Compliance:
    """Plays a game as black and one as white with the program, and a few more if no pass came up and it is quick.

    Left is raised if it could not be tried at all.
    """
    return Check(command, state, seconds, isolation, folder, random.Random(seed)).run()


@dataclass
class Findings:
    """What a check has found so far."""

    found: dict[str, list[Fault]] = field(default_factory=dict, init=False)
    seen: set[str] = field(default_factory=set, init=False)
    talk: list[str] = field(default_factory=list, init=False)
    errors: str = field(default="", init=False)
    protected: tuple[str, ...] = field(default=(), init=False)
    shown: tuple[str, ...] = field(default=(), init=False)  # the talk before the first fault

    def fault(self, fault: Fault) -> None:
        """Puts a fault down, the first of its kind."""
        if not self.found:
            self.shown = tuple(self.talk[-KEPT_LINES:])
        known = self.found.setdefault(fault.step, [])
        if all(each.what != fault.what for each in known) and len(known) < MOST_FAULTS:
            known.append(fault)

    def status(self, name: str) -> str:
        return "fault" if name in self.found else "ok" if name in self.seen else "not seen"

    def compliance(self, command: str, titles: Mapping[str, str]) -> Compliance:
        steps = [
            Step(name, title, self.status(name), tuple(self.found.get(name, ()))) for name, title in titles.items()
        ]
        return Compliance(command, tuple(steps), self.shown, self.protected, self.errors)


@dataclass
class Check(Findings):
    """The two games."""

    command: Sequence[str]
    first: State
    seconds: float
    isolation: Isolation
    folder: str | None
    rng: random.Random
    patched: bool = field(default=False, init=False)  # its lines are made to come at once

    def run(self) -> Compliance:
        began = time.monotonic()
        for player in (0, 1):
            patched = self.patched
            Game(self, player).run()
            if self.patched and not patched:
                Game(self, player).run()  # once more, to see what else is wrong
        for number in range(MORE_GAMES):
            missing = [name for name in ("passes", "hears passes") if name not in self.seen]
            if self.found or not missing or time.monotonic() - began > MORE_SECONDS:
                break
            Game(self, number % 2).run()
        return self.compliance(" ".join(self.command), STEPS)

    def start(self, color: str, patched: bool) -> Program:
        """Runs the program; patched, so that its lines do not stay in a buffer of Python or C."""
        words = {"color": color, "seconds": f"{self.seconds:g}", "clock": "0"}
        command = runnable([filled(part, words) for part in self.command])
        name, environment = " ".join(self.command), UNBUFFERED if patched else {}
        if patched and shutil.which("stdbuf"):
            command = ["stdbuf", "-oL", *command]
        return Program(command, name, isolation=self.isolation, folder=self.folder, environment=environment)

    @property
    def tells_color(self) -> bool:
        return not any("{color}" in part for part in self.command)


class Broken(Exception):
    """The game cannot go on."""


class Game:
    """One game against the program, which is `player`."""

    def __init__(self, check: Check, player: int) -> None:
        self.check, self.player, self.answers = check, player, 0
        self.color = str(check.first.info.players[player])
        self.state = check.first
        self.before: State | None = None  # the opponent's last move

    def run(self) -> bool:
        """Whether the game came to its end. Faults go into the check."""
        check = self.check
        try:
            self.program = check.start(self.color, check.patched)
        except Forfeit as forfeit:
            check.fault(Fault(forfeit.reason, "check the path, chmod +x, and the first line (#!)", step="starts"))
            return False
        check.seen.add("starts")
        check.protected = self.program.protected
        check.talk.append(f"-- as {self.color}")
        try:
            self.play()
            self.finish()
            check.seen.add("finishes")
            return True
        except Broken:
            return False
        finally:
            self.program.close(at_once=True)
            check.errors = self.program.errors or check.errors

    def play(self) -> None:
        if self.check.tells_color:
            self.tell(self.color)
        if self.player != self.state.turn:
            self.must_wait()
        while not self.state.is_over:
            if self.state.turn == self.player:
                self.its_move()
            else:
                self.our_move()

    def tell(self, line: str) -> None:
        self.program.send(line)
        self.check.talk.append(f"> {line}")

    def hear(self, seconds: float) -> str | None:
        """Its next line that says something; None if none comes in time."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = self.program.line(deadline)
            except Forfeit as forfeit:
                if forfeit.ending is Ending.TIME:
                    return None
                self.broke(forfeit)
                raise Broken from None
            self.check.talk.append(f"< {shown(line)}")
            if content(line):
                return line

    def broke(self, forfeit: Forfeit) -> None:
        """It ended or wrote too much."""
        reason = forfeit.reason.partition(" (its last words")[0]
        if forfeit.ending is Ending.TOO_MUCH_OUTPUT:
            self.check.fault(Fault(reason, "write one line for each move and nothing else"))
        else:
            self.check.fault(ended(reason, self.program.errors, "finishes" if self.answers else "answers"))

    def must_wait(self) -> None:
        """Before the first move of the other side it has nothing to say."""
        line = self.hear(min(WAIT_SECONDS, self.check.seconds))
        if line is None:
            self.check.seen.add("waits")
        elif meant(self.state, content(line)) is None:
            self.check.fault(no_move(self.state, line))
        else:
            fix = "as white read a move first; the line `white` says that you are white"
            what = "it moves first although it is white"
            self.check.fault(Fault(what, fix, f"it wrote {shown(line)!r}", "waits"))
            raise Broken

    def its_move(self) -> None:
        """Hears a move, over all that is none, and plays it."""
        text = self.move_heard()
        forced = written(self.state) == ["pass"]
        self.check.seen |= {"answers", "flushes", *(["begins"] if self.player == 0 else [])}
        if not is_legal(self.state, text):
            self.check.fault(illegal(self.state, text, self.before))
            raise Broken
        self.check.seen |= {"format", "legal", "only moves", *(["passes"] if forced else [])}
        if "> pass" in self.check.talk[-3:]:
            self.check.seen.add("hears passes")
        self.answers += 1
        self.state = self.state.play(meant(self.state, text))

    def move_heard(self) -> str:
        deadline, others = time.monotonic() + self.check.seconds, 0
        while (line := self.hear(max(0.0, deadline - time.monotonic()))) is not None:
            if meant(self.state, content(line)) is not None:
                return content(line)
            fault = no_move(self.state, line)
            self.check.fault(fault)
            others += 1
            if fault.move:
                return fault.move
        if not others:
            self.check.fault(self.too_late())
        elif "legal" not in self.check.found:
            what = f"no move came within {self.check.seconds:g} s, only other lines"
            self.check.fault(Fault(what, "write your move as a line `column row`", step="answers"))
        raise Broken

    def too_late(self) -> Fault:
        """No move came in time, nor anything else: why not?"""
        if self.program.unfinished.strip():
            return self.half_a_line(self.program.unfinished)
        if written(self.state) == ["pass"]:
            return Fault("it writes nothing when it cannot move", "write the line `pass`", step="passes")
        late = self.rest()
        if any(meant(self.state, content(line)) is not None for line in late):
            shows = f"{shown(late[0])!r} came only when its input had ended"
            self.check.patched = self.answers_at_once()
            return Fault(*(UNFLUSHED if self.check.patched else READS_ALL), shows, "flushes")
        seconds = f"{self.check.seconds:g} s"
        if self.answers:
            what = f"it wrote nothing within {seconds}, after {self.answers} good answers"
            return Fault(what, "answer every line with a move, in time", step="answers")
        what = f"it wrote nothing within {seconds}"
        fix = "as black move at once" if self.player == 0 else "as white answer the first move that you read"
        return Fault(what, fix, step="answers")

    def half_a_line(self, text: str) -> Fault:
        heard = f"it wrote {shown(text)!r} and no newline"
        if is_legal(self.state, content(text)):
            return Fault("its line has no end", "write a newline behind the move (and flush)", heard, "format")
        return replace(no_move(self.state, text), shows=heard)

    def rest(self) -> list[str]:
        """What it writes when its input ends."""
        self.program.close_input()
        lines: list[str] = []
        with contextlib.suppress(Forfeit):
            deadline = time.monotonic() + END_SECONDS
            while len(lines) < KEPT_LINES:
                lines.append(self.program.line(deadline))
        return lines

    def answers_at_once(self) -> bool:
        """Whether it answers if nothing stays in its buffers: then it was the buffer."""
        try:
            program = self.check.start(self.color, True)
        except Forfeit:
            return False
        try:
            for line in self.check.talk[-2:]:
                if line.startswith("> "):
                    program.send(line.removeprefix("> "))
            return bool(program.line(time.monotonic() + self.check.seconds))
        except Forfeit:
            return False
        finally:
            program.close(at_once=True)

    def our_move(self) -> None:
        """A reply that leaves few moves, as black to it and as white to us, so that both have to pass now and then."""
        self.nothing_more()
        names, rng = [str(self.state.name(move)) for move in self.state.moves()], self.check.rng
        count = freedom if self.player == 0 else freedom_afterwards
        before = self.before = self.state
        choice = rng.choice(names)
        if rng.random() < 0.8:
            choice = min(names, key=lambda name: (count(before.play(name)), rng.random()))
        self.state = before.play(choice)
        self.tell(notation_of(before).write(choice))

    def nothing_more(self) -> None:
        """Did it write more than its move? A moment is waited for that behind its first moves."""
        while (line := self.hear(SETTLE_SECONDS if 1 <= self.answers <= 2 else 0.0)) is not None:
            if meant(self.state, content(line)) is not None:
                what = "it writes a second move in its turn"
                self.check.fault(Fault(what, "write one move, then read the opponent's", f"it wrote {shown(line)!r}"))
                raise Broken
            self.check.fault(no_move(self.state, line))

    def finish(self) -> None:
        """The game is over: it must have nothing to say, and end when its input ends."""
        lines: list[str] = []
        self.program.close_input()
        try:
            deadline = time.monotonic() + END_SECONDS
            while len(lines) < KEPT_LINES:
                lines.append(self.program.line(deadline))
        except Forfeit as forfeit:
            reason = forfeit.reason.partition(" (its last words")[0]
            if forfeit.ending is Ending.TIME:
                what = f"it still runs {END_SECONDS:g} s after the end of its input"
                self.check.fault(Fault(what, "end when there is nothing more to read", step="ends"))
            elif "exit code 0" not in reason:
                self.check.fault(ended(reason, self.program.errors, "ends"))
        said = [line for line in lines if content(line)]
        if said:
            what = "it writes something when the game is over"
            self.check.fault(Fault(what, "write nothing when neither side can move", f"it wrote {shown(said[0])!r}"))
        self.check.seen.add("ends")


def freedom(state: State) -> int:
    """How many moves the player to move has."""
    return 99 if state.is_over else len(state.moves())


def freedom_afterwards(state: State) -> float:
    """How many moves the other has after each of them."""
    return 99 if state.is_over else sum(freedom(state.play(move)) for move in state.moves()) / len(state.moves())
