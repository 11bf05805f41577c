"""Cannot be asked to end."""

import contextlib
import signal
import time

for each in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
    with contextlib.suppress(OSError, ValueError):
        signal.signal(each, signal.SIG_IGN)
while True:
    time.sleep(10)
