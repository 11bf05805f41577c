"""What a player declares, hears and is given; nothing is guessed from the names of its attributes."""

from __future__ import annotations

import time

import pytest

import zermelo
from zermelo import Clock, Limit, Player, play, player_from
from zermelo.match import game as one_game
from zermelo.players import Random, TakeBack


class Listener(Player):
    """Plays the first move, and keeps what it hears."""

    def __init__(self, *instead):
        self.heard, self.back, self.instead = [], [], list(instead)

    def new_game(self):
        self.heard.append("new game")

    def hear(self, before, move, after):
        assert before.play(move) == after
        self.heard.append(move)

    def take_back(self, plies):
        self.back.append(plies)
        del self.heard[-plies:]

    def __call__(self, state):
        assert [*self.played] == self.heard[1:]
        assert len(self.history) == len(self.played)
        if self.instead and self.instead[0] == len(self.played):
            self.instead.pop(0)
            raise TakeBack
        return state.moves()[0]


def test_a_player_hears_every_move_of_every_game():
    player = Listener()
    for seed in range(2):
        player.heard.clear()
        record = play(zermelo.start("connect4"), [player, Random(seed)])
        assert player.heard == ["new game", *(each.move for each in record.moves)]
    assert player.back == []


def test_chance_is_heard_too():
    player = Listener()
    record = play(zermelo.start("backgammon"), [player, Random(3)], draw_after=20, seed=5)
    assert player.heard == ["new game", *(each.move for each in record.moves)]
    assert any(each.player == zermelo.CHANCE for each in record.moves)


class Pairs(zermelo.Game):
    """Moves are tuples, of which players may answer with equal ones."""

    initial = (0, 0)

    def turn(self, state):
        return state[1] if state[0] < 4 else zermelo.OVER

    def moves(self, state):
        yield from (("add", 1), ("add", 2))

    def play(self, state, move):
        return state[0] + move[1], 1 - state[1]

    def payoff(self, state, player):
        return 0


def test_moves_are_heard_as_the_game_lists_them():
    player = Listener()
    play(zermelo.start(Pairs), [player, lambda state: ("add", 1.0)])
    assert player.heard == ["new game", ("add", 1), ("add", 1), ("add", 1), ("add", 1)]
    assert all(type(move[1]) is int for move in player.heard[1:])


def test_moves_taken_back_are_reported():
    player, other = Listener(2), Listener()
    record = play(zermelo.start("tictactoe"), [player, other])
    assert player.back == [2]
    assert other.back == []  # it had heard nothing of what was taken back but its own move, which was made again
    assert player.heard[1:] == other.heard[1:] == [each.move for each in record.moves]


def test_imperfect_information_is_in_the_position_alone():
    player = Listener()
    play(zermelo.start("kuhn"), [player, Random(1)])
    assert player.heard == ["new game"]


def test_functions_and_objects_that_can_be_called_are_players():
    def first(state):
        return state.moves()[0]

    class Last:
        name = "last"
        history = "not a history"

        def __call__(self, state):
            return state.moves()[-1]

    last = Last()
    record = play(zermelo.start("tictactoe"), [first, last])
    assert record.players == ("first", "last")
    assert last.history == "not a history"
    assert player_from(first).name == "first"
    assert player_from(lambda state: 1).name == "function"
    player = Random(1)
    assert player_from(player) is player


@pytest.mark.parametrize(("given", "message"), [(None, "not NoneType"), (3, "not int"), (Random, r"Random\(\)")])
def test_what_is_no_player_is_refused(given, message):
    with pytest.raises(TypeError, match=message):
        player_from(given)
    with pytest.raises(TypeError):
        play(zermelo.start("tictactoe"), [given, Random(1)])


def spin(*_):
    while True:
        pass


class Deadline:
    """Once taken for a player that keeps its own time, because of this attribute: nobody interrupted it."""

    deadline = 0.0
    __call__ = spin


class Deaf(Player):
    hear = spin

    def __call__(self, state):
        return state.moves()[0]


@pytest.mark.parametrize("player", [Deadline(), Deaf()])
def test_an_endless_loop_loses_on_time(player):
    record = play(zermelo.start("tictactoe"), [Random(1), player], limit=(None, Limit(seconds=0.05)))
    assert (record.ending, record.loser, len(record.moves)) == ("time", 1, 1)


def test_getting_ready_and_the_end_take_no_longer_than_allowed(monkeypatch):
    monkeypatch.setattr(one_game, "END_SECONDS", 0.01)
    endless = type("Endless", (Random,), {"end_game": spin})()
    assert play(zermelo.start("tictactoe"), [endless, Random(1)], limit=Limit(seconds=30)).ending == "rules"
    monkeypatch.setattr(one_game, "START_SECONDS", 0.01)
    endless = type("Endless", (Random,), {"new_game": spin})()
    record = play(zermelo.start("tictactoe"), [endless, Random(1)], limit=Limit(seconds=30))
    assert (record.ending, record.loser, record.moves) == ("time", 0, ())


def test_a_player_that_declares_to_keep_time_is_given_up_in_the_end(monkeypatch):
    monkeypatch.setattr("zermelo.match.clocks.OWN_TIME_SECONDS", 0.2)
    keeper = type("Keeper", (Player,), {"keeps_own_time": True, "__call__": spin})()
    record = play(zermelo.start("tictactoe"), [keeper, Random(1)], limit=Limit(seconds=0.01))
    assert (record.ending, record.loser) == ("time", 0)


class Timed(Player):
    def __init__(self):
        self.seen = []

    def __call__(self, state):
        self.seen.append((self.limit, self.clock))
        time.sleep(0.01)
        self.comment = f"move {len(self.seen)}"
        return state.moves()[0]


def test_the_time_is_given_and_the_comment_kept():
    player = Timed()
    record = play(zermelo.start("tictactoe"), [player, Random(2)], limit=Limit(clock=Clock(9, 0)))
    assert all(limit.clock == Clock(9, 0) for limit, _ in player.seen)
    left = [clock.seconds for _, clock in player.seen]
    assert left[0] == 9
    assert left == sorted(left, reverse=True)
    assert [each.comment for each in record.moves[::2]] == [f"move {i + 1}" for i in range(len(player.seen))]


def test_a_class_without_a_move_says_what_it_needs():
    record = play(zermelo.start("tictactoe"), [type("Empty", (Player,), {})(), Random(1)])
    assert (record.ending, record.players[0]) == ("failed", "Empty")
    assert "Empty has no __call__(state)" in record.reason
