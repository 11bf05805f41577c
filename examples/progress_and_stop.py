"""Watching a search deepen, and ending it from another thread."""

import threading

import zermelo

state = zermelo.start("connect4")
stop = zermelo.Stop()
threading.Timer(0.3, stop.set).start()

result = zermelo.search(
    state,
    depth=42,
    solver=False,  # the exact solver would take over otherwise
    stop=stop,
    progress=lambda so_far: print(f"depth {so_far.depth:2}: {so_far.score!s:>3}  {' '.join(so_far.line)}"),
)
print(f"stopped: {result.stopped}, move {result.move}")
