"""Leaves children behind, which hold its output open."""

import os
import sys

for _ in range(5):
    if os.fork() == 0:
        os.execv("/bin/sleep", [sys.argv[1], "600"])
sys.exit(0)
