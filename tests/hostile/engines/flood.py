"""Writes as many lines as it can."""

while True:
    print("# " + "x" * 1000)
