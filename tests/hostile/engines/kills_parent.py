"""Kills whoever has started it, if it can."""

import contextlib
import os
import signal

with contextlib.suppress(OSError):
    os.kill(os.getppid(), signal.SIGKILL)
os._exit(7)
