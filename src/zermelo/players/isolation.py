"""How far a program is trusted: what it may use, and what is kept from it (docs/isolation.md).

The work is done by protocols/supervisor.py, a small program between us and the other one.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

SUPERVISOR = Path(__file__).with_name("protocols") / "supervisor.py"
PASSED_ON = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "SYSTEMROOT")  # of our environment, to a stranger
SOCKETS = "/run"  # where services of the machine listen


@dataclass(frozen=True)
class Isolation:
    """What a program may do. Whatever it is, all its processes end with it.

    With `sandbox` it is a stranger: no network, no other processes in sight, files read-only except for a scratch
    folder of `file_mb` in memory and the folders in `write`, the folders in `hide` empty except for those in `show`,
    and of our environment only the path and the language; as far as the system allows. Limits of 0 are none: megabytes
    of memory (all its processes together), seconds of processor time (each process), megabytes of a file, megabytes in
    the folders in `write` together, processes.
    """

    sandbox: bool = False
    memory_mb: int = 0
    cpu_seconds: int = 0
    file_mb: int = 0
    written_mb: int = 0
    processes: int = 0
    hide: tuple[str, ...] = ()
    show: tuple[str, ...] = ()
    write: tuple[str, ...] = ()

    def supervisor(self, lifeline: int, scratch: str) -> list[str]:
        """The beginning of a command that runs a program in this way."""
        words = [f"memory_mb={self.memory_mb}", f"cpu_seconds={self.cpu_seconds}"]
        words += [f"file_mb={self.file_mb}", f"written_mb={self.written_mb}", f"processes={self.processes}"]
        if self.sandbox:
            hidden = () if os.path.exists("/run/current-system") else (SOCKETS,)  # there programs live in it
            words += ["sandbox=1", *([f"scratch={scratch}"] if scratch else [])]
            words += [f"hide={os.path.realpath(path)}" for path in (*hidden, *self.hide)]
            words += [f"show={os.path.realpath(path)}" for path in self.show]
            words += [f"write={os.path.realpath(path)}" for path in self.write]
        return [sys.executable, "-I", "-S", str(SUPERVISOR), f"lifeline={lifeline}", *words, "--"]

    def environment(self, scratch: str) -> dict[str, str]:
        """What the program finds in its environment."""
        if not self.sandbox:
            return dict(os.environ)
        known = {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        return {**known, "HOME": scratch, "TMPDIR": scratch, "PYTHONDONTWRITEBYTECODE": "1"}


OWN = Isolation()  # a program of the user's own
STRANGER = Isolation(sandbox=True, memory_mb=1024, cpu_seconds=3600, file_mb=64, processes=64)
