"""Backgammon: rules against a slow second writing, notation, IDs, cube and matches."""

from __future__ import annotations

import random

import pytest
from slow_backgammon import results

import zermelo
from zermelo import CHANCE, IllegalMove, ParseError
from zermelo.check import check_game
from zermelo.games.backgammon import formats
from zermelo.native import core

START = "-b----E-C---eE---c-e----B-"


def at(places: str = START, fields: str = "0:0:1:00:0:0:0:0:0", **options):
    return zermelo.start("backgammon", f"XGID={places}:{fields}", **options)


def thrown(state, rng):
    rolls = state.moves()
    return state.play(rng.choices(rolls, [state.odds(roll) for roll in rolls])[0])


def positions(count, seed, **options):
    """Positions with the dice thrown, from games of random plays."""
    rng, found = random.Random(seed), []
    while len(found) < count:
        state = zermelo.start("backgammon", **options)
        while not state.is_over and len(found) < count:
            if state.turn == CHANCE:
                state = thrown(state, rng)
                continue
            if state.text.split(":")[4].isdigit() and "00" not in state.text.split(":")[4]:
                found.append(state)
            state = state.play(rng.choice(state.moves()))
    return found


def board_of(state):
    table = formats.table_of(state)
    return table.men[table.on_roll], table.men[1 - table.on_roll]


def compare(state):
    mover, other = board_of(state)
    high, low = sorted(map(int, state.text.split(":")[4]), reverse=True)
    mine = formats.table_of(state).on_roll
    found = set()
    for move in state.moves():
        men = formats.table_of(state.play(move)).men
        found.add((men[mine], men[1 - mine]))
    assert len(found) == len(state.moves()), state.text
    assert found == results((mover, other), high, low), state.text


def test_plays_are_those_of_the_slow_rules():
    for state in positions(1500, 1):
        compare(state)


@pytest.mark.slow
def test_plays_are_those_of_the_slow_rules_on_many_positions():
    for seed in range(50):
        for state in positions(2000, 100 + seed):
            compare(state)


@pytest.mark.slow
def test_plays_and_ids_are_those_of_gnubg():
    gnubg = pytest.importorskip("gnubg")
    cube = dict(gnubg.cubeinfo()) | {"jacoby": 0, "gammonprice": ((1.0, 1.0), (1.0, 1.0))}
    context, bars = dict(gnubg.evalcontext()), 0
    for seed in range(50):
        for state in positions(2000, 1000 + seed):
            mover, other = board_of(state)
            dice = tuple(map(int, state.text.split(":")[4]))
            found = gnubg.find_best_moves((other, mover), cube, context, dice)
            assert max(1, len(found)) == len(state.moves()), state.text
            assert gnubg.position_id((other, mover)) == formats.position_id(state), state.text
            bars += mover[24] > 0
    assert bars > 10_000


@pytest.mark.parametrize(
    ("places", "dice", "written", "name"),
    [
        (START, "31", "6/5 8/5", "8/5 6/5"),
        (START, "31", "8/5, 6/5", "8/5 6/5"),
        (START, "61", "8/7 13/7", "13/7 8/7"),
        (START, "65", "24/18/13", "24/13"),
        (START, "65", "24/13", "24/13"),
        (START, "33", "8/5 8/5 6/3 6/3", "8/5(2) 6/3(2)"),
        (START, "33", "8/5(2) 6/3(2)", "8/5(2) 6/3(2)"),
        ("---------------------a----A", "31", "", ""),
    ],
)
def test_plays_are_read_as_people_write_them(places, dice, written, name):
    if not name:
        with pytest.raises(ParseError):
            at(places, f"0:0:1:{dice}:0:0:0:0:0")
        return
    state = at(places, f"0:0:1:{dice}:0:0:0:0:0")
    assert name in state.moves()
    assert state.play(written) == state.play(name)


@pytest.mark.parametrize(
    "text", ["", "8/5", "8/5 6/5 6/5", "8/6", "bar/22", "24/25", "8/5(9)", "99/1", "8/5 6/", "x" * 500]
)
def test_what_is_no_play_is_refused(text):
    with pytest.raises(IllegalMove):
        at(fields="0:0:1:31:0:0:0:0:0").play(text)


def test_hits_are_marked_and_bars_come_first():
    state = at("----------------------a--A", "0:0:1:31:0:0:0:0:0")
    assert state.moves() == ["bar/22*/21", "bar/21"]
    both = state.play("bar/22*/21")
    assert both.text.startswith("XGID=a")


def test_payoffs_count_gammons_and_backgammons():
    one_left = "XGID={}:0:0:1:61:0:0:0:0:0"
    for places, points in (
        ("-A-----------n------------", 1),
        ("-A-----------o------------", 2),
        ("aA-----------n------------", 3),
    ):
        state = zermelo.start("backgammon", one_left.format(places)).play("1/off")
        assert (state.payoff(0), state.payoff(1)) == (points, -points)


# --- the cube and matches ---


