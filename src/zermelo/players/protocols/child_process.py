"""Another program as a child process: lines to it, lines from it, and nothing it does can hold us up.

Every answer has one absolute deadline, whatever is printed meanwhile. The length of a line, the output before an
answer and what is kept of standard error are limited. A supervisor (supervisor.py) runs it and ends all it started,
also when we are killed ourselves; should the supervisor be gone, the process group is killed, and on Linux all that
carries the program's mark in its environment.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import select
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import weakref
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO

from zermelo.ending import Ending
from zermelo.players.isolation import OWN, Isolation
from zermelo.players.player import Forfeit, Left

LINE_BYTES = 4_096
OUTPUT_BYTES, OUTPUT_LINES = 1_000_000, 10_000  # before one answer
ERROR_BYTES = 4_096  # kept of standard error
DEAF_SECONDS = 0.1  # for one that has closed its input to say something
KILLED_SECONDS = 30.0  # for a process that was killed to be gone: with much to clean up, on a busy machine
# For a supervisor to end all that is below it. Milliseconds do, unless the machine is busy; what it has not ended when
# it is killed itself may live on.
ENDING_SECONDS = 20.0
FAREWELL_SECONDS = 0.2  # between the end of its input and being killed
SUPERVISOR_SECONDS = 30.0  # for the supervisor to start
REPORT_SECONDS = 3.0  # at most, for the supervisor to say how a program ended whose output has ended
GONE_SECONDS = 0.2  # for a supervisor that was killed to be gone, when its program has ended without a word of it
SILENT = ("ended its output", "stopped listening")  # ends of which the supervisor has said nothing
MARK = "ZERMELO_PROGRAM"
UNBUFFERED = {"PYTHONUNBUFFERED": "1"}  # Python then writes lines at once


class SupervisorGone(Left):
    """The program's supervisor was killed: by somebody else, if the program could not do it."""


