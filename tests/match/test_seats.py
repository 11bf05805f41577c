"""Games of more than two players: every seat has a player, partners win together, two engines share the seats."""

from __future__ import annotations

import csv
import json
import re
from io import StringIO

import pytest

import zermelo
from zermelo import Clock, Limit
from zermelo.cli.commands import run
from zermelo.game import dealt
from zermelo.match import Record, play
from zermelo.match.export import export
from zermelo.match.game import others
from zermelo.match.openings import find_openings
from zermelo.match.setup import setup_from
from zermelo.match.standings import standings_of
from zermelo.match.tournament import Tournament, read_tournament, winning_side
from zermelo.players import Naive, Random, Resigned, Searcher, TakeBack, player_from
from zermelo.view.tournament import tournament_page

ENDING = "N:AQ.3.. KJ.4.. T9.7.. 87.9.. 1NTS none :"


class Auction(zermelo.Game):
    """Three players say a number each, the highest gets it; equal ones share."""

    initial = ()
    players = ("a", "b", "c")
    payoffs = "points"
    zero_sum = False
    max_plies = 3

    def turn(self, state):
        return len(state) if len(state) < 3 else zermelo.OVER

    def moves(self, state):
        return (1, 2, 3)

    def play(self, state, move):
        return (*state, move)

    def payoff(self, state, player):
        return float(state[player]) if state[player] == max(state) else 0.0


class Says:
    """Says these moves (or raises these exceptions), one a turn."""

    name = "says"

    def __init__(self, *moves):
        self.moves, self.seen = list(moves), []

    def __call__(self, state):
        self.seen.append(state)
        move = self.moves.pop(0)
        if isinstance(move, BaseException):
            raise move
        return move


@pytest.mark.parametrize(
    ("said", "winner", "winners", "words"),
    [
        ((1, 3, 2), 1, (1,), "b wins: +3; a and c +0"),
        ((2, 1, 2), None, (0, 2), "a and c win: +2; b +0"),
        ((2, 2, 2), None, (), "draw"),
    ],
)
def test_who_wins(said, winner, winners, words) -> None:
    record = play(zermelo.start(Auction), [Says(each) for each in said])
    assert (record.winner, record.winners, record.outcome) == (winner, winners, words)
    assert str(record) == f"Auction: a says, b says, c says: {words} after 3 moves (rules)"
    assert len(record.payoffs) == len(record.times) == len(record.messages) == 3
    assert Record.from_json(record.to_json()) == record


@pytest.mark.parametrize(
    ("wrong", "ending"), [(Resigned(), "resign"), (7, "illegal move"), (OSError("no"), "failed"), ("later", "time")]
)
def test_who_does_not_do_his_part_loses_alone(wrong, ending) -> None:
    def late(state):
        while True:
            pass

    players = [Says(1), late if wrong == "later" else Says(wrong), Says(3)]
    record = play(zermelo.start(Auction), players, limit=Limit(seconds=0.1))
    assert (record.ending, record.loser, record.winner, record.winners) == (ending, 1, None, (0, 2))
    assert str(record).endswith(f"a and c win after 1 moves ({ending})")
    assert Record.from_json(record.to_json()) == record


def test_partners_lose_together() -> None:
    assert others(2, 4, (0, 1, 0, 1)) == (1, 3)
    assert others(2, 4, ()) == (0, 1, 3)


def test_every_player_has_a_clock_and_may_take_back() -> None:
    last = Says(TakeBack(), 3, 1)
    record = play(zermelo.start(Auction), [Says(1), Says(2), last], limit=Limit(clock=Clock(5, 1)))
    assert record.times == ("5+1 s a game",) * 3
    assert [each.move for each in record.moves] == ["1", "2", "3"]


def test_as_many_players_as_seats_and_no_program() -> None:
    with pytest.raises(ValueError, match="bridge is a game of 4 players, not 2"):
        play(zermelo.start("bridge"), [Random(), Random()])
    program = player_from("gtp:true")
    with pytest.raises(ValueError, match="true is a program, whose protocol is for two; bridge has 4"):
        play(zermelo.start("bridge"), [Random(), Random(), Random(), program])


