"""Solved spots of hold'em: against a slow best response, linear programs, known values, and in other forms."""

from __future__ import annotations

import csv
import io
import json
import math
import threading

import pytest
from slow_poker import Answer

import zermelo
from zermelo.errors import IllegalMove, TooLarge
from zermelo.games.holdem.spot import Solution, Spot, solve
from zermelo.native import core

RIVER = Spot("KsTd7h4c2s", "AA,K7s,QJs:0.5,65s,AhKh", "TT,AKs,98s:0.5,5d5h,QhJh", 10, 30, "50%,100%", most_bets=2)
FEW = 1e-9  # percent: never reached, the iterations end it


def after(spot: Spot, iterations: int, bits: int = 32) -> Solution:
    return solve(spot, iterations=iterations, percent=FEW, bits=bits)


def responses(found: Solution) -> tuple[float, float]:
    first, second, why = found.solver.measure(0.0, None)
    assert why == "iterations"
    return first, second


@pytest.mark.parametrize("bits", [32, 16])
@pytest.mark.parametrize("iterations", [1, 6, 40])
def test_a_slow_best_response_wins_the_same_on_the_river(iterations: int, bits: int) -> None:
    found = after(RIVER, iterations, bits)
    first, second = responses(found)
    assert first == pytest.approx(Answer(found, 0).value(), abs=1e-5)
    assert second == pytest.approx(Answer(found, 1).value(), abs=1e-5)
    assert found.solver.value() == pytest.approx(Answer(found, 0, "average").value(), abs=1e-5)
    assert found.exploitability == pytest.approx((first + second) / 2, abs=1e-6)


@pytest.mark.parametrize(
    ("board", "first", "second", "stack"),
    [
        ("KsTd7h4c", "AhAd,QcJc", "KhQh,9s9c", 8.0),  # two streets of bets, all-ins on both
        ("Ks7s4s2s", "AA", "QQ", 6.0),  # three suits alike
    ],
)
def test_a_slow_best_response_wins_the_same_on_the_turn(board: str, first: str, second: str, stack: float) -> None:
    found = after(Spot(board, first, second, 4, stack, "100%", "100%", most_bets=2), 4)
    assert responses(found)[0] == pytest.approx(Answer(found, 0).value(), abs=1e-5)
    assert responses(found)[1] == pytest.approx(Answer(found, 1).value(), abs=1e-5)


@pytest.mark.slow
def test_a_slow_best_response_wins_the_same_on_the_flop() -> None:
    found = after(Spot("Ks7s4s", "AhAd", "QcQh", 4, 4, "100%", "100%", most_bets=1), 3)
    assert responses(found)[0] == pytest.approx(Answer(found, 0).value(), abs=1e-5)
    assert responses(found)[1] == pytest.approx(Answer(found, 1).value(), abs=1e-5)


@pytest.mark.parametrize(
    ("board", "first", "second"),
    [
        ("KsTd7h4c2s", "AA,KK,QQ,AK,QJs,65s", "AA,TT,AK,KQ,98s,A5s"),
        ("KsTd7h4c2s", "KhKd,3c3d", "AhAd"),
        ("KsTd7h4c", "AhAd,QsJs", "KhQh,9s8s"),
    ],
)
def test_limit_hold_em_has_the_value_of_the_linear_program(board: str, first: str, second: str) -> None:
    pytest.importorskip("scipy")
    text = f"board {board}; pot 6; bet 2; raises 2; hands {first} / {second}"
    exact = zermelo.equilibrium(zermelo.start("holdem", text), method="exact")
    found = solve(Spot(board, first, second, 6, 1000, "2", "2", most_bets=2, all_in=1), percent=0.02)
    assert exact.value is not None
    assert found.solver.value() == pytest.approx(exact.value, abs=0.02 / 100 * 6 * 2)


