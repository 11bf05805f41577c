"""Small games whose values are known, in a few lines of plain Python each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

import zermelo
from zermelo import OVER

Board = tuple[str, int]  # the squares row by row, and who moves


class Rows(zermelo.Game):
    """Pawns on a board: player 0 moves down, player 1 up; who has no move has lost."""

    initial = ("", 0)
    max_plies = 200
    width, height = 3, 3

    def __init__(self, width: int, height: int, rows: int = 1) -> None:
        self.width, self.height, empty = width, height, "." * width * (height - 2 * rows)
        self.initial = ("0" * width * rows + empty + "1" * width * rows, 0)

    def last_row(self, board: str, player: int) -> str:
        return board[-self.width :] if player == 0 else board[: self.width]

    def won(self, state: Board) -> bool:
        """Whether the player who moved last has won."""
        board, player = state
        return str(1 - player) in self.last_row(board, 1 - player) or str(player) not in board

    def turn(self, state: Board) -> int:
        return OVER if self.won(state) or not list(self.steps(state)) else state[1]

    def moves(self, state: Board) -> Iterator[tuple[int, int]]:
        return self.steps(state)

    def straight(self, state: Board) -> Iterator[tuple[int, int]]:
        board, player = state
        ahead = self.width if player == 0 else -self.width
        for i, piece in enumerate(board):
            if piece == str(player) and 0 <= i + ahead < len(board) and board[i + ahead] == ".":
                yield i, i + ahead

    def diagonal(self, state: Board, onto: str) -> Iterator[tuple[int, int]]:
        board, player = state
        ahead = self.width if player == 0 else -self.width
        for i, piece in enumerate(board):
            for side in (-1, 1):
                to = i + ahead + side
                inside = 0 <= i % self.width + side < self.width and 0 <= to < len(board)
                if piece == str(player) and inside and board[to] in onto:
                    yield i, to

    def steps(self, state: Board) -> Iterator[tuple[int, int]]:
        raise NotImplementedError

    def play(self, state: Board, move: tuple[int, int]) -> Board:
        board = list(state[0])
        board[move[1]], board[move[0]] = board[move[0]], "."
        return "".join(board), 1 - state[1]

    def payoff(self, state: Board, player: int) -> int:
        return -1 if player == state[1] else 1  # over is what the other one has won, or no move


class Hexapawn(Rows):
    """Gardner 1962: pawns of chess, without the double step."""

    def steps(self, state: Board) -> Iterator[tuple[int, int]]:
        yield from self.straight(state)
        yield from self.diagonal(state, str(1 - state[1]))


class Breakthrough(Rows):
    """Troyka 2000: two rows of pawns that also step diagonally."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height, 2)

    def steps(self, state: Board) -> Iterator[tuple[int, int]]:
        yield from self.straight(state)
        yield from self.diagonal(state, "." + str(1 - state[1]))


class Dodgem(zermelo.Game):
    """Vout 1972: cars leave the board, player 0's to the right, player 1's at the top; who is blocked has won."""

    initial = ("", 0)
    repetition = 3
    size = 3

    def __init__(self, size: int) -> None:
        self.size = size
        rows = ["0" + "." * (size - 1)] * (size - 1) + ["." + "1" * (size - 1)]
        self.initial = ("".join(rows), 0)

    def steps(self, state: Board) -> Iterator[tuple[int, int]]:
        """From where to where; -1: off the board."""
        board, player = state
        n = self.size
        ways = ((0, 1), (-1, 0), (1, 0)) if player == 0 else ((-1, 0), (0, -1), (0, 1))
        for i, piece in enumerate(board):
            if piece != str(player):
                continue
            for dy, dx in ways:
                y, x = i // n + dy, i % n + dx
                if (player == 0 and x == n) or (player == 1 and y < 0):
                    yield i, -1
                elif 0 <= y < n and 0 <= x < n and board[y * n + x] == ".":
                    yield i, y * n + x

    def turn(self, state: Board) -> int:
        gone = str(1 - state[1]) not in state[0]
        return OVER if gone or not list(self.steps(state)) else state[1]

    def moves(self, state: Board) -> Iterator[tuple[int, int]]:
        return self.steps(state)

    def play(self, state: Board, move: tuple[int, int]) -> Board:
        board = list(state[0])
        board[move[0]] = "."
        if move[1] >= 0:
            board[move[1]] = str(state[1])
        return "".join(board), 1 - state[1]

    def payoff(self, state: Board, player: int) -> int:
        winner = 1 - state[1] if str(1 - state[1]) not in state[0] else state[1]
        return 1 if player == winner else -1


class PongHauKi(zermelo.Game):
    """Two stones each on five points; who cannot move has lost."""

    initial = ("00.11", 0)
    repetition = 3
    near = ((2, 3), (2, 4), (0, 1, 3, 4), (0, 2, 4), (1, 2, 3))

    def steps(self, state: Board) -> list[int]:
        board, player = state
        hole = board.index(".")
        return [i for i in self.near[hole] if board[i] == str(player)]

    def turn(self, state: Board) -> int:
        return state[1] if self.steps(state) else OVER

    def moves(self, state: Board) -> list[int]:
        return self.steps(state)

    def play(self, state: Board, move: int) -> Board:
        board = list(state[0])
        board[board.index(".")], board[move] = board[move], "."
        return "".join(board), 1 - state[1]

    def payoff(self, state: Board, player: int) -> int:
        return -1 if player == state[1] else 1