def test_partners_win_together_and_see_only_their_own_cards() -> None:
    start = zermelo.start("bridge", ENDING)
    players = [Searcher("ismcts", Limit(nodes=30)), Random(1), Naive(1), Searcher("ismcts", Limit(nodes=30))]
    asked: list[tuple[str, str]] = []

    def watched(seat):
        def player(state):
            asked.append((state.view(seat), state.text))
            return players[seat](state)

        return player

    record = play(start, [watched(seat) for seat in range(4)], seed=3)
    assert record.ending == "rules"
    assert record.winners in ((0, 2), (1, 3))
    assert "N and S win: +" in record.outcome or "E and W win: +" in record.outcome
    truth = [start]
    for each in record.moves:
        truth.append(truth[-1].play(each.move))
    assert [view for view, _ in asked] == [state.view(state.turn) for state in truth[:-1]]
    assert any(text != state.text for (_, text), state in zip(asked, truth, strict=False)), "never the true deal"


def test_a_side_is_every_other_seat() -> None:
    fields = {"players": ["x", "y", "x"], "winner": None, "loser": None, "payoffs": [3.0, 4.0, 4.0]}
    assert winning_side(fields) == 1, "3.5 on average against 4"
    assert winning_side(fields | {"payoffs": None, "loser": 2}) == 1
    assert winning_side(fields | {"payoffs": None, "loser": 1}) == 0
    assert winning_side(fields | {"payoffs": None}) is None


def test_a_match_of_bridge_is_played_twice_from_every_deal(tmp_path, capsys) -> None:
    given = {
        "game": "bridge",
        "pairs": 2,
        "openings": [ENDING, ENDING + " S8"],
        "engine": [{"name": "one", "player": "random"}, {"name": "two", "player": "ismcts:nodes=20"}],
    }
    file = tmp_path / "r"
    with Tournament(setup_from(given), file) as tournament:
        tournament.run(1, stop=lambda: len(tournament.games) >= 1)
        assert len(tournament.games) < 4
    with Tournament(setup_from(given), file) as tournament:
        assert tournament.run(1)
    played = read_tournament(file)
    records = [game.record for game in played.games]
    assert [record.players for record in records] == [("one", "two") * 2, ("two", "one") * 2] * 2
    assert records[0].start == records[1].start == ENDING
    assert all(sum(game.points) == 1 for game in played.games)
    assert sum(row.points for row in standings_of(played).rows) == 4
    rows = list(csv.DictReader(export(played, "csv").splitlines()))
    assert [(row["first"], row["second"]) for row in rows] == [("one", "two"), ("two", "one")] * 2
    for row, record in zip(rows, records, strict=True):
        sides = {0: (0, 2), 1: (1, 3)}
        names = row["first"], row["second"]
        assert record.winners == sides[names.index(row["winner"])]
    assert len(json.loads(export(played, "json"))["games"]) == 4
    assert run(["rating", str(file), "--report", str(tmp_path / "r.html")]) == 0
    assert "two" in capsys.readouterr().out
    assert (tmp_path / "r.html").exists()


def test_the_games_of_a_pair_have_the_same_dice(tmp_path) -> None:
    given = {
        "game": "backgammon",
        "pairs": 3,
        "draw_after": 8,
        "engine": [{"name": "one", "player": "random"}, {"name": "two", "player": "naive"}],
    }
    with Tournament(setup_from(given), tmp_path / "r") as tournament:
        tournament.run(1)
        games = tournament.played().games
    dice = [[each.move for each in game.record.moves if each.player == zermelo.CHANCE] for game in games]
    assert dice[::2] == dice[1::2]
    assert len(set(map(tuple, dice))) == 3


def test_programs_are_refused_before_any_game(capsys) -> None:
    assert run(["match", "random", "gtp:true", "--game", "bridge", "--pairs", "1"]) == 2
    assert (
        "engine 'gtp:true': gtp:true is a program, whose protocol is for two; bridge has 4" in capsys.readouterr().err
    )
    assert run(["engine", "bridge", "--protocol", "uci"]) == 2
    assert "bridge has 4 players; the protocols are for two" in capsys.readouterr().err


