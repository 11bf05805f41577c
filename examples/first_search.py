"""The first search: a position, the best move, its value, and the line both sides should play."""

import zermelo

state = zermelo.start("tictactoe").play("a1").play("b1")  # X in the corner, O beside it
result = zermelo.search(state)

print(zermelo.all_games()["tictactoe"].board(state))
print("best move:", result.move)
print("value for", state.info.players[state.turn] + ":", result.score)
print("play:", " ".join(result.line))
