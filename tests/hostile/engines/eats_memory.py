"""Takes memory until there is none."""

import time

eaten = []
while True:
    try:
        eaten.append(bytearray(b"x" * 10_000_000))
    except MemoryError:
        time.sleep(600)
