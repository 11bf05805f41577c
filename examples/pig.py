"""Pig: roll a die as often as you dare; a 1 loses what the turn has brought. A game with dice in twenty lines."""

import zermelo
from zermelo import CHANCE, OVER


class Pig(zermelo.Game):
    goal, initial = 50, (0, 0, 0, 0, "choose")  # points of both, who moves, points of this turn, what comes next
    chance = True
    max_plies = 400

    def turn(self, state):
        return OVER if max(state[:2]) >= self.goal else CHANCE if state[4] == "roll" else state[2]

    def moves(self, state):
        return range(1, 7) if state[4] == "roll" else ("roll", "hold") if state[3] else ("roll",)

    def odds(self, state, face):
        return 1 / 6

    def play(self, state, move):
        first, second, player, turn, _ = state
        if move == "roll":
            return first, second, player, turn, "roll"
        if move == 1:
            return first, second, 1 - player, 0, "choose"
        if move != "hold":
            return first, second, player, turn + move, "choose"
        points = [first, second]
        points[player] += turn
        return *points, 1 - player, 0, "choose"

    def payoff(self, state, player):
        return 1 if state[player] >= self.goal else -1

    def evaluate(self, state, player):
        ahead = state[player] - state[1 - player] + (state[3] if state[2] == player else -state[3])
        return max(-0.9, min(0.9, ahead / self.goal))


def main():
    for turn in (5, 10, 15, 20, 25, 30):
        result = zermelo.search(zermelo.start(Pig, (0, 0, 0, turn, "choose")), depth=5)
        print(f"{turn:2} points in this turn: {result.move} ({result.score})")


if __name__ == "__main__":
    main()
