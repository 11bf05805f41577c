"""Random calls of everything public, right and wrong: `python api_calls.py SEED CALLS`, or one call as it was printed.

A call is an expression, so that the line that is printed for a failing one is what to type to see it again:
`python tests/fuzz/api_calls.py 'zermelo.tree(10**400)'`. Only documented exceptions may come of it, with a message, and
soon. The process that starts this one watches that it goes on (tests/fuzz/test_api_fuzz.py).
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import inspect
import io
import math
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import zermelo
from zermelo.players import Forfeit, Left, Resigned, TakeBack

LIMIT_SECONDS = 0.05  # what every call that can take long is given
MOST_SECONDS = LIMIT_SECONDS + 1.0  # of processor time, for one call
DOCUMENTED = (ValueError, TypeError, OSError, ImportError, Forfeit, Left, Resigned, TakeBack)
UNDOCUMENTED = (UnicodeError,)  # though it is a ValueError: whoever gave the text cannot know why

MODULES = (
    "zermelo",
    "zermelo.book",
    "zermelo.check",
    "zermelo.equilibrium",
    "zermelo.learn",
    "zermelo.match",
    "zermelo.match.game_files",
    "zermelo.match.openings",
    "zermelo.match.rating",
    "zermelo.match.setup",
    "zermelo.match.sprt",
    "zermelo.match.tournament",
    "zermelo.players",
    "zermelo.players.spec",
    "zermelo.practice",
    "zermelo.view",
    "zermelo.view.chart",
    "zermelo.view.dot",
    "zermelo.view.explorer",
    "zermelo.view.plot",
    "zermelo.view.scene",
    "zermelo.view.svg",
    "zermelo.view.text",
    "zermelo.view.tree_svg",
    "zermelo.view.walk",
)
# Functions of modules without __all__ that are meant to be used, by module.
NAMED = {
    "zermelo.check": ("check_game",),
    "zermelo.equilibrium": ("Equilibrium", "best_response", "exploitability", "tabulated"),  # beside the function
    "zermelo.match.game_files": ("read_moves", "read_file"),
    "zermelo.match.openings": ("Opening", "find_openings"),
    "zermelo.match.rating": ("Difference", "Meeting", "elo_of", "ratings"),
    "zermelo.match.setup": ("Engine", "Setup", "read_setup", "setup_from"),
    "zermelo.match.sprt": ("Sprt",),
    "zermelo.match.tournament": ("read_tournament",),
    "zermelo.players.spec": ("player_from", "clock_from"),
    "zermelo.view.chart": ("chart",),
    "zermelo.view.dot": ("dot",),
    "zermelo.view.explorer": ("explorer_page",),
    "zermelo.view.plot": ("plot",),
    "zermelo.view.scene": ("scene_of", "scene_after"),
    "zermelo.view.svg": ("board_svg",),
    "zermelo.view.text": ("board", "table", "tree"),
    "zermelo.view.tree_svg": ("tree_svg",),
    "zermelo.view.walk": ("walk",),
}
LEFT_OUT = {"zermelo.Trace", "zermelo.Ending"}  # made by a search only; an enumeration, whose calls are Python's


class Nim(zermelo.Game):
    """A small game of one's own."""

    initial = (7, 0)
    small = True

    def turn(self, state):
        return state[1] if state[0] else zermelo.OVER

    def moves(self, state):
        yield from range(1, min(3, state[0]) + 1)

    def play(self, state, move):
        return state[0] - move, 1 - state[1]

    def payoff(self, state, player):
        return 1 if player != state[1] else -1

    def evaluate(self, state, player):
        return state[0] % 4

    def name(self, state, move):
        return f"take {move}"


class Secret(Nim):
    """With something hidden."""

    hidden = True
    initial = (4, 0)

    def view(self, state, player):
        return str(state[0] if player else state)


class Raising(Nim):
    """Whose rules fail."""

    def play(self, state, move):
        raise KeyError(move)

    def name(self, state, move):
        return {}[move]


