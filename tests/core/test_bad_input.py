"""Wrong use and misbehaving games: each a clear error that names what and where, soon, and no crash."""

from __future__ import annotations

import itertools
import math
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import zermelo
from costs import Cost
from zermelo import Clock, Game, GameError, IllegalMove, Limit, ParseError, count, search, start

BOARD = start("tictactoe")
TREE = zermelo.tree([[1, 2], [3, 4]])


@pytest.fixture(autouse=True)
def soon() -> Iterator[None]:
    """Everything here answers after little work."""
    cost = Cost()
    yield
    assert cost.seconds < 20


# --- names and options ---


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: start("conect4"), ValueError, "did you mean connect4"),
        (lambda: start("chess960"), ValueError, "games: .*connect4"),
        (lambda: start(""), ValueError, "unknown game"),
        (lambda: start(17), TypeError, "a game is a name"),
        (lambda: start(None), TypeError, "a game is a name"),
        (lambda: start("mnk", q=3), TypeError, "has no option 'q'"),
        (lambda: start("connect4", widht=7), TypeError, "did you mean width"),
        (lambda: start("tictactoe", m=4), TypeError, "has no option"),
        (lambda: start("mnk", m=0), ValueError, "whole number from 1"),
        (lambda: start("mnk", m=-3), ValueError, "whole number"),
        (lambda: start("mnk", m=3.0), ValueError, "whole number"),
        (lambda: start("mnk", m=True), ValueError, "whole number"),
        (lambda: start("mnk", m="3"), ValueError, "whole number"),
        (lambda: start("mnk", m=9, n=9), ValueError, "64 cells"),
        (lambda: start("mnk", k=4), ValueError, "does not fit"),
        (lambda: start("connect4", width=16, height=8), ValueError, "64"),
        (lambda: start("synthetic", leaves="worst"), ValueError, "not one of"),
        (lambda: start("synthetic", branching=10**9), ValueError, "whole number"),
        (lambda: start("tictactoe", 17), TypeError, "given as text"),
        (lambda: start("tictactoe", b"X../.../..."), TypeError, "given as text"),
        (lambda: start(Game), GameError, "has no turn"),
    ],
)
def test_games_and_options(call: Callable[[], object], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        call()


@pytest.mark.parametrize(
    ("keywords", "error", "words"),
    [
        ({"method": "alfabeta"}, ValueError, "did you mean alphabeta"),
        ({"method": ""}, ValueError, "unknown method"),
        ({"tabel": True}, TypeError, "did you mean table"),
        ({"dept": 3}, TypeError, "did you mean depth"),
        ({"order": "kilers"}, ValueError, "did you mean killers"),
        ({"order": ""}, ValueError, "order"),
        ({"cut": "=="}, ValueError, "cut"),
        ({"fail": "soggy"}, ValueError, "fail"),
        ({"replacement": "oldest"}, ValueError, "replacement"),
        ({"prune": 1}, TypeError, "True or False"),
        ({"table": "yes"}, TypeError, "table"),
        ({"method": "minimax", "scout": True}, ValueError, "contradict"),
        ({"method": "minimax", "window": (0, 1)}, ValueError, "window"),
        ({"method": "scout", "cut": ">"}, ValueError, "null windows"),
        ({"method": "mtd", "table": False}, ValueError, "table=True"),
        ({"method": "mtd", "fail": "hard"}, ValueError, "mtd"),
        ({"method": "alphabeta", "etc": True}, ValueError, "needs a table"),
        ({"depth": -1}, ValueError, "depth=-1"),
        ({"depth": 2.5}, ValueError, "depth=2.5"),
        ({"depth": "3"}, (ValueError, TypeError), "depth"),
        ({"depth": True}, ValueError, "depth=True"),
        ({"depth": math.nan}, ValueError, "depth=nan"),
        ({"nodes": 0}, ValueError, "nodes=0"),
        ({"nodes": -5}, ValueError, "nodes=-5"),
        ({"nodes": 1.5}, ValueError, "nodes=1.5"),
        ({"nodes": 2**70}, ValueError, "too large"),
        ({"seconds": 0}, ValueError, "seconds=0"),
        ({"seconds": -1}, ValueError, "seconds=-1"),
        ({"seconds": math.nan}, ValueError, "seconds=nan"),
        ({"seconds": math.inf}, ValueError, "seconds=inf"),
        ({"seconds": 1, "clock": Clock(5)}, ValueError, "contradict"),
        ({"best": 0}, ValueError, "best=0"),
        ({"best": "some"}, ValueError, "best='some'"),
        ({"best": 1.5}, ValueError, "best=1.5"),
        ({"threads": 0}, ValueError, "threads=0"),
        ({"threads": 10**6}, ValueError, "threads"),
        ({"memory_mb": 0}, ValueError, "memory_mb=0"),
        ({"memory_mb": -1}, ValueError, "memory_mb=-1"),
        ({"memory_mb": math.inf}, ValueError, "memory_mb=inf"),
        ({"seed": -1}, ValueError, "seed=-1"),
        ({"seed": 2**64}, ValueError, "seed"),
        ({"window": (1, 1)}, ValueError, "alpha < beta"),
        ({"window": (2, 1)}, ValueError, "alpha < beta"),
        ({"window": (1,)}, ValueError, "alpha < beta"),
        ({"window": (math.nan, 1)}, ValueError, "alpha < beta"),
        ({"window": 5}, (ValueError, TypeError), "window"),
        ({"window": ("a", "b")}, (ValueError, TypeError), "window"),
        ({"eval": 3}, ValueError, "eval=3"),
        ({"eval": "mine"}, ValueError, "eval='mine'"),
        ({"cutoff": 3}, (ValueError, TypeError), "cutoff"),
        ({"progress": 3, "depth": 2}, (ValueError, TypeError), "progress"),
        ({"stop": True}, (ValueError, TypeError), "stop"),
        ({"trace": -1}, (ValueError, TypeError), "trace"),
        ({"trace": "all"}, (ValueError, TypeError), "trace"),
        ({"history": [1, 2]}, (ValueError, TypeError), "history"),
    ],
    ids=str,
)
def test_options_of_a_search(keywords: dict[str, Any], error: Any, words: str) -> None:
    with pytest.raises(error, match=words):
        search(BOARD, **keywords)


def test_the_rest_of_wrong_use() -> None:
    with pytest.raises(ValueError, match="no limit"):
        search(start("connect4"))
    with pytest.raises(ValueError, match="declares no symmetry"):
        search(TREE, method="alphabeta", symmetry=True)
    with pytest.raises(ValueError, match="chance nodes"):
        search(start("tree", "chance[1,2]"), method="alphabeta")
    with pytest.raises(ValueError, match="must not be negative"):
        Clock(5, increment=-1)
    with pytest.raises(ValueError, match="must be a number above 0"):
        Clock(0)
    with pytest.raises(ValueError, match="nodes=0"):
        Limit(nodes=0)
    for wrong in (-1, 10**6, 2.5, True, "3"):
        with pytest.raises((ValueError, TypeError), match="depth"):
            count(BOARD, wrong)
    for player in (2, -1):
        with pytest.raises(ValueError, match="player is 0 or 1"):
            BOARD.payoff(player)


def test_too_much_memory_is_an_error() -> None:
    with pytest.raises((MemoryError, ValueError)):
        search(BOARD, method="alphabeta+table", memory_mb=1e15)


# --- texts and moves ---


@pytest.mark.parametrize("name", zermelo.all_games())
def test_bad_texts_say_where(name: str) -> None:
    for text in zermelo.all_games()[name].bad:
        with pytest.raises(ParseError) as caught:
            start(name, text)
        assert isinstance(caught.value, ValueError)
        assert caught.value.reason
        assert caught.value.text == text
        assert 0 <= caught.value.column <= len(text.encode())


def test_parse_errors_point_at_the_trouble() -> None:
    with pytest.raises(ParseError) as caught:
        start("tictactoe", "X.O/.Z./...")
    assert caught.value.column == 5
    with pytest.raises(ParseError) as caught:
        start("connect4", "448")
    assert caught.value.column == 2


@pytest.mark.parametrize(
    "text", ["{", '{"a": 1}', '{"children": []}', '{"children": "ab"}', '{"value": "x"}', "\ud800"]
)
def test_trees_that_are_none(text: str) -> None:
    with pytest.raises(ParseError):
        zermelo.tree(text)


@pytest.mark.parametrize(
    "source",
    [
        [],
        [[]],
        [True],
        ["a"],
        [None],
        [math.nan],
        {"turn": "min"},
        {"children": [1], "odds": "x"},
        {"colour": 1},
        {"label": "a b", "children": [1, 2]},
        [{"label": "A:[1,2],B", "value": 3}, 4],
        [{"odds": 0.5, "value": 1}, 2],
    ],
)
def test_sources_that_are_no_tree(source: object) -> None:
    with pytest.raises(ParseError):
        zermelo.tree(source)


def test_deep_and_wide_trees() -> None:
    nest: object = 1
    for _ in range(5000):
        nest = [nest]
    with pytest.raises(ParseError, match="deeper"):
        zermelo.tree(nest)
    with pytest.raises(ParseError, match="deeper"):
        start("tree", "[" * 100_000)
    with pytest.raises(ParseError, match="60000"):
        start("tree", "[" + "1," * 60_001 + "1]")


@pytest.mark.parametrize(
    "move", ["z9", "", None, 5, 5.0, (), [], {}, b"a1", "a1 ", "10", "0", object(), math.nan, "\ud800"]
)
def test_illegal_moves(move: object) -> None:
    with pytest.raises(IllegalMove) as caught:
        BOARD.play(move)
    assert caught.value.position == BOARD.text
    assert "legal" in caught.value.reason
    with pytest.raises(IllegalMove):
        BOARD.name(move)


def test_no_move_after_the_end() -> None:
    won = start("tictactoe", "XXX/OO./...")
    with pytest.raises(IllegalMove, match="over"):
        won.play("a3")
    assert search(won).move is None


# --- games that misbehave ---


class Good(Game):
    """Take 1 or 2 of five; each case below breaks one thing."""

    initial: Any = (5, 0)
    small = True
    max_plies = 30

    def turn(self, s):
        return s[1] if s[0] > 0 else zermelo.OVER

    def moves(self, s):
        return [n for n in (1, 2) if n <= s[0]]

    def play(self, s, m):
        return (s[0] - m, 1 - s[1])

    def payoff(self, s, p):
        return -1 if p == s[1] else 1


def boom(self, *arguments):
    raise KeyError("boom")


def sometimes_boom(self, s, *rest):
    if s[0] == 2:
        raise RuntimeError("boom in the middle")
    return Good.moves(self, s)


class Unreadable:
    def __repr__(self) -> str:
        raise RuntimeError("no repr")


TICK = itertools.count()
CASES: dict[str, tuple[dict[str, Any], str]] = {
    "turn raises": ({"turn": boom}, "turn"),
    "moves raises": ({"moves": boom}, "moves"),
    "moves raises later": ({"moves": sometimes_boom}, r"moves\(\(2, \d\)\).*boom in the middle.*line \d+"),
    "play raises": ({"play": boom}, "play"),
    "payoff raises": ({"payoff": boom}, "payoff"),
    "evaluate raises": ({"evaluate": boom}, "evaluate"),
    "turn is None": ({"turn": lambda self, s: None}, "turn.*None"),
    "turn is 2": ({"turn": lambda self, s: 2}, "turn.*2"),
    "turn is CHANCE": ({"turn": lambda self, s: -1}, "chance"),
    "turn is a string": ({"turn": lambda self, s: "X"}, "turn"),
    "turn is huge": ({"turn": lambda self, s: 10**30}, "turn"),
    "moves is None": ({"moves": lambda self, s: None}, "moves.*None"),
    "moves is a number": ({"moves": lambda self, s: 3}, "moves.*3"),
    "no moves": ({"moves": lambda self, s: []}, "no moves"),
    "a move twice": ({"moves": lambda self, s: [1, 1]}, "twice"),
    "moves that cannot be hashed": ({"moves": lambda self, s: [[1]]}, "hash"),
    "endless moves": ({"moves": lambda self, s: itertools.count()}, "more than 60000"),
    "play is None": ({"play": lambda self, s, m: None}, "play.*None"),
    "play gives its state back": ({"play": lambda self, s, m: s}, "returned the state it was given"),
    "play gives a list": ({"play": lambda self, s, m: [s[0] - m, 1 - s[1]]}, "hash"),
    "play takes one argument": ({"play": lambda self, s: s}, "play.*TypeError"),
    "never ends": ({"play": lambda self, s, m: (s[0] + 1, 1 - s[1])}, "max_plies"),
    "goes round": ({"play": lambda self, s, m: (s[0] % 5 + 1, 1 - s[1])}, "max_plies"),
    "payoff is nan": ({"payoff": lambda self, s, p: math.nan}, "nan"),
    "payoff is None": ({"payoff": lambda self, s, p: None}, "payoff.*None"),
    "payoff is text": ({"payoff": lambda self, s, p: "won"}, "payoff.*won"),
    "evaluate is nan": ({"evaluate": lambda self, s, p: math.nan}, "nan"),
    "evaluate is None": ({"evaluate": lambda self, s, p: None}, "evaluate.*None"),
    "state that cannot be hashed": ({"initial": [5, 0]}, "hash"),
    "state without a repr": ({"initial": Unreadable()}, "turn"),
    "payoffs of a kind unknown": ({"payoffs": "money"}, "payoffs"),
    "max_plies is 0": ({"max_plies": 0}, "max_plies"),
    "chance without odds": ({"chance": True}, "odds"),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("method", ["minimax", "alphabeta", "auto"])
def test_games_that_misbehave(case: str, method: str) -> None:
    members, words = CASES[case]
    game = type("Bad", (Good,), members)
    depth = 3 if case.startswith("evaluate") else math.inf
    with pytest.raises(GameError, match=words) as caught:
        search(start(game), method=method, depth=depth)
    assert "Bad" in str(caught.value)


def test_the_users_exception_is_the_cause() -> None:
    with pytest.raises(GameError) as caught:
        search(start(type("Bad", (Good,), {"moves": boom})))
    assert isinstance(caught.value.__cause__, KeyError)
    assert "test_bad_input.py" in str(caught.value)


def test_counting_a_game_without_an_end_is_bounded() -> None:
    endless = type("Endless", (Good,), {"play": lambda self, s, m: (s[0] + m, 1 - s[1])})
    assert count(start(endless), 8) == 2**8
    with pytest.raises(ValueError, match="depth"):
        count(start(endless), 10**9)


def test_evaluations_and_cutoffs_that_misbehave() -> None:
    def broken(state: zermelo.State, *rest: int) -> float:
        raise LookupError("mine")

    for state in (BOARD, TREE, start(Good)):
        with pytest.raises(LookupError, match="mine"):
            search(state, depth=1, eval=broken, method="alphabeta")
        with pytest.raises(LookupError, match="mine"):
            search(state, depth=2, cutoff=broken, method="alphabeta")
        for wrong in (None, "high", math.nan):
            with pytest.raises(GameError, match="evaluation"):
                search(state, depth=1, eval=lambda s, p, wrong=wrong: wrong, method="alphabeta")
        for wrong in (None, "high", math.nan):
            with pytest.raises(GameError, match="evaluation"):
                search(state, depth=0, eval=lambda s, p, wrong=wrong: wrong)


def test_a_game_that_searches_itself() -> None:
    """Searching from inside a method is odd but must not break anything."""

    class Inside(Good):
        def evaluate(self, s, p):
            value = search(start(Good, s), method="minimax").score.for_player(p).value if s[0] else 0
            return float(value)

    assert search(start(Inside), depth=2).score is not None


def test_moves_that_change_from_call_to_call() -> None:
    """Nothing can be right here, but it must end, and without a crash."""
    code = """
import random
import zermelo
rng = random.Random(1)
class Fickle(zermelo.Game):
    initial = (0, 0)
    max_plies, max_states = 30, 40
    def turn(self, s): return s[0] % 2 if s[0] < 8 else zermelo.OVER
    def moves(self, s): return rng.sample(range(10), 3)
    def play(self, s, m): return s[0] + 1, (s[1] * 7 + m) % 101
    def payoff(self, s, p): return (1 if s[1] % 2 else -1) * (1 if p == 0 else -1)
for i in range(200):
    try:
        method = ["minimax", "alphabeta", "alphabeta+table", "auto"][i % 4]
        zermelo.search(zermelo.start(Fickle), method=method, depth=6, trace=bool(i % 2))
    except zermelo.GameError:
        pass
print("done")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr


def test_nothing_is_printed_at_the_end() -> None:
    """A State that is still alive when Python ends is nobody's business."""
    code = """
import zermelo
class Count(zermelo.Game):
    initial = 1
    def turn(self, s): return 0
    def moves(self, s): yield 1
    def play(self, s, m): return s + 1
    def payoff(self, s, p): return 0
state = zermelo.start(Count)
kept = [state, state.play(1)]
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_first_move_of_a_fresh_game() -> None:
    assert start(Good).play(1).data == (4, 1)
    assert start(Good) == start(Good)
    assert hash(start(Good)) == hash(start(Good))


def test_long_games_of_one_move() -> None:
    class Chain(Game):
        initial = 0
        max_plies = 10_000

        def turn(self, s):
            return s % 2

        def moves(self, s):
            return (1,)

        def play(self, s, m):
            return s + 1

        def payoff(self, s, p):
            return 0

    class Shorter(Chain):
        max_plies = 600

    for method, features in zermelo.METHODS.items():
        with pytest.raises(GameError, match="max_plies"):
            search(start(Shorter if features.deepen else Chain), method=method, depth=math.inf)


def test_random_nonsense_never_crashes_a_search() -> None:
    """Keywords drawn at random: an answer, or an error of ours."""
    rng = random.Random(11)
    values = [
        None,
        True,
        False,
        0,
        1,
        2,
        -1,
        0.5,
        math.inf,
        math.nan,
        "",
        ">",
        "hard",
        "all",
        "table",
        (0, 1),
        (1, 0),
        [],
        {},
    ]
    names = [
        "depth",
        "nodes",
        "seconds",
        "best",
        "eval",
        "threads",
        "memory_mb",
        "seed",
        "window",
        "cut",
        "fail",
        "order",
        "table",
        "etc",
        "scout",
        "prune",
        "symmetry",
        "quick",
        "solver",
        "deepen",
        "aspiration",
        "same_depth",
        "trace",
        "replacement",
    ]
    answers = 0
    for _ in range(3000):
        keywords = {name: rng.choice(values) for name in rng.sample(names, rng.randint(1, 3))}
        keywords["method"] = rng.choice([*zermelo.METHODS, "magic"])
        try:
            search(rng.choice([BOARD, TREE]), **keywords)
            answers += 1
        except (ValueError, TypeError):
            continue
    assert answers > 100
