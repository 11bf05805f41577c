"""Backgammon: bear-off tables, networks, search and rollouts."""

from __future__ import annotations

import math
import random

import pytest

import zermelo
from costs import SOON_SECONDS, Cost
from zermelo.games.backgammon import analysis, chances, ranked, rollout, weights
from zermelo.native import core
from zermelo.players.human import legal

OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:0"
BEFORE = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:0"
RACE = "XGID=-BBC-B-B-C------cbbb-bc-a-:0:0:1:{}:0:0:0:0:0"


@pytest.mark.parametrize(
    ("men", "rolls"),
    [((0, 0, 0, 0, 0, 15), 12.2662), ((0, 0, 0, 0, 0, 1), 1.25), ((2, 2, 2, 3, 3, 3), 8.1389), ((0,) * 6, 0)],
)
def test_known_numbers_of_rolls(men, rolls):
    mean, odds = core.backgammon_bear_off(list(men))
    assert mean == pytest.approx(rolls, abs=5e-5)
    assert math.fsum(odds) == pytest.approx(1, abs=1e-5)
    assert math.fsum(i * each for i, each in enumerate(odds)) == pytest.approx(mean, abs=1e-4)


def test_wrong_bear_off_positions_are_refused():
    for men in ([1] * 5, [16, 0, 0, 0, 0, 0], [-1, 0, 0, 0, 0, 0], [5, 5, 5, 5, 0, 0]):
        with pytest.raises(ValueError, match="men"):
            core.backgammon_bear_off(men)


def win(mine, theirs, known):
    """The chance of winning by full expectation over plays and dice, from the rules alone."""
    state = zermelo.start("backgammon", f"XGID={places(mine, theirs)}:0:0:1:00:0:0:0:0:0")
    if (mine, theirs) not in known:
        total = 0.0
        for roll in state.moves():
            rolled = state.play(roll)
            best = 0.0
            for move in rolled.moves():
                after = rolled.play(move)
                best = max(best, 1.0 if after.is_over else 1 - win(theirs, left(after.text), known))
            total += state.odds(roll) * best
        known[mine, theirs] = total
    return known[mine, theirs]


def places(mine, theirs):
    line = ["-"] * 26
    for i, n in enumerate(mine):
        line[i + 1] = chr(64 + n) if n else "-"
    for i, n in enumerate(theirs):
        line[24 - i] = chr(96 + n) if n else "-"
    return "".join(line)


def left(text):
    return tuple(ord(c) - 64 if c != "-" else 0 for c in text[6:12])


def test_two_sided_table_is_the_full_expectation():
    known = {}
    rng = random.Random(3)
    for _ in range(12):
        mine, theirs = ([0] * 6, [0] * 6)
        for side in (mine, theirs):
            for _ in range(rng.randint(1, 3)):
                side[rng.randrange(4)] += 1
        mine, theirs = tuple(mine), tuple(theirs)
        text = f"XGID={places(mine, theirs)}:0:0:1:00:0:0:0:0:0"
        assert core.backgammon_two_sided(text) == pytest.approx(win(mine, theirs, known), abs=1e-5)
        assert chances(zermelo.start("backgammon", text)).win == pytest.approx(win(mine, theirs, known), abs=1e-5)


TURNED = {"me": "other", "other": "me", "nobody": "nobody"}


def rolling(mine, theirs, holder, known):
    """What the player on roll wins on average, per point of the cube, without a double now; from the rules alone."""
    if (mine, theirs, holder) not in known:
        state = zermelo.start("backgammon", f"XGID={places(mine, theirs)}:0:0:1:00:0:0:0:0:0")
        total = 0.0
        for roll in state.moves():
            after = [state.play(roll).play(move) for move in state.play(roll).moves()]
            values = (
                1.0 if each.is_over else -before(theirs, left(each.text), TURNED[holder], known) for each in after
            )
            total += state.odds(roll) * max(values)
        known[mine, theirs, holder] = total
    return known[mine, theirs, holder]


def before(mine, theirs, holder, known):
    """The same with the right to double, if the cube is not the other's."""
    now = rolling(mine, theirs, holder, known)
    return now if holder == "other" else max(now, min(1.0, 2 * rolling(mine, theirs, "other", known)))


