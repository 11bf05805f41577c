"""Ranges in the usual notation."""

from __future__ import annotations

import random

import pytest

from zermelo.errors import ParseError
from zermelo.games.holdem.ranges import ALL_PAIRS, hand_name, kind_of, pair_index, read_board, read_range, written


def kinds(text: str) -> set[str]:
    return {kind_of(*ALL_PAIRS[i]) for i, weight in enumerate(read_range(text)) if weight}


def count(text: str) -> int:
    return sum(weight > 0 for weight in read_range(text))


def test_pieces_stand_for_their_hands() -> None:
    assert [count(each) for each in ("AA", "AKs", "AKo", "AK", "AhKd", "any")] == [6, 4, 12, 16, 1, 1326]
    assert kinds("QQ+") == {"QQ", "KK", "AA"}
    assert kinds("QTs+") == {"QTs", "QJs"}
    assert kinds("A2s-A5s") == kinds("A5s-A2s") == {"A2s", "A3s", "A4s", "A5s"}
    assert kinds("77-TT") == {"77", "88", "99", "TT"}
    assert kinds("T9s-65s") == {"T9s", "98s", "87s", "76s", "65s"}
    assert kinds("KT+") == {"KTs", "KTo", "KJs", "KJo", "KQs", "KQo"}
    assert count("22+,A2+") == 78 + 12 * 16
    assert kinds("KA") == {"AKs", "AKo"}


def test_weights_belong_to_their_piece_and_the_last_one_counts() -> None:
    weights = read_range("AA, AKs:0.5 , AhKh:.25,22:0,33")
    assert weights[pair_index(51, 50)] == 1
    assert sorted(set(weights)) == [0, 0.25, 0.5, 1]
    assert weights[pair_index(4 * 12 + 2, 4 * 11 + 2)] == 0.25
    assert {hand_name(*ALL_PAIRS[i]) for i, w in enumerate(weights) if w == 0.5} == {"AcKc", "AdKd", "AsKs"}


@pytest.mark.parametrize(
    ("text", "words", "column"),
    [
        ("", "expected a hand", 0),
        ("AA,,KK", "expected a hand", 3),
        ("AA,KK,", "expected a hand", 6),
        ("AA,1K", "'1K' is no hand", 3),
        ("AA,AKx", "'AKx' is no hand", 3),
        ("AAs", "write AA", 0),
        ("AA,AK:", "'' is no weight", 6),
        ("AA:2", "'2' is no weight", 3),
        ("AA:-1", "'-1' is no weight", 3),
        ("AhAh", "two different cards", 0),
        ("QQ,A2s-K5s", "no steps between its ends", 3),
        ("A2s-A5o", "no steps", 0),
        ("A2s-", "'' in 'A2s-' is no hand", 0),
        ("AA:0", "weight 0", 0),
        ("💥", "is no hand", 0),
    ],
)
def test_the_wrong_piece_is_named(text: str, words: str, column: int) -> None:
    with pytest.raises(ParseError, match=words) as caught:
        read_range(text)
    assert caught.value.column == column


def test_ranges_are_written_as_they_are_read() -> None:
    rng = random.Random(5)
    for _ in range(20):
        weights = [rng.choice([0.0, 0.0, 0.25, 1.0]) for _ in range(1326)]
        assert read_range(written(weights)) == weights
    assert written(read_range("QQ+,AKs:0.5")) == "AA,AKs:0.5,KK,QQ"


def test_boards_have_three_to_five_cards() -> None:
    assert read_board("2c 2d2h") == [0, 1, 2]
    for text, words in (("2c", "not 1"), ("2c2d2h2s3c3d", "not 6"), ("2c2d2", "'2' is no card"), ("2c2c3d", "twice")):
        with pytest.raises(ParseError, match=words):
            read_board(text)
