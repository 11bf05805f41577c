"""Games in plain Python that are compiled while they are played: `auto` on a time limit runs on the compiled form.

The first searches run plain Python. From the second one on that is limited by time alone, a child process compiles the
game (zermelo.compiled) into the cache on disk and plays random games in both forms; if all answers are equal, a thread
loads the code, and from then on such searches use it. Nobody waits for any of this. The verdict stays on disk: the next
time a player loads the code before its first game.

Searches limited by depth or nodes stay as they are: they give the same result everywhere, whether Numba is there or
not. A game that cannot be compiled, that says `compiled = False`, or whose class stands in the program that is run (a
second process could not find it without running that program again) stays plain Python; so does every game if the
environment says ZERMELO_COMPILE=no.
"""

from __future__ import annotations

import atexit
import contextlib
import copy
import importlib.util
import json
import logging
import os
import pickle
import sys
import threading
import weakref
from collections.abc import Hashable
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from zermelo.compiled import UnsupportedGame, check_compiled, digest_of, functions, is_loaded, shape
from zermelo.errors import GameError
from zermelo.files import write_whole
from zermelo.game import Game, State, position_of
from zermelo.jit.folder import folder
from zermelo.load import load_file

if TYPE_CHECKING:
    import subprocess

SWITCH = "ZERMELO_COMPILE"
GAMES, PLIES = 20, 200  # of the comparison
MOST_STATES = 4096  # of a game's past that are kept in their compiled form
NICER = 5

SAME, OTHER = "same", "other"  # verdicts on compiled forms

log = logging.getLogger("zermelo")


class Stage(Enum):
    MET = 0  # searched once
    COMPILING = 1  # by the child process
    LOADING = 2  # by a thread
    READY = 3
    PLAIN = 4  # for good


class Twin:
    """What became of one game."""

    def __init__(self) -> None:
        self.stage = Stage.MET
        self.process = os.getpid()  # a fork has neither the child nor the thread
        self.child: subprocess.Popen[bytes] | None = None
        self.digest = ""
        self.game: Game | None = None
        self.states: dict[Hashable, State] = {}

    def position(self, state: State) -> State:
        """The same position, compiled."""
        assert self.game is not None
        found = self.states.get(state.data)
        if found is None:
            if len(self.states) >= MOST_STATES:
                self.states.clear()
            found = self.states[state.data] = position_of(self.game, state.data)
        return found

    def stay_plain(self, why: object) -> None:
        self.stage, self.game = Stage.PLAIN, None
        self.states.clear()
        log.debug("not compiled: %s", why)


_twins: weakref.WeakKeyDictionary[Game, Twin] = weakref.WeakKeyDictionary()


def twin_of(game: object) -> Twin | None:
    """The compiled form of a game, if there is one by now. Asked before every search on time; goes on with the work."""
    if not isinstance(game, Game) or game.compiled:
        return None
    twin = _twins.get(game)
    if twin is None or twin.process != os.getpid():
        twin = meet(game)
    elif twin.stage is Stage.MET:
        load(game, twin, background=True) if verdict(twin.digest) == SAME else begin(game, twin)
    elif twin.stage is Stage.COMPILING and twin.child is not None and (code := twin.child.poll()) is not None:
        load(game, twin, background=True) if code == 0 else twin.stay_plain(f"{type(game).__name__}: see its compiler")
    return twin if twin.stage is Stage.READY else None


def prepare(game: object) -> None:
    """Before a game on time: code that is on disk is loaded now, when no clock is running."""
    if isinstance(game, Game) and not game.compiled and game not in _twins:
        twin = meet(game)
        if twin.stage is Stage.MET and verdict(twin.digest) == SAME:
            load(game, twin, background=False)


def meet(game: Game) -> Twin:
    """A game that is searched for the first time."""
    twin = _twins[game] = Twin()
    if not may_compile(game):
        twin.stay_plain(f"{type(game).__name__} is not of the kind that can be")
        return twin
    form = compiled_form(game)
    twin.digest = digest_of(form) or ""
    if not twin.digest or verdict(twin.digest) == OTHER:
        twin.stay_plain(f"{type(game).__name__}: tried before")
    elif is_loaded(twin.digest):  # the same class, for another game
        twin.game, twin.stage = form, Stage.READY
    return twin


