"""Checkers: the rules against a slow set of rules, notation, draws, what is refused."""

from __future__ import annotations

import random

import pytest
import slow_checkers as slow

import zermelo

START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"


def compare(rng: random.Random, positions: int) -> None:
    """Random boards: the same moves by the same names, and one of them leads to the same board."""
    game = zermelo.all_games()["checkers"]
    for _ in range(positions):
        board, side = slow.random_board(rng)
        written = slow.text(board, side)
        state = game.start(written)
        expected = slow.names(board, side)
        found = state.moves()
        assert sorted(found) == sorted(expected), written
        assert state.text == written
        if found:
            move = rng.choice(found)
            child = state.play(move)
            after = slow.text(slow.play(board, expected[move]), "w" if side == "b" else "b")
            assert child.text.partition(":H")[0] == after, (written, move)


def test_random_boards_against_slow_rules() -> None:
    compare(random.Random(14), 10_000)


@pytest.mark.slow
def test_a_million_random_boards_against_slow_rules() -> None:
    compare(random.Random(2014), 1_000_000)


def test_random_games_against_slow_rules() -> None:
    rng = random.Random(8)
    for _ in range(10):
        state, board, side = zermelo.start("checkers"), dict[slow.Square, str](), "b"
        board |= {slow.SQUARES[number]: "b" if number <= 12 else "w" for number in (*range(1, 13), *range(21, 33))}
        while not state.is_over:
            expected = slow.names(board, side)
            assert sorted(state.moves()) == sorted(expected)
            move = rng.choice(state.moves())
            board, side = slow.play(board, expected[move]), "w" if side == "b" else "b"
            state = state.play(move)
            assert state.text.partition(":H")[0] == slow.text(board, side)
        assert not slow.names(board, side) or state.text.endswith(":H80")


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("W:B1-4,K29:WK5,30,31.", "W:WK5,30,31:B1,2,3,4,K29"),
        (" w : w k5 , 30 : b 1 ", "W:WK5,30:B1"),
        ("B:W30:BK1:H12:F40", "B:W30:BK1:H12"),
        ("B:W30:BK1:H0", "B:W30:BK1"),
        ("W:W:B5", "W:W:B5"),
    ],
)
def test_positions_are_read_tolerantly(text: str, read: str) -> None:
    assert zermelo.start("checkers", text).text == read


def test_what_cannot_be_a_position_is_refused_with_its_place() -> None:
    for text, column, why in (
        ("B:W21,4:B1", 6, "a man there would have been crowned"),
        ("B:W21:B1,21", 9, "the square is taken twice"),
        ("B:W21:B1-13", 7, "at most 12 pieces"),
        ("B:W21,40:B1", 6, "expected a square from 1 to 32"),
        ("W:W21:B", 7, "the side that moved last has no pieces"),
    ):
        with pytest.raises(zermelo.ParseError, match=why) as caught:
            zermelo.start("checkers", text)
        assert caught.value.column == column


def test_captures_are_read_by_their_ends_or_by_their_whole_way() -> None:
    state = zermelo.start("checkers", "B:W14,15,23:B9,10")
    for text in ("9x27", "9-27", "9:27", "9x18x27", "9-18-27"):
        assert state.play(text).text == "W:W15:B10,27", text
    for text in ("9x18", "9x17x27", "9x27x27", "9x23", "27x9", "9x", "x27", "9x27x"):
        with pytest.raises(zermelo.IllegalMove):
            state.play(text)


def test_ends_alone_are_enough_only_where_the_same_men_are_taken() -> None:
    around = zermelo.start("checkers", "B:W6,7,14,15:BK2")
    assert around.play("2x2").text == "W:W:BK2"
    ambiguous = zermelo.start("checkers", "B:W6,7,8,14,15,16,22,23,24:BK2")
    with pytest.raises(zermelo.IllegalMove):
        ambiguous.play("2x25")


def test_plies_without_progress_are_no_part_of_what_comes_back() -> None:
    state = zermelo.start("checkers", "B:WK32:BK1")
    there = state
    for move in ("1-5", "32-28", "5-1", "28-32"):
        there = there.play(move)
    assert there.text == state.text + ":H4"
    assert there != state
    assert there.repetition_key == state.repetition_key
    assert there.table_key == state.table_key
    late, later = (zermelo.start("checkers", f"{state.text}:H{plies}") for plies in (70, 71))
    assert late.table_key != later.table_key
    assert late.repetition_key == state.repetition_key


def test_progress_begins_the_count_again() -> None:
    for position, move, text in (
        ("B:WK32:BK1,9:H30", "9-13", "W:WK32:BK1,13"),
        ("B:WK32,6:BK1:H30", "1x10", "W:WK32:BK10"),
        ("B:WK32:BK1,9:H30", "1-5", "W:WK32:BK5,9:H31"),
        ("B:WK1:B27:H30", "27-32", "W:WK1:BK32"),
    ):
        assert zermelo.start("checkers", position).play(move).text == text


def test_eighty_plies_without_progress_are_a_draw_that_a_search_sees() -> None:
    late = zermelo.search(zermelo.start("checkers", "B:WK32:BK1,K2:H79"), method="alphabeta", depth=1).score
    assert late is not None
    assert (late.outcome, late.proved) == ("draw", True)
    early = zermelo.search(zermelo.start("checkers", "B:WK32:BK1,K2"), method="alphabeta", depth=1).score
    assert early is not None
    assert not early.proved


def test_a_table_that_earlier_moves_have_filled_does_not_end_the_search_early() -> None:
    table, depths = zermelo.Table(8), list[int]()
    state = zermelo.start("checkers").play("11-15").play("23-19").play("8-11")
    for _ in range(12):
        result = zermelo.search(state, nodes=10_000, table=table)
        depths.append(result.depth)
        state = state.play(result.move)
    assert min(depths) >= 6, depths  # the first passes are answered by the table and walk less deep than asked


def turned_round(text: str) -> str:
    """The position with the colours changed over, as the other side sees it."""
    sides = {"B": "", "W": ""}
    for side in text.split(":")[1:3]:
        pieces = [each for each in side[1:].split(",") if each]
        numbers = [("K" if each[0] == "K" else "") + str(33 - int(each.lstrip("K"))) for each in pieces]
        sides["W" if side[0] == "B" else "B"] = ",".join(numbers)
    return f"{'W' if text[0] == 'B' else 'B'}:W{sides['W']}:B{sides['B']}"


def test_the_evaluation_is_the_same_for_both_colours() -> None:
    rng = random.Random(5)
    for _ in range(40):
        state = zermelo.start("checkers")
        for _ in range(rng.randrange(60)):
            if not state.is_over:
                state = state.play(rng.choice(state.moves()))
        if state.is_over:
            continue
        plain = zermelo.start("checkers", state.text.partition(":H")[0])
        other = zermelo.start("checkers", turned_round(state.text))
        values = [zermelo.search(each, depth=1, selective=False).score.value for each in (plain, other)]
        assert values[0] == values[1]


def test_a_man_more_is_worth_about_a_hundred() -> None:
    """In the middle of many positions; a fit gone wrong would not say so."""
    more, less = "B:W21,22,23,24,25,26,27,28:B1,2,3,4,5,6,7,8,9", "B:W21,22,23,24,25,26,27,28:B1,2,3,4,5,6,7,8"
    ahead, even = (zermelo.search(zermelo.start("checkers", each), depth=5).score.value for each in (more, less))
    assert 40 < ahead - even < 250
