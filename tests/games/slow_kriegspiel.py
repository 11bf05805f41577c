"""Kriegspiel's rules a second time, slowly and independently of the core: an umpire with a dictionary of men."""

from __future__ import annotations

from dataclasses import dataclass, field

Square = tuple[int, int]  # file, rank from 0
ROOK = ((1, 0), (-1, 0), (0, 1), (0, -1))
BISHOP = ((1, 1), (1, -1), (-1, 1), (-1, -1))
KNIGHT = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
RIDES = {"r": ROOK, "b": BISHOP, "q": ROOK + BISHOP}


def name(square: Square) -> str:
    return "abcdefgh"[square[0]] + str(square[1] + 1)


def square_of(text: str) -> Square:
    return "abcdefgh".index(text[0]), int(text[1]) - 1


@dataclass
class Umpire:
    """One game: the men on the board, whose turn it is, what may still castle, what was refused in this turn."""

    width: int = 8
    height: int = 8
    men: dict[Square, tuple[int, str]] = field(default_factory=dict)
    mover: int = 0
    rights: set[str] = field(default_factory=set)
    passed: Square | None = None  # the square that a pawn has just gone over
    waited: int = 0
    plies: int = 0
    most_waited: int = 100
    most_plies: int = 1000
    tries_announced: int = 0
    refused: set[str] = field(default_factory=set)
    ending: str = ""

    @classmethod
    def of(cls, fen: str, most_waited: int = 100, most_plies: int = 1000) -> Umpire:
        placement, mover, rights = fen.split()
        rows = placement.split("/")
        umpire = cls(height=len(rows), mover="wb".index(mover), rights=set(rights) - {"-"})
        umpire.most_waited, umpire.most_plies = most_waited, most_plies
        for y, row in enumerate(reversed(rows)):
            x = 0
            for sign in row:
                if sign.isdigit():
                    x += int(sign)
                else:
                    umpire.men[x, y] = (0 if sign.isupper() else 1, sign.lower())
                    x += 1
            umpire.width = x
        umpire.tries_announced = umpire.pawn_tries()
        return umpire

    def inside(self, square: Square) -> bool:
        return 0 <= square[0] < self.width and 0 <= square[1] < self.height

    # --- what is possible on one's own board ---

    def tries(self) -> set[str]:
        found: set[str] = set()
        for (x, y), (side, kind) in self.men.items():
            if side == self.mover:
                found |= {name((x, y)) + end for end in self.ends((x, y), kind)}
        return found - self.refused

    def own(self, square: Square) -> bool:
        return square in self.men and self.men[square][0] == self.mover

    def ends(self, start: Square, kind: str) -> set[str]:
        x, y = start
        if kind == "p":
            return self.pawn_ends(start)
        ends = set()
        for dx, dy in RIDES.get(kind, ()):
            square = (x + dx, y + dy)
            while self.inside(square) and not self.own(square):
                ends.add(name(square))
                square = (square[0] + dx, square[1] + dy)
        for dx, dy in {"n": KNIGHT, "k": ROOK + BISHOP}.get(kind, ()):
            if self.inside((x + dx, y + dy)) and not self.own((x + dx, y + dy)):
                ends.add(name((x + dx, y + dy)))
        if kind == "k":
            for right, way, end in (("K", (5, 6), 6), ("Q", (1, 2, 3), 2)):
                allowed = (right if self.mover == 0 else right.lower()) in self.rights
                if allowed and not any(self.own((each, y)) for each in way):
                    ends.add(name((end, y)))
        return ends

    def pawn_ends(self, start: Square) -> set[str]:
        x, y = start
        up = 1 if self.mover == 0 else -1
        squares = []
        if not self.own((x, y + up)):
            squares.append((x, y + up))
            home = 1 if self.mover == 0 else 6
            if self.width == self.height == 8 and y == home and not self.own((x, y + 2 * up)):
                squares.append((x, y + 2 * up))
        if self.tries_announced:
            squares += [(x + dx, y + up) for dx in (1, -1) if not self.own((x + dx, y + up))]
        last = self.height - 1 if self.mover == 0 else 0
        return {
            name(square) + promoted
            for square in squares
            if self.inside(square)
            for promoted in ("qrbn" if square[1] == last else [""])
        }

    # --- what the umpire sees ---

    def attackers(self, square: Square, side: int) -> list[Square]:
        """The men of a side that could take on a square, found by going from each of them."""
        return [start for start, (owner, kind) in self.men.items() if owner == side and self.hits(start, kind, square)]

    def hits(self, start: Square, kind: str, square: Square) -> bool:
        dx, dy = square[0] - start[0], square[1] - start[1]
        if kind == "p":
            return abs(dx) == 1 and dy == (1 if self.men[start][0] == 0 else -1)
        if kind == "n":
            return sorted((abs(dx), abs(dy))) == [1, 2]
        if kind == "k":
            return max(abs(dx), abs(dy)) == 1
        if (dx and dy and abs(dx) != abs(dy)) or not (dx or dy):
            return False
        step = ((dx > 0) - (dx < 0), (dy > 0) - (dy < 0))
        if step not in RIDES[kind]:
            return False
        at = (start[0] + step[0], start[1] + step[1])
        while at != square:
            if at in self.men:
                return False
            at = (at[0] + step[0], at[1] + step[1])
        return True

    def king(self, side: int) -> Square:
        return next(square for square, man in self.men.items() if man == (side, "k"))

    def after(self, move: str) -> tuple[dict[Square, tuple[int, str]], Square | None]:
        """The men after a move, and where something was taken."""
        start, end, promoted = square_of(move), square_of(move[2:4]), move[4:]
        men = dict(self.men)
        side, kind = men.pop(start)
        where = end if end in men else None
        if kind == "p" and start[0] != end[0] and where is None:
            where = (end[0], start[1])
        if where is not None:
            men.pop(where, None)
        men[end] = (side, promoted or kind)
        if kind == "k" and abs(end[0] - start[0]) == 2:
            corner, beside = (7, 5) if end[0] == 6 else (0, 3)
            men[beside, end[1]] = men.pop((corner, end[1]))
        return men, where

    def legal(self, move: str) -> bool:
        start, end = square_of(move), square_of(move[2:4])
        kind = self.men[start][1]
        dx, dy = end[0] - start[0], end[1] - start[1]
        if kind == "p" and dx == 0:
            step = (dy > 0) - (dy < 0)
            if any((start[0], start[1] + i * step) in self.men for i in range(1, abs(dy) + 1)):
                return False
        elif kind == "p":
            if end not in self.men and end != self.passed:
                return False
        elif kind == "k" and abs(dx) == 2:
            corner = 7 if dx > 0 else 0
            between = range(min(start[0], corner) + 1, max(start[0], corner))
            if any((x, start[1]) in self.men for x in between):
                return False
            if any(self.attackers((start[0] + i, start[1]), 1 - self.mover) for i in (0, dx // 2)):
                return False
        elif not self.hits(start, kind, end):
            return False
        men, _ = self.after(move)
        return not Umpire(self.width, self.height, men).attacked(self.mover)

    def attacked(self, side: int) -> bool:
        return bool(self.attackers(self.king(side), 1 - side))

    def pawn_tries(self) -> int:
        kept, self.tries_announced = self.tries_announced, 1
        refused, self.refused = self.refused, set()
        moves = {move[:4] for move in self.tries() if self.men[square_of(move)][1] == "p" and move[0] != move[2]}
        last = self.height - 1 if self.mover == 0 else 0
        legal = [move for move in moves if self.legal(move + ("q" if square_of(move[2:])[1] == last else ""))]
        self.tries_announced, self.refused = kept, refused
        return len(legal)

    def checks(self) -> list[str]:
        """Directions of check, seen from the king."""
        king = self.king(self.mover)
        found = set()
        for x, y in self.attackers(king, 1 - self.mover):
            if self.men[x, y][1] == "n":
                found.add("knight")
            elif x == king[0] or y == king[1]:
                found.add("file" if x == king[0] else "rank")
            else:
                rising = (x > king[0]) == (y > king[1])
                along, across = self.diagonal(king, 1), self.diagonal(king, -1)
                mine, other = (along, across) if rising else (across, along)
                found.add("long" if mine >= other else "short")
        return [word for word in ("file", "rank", "long", "short", "knight") if word in found]

    def diagonal(self, square: Square, slope: int) -> int:
        return sum(self.inside((square[0] + i, square[1] + slope * i)) for i in range(-8, 9))

    def dead(self) -> bool:
        rest = [(square, kind) for square, (_, kind) in self.men.items() if kind != "k"]
        if any(kind in "prq" for _, kind in rest):
            return False
        return len(rest) <= 1 or (all(kind == "b" for _, kind in rest) and len({sum(sq) % 2 for sq, _ in rest}) == 1)

    # --- a turn ---

    def hear(self, move: str) -> tuple[str, str]:
        """Makes a try; what the mover hears and what the other does, as views write it."""
        if not self.legal(move):
            self.refused.add(move)
            return f"{move}- ", ""
        start, end = square_of(move), square_of(move[2:4])
        kind = self.men[start][1]
        men, where = self.after(move)
        words = []
        if where is not None:
            words.append(("pawn@" if self.men[where][1] == "p" else "piece@") + name(where))
        self.waited = 0 if kind == "p" or where is not None else self.waited + 1
        self.men = men
        for square in (start, end):
            self.rights -= {(4, 0): {"K", "Q"}, (4, 7): {"k", "q"}, (7, 0): {"K"}, (0, 0): {"Q"}}.get(square, set())
            self.rights -= {(7, 7): {"k"}, (0, 7): {"q"}}.get(square, set())
        self.passed = (start[0], (start[1] + end[1]) // 2) if kind == "p" and abs(end[1] - start[1]) == 2 else None
        self.mover, self.refused, self.plies = 1 - self.mover, set(), self.plies + 1
        words += self.checks()
        self.tries_announced = self.pawn_tries()
        if self.tries_announced:
            words.append(f"tries{self.tries_announced}")
        self.ending = self.how_ended()
        words += [self.ending] if self.ending else []
        said = ":" + ",".join(words) if words else ""
        return f"{move}{said} ", f"?{said} "

    def how_ended(self) -> str:
        if not any(self.legal(move) for move in self.tries()):
            return "mate" if self.attacked(self.mover) else "stalemate"
        if self.dead():
            return "dead"
        if self.waited >= self.most_waited:
            return "waited"
        return "plies" if self.plies >= self.most_plies else ""