def test_a_bluff_is_as_frequent_as_the_pot_says() -> None:
    """The best hand or nothing against one in between, a bet of the pot: half of the bluffs bet, half are called."""
    spot = Spot("KsTd7h4c2s", "KhKd,3c3d", "AhAd", 2, 2, "100%", "none", most_bets=1)
    found = solve(spot, percent=0.01)
    shares = {row.hand: row.shares for row in found.node().rows()}
    assert shares["KhKd"]["all-in 2"] == pytest.approx(1, abs=0.01)
    assert shares["3d3c"]["all-in 2"] == pytest.approx(0.5, abs=0.01)
    assert found.node("all-in").rows()[0].shares["call"] == pytest.approx(0.5, abs=0.01)
    assert found.node("all-in").rows()[0].values["fold"] == pytest.approx(0, abs=1e-6)
    assert found.node().summary(0).value + found.node().summary(1).value == pytest.approx(2, abs=1e-4)
    assert found.node().summary(0).value == pytest.approx(1.5, abs=0.01)


def test_alike_suits_change_no_value() -> None:
    """With suits that are alike dealt once, and with all of them dealt: the same responses and values."""
    ranges = "22+,A2s+,KTs+", "22+,AT+,QJs"
    for board in ("Ks7s4s2s", "KsTd7s4s", "Ks7s4s"):
        spots = [Spot(board, *ranges, 10, 20, "75%", "100%", most_bets=1, isomorphism=each) for each in (True, False)]
        alike, all_cards = (after(spot, 3) for spot in spots)
        assert alike.spot.core.boards[1] < all_cards.spot.core.boards[1]
        assert responses(alike) == pytest.approx(responses(all_cards), abs=1e-4)
        line = "check, check, 7d, bet" if len(board) == 8 else "check, check, 7d"
        for one, other in zip(alike.node(line).rows(), all_cards.node(line).rows(), strict=True):
            assert one.hand == other.hand
            assert one.weight == pytest.approx(other.weight, abs=1e-4)
            assert one.value == pytest.approx(other.value, abs=2e-3)


def test_16_bits_come_to_the_same_in_half_the_memory() -> None:
    spot = Spot("KsTd7h4c", "22+,A2s+,KTs+,QTs+", "22+,AT+,KQ", 10, 30, "50%", "100%", most_bets=2)
    single, half = solve(spot, percent=0.2), solve(spot, percent=0.2, bits=16)
    assert half.memory < 0.6 * single.memory
    assert half.stopped == single.stopped == "exploitability"
    assert half.solver.value() == pytest.approx(single.solver.value(), abs=4 * 0.2 / 100 * 10)


def test_exploitability_falls_to_what_was_asked_for() -> None:
    told: list[tuple[int, float]] = []
    found = solve(Spot("KsTd7h4c2s", "any", "any", 100, 200), progress=lambda *each: told.append(each))
    assert found.stopped == "exploitability"
    assert found.percent is not None
    assert found.percent <= 0.3 < told[0][1]
    assert found.iterations < 150
    assert found.memory < 20e6
    assert str(found).startswith("Ks Td 7h 4c 2s: exploitability 0.")


def test_symmetric_ranges_share_the_pot_without_bets() -> None:
    found = solve(Spot("KsTd7h", "22+,AK", "22+,AK", 10, 20, "none", "none", most_bets=0), iterations=1)
    assert found.solver.value() == pytest.approx(0, abs=1e-5)
    rows = {row.hand: row for row in found.node().rows()}
    assert rows["KhKd"].equity > 0.9
    assert all(row.value == pytest.approx(10 * row.equity, abs=1e-3) for row in rows.values())


def test_tables_and_grids() -> None:
    node = solve(RIVER).node("check")
    assert node.player == 1
    assert node.actions == ["check", "bet 5", "bet 10"]
    rows = list(csv.DictReader(io.StringIO(node.csv())))
    assert {row["hand"] for row in rows} >= {"TsTh", "AhKh", "QhJh"}
    assert all(sum(float(row[name]) for name in node.actions) == pytest.approx(1, abs=1e-4) for row in rows)
    assert [row["hand"] for row in json.loads(node.json())["hands"]] == [row["hand"] for row in rows]
    grid = node.grid()
    assert [len(row) for row in grid] == [13] * 13
    pair = grid[4][4]
    assert pair is not None
    assert (pair.kind, pair.hands) == ("TT", 3)
    assert grid[0][1] is not None
    assert grid[1][0] is None
    assert node.summary().hands == pytest.approx(sum(row.weight for row in node.rows()))


