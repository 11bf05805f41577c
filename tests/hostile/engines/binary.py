"""Answers with bytes that are no text."""

import os
import time

os.write(1, bytes(each for each in range(256) if each != 10) + b"\n")
time.sleep(600)
