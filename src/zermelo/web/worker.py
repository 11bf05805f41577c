"""The process that runs the user's code: `python -m zermelo.web.worker '{"games": …}'`, lines as in worker_lines.py."""

from __future__ import annotations

import os
import re
import sys
import threading
import traceback
from functools import partial
from typing import BinaryIO

from msgspec import Raw

from zermelo.codec import from_json, from_plain, plain, to_json
from zermelo.web import analysis, paste  # noqa: F401  their jobs
from zermelo.web.jobs import JOBS, OfGame, Run, Tools, refusal
from zermelo.web.limits import Refused
from zermelo.web.messages import Message
from zermelo.web.worker_lines import Order, Report, line_of

# Folders are nobody else's business.
PATH = re.compile(r"""(?:[A-Za-z]:)?[/\\](?:[^\s()'"/\\]+[/\\])*(?=[\w.-]+\.py\b)""")


class Worker:
    """Does each job in a thread of its own."""

    def __init__(self, tools: Tools, out: BinaryIO) -> None:
        self.tools, self.out, self.lock = tools, out, threading.Lock()
        self.runs: dict[int, tuple[Run, threading.Thread]] = {}
        self.loading = threading.Lock()

    def hear(self, order: Order) -> None:
        if order.job:
            run = Run(tell=partial(self.tell, order.n))
            thread = threading.Thread(target=self.do, args=(order, run), daemon=True)
            self.runs[order.n] = run, thread
            thread.start()
        elif order.n in self.runs and order.stop:
            self.runs[order.n][0].stop.set()
        elif order.n in self.runs:
            self.say(Report(order.n, where=place_in(self.runs[order.n][1])))

    def tell(self, number: int, told: Message) -> None:
        self.say(Report(number, told=Raw(to_json(told)), kind=type(told).__name__))

    def do(self, order: Order, run: Run) -> None:
        try:
            job = JOBS[order.job]
            ask = from_json(bytes(order.ask), job.asked)
            self.load(ask)
            result = job(self.tools, ask, run)
            if isinstance(result, bytes):
                self.say(Report(order.n, data=result))
            else:
                self.say(Report(order.n, done=Raw(to_json(result))))
        except BaseException as error:
            refused = refusal(error)
            if refused.status == 500:
                traceback.print_exception(error)
                refused.message = f"{type(error).__name__}: {error}"
            refused.message = PATH.sub("", refused.message)
            self.say(Report(order.n, refused=from_plain(plain(refused), Refused)))
        finally:
            del self.runs[order.n]

    def load(self, ask: object) -> None:
        """The user's file is run once, however many ask at the same time."""
        game = ask.game if isinstance(ask, OfGame) else None
        if isinstance(game, str) and self.tools.catalogue.is_own(game):
            with self.loading:
                self.tools.catalogue.load(game)

    def say(self, report: Report) -> None:
        line = line_of(report)
        with self.lock:
            self.out.write(line)
            self.out.flush()


def place_in(thread: threading.Thread) -> str:
    """Which line a thread is at: the innermost one outside of this package, else the innermost."""
    frame = sys._current_frames().get(thread.ident or 0)
    frames = traceback.extract_stack(frame) if frame is not None else []
    home = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    own = [each for each in frames if not each.filename.startswith((home, "<", os.path.dirname(threading.__file__)))]
    last = (own or frames)[-1:]
    return f"{os.path.basename(last[0].filename)}, line {last[0].lineno}, in {last[0].name}" if last else ""


def main() -> None:
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what the user's code prints is not an answer
    own = from_json(sys.argv[1], dict[str, dict[str, str]])
    worker = Worker(Tools(**own), out)
    if not any(own.values()):
        worker.say(Report(0))  # no user code is to be loaded: ready
    for line in sys.stdin.buffer:
        worker.hear(from_json(line, Order))
    os._exit(0)  # the server is gone: whatever hangs in a thread goes too


if __name__ == "__main__":
    main()
