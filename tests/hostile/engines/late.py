"""Answers rightly, but after its time."""

import time

time.sleep(1.5)
print("4 6", flush=True)
time.sleep(600)
