"""Time limits: so many seconds for a move, or a clock for the whole game that each move takes its share of."""

import time

import zermelo

state = zermelo.start("mnk", m=5, n=5, k=4)
result = zermelo.search(state, seconds=0.1)
print(f"a tenth of a second: move {result.move}, value {result.score}; stopped by {result.stopped}")

left = [2.0, 2.0]  # seconds for the whole game, for each player
while not state.is_over and min(left) > 0:
    player, began = state.turn, time.perf_counter()
    state = state.play(zermelo.search(state, clock=zermelo.Clock(left[player], increment=0.01)).move)
    left[player] += 0.01 - (time.perf_counter() - began)
print("the game is over;", "nobody has run out of time" if min(left) > 0 else "one player's time is up")
