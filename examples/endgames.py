"""Every position of Dodgem (Vout 1972) from the ends back: who wins, and how far it is.

Two cars each on 3 x 3 squares. Player 0's leave to the right, player 1's at the top; they may not go back. Whoever has
brought both out wins, and so does whoever cannot move. Cars can go to and fro, so a search to a depth proves little.
"""

from collections.abc import Iterator

import zermelo
from zermelo import OVER

State = tuple[str, int]  # the squares row by row, who moves
WAYS = (((0, 1), (-1, 0), (1, 0)), ((-1, 0), (0, -1), (0, 1)))  # down and right, for each player


class Dodgem(zermelo.Game):
    initial = ("0..0...11", 0)
    repetition = 3

    def turn(self, state: State) -> int:
        squares, player = state
        return OVER if str(1 - player) not in squares or not any(self.moves(state)) else player

    def moves(self, state: State) -> Iterator[tuple[int, int]]:
        squares, player = state
        for i in range(9):
            for down, right in WAYS[player] if squares[i] == str(player) else ():
                row, column = i // 3 + down, i % 3 + right
                if (column == 3 and player == 0) or (row < 0 and player == 1):
                    yield i, -1  # off the board
                elif 0 <= row < 3 and 0 <= column < 3 and squares[3 * row + column] == ".":
                    yield i, 3 * row + column

    def play(self, state: State, move: tuple[int, int]) -> State:
        squares = list(state[0])
        squares[move[0]] = "."
        if move[1] >= 0:
            squares[move[1]] = str(state[1])
        return "".join(squares), 1 - state[1]

    def payoff(self, state: State, player: int) -> int:
        out = str(1 - state[1]) not in state[0]
        return 1 if player == (1 - state[1] if out else state[1]) else -1


def main() -> None:
    state = zermelo.start(Dodgem)
    table = zermelo.endgames(state)
    tally = table.tally
    print(f"{len(table)} positions: {tally.wins} won, {tally.draws} drawn, {tally.losses} lost")
    print(f"the start: {table.value(state):+.0f} in {table.distance(state)} plies")
    while not state.is_over:
        state = state.play(table.best(state))
    print(f"played by the table: {state.payoff(0):+.0f}")
    print(zermelo.search(zermelo.start(Dodgem), depth=1, endgames=table).score)
    print(zermelo.solve(zermelo.start(Dodgem)).note)


if __name__ == "__main__":
    main()
