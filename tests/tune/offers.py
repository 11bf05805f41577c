"""A game for tests: its evaluation has a number whose best value is known."""

import zermelo


class Offers(zermelo.Game):
    """Sixteen times, the player on move takes one of three offers of apples and pears. A pear is worth two apples. The
    evaluation does not know that: it takes `worth` for it."""

    initial = (0, 0, 0)  # offers made, what player 0 has more of apples and of pears
    max_plies = 16
    worth = 0.25
    apple = 1
    idle = 1

    def turn(self, state):
        return state[0] % 2 if state[0] < 16 else zermelo.OVER

    def moves(self, state):
        return (0, 1, 2)

    def play(self, state, move):
        made, apples, pears = state
        sign = 1 - 2 * (made % 2)
        mixed = made * 7919 + (apples + 500) * 104729 + (pears + 500) * 1299709 + move * 15485863
        mixed = (mixed ^ mixed >> 15) * 0x2C1B3C6D % 2**32
        mixed = (mixed ^ mixed >> 12) * 0x297A2D39 % 2**32 >> 8
        return made + 1, apples + sign * (mixed % 16), pears + sign * (mixed // 16 % 16)

    def payoff(self, state, player):
        value = (state[1] + 2 * state[2]) * (1 - 2 * player)
        return (value > 0) - (value < 0)

    def evaluate(self, state, player):
        return (self.apple * state[1] + self.worth * state[2]) * (1 - 2 * player)
