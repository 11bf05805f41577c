"""Othello's rules where random games seldom come: passes, colours, symmetries, other notations; its endings exactly."""

from __future__ import annotations

import math
import random

import pytest
from plain_minimax import root_values

import zermelo

START = "---------------------------OX------XO--------------------------- X"
PASSING = "f5f6c4g5h5h4g7h6"  # black has no move, white has


def start(text: str | None = None) -> zermelo.State:
    return zermelo.start("othello", text)


def random_position(seed: int, empties: int) -> zermelo.State:
    """A position of a random game with so many empty squares, not over."""
    rng = random.Random(seed)
    while True:
        state = start()
        while not state.is_over and state.text.count("-") > empties:
            state = state.play(rng.choice(state.moves()))
        if not state.is_over:
            return state


def images(text: str) -> list[str]:
    """The eight texts of a position under rotation and reflection."""
    squares, mover = text.split()
    rows = [squares[i : i + 8] for i in range(0, 64, 8)]
    found = []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        found += ["".join(rows), "".join(row[::-1] for row in rows)]
    return [f"{each} {mover}" for each in found]


def test_a_forced_pass_is_a_move() -> None:
    state = start(PASSING)
    assert state.moves() == ["pass"]
    after = state.play("pass")
    assert after.turn == 1
    assert after.text[:64] == state.text[:64]
    assert start(PASSING + "pa") == start(PASSING + " -- ") == after
    assert start(PASSING + after.moves()[0]) == after.play(after.moves()[0])
    for name in ("PASS", "pa", "--"):
        assert state.play(name) == after
    with pytest.raises(zermelo.IllegalMove):
        start().play("pass")


def test_colours_make_different_positions() -> None:
    black, white = start(START), start(START[:-1] + "O")
    assert black != white
    assert black.key != white.key
    swapped = start(START.translate(str.maketrans("XO", "OX")))
    assert swapped not in (black, white)
    assert len({black.key, white.key, swapped.key}) == 3
    assert (black.turn, white.turn, swapped.turn) == (0, 1, 1)


@pytest.mark.parametrize("seed", range(20))
def test_eight_images_have_one_representative(seed: int) -> None:
    state = random_position(seed, 10 + 2 * seed)
    found = {start(text).canonical() for text in images(state.text)}
    assert len(found) == 1
    assert found.pop().text in images(state.text)


def test_texts_that_mean_the_same() -> None:
    for text in (
        START,
        START.lower(),
        START.replace("-", "."),
        START.replace("X", "*").replace("O", "w"),
        START.replace("X", "b"),
        "\n".join(START[i : i + 8] for i in range(0, 64, 8)) + "\nX\n",
        " ".join(START),
        START[:64] + "X",
        "",
    ):
        assert start(text).text == START
    assert start("F5D6") == start("f5 d6 ") == start("f5\td6")


def test_a_bad_text_is_told_where() -> None:
    for text, column, told in (
        ("f5d6a1", 4, "a1 is not legal here"),
        (START[:20] + "?" + START[21:], 20, "expected X, O or - for e3"),
        (START[:-2], 64, "who moves"),
        ("X" + START[1:], 0, "impossible at a1: a disc that is not joined to the middle"),
        (START.replace("OX", "-X"), 27, "impossible at d4: the four squares in the middle are never empty"),
    ):
        with pytest.raises(zermelo.ParseError) as raised:
            start(text)
        assert raised.value.column == column
        assert told in raised.value.reason


def test_moves_are_read_in_capitals_and_written_small() -> None:
    state = start()
    assert state.play("F5") == state.play("f5")
    assert state.name("F5") == "f5"


@pytest.mark.parametrize("seed", range(30))
def test_endings_have_the_values_of_minimax(seed: int) -> None:
    state = random_position(seed, 4 + seed % 4)
    sign = 1 if state.turn == 0 else -1
    wanted = {move: sign * value for move, value in root_values(state).items()}
    for method in ("auto", "alphabeta", "scout+table"):
        result = zermelo.search(state, depth=math.inf, method=method, best="all")
        assert {line.move: line.score.value for line in result.lines} == wanted
        assert all(line.score.proved for line in result.lines)


def test_counting_includes_games_that_ended() -> None:
    over = start("e6f4e3f6g5d6e7f5c5")
    assert [zermelo.count(over, depth) for depth in range(4)] == [1, 1, 1, 1]
    before = start("e6f4e3f6g5d6e7f5")
    assert zermelo.count(before, 1) == len(before.moves())
    assert zermelo.count(before, 2) == sum(max(1, len(before.play(move).moves())) for move in before.moves())