def test_lines_name_cards_and_actions_or_are_refused() -> None:
    found = after(Spot("KsTd7h4c", "AA,KK", "QQ,JJ", 10, 30, "50%,100%", most_bets=1), 2)
    node = found.node("check, bet 5, call, 2h")
    assert (node.line, " ".join(node.board), node.pot) == ("check, bet 5, call, 2h", "Ks Td 7h 4c 2h", 20)
    assert found.node("check, check").cards[:2] == ["2c", "2d"]
    for line, words in (
        ("jump", "not what first may do here"),
        ("bet", "bet 5, bet 10"),
        ("check, check, Ks", "on the board already"),
        ("check, check, bet 5", "no card"),
        ("bet 5, fold, check", "over here"),
    ):
        with pytest.raises(IllegalMove, match=words):
            found.node(line)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"board": "KsTd"}, "three to five cards, not 2"),
        ({"board": "KsTd7x"}, "'7x' is no card"),
        ({"board": "KsKs7h"}, "twice"),
        ({"first": "AA,XY"}, "'XY' is no hand"),
        ({"first": "AA,AKs:1.5"}, "'1.5' is no weight"),
        ({"first": "KsKs"}, "two different cards"),
        ({"second": "KsTd"}, "the board leaves no hand"),
        ({"bets": "50%,foo"}, "'foo' is no size"),
        ({"bets": "3x"}, "nothing to multiply"),
        ({"bets": "turn 50%"}, "the sizes for the river are missing"),
        ({"bets": "turn 50%; riber 20%"}, "'riber' is no street"),
        ({"pot": 0.0}, "pot=0.0: must be a number of chips above 0"),
        ({"stack": math.nan}, "stack=nan"),
        ({"most_bets": 99}, "most_bets=99"),
        ({"all_in": 0.0}, "all_in=0.0"),
    ],
)
def test_what_is_wrong_is_named(changes: dict[str, object], words: str) -> None:
    fields: dict[str, object] = {"board": "KsTd7h4c", "first": "AA", "second": "QQ", "pot": 10.0, "stack": 20.0}
    with pytest.raises(ValueError, match=words):
        Spot(**(fields | changes)).memory()  # type: ignore[arg-type]


def test_memory_is_told_before_and_refused_above_the_limit() -> None:
    spot = Spot("KsTd7h", "any", "any", 100, 1000, "33%,75%,150%", "100%", most_bets=3)
    assert spot.memory(16) > 1e9
    with pytest.raises(TooLarge, match=r"takes [\d,]+ MB \(with bits=16 [\d,]+ MB\), more than memory_mb=100"):
        solve(spot, memory_mb=100)
    with pytest.raises(TooLarge, match="lines of bets"):
        Spot("KsTd7h", "AA", "KK", 1, 1e9, "10%,20%,30%,40%", "50%,60%,70%,80%", most_bets=20).memory()


def test_a_deadline_and_a_stop_flag_end_it() -> None:
    spot = Spot("KsTd7h4c", "any", "any", 100, 300, "50%,100%", "100%")
    timed = solve(spot, seconds=0.4, percent=FEW)
    assert timed.stopped == "seconds"
    stop = core.Stop()
    told: list[int] = []

    def enough(iterations: int, percent: float) -> None:
        told.append(iterations)
        stop.set()

    found = solve(spot, percent=FEW, stop=stop, progress=enough)
    assert found.stopped == "cancelled"
    assert found.measured == told[0] == 1
    assert found.exploitability is not None
    threading.Timer(0.2, (later := core.Stop()).set).start()
    assert solve(spot, percent=FEW, stop=later).stopped == "cancelled"
