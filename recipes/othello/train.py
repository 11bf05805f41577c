"""Learns Othello's evaluation as recipe.toml says; can be killed and started again at any time.

    python recipes/othello/train.py FOLDER [--threads N] [--until GENERATION] [--pack weights.bin]

Needs a C++20 compiler and NumPy; PyTorch, and a GPU, are used when they are there. Everything made lies in FOLDER:
games as gen-K/part-I.rec, weights as gen-K.i16, errors by stage in gen-K.json, what happened in log.txt. A file is
there whole or not at all, and what is there is not made again. Games depend on the recipe's seed and their number
alone.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PART = 20_000  # games in a file


class Training:
    def __init__(self, folder: Path, threads: int, recipe: dict[str, Any]) -> None:
        self.folder, self.threads, self.recipe = folder, threads, recipe
        folder.mkdir(parents=True, exist_ok=True)
        self.program = folder / "selfplay"
        self.log = folder / "log.txt"

    def run(self, until: int) -> Path:
        """The weights of generation `until`, made with all that leads there."""
        self.build()
        weights = Path("zero")
        for number, _ in enumerate(self.recipe["generation"][: until + 1]):
            weights = self.generation(number, weights)
        return weights

    def build(self) -> None:
        source = HERE / "selfplay.cpp"
        command = ["g++", "-std=c++20", "-O3", "-march=native", "-w", "-pthread", f"-I{ROOT / 'src' / 'zermelo'}"]
        subprocess.run([*command, str(source), "-o", str(self.program)], check=True)

    def generation(self, number: int, before: Path) -> Path:
        kept = self.folder / f"gen-{number}.i16"
        if kept.exists():
            return kept
        self.play(number, before)
        fitted = self.fit(number, before)
        if before != Path("zero") and not self.stronger(fitted, before):
            self.tell(f"generation {number} is not stronger: the old weights stay")
            shutil.copyfile(before, fitted)
        os.replace(fitted, kept)
        return kept

    def play(self, number: int, weights: Path) -> None:
        plan = self.recipe["generation"][number]
        parts = self.folder / f"gen-{number}"
        parts.mkdir(exist_ok=True)
        for first in range(0, plan["games"], PART):
            part = parts / f"part-{first // PART:04}.rec"
            if part.exists():
                continue
            began, games = time.monotonic(), min(PART, plan["games"] - first)
            partial = part.with_suffix(".partial")
            seed = self.recipe["seed"] + number
            self.call("games", weights, partial, seed, first, games, plan["depth"], plan["exact"])
            os.replace(partial, part)
            self.tell(f"generation {number}: games {first} to {first + games} in {time.monotonic() - began:.1f} s")

    def fit(self, number: int, before: Path) -> Path:
        back = self.recipe["generation"][number]["back"]
        records = [str(part) for k in range(number - back, number + 1) for part in sorted(self.records(k))]
        fitted, metrics = self.folder / f"gen-{number}.partial", self.folder / f"gen-{number}.json"
        start = [] if before == Path("zero") else ["--start", str(before)]
        script = ROOT / "src" / "zermelo" / "games" / "othello" / "learn" / "patterns.py"
        began = time.monotonic()
        subprocess.run(
            [sys.executable, str(script), *records, "--weights", str(fitted), "--metrics", str(metrics), *start],
            check=True,
        )
        self.tell(f"generation {number}: fitted in {time.monotonic() - began:.1f} s")
        return self.with_plies(number, fitted)

    def with_plies(self, number: int, fitted: Path) -> Path:
        """The fit joins two plies; what odd and even numbers of empty squares differ by is added after it."""
        first = min(self.records(number))
        whole = fitted.with_suffix(".plies")
        subprocess.run(
            [str(self.program), "plies", str(fitted), str(first), str(whole)], check=True, capture_output=True
        )
        os.replace(whole, fitted)
        return fitted

    def records(self, number: int) -> list[Path]:
        return list((self.folder / f"gen-{number}").glob("part-*.rec"))

    def stronger(self, new: Path, old: Path) -> bool:
        duel = self.recipe["duel"]
        text = self.call("duel", new, old, duel["pairs"], duel["depth"], duel["exact"])
        self.tell(f"{new.stem} against {old.stem}: {text.strip()}")
        found = re.search(r"score ([\d.]+) %", text)
        return found is not None and float(found[1]) >= 50

    def call(self, *arguments: object) -> str:
        command = [str(self.program), *map(str, arguments), str(self.threads)]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout

    def tell(self, text: str) -> None:
        print(text, flush=True)
        with self.log.open("a") as log:
            log.write(text + "\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--recipe", type=Path, default=HERE / "recipe.toml")
    parser.add_argument("--until", type=int, default=10**9, help="the last generation to make")
    parser.add_argument("--pack", type=Path, help="write the weights as the game ships them")
    given = parser.parse_args()
    recipe = tomllib.loads(given.recipe.read_text())
    weights = Training(given.folder, given.threads, recipe).run(given.until)
    if given.pack:
        sys.path.insert(0, str(ROOT / "src" / "zermelo" / "games" / "othello"))
        import weights as shipped  # the module beside the game; nothing of the package needs to be installed

        given.pack.write_bytes(shipped.pack(weights.read_bytes()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
