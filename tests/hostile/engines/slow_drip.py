"""Says something every 50 ms, and never a move."""

import time

while True:
    print("# wait, I am thinking", flush=True)
    time.sleep(0.05)
