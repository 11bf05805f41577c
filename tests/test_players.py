"""Players: searchers, people, the naive and the random one, and players by name."""

from __future__ import annotations

import pytest

import zermelo
from costs import Cost
from zermelo import Clock, Limit
from zermelo.errors import GameError
from zermelo.load import load_object
from zermelo.players import Human, Left, Naive, Random, Resigned, Searcher, TakeBack, player_from
from zermelo.players.human import understood


class Subtraction(zermelo.Game):
    initial = (21, 0)

    def turn(self, state):
        return state[1] if state[0] else zermelo.OVER

    def moves(self, state):
        yield from range(1, min(3, state[0]) + 1)

    def play(self, state, move):
        return state[0] - move, 1 - state[1]

    def payoff(self, state, player):
        return 1 if player != state[1] else -1


def scripted(*lines):
    """A person who says these lines, and the list of what was said to it."""
    waiting, heard = list(lines), []

    def ask(prompt):
        if not waiting:
            raise EOFError
        return waiting.pop(0)

    return Human(ask, heard.append), heard


# --- naive and random (S4.2) ---


@pytest.mark.parametrize("seed", range(5))
def test_naive_wins_when_it_can(seed):
    assert Naive(seed)(zermelo.start("tictactoe", "XX./OO./...")) == "c1"


@pytest.mark.parametrize("seed", range(5))
def test_naive_blocks(seed):
    assert Naive(seed)(zermelo.start("tictactoe", "XX./O../...")) == "c1"


@pytest.mark.parametrize("seed", range(5))
def test_naive_blocks_in_connect_four(seed):
    assert Naive(seed)(zermelo.start("connect4", "223344")) in ("1", "5")
    assert Naive(seed)(zermelo.start("connect4", "121212")) == "1"


def test_naive_blocks_one_of_two_threats():
    state = zermelo.start("tictactoe", "X.X/.O./X.O")
    assert Naive(0)(state) in ("b1", "a2")


def test_naive_avoids_handing_over_the_win():
    assert Naive(0)(zermelo.start(Subtraction, (5, 0))) == 1


def test_naive_and_random_repeat_with_their_seed():
    state = zermelo.start("connect4")
    for kind in (Naive, Random):
        assert [kind(7)(state) for _ in range(5)] == [kind(7)(state)] * 5
        player = kind(3)
        assert len({player(state) for _ in range(50)}) > 3


# --- searchers ---


def test_searcher_keeps_its_result():
    player = Searcher("minimax")
    assert player(zermelo.start("tictactoe")) == "a1"
    assert player.result is not None
    assert player.result.nodes == 549_946


def test_searcher_keeps_one_table_over_a_game():
    player = Searcher("alphabeta+table")
    state = zermelo.start("tictactoe")
    player(state)
    first = player.result.nodes
    player(state)
    assert player.result.nodes < first
    player.new_game()
    player(state)
    assert player.result.nodes == first


def test_searcher_takes_a_new_table_for_another_game():
    player = Searcher("alphabeta+table", Limit(depth=6))
    small, large = zermelo.start("connect4", width=5, height=4), zermelo.start("connect4", width=6, height=5)
    for state in (small, large, small):
        player(state)
        assert player.result.score == zermelo.search(state, method="alphabeta+table", depth=6).score


def test_searcher_without_limit_finds_one():
    assert Searcher()(zermelo.start("tictactoe")) is not None
    player, cost = Searcher("alphabeta"), Cost()
    player(zermelo.start("connect4"))
    assert player.result.score is not None
    assert cost.seconds < 4


def test_searcher_deepens_when_time_alone_ends_it():
    player = Searcher("alphabeta", Limit(nodes=20_000))
    player(zermelo.start("connect4"))
    assert player.result.depth > 3


def test_searcher_runs_its_clock():
    player, cost = Searcher(limit=Limit(clock=Clock(5.0, 0.5))), Cost()
    player(zermelo.start("connect4"))
    assert cost.seconds < 4
    assert player.clock.seconds <= 5.5 - player.result.seconds
    player.new_game()
    assert player.clock == Clock(5.0, 0.5)


def test_searcher_refuses_unknown_names_at_once():
    with pytest.raises(ValueError, match="did you mean alphabeta"):
        Searcher("alphabet")
    with pytest.raises(TypeError, match="did you mean order"):
        Searcher("alphabeta", ordr="killers")


# --- people ---


def test_human_is_asked_until_the_move_is_legal():
    player, heard = scripted("", "nonsense", "5", "9")
    state = zermelo.start("tictactoe").play("5")
    assert player(state) == "c3"
    assert len(heard) == 3
    assert all("legal moves: a1 b1" in line for line in heard)


def test_human_may_say_moves_in_several_ways():
    tictactoe = zermelo.start("tictactoe")
    assert [understood(tictactoe, text)[0] for text in ("b2", "B2", "5")] == ["b2", "b2", "b2"]
    assert understood(zermelo.start(Subtraction), "3")[0] == 3
    assert understood(zermelo.start("connect4"), "8")[0] is None


