"""A count of moves without progress: it ends the game, but a position comes back whatever the count says."""

import zermelo


class Whole(zermelo.Game):
    """Two players pull a token to their end of a line. Each has two heaves, of two steps at once; ten moves without a
    heave are a draw."""

    initial = (4, 0, 2, 2, 0)  # where the token is on 0 … 8, who moves, heaves left to each, moves since the last heave
    players = ("right", "left")
    repetition = 3  # a position seen three times is a draw
    max_plies = 60

    def turn(self, state):
        place, mover, *_, quiet = state
        return zermelo.OVER if place in (0, 8) or quiet == 10 else mover

    def moves(self, state):
        yield from ("left", "right")
        if state[2 + state[1]]:
            yield "heave"

    def play(self, state, move):
        place, mover, *heaves, quiet = state
        if move == "heave":
            heaves[mover] -= 1
            return max(0, min(8, place + (2 if mover == 0 else -2))), 1 - mover, *heaves, 0
        return place + (1 if move == "right" else -1), 1 - mover, *heaves, quiet + 1

    def payoff(self, state, player):
        if 0 < state[0] < 8:
            return 0
        return 1 if (state[0] == 8) == (player == 0) else -1


class Heave(Whole):
    """The same with the rule as it is meant: all but the count has to come back."""

    def repetition_key(self, state):
        return state[:4]

    def table_key(self, state):  # a table tells only late counts apart
        return *state[:4], max(0, state[4] - 6)


def main():
    for game in (Whole, Heave):
        result = zermelo.search(zermelo.start(game), method="alphabeta", depth=12)
        print(f"{game.__name__}: {result.move}, {result.score}, {result.nodes:,} nodes")
    players = [lambda state: "right", lambda state: "left"]
    for game in (Whole, Heave):
        record = zermelo.play(zermelo.start(game), players)
        print(f"{game.__name__}: over after {len(record.moves)} moves by {record.ending}")
    result = zermelo.search(zermelo.start(Heave), depth=12)
    print(f"with a table: {result.score}, {result.nodes:,} nodes; {result.note}")


if __name__ == "__main__":
    main()