class BadRepr:
    def __repr__(self):
        raise ZeroDivisionError("no repr")


class Unhashable:
    def __eq__(self, other):
        return False

    __hash__ = None


class BadLen:
    def __len__(self):
        raise ValueError("no length")

    def __iter__(self):
        raise ValueError("no iteration")


class BadFloat(float):
    def __float__(self):
        raise AssertionError("no number")


def failing(*given, **options):
    raise ValueError("a function of the caller's failed")


def deep(levels: int, kind: type = list) -> object:
    found: object = 1
    for _ in range(levels):
        found = kind((found,))
    return found


def loop() -> list[object]:
    found: list[object] = []
    found.append(found)
    return found


def split(text: str) -> tuple[str, ...]:
    """What stands between bars."""
    return tuple(each.strip() for each in text.split("|"))


# Expressions, as the caller would write them.
JUNK = split(r"""
None | True | False | -1 | 0 | 1 | 3 | 2**31 | 2**63 - 1 | 2**63 | 2**64 | -2**63 - 1 | 10**400 | -10**400 |
10**5000 | math.nan | math.inf | -math.inf | -0.0 | 0.5 | 1e-320 | 1e308 | '' | ' ' | 'x' | '4' | '\ud800' |
'ä\0b' | 'a' * 5000 | '[' * 5000 | '-' | b'' | b'\xff\x00' | [] | {} | () | set() | [1, [2, [3]]] | [[]] |
[None] | ('a', 'b') | [math.nan, 10**400] | {'x': 1} | {'turn': 'max'} | {1: loop()} | deep(300) |
deep(50_000) | deep(50_000, tuple) | loop() | BadRepr() | Unhashable() | BadLen() | BadFloat(2) |
[BadRepr()] | object() | int | failing | len | lambda *given: None | lambda *given: given[0] | range(3) |
iter([1]) | ... | 1j | zermelo | zermelo.Game | Nim | Raising | zermelo.Stop() | zermelo.Limit(nodes=5) |
zermelo.start('kuhn') | zermelo.start(Raising) | zermelo.Table(0.1) | io.StringIO()
""")
STATES = (
    "zermelo.tree([[3, 5], [2, 9]])",
    "zermelo.tree([[1]]).play('E-1').play('E-2')",
    "zermelo.start('tictactoe')",
    "zermelo.start('tictactoe', 'X.O/.X./..O')",
    "zermelo.start('connect4', width=4, height=4)",
    "zermelo.start('kuhn')",
    "zermelo.start('kuhn').play('J')",
    "zermelo.tree('[chance[0.5:3,0.5:8],4]')",
    "zermelo.tree('chance[1,2]')",
    "zermelo.start(Nim)",
    "zermelo.start(Secret)",
    "zermelo.start(Raising)",
)
TREES = ("[[3, 5], [2, 9]]", "[[1, [2, 3]], 4]", "'((3 5)(2 9))'", "{'children': [1, 2]}", "'[[1,2],[3]]'")
SMALL = ("1", "2", "3")
PLAYERS = ("zermelo.Random(1)", "zermelo.Naive(2)", "zermelo.Searcher('alphabeta', zermelo.Limit(depth=1))", "'naive'")
FILES = ("'file.txt'", "'/nowhere/file'", "'.'", "''", "'a\\0b'", "'there.txt'")
TEXTS = (
    "'4 4 3'",
    "'1 2'",
    "'take 1'",
    "'b2'",
    "'E-1'",
    "'start'",
    "'random:2'",
    "'connect4'",
    "'tictactoe'",
    "'60+1'",
)
# Values of the right kind by the names of parameters.
GOOD: dict[str, tuple[str, ...]] = {
    "state": STATES,
    "root": (*STATES, *TREES),
    "source": TREES,
    "game": ("'tictactoe'", "'kuhn'", "Nim", *TREES),
    "players": (f"[{PLAYERS[0]}, {PLAYERS[1]}]", f"({PLAYERS[2]}, {PLAYERS[0]})"),
    "player": ("0", "1", PLAYERS[2]),
    "depth": SMALL,
    "nodes": ("20", "500"),
    "seconds": ("0.01",),
    "clock": ("zermelo.Clock(0.1)",),
    "seed": SMALL,
    "limit": ("zermelo.Limit(nodes=20)", "zermelo.Limit(seconds=0.01)"),
    "iterations": SMALL,
    "max_nodes": ("5000",),
    "method": ("'auto'", "'alphabeta'", "'minimax'", "'mtd'", "'mcts'", "'montecarlo'", "'dcfr'"),
    "best": ("1", "'all'"),
    "memory_mb": ("0.1", "1"),
    "threads": ("1", "2"),
    "window": ("(-1, 1)",),
    "samples": SMALL,
    "trace": ("True", "50"),
    "moves": ("'1 2'", "['1', '2']", "()", "('E-1',)"),
    "move": ("1", "'1'", "'E-1'", "'b2'"),
    "file": FILES,
    "path": FILES,
    "folder": FILES,
    "text": TEXTS,
    "given": (*TEXTS, *PLAYERS),
    "policies": ("zermelo.equilibrium(zermelo.start('kuhn'), iterations=3)", "({}, {})"),
    "problem": ("zermelo.practice.problem(2, 2, 1)",),
    "problems": ("[zermelo.practice.problem(2, 2, 1)]",),
    "answers": ("zermelo.practice.Answers('E-1', 3, {}, ['E-4'])",),
    "branching": ("2", "[1, 2]"),
    "prunings": ("0", "1"),
    "values": ("range(9)", "(1, 2, 3)", "{'root': 3}"),
    "count": SMALL,
    "games": ("2",),
    "trees": SMALL,
    "weights": ("[1]", "(1, 2)"),
    "features": ("[lambda state, player: 1]",),
    "rows": ("['XO', '..']", "[[1, 'a']]"),
    "headers": ("['a', 'b']",),
    "cut": ("'>='", "'>'"),
    "fail": ("'soft'", "'hard'"),
    "turn": ("'max'", "'min'"),
    "order": ("'best'", "'given'", "'reversed'", "'killers+history'"),
    "book": ("zermelo.book.Book('tictactoe')", "False"),
    "positions": SMALL,
    "f": ("lambda node, *rest: 0",),
    "choose": (PLAYERS[0],),
    "level": SMALL,
    "viewer": ("0", "1"),
    "pairs": ("(1, 2)", "(0.5, 1.5)"),
    "meetings": ("[zermelo.match.rating.Meeting(0, 1, 1, 2)]",),
    "entry": ("{}",),
    "recipe": ("zermelo.learn.recipe_for('connect4')",),
    "adviser": (PLAYERS[2],),
    "scene": ("zermelo.grid(['XO'])",),
    "found": ("zermelo.view.walk.walk(zermelo.tree([[3, 5], [2, 9]]))",),
    "symmetric": ("True",),
    "max_plies": SMALL,
    "draw_after": SMALL,
    "plies": SMALL,
    "generations": ("1",),
    "workers": ("0",),
    "elo0": ("0",),
    "elo1": ("10",),
    "data": ("b'4 4 3'", "b'{}'"),
    "cls": ("Nim", "Secret"),
    "word": SMALL,
    "words": ("(1, 2)",),
    "score": ("0.5",),
}
# What keeps a call short, whatever else it is given; opening a browser is nobody's test.
FORCED = {
    "zermelo.search": {"seconds": str(LIMIT_SECONDS)},
    "zermelo.solve": {"seconds": str(LIMIT_SECONDS)},
    "zermelo.endgames": {"seconds": str(LIMIT_SECONDS), "memory_mb": "20"},
    "zermelo.show": {"seconds": str(LIMIT_SECONDS), "depth": "2"},
    "zermelo.view.walk.walk": {"seconds": str(LIMIT_SECONDS)},
    "zermelo.review": {"player": "zermelo.Searcher(limit=zermelo.Limit(nodes=20))"},
    "zermelo.equilibrium": {"seconds": str(LIMIT_SECONDS)},
    "zermelo.check_search": {"open": "False", "trees": "2", "seconds": str(LIMIT_SECONDS)},
    "zermelo.practice.check_search": {"open": "False", "trees": "2", "seconds": str(LIMIT_SECONDS)},
    "zermelo.check.check_game": {"games": "1"},
    "zermelo.learn.learn": {"generations": "1", "games": "1", "pairs": "1", "workers": "0", "solve_nodes": "10"},
    "zermelo.match.openings.find_openings": {"count": "2"},
    "zermelo.book.grow": {"positions": "1", "workers": "1"},
    "zermelo.count": {"depth": "2"},
    "zermelo.tree_size": {"depth": "4"},
    "zermelo.distinct_positions": {"depth": "4"},
}
# Objects whose methods are called.
OBJECTS = (
    *STATES,
    "zermelo.search(zermelo.tree([[3, 5], [2, 9]]), trace=True)",
    "zermelo.search(zermelo.tree([[3, 5], [2, 9]]), trace=True).trace",
    "zermelo.search(zermelo.start(Nim)).score",
    "zermelo.search(zermelo.start(Nim)).lines[0]",
    "zermelo.Table(0.1)",
    "zermelo.endgames(zermelo.start('tictactoe'), pieces=2)",
    "zermelo.Limit(nodes=5)",
    "zermelo.equilibrium(zermelo.start('kuhn'), iterations=3)",
    "zermelo.review(zermelo.start('tictactoe'), ['b2', 'a1'], player=zermelo.Searcher(limit=zermelo.Limit(nodes=10)))",
    "zermelo.play(zermelo.start('tictactoe'), [zermelo.Random(1), zermelo.Naive(2)])",
    "zermelo.Searcher('alphabeta', zermelo.Limit(depth=2))",
    "zermelo.Naive(1)",
    "zermelo.Human(ask=lambda said: 'quit')",
    "zermelo.grid(['XO', '..'])",
    "zermelo.Linear([1], [lambda state, player: 1])",
    "zermelo.book.Book('tictactoe')",
    "zermelo.practice.problem(2, 2, 1)",
    "zermelo.match.rating.Difference((1, 2))",
    "zermelo.match.sprt.Sprt()",
)


