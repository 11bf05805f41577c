"""Twenty players in Python that would break a careless referee; test_classes.py says how each of their games ends."""

import contextlib
import ctypes
import gc
import os
import signal
import subprocess
import sys
import threading
import time

import zermelo
from zermelo.ending import Ending
from zermelo.players.player import Forfeit, Left, TakeBack


class Loops:
    """Says that it keeps its own time, in every way that was ever understood."""

    deadline = 0.0
    keeps_own_time = True
    spent = 0.0

    def __call__(self, state):
        while True:
            pass


class LoopsInC:
    def __call__(self, state):
        return sum(1 for _ in iter(int, 1))


class CatchesAll:
    def __call__(self, state):
        while True:
            with contextlib.suppress(BaseException):
                time.sleep(1)


class IgnoresSignals:
    def __call__(self, state):
        for each in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(each, signal.SIG_IGN)
        time.sleep(1000)


class Stops:
    def __call__(self, state):
        os.kill(os.getpid(), signal.SIGSTOP)


class LeavesAtOnce:
    def __call__(self, state):
        os._exit(0)


class Exits:
    def __call__(self, state):
        sys.exit("no more")


class Interrupts:
    def __call__(self, state):
        raise KeyboardInterrupt


class Crashes:
    def __call__(self, state):
        ctypes.string_at(0)


class Huge:
    def __call__(self, state):
        return 10**5000


class Nameless:
    def __repr__(self):
        raise RuntimeError("no name")

    def __hash__(self):
        raise RuntimeError("no number")

    def __eq__(self, other):
        raise RuntimeError("equal to nothing")


class AnswersNonsense:
    def __call__(self, state):
        return Nameless()


class BadError(Exception):
    def __str__(self):
        sys.exit(3)


class RaisesNonsense:
    def __call__(self, state):
        raise BadError


class Scribbles:
    """On whatever is open."""

    def __call__(self, state):
        for descriptor in range(3, 20):
            with contextlib.suppress(OSError):
                os.write(descriptor, b"\xff\xfe nonsense\n")
        return state.moves()[0]


class Floods:
    def __call__(self, state):
        for descriptor in range(3, 20):
            with contextlib.suppress(OSError):
                while True:
                    os.write(descriptor, b"x" * 100_000)
        return state.moves()[0]


class ClosesAll:
    def __call__(self, state):
        os.closerange(0, 1000)
        return state.moves()[0]


class Threads:
    """Twenty of them, none of which ends."""

    def __call__(self, state):
        for _ in range(20):
            threading.Thread(target=time.sleep, args=(1000,)).start()
        time.sleep(1000)


class Eats:
    def __call__(self, state):
        held = []
        while True:
            held.append(bytearray(10_000_000))


class Forks:
    """Leaves somebody behind in a session of its own, with nothing in its environment."""

    def __call__(self, state):
        word = next(each for each in sys.argv if ":" in each)
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)", word], start_new_session=True, env={})
        os._exit(1)


class Pleads(zermelo.Player):
    """Calls it an accident, so that the game does not count."""

    def __call__(self, state):
        raise Left("nobody's fault")


class Judges(zermelo.Player):
    """Calls the game off as if it were the referee."""

    def __call__(self, state):
        raise Forfeit(Ending.ABORTED, "called off")


class TakesBack(zermelo.Player):
    """For ever, so that the game never ends."""

    def __call__(self, state):
        if state.turn == 0 and len(self.history) < 2:
            return state.moves()[0]
        raise TakeBack


class Searches:
    """Looks for the referee in its own process, and for the opponent."""

    def __call__(self, state):
        for found in gc.get_objects():
            if type(found).__name__ in ("OneGame", "Times", "Tournament"):
                found.__dict__.clear()
        return "resign please"