class Program:
    """A running program. Whatever it does wrong is raised as a Forfeit with the name of how it ended, and what keeps us
    from running it as a Left. `protected` is what the sandbox took away, if there is one.
    """

    def __init__(
        self,
        command: Sequence[str],
        name: str = "",
        *,
        isolation: Isolation = OWN,
        folder: str | None = None,
        environment: Mapping[str, str] = UNBUFFERED,
    ) -> None:
        self.name = name or Path(command[0]).name
        scratch = tempfile.mkdtemp(prefix="zermelo-") if isolation.sandbox else ""
        mark = secrets.token_hex(16)
        self._lifeline, its_end = socket.socketpair()
        try:
            with its_end:
                self._child = subprocess.Popen(
                    [*isolation.supervisor(its_end.fileno(), scratch), *runnable(command)],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    bufsize=0,
                    cwd=folder,
                    start_new_session=True,
                    pass_fds=[its_end.fileno()],
                    env={**isolation.environment(scratch), **environment, MARK: mark},
                )
        except (OSError, ValueError) as error:
            self._lifeline.close()
            shutil.rmtree(scratch, ignore_errors=True)
            if isinstance(error, ValueError):
                raise Forfeit(Ending.DISCONNECTED, f"{self.name} cannot be started: {error}") from error
            raise Left(f"{self.name} was not started: {error}") from error
        self._in, self._out, self._err = (pipe.fileno() for pipe in pipes(self._child))
        self._waiting = selectors.DefaultSelector()
        for pipe in (self._out, self._err):
            os.set_blocking(pipe, False)
            self._waiting.register(pipe, selectors.EVENT_READ)
        os.set_blocking(self._in, False)
        self._to_send, self._read, self._errors, self._reported = b"", b"", b"", b""
        self._lines: deque[bytes] = deque()
        self._seen = self._seen_lines = 0
        self._deaf = False
        self._finish = weakref.finalize(self, end, self._child, mark, self._lifeline, scratch)
        self._await_start()

    def _await_start(self) -> None:
        """Until the supervisor says that the program runs: neither its time nor its fault."""
        word, _, rest = self._report(SUPERVISOR_SECONDS).partition(" ")
        self.protected = tuple(rest.split())
        if word != "started":
            trouble = f"{self.name} cannot be started: {rest}"
            if word != "failed":
                trouble = f"{self.name} was not started, its supervisor failed{self.last_words()}"
            self.close(at_once=True)
            raise Forfeit(Ending.DISCONNECTED, trouble) if word == "failed" else Left(trouble)

    def _report(self, seconds: float) -> str:
        """The supervisor's next line; empty if there is none in time."""
        deadline = time.monotonic() + seconds
        while b"\n" not in self._reported:
            ready, _, _ = select.select([self._lifeline], [], [], max(0.0, deadline - time.monotonic()))
            part = self._lifeline.recv(4096) if ready else b""
            if not part:
                return ""
            self._reported += part
        line, self._reported = self._reported.split(b"\n", 1)
        return line.decode("utf-8", "replace")

    def send(self, line: str) -> None:
        """Gives the program a line; it is written while waiting for the answer."""
        self._to_send += line.encode() + b"\n"
        self._seen = self._seen_lines = 0
        self._write()

    def line(self, deadline: float) -> str:
        """Its next line, without the end; `deadline` is a time of time.monotonic()."""
        while not self._lines:
            left = deadline - time.monotonic()
            if left <= 0:
                raise Forfeit(Ending.TIME, f"{self.name} did not answer in time{self.last_words()}")
            self._exchange(min(left, DEAF_SECONDS) if self._deaf else left)
            if self._deaf and not self._lines:
                raise self._ended("stopped listening")
        return self._lines.popleft().decode("utf-8", "replace").rstrip("\r")

    def early_line(self) -> str | None:
        """A line that has come without being asked for, if there is one."""
        self._exchange(0)
        return self.line(0) if self._lines else None

    @property
    def unfinished(self) -> str:
        """The beginning of a line whose end has not come."""
        return self._read.decode("utf-8", "replace")

    def close_input(self) -> None:
        """Ends the program's input; what it writes then can still be read."""
        self._write()
        with contextlib.suppress(KeyError):
            self._waiting.unregister(self._in)
        next(pipes(self._child)).close()
        self._in = -1

    def _exchange(self, seconds: float) -> None:
        """Waits until something can be read or written, and does it once."""
        self._write()
        for key, _ in self._waiting.select(seconds):
            if key.fd == self._out:
                self._hear()
            elif key.fd == self._err:
                self._overhear()
            else:
                self._write()

    def _write(self) -> None:
        if self._in < 0:
            return
        try:
            while self._to_send:
                self._to_send = self._to_send[os.write(self._in, self._to_send) :]
        except BlockingIOError:
            with contextlib.suppress(KeyError):
                self._waiting.register(self._in, selectors.EVENT_WRITE)
        except OSError:  # it may have said something before, or how it ended
            self._to_send, self._deaf = b"", True
        else:
            with contextlib.suppress(KeyError):
                self._waiting.unregister(self._in)

    def _hear(self) -> None:
        part = os.read(self._out, 65_536)
        if not part:
            if self._read:  # a last line without its end
                part = b"\n"
            else:
                raise self._ended()
        *lines, self._read = (self._read + part).split(b"\n")
        self._lines.extend(lines)
        self._seen += len(part)
        self._seen_lines += len(lines)
        if len(self._read) > LINE_BYTES or any(len(line) > LINE_BYTES for line in lines):
            raise Forfeit(Ending.TOO_MUCH_OUTPUT, f"{self.name} wrote a line of more than {LINE_BYTES:,} bytes")
        if self._seen > OUTPUT_BYTES or self._seen_lines > OUTPUT_LINES:
            much = f"{OUTPUT_BYTES:,} bytes or {OUTPUT_LINES:,} lines"
            raise Forfeit(Ending.TOO_MUCH_OUTPUT, f"{self.name} wrote more than {much} before an answer")

    def _overhear(self) -> None:
        part = os.read(self._err, 65_536)
        if not part:
            with contextlib.suppress(KeyError):
                self._waiting.unregister(self._err)
        self._errors = (self._errors + part)[-ERROR_BYTES:]

    def _ended(self, how: str = "") -> Forfeit | SupervisorGone:
        """What to raise now that it is gone."""
        how = how or self._end()
        if how in SILENT and not self._report(0.0) and await_exit(self._child.pid, GONE_SECONDS):
            return SupervisorGone(f"the supervisor of {self.name} was killed")
        return Forfeit(Ending.DISCONNECTED, f"{self.name} {how}{self.last_words()}")

    def _end(self) -> str:
        """How it ended, in words."""
        word, _, rest = self._report(REPORT_SECONDS).partition(" ")
        if word == "exit":
            return f"ended with exit code {rest}"
        if word == "signal":
            return f"was killed by signal {rest} ({signal_name(int(rest))})"
        return f"was stopped: {rest}" if word == "exceeded" else SILENT[0]

    def last_words(self) -> str:
        """The end of what it wrote to standard error, for a message."""
        with contextlib.suppress(OSError):
            self._overhear()
        lines = [line for line in self._errors.decode("utf-8", "replace").splitlines() if line.strip()]
        shown = "".join(each if each.isprintable() else "�" for each in lines[-1][:200]) if lines else ""
        return f' (its last words: "{shown}")' if shown else ""

    @property
    def errors(self) -> str:
        """What is kept of its standard error: the end."""
        return self._errors.decode("utf-8", "replace")

    def close(self, at_once: bool = False) -> None:
        """Closes its input, waits a moment for it to end (or not), and kills what is left of it."""
        if (finish := self._finish.detach()) is not None:
            self._write()
            self._waiting.close()
            _, _, arguments, _ = finish
            end(*arguments, patience=0.0 if at_once else FAREWELL_SECONDS)


def signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return "unknown"


def runnable(command: Sequence[str]) -> list[str]:
    """The command; a Python file that is not marked as executable is run by this Python."""
    first = command[0]
    if first.endswith(".py") and Path(first).is_file() and not os.access(first, os.X_OK):
        return [sys.executable, *command]
    return list(command)


def check_command(command: Sequence[str]) -> None:
    """ValueError if there is no such program."""
    if not command:
        raise ValueError("no command: say which program to run, as in cmd:./student.py")
    first = runnable(command)[0]
    if shutil.which(first) is None:
        trouble = "may not be executed (chmod +x)" if Path(first).is_file() else "there is no such program"
        raise ValueError(f"{first}: {trouble}")


def pipes(child: subprocess.Popen[bytes]) -> Iterator[IO[bytes]]:
    for pipe in (child.stdin, child.stdout, child.stderr):
        assert pipe is not None
        yield pipe


def end(
    child: subprocess.Popen[bytes], mark: str, lifeline: socket.socket, scratch: str, *, patience: float = 0.0
) -> None:
    """Closes the program's input, lets it end by itself for a moment, and has its supervisor end all that is left."""
    for pipe in pipes(child):
        with contextlib.suppress(OSError):
            pipe.close()
    await_exit(child.pid, patience)
    lifeline.close()
    with contextlib.suppress(OSError):
        os.kill(child.pid, signal.SIGCONT)  # whoever has stopped it
    code = await_exit(child.pid, ENDING_SECONDS)
    with contextlib.suppress(OSError):
        os.killpg(child.pid, signal.SIGKILL)  # before it is waited for: the number is still that of its group
    if code != 0:  # somebody has killed the supervisor
        for _ in range(10):
            if not kill_marked(mark):
                break
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(KILLED_SECONDS)
    if scratch:
        shutil.rmtree(scratch, ignore_errors=True)


def await_exit(pid: int, seconds: float) -> int | None:
    """How a child has ended, None if it has not in that time. It stays to be waited for."""
    deadline = time.monotonic() + seconds
    while (code := exit_code(pid)) is None and time.monotonic() < deadline:
        time.sleep(0.001)
    return code


def exit_code(pid: int) -> int | None:
    """How a child has ended, None if it has not. It stays to be waited for."""
    try:
        found = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except OSError:
        return 0
    return None if found is None else found.si_status


def kill_marked(mark: str) -> int:
    """Kills the processes whose environment holds the mark, and says how many there were."""
    wanted, found = f"{MARK}={mark}".encode(), 0
    for place in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if wanted in place.read_bytes().split(b"\0"):
                os.kill(int(place.parent.name), signal.SIGKILL)
                found += 1
    return found