def everything() -> dict[str, Callable[..., object]]:
    """Every public function and class, by its dotted name."""
    found = {}
    for name in MODULES:
        module = importlib.import_module(name)
        for each in NAMED.get(name, ()) or module.__all__:
            value = getattr(module, each)
            if callable(value) and f"{name}.{each}" not in LEFT_OUT:
                found[f"{name}.{each}"] = value
    return found


@functools.cache
def parameters(name: str) -> tuple[inspect.Parameter, ...]:
    try:
        return tuple(inspect.signature(EVERYTHING[name]).parameters.values())
    except ValueError:  # a native class
        return (inspect.Parameter("value", inspect.Parameter.POSITIONAL_ONLY),) * 2


def argument(name: str, rng: random.Random, wrong: float) -> str:
    good = GOOD.get(name)
    return rng.choice(JUNK if good is None or rng.random() < wrong else good)


def random_call(rng: random.Random) -> str:
    """An expression that calls something."""
    wrong = rng.choice((0.1, 0.3, 0.9))
    if rng.random() < 0.25:
        return method_call(rng, wrong)
    name = rng.choice(NAMES)
    forced = FORCED.get(name, {})
    given, options = list[str](), dict[str, str]()
    for each in parameters(name):
        if each.kind is each.VAR_KEYWORD:
            options |= other_options(name, rng)
        elif each.name in forced or each.kind is each.VAR_POSITIONAL:
            continue
        elif each.kind is each.KEYWORD_ONLY or options or (each.default is not each.empty and rng.random() < 0.5):
            options |= {each.name: argument(each.name, rng, wrong)} if rng.random() < 0.3 else {}
        else:
            given.append(argument(each.name, rng, wrong))
    words = given + [f"{key}={value}" for key, value in {**options, **forced}.items()]
    return f"{name}({', '.join(words)})"


