"""Gardner's mini-chess: chess on 5 x 5 squares, without double steps and castling.

Bit 7 * row + column is a square; columns 5 and 6 stay empty, so that no step comes back on the other side. A queen is
among the bishops and among the rooks.
"""

from collections.abc import Iterator
from functools import cache

import zermelo
from zermelo import OVER

State = tuple[int, int, int, int, int, int, int, int]  # the mover's men, the other's; pawns … kings; who moves

BOARD, LAST, CENTRE, FAR = 31 * 0x10204081, 31 | 31 << 28, 7 * 0x408100, (31 << 21, 31 << 7)
ROOK, BISHOP, KNIGHT = (1, 7, -1, -7), (6, 8, -6, -8), (5, 9, 13, 15, -5, -9, -13, -15)
STEPS = (KNIGHT, BISHOP * 2, ROOK * 2, ROOK + BISHOP, (6, 8) * 4, (-6, -8) * 4)  # the last two: a pawn takes
PROMOTED = (0, 6, 4, 2, 1)  # none, a queen … a knight: in which of the sets it is then
FACES = {"P": "♟ pawn", "N": "♞ knight", "B": "♝ bishop", "R": "♜ rook", "Q": "♛ queen", "K": "♚ king"}
MEN = {
    c if side == 0 else c.lower(): zermelo.Piece(face[2:], "text", side, face[0])
    for c, face in FACES.items()
    for side in (0, 1)
}


@cache
def reach(kind: int, i: int, men: int) -> int:
    """The squares that a man on i attacks, with these men in the way."""
    found = 0
    for step in STEPS[kind]:
        at = 1 << i
        while at:
            at = (at << step if step > 0 else at >> -step) & BOARD
            found |= at
            at &= ~men if kind in (1, 2) else 0
    return found


# Men elsewhere are not in the way: with few different questions, most answers are in the cache.
LINES = tuple(tuple(reach(kind, i, 0) if kind in (1, 2) else 0 for i in range(33)) for kind in range(4))


def targets(s: State, i: int) -> int:
    """Where the mover's man on i can go, the safety of the king aside."""
    men, found = s[0] | s[1], 0
    if s[2] >> i & 1:
        forward = 1 << i + 7 if s[7] == 0 else 1 << i >> 7
        return forward & ~men | reach(4 + s[7], i, 0) & s[1]
    for kind in range(4):
        if s[3 + kind] >> i & 1:
            found |= reach(kind, i, men & LINES[kind][i])
    return found & ~s[0]


def attacks(s: State, i: int) -> bool:
    """Whether the mover attacks square i."""
    men, found = s[0] | s[1], reach(5 - s[7], i, 0) & s[2]
    for kind in range(4):
        found |= reach(kind, i, men & LINES[kind][i]) & s[3 + kind]
    return found & s[0] != 0


def takes_king(s: State) -> bool:
    """Whether the mover could take the king: then the last move was not legal."""
    return attacks(s, (s[1] & s[6]).bit_length() - 1)


def passed(s: State) -> State:
    return s[1], s[0], s[2], s[3], s[4], s[5], s[6], 1 - s[7]


def moved(men: int, step: int, to: int, promoted: int) -> int:
    """A set of men after a move onto `to`."""
    return men & ~step | (to if men & step & ~to or promoted else 0)


def worth(s: State, men: int) -> int:
    value = 100 * (men & s[2]).bit_count() + 300 * (men & s[3]).bit_count() + 320 * (men & s[4]).bit_count()
    return value + 500 * (men & s[5]).bit_count() + 80 * (men & s[4] & s[5]).bit_count()


