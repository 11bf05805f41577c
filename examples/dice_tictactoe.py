"""Tic-tac-toe with a die that says in which column the stone goes. The rules of the board are the built-in ones."""

import zermelo
from zermelo import CHANCE, OVER


class DiceTicTacToe(zermelo.Game):
    title = "dice tic-tac-toe"
    initial = (".../.../...", "")  # the board as the built-in game writes it, and the column that was rolled
    players = ("X", "O")
    chance = small = True
    max_plies = 18

    def board_of(self, state):
        return zermelo.start("tictactoe", state[0])

    def turn(self, state):
        board = self.board_of(state)
        return OVER if board.is_over else board.turn if state[1] else CHANCE

    def moves(self, state):
        squares = self.board_of(state).moves()
        columns = sorted({square[0] for square in squares})
        return columns if not state[1] else [square for square in squares if square[0] == state[1]]

    def odds(self, state, column):
        return 1 / len(self.moves(state))  # a full column is rolled again

    def play(self, state, move):
        if not state[1]:
            return state[0], move
        return self.board_of(state).play(move).text, ""

    def payoff(self, state, player):
        return self.board_of(state).payoff(player)


def main():
    state = zermelo.start(DiceTicTacToe, ("X../.O./...", ""))
    for method in ("expectiminimax", "expectiminimax+star1", "expectiminimax+star2"):
        result = zermelo.search(state, method=method)
        print(f"{method:21} value for X {result.score.value:.4f}, {result.nodes:6,} nodes")
    for line in result.lines:
        print(f"  column {line.move}: {line.score.value:.4f}")


if __name__ == "__main__":
    main()
