"""Games written in Python, as a student would write them: checked as they are, and with one-line bugs put in.

Each class stands alone, so that its source can be changed and run again. `KNOWN` are facts that hold for the right
rules: sequences of 1, 2, … moves, the size of the tree, the value of the start for the player who begins (None: not
asked).
"""

from __future__ import annotations

from zermelo import CHANCE, OVER, Game


class TicTacToe(Game):
    initial = ("." * 9, 0)
    small = True
    max_plies = 9

    def turn(self, state):
        board, mover = state
        return OVER if self.winner(board) is not None or "." not in board else mover

    def moves(self, state):
        for cell in range(9):
            if state[0][cell] == ".":
                yield cell

    def play(self, state, move):
        board, mover = state
        return board[:move] + "XO"[mover] + board[move + 1 :], 1 - mover

    def payoff(self, state, player):
        winner = self.winner(state[0])
        if winner is None:
            return 0
        return 1 if winner == player else -1

    def winner(self, board):
        lines = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
        for a, b, c in lines:
            if board[a] != "." and board[a] == board[b] and board[b] == board[c]:
                return "XO".index(board[a])
        return None

    def canonical(self, state):
        board, mover = state
        turned = [board]
        for _ in range(3):
            last = turned[-1]
            turned.append("".join(last[6 - 3 * (i % 3) + i // 3] for i in range(9)))
        mirrored = [b[2::-1] + b[5:2:-1] + b[8:5:-1] for b in turned]
        return min(turned + mirrored), mover

    def name(self, state, move):
        return "abc"[move % 3] + str(move // 3 + 1)


class ConnectFour(Game):
    """5 columns, 4 rows; a state is the columns from the bottom, and who moves."""

    initial = ("", "", "", "", "", 0)
    max_plies = 20

    def turn(self, state):
        if self.winner(state) is not None or all(len(column) == 4 for column in state[:5]):
            return OVER
        return state[5]

    def moves(self, state):
        for column in range(5):
            if len(state[column]) < 4:
                yield column

    def play(self, state, move):
        columns = list(state[:5])
        columns[move] += "XO"[state[5]]
        return (*columns, 1 - state[5])

    def payoff(self, state, player):
        winner = self.winner(state)
        if winner is None:
            return 0
        return 1 if winner == player else -1

    def at(self, state, x, y):
        return state[x][y] if 0 <= x < 5 and 0 <= y < len(state[x]) else "."

    def winner(self, state):
        for x in range(5):
            for y in range(len(state[x])):
                for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    run = {self.at(state, x + i * dx, y + i * dy) for i in range(4)}
                    if len(run) == 1 and "." not in run:
                        return "XO".index(run.pop())
        return None

    def canonical(self, state):
        return min(state, (*state[4::-1], state[5]))

    def evaluate(self, state, player):
        middle = state[2]
        return (middle.count("X") - middle.count("O")) * (1 if player == 0 else -1)

    def text(self, state):
        return "/".join(state[:5]) + " " + str(state[5])

    def parse(self, text):
        board, mover = text.split(" ")
        columns = board.split("/")
        if len(columns) != 5 or mover not in ("0", "1") or not set("".join(columns)) <= set("XO"):
            raise ValueError("expected five columns of X and O, then who moves")
        if any(len(column) > 4 for column in columns):
            raise ValueError("a column holds four stones")
        return (*columns, int(mover))


class Nim(Game):
    """Heaps of 3, 4 and 5; who takes the last stone wins."""

    initial = (3, 4, 5, 0)
    max_plies = 12
    small = True

    def turn(self, state):
        return OVER if sum(state[:3]) == 0 else state[3]

    def moves(self, state):
        for heap in range(3):
            for take in range(1, state[heap] + 1):
                yield heap, take

    def play(self, state, move):
        heap, take = move
        heaps = list(state[:3])
        heaps[heap] -= take
        return (*heaps, 1 - state[3])

    def payoff(self, state, player):
        return -1 if player == state[3] else 1

    def canonical(self, state):
        return (*sorted(state[:3]), state[3])

    def name(self, state, move):
        return f"{'ABC'[move[0]]}-{move[1]}"


class Subtraction(Game):
    """From 21, take 1, 2 or 3; who cannot move loses. Whoever is to move on a multiple of 4 loses."""

    initial = (21, 0)
    max_plies = 21
    small = True

    def turn(self, state):
        return state[1] if state[0] > 0 else OVER

    def moves(self, state):
        for take in (1, 2, 3):
            if take <= state[0]:
                yield take

    def play(self, state, move):
        return state[0] - move, 1 - state[1]

    def payoff(self, state, player):
        return -1 if player == state[1] else 1


class Hop(Game):
    """Two runners on seven fields go 1 or 3; one who is blocked must pass. The first at the far end wins."""

    initial = (1, 6, 0)
    max_plies = 40

    def turn(self, state):
        if state[0] == 6 or state[1] == 0:
            return OVER
        return state[2]

    def moves(self, state):
        step = 1 if state[2] == 0 else -1
        here, other = state[state[2]], state[1 - state[2]]
        found = False
        for length in (1, 3):
            to = here + step * length
            if 0 <= to <= 6 and to != other:
                found = True
                yield length
        if not found:
            yield 0

    def play(self, state, move):
        runners = [state[0], state[1]]
        runners[state[2]] += move if state[2] == 0 else -move
        return (runners[0], runners[1], 1 - state[2])

    def payoff(self, state, player):
        winner = 0 if state[0] == 6 else 1
        return 1 if winner == player else -1


class Stroll(Game):
    """Two on a ring of five fields step forward or back; after six steps nobody has won. The count never comes back."""

    initial = (0, 0, 0)
    repetition = 3
    max_plies = 6

    def turn(self, state):
        return OVER if state[2] == 6 else state[1]

    def moves(self, state):
        yield from (1, 4)

    def play(self, state, move):
        return (state[0] + move) % 5, 1 - state[1], state[2] + 1

    def payoff(self, state, player):
        return 0

    def repetition_key(self, state):
        return state[:2]

    table_key = repetition_key


class Race(Game):
    """A die decides how far one moves: to 10 exactly, or stay. Chance comes before every move."""

    initial = (0, 0, 0, 0)
    chance = True
    max_plies = 400

    def turn(self, state):
        if max(state[0], state[1]) >= 10:
            return OVER
        return CHANCE if state[3] == 0 else state[2]

    def moves(self, state):
        if state[3] == 0:
            yield from (1, 2, 3)
        else:
            yield from ("go", "double")

    def odds(self, state, move):
        return {1: 0.5, 2: 0.25, 3: 0.25}[move]

    def play(self, state, move):
        if state[3] == 0:
            return (state[0], state[1], state[2], move)
        places = [state[0], state[1]]
        places[state[2]] += state[3] * (2 if move == "double" else 1)
        return (places[0], places[1], 1 - state[2], 0)

    def payoff(self, state, player):
        return 1 if state[player] >= 10 else -1


# (depth, then nodes, games, first wins, second wins, draws of the tree down to it) by other means than these classes:
# published counts (tic-tac-toe), the native game (Connect Four), closed formulas (Nim, Subtraction) and a count level
# by level over dictionaries (Hop, Race).
KNOWN = {
    TicTacToe: {"perft": [9, 72, 504, 3024], "tree": (9, 549_946, 255_168, 131_184, 77_904, 46_080), "value": 0},
    ConnectFour: {"perft": [5, 25, 125, 625], "tree": (7, 95_701, 1_472, 1_472, 0, 0), "value": None},
    Nim: {"perft": [12, 113, 810, 4338], "tree": (6, 76_212, 6_704, 986, 5_718, 0), "value": 1},
    Subtraction: {"perft": [3, 9, 27, 81, 243], "tree": (9, 27_972, 1_667, 1_555, 112, 0), "value": 1},
    Hop: {"perft": [2, 4, 4, 7, 6], "tree": (40, 29, 8, 5, 3, 0), "value": None},
    Race: {"perft": [3, 6, 18, 36, 108], "tree": (12, 49_690, 11_477, 2_361, 9_116, 0), "value": None},
}
