"""The command line: `zermelo play connect4`, `zermelo analyze tictactoe`, …

Data goes to standard output, everything else to standard error. Exit codes: 0 done, 1 the answer is no, 2 bad usage or
position, 3 an engine or a user's game failed, 4 an optional extra is missing, 130 interrupted.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> None:
    """Runs the command line and ends the process with its exit code. No traceback reaches a user."""
    try:
        from zermelo.cli.commands import run  # inside, so that Ctrl-C is met while it loads

        code = run(arguments)
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)
