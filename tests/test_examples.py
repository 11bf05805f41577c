"""Every file under examples/ is run; what it prints must hold these lines, and it must print nothing to stderr."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
EXPECTED = {
    "amazons": ["5 B . . . . B", "depth 2"],
    "breakthrough": ["2 x x x x x x", "depth 4"],
    "hex": [".   .   .   .   .   .   .", "depth 2"],
    "lines_of_action": ["8 . x x x x x x .", "depth 2"],
    "minichess": ["5 r n b q k", "depth 4"],
    "morris": [". . .   . . .", "depth 4"],
    "alphabeta_walk": [
        "   E-2 is at most 6, and MAX above already has 7: the rest is cut off",
        "the root is 7",
        "never visited: E-8, E-9, E-11, E-12",
    ],
    "compare_methods": ["minimax            960,793      5  4"],
    "compiled_connect4": ["compiled and plain Python agree"],
    "compiled_game": ["plain Python: win"],
    "cutoff": [
        "two plies          column 3",
        "until it is quiet  column 4  win in 3",
        "the whole game     column 4  win in 3",
    ],
    "dice_tictactoe": [
        "expectiminimax        value for X 0.2227, 13,582 nodes",
        "expectiminimax+star1  value for X 0.2227,  8,348 nodes",
        "  column a: 0.3341",
    ],
    "endgames": [
        "1963 positions: 975 won, 0 drawn, 988 lost",
        "the start: +1 in 19 plies",
        "played by the table: +1",
        "solved by retrograde analysis of 1,963 positions",
    ],
    "exact_root_values": ["  E-2  ≤ 6   a bound only", "  E-2  4", "  E-3  1"],
    "first_search": ["best move: a3", "value for X: win in 5"],
    "learn_weights": ["generation 1: 1444 positions, against before 90.5 %", "against weights set by hand: 5"],
    "nim": ["(3, 4, 5) player 0: 2 from heap 1 (win in 11; by the xor of the heaps: win)"],
    "no_progress": [
        "Whole: left, 0, 4,398 nodes",
        "Heave: left, 0, 85 nodes",
        "Whole: over after 10 moves by rules",
        "Heave: over after 4 moves by repetition",
    ],
    "own_evaluation": ["3·centre + 1·pairs"],
    "passing": ["best play: 6 7 pass pass", "the first player gets -1 points more"],
    "pig": ["20 points in this turn: roll", "25 points in this turn: hold"],
    "practice_sheet": ["1. E-1, value 20; never examined: E-6, E-13, E-14"],
    "progress_and_stop": ["depth  1:", "depth  5:", "stopped: cancelled"],
    "repetition": ["token at 5, right to move: pull right, win in 1", "token at 3, right to move: pull left, 0"],
    "solve_connect4": ["4 x 4: draw", "6 x 4: loss in 24", "5 x 5: draw", "column 5: loss in 28"],
    "subtraction": ["lost for the player to move: [4, 8, 12, 16, 20]"],
    "tictactoe": ["alphabeta        draw, 18,297 nodes   built in: draw, 18,297 nodes", "two plies deep: 1"],
    "time_and_clock": ["stopped by seconds", "the game is over; nobody has run out of time"],
    "transposition_table": ["50 kB, lru", "50 kB, ageing", "one table, after 44"],
}

LONGER = dict.fromkeys(("amazons", "breakthrough", "hex", "lines_of_action", "morris"), 135) | {"minichess": 190}
NEEDS = {"compiled_connect4": "numba", "learn_weights": "numpy"}


def run(name: str) -> str:
    file = EXAMPLES / f"{name}.py"
    done = subprocess.run([sys.executable, str(file)], capture_output=True, encoding="utf-8", timeout=120)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


def test_every_example_is_known() -> None:
    assert sorted(EXPECTED) == sorted(each.stem for each in EXAMPLES.glob("*.py"))


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_example(name: str) -> None:
    if name in NEEDS:
        pytest.importorskip(NEEDS[name])
    printed = run(name)
    for line in EXPECTED[name]:
        assert line in printed


def test_a_stopped_search_still_answers_with_a_move() -> None:
    """Which one depends on how far the machine got."""
    assert run("progress_and_stop").splitlines()[-1] in {f"stopped: cancelled, move {column}" for column in range(1, 8)}


def test_compiled_example_counts_the_same_nodes() -> None:
    pytest.importorskip("numba")
    plain, compiled = (line.split(":")[1].split() for line in run("compiled_game").splitlines())
    assert plain == compiled


def test_examples_are_short() -> None:
    for file in EXAMPLES.glob("*.py"):
        allowed = LONGER.get(file.stem, 70)
        assert len(file.read_text(encoding="utf-8").splitlines()) <= allowed, file.name