def test_human_may_number_moves_without_digits():
    class Words(Subtraction):
        def name(self, state, move):
            return ("one", "two", "three")[move - 1]

    state = zermelo.start(Words)
    assert [understood(state, text)[0] for text in ("two", "TWO", "2")] == [2, 2, 2]
    assert understood(state, "4")[0] is None
    assert "did you mean three" in understood(state, "thre")[1]


def test_human_commands():
    player, heard = scripted("help", "moves", "board", "hint", "undo", "1")
    assert player(zermelo.start("tictactoe")) == "a1"
    assert ["hint" in heard[0], "legal" in heard[1], "..." in heard[2]] == [True] * 3
    assert heard[3].startswith("hint: ")
    assert heard[4] == "there is no move of yours to take back"


def test_human_may_resign_leave_and_take_back():
    state = zermelo.start("tictactoe")
    for word, outcome in (("resign", Resigned), ("quit", Left), ("q", Left)):
        with pytest.raises(outcome):
            scripted(word)[0](state)
    with pytest.raises(Left, match="the input ended"):
        scripted()[0](state)
    player, _ = scripted("undo")
    player.history = (state, state.play("1"))
    with pytest.raises(TakeBack):
        player(state.play("1").play("2"))


def test_a_hint_that_cannot_be_given_says_why():
    player, heard = scripted("hint", "pass")
    player.adviser = Searcher("alphabeta")
    assert player(zermelo.start("kuhn", "QK:")) == "pass"
    assert "no hint" in heard[0]


# --- players by name ---


def test_players_by_name():
    assert isinstance(player_from("naive"), Naive)
    assert isinstance(player_from("random:seed=3"), Random)
    assert isinstance(player_from("human"), Human)
    player = player_from(" alphabeta:depth=4,order=killers+history,table=yes ")
    assert isinstance(player, Searcher)
    assert player.limit == Limit(depth=4)
    assert player.options == {"order": "killers+history", "table": True}
    assert player_from("auto:clock=60+1").limit.clock == Clock(60.0, 1.0)
    assert player_from("auto:seconds=0.5,threads=2,memory_mb=8").options == {"threads": 2, "memory_mb": 8.0}
    assert player_from("minimax:depth=inf").limit.depth == float("inf")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "unknown player"),
        ("alphabet", "did you mean alphabeta"),
        ("alphabeta:depth", "not of the form name=value"),
        ("alphabeta:depth=", "not of the form name=value"),
        ("alphabeta:depth=x", "expected a whole number"),
        ("alphabeta:depth=-1", "must be a whole number"),
        ("alphabeta:depth=2,depth=3", "given twice"),
        ("alphabeta:dept=2", "did you mean depth"),
        ("auto:seconds=0", "above 0"),
        ("auto:seconds=1,clock=9", "contradict"),
        ("auto:clock=a+b", "expected a number"),
        ("auto:table=maybe", "expected yes or no"),
        ("naive:depth=3", "no setting"),
        ("human:seed=1", "no setting"),
        ("no_such_module:Player", "there is no module"),
        ("json:Nothing", "has no Nothing"),
        ("json:__version__", "cannot be called"),
        ("nothing.py:Player", "there is no file"),
        ("a b:Player", "not the name of a module"),
        ("x:y=1", "unknown player"),
    ],
)
def test_bad_names_are_explained(text, message):
    with pytest.raises(ValueError, match=message):
        player_from(text)


def test_own_players(tmp_path, monkeypatch):
    (tmp_path / "mine.py").write_text(
        "class First:\n    name = 'first'\n    def __call__(self, state): return state.moves()[0]\n"
        "class Broken:\n    def __init__(self): raise RuntimeError('no')\n"
        "def last(state): return state.moves()[-1]\n"
    )
    state = zermelo.start("connect4")
    assert player_from(f"{tmp_path}/mine.py:First")(state) == "1"
    assert player_from(f"{tmp_path}/mine.py:last")(state) == "7"
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    assert player_from("mine:First").name == "first"
    with pytest.raises(GameError, match="RuntimeError: no"):
        player_from(f"{tmp_path}/mine.py:Broken")
    trusted = player_from("trusted:mine.py:First")  # in this process
    assert (trusted.name, trusted(state)) == ("first", "1")


def test_modules_that_fail_are_named(tmp_path):
    (tmp_path / "broken.py").write_text("x = 1\n1 / 0\n")
    (tmp_path / "typo.py").write_text("def f(:\n")
    (tmp_path / "needs.py").write_text("import no_such_module_at_all\n")
    with pytest.raises(GameError, match=r"ZeroDivisionError.*line 2"):
        load_object(f"{tmp_path}/broken.py:X")
    with pytest.raises(GameError, match="SyntaxError"):
        load_object(f"{tmp_path}/typo.py:X")
    with pytest.raises(GameError, match="no_such_module_at_all"):
        load_object(f"{tmp_path}/needs.py:X")
