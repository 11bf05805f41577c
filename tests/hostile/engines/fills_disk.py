"""Writes files wherever it can."""

import contextlib
import itertools
import os
import time

for number in itertools.count():
    written = 0
    for folder in (os.getcwd(), os.path.expanduser("~"), "/tmp", "/var/tmp", "/dev/shm"):
        with contextlib.suppress(OSError), open(os.path.join(folder, f"hostile-{number}"), "wb") as file:
            written += file.write(bytes(1_000_000))
    if not written or number == 200:
        time.sleep(600)