def test_doubling_taking_and_dropping():
    state = at(fields="0:0:1:00:0:0:0:0:10")
    assert state.moves() == ["roll", "double"]
    offered = state.play("double")
    assert (offered.turn, offered.moves()) == (1, ["take", "drop"])
    dropped = offered.play("drop")
    assert (dropped.is_over, dropped.payoff(0)) == (True, 1)
    taken = offered.play("take")
    assert taken.turn == CHANCE
    assert taken.text.split(":")[1:3] == ["1", "-1"]
    after = taken.play("65").play("24/13")
    assert (after.turn, after.moves()) == (1, ["roll", "double"])
    back = after.play("roll").play("65")
    assert back.play(back.moves()[0]).turn == CHANCE  # X gave the cube away


def test_jacoby_counts_gammons_only_after_a_double():
    for cube, points in (("0:0", 1), ("1:1", 4)):
        state = at("-A-----------o------------", f"{cube}:1:61:0:0:1:0:10").play("1/off")
        assert state.payoff(0) == points


def test_a_match_goes_on_to_its_end_with_one_crawford_game():
    state = at("-A-----------n------------", "0:0:1:61:2:0:0:4:10").play("1/off")
    assert state.text == "XGID=-b----E-C---eE---c-e----B-:0:0:0:00:3:0:1:4:10"
    crawford = state.play("6-1")
    assert crawford.play(crawford.moves()[0]).turn == CHANCE  # nobody may double
    again = at("-----------N------------a-", "0:0:-1:61:3:0:1:4:10").play("1/off")
    assert again.text.split(":")[5:8] == ["3", "1", "0"]  # the game after it has the cube again
    level = at("-----------N------------a-", "0:0:-1:61:3:2:0:4:10").play("1/off")
    assert level.text.split(":")[5:8] == ["3", "3", "0"]  # also when the other is as near to the end
    over = at("-A-----------n------------", "0:0:1:61:3:0:0:4:10").play("1/off")
    assert (over.is_over, over.payoff(0), over.payoff(1)) == (True, 1, -1)
    assert zermelo.start("backgammon", over.text) == over


@pytest.mark.parametrize(
    "options", [{"cube": 1}, {"cube": 1, "jacoby": 1}, {"match": 3, "cube": 1}, {"match": 2}], ids=str
)
def test_variants_keep_the_laws(options):
    report = check_game("backgammon", games=1, **options)
    assert report.ok, str(report)


def test_options_that_contradict_are_refused():
    for options in ({"jacoby": 1}, {"jacoby": 1, "cube": 1, "match": 3}, {"match": 26}, {"cube": 2}):
        with pytest.raises(ValueError, match="backgammon"):
            zermelo.start("backgammon", **options)


def test_the_match_table_is_fair_and_ordered():
    for mine in range(1, 26):
        for others in range(1, 26):
            here = core.backgammon_match(mine, others)
            assert here + core.backgammon_match(others, mine) == pytest.approx(1, abs=1e-9)
            if mine > 1:
                assert core.backgammon_match(mine - 1, others) > here
    assert core.backgammon_match(2, 1, True) == pytest.approx(0.5, abs=0.01)
    with pytest.raises(ValueError, match="1 to 25"):
        core.backgammon_match(0, 3)


# --- other ways to write positions ---


def test_ids_read_back_in_both_writings():
    for state in positions(300, 5, cube=1) + positions(300, 6, match=5, cube=1):
        table = formats.table_of(state)
        assert formats.write_xgid(table) == state.text
        again = zermelo.start("backgammon", formats.gnubg_id(state), cube=1)
        assert again == state, state.text
        told = formats.read_gnubg_id(formats.gnubg_id(state), cube=True)
        assert formats.write_xgid(told) == state.text


def test_known_ids():
    start = zermelo.start("backgammon", "4HPwATDgc/ABMA")
    assert start == at()
    assert formats.position_id(start) == "4HPwATDgc/ABMA"
    assert zermelo.start("backgammon").play("3-1") == at(fields="0:0:1:31:0:0:0:0:0")
    with pytest.raises(ValueError, match="on roll"):
        formats.match_id(zermelo.start("backgammon"))
    for wrong in ("4HPwATDgc/ABM", "4HPwATDgc/AB*A", "//////////////"):
        with pytest.raises(ParseError):
            formats.read_position_id(wrong)
    for wrong in ("", "XGID=x", f"XGID={START}:a:0:1:00:0:0:0:0:0", f"XGID={START}:0:0:5:00:0:0:0:0:0"):
        with pytest.raises(ParseError):
            formats.read_xgid(wrong)


def test_the_networks_see_the_men_as_the_position_id_tells_them():
    """Six units for each of a side's points and its bar: at least one man, two, …; the side on roll first."""
    seen_bar = 0
    for state in positions(400, 8):
        mover, other = formats.read_position_id(formats.position_id(state))
        wanted = [float(count > n) for side in (mover, other) for count in side for n in range(6)]
        found = core.backgammon_encoded(state.text)
        assert found[:300] == wanted
        assert len(found) == 348
        assert all(-0.01 <= each <= 6 for each in found[300:])
        seen_bar += mover[24] > 0 and other[24] > 0
    assert seen_bar > 0