def test_the_cube_in_the_two_sided_table_is_the_full_expectation():
    known, rng = {}, random.Random(5)
    for _ in range(2):
        mine, theirs = ((*rng.sample((0, 0, 1, 1, 1), 5), 0) for _ in range(2))
        for cube, holder in (("0:0", "nobody"), ("1:1", "me"), ("1:-1", "other")):
            state = zermelo.start("backgammon", f"XGID={places(mine, theirs)}:{cube}:1:00:0:0:0:0:10")
            points = 2 if cube != "0:0" else 1
            assert state.evaluate(0) == pytest.approx(points * before(mine, theirs, holder, known), abs=1e-5)
            if holder != "other":
                found = {line.move: line.score.value for line in zermelo.search(state, depth=1, best="all").lines}
                taken = 2 * rolling(mine, theirs, "other", known)
                assert found["roll"] == pytest.approx(points * rolling(mine, theirs, holder, known), abs=1e-5)
                assert found["double"] == pytest.approx(points * min(1, taken), abs=1e-5)
                answer = zermelo.search(state.play("double"), depth=1).move
                assert abs(taken - 1) < 1e-5 or answer == ("take" if taken < 1 else "drop")


def test_the_cube_ends_at_1024():
    """Where nobody may turn it any more, it is worth what the men are."""
    text = "XGID=-BB------------------bb---:{}:1:1:00:0:0:0:0:10"
    last = zermelo.start("backgammon", text.format(10))
    plain = zermelo.start("backgammon", "XGID=-BB------------------bb---:0:0:1:00:0:0:0:0:0")
    assert last.evaluate(0) == pytest.approx(1024 * plain.evaluate(0), rel=1e-5)


def test_the_filter_search_agrees_with_expectiminimax_where_values_are_exact():
    state = zermelo.start("backgammon", "XGID=-ABA-----------------cb---:0:0:1:21:0:0:0:0:0")
    own = zermelo.search(state, depth=2)
    exact = zermelo.search(state, depth=2, method="expectiminimax", best="all")
    assert own.score.value == pytest.approx(exact.score.value, abs=1e-4)


def test_opening_plays_are_the_ones_in_the_books():
    known = {"31": "8/5 6/5", "42": "8/4 6/4", "61": "13/7 8/7", "53": "8/3 6/3", "65": "24/13"}
    for dice, play in known.items():
        state = zermelo.start("backgammon", OPENING.replace(":31:", f":{dice}:"))
        for depth in (1, 2):
            assert zermelo.search(state, depth=depth).move == play


def test_the_search_keeps_its_promises():
    state = zermelo.start("backgammon", OPENING)
    first, second = (zermelo.search(state, depth=2, best="all") for _ in range(2))
    assert first == second
    assert sorted(line.move for line in (*first.lines, *first.others)) == sorted(state.moves())
    values = [line.score.value for line in first.lines]
    assert values == sorted(values, reverse=True)
    assert len(values) == len(state.moves())
    assert first.line[0] == first.move
    limited = zermelo.search(state, nodes=2_000)
    assert limited.stopped == "nodes"
    assert limited.nodes <= 2_000
    assert limited.depth == 2
    cost = Cost()
    quick = zermelo.search(state, seconds=0.05)
    assert cost.seconds <= SOON_SECONDS
    assert quick.move in state.moves()
    assert limited.move == "8/5 6/5"
    seen = []
    zermelo.search(state, depth=2, progress=lambda result: seen.append(result.depth))
    assert seen == [1, 2]
    stop = zermelo.Stop()
    stop.set()
    assert zermelo.search(state, depth=4, stop=stop).stopped == "cancelled"


def test_dice_are_worth_what_their_rolls_are_on_average():
    state = zermelo.start("backgammon", BEFORE)
    result = zermelo.search(state, depth=1)
    assert result.move is None
    mean = math.fsum(state.odds(line.move) * line.score.value for line in result.lines)
    assert result.score.value == pytest.approx(mean, abs=1e-6)
    mirrored = zermelo.start("backgammon", BEFORE.replace(":1:00:", ":-1:00:"))
    assert zermelo.search(mirrored, depth=1).score.value == pytest.approx(-mean, abs=1e-6)
    assert zermelo.search(zermelo.start("backgammon"), depth=1).score.value == pytest.approx(0, abs=1e-6)


