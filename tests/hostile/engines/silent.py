"""Never answers."""

import time

while True:
    time.sleep(10)
