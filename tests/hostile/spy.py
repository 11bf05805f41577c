"""A program that looks for canaries wherever it can, and says what it found; then it loses."""

import glob
import os
import socket
import sys

found = []
for top in [each for pattern in sys.argv[1:] for each in glob.glob(pattern)]:
    for folder, _, names in os.walk(top, followlinks=False):
        for name in names:
            try:
                with open(os.path.join(folder, name), "rb") as file:
                    if b"CANARY-" + b"7f3a" in file.read(100_000):
                        found.append(os.path.join(folder, name))
            except OSError:
                pass
for pid in filter(str.isdigit, os.listdir("/proc")):
    for part in ("environ", "cmdline"):
        try:
            with open(f"/proc/{pid}/{part}", "rb") as file:
                if b"CANARY-" + b"7f3a" in file.read():
                    found.append(f"/proc/{pid}/{part}")
        except OSError:
            pass
    try:
        with open(f"/proc/{pid}/mem", "rb") as file:
            if int(pid) not in (os.getpid(), os.getppid()):
                found.append(f"/proc/{pid}/mem")
    except OSError:
        pass
for port in [each[5:] for each in sys.argv if each.startswith("port=")]:
    try:
        socket.create_connection(("127.0.0.1", int(port)), 5)
        found.append("network")
    except OSError:
        pass
print("spied:", *found, file=sys.stderr, flush=True)
