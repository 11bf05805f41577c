"""What the engines of all protocols share: lines read by a thread of their own, and searches that a line can stop."""

from __future__ import annotations

import contextlib
import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Unpack

from zermelo.game import Move, State
from zermelo.players.searcher import Searcher
from zermelo.query import SearchOptions
from zermelo.result import Result
from zermelo.search import Stop, search

LINE_BYTES = 65_536  # longer lines are not read
WAITING_LINES = 1_000  # read ahead of the one at work
LAST_SECONDS = 30.0  # for each search after the end of the input
QUIT_SECONDS = 2.0  # for all that was asked before `quit`
START_SECONDS, MOVE_SECONDS = 0.3, 0.01  # of a game's clock: starting, if not known better, and the way of a line
MOST_COMPLAINTS = 100  # nobody may be reading them: a full pipe would hold us up
TOO_LONG = "\N{REPLACEMENT CHARACTER}"  # begins what is reported of a line that is too long: no command does

Tell = Callable[[str], object]


def print_line(text: str) -> None:
    print(text, flush=True)


class Server:
    """An engine that answers lines. Subclasses write `obey(line)`, which says whether to go on, and may inspect each
    line as it comes in, while a search is running, in `heard(line)`."""

    def __init__(self, searcher: Searcher, tell: Tell = print_line) -> None:
        self.searcher, self.tell = searcher, tell
        self.stop = Stop()
        searcher.options["stop"] = self.stop
        self._guard = threading.Lock()
        self._pending = 0  # lines not yet obeyed that want no search before them to go on
        self._began = 0.0
        self._complaints = 0

    def run(self, source: int = 0) -> None:
        """Obeys the lines of a file descriptor to its end."""
        waiting: queue.Queue[str | None] = queue.Queue(WAITING_LINES)
        threading.Thread(target=self._listen, args=(source, waiting), daemon=True).start()
        self.greet()
        while (line := waiting.get()) is not None and self.obey(line):
            pass

    def _listen(self, source: int, waiting: queue.Queue[str | None]) -> None:
        for line in lines_of(source):
            self.heard(line)
            waiting.put(line)
            if self.is_last(line):
                time.sleep(QUIT_SECONDS)
                return self.interrupt()
        waiting.put(None)
        ended = time.monotonic()
        while True:  # the process ends with the main thread
            time.sleep(0.1)
            if time.monotonic() - max(ended, self._began) > LAST_SECONDS:
                self.stop.set()

    def greet(self) -> None:
        """What is to be done before the first line."""

    def heard(self, line: str) -> None:
        """Called by the listening thread for each line, before it is obeyed."""

    def is_last(self, line: str) -> bool:
        """Whether nothing after this line matters; searches before it are to end soon."""
        return False

    def obey(self, line: str) -> bool:
        raise NotImplementedError

    def interrupt(self) -> None:
        """Stops the search at work, and those to come until `resume` is called as often as this."""
        with self._guard:
            self._pending += 1
            self.stop.set()

    def resume(self) -> None:
        with self._guard:
            self._pending = max(0, self._pending - 1)

    @property
    def interrupted(self) -> bool:
        return self._pending > 0

    def look(self, state: State, **more: Unpack[SearchOptions]) -> Result:
        """Searches until the limit, or until it is stopped; then too there is a move."""
        self._prepare()
        return self._usable(state, self.searcher.look(state, **more))

    def choose(self, state: State, used: float = 0.0) -> tuple[Move, Result | None]:
        """The move to play, and the search that found it; where there is only one there is no search.

        `used` are seconds that others have seen us use for this move already.
        """
        moves = state.moves()
        if len(moves) == 1:
            return moves[0], None
        self._prepare()
        with self.less_time(used + MOVE_SECONDS):
            self.searcher(state)
        assert self.searcher.result is not None
        result = self._usable(state, self.searcher.result)
        return result.move, result

    @contextlib.contextmanager
    def less_time(self, seconds: float) -> Iterator[None]:
        """Inside, the limit of a move is shorter; from a game's clock the time is taken for good."""
        limit, clock = self.searcher.limit, self.searcher.clock
        if limit.seconds is not None:
            self.searcher.limit = replace(limit, seconds=without(limit.seconds, seconds))
        if clock is not None:
            self.searcher.clock = replace(clock, seconds=without(clock.seconds, seconds))
        yield
        self.searcher.limit = limit

    def _prepare(self) -> None:
        with self._guard:
            self._began = time.monotonic()
            if self.interrupted:
                self.stop.set()
            else:
                self.stop.clear()

    def _usable(self, state: State, result: Result) -> Result:
        return result if result.score is not None else search(state, method=self.searcher.method, depth=1)

    def complain(self, text: str) -> None:
        """Writes to standard error; gives up where nobody reads it."""
        self._complaints += 1
        if self._complaints <= MOST_COMPLAINTS and sys.stderr is not None:
            more = " (no more will be said)" if self._complaints == MOST_COMPLAINTS else ""
            with contextlib.suppress(OSError):
                print(f"zermelo: {shown(text)}{more}", file=sys.stderr, flush=True)


def without(seconds: float, used: float) -> float:
    """What is left, and never nothing."""
    return max(seconds / 10, seconds - used)


def process_age() -> float:
    """Seconds since this process was started, where the system says (Linux); a guess elsewhere."""
    try:
        with open("/proc/self/stat", encoding="ascii", errors="replace") as file:
            ticks = int(file.read().rsplit(")", 1)[1].split()[19])
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, AttributeError, ValueError, IndexError):
        return START_SECONDS
    return age if 0 <= age < 60 else START_SECONDS


def lines_of(source: int) -> Iterator[str]:
    """The lines of a file descriptor as text. Of a line that is too long only a piece, behind TOO_LONG."""
    kept, dropped = b"", False
    while part := read(source):
        *whole, rest = part.split(b"\n")
        for line in whole:
            yield text_of(kept + line, dropped)
            kept, dropped = b"", False
        kept += rest
        if len(kept) > LINE_BYTES:
            kept, dropped = kept[:LINE_BYTES], True
    if kept:
        yield text_of(kept, dropped)


def read(source: int) -> bytes:
    try:
        return os.read(source, LINE_BYTES)
    except OSError:
        return b""


def text_of(line: bytes, dropped: bool) -> str:
    if dropped or len(line) > LINE_BYTES:
        return TOO_LONG + line[:60].decode("utf-8", "replace")
    return line.decode("utf-8", "replace").rstrip("\r")


def shown(text: str, most: int = 200) -> str:
    """Text from outside, fit for a line of ASCII."""
    return "".join(each if " " <= each <= "~" else "?" for each in text[:most])
