"""One position, every method: the value is always the same, the work is not."""

import zermelo

state = zermelo.start("connect4")
print(f"{'method':16} {'nodes':>9}  value  move")
for method in zermelo.METHODS:
    result = zermelo.search(state, method=method, depth=7)
    print(f"{method:16} {result.nodes:9,}  {result.score!s:>5}  {result.move}")