def may_compile(game: Game) -> bool:
    """Whether it is worth trying: what can be seen from the outside is right, and another process finds the class."""
    kind = type(game)
    said = any("compiled" in vars(each) for each in kind.__mro__ if each is not Game)
    if said or os.environ.get(SWITCH, "").lower() in ("no", "0", "off", "never") or not sys.executable:
        return False
    if game.chance or game.hidden or len(game.players) != 2 or kind.__module__ == "__main__":
        return False
    try:
        shape(game)
    except UnsupportedGame:
        return False
    return importlib.util.find_spec("numba") is not None


def compiled_form(game: Game) -> Game:
    """The same game, compiled: an object of a subclass."""
    kind = type(game)
    form = copy.copy(game)
    form.__class__ = type(kind.__name__, (kind,), {"compiled": True, "__module__": kind.__module__})
    return form


# --- the child process ---

_children: list[subprocess.Popen[bytes]] = []


@atexit.register
def end_children() -> None:
    for each in _children:
        if each.poll() is None:
            each.kill()


def begin(game: Game, twin: Twin) -> None:
    """Starts the compiler; it ends when we do, as its input ends then."""
    import subprocess

    try:
        content = pickle.dumps(game)
        module = sys.modules[type(game).__module__]
        head = {"file": module.__file__, "module": module.__name__, "size": len(content)}
        path = os.pathsep.join(each for each in sys.path if each)
        compiler = subprocess.Popen(
            [sys.executable, "-c", "from zermelo.autocompile import child; child()"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path},
        )
        assert compiler.stdin is not None
        compiler.stdin.write(json.dumps(head).encode() + b"\n" + content)
        compiler.stdin.flush()
    except Exception as error:  # a game that cannot be sent, a machine that starts no process
        twin.stay_plain(error)
        return
    _children.append(compiler)
    twin.child, twin.stage = compiler, Stage.COMPILING


def child() -> None:
    """What the child does. It ends at once: the thread that waits for the end of its input would be in the way."""
    try:
        equal = compile_what_comes()
    except BaseException:
        os._exit(1)
    os._exit(0 if equal else 1)


def compile_what_comes() -> bool:
    """Whether the compiled form of the game on standard input is in the cache now and gives the same answers."""
    with contextlib.suppress(AttributeError, OSError):  # not everywhere
        os.nice(NICER)
    head = json.loads(sys.stdin.buffer.readline())
    content = sys.stdin.buffer.read(head["size"])
    threading.Thread(target=end_with_parent, daemon=True).start()
    if head["module"].startswith("zermelo_file_"):
        load_file(head["file"])
    form = compiled_form(pickle.loads(content))
    digest = digest_of(form)
    if digest is None:
        return False
    try:
        functions(form)
        equal = check_compiled(form, GAMES, plies=PLIES) is None
    except UnsupportedGame:
        equal = False
    folder().mkdir(parents=True, exist_ok=True)
    write_whole(verdict_file(digest), (SAME if equal else OTHER).encode())
    return equal


def verdict_file(digest: str) -> Path:
    return folder() / f"{digest}.verdict"


def verdict(digest: str) -> str:
    """What a comparison of both forms found, if there was one."""
    try:
        return verdict_file(digest).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def end_with_parent() -> None:
    while os.read(sys.stdin.fileno(), 1):
        continue
    os._exit(1)


# --- loading ---


def load(game: Game, twin: Twin, background: bool) -> None:
    """Half a second of the interpreter, most of it for Numba."""
    twin.stage, twin.child = Stage.LOADING, None
    form = compiled_form(game)

    def work() -> None:
        try:
            position_of(form, form.initial)
            twin.game, twin.stage = form, Stage.READY
        except (GameError, ImportError, OSError) as error:
            twin.stay_plain(error)

    if background:
        threading.Thread(target=work, name="loads a compiled game").start()
    else:
        work()