def test_the_cube_is_used_where_it_should_be():
    """A race far ahead is doubled and dropped; the start is not doubled, and would be taken."""
    far = zermelo.start("backgammon", "XGID=-BBBB--------------cccc---:0:0:1:00:0:0:0:0:10")
    assert zermelo.search(far, depth=1).move == "double"
    assert zermelo.search(far.play("double"), depth=1).move == "drop"
    even = zermelo.start("backgammon", BEFORE.replace(":0:0:0:0:0", ":0:0:0:0:10"))
    assert zermelo.search(even, depth=1).move == "roll"
    assert zermelo.search(even.play("double"), depth=1).move == "take"


def test_values_of_the_two_sides_cancel_with_cube_and_score():
    rng = random.Random(9)
    for options in ({}, {"cube": 1}, {"cube": 1, "jacoby": 1}, {"match": 5, "cube": 1}, {"match": 3}):
        state = zermelo.start("backgammon", **options)
        for _ in range(60):
            if state.is_over:
                break
            first, second = state.evaluate(0), state.evaluate(1)
            assert first == pytest.approx(-second, abs=1e-9)
            assert state.info.low <= first <= state.info.high
            state = state.play(rng.choice(state.moves()))


def test_chances_are_in_order():
    state = zermelo.start("backgammon", OPENING)
    for choice in ranked(state, 2):
        c = choice.chances
        assert 0 <= c.win_backgammon <= c.win_gammon <= c.win <= 1
        assert 0 <= c.lose_backgammon <= c.lose_gammon <= 1 - c.win
        assert choice.value == pytest.approx(c.equity, abs=1e-5)
        assert choice.move in str(choice)


def test_rollouts_repeat_and_come_close_to_the_networks():
    state = zermelo.start("backgammon", RACE.format("00"))
    first, again = (rollout(state, 36, plies=8, seed=4) for _ in range(2))
    assert first == again
    assert first != rollout(state, 36, plies=8, seed=5)
    plain = rollout(state, 360, plies=8, seed=4, reduce=False)
    assert first.equity_error < plain.equity_error * 3
    assert abs(first.equity - plain.equity) < 4 * (plain.equity_error + first.equity_error)
    assert abs(first.equity - chances(state).equity) < 0.15


def test_wrong_questions_are_refused():
    state = zermelo.start("backgammon", OPENING)
    for call in (
        lambda: chances(state, 0),
        lambda: ranked(state, 9),
        lambda: rollout(state, 36),
        lambda: rollout(zermelo.start("backgammon", BEFORE), 0),
        lambda: rollout(zermelo.start("backgammon", BEFORE), 1, depth=3),
        lambda: rollout(zermelo.start("backgammon", BEFORE), 1, plies=-1),
        lambda: rollout(zermelo.start("backgammon", BEFORE), 1, seed=-1),
        lambda: ranked(zermelo.start("backgammon", BEFORE)),
        lambda: analysis.chances(zermelo.start("connect4")),
    ):
        with pytest.raises(ValueError, match=r"\w"):
            call()


def test_a_changed_file_of_networks_is_refused():
    data = weights.FILE.read_bytes()
    assert len(data) < 1_000_000
    raw = weights.unpack(data)
    for place in (0, 4, 20, len(data) // 2, len(data) - 1):
        wrong = bytearray(data)
        wrong[place] ^= 1
        with pytest.raises(ValueError, match=r"changed|not a file|version"):
            weights.unpack(bytes(wrong))
    for wrong in (b"", data[:50], data + b"x"):
        with pytest.raises(ValueError, match=r"changed|not a file"):
            weights.unpack(wrong)
    for wrong in (raw[:-1], raw + b"x", b"\xff" * 100):
        with pytest.raises(ValueError, match="network"):
            core.backgammon_load(wrong)


def test_plays_are_told_apart_in_a_list() -> None:
    """A play has spaces of its own."""
    state = zermelo.start("backgammon").play("6-5")
    assert legal(state).startswith("legal moves: 24/13, 24/18 13/8, ")


def test_what_adding_fractions_leaves_over_is_nothing() -> None:
    assert str(zermelo.search(zermelo.start("backgammon"), depth=1).score) == "0"
