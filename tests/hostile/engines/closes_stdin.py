"""Moves once and does not listen any more."""

import os
import time

os.close(0)
print("4 6", flush=True)
time.sleep(600)