def test_a_fault_of_one_seat_is_its_engines(tmp_path) -> None:
    (tmp_path / "bad.py").write_text(
        "class Bad:\n    name = 'bad'\n    def __call__(self, state):\n        raise ValueError\n"
    )
    given = {
        "game": "bridge",
        "openings": [ENDING],
        "engine": [{"name": "good", "player": "random"}, {"name": "bad", "player": "bad.py:Bad"}],
    }
    with Tournament(setup_from(given, tmp_path), tmp_path / "r") as tournament:
        tournament.run(1)
        played = tournament.played()
    found = standings_of(played)
    assert [(row.name, row.points, row.faults) for row in found.rows] == [("good", 2.0, 0), ("bad", 0.0, 2)]
    assert [fault.engine for fault in found.faults] == ["bad", "bad"]
    assert "good – bad – good – bad: failed" in tournament_page(played)


@pytest.fixture
def talk(capfd, monkeypatch):
    """`zermelo play` with lines that are typed: (exit code, what was said)."""

    def call(*arguments, typed=""):
        monkeypatch.setattr("sys.stdin", StringIO(typed))
        code = run(["play", *arguments])
        out, err = capfd.readouterr()
        return code, out + err

    return call


def test_a_seat_in_the_terminal(talk) -> None:
    """The seat is asked for; only one's own hand and dummy's are shown, and the end says who won together."""
    code, said = talk("bridge", ENDING, "--against", "random", typed="q\ns\nSQ\nundo\nSA\nST\nH7\n")
    assert code == 0
    assert "Which seat do you take (N, E, S, W)? [w]: q\n'q' is none of n, e, s, w" in said
    assert "bridge: N is random, E is random, S is you, W is random" in said
    before_the_end = said.rpartition("S to move")[0]
    assert "♠ T9" in before_the_end
    assert not re.search("♠ [KJ87]|♥ [49]", before_the_end), "a hand of E or W"
    assert said.count("S to move: ") > 4, "declarer plays for dummy"


def test_words_about_seats(talk) -> None:
    assert "W (you): S8" in talk("bridge", ENDING, "--against", "random", "--seat", "w", typed="S8\nresign\n")[1]
    given_up = talk("bridge", ENDING, "--against", "random", "--seat", "W", typed="resign\n")[1]
    assert given_up.endswith("N (random) and S (random) win (you resigned).\n")
    watched = talk("bridge", ENDING, "--against", "random", "--me", "random", "--seat", "N")[1]
    assert re.search(
        r"\n[NE] \(random\) and [SW] \(random\) win: \+\d+; [NE] \(random\) and [SW] \(random\) -\d+\.\n$", watched
    )
    assert "W (random): S" in watched
    for words, trouble in (
        (("bridge", "--start", "me"), "--start is for two players; of N, E, S, W choose one with --seat"),
        (("bridge", "--seat", "X"), "--seat X: bridge has the seats N, E, S, W"),
        (("tictactoe", "--seat", "X", "--start", "me"), "--start and --seat contradict each other"),
        (("bridge", "--against", "gtp:true", "--seat", "N"), "true is a program, whose protocol is for two"),
    ):
        assert talk(*words)[0] == 2
        assert trouble in talk(*words)[1]
    assert "X is random, O is you" in talk("tictactoe", "--against", "random", "--seat", "o", typed="q\n")[1]


def test_new_cards(talk) -> None:
    """By the seed; where a position is given, it is played."""
    start = zermelo.start("bridge")
    deals = [dealt(start, seed) for seed in range(40)]
    assert len({state.text for state in deals}) == 40
    assert dealt(start, 7) == deals[7]
    assert {state.turn for state in deals} == {3}, "S declares"
    assert dealt(zermelo.start("connect4"), 1) == zermelo.start("connect4")
    hands = [talk("bridge", "--against", "random", "--seat", "W", "--seed", seed, typed="q\n")[1] for seed in "112"]
    assert hands[0] == hands[1] != hands[2]
    openings = find_openings(start, "start", 3, 0)
    assert len({str(each) for each in openings}) == 3
    assert [each.moves for each in find_openings(start, "random:2", 2, 0)] != [(), ()]
    assert find_openings(start, "start", 1, 0) == openings[:1]
    assert find_openings(start, "start", 1, 1) != openings[:1]
