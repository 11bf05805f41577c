"""Learns the evaluation of checkers from games against itself: python recipes/checkers/train.py FOLDER [--pack FILE]

`recipe.toml` says what each generation plays. A generation's games are played by the weights of the one before (the
first by the evaluation set by hand). Their positions get the result of the game mixed with what the search said,
and all weights are fitted anew to those of the last generations by logistic regression. What is there already is not
made again.
"""

from __future__ import annotations

import argparse
import hashlib
import lzma
import subprocess
import tomllib
from pathlib import Path

import numpy as np

import zermelo
from zermelo.games import find_game

HERE = Path(__file__).resolve().parent
SOURCES = HERE.parents[1] / "src" / "zermelo"
RECORD = np.dtype(
    [
        ("sides", "<u4", 2),
        ("kings", "<u4"),
        ("mover", "u1"),
        ("kind", "u1"),
        ("score", "<i2"),
        ("game", "<u4"),
        ("x", "<u4"),
    ]
)
SEEN = np.dtype(
    [
        ("indices", "<u2", 9),
        ("counts", "i1", 10),
        ("king", "i1", 32),
        ("pieces", "u1"),
        ("mover", "u1"),
        ("kind", "u1"),
        ("x", "u1"),
    ]
)
BLOCK, KEPT, COUNTS, KINGS = 6561, 5, 10, 32
BIT_OF = [(18 - 6 * (i % 4) + (7 - i // 4) // 2 * 8 + (7 - i // 4) % 2 + 32) % 32 for i in range(32)]  # as squares.hpp


def turned_indices() -> np.ndarray:
    """The index of the same men with the board turned round and the colours changed over."""
    index, out = np.arange(BLOCK), np.zeros(BLOCK, int)
    for _ in range(8):
        index, digit = np.divmod(index, 3)
        out = 3 * out + np.where(digit == 0, 0, 3 - digit)
    return out


TURNED = turned_indices()


def build(folder: Path) -> Path:
    program = folder / "selfplay"
    if not program.exists():
        core = [SOURCES / "core" / f"{name}.cpp" for name in ("root", "table", "clock", "findings", "trace")]
        subprocess.run(
            [
                "g++",
                "-std=c++20",
                "-O2",
                "-march=native",
                f"-I{SOURCES}",
                HERE / "selfplay.cpp",
                *core,
                "-o",
                program,
                "-lpthread",
            ],
            check=True,
        )
    return program


def fen(record: np.void) -> str:
    def listed(colour: str, pieces: int) -> str:
        squares = [i for i in range(32) if pieces >> BIT_OF[i] & 1]
        return colour + ",".join(("K" if int(record["kings"]) >> BIT_OF[i] & 1 else "") + str(i + 1) for i in squares)

    black, white = (int(each) for each in record["sides"])
    return f"{'BW'[record['mover']]}:{listed('W', white)}:{listed('B', black)}"


def results(records: np.ndarray) -> np.ndarray:
    """What White got in the game of each record: 1, 0.5 or 0."""
    game = find_game("checkers")
    table = zermelo.EndgameTable.load(game.folder / game.endgames)
    last = np.flatnonzero(records["kind"] == 1)
    values = np.full(len(last), 0.5)
    for i, at in enumerate(last):
        record = records[at]
        if not all(record["sides"]):
            values[i] = 1.0 if record["sides"][1] else 0.0
            continue
        few = sum(int(each).bit_count() for each in record["sides"]) <= 4
        state = game.start(fen(record))
        mine = 1 if record["mover"] else -1
        white = -state.payoff(0) if state.is_over else mine * float(table.value(state)) if few else 0.0
        values[i] = (1 + white) / 2
    return np.repeat(values, np.diff(np.concatenate([[-1], last])))


class Fit:
    """Logistic regression by Adam over batches; a weight that is seldom met stays near 0, within `spread`."""

    def __init__(self, seen: np.ndarray, wanted: np.ndarray, spread: float) -> None:
        self.blocks = np.empty((len(seen), 9), np.int32)
        for b in range(9):
            kept, index = (b, seen["indices"][:, b]) if b < KEPT else (8 - b, TURNED[seen["indices"][:, b]])
            self.blocks[:, b] = kept * BLOCK + index
        self.signs = np.array([1, 1, 1, 1, 1, -1, -1, -1, -1], np.float32)
        self.dense = np.concatenate([seen["counts"], seen["king"]], 1).astype(np.float32)
        self.full = (seen["pieces"] / 24).astype(np.float32)
        self.wanted, self.spread = wanted.astype(np.float32), spread
        self.weights = np.zeros((COUNTS + KINGS + KEPT * BLOCK, 2), np.float32)

    def logits(self, rows: np.ndarray) -> np.ndarray:
        dense, table = self.weights[: COUNTS + KINGS], self.weights[COUNTS + KINGS :]
        both = self.dense[rows] @ dense + np.einsum("b,nbk->nk", self.signs, table[self.blocks[rows]])
        full = self.full[rows]
        return both[:, 0] * full + both[:, 1] * (1 - full)

    def loss(self, rows: np.ndarray) -> float:
        guess = 1 / (1 + np.exp(-self.logits(rows)))
        return float(np.mean((guess - self.wanted[rows]) ** 2))

    def gradient(self, rows: np.ndarray) -> np.ndarray:
        error = 1 / (1 + np.exp(-self.logits(rows))) - self.wanted[rows]
        full = self.full[rows]
        shares = np.stack([error * full, error * (1 - full)], 1)
        out = np.empty_like(self.weights)
        out[: COUNTS + KINGS] = self.dense[rows].T @ shares
        flat = self.blocks[rows].ravel()
        for k in (0, 1):
            out[COUNTS + KINGS :, k] = np.bincount(flat, (shares[:, k : k + 1] * self.signs).ravel(), KEPT * BLOCK)
        return out / len(rows)

    def run(self, epochs: int, batch: int, rate: float, seed: int) -> None:
        rng = np.random.default_rng(seed)
        rows = np.arange(len(self.wanted))
        held, rows = rows[-len(rows) // 20 :], rows[: -len(rows) // 20]
        pull = np.full((len(self.weights), 1), 1 / (self.spread**2 * len(rows)), np.float32)
        pull[: COUNTS + KINGS] /= 25
        first, second, step = np.zeros_like(self.weights), np.zeros_like(self.weights), 0
        steps = epochs * (len(rows) // batch)
        for epoch in range(epochs):
            rng.shuffle(rows)
            for start in range(0, len(rows) - batch + 1, batch):
                step += 1
                slope = self.gradient(rows[start : start + batch]) + pull * self.weights
                first += 0.1 * (slope - first)
                second += 0.001 * (slope**2 - second)
                now = rate * (1 - 0.95 * step / steps)
                self.weights -= now * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
            print(f"epoch {epoch}: {self.loss(rows[:50000]):.5f}, held out {self.loss(held):.5f}", flush=True)

    def words(self) -> np.ndarray:
        """As a file holds them, in hundredths of a man: a man counts 100 on a board that is half empty."""
        weights = self.weights.astype(float)
        middle = weights[-BLOCK:]
        weights[-BLOCK:] = (middle - middle[TURNED]) / 2
        return np.clip(np.round(weights * 100 / self.man()), -32000, 32000).astype("<i2")

    def man(self) -> float:
        """What a man more is worth in logits: fitted to the material alone."""
        men = self.dense[:, 0] + 1.3 * self.dense[:, 1]
        logits = self.logits(np.arange(len(men)))
        return float((men * logits).sum() / (men * men).sum())


def wanted_of(records: np.ndarray, blend: float, scale: float) -> np.ndarray:
    """What each position is to be worth to White: the game's result, and a share `blend` of what the search said."""
    score = np.where(records["mover"] == 1, 1.0, -1.0) * np.clip(records["score"].astype(float), -2000, 2000)
    return (1 - blend) * results(records) + blend / (1 + np.exp(-score / scale))


def load(folder: Path, program: Path, names: list[str], recipe: dict[str, float]) -> tuple[np.ndarray, np.ndarray]:
    seen, wanted = [], []
    for name in names:
        records = np.fromfile(folder / f"{name}.bin", RECORD)
        records = records[: np.flatnonzero(records["kind"] == 1)[-1] + 1]
        if not (folder / f"{name}.seen").exists():
            subprocess.run([program, "features", folder / f"{name}.bin", folder / f"{name}.seen"], check=True)
        every = np.fromfile(folder / f"{name}.seen", SEEN)[: len(records)]
        way = records["kind"] == 0
        seen.append(every[way])
        wanted.append(wanted_of(records, recipe["blend"], recipe["scale"])[way])
    return np.concatenate(seen), np.concatenate(wanted)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("folder", type=Path)
    asked.add_argument("--pack", type=Path, help="where the last generation's weights are written")
    options = asked.parse_args()
    options.folder.mkdir(exist_ok=True)
    recipe = tomllib.loads((HERE / "recipe.toml").read_text())
    program, names, weights = build(options.folder), [], "none"
    for number, generation in enumerate(recipe["generations"]):
        names.append(f"games{number}")
        file, made = options.folder / f"{names[-1]}.bin", options.folder / f"weights{number}.bin"
        if not file.exists():
            part = file.with_suffix(".part")
            numbers = (generation["games"], recipe["seed"] + number, generation["nodes"])
            subprocess.run([program, "games", weights, part, *map(str, numbers)], check=True)
            part.rename(file)
        if not made.exists():
            fit = Fit(*load(options.folder, program, names[-recipe["keep"] :], recipe), recipe["spread"])
            print(f"generation {number}: {len(fit.wanted):,} positions")
            fit.run(recipe["epochs"], recipe["batch"], recipe["rate"], recipe["seed"])
            fit.words().tofile(made)
        weights = str(made)
    packed = Path(weights).read_bytes()
    print("sha256 of the weights:", hashlib.sha256(packed).hexdigest())
    if options.pack:
        options.pack.write_bytes(lzma.compress(packed))


if __name__ == "__main__":
    main()
