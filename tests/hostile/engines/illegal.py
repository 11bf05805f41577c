"""Plays a corner that it may not take."""

import time

print("1 8", flush=True)
time.sleep(600)
