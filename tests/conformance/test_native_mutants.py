"""One-line bugs in the native rules, and how many of them the laws and facts find. Slow: the core is built once more.

All mutants are built into one copy of the core, each behind a switch that an environment variable sets; so one build
serves them all. An expression that is no longer in its file, or is there twice, is left out; enough must remain.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# (file under games/, the expression that stands there, what could stand there instead)
MUTANTS = [
    (
        "mnk/game.hpp",
        "winner >= 0 || empty() == 0 ? OVER : mover",
        [
            "winner > 0 || empty() == 0 ? OVER : mover",
            "winner >= 0 ? OVER : mover",
            "winner >= 0 || empty() == 0 ? OVER : 0",
        ],
    ),
    ("mnk/game.hpp", "rules->full & ~(stones[0] | stones[1])", ["rules->full & ~stones[0]"]),
    ("mnk/game.hpp", "static_cast<std::int8_t>(1 - mover)", ["mover"]),
    ("mnk/game.hpp", "completes(own, move) ? mover : winner", ["winner"]),
    ("mnk/game.hpp", "(own & *line) == *line", ["(own & *line) != *line"]),
    (
        "mnk/game.hpp",
        "winner < 0 ? 0 : winner == player ? 1 : -1",
        [
            "winner <= 0 ? 0 : winner == player ? 1 : -1",
            "winner < 0 ? 0 : winner == player ? -1 : 1",
            "winner < 0 ? 0 : 1",
        ],
    ),
    (
        "mnk/game.hpp",
        "stones[0] | stones[1] << 31 | side << 62",
        ["stones[0] | stones[1] << 2 | side << 62", "stones[0] | stones[1] | side << 62", "stones[0] | side << 62"],
    ),
    ("mnk/game.hpp", "stones == other.stones && mover == other.mover", ["mover == other.mover"]),
    ("mnk/game.hpp", "winner >= 0 ? 0 : std::popcount(empty())", ["winner >= 0 ? 0 : std::popcount(empty()) / 2"]),
    ("mnk/game.hpp", "turn & 2", ["turn & 1"]),
    ("mnk/game.hpp", "m == n || turn < 4", ["m == n && turn < 4"]),
    ("mnk/game.hpp", "'a' + move % rules->m", ["'a' + move / rules->m"]),
    ("mnk/game.hpp", "move / rules->m + 1", ["move / rules->m"]),
    ("mnk/game.hpp", "i % rules->m == 0", ["i % rules->n == 0"]),
    (
        "mnk/game.hpp",
        "stones[0] & cell(i) ? 'X' : stones[1] & cell(i) ? 'O' : '.'",
        ["stones[0] & cell(i) ? 'O' : stones[1] & cell(i) ? 'X' : '.'"],
    ),
    ("mnk/game.hpp", "mover != usual_mover()", ["mover == usual_mover()"]),
    (
        "mnk/game.hpp",
        "std::popcount(stones[0]) > std::popcount(stones[1])",
        ["std::popcount(stones[0]) >= std::popcount(stones[1])"],
    ),
    ("mnk/bind.cpp", "x > o + 1 || o > x + 1", ["x > o + 2 || o > x + 1", "x > o + 1"]),
    ("mnk/bind.cpp", "p.winner >= 0 && p.winner != side", ["p.winner > 0 && p.winner != side"]),
    ("mnk/eval.hpp", "((line & yours) == 0) - ((line & mine) == 0)", ["((line & yours) == 0)"]),
    (
        "connect4/game.hpp",
        "won || mask == size().board ? OVER : mover()",
        ["mask == size().board ? OVER : mover()", "won ? OVER : mover()", "won || mask == size().board ? OVER : 0"],
    ),
    ("connect4/game.hpp", "stones() & 1", ["(stones() >> 1) & 1"]),
    (
        "connect4/game.hpp",
        "has_four(size(), mine | stone)",
        ["has_four(size(), mask | stone)", "has_four(size(), mine)"],
    ),
    ("connect4/game.hpp", "player == mover() ? -1 : 1", ["player == mover() ? 1 : -1"]),
    (
        "connect4/game.hpp",
        "mix(mine + mask + size().bottom)",
        ["mix(mask + size().bottom)", "mix(mine + size().bottom)"],
    ),
    ("connect4/game.hpp", "mine == other.mine && mask == other.mask", ["mask == other.mask"]),
    ("connect4/game.hpp", "won ? 0 : size().cells - stones()", ["won ? 0 : (size().cells - stones()) / 2"]),
    ("connect4/game.hpp", "image.mine + image.mask < mine + mask", ["true"]),
    ("connect4/game.hpp", "'1' + column", ["'0' + column"]),
    ("connect4/game.hpp", "first & here ? 'X' : 'O'", ["first & here ? 'O' : 'X'"]),
    ("connect4/game.hpp", "mover() == 0 ? mine : mask ^ mine", ["mover() == 1 ? mine : mask ^ mine"]),
    ("connect4/bind.cpp", "(mask + size.bottom) & mask", ["(mask + size.bottom) & 0"]),
    ("connect4/bind.cpp", "first != second && first != second + 1", ["first != second && first < second"]),
    ("connect4/bind.cpp", "has_four(size, stones[mover])", ["has_four(size, 0)"]),
    (
        "othello/game.hpp",
        "othello::moves(me, opp) || othello::moves(opp, me) ? white : OVER",
        ["othello::moves(me, opp) ? white : OVER", "othello::moves(me, opp) || othello::moves(opp, me) ? 0 : OVER"],
    ),
    ("othello/game.hpp", "opp ^ turned", ["opp", "opp & turned"]),
    ("othello/game.hpp", "me | turned | bit(move)", ["me | turned", "me | bit(move)"]),
    (
        "othello/game.hpp",
        "difference + (difference > 0 ? empties() : difference < 0 ? -empties() : 0)",
        ["difference", "difference + (difference >= 0 ? empties() : -empties())", "difference + empties()"],
    ),
    (
        "othello/game.hpp",
        "player == static_cast<int>(white) ? mover : -mover",
        ["mover", "player == 0 ? mover : -mover"],
    ),
    ("othello/game.hpp", "opp == other.opp", ["true"]),
    ("othello/game.hpp", "turn() == OVER ? 0 : 2 * empties()", ["turn() == OVER ? 0 : empties() / 2"]),
    ("othello/game.hpp", "black & here ? 'X' : 'O'", ["black & here ? 'O' : 'X'"]),
    ("othello/game.hpp", "white ? opp : me", ["white ? me : opp"]),
    ("othello/game.hpp", "'a' + square % 8", ["'a' + square / 8"]),
    ("othello/game.hpp", "'1' + square / 8", ["'0' + square / 8"]),
    ("othello/bind.cpp", "board.turn() == OVER", ["false"]),
    ("othello/bind.cpp", "pass && !must_pass", ["false"]),
    ("othello/bind.cpp", "both & ~reached(both)", ["u64{0}"]),
    ("othello/bind.cpp", "MIDDLE & ~both", ["u64{0}"]),
    (
        "othello/bind.cpp",
        "(small(text[at]) - 'a') + 8 * (text[at + 1] - '1')",
        ["8 * (small(text[at]) - 'a') + (text[at + 1] - '1')"],
    ),
    (
        "synthetic/game.hpp",
        "ply == rules->plies ? OVER : ply % 2",
        ["ply + 1 == rules->plies ? OVER : ply % 2", "ply == rules->plies ? OVER : 0"],
    ),
    ("synthetic/game.hpp", "player == 0 ? value : -value", ["value"]),
    ("synthetic/game.hpp", "i < rules->branching", ["i + 1 < rules->branching"]),
    ("synthetic/game.hpp", "std::to_string(move + 1)", ["std::to_string(move / 2)"]),
    (
        "synthetic/game.hpp",
        "ply % 2 == 0 ? target - worse : target + worse",
        ["ply % 2 == 1 ? target - worse : target + worse"],
    ),
    ("synthetic/game.hpp", "id == other.id && ply == other.ply", ["ply == other.ply"]),
    ("tree/game.hpp", "player == 0 ? here().value : -here().value", ["here().value"]),
    ("tree/game.hpp", "mix(tree->hash + node)", ["mix(tree->hash)"]),
    ("tree/bind.cpp", "turn == CHANCE ? after_chance() : 1 - turn", ["turn == CHANCE ? after_chance() : turn"]),
    ("tree/bind.cpp", "std::abs(sum - 1) > 1e-9", ["std::abs(sum - 1) > 1"]),
]


def once(file: str, expression: str) -> bool:
    return (ROOT / "src" / "zermelo" / "games" / file).read_text(encoding="utf-8").count(expression) == 1


def present() -> list[tuple[str, str, list[str]]]:
    """The mutants that can be made of the sources as they are."""
    return [(file, before, afters) for file, before, afters in MUTANTS if once(file, before)]


TRIALS = {
    "mnk": [
        ("tictactoe", {}),
        ("tictactoe", {"position": ".../.../... O"}),
        ("mnk", {}),
        ("mnk", {"m": 4, "n": 3, "k": 3}),
        ("mnk", {"m": 5, "n": 7, "k": 4}),
    ],
    "connect4": [("connect4", {}), ("connect4", {"width": 5, "height": 4})],
    "othello": [
        ("othello", {}),
        ("othello", {"position": "OOOOOOOOOXXXOOOOOXXOXOOO-XXXXXOOXXXOOOXOOXOXOOOOOOXOOXXOOXXXXX-O X"}),
    ],
    "synthetic": [("synthetic", {}), ("synthetic", {"meetings": 3}), ("synthetic", {"leaves": "best_last"})],
    "tree": [("tree", {}), ("tree", {"position": "[max[1,2],min[3,[4,5]],chance[0.5:1,0.5:[2,3]]]"})],
}

RUN = """
import sys
import zermelo
from zermelo.check import check_game
for name, options in TRIALS:
    report = check_game(zermelo.start(name, **options), games=60)
    if not report.ok:
        print(report.problems[0])
        sys.exit(1)
