"""Talks with `zermelo engine` as another program has them: a real process, lines in, lines out, and never for ever."""

from __future__ import annotations

import contextlib
import os
import random
import select
import subprocess
import sys
import time

import zermelo
from costs import HANG_SECONDS

ZERMELO = (sys.executable, "-c", "from zermelo.cli import main; main()")


class Session:
    """A running engine. `with Session("othello", "--depth", "2") as engine: …` checks that it ended well."""

    def __init__(self, *arguments: str) -> None:
        self.child = subprocess.Popen(
            [*ZERMELO, "engine", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.rest = b""

    def say(self, *lines: str) -> None:
        self.child.stdin.write("".join(line + "\n" for line in lines).encode())
        self.child.stdin.flush()

    def line(self, seconds: float = HANG_SECONDS) -> str:
        """The next line; an empty text at the end of the output. Fails if none comes."""
        deadline = time.monotonic() + seconds
        while b"\n" not in self.rest:
            ready, _, _ = select.select([self.child.stdout], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, "the engine does not answer"
            part = os.read(self.child.stdout.fileno(), 65536)
            if not part:
                return ""
            self.rest += part
        line, self.rest = self.rest.split(b"\n", 1)
        return line.decode()

    def wait_for(self, word: str, seconds: float = HANG_SECONDS) -> list[str]:
        """The lines up to the first that begins with the word, which is the last of them."""
        lines = [self.line(seconds)]
        while not lines[-1].startswith(word):
            lines.append(self.line(seconds))
        return lines

    def silent(self, seconds: float = 0.2) -> bool:
        return not self.rest and not select.select([self.child.stdout], [], [], seconds)[0]

    def __enter__(self) -> Session:
        return self

    def __exit__(self, kind: object, *more: object) -> None:
        try:
            with contextlib.suppress(OSError):
                self.child.stdin.close()
            code = self.child.wait(HANG_SECONDS)
            errors = self.child.stderr.read().decode()
            if kind is None:
                assert (code, "Traceback" in errors, "internal error" in errors) == (0, False, False), errors
        finally:
            self.child.kill()
            self.child.wait()
            self.child.stdout.close()
            self.child.stderr.close()


def fed(data: bytes, *arguments: str, seconds: float = HANG_SECONDS) -> tuple[int, str, str]:
    """(exit code, output, errors) of an engine that is given these bytes at once."""
    done = subprocess.run([*ZERMELO, "engine", *arguments], input=data, capture_output=True, timeout=seconds)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def opponent(state: zermelo.State, rng: random.Random, strong: bool) -> str:
    """Who makes an engine of depth 1 pass if strong, and has to pass now and then if not."""
    if not strong or state.text.count("-") > 50 or rng.random() < 0.1:
        return rng.choice(state.moves())
    return str(zermelo.search(state, depth=8, memory_mb=1).move)