def other_options(name: str, rng: random.Random) -> dict[str, str]:
    """Options that a signature does not list: features of a search, of a variant, or nonsense."""
    known = (
        "depth",
        "nodes",
        "table",
        "order",
        "cut",
        "fail",
        "star",
        "deepen",
        "width",
        "best",
        "window",
        "threads",
        "memory_mb",
        "samples",
        "trace",
        "method",
        "nonsense",
        "history",
        "stop",
        "eval",
        "cutoff",
        "progress",
        "clock",
        "inner",
        "explore",
        "replacement",
        "seed",
    )
    return {each: argument(each, rng, 0.4) for each in rng.sample(known, rng.choice((0, 1, 2)))}


def method_call(rng: random.Random, wrong: float) -> str:
    """A method of an object, or an attribute."""
    object_ = rng.choice(OBJECTS)
    names = [each for each in dir(made(object_)) if not each.startswith("_")] or ["__class__"]
    name = rng.choice(names)
    if not callable(inspect.getattr_static(type(made(object_)), name, None)):
        return f"{object_}.{name}"
    hints = rng.choice(
        (("move", "player"), ("state", "depth"), ("player", "seed"), ("text", "given"), ("path", "seed"))
    )
    words = [argument(each, rng, wrong) for each in hints[: rng.choice((0, 1, 1, 1, 2))]]
    return f"({object_}).{name}({', '.join(words)})"


