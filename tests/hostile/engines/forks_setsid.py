"""Leaves children behind that have left session, parent and environment."""

import os
import sys
import time

for _ in range(5):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for stream in (0, 1, 2):
                os.close(stream)
            os.execve("/bin/sleep", [sys.argv[1], "600"], {})
        os._exit(0)
time.sleep(600)
