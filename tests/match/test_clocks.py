"""The clocks: one deadline a move, named endings, reasons that can be read."""

from __future__ import annotations

import contextlib
import sys
import time

import pytest

import zermelo
from costs import HANG_SECONDS, Cost
from zermelo import Clock, Limit
from zermelo.ending import Ending
from zermelo.match import Record, play
from zermelo.match.clocks import Times
from zermelo.players import Naive, Random, Searcher
from zermelo.players.protocols.course_player import CoursePlayer

OTHELLO_ENGINE = """
import sys
sys.path[:0] = {path!r}
import zermelo
color, state = sys.stdin.readline().strip(), zermelo.start("othello")
mine = ("black", "white").index(color)
from zermelo.games.othello.squares import COURSE
print("thinking hard", file=sys.stderr, flush=True)
while not state.is_over:
    if state.turn == mine:
        move = state.moves()[0]
        print(COURSE.write(move), "# my move is", move, flush=True)
    else:
        line = sys.stdin.readline()
        if not line: break
        move = COURSE.read(line.strip())
    state = state.play(move)
"""


def sleeps(seconds):
    def player(state):
        time.sleep(seconds)
        return state.moves()[0]

    return player


def stubborn(state):
    """Catches what it should not."""
    for _ in range(8):
        with contextlib.suppress(Exception):
            time.sleep(0.1)
    return state.moves()[0]


@pytest.mark.parametrize("late", [sleeps(5.0), stubborn])
def test_seconds_a_move(late):
    record = play(zermelo.start("tictactoe"), [sleeps(0.0), late], limit=(Limit(seconds=30), Limit(seconds=0.2)))
    assert (record.ending, record.winner, len(record.moves)) == ("time", 0, 1)
    assert "0.20 s" in record.reason
    assert record.times == ("30 s a move", "0.2 s a move")


def test_a_clock_for_the_game_and_one_limit_for_each():
    limits = Limit(clock=Clock(2, 0.01)), None
    record = play(zermelo.start("tictactoe"), [sleeps(1.2), sleeps(0.0)], limit=limits)
    assert (record.ending, record.winner) == ("time", 1)
    assert sum(each.player == 0 for each in record.moves) == 1
    assert record.times == ("2+0.01 s a game", "")


def test_searchers_keep_their_time():
    players = [Searcher(), Searcher("alphabeta", Limit(depth=3))]
    cost = Cost()
    state = zermelo.start("connect4", width=8, height=7)  # whose first moves no table answers at once
    record = play(state, players, limit=Limit(clock=Clock(2.0, 0.01)), draw_after=16)
    assert record.ending in ("adjudicated", "rules")
    assert players[1].limit == Limit(depth=3, clock=Clock(2.0, 0.01))
    assert players[0].clock.seconds < 2.0
    assert cost.seconds < 5


def test_a_player_may_take_less_than_it_is_given():
    mine = Searcher("auto", Limit(seconds=0.02))
    cost = Cost()
    play(zermelo.start("connect4"), [mine, Random(1)], limit=Limit(seconds=10), draw_after=4)
    assert mine.limit.seconds == 0.02
    assert cost.seconds < 5


class Awkward(zermelo.Player):
    """Fails where it is not asked for a move."""

    def __init__(self, where):
        self.name, self.where = "awkward", where

    def new_game(self):
        assert self.where != "new_game"

    def end_game(self, state):
        assert self.where != "end_game"

    def __call__(self, state):
        return state.moves()[0]


def test_a_player_that_fails_outside_its_moves():
    record = play(zermelo.start("tictactoe"), [Random(1), Awkward("new_game")])
    assert (record.ending, record.winner, record.moves) == ("failed", 0, ())
    assert "AssertionError" in record.reason
    record = play(zermelo.start("tictactoe"), [Awkward("end_game"), Random(1)])
    assert record.ending == "rules"


def test_adjudication_is_a_draw():
    record = play(zermelo.start("othello"), [Random(1), Random(2)], draw_after=10)
    assert (record.ending, record.winner, record.payoffs) == ("adjudicated", None, (0.0, 0.0))
    assert len(record.moves) == 10


