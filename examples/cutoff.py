"""Where to stop looking: a depth, or any question about the position. Here: not while somebody can win at once."""

import zermelo


def can_win(state):
    """Does the player to move have a move that wins?"""
    after = (state.play(move) for move in state.moves())
    return any(child.is_over and child.payoff(state.turn) > 0 for child in after)


def quiet(state, ply):
    return ply >= 6 or (ply >= 2 and not can_win(state))


state = zermelo.start("connect4", ".O.../.X.../.OO../.XX..", width=5, height=4)
for name, result in {
    "two plies": zermelo.search(state, method="alphabeta", depth=2),
    "until it is quiet": zermelo.search(state, method="alphabeta", cutoff=quiet),
    "the whole game": zermelo.solve(state),
}.items():
    print(f"{name:18} column {result.move}  {result.score!s:8} {result.nodes:4} nodes")
