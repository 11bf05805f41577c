"""Nine Men's Morris: nine men each are placed, then moved along the lines; a line of three takes one of the other's.

Bit 8 * ring + k is a point: the rings from outside to inside, each clockwise from its upper left corner. The middles
of the sides (odd k) are joined from ring to ring. A player with three men may jump to any point.
"""

from collections.abc import Iterator

import zermelo
from zermelo import OVER

State = tuple[int, int, int]  # the men of both; moves made, and when all are placed only whose move it is: 18 or 19

ALL, HAND = 0xFFFFFF, 24
MILLS = tuple(side << 8 * ring for ring in range(3) for side in (0x07, 0x1C, 0x70, 0xC1))
MILLS += tuple(0x010101 << k for k in (1, 3, 5, 7))
AROUND = ((-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0))
PLACES = [(3 + x * size, 3 + y * size) for size in (3, 2, 1) for x, y in AROUND]
POINTS = ["abcdefg"[x] + str(7 - y) for x, y in PLACES]


# The board turned and mirrored, with the inner and the outer ring exchanged or not: where each point comes to lie.
IMAGES = [
    [8 * (ring if same else 2 - ring) + (turn + sign * k) % 8 for ring in range(3) for k in range(8)]
    for same in (True, False)
    for sign in (1, -1)
    for turn in (0, 2, 4, 6)
]


def near(men: int) -> int:
    """All points that a line joins with one of the men."""
    around = men << 1 & 0xFEFEFE | men >> 7 & 0x010101 | men >> 1 & 0x7F7F7F | men << 7 & 0x808080
    return around | (men << 8 | men >> 8) & 0xAAAAAA


def in_mills(men: int) -> int:
    found = 0
    for mill in MILLS:
        if men & mill == mill:
            found |= mill
    return found


class Morris(zermelo.Game):
    title = "nine men's morris"
    initial = (0, 0, 0)
    players = ("blue", "red")
    repetition = 3
    unit = 10
    feature_count = 67

    def turn(self, s: State) -> int:
        if s[2] < 18 or s[s[2] & 1].bit_count() > 2:
            for _ in self.moves(s):
                return s[2] & 1
        return OVER

    def moves(self, s: State) -> Iterator[int]:
        mine, yours, free = s[s[2] & 1], s[1 - (s[2] & 1)], ALL & ~(s[0] | s[1])
        loose = yours & ~in_mills(yours)
        men = 1 << HAND if s[2] < 18 else mine
        while men:
            man = men & -men
            men ^= man
            targets = free if s[2] < 18 or mine.bit_count() == 3 else near(man) & free
            while targets:
                to = targets & -targets
                targets ^= to
                move = 32 * man.bit_length() + to.bit_length() - 33
                if not in_mills(mine & ~man | to) & to:
                    yield move
                    continue
                victims = loose if loose else yours
                while victims:
                    yield move + 1024 * (victims & -victims).bit_length()
                    victims &= victims - 1

    def play(self, s: State, move: int) -> State:
        mine, yours = s[s[2] & 1], s[1 - (s[2] & 1)]
        mine = mine & ~(1 << (move >> 5 & 31)) | 1 << (move & 31)
        yours &= ~(1 << (move >> 10) >> 1)
        return (mine, yours, s[2] + 1) if s[2] & 1 == 0 else (yours, mine, s[2] + 1 if s[2] < 18 else 18)

    def payoff(self, s: State, player: int) -> int:
        return -1 if player == s[2] & 1 else 1  # too few men, or no move

    def evaluate(self, s: State, player: int) -> int:
        free = ALL & ~(s[0] | s[1])
        value = 10 * (s[0].bit_count() - s[1].bit_count() - (s[2] & 1 if s[2] < 18 else 0))
        value += 3 * (in_mills(s[0]).bit_count() - in_mills(s[1]).bit_count()) // 3
        value += (near(s[0]) & free).bit_count() - (near(s[1]) & free).bit_count()
        return value if player == 0 else -value

    def features(self, s: State, player: int) -> Iterator[int]:
        """Men by their points, the player's own first; then how many moves were made while men are placed."""
        men = s[0] | s[1]
        while men:
            i = (men & -men).bit_length() - 1
            men &= men - 1
            yield i + 24 * (s[1 - player] >> i & 1)
        yield 48 + min(s[2], 18)

    def symmetries(self, s: State) -> Iterator[State]:
        for image in IMAGES[1:]:
            blue, red = (sum(1 << image[i] for i in range(24) if men >> i & 1) for men in s[:2])
            yield blue, red, s[2]

    def noisy(self, s: State, move: int) -> bool:
        return move >= 1024

    def gain(self, s: State, move: int) -> int:
        """A man, or the game if it is the last but two."""
        last = s[2] >= 17 and s[1 - (s[2] & 1)].bit_count() == 3
        return 0 if move < 1024 else 1000 if last else 10

    def name(self, s: State, move: int) -> str:
        start, to, taken = move >> 5 & 31, POINTS[move & 31], move >> 10
        return (POINTS[start] + "-" if start < HAND else "") + to + ("x" + POINTS[taken - 1] if taken else "")

    def scene(self, s: State) -> zermelo.Scene:
        letters = ["x" if s[0] >> i & 1 else "o" if s[1] >> i & 1 else "" for i in range(24)]
        spots = [zermelo.Spot(POINTS[i], x + 0.5, y + 0.5, letters[i]) for i, (x, y) in enumerate(PLACES)]
        names = {m: tuple(self.name(s, m).replace("x", "-").split("-")) for m in self.moves(s)}
        choices = [zermelo.Choice(*each) for each in names.items()] if self.turn(s) != OVER else []
        men = {"x": zermelo.Piece("blue man", "disc", 0), "o": zermelo.Piece("red man", "disc", 1)}
        return zermelo.Scene(7, 7, "holes", tuple(spots), men, tuple(choices))


if __name__ == "__main__":
    print(Morris().scene(Morris.initial))
    print(zermelo.search(zermelo.start(Morris), depth=4))
