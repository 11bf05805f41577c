"""Fits the weights of chess's evaluation to what became of the positions of its own games (Texel's method).

    python recipes/chess/fit.py counts.bin [more.bin …] --out src/zermelo/games/chess/weights.hpp

The value of a position is a sum of counts times weights, mixed between middlegame and endgame. A logistic function
turns it into an expected result; the weights are those for which that is nearest to 0.6 of the game's result and 0.4 of
what the search of the position expected. They begin with numbers set by hand, which a small penalty holds them near:
what hardly ever occurs keeps them. One position in twenty, in whole stretches of games, is held out.
Needs NumPy and SciPy.
"""

from __future__ import annotations

import argparse
import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import scipy.sparse as sparse

HERE = Path(__file__).resolve().parent
HEADER = HERE.parents[1] / "src/zermelo/games/chess/weights.hpp"
RESULT_SHARE, PENALTY, DECIDED = 0.6, 2e-9, 12.0


def layout(header: str) -> dict[str, tuple[int, int]]:
    """Where the weights of each term begin, and how many there are."""
    places = [(name, int(place)) for name, place in re.findall(r"^  ([A-Z_]+) = (\d+),?$", header, re.M)]
    return {name: (place, after - place) for (name, place), (_, after) in pairwise(places)}


def on_square(kind: int, file: int, rank: int) -> tuple[float, float]:
    """What a piece gains by its square, as people say it: the centre, advance, a king in its corner."""
    side, depth = min(file, 7 - file), min(rank, 7 - rank)
    if kind == 0:
        centre = 12 if side == 3 else 5 if side == 2 else 0
        return (centre + 3 * (rank - 2) if rank >= 2 else -centre // 2), 3 * (rank - 1)
    if kind == 1:
        return -34 + 9 * side + 8 * depth + (8 if 3 <= rank <= 5 else 0), -30 + 8 * side + 7 * depth
    if kind == 2:
        return -12 + 4 * side + 4 * depth + (6 if file in (rank, 7 - rank) else 0), -12 + 4 * side + 4 * depth
    if kind == 3:
        return -8 + 5 * side, 4 if rank >= 3 else -2
    if kind == 4:
        return -4 + 2 * side + (2 if rank >= 1 else 0), -22 + 7 * side + 7 * depth
    home = 22 - 12 * side + (-6 if side == 0 else 0) if rank == 0 else -14 * min(rank, 4)
    return home - (10 if side >= 2 else 0), -36 + 11 * side + 11 * depth + 2 * rank


def by_hand(places: dict[str, tuple[int, int]]) -> np.ndarray:
    """The weights that the fit begins with."""
    weights = np.zeros((max(place + count for place, count in places.values()), 2), np.float32)

    def put(name: str, *values: tuple[float, float]) -> None:
        place, count = places[name]
        weights[place : place + count] = values if len(values) == count else values * count

    material = [(88, 112), (335, 305), (348, 325), (478, 540), (1010, 985), (0, 0)]
    squares = [(kind, square & 7, square >> 3) for kind in range(6) for square in range(64)]
    put("SQUARES", *(tuple(np.add(material[kind], on_square(kind, file, rank))) for kind, file, rank in squares))
    for name, usual, middle, end in (
        ("KNIGHT", 4, 5, 5),
        ("BISHOP", 6, 5, 6),
        ("ROOK", 7, 3, 6),
        ("QUEEN", 13, 2, 5),
    ):
        term = f"{name}_MOBILITY"
        put(term, *((middle * (i - usual), end * (i - usual)) for i in range(places[term][1])))
    put("BISHOP_PAIR", (26, 48))
    put("OPEN_FILE", (27, 8))
    put("HALF_OPEN_FILE", (12, 8))
    put("ISOLATED", (-11, -13))
    put("BACKWARD", (-8, -9))
    put("DOUBLED", (-9, -19))
    put("BESIDE", (7, 5))
    put("GUARDED", (11, 7))
    passed = [(0, 0), (2, 10), (4, 16), (10, 34), (34, 64), (68, 112), (112, 178), (0, 0)]
    far = [max(0, rank - 2) for rank in range(8)]
    put("PASSED", *passed)
    put("PASSED_BLOCKED", *((-middle / 2, -end / 2) for middle, end in passed))
    put("PASSED_FREE", *((2 * steps, 9 * steps) for steps in far))
    put("PASSED_STEP", *((2 * steps, 6 * steps) for steps in far))
    put("PASSED_OWN_KING", *((0, -3 * i) for i in range(8)))
    put("PASSED_OTHER_KING", *((0, 5 * i) for i in range(8)))
    put("PAWN_THREAT", (0, 0), *[(48, 40)] * 4)
    put("KNIGHT_THREAT", (0, 0), (0, 0), (0, 0), (28, 26), (28, 26))
    put("BISHOP_THREAT", (0, 0), (0, 0), (0, 0), (28, 26), (28, 26))
    put("LOOSE", (12, 16), (6, 10))
    danger = [(min(500, (8 * i + 4) ** 2 / 60), 0) for i in range(32)]
    put("DANGER", *danger)
    put("QUEENLESS_DANGER", *danger)
    shield = [(13 * max(0, 3 - i), 0) for i in range(7)]
    put("SHIELD", *shield, (-11, 0), *shield, (-22, 0))
    storm = [(-6 * max(0, 5 - i), 0) for i in range(7)]
    put("STORM", *storm, (0, 0))
    put("STORM_BLOCKED", *storm, (0, 0))
    return weights


class Positions:
    """What selfplay counts wrote."""

    def __init__(self, files: list[Path], terms: int) -> None:
        raw = np.concatenate([np.fromfile(file, np.uint8) for file in files])
        starts, counts, at = [], [], 0
        while at < len(raw):
            count = int(raw[at + 22]) | int(raw[at + 23]) << 8
            starts.append(at)
            counts.append(count)
            at += 24 + 4 * count
        begin, many = np.array(starts), np.array(counts)
        head = np.stack([raw[begin + i] for i in range(20)], 1).copy().view(np.float32)
        self.score, self.result, self.value, phase, self.mover = head.reshape(len(begin), 5).T
        self.middle = phase / 24
        self.scales = np.stack([raw[begin + 20], raw[begin + 21]], 1).astype(np.float32) / 16
        ends = np.cumsum(many)
        pairs = np.repeat(begin + 24 - 4 * (ends - many), many) + 4 * np.arange(ends[-1])
        number = raw[pairs].astype(np.int32) | raw[pairs + 1].astype(np.int32) << 8
        times = (raw[pairs + 2].astype(np.uint16) | raw[pairs + 3].astype(np.uint16) << 8).view(np.int16)
        shape = (len(begin), terms)
        self.counts = sparse.csr_matrix((times.astype(np.float32), number, np.append(0, ends)), shape=shape)

    def part(self, chosen: np.ndarray) -> Positions:
        other = object.__new__(Positions)
        other.__dict__.update({name: each[chosen] for name, each in vars(self).items()})
        return other

    def mixed(self, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Values for white, and the endgame's share of each."""
        end = self.counts @ weights[:, 1]
        share = (1 - self.middle) * np.where(end > 0, self.scales[:, 0], self.scales[:, 1])
        return (self.counts @ weights[:, 0]) * self.middle + end * share, share


def expected(slope: float, values: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-slope * values))


def best_slope(values: np.ndarray, results: np.ndarray) -> float:
    slopes = np.linspace(0.002, 0.008, 25)
    return float(min(slopes, key=lambda slope: np.mean((results - expected(slope, values)) ** 2)))


def fit(all_positions: Positions, begin: np.ndarray, steps: int) -> np.ndarray:
    values, _ = all_positions.mixed(begin)
    slope = best_slope(values, all_positions.result)
    of_scores = best_slope(100 * all_positions.score, all_positions.result)
    searched = expected(of_scores, 100 * all_positions.score)
    wanted = (RESULT_SHARE * all_positions.result + (1 - RESULT_SHARE) * searched).astype(np.float32)
    undecided = np.abs(all_positions.score) < DECIDED
    held = np.arange(len(wanted)) // 2000 % 20 == 0
    own, out = all_positions.part(undecided & ~held), all_positions.part(undecided & held)
    own_wanted, out_wanted = wanted[undecided & ~held], wanted[undecided & held]
    turned = own.counts.T.tocsr()
    weights, tempo = begin.copy(), 10.0
    mean, spread = np.zeros_like(begin), np.zeros_like(begin)
    for step in range(1, steps + 1):
        value, share = own.mixed(weights)
        chance = expected(slope, value + tempo * own.mover)
        error = ((chance - own_wanted) * chance * (1 - chance) * 2 * slope).astype(np.float32)
        slopes = np.stack([turned @ (error * own.middle), turned @ (error * share)], 1) / len(own_wanted)
        slopes += PENALTY * (weights - begin)
        mean = 0.9 * mean + 0.1 * slopes
        spread = 0.999 * spread + 0.001 * slopes**2
        rate = 2 * (1 + np.cos(np.pi * step / steps)) + 0.02
        weights = weights - rate * (mean / (1 - 0.9**step)) / (np.sqrt(spread / (1 - 0.999**step)) + 1e-9)
        tempo -= 1e4 * float((error * own.mover).mean())
        if step % 20 == 0:
            guess = expected(slope, out.mixed(weights)[0] + tempo * out.mover)
            print(
                f"step {step}: error {np.mean((chance - own_wanted) ** 2):.5f}, held out "
                f"{np.mean((guess - out_wanted) ** 2):.5f}",
                flush=True,
            )
    met = np.asarray(np.abs(own.counts).sum(0)).ravel() > 0
    return np.where(met[:, None], weights, begin)


def written(header: str, places: dict[str, tuple[int, int]], weights: np.ndarray) -> str:
    """The header with these weights in it."""
    rows = []
    for name, (place, count) in places.items():
        rows.append(f"    // {name}")
        for i in range(place, place + count, 8):
            few = weights[i : min(i + 8, place + count)]
            rows.append("    " + " ".join(f"{{{round(float(m))}, {round(float(e))}}}," for m, e in few))
    start, end = header.index("    // clang-format off\n") + 24, header.index("    // clang-format on\n")
    return header[:start] + "\n".join(rows) + "\n" + header[end:]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("counts", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, default=HEADER)
    parser.add_argument("--steps", type=int, default=120)
    given = parser.parse_args()
    header = HEADER.read_text(encoding="utf-8")
    places = layout(header)
    begin = by_hand(places)
    positions = Positions(given.counts, len(begin))
    print(f"{len(positions.score):,} positions, {len(begin)} terms")
    given.out.write_text(written(header, places, fit(positions, begin, given.steps)), encoding="utf-8")


if __name__ == "__main__":
    main()