def test_every_ending_has_its_words():
    assert {
        "rules",
        "resign",
        "time",
        "illegal move",
        "disconnected",
        "stalled",
        "too much output",
        "adjudicated",
        "aborted",
    } <= set(Ending)
    assert all(each.meaning for each in Ending)


@pytest.mark.parametrize(
    ("game", "position", "move", "why"),
    [
        ("othello", None, "a1", "it turns no disc; legal were d3, c4, f5, e6"),
        ("othello", None, "d4", "the square is taken; legal were"),
        ("othello", None, "pass", "there are moves to make, so there is no pass; legal were"),
        ("othello", None, "z9", "it is no square; legal were"),
        ("connect4", "X....../O....../X....../O....../X....../O......", "1", "the column is full; legal were 2, 3"),
        ("connect4", None, "8", "there is no such column (1 to 7); legal were"),
        ("tictactoe", ".../.X./...", "b2", "the square is taken; legal were a1"),
        ("tictactoe", None, "d4", "it is no square of this board; legal were"),
        ("tree", "[1,2]", "E-9", "the rules do not allow it here; legal were E-1, E-2"),
    ],
)
def test_an_illegal_move_is_explained(game, position, move, why):
    state = zermelo.start(game, position) if game != "tree" else zermelo.tree(position)
    record = play(state, [lambda state: move, lambda state: move])
    assert record.ending == "illegal move"
    assert f"move `{move}` at ply 1 is illegal: {why}" in record.reason


def test_a_program_keeps_its_own_time_from_its_first_move(tmp_path):
    """No alarm rings while it is being ended for being late."""
    file = tmp_path / "engine.py"
    file.write_text("import time\ntime.sleep(60)\n")
    for _ in range(3):
        player = CoursePlayer([str(file)], name="late")
        record = play(zermelo.start("othello"), [player, Random(1)], limit=Limit(seconds=0.1))
        assert (record.ending, record.winner) == ("time", 1)
        assert "did not answer in time" in record.reason


def test_what_a_program_says_is_recorded(tmp_path):
    file = tmp_path / "engine.py"
    file.write_text(OTHELLO_ENGINE.format(path=sys.path))
    player = CoursePlayer([str(file)], name="first")
    record = play(zermelo.start("othello"), [player, Naive(1)], limit=Limit(clock=Clock(HANG_SECONDS, 0)))
    assert record.ending == "rules"
    first = [each for each in record.moves if each.player == 0]
    assert all(each.comment == f"my move is {each.move}" for each in first if each.move != "pass")
    assert record.messages == ("thinking hard\n", "")
    assert Record.from_json(record.to_json()) == record
    assert player.clock.seconds < HANG_SECONDS


def test_older_records_are_still_read():
    record = play(zermelo.start("tictactoe"), [Naive(1), Naive(2)])
    text = record.to_json()
    for name in ("times", "messages"):
        assert f'"{name}": ["", ""]' in text
        text = text.replace(f', "{name}": ["", ""]', "")
    assert Record.from_json(text) == record


def test_every_move_brings_the_increment():
    times = Times([Random(1), Random(2)], Limit(clock=Clock(10, 2)))
    assert times.take(0, 1.0, "one") == 1.0
    assert [clock.seconds for clock in times.clocks] == [11.0, 10]


def test_a_searcher_keeps_a_reserve_of_a_referees_seconds() -> None:
    """Its own seconds are searched to the end; of those that a referee gives, an answer has to come back in time."""
    state = zermelo.start("tictactoe")
    assert Searcher(limit=Limit(seconds=0.2)).query(state).seconds == 0.2
    for own, given, searched in (
        (None, 1.0, 0.92),
        (None, 0.2, 0.15),
        (0.2, 0.2, 0.15),
        (0.2, 5.0, 0.2),
        (5.0, 0.2, 0.15),
    ):
        player = Searcher(limit=Limit(seconds=own))
        player.give(Limit(seconds=given))
        assert player.query(state).seconds == pytest.approx(searched)
