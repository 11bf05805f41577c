"""What Othello's search is made of, each part against a slow version of itself: moves and flips in all forms, stable
discs, the learned evaluation, and the file it is kept in."""

from __future__ import annotations

import random
import subprocess
import sys
from array import array
from functools import cache
from pathlib import Path

import pytest

import zermelo
from zermelo.games.othello import weights
from zermelo.games.othello.game import load_weights
from zermelo.native import core

RAYS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def random_position(rng: random.Random, empties: int) -> zermelo.State:
    """A position of a random game with so many empty squares, not over."""
    while True:
        state = zermelo.start("othello")
        while not state.is_over and state.text.count("-") > empties:
            state = state.play(rng.choice(state.moves()))
        if not state.is_over:
            return state


def discs(state: zermelo.State) -> tuple[int, int]:
    """Those of the side to move and of the other, square i as bit i."""
    squares, mover = state.text.split()
    own = sum(1 << i for i, cell in enumerate(squares) if cell == mover)
    other = sum(1 << i for i, cell in enumerate(squares) if cell not in ("-", mover))
    return own, other


# --- moves and flips ---


def walked(square: int, own: int, other: int) -> int:
    """What a disc on the square turns, by walking along the eight rays."""
    turned = 0
    for dx, dy in RAYS:
        x, y, row = square % 8 + dx, square // 8 + dy, 0
        while 0 <= x < 8 and 0 <= y < 8 and other >> (8 * y + x) & 1:
            row |= 1 << (8 * y + x)
            x, y = x + dx, y + dy
        if 0 <= x < 8 and 0 <= y < 8 and own >> (8 * y + x) & 1:
            turned |= row
    return turned


def check_forms(own: int, other: int) -> None:
    flips = [0 if (own | other) >> square & 1 else walked(square, own, other) for square in range(64)]
    moves = sum(1 << square for square in range(64) if flips[square])
    for form, answer in core.othello_forms(own, other).items():
        assert answer == (moves, flips), f"{form}: {own:#x} {other:#x}"


def random_boards(rng: random.Random, boards: int) -> list[tuple[int, int]]:
    """Any two sets of squares that do not meet: full and thin ones, whatever games lead to them or none."""
    found = []
    for _ in range(boards):
        filled, share = rng.random(), rng.random()
        own = other = 0
        for square in range(64):
            if rng.random() < filled:
                if rng.random() < share:
                    own |= 1 << square
                else:
                    other |= 1 << square
        found.append((own, other))
    return found


def test_all_forms_of_the_move_generator_agree_with_walking() -> None:
    assert "portable" in core.othello_forms(0, 0)
    for own, other in random_boards(random.Random(1), 1500):
        check_forms(own, other)


def test_all_forms_on_positions_of_games() -> None:
    rng = random.Random(2)
    for _ in range(10):
        state = zermelo.start("othello")
        while not state.is_over:
            check_forms(*discs(state))
            state = state.play(rng.choice(state.moves()))


