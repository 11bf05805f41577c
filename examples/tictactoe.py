"""Tic-tac-toe written in Python, and the same searches of it and of the built-in one: equal values, equal nodes."""

import zermelo

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class TicTacToe(zermelo.Game):
    initial = "........."
    players = ("X", "O")
    max_plies = 9
    small = True

    def turn(self, state):
        if "." not in state or self.winner(state):
            return zermelo.OVER
        return state.count("X") - state.count("O")

    def moves(self, state):
        return [i for i in range(9) if state[i] == "."]

    def play(self, state, move):
        return state[:move] + self.players[self.turn(state)] + state[move + 1 :]

    def payoff(self, state, player):
        winner = self.winner(state)
        return 0 if winner is None else 1 if winner == self.players[player] else -1

    def winner(self, state):
        for a, b, c in LINES:
            if state[a] == state[b] == state[c] != ".":
                return state[a]
        return None

    def evaluate(self, state, player):
        """Lines still open for the player minus lines open for the opponent."""
        mine, yours = self.players[player], self.players[1 - player]
        rows = [state[a] + state[b] + state[c] for a, b, c in LINES]
        return sum((yours not in row) - (mine not in row) for row in rows)


def main():
    own, native = zermelo.start(TicTacToe), zermelo.start("tictactoe")
    for method in ("alphabeta", "alphabeta+table", "scout"):
        mine, theirs = zermelo.search(own, method=method), zermelo.search(native, method=method)
        print(f"{method:16} {mine.score}, {mine.nodes:6,} nodes   built in: {theirs.score}, {theirs.nodes:6,} nodes")
    print("two plies deep:", zermelo.search(own, method="minimax", depth=2).score)


if __name__ == "__main__":
    main()
