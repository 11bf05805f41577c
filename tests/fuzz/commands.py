"""Random command lines: `python commands.py SEED LINES`, or one as it was printed, as a Python list of words.

Whatever is typed, a command ends soon, with one of its exit codes and, where it refuses, with words instead of a
traceback.
"""

from __future__ import annotations

import ast
import contextlib
import io
import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path
from types import FrameType

import click

from zermelo.cli.commands import OWN as NAMES
from zermelo.cli.commands import run, zermelo
from zermelo.cli.failures import BAD_USE, DONE, FAILED, MISSING, NO

MOST_SECONDS = 5.0  # of processor time for one line
CODES = {DONE, NO, BAD_USE, FAILED, MISSING}
# Not here: what serves until it is stopped, and what measures for minutes.
LEFT_OUT = {"serve", "bench"}
NEVER = {"--open", "--web", "--help", "-h", "--workers", "--on"}  # a thousand processes are no test
GAMES = (
    "tictactoe",
    "connect4:width=4,height=4",
    "kuhn",
    "tree",
    "[[3,5],[2,9]]",
    "((3 5)(2 9))",
    "own.py:Nim",
    "mnk:m=3,n=3,k=3",
)
JUNK = (
    "",
    " ",
    "-1",
    "0",
    "1",
    "3",
    "1e309",
    "nan",
    "inf",
    "-inf",
    "99999999999999999999",
    "9" * 400,
    "x",
    "a=b",
    "=",
    "1,2",
    "[",
    "[[",
    "(" * 300,
    "'",
    "\udcff",
    "ä",
    "\n",
    "4 4 3",
    "44",
    "b2",
    "E-1",
    "none",
    "yes",
    "no",
    "auto",
    "alphabeta",
    "level:3",
    "level:hard",
    "naive",
    "cmd:",
    "file.py:X",
    "there.txt",
    "/nowhere/x",
    ".",
    "..",
    "a" * 3000,
    "{}",
    "%s",
    "--",
    "-",
    "--json",
    "depth=2",
    "table=yes",
    "order=killers",
    "width=6",
    "1-8",
    "60+1",
    "start",
    "random:2",
    "XO./.../...",
    "k",
    "5k",
)
GOOD = {
    "game": GAMES,
    "first": ("naive", "random"),
    "second": ("random",),
    "moves": ("b2 a1", "1 2", "44"),
    "depth": ("1", "2"),
    "position": ("XO./.../...", "44", ""),
    "nodes": ("20",),
    "seconds": ("0.05",),
    "method": ("auto", "alphabeta", "mcts"),
    "level": ("1", "hard", "medium"),
    "best": ("1", "all"),
    "tree": ("[[3,5],[2,9]]",),
    "seed": ("1",),
    "file": ("there.txt",),
    "count": ("1", "2"),
    "iterations": ("3",),
    "features": ("table=yes", "order=killers"),
    "memory_mb": ("1",),
    "pruned": ("E-4", "E-4 E-5"),
    "move": ("E-1",),
    "value": ("3",),
    "name": ("own.py:look",),
    "against": ("naive",),
    "me": ("random",),
    "starts": ("me",),
    "shell": ("bash", "zsh"),
    "prunings": ("1",),
    "branching": ("2",),
    "threads": ("1",),
}
# What keeps a command short, whatever else it is given.
SHORT = {
    "analyze": ("--nodes", "50"),
    "solve": ("--nodes", "50"),
    "endgames": ("--seconds", "0.05", "--memory", "20"),
    "compare": ("--nodes", "50", "--depth", "2"),
    "tree": ("--nodes", "200"),
    "review": ("--nodes", "20"),
    "play": ("--me", "random", "--against", "naive"),
    "equilibrium": ("--iterations", "2"),
    "check": ("--games", "1"),
    "perft": ("--depth", "2"),
    "match": ("--game", "tictactoe", "--pairs", "1", "--workers", "1"),
    "experiment branching": ("--depths", "1-2", "--samples", "1", "--most-nodes", "100"),
    "experiment evaluation": ("--depths", "1", "--positions", "1"),
    "learn": ("--recipe",),
    "tune": (
        *("--iterations", "1", "--pairs", "1", "--nodes", "20", "--test-pairs", "0", "--positions", "10"),
        *("--workers", "1"),
    ),
    "check-engine": ("--seconds", "0.1"),
    "check-search": ("--trees", "2", "--seconds", "0.05"),
    "practice": ("--problems", "1"),
}
OWN = """
import zermelo

class Nim(zermelo.Game):
    initial = (7, 0)
    small = True
    def turn(self, state): return state[1] if state[0] else zermelo.OVER
    def moves(self, state): yield from range(1, min(3, state[0]) + 1)
    def play(self, state, move): return state[0] - move, 1 - state[1]
    def payoff(self, state, player): return 1 if player != state[1] else -1

def look(node, *rest):
    return 0
"""


