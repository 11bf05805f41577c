"""The rules once more, slowly: lists of lists, no bit in sight. The native games are compared with these."""

from __future__ import annotations

from functools import cache

STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))


@cache
def all_lines(width: int, height: int, length: int) -> list[list[tuple[int, int]]]:
    """Every unbroken line of that length on the board, as cells (row, column)."""
    lines = []
    for y in range(height):
        for x in range(width):
            for dy, dx in STEPS:
                line = [(y + i * dy, x + i * dx) for i in range(length)]
                if all(0 <= row < height and 0 <= column < width for row, column in line):
                    lines.append(line)
    return lines


class Grid:
    """A board of rows from the top; X has begun."""

    def __init__(self, width: int, height: int, in_a_row: int) -> None:
        self.rows = [["."] * width for _ in range(height)]
        self.in_a_row = in_a_row
        self.lines = all_lines(width, height, in_a_row)

    @property
    def mover(self) -> str:
        stones = [cell for row in self.rows for cell in row if cell != "."]
        return "X" if stones.count("X") == stones.count("O") else "O"

    def winner(self) -> str | None:
        for line in self.lines:
            y, x = line[0]
            stone = self.rows[y][x]
            if stone != "." and all(self.rows[y][x] == stone for y, x in line):
                return stone
        return None

    def over(self) -> bool:
        return self.winner() is not None or all("." not in row for row in self.rows)

    def payoff(self, player: str) -> int:
        winner = self.winner()
        return 0 if winner is None else 1 if winner == player else -1

    def text(self) -> str:
        return "/".join("".join(row) for row in self.rows)


class Mnk(Grid):
    def moves(self) -> list[str]:
        if self.over():
            return []
        names = []
        for y, row in enumerate(self.rows):
            for x, cell in enumerate(row):
                if cell == ".":
                    names.append("abcdefghijklmnopqrstuvwxyz"[x] + str(y + 1))
        return names

    def play(self, name: str) -> None:
        self.rows[int(name[1:]) - 1][ord(name[0]) - ord("a")] = self.mover

    def open_lines(self, player: str) -> int:
        """Lines that the other player has not entered."""
        other = "O" if player == "X" else "X"
        return sum(all(self.rows[y][x] != other for y, x in line) for line in self.lines)


class ConnectFour(Grid):
    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height, 4)

    def moves(self) -> list[str]:
        if self.over():
            return []
        return [str(x + 1) for x in range(len(self.rows[0])) if self.rows[0][x] == "."]

    def play(self, name: str) -> None:
        x, mover = int(name) - 1, self.mover
        free = [y for y in range(len(self.rows)) if self.rows[y][x] == "."]
        self.rows[max(free)][x] = mover


class Othello:
    """Discs in a dictionary from (column, row), turned by walking along the rays."""

    RAYS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))

    def __init__(self) -> None:
        self.discs = {(3, 3): "O", (4, 3): "X", (3, 4): "X", (4, 4): "O"}
        self.mover = "X"

    @property
    def other(self) -> str:
        return "O" if self.mover == "X" else "X"

    def turned(self, x: int, y: int, mover: str) -> list[tuple[int, int]]:
        """What a disc there would turn over."""
        result = []
        for dx, dy in self.RAYS:
            row = []
            at = (x + dx, y + dy)
            while at in self.discs and self.discs[at] != mover:
                row.append(at)
                at = (at[0] + dx, at[1] + dy)
            if at in self.discs:
                result += row
        return result

    def squares(self, mover: str) -> list[str]:
        """Where the player may put a disc."""
        names = []
        for y in range(8):
            for x in range(8):
                if (x, y) not in self.discs and self.turned(x, y, mover):
                    names.append("abcdefgh"[x] + "12345678"[y])
        return names

    def over(self) -> bool:
        return not self.squares("X") and not self.squares("O")

    def moves(self) -> list[str]:
        if self.over():
            return []
        return self.squares(self.mover) or ["pass"]

    def play(self, name: str) -> None:
        if name != "pass":
            x, y = "abcdefgh".index(name[0]), "12345678".index(name[1])
            for each in [*self.turned(x, y, self.mover), (x, y)]:
                self.discs[each] = self.mover
        self.mover = self.other

    def payoff(self, player: str) -> int:
        own = sum(disc == player for disc in self.discs.values())
        others = len(self.discs) - own
        if own == others:
            return 0
        return 64 - 2 * others if own > others else 2 * own - 64

    def text(self) -> str:
        cells = [self.discs.get((x, y), "-") for y in range(8) for x in range(8)]
        return "".join(cells) + " " + self.mover