class Domineering(zermelo.Game):
    """Andersson 1973: player 0 lays dominoes upright, player 1 across; who cannot has lost."""

    initial = (0, 0)
    max_plies = 64

    def __init__(self, width: int, height: int, first: int = 0) -> None:
        self.initial = (0, first)
        cells = list(product(range(height), range(width)))
        bit = {cell: 1 << i for i, cell in enumerate(cells)}
        upright = [bit[y, x] | bit[y + 1, x] for y, x in cells if y + 1 < height]
        across = [bit[y, x] | bit[y, x + 1] for y, x in cells if x + 1 < width]
        self.dominoes = (tuple(upright), tuple(across))

    def turn(self, state: tuple[int, int]) -> int:
        taken, player = state
        return player if any(not taken & each for each in self.dominoes[player]) else OVER

    def moves(self, state: tuple[int, int]) -> Iterator[int]:
        return (each for each in self.dominoes[state[1]] if not state[0] & each)

    def play(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return state[0] | move, 1 - state[1]

    def payoff(self, state: tuple[int, int], player: int) -> int:
        return -1 if player == state[1] else 1


Pits = tuple[tuple[int, ...], int]


class Kalah(zermelo.Game):
    """Champion 1940: sow seeds round the pits; the payoff is the difference of the stores."""

    payoffs = "points"
    initial = ((), 0)
    max_plies = 1000

    def __init__(self, pits: int, seeds: int) -> None:
        self.pits = pits
        side = (seeds,) * pits + (0,)
        self.initial = (side + side, 0)

    def own(self, player: int) -> range:
        first = player * (self.pits + 1)
        return range(first, first + self.pits)

    def store(self, player: int) -> int:
        return player * (self.pits + 1) + self.pits

    def turn(self, state: Pits) -> int:
        board, player = state
        ended = any(not any(board[i] for i in self.own(side)) for side in (0, 1))
        return OVER if ended else player

    def moves(self, state: Pits) -> list[int]:
        return [i for i in self.own(state[1]) if state[0][i]]

    def play(self, state: Pits, move: int) -> Pits:
        board, player = list(state[0]), state[1]
        seeds, board[move], at = board[move], 0, move
        while seeds:
            at = (at + 1) % len(board)
            if at != self.store(1 - player):
                board[at] += 1
                seeds -= 1
        if at == self.store(player):
            return tuple(board), player
        opposite = 2 * self.pits - at
        if at in self.own(player) and board[at] == 1 and board[opposite]:
            board[self.store(player)] += board[opposite] + 1
            board[at] = board[opposite] = 0
        return tuple(board), 1 - player

    def payoff(self, state: Pits, player: int) -> int:
        totals = [sum(state[0][i] for i in self.own(side)) + state[0][self.store(side)] for side in (0, 1)]
        return totals[player] - totals[1 - player]


@cache
def neighbours(size: int) -> tuple[int, ...]:
    """For every cell of a Hex board the set of those beside it, as bits."""
    found = []
    for y, x in product(range(size), range(size)):
        near = ((y, x - 1), (y, x + 1), (y - 1, x), (y + 1, x), (y - 1, x + 1), (y + 1, x - 1))
        found.append(sum(1 << v * size + u for v, u in near if 0 <= v < size and 0 <= u < size))
    return tuple(found)


class Hex(zermelo.Game):
    """Hein 1942: player 0 joins top and bottom, player 1 left and right."""

    initial = (0, 0, 0)  # the stones of each player as bits, and who moves
    max_plies = 49

    def __init__(self, size: int) -> None:
        self.size, self.near = size, neighbours(size)
        rows = range(size)
        self.edges = (
            (sum(1 << x for x in rows), sum(1 << size * (size - 1) + x for x in rows)),
            (sum(1 << size * y for y in rows), sum(1 << size * y + size - 1 for y in rows)),
        )

    def joined(self, stones: int, player: int) -> bool:
        first, last = self.edges[player]
        reached = open_ = stones & first
        while open_:
            low = open_ & -open_
            open_ ^= low
            fresh = self.near[low.bit_length() - 1] & stones & ~reached
            reached |= fresh
            open_ |= fresh
        return bool(reached & last)

    def turn(self, state: tuple[int, int, int]) -> int:
        last = 1 - state[2]
        return OVER if self.joined(state[last], last) else state[2]

    def moves(self, state: tuple[int, int, int]) -> Iterator[int]:
        taken = state[0] | state[1]
        return (i for i in range(self.size * self.size) if not taken >> i & 1)

    def play(self, state: tuple[int, int, int], move: int) -> tuple[int, int, int]:
        first, second, player = state
        return (first | 1 << move, second, 1) if player == 0 else (first, second | 1 << move, 0)

    def payoff(self, state: tuple[int, int, int], player: int) -> int:
        return -1 if player == state[2] else 1


class Graph(zermelo.Game):
    """Any graph of positions: for each the player to move and where moves lead, or what player 0 has won."""

    initial = 0
    repetition = 2
    max_plies = 1000

    def __init__(self, nodes: Sequence[tuple[int, Sequence[int]] | float], points: bool = False) -> None:
        self.nodes = tuple(nodes)
        if points:
            self.payoffs = "points"

    def turn(self, state: int) -> int:
        node = self.nodes[state]
        return node[0] if isinstance(node, tuple) else OVER

    def moves(self, state: int) -> Sequence[int]:
        node = self.nodes[state]
        assert isinstance(node, tuple)
        return node[1]

    def play(self, state: int, move: int) -> int:
        return move

    def payoff(self, state: int, player: int) -> float:
        node = self.nodes[state]
        assert not isinstance(node, tuple)
        return node if player == 0 else -node