"""

SWITCH = """
#include <cstdlib>
namespace zermelo {
inline int chosen_mutant() {
  static const int chosen = std::getenv("ZERMELO_MUTANT") ? std::atoi(std::getenv("ZERMELO_MUTANT")) : 0;
  return chosen;
}
}
"""


def copy_sources(to: Path) -> None:
    ignore = shutil.ignore_patterns("*.so", "__pycache__")
    shutil.copytree(ROOT / "src", to / "src", ignore=ignore)
    shutil.copy(ROOT / "CMakeLists.txt", to)


def put_in(folder: Path) -> None:
    """Writes the switches into the copied sources."""
    games, number = folder / "src" / "zermelo" / "games", 0
    for file, before, afters in present():
        choice = f"({before})"
        for after in reversed(afters):
            choice = f"chosen_mutant() == {number + afters.index(after) + 1} ? ({after}) : {choice}"
        number += len(afters)
        text = (games / file).read_text(encoding="utf-8")
        (games / file).write_text(text.replace(before, f"({choice})"), encoding="utf-8")
    head = folder / "src" / "zermelo" / "core" / "game.hpp"
    head.write_text(
        head.read_text(encoding="utf-8").replace("#pragma once", "#pragma once\n" + SWITCH, 1), encoding="utf-8"
    )


def build(folder: Path) -> None:
    common = {"check": True, "capture_output": True, "text": True}
    where = [f"-DPython_EXECUTABLE={sys.executable}", "-DCMAKE_BUILD_TYPE=Release"]
    subprocess.run(["cmake", "-S", str(folder), "-B", str(folder / "build"), *where], **common)
    lists = folder / "CMakeLists.txt"
    lists.write_text(
        lists.read_text(encoding="utf-8").replace(" -O3 ", " -O1 ").replace("-Werror", "-w"), encoding="utf-8"
    )
    done = subprocess.run(["cmake", "--build", str(folder / "build")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    for module in (folder / "build").glob("_core*.so"):
        shutil.copy(module, folder / "src" / "zermelo")


def keeps_the_laws(folder: Path, game: str, number: int) -> bool:
    environment = dict(os.environ, ZERMELO_MUTANT=str(number), PYTHONPATH=str(folder / "src"))
    code = RUN.replace("TRIALS", repr(TRIALS[game]))
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, timeout=300, check=False)
    return done.returncode == 0


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("cmake") is None, reason="needs cmake and a compiler")
def test_most_native_mutants_are_caught(tmp_path: Path) -> None:
    mutants = [(file, before, after) for file, before, afters in present() for after in afters]
    assert len(mutants) >= 40
    copy_sources(tmp_path)
    put_in(tmp_path)
    build(tmp_path)
    for game in TRIALS:
        assert keeps_the_laws(tmp_path, game, 0), f"{game} without any mutant"
    missed = [
        f"{file}: {before} -> {after}"
        for number, (file, before, after) in enumerate(mutants, 1)
        if keeps_the_laws(tmp_path, file.split("/")[0], number)
    ]
    assert len(missed) <= 0.05 * len(mutants), "\n".join(missed)
