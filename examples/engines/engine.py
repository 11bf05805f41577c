"""An engine for Othello in the course's protocol: it takes the move that turns most discs, corners first."""

import sys

BLACK, WHITE = "X", "O"
AROUND = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
CORNERS = {(1, 1), (1, 8), (8, 1), (8, 8)}

# Squares are (column, row): columns count from the left, rows from below.
board = {(4, 5): WHITE, (5, 4): WHITE, (5, 5): BLACK, (4, 4): BLACK}


def other(color):
    return WHITE if color == BLACK else BLACK


def turned(square, color):
    """The discs that a move turns over; none if it is not legal."""
    if square in board:
        return []
    found = []
    for x, y in AROUND:
        line, at = [], (square[0] + x, square[1] + y)
        while board.get(at) == other(color):
            line.append(at)
            at = (at[0] + x, at[1] + y)
        if board.get(at) == color:
            found += line
    return found


def play(square, color):
    for each in [*turned(square, color), square]:
        board[each] = color


def legal(color):
    squares = [(column, row) for column in range(1, 9) for row in range(1, 9)]
    return [square for square in squares if turned(square, color)]


def answer(color):
    """Writes a move, or `pass`; nothing when the game is over."""
    if legal(color):
        best = max(legal(color), key=lambda square: (square in CORNERS, len(turned(square, color))))
        play(best, color)
        print(*best, flush=True)
    elif legal(other(color)):
        print("pass", flush=True)


me = None
for line in sys.stdin:
    words = line.split("#")[0].lower().split()
    if words in (["black"], ["white"]):
        me = BLACK if words == ["black"] else WHITE
        if me == BLACK:
            answer(me)
    elif words:
        me = me or WHITE
        if words != ["pass"]:
            play((int(words[0]), int(words[1])), other(me))
        answer(me)