def commands() -> dict[tuple[str, ...], click.Command]:
    """Every command by its words; those of a group too."""
    found: dict[tuple[str, ...], click.Command] = {}
    context = click.Context(zermelo)
    for name in NAMES:
        each = zermelo.get_command(context, name)
        if name in LEFT_OUT or each is None:
            continue
        inner = each.commands if isinstance(each, click.Group) else {}
        found |= {(name, more): command for more, command in inner.items()} or {(name,): each}
    return found


def random_line(rng: random.Random) -> list[str]:
    """A command with some of its options: sometimes all are of the right kind, sometimes none is."""
    name = rng.choice(sorted(COMMANDS))
    wrong, many = rng.choice((0.0, 0.1, 0.5)), rng.choice((0.05, 0.15, 0.4))
    words: list[str] = []
    for parameter in COMMANDS[name].params:
        flags = {*parameter.opts, *parameter.secondary_opts}
        good = GOOD.get(parameter.name or "")
        if flags & NEVER or not (parameter.required or (rng.random() < many and (good or wrong))):
            continue
        value = rng.choice(JUNK if good is None or rng.random() < wrong else good)
        if isinstance(parameter, click.Option):
            words += [rng.choice(sorted(flags)), *([] if parameter.is_flag else [value])]
        else:
            words.append(value)
    words += [rng.choice(JUNK)] if rng.random() < wrong / 4 else []
    return [*name, *words, *SHORT.get(" ".join(name), ())]


class Overdue(BaseException):
    """A command that takes too long."""


def overdue(number: int, frame: FrameType | None) -> None:
    raise Overdue


def trouble_with(line: list[str]) -> str:
    """What is wrong with what comes of a command; nothing if all is well."""
    out, err = io.StringIO(), io.StringIO()
    signal.setitimer(signal.ITIMER_VIRTUAL, 4 * MOST_SECONDS)
    began = time.process_time()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = run(line)
    except Overdue:
        return f"did not end within {4 * MOST_SECONDS:.1f} s"
    except BaseException as error:
        return f"raised {type(error).__name__}: {error}"
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    taken, said = time.process_time() - began, err.getvalue()
    if code not in CODES:
        return f"exit code {code}"
    if "Traceback" in said or "internal error" in said or "Traceback" in out.getvalue():
        return said.strip()[:300]
    if code in (BAD_USE, FAILED, MISSING) and "error: " not in said:
        return f"exit code {code} without a word"
    return f"took {taken:.1f} s" if taken > MOST_SECONDS else ""


COMMANDS = commands()


def main(words: list[str]) -> int:
    signal.signal(signal.SIGVTALRM, overdue)
    os.chdir(tempfile.mkdtemp(prefix="zermelo-fuzz-"))  # commands that write files write them here
    Path("own.py").write_text(OWN, encoding="utf-8")
    Path("there.txt").write_text("b2 a1\n", encoding="utf-8")
    if len(words) == 1:
        print(trouble_with(ast.literal_eval(words[0])) or "all is well")
        return 0
    seed, lines = map(int, words)
    bad = 0
    for number in range(lines):
        line = random_line(random.Random(f"{seed} {number}"))
        print(f"call {line!a}", flush=True)
        if trouble := trouble_with(line):
            print(f"BAD {line!a}  # {trouble!a}", flush=True)
            bad += 1
    print(f"{lines} calls, {bad} bad", flush=True)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
