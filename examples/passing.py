"""A game with passes and points: play a card higher than the last one, or pass if you have none."""

import zermelo


class Higher(zermelo.Game):
    initial = ((1, 4, 6), (2, 3, 7), 0, 0, 0, 0)  # both hands, the last card, points so far, passes, who moves
    payoffs = "points"  # the amount matters, not only who has more
    max_plies = 8
    small = True

    def turn(self, state):
        return zermelo.OVER if state[4] == 2 else state[5]

    def moves(self, state):
        return [card for card in state[state[5]] if card > state[2]] or ["pass"]

    def play(self, state, move):
        first, second, top, points, passes, player = state
        if move == "pass":
            return first, second, top, points, passes + 1, 1 - player
        hands = [tuple(card for card in hand if card != move) for hand in (first, second)]
        return *hands, move, points + (move if player == 0 else -move), 0, 1 - player

    def payoff(self, state, player):
        return state[3] if player == 0 else -state[3]


def main():
    result = zermelo.search(zermelo.start(Higher), method="alphabeta")
    print("best play:", *result.line)
    print("the first player gets", result.score, "points more than the second")


if __name__ == "__main__":
    main()
