"""The process that runs the user's code: `python -m zermelo.web.worker '{"games": …}'`, lines of JSON in and out.

in    {"n": 1, "job": "turn", "ask": {…}}      {"n": 1, "stop": true}      {"n": 1, "where": true}
out   {"n": 1, "tell": {…}, "kind": "Thinking"}      {"n": 1, "done": {…}}      {"n": 1, "refused": {…}}
"""

from __future__ import annotations

import base64
import json
import os
import re
import sys
import threading
import traceback
from typing import Any, get_type_hints

from zermelo.codec import from_plain, plain, to_json
from zermelo.web import analysis, paste  # noqa: F401  their jobs
from zermelo.web.jobs import JOBS, Run, Tools, refusal

# Folders are nobody else's business.
PATH = re.compile(r"""(?:[A-Za-z]:)?[/\\](?:[^\s()'"/\\]+[/\\])*(?=[\w.-]+\.py\b)""")


class Worker:
    """Does each job in a thread of its own."""

    def __init__(self, tools: Tools, out: Any) -> None:
        self.tools, self.out, self.lock = tools, out, threading.Lock()
        self.runs: dict[int, tuple[Run, threading.Thread]] = {}
        self.loading = threading.Lock()

    def hear(self, message: dict[str, Any]) -> None:
        number = message["n"]
        if "job" in message:
            run = Run()
            run.tell = lambda told: self.say({"n": number, "tell": plain(told), "kind": type(told).__name__})
            thread = threading.Thread(target=self.do, args=(number, message["job"], message["ask"], run), daemon=True)
            self.runs[number] = run, thread
            thread.start()
        elif number in self.runs and "stop" in message:
            self.runs[number][0].stop.set()
        elif number in self.runs:
            self.say({"n": number, "where": place_in(self.runs[number][1])})

    def do(self, number: int, name: str, ask: Any, run: Run) -> None:
        try:
            job = JOBS[name]
            self.load(ask)
            result = job(self.tools, from_plain(ask, get_type_hints(job)["ask"]), run)
            blob = isinstance(result, bytes)
            self.say(
                {"n": number, **({"bytes": base64.b64encode(result).decode()} if blob else {"done": plain(result)})}
            )
        except BaseException as error:
            refused = refusal(error)
            if refused.status == 500:
                traceback.print_exception(error)
                refused.message = f"{type(error).__name__}: {error}"
            refused.message = PATH.sub("", refused.message)
            self.say({"n": number, "refused": plain(refused)})
        finally:
            del self.runs[number]

    def load(self, ask: Any) -> None:
        """The user's file is run once, however many ask at the same time."""
        game = ask.get("game") if isinstance(ask, dict) else None
        if isinstance(game, str) and self.tools.catalogue.is_own(game):
            with self.loading:
                self.tools.catalogue.load(game)

    def say(self, message: dict[str, Any]) -> None:
        line = to_json(message) + b"\n"
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
    worker = Worker(Tools(**json.loads(sys.argv[1])), out)
    if not any(json.loads(sys.argv[1]).values()):
        worker.say({"n": 0})  # no user code is to be loaded: ready
    for line in sys.stdin.buffer:
        worker.hear(json.loads(line))
    os._exit(0)  # the server is gone: whatever hangs in a thread goes too


if __name__ == "__main__":
    main()
