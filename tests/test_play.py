"""One game: moves, endings and the record."""

from __future__ import annotations

import json

import pytest

import zermelo
from zermelo import Limit
from zermelo.ending import Ending
from zermelo.errors import GameError
from zermelo.match import Record, play
from zermelo.players import Left, Naive, Random, Resigned, Searcher, TakeBack


class Says(zermelo.Player):
    """Says these moves (or raises these exceptions), one a turn."""

    def __init__(self, *moves):
        self.name, self.moves = "says", list(moves)

    def __call__(self, state):
        move = self.moves.pop(0)
        if isinstance(move, BaseException):
            raise move
        return move


class Walk(zermelo.Game):
    """Two players walk around a ring of four fields, for ever."""

    initial = (0, 0)
    repetition = 3
    max_plies = 50

    def turn(self, state):
        return state[1]

    def moves(self, state):
        yield from (1, 3)

    def play(self, state, move):
        return (state[0] + move) % 4, 1 - state[1]

    def payoff(self, state, player):
        return 0


class Endless(Walk):
    repetition = 0

    def play(self, state, move):
        return state[0] + move, 1 - state[1]


class Broken(Walk):
    def play(self, state, move):
        raise RuntimeError("the dog ate the board")


def test_a_game_by_the_rules():
    first, second = Says("5", "1", "9"), Says("2", "3")
    record = play(zermelo.start("tictactoe", ".../.../..."), [first, second])
    assert record.ending == "rules"
    assert (record.winner, record.payoffs) == (0, (1.0, -1.0))
    assert [each.move for each in record.moves] == ["b2", "b1", "a1", "c1", "c3"]
    assert record.final == "XOO/.X./..X"
    assert len(second.history) == 5  # to the end of the game


def test_perfect_players_draw():
    record = play(zermelo.start("tictactoe"), [Searcher(), Searcher("alphabeta")])
    assert (record.winner, record.payoffs, len(record.moves)) == (None, (0.0, 0.0), 9)
    assert all(each.nodes and each.seconds >= 0 for each in record.moves)


def test_nobody_beats_a_perfect_player():
    for seed in range(5):
        assert play(zermelo.start("tictactoe"), [Naive(seed), Searcher()]).winner != 0
        assert play(zermelo.start("tictactoe"), [Searcher(), Random(seed)]).winner != 1


def test_naive_beats_random_on_the_whole():
    wins = [play(zermelo.start("connect4"), [Naive(seed), Random(seed)]).winner for seed in range(20)]
    assert wins.count(0) >= 15


@pytest.mark.parametrize(
    ("said", "ending", "winner"),
    [
        (Resigned(), "resign", 1),
        (Left("gone"), "aborted", None),
        ("z9", "illegal move", 1),
        (None, "illegal move", 1),
        ([], "illegal move", 1),
        (ValueError("no idea"), "failed", 1),
        (ZeroDivisionError(), "failed", 1),
        (RecursionError(), "failed", 1),
    ],
)
def test_endings_have_names(said, ending, winner):
    record = play(zermelo.start("tictactoe"), [Says(said), Says("1")])
    assert (record.ending, record.winner) == (ending, winner)
    assert isinstance(record.ending, Ending)
    assert record.reason


def test_interrupts_and_broken_rules_are_raised():
    with pytest.raises(KeyboardInterrupt):
        play(zermelo.start("tictactoe"), [Says(KeyboardInterrupt()), Says()])
    with pytest.raises(GameError, match="ate the board"):
        play(zermelo.start(Broken), [Random(), Random()])


def test_repetition_is_a_draw_where_the_game_says_so():
    record = play(zermelo.start(Walk), [lambda state: state.moves()[0], lambda state: state.moves()[1]])
    assert (record.ending, record.payoffs, len(record.moves)) == ("repetition", (0.0, 0.0), 4)


def test_a_move_is_legal_before_anyone_asked_which_are():
    assert play(zermelo.start(Walk), [Says(1), Says()], max_plies=1).reason == "not over after 1 plies"


def test_a_game_without_end_is_broken_off():
    record = play(zermelo.start(Endless), [Random(1), Random(2)])
    assert (record.ending, record.winner, len(record.moves)) == ("aborted", None, 50)
    assert play(zermelo.start(Endless), [Random(1), Random(2)], max_plies=7).reason == "not over after 7 plies"


def test_moves_can_be_taken_back():
    seen = []
    first, second = Says("1", TakeBack(), "5", "1", "9"), Says("4", "2", "3")
    record = play(zermelo.start("tictactoe"), [first, second], watch=lambda state, played: seen.append(played))
    assert [each.move for each in record.moves] == ["b2", "b1", "a1", "c1", "c3"]
    assert seen.count(None) == 2


def test_nothing_to_take_back_asks_again():
    record = play(zermelo.start("tictactoe"), [Says(TakeBack(), Resigned()), Says()])
    assert (record.ending, record.moves) == ("resign", ())


def test_dice_are_rolled_with_the_seed():
    state = zermelo.tree("chance[1,2,3,4]")
    records = [play(state, [Says(), Says()], seed=seed) for seed in range(40)]
    assert {record.moves[0].move for record in records} == {"E-1", "E-2", "E-3", "E-4"}
    assert play(state, [Says(), Says()], seed=3).final == records[3].final
    assert records[0].moves[0].player == zermelo.CHANCE


def test_the_game_may_begin_with_the_second_player():
    record = play(zermelo.start("tictactoe", "XX./OO./X.."), [Says(), Says("c2")])
    assert (record.winner, [each.player for each in record.moves]) == (1, [1])


def test_records_go_through_json():
    record = play(zermelo.start("connect4"), [Searcher("alphabeta", Limit(depth=2)), Naive(1)])
    assert Record.from_json(record.to_json()) == record
    assert json.loads(record.to_json())["format"] == 1
    assert "wins" in str(record) or "draw" in str(record)
    for bad in ("[]", "{}", '{"format": 2}', '{"format": 1, "kind": "games"}'):
        with pytest.raises(ValueError, match="not a Record"):
            Record.from_json(bad)


def test_every_seat_needs_a_player():
    with pytest.raises(ValueError, match="tictactoe is a game of 2 players, not 1"):
        play(zermelo.start("tictactoe"), [Random()])


def test_players_without_a_name_are_called_by_their_class():
    record = play(zermelo.start("tictactoe"), [lambda state: state.moves()[0], Random()])
    assert record.players[0] == "function"
