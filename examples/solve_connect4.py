"""Connect Four solved exactly: the small boards from the start, the usual one from a position."""

import zermelo

for width, height in ((4, 4), (5, 4), (6, 4), (5, 5)):
    result = zermelo.solve(zermelo.start("connect4", width=width, height=height))
    print(f"{width} x {height}: {result.score}, best first move {result.move}")

state = zermelo.start("connect4", "4443455")  # the columns played so far
print(zermelo.all_games()["connect4"].board(state))
for line in zermelo.solve(state, best="all").lines:
    print(f"column {line.move}: {line.score}")
