"""A subtraction game: take 1, 2 or 3 of 21 stones, the last one wins. Which numbers are lost for the player to move?"""

import zermelo


class Subtraction(zermelo.Game):
    initial = (21, 0)  # stones, who moves
    max_plies = 21
    small = True

    def turn(self, state):
        return state[1] if state[0] else zermelo.OVER

    def moves(self, state):
        yield from range(1, min(3, state[0]) + 1)

    def play(self, state, move):
        return state[0] - move, 1 - state[1]

    def payoff(self, state, player):
        return -1 if player == state[1] else 1


def main():
    game = Subtraction()
    lost = [n for n in range(1, 22) if zermelo.solve(game.start((n, 0))).score.outcome == "loss"]
    print("lost for the player to move:", lost)
    print("with 21 stones:", zermelo.solve(game.start()))


if __name__ == "__main__":
    main()
