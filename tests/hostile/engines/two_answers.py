"""Moves twice at once."""

import time

print("4 6\n6 4", flush=True)
time.sleep(600)