def mirrored(men: int) -> int:
    """Left and right exchanged."""
    return sum(1 << 7 * (i // 7) + 4 - i % 7 for i in range(33) if men >> i & 1)


def square(i: int) -> str:
    return "abcde"[i % 7] + str(i // 7 + 1)


def letter(s: State, i: int) -> str:
    found = next(c for c, men in zip("QPNBRK.", (s[4] & s[5], *s[2:7], BOARD), strict=True) if men >> i & 1)
    return found if s[s[7]] >> i & 1 else found.lower()


class MiniChess(zermelo.Game):
    title = "Gardner mini-chess"
    players = ("white", "black")
    initial = (31 * 129, 31 * 129 << 21, 31 * 0x200080, *((1 << 28 | 1) * men for men in (2, 12, 9, 16)), 0)
    repetition = 3
    unit = 100
    feature_count = 420

    def turn(self, s: State) -> int:
        if s[2] | s[5] or (s[0] | s[1]).bit_count() > 3:  # else too few men for a mate
            for _ in self.moves(s):
                return s[7]
        return OVER

    def moves(self, s: State) -> Iterator[int]:
        for i in range(33):
            free = targets(s, i) if s[0] >> i & 1 else 0
            while free:
                to = (free & -free).bit_length() - 1
                free &= free - 1
                if not takes_king(self.play(s, 64 * i + to)):
                    for kind in range(1, 5) if s[2] >> i & 1 and LAST >> to & 1 else range(1):
                        yield 4096 * kind + 64 * i + to

    def play(self, s: State, move: int) -> State:
        to, new = 1 << (move & 63), PROMOTED[move >> 12]
        step = to | 1 << (move >> 6 & 63)
        pawns, knights = moved(s[2], step, to, 0) & (~to if new else -1), moved(s[3], step, to, new & 1)
        bishops, rooks = moved(s[4], step, to, new & 2), moved(s[5], step, to, new & 4)
        return s[1] & ~to, s[0] ^ step, pawns, knights, bishops, rooks, moved(s[6], step, to, 0), 1 - s[7]

    def payoff(self, s: State, player: int) -> int:
        mated = takes_king(passed(s))
        return 0 if not mated else -1 if player == s[7] else 1

    def evaluate(self, s: State, player: int) -> int:
        value = worth(s, s[0]) - worth(s, s[1]) + 10 * ((s[0] & CENTRE).bit_count() - (s[1] & CENTRE).bit_count())
        value += 60 * ((s[0] & s[2] & FAR[s[7]]).bit_count() - (s[1] & s[2] & FAR[1 - s[7]]).bit_count())
        return value if player == s[7] else -value

    def features(self, s: State, player: int) -> Iterator[int]:
        """Men by kind and square, the player's own first, the board turned so that they go up; a queen is two."""
        for kind in range(5):
            men = s[2 + kind]
            while men:
                i = (men & -men).bit_length() - 1
                men &= men - 1
                at = i if player == 0 else 28 - 7 * (i // 7) + i % 7
                yield 42 * kind + at + 210 * (s[1 - (player ^ s[7])] >> i & 1)

    def symmetries(self, s: State) -> Iterator[State]:
        black, white, pawns, knights, bishops, rooks, kings = map(mirrored, s[:7])
        yield black, white, pawns, knights, bishops, rooks, kings, s[7]

    def noisy(self, s: State, move: int) -> bool:
        """Captures and promotions."""
        return move >= 4096 or s[1] >> (move & 63) & 1 == 1

    def gain(self, s: State, move: int) -> int:
        """What is taken and promoted, less the man itself where the other side can take it."""
        after, to = self.play(s, move), 1 << (move & 63)
        value = worth(s, s[1] & to) + worth(after, to) - worth(s, 1 << (move >> 6 & 63))
        return value - worth(after, to) if attacks(after, move & 63) else value

    def stand_pat(self, s: State) -> bool:
        return not takes_king(passed(s))

    def forced(self, s: State) -> bool:
        """Replies to a check are searched one ply deeper."""
        return takes_king(passed(s))

    def pass_turn(self, s: State) -> State:
        return passed(s)

    def zugzwang(self, s: State) -> bool:
        """With nothing but pawns and the king, any move may be worse than none."""
        return s[0] & ~(s[2] | s[6]) == 0

    def name(self, s: State, move: int) -> str:
        takes, new = "-x"[s[1] >> (move & 63) & 1], "-QRBN"[move >> 12]
        return square(move >> 6 & 63) + takes + square(move & 63) + ("=" + new if move >> 12 else "")

    def scene(self, s: State) -> zermelo.Scene:
        rows = ["".join(letter(s, i) for i in range(row, row + 5)) for row in (28, 21, 14, 7, 0)]
        legal = self.moves(s) if self.turn(s) != OVER else ()  # all promotions but to a queen are buttons
        moves = {m: (square(m >> 6 & 63), square(m & 63)) if m >> 12 < 2 else None for m in legal}
        return zermelo.grid(rows, moves, pieces=MEN, board="lines", names="a1 up")


if __name__ == "__main__":
    print(MiniChess().scene(MiniChess.initial))
    print(zermelo.search(zermelo.start(MiniChess), depth=4))
