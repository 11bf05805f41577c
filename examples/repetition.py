"""A game in which positions come back: a token on a line, each player pulls it one step towards an end or back."""

import zermelo


class Tug(zermelo.Game):
    initial = (3, 0)  # where the token is on 0 … 6, and who moves
    players = ("right", "left")
    repetition = 3  # a position seen three times is a draw
    max_plies = 100

    def turn(self, state):
        return zermelo.OVER if state[0] in (0, 6) else state[1]

    def moves(self, state):
        return ("left", "right")

    def play(self, state, move):
        return state[0] + (1 if move == "right" else -1), 1 - state[1]

    def payoff(self, state, player):
        return 1 if (state[0] == 6) == (player == 0) else -1


def main():
    for place in range(1, 6):
        result = zermelo.search(zermelo.start(Tug, (place, 0)), depth=12)
        print(f"token at {place}, right to move: pull {result.move}, {result.score}")


if __name__ == "__main__":
    main()
