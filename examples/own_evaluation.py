"""An evaluation of your own: a weighted sum of features, given to the search as eval=."""

import zermelo
from zermelo.linear import Linear


def centre(state, player):
    """Stones in the middle column, the player's minus the opponent's."""
    column = state.text.replace("/", "")[3::7]
    return column.count("XO"[player]) - column.count("XO"[1 - player])


def pairs(state, player):
    """Stones side by side, the player's minus the opponent's."""
    return state.text.count("XO"[player] * 2) - state.text.count("XO"[1 - player] * 2)


state = zermelo.start("connect4", "2233")
for evaluation in (Linear([1], [centre]), Linear([1], [pairs]), Linear([3, 1], [centre, pairs])):
    result = zermelo.search(state, method="alphabeta", depth=2, eval=evaluation)
    print(f"{evaluation!r:20} column {result.move}, value {result.score}, {result.counts.evaluations} positions judged")