@functools.cache
def made(expression: str) -> object:
    return eval(expression, NAMESPACE)


class Overdue(BaseException):
    """A call that takes too long."""


def overdue(number: int, frame: FrameType | None) -> None:
    raise Overdue


def trouble_with(call: str) -> str:
    """What is wrong with what comes of a call; nothing if all is well."""
    signal.setitimer(signal.ITIMER_VIRTUAL, 4 * MOST_SECONDS)
    began = time.process_time()
    try:
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            found = eval(call, dict(NAMESPACE))
            if inspect.isgenerator(found):
                next(found, None)
    except DOCUMENTED as error:
        if isinstance(error, UNDOCUMENTED) or not str(error).strip():
            return f"{type(error).__name__}: {error}"
    except Overdue:
        return f"did not end within {4 * MOST_SECONDS:.1f} s"
    except BaseException as error:
        return f"{type(error).__name__}: {str(error)[:200]}"
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        for each in (Nim, Secret):
            each.compiled = False  # `zermelo.compiled(Nim)` changes the class for all calls that follow
    taken = time.process_time() - began
    return f"took {taken:.1f} s" if taken > MOST_SECONDS else ""


EVERYTHING = everything()
NAMES = sorted(EVERYTHING)
NAMESPACE = {**globals(), "math": math, "io": io, "zermelo": zermelo}


def main(words: list[str]) -> int:
    signal.signal(signal.SIGVTALRM, overdue)
    os.chdir(tempfile.mkdtemp(prefix="zermelo-fuzz-"))  # calls that write files write them here
    Path("there.txt").write_text("4 4 3", encoding="utf-8")
    if len(words) == 1:
        print(trouble_with(words[0]) or "all is well")
        return 0
    seed, calls = map(int, words)
    bad = 0
    for number in range(calls):
        call = random_call(random.Random(f"{seed} {number}"))
        print(f"call {call}", flush=True)
        if trouble := trouble_with(call):
            print(f"BAD {call}  # {trouble}", flush=True)
            bad += 1
    print(f"{calls} calls, {bad} bad", flush=True)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