def test_all_forms_on_single_lines() -> None:
    """A run of every length in every direction from every square, ended by an own disc, by nothing or by the border."""
    for square in range(64):
        for dx, dy in RAYS:
            line = [(square % 8 + i * dx, square // 8 + i * dy) for i in range(1, 8)]
            bits = [1 << (8 * y + x) for x, y in line if 0 <= x < 8 and 0 <= y < 8]
            for length in range(len(bits) + 1):
                other = sum(bits[:length])
                check_forms(0, other)
                if length < len(bits):
                    check_forms(bits[length], other)


@pytest.mark.slow
def test_all_forms_on_many_boards() -> None:
    for own, other in random_boards(random.Random(3), 100_000):
        check_forms(own, other)


# --- stable discs ---


def never_turned(state: zermelo.State, colour: str) -> set[int]:
    """The colour's discs that keep it in every continuation."""
    known: dict[str, frozenset[int]] = {}

    def kept(at: zermelo.State) -> frozenset[int]:
        if at.text not in known:
            here = frozenset(i for i in range(64) if at.text[i] == colour)
            known[at.text] = here.intersection(*(kept(at.play(move)) for move in at.moves()))
        return known[at.text]

    return set(kept(state))


def stable(state: zermelo.State, colour: str) -> int:
    own = sum(1 << i for i in range(64) if state.text[i] == colour)
    other = sum(1 << i for i in range(64) if state.text[i] not in ("-", colour))
    return int(core.othello_stable(own, other))


@pytest.mark.parametrize("empties", [2, 3, 4, 5, 6])
def test_stable_discs_are_never_turned(empties: int) -> None:
    rng, some = random.Random(empties), 0
    for _ in range(60):
        state = random_position(rng, empties)
        for colour in "XO":
            found = stable(state, colour)
            assert found <= len(never_turned(state, colour)), state.text
            some += found > 0
    assert some > 60  # the claim is not an empty one


@pytest.mark.parametrize("empties", [10, 16, 24, 34])
def test_stable_discs_outlast_random_games(empties: int) -> None:
    rng = random.Random(empties)
    for _ in range(15):
        state = random_position(rng, empties)
        kept = {colour: {i for i in range(64) if state.text[i] == colour} for colour in "XO"}
        claimed = {colour: stable(state, colour) for colour in "XO"}
        for _ in range(30):
            at = state
            while not at.is_over:
                at = at.play(rng.choice(at.moves()))
                for colour in "XO":
                    kept[colour] &= {i for i in range(64) if at.text[i] == colour}
        for colour in "XO":
            assert claimed[colour] <= len(kept[colour]), state.text


def test_a_full_board_is_stable() -> None:
    for own, _ in random_boards(random.Random(5), 200):
        assert core.othello_stable(own, ~own & (1 << 64) - 1) == own.bit_count()
    assert core.othello_stable(0, 0) == 0
    assert core.othello_stable(1, 0) == 1  # a corner


# --- the evaluation ---


@cache
def tables() -> array[int]:
    return weights.words_of(weights.unpack(weights.FILE.read_bytes()))


def slow_value(state: zermelo.State) -> float:
    """The sum of table entries for the side to move, region by region, and what belongs to the number of discs."""
    squares, mover = state.text.split()
    digits = [1 if cell == "-" else 0 if cell == mover else 2 for cell in squares]
    families = weights.families()
    in_stage = sum(3 ** len(places[0]) for places in families)
    at = min(29, (60 - squares.count("-")) // 2) * in_stage
    total = tables()[weights.STAGES * in_stage + squares.count("-")]
    for places in families:
        for place in places:
            total += tables()[at + sum(digits[square] * 3**i for i, square in enumerate(place))]
        at += 3 ** len(places[0])
    return total / weights.UNIT


def test_the_evaluation_is_the_sum_of_its_tables() -> None:
    rng, values = random.Random(7), set()
    for _ in range(12):
        state = zermelo.start("othello")
        while not state.is_over:
            value = slow_value(state)
            assert state.evaluate(state.turn) == value, state.text
            assert state.evaluate(1 - state.turn) == -value
            values.add(value)
            state = state.play(rng.choice(state.moves()))
    assert len(values) > 400


def test_mirror_images_have_one_value() -> None:
    rng = random.Random(8)
    for empties in range(4, 60, 3):
        state = random_position(rng, empties)
        assert state.canonical().evaluate(0) == state.evaluate(0)


def test_the_patterns_of_the_core_are_those_of_the_file() -> None:
    assert core.othello_patterns() == weights.families()
    assert sum(map(len, weights.families())) == 50


# --- the file ---


def test_the_shipped_file_is_small_and_whole() -> None:
    assert weights.FILE.stat().st_size <= 4_000_000
    in_stage = sum(3 ** len(places[0]) for places in weights.families())
    assert len(tables()) == weights.STAGES * in_stage + weights.PLIES


def damaged(kind: str, folder: Path) -> Path:
    """The shipped file with one thing wrong."""
    data, file = bytearray(weights.FILE.read_bytes()), folder / f"{kind}.bin"
    if kind == "changed":
        data[len(data) // 2] ^= 1
    elif kind == "cut":
        del data[len(data) // 2 :]
    elif kind == "longer":
        data += b"\0"
    elif kind == "empty":
        data.clear()
    elif kind == "other":
        data[:] = b"not weights at all" * 100
    elif kind == "digest":
        data[20] ^= 1
    elif kind == "version":
        data[4] += 1
    if kind != "missing":
        file.write_bytes(data)
    return file


KINDS = ["changed", "cut", "longer", "empty", "other", "digest", "version"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_damaged_file_is_refused(kind: str, tmp_path: Path) -> None:
    file = damaged(kind, tmp_path)
    with pytest.raises(ValueError, match=rf"{kind}\.bin: (changed or damaged|not a file of|version)"):
        load_weights(file, slot=15)
    assert not core.othello_has_weights(15)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"missing\.bin"):
        load_weights(damaged("missing", tmp_path), slot=15)


COMMAND_LINE = """
import sys
from pathlib import Path
from zermelo.games.othello import weights
weights.FILE = Path(sys.argv.pop(1))
from zermelo.cli import main
main()
"""


@pytest.mark.parametrize("kind", ["changed", "cut", "missing"])
def test_the_command_line_says_so_in_one_line(kind: str, tmp_path: Path) -> None:
    file = damaged(kind, tmp_path)
    command = [sys.executable, "-c", COMMAND_LINE, str(file), "analyze", "othello", "--depth", "3"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode != 0
    assert done.stdout == ""
    assert done.stderr.startswith("error: ")
    assert str(file) in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1


def test_weights_stay_where_they_were_put() -> None:
    zermelo.start("othello")
    with pytest.raises(ValueError, match="taken"):
        load_weights(slot=0)
    with pytest.raises(ValueError, match="slots"):
        load_weights(slot=16)
    with pytest.raises(ValueError, match="slot 14"):
        zermelo.start("othello", weights=14)
    with pytest.raises(ValueError, match="weights=16"):
        zermelo.start("othello", weights=16)
    for wrong in (b"", b"\0", bytes(1000), bytes(2 * len(tables()) + 1)):
        with pytest.raises(ValueError, match="weights"):
            core.othello_load_weights(wrong, 13)
    assert not core.othello_has_weights(13)


TOGETHER = """
import threading, zermelo
texts, together = [], threading.Barrier(8)
def begin():
    together.wait()
    texts.append(zermelo.start("othello").evaluate(0))
jobs = [threading.Thread(target=begin) for _ in range(8)]
for job in jobs: job.start()
for job in jobs: job.join()
print(len(texts), len(set(texts)))
"""


def test_the_first_use_may_come_from_many_threads() -> None:
    done = subprocess.run([sys.executable, "-c", TOGETHER], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == ("8 1\n", "")


def test_other_weights_judge_otherwise() -> None:
    if not core.othello_has_weights(12):
        core.othello_load_weights(bytes(2 * len(tables())), 12)
    state = random_position(random.Random(4), 30)
    other = zermelo.start("othello", state.text, weights=12)
    assert other.evaluate(0) == 0 != state.evaluate(0)
    assert other.play(other.moves()[0]).evaluate(0) == 0
    assert other == state
    assert zermelo.search(other, depth=3).score.value == 0
