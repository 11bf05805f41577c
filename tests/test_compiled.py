"""Games compiled by Numba: the same answers as plain Python, never stale, and errors that say what to do."""

from __future__ import annotations

import random
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import zermelo
from zermelo.compiled import (
    TOO_MANY_MOVES,
    Failed,
    Native,
    UnsupportedGame,
    check_compiled,
    explain,
    functions,
    listen,
    put,
    state_of,
    words_of,
)
from zermelo.errors import GameError, MissingExtra, ParseError

pytest.importorskip("numba")

OVER = -2
ONES = 0xFFFF_FFFF_FFFF_FFFF


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """One cache for the whole run, apart from the user's."""
    folder = tmp_path_factory.getbasetemp() / "numba"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder))
    return folder


@pytest.fixture
def announced() -> Iterator[list[str]]:
    lines: list[str] = []
    listen(lines.append)
    yield lines
    listen(lambda line: None)


# --- games ---


@zermelo.compiled
class Nim(zermelo.Game):
    initial = (3, 4, 5, 0)
    limit = 3

    def turn(self, s):
        return OVER if s[0] + s[1] + s[2] == 0 else s[3]

    def moves(self, s):
        for i in range(3):
            for n in range(1, min(s[i], self.limit) + 1):
                yield i * 100 + n

    def play(self, s, m):
        i, n = divmod(m, 100)
        return put(put(s, i, s[i] - n), -1, 1 - s[3])

    def payoff(self, s, player):
        return -1 if s[3] == player else 1

    def canonical(self, s):
        a, b, c, who = s
        if a > b:
            a, b = b, a
        if b > c:
            b, c = c, b
        if a > b:
            a, b = b, a
        return (a, b, c, who)

    def noisy(self, s, m):
        return m % 100 == s[m // 100]


class Countdown(zermelo.Game):
    """A state that is a bare int; moves as a list."""

    initial = 21

    def turn(self, s):
        return OVER if s == 0 else s & 1

    def moves(self, s):
        return [n for n in (1, 2, 3) if n <= s]

    def play(self, s, m):
        return s - m

    def payoff(self, s, player):
        return 0.5 - player

    def evaluate(self, s, player):
        return (s % 4) / 4 if player == 0 else -(s % 4) / 4


BOTTOM = sum(1 << 7 * column for column in range(7))
BOARD = BOTTOM * 63


def pairs(b, shift):
    return b & b >> shift


def four(b):
    """A helper that calls a helper."""
    for shift in (1, 6, 7, 8):
        two = pairs(b, shift)
        if two & two >> 2 * shift:
            return True
    return False


class ConnectFour(zermelo.Game):
    initial = (0, 0)  # the stones of the side to move, all stones
    order = (3, 2, 4, 1, 5, 0, 6)

    def turn(self, s):
        return OVER if s[1] == BOARD or four(s[0] ^ s[1]) else self.plies(s) & 1

    def plies(self, s):
        return s[1].bit_count()

    def moves(self, s):
        for column in self.order:
            if s[1] + BOTTOM & BOARD & 63 << 7 * column:
                yield column

    def play(self, s, m):
        return (s[0] ^ s[1], s[1] | s[1] + (1 << 7 * m))

    def payoff(self, s, player):
        if not four(s[0] ^ s[1]):
            return 0
        return 1 if self.plies(s) & 1 != player else -1


INNER = 0x7E7E_7E7E_7E7E_7E7E
RAYS = ((1, INNER), (7, INNER), (8, ONES), (9, INNER))


def swept(b, rival, shift, left):
    """The rival's stones in a row from b on, in one direction."""
    row = 0
    for _ in range(6):
        b = (b << shift if left else b >> shift) & rival
        row |= b
    return row


def reached(own, rival, shift, left):
    row = swept(own, rival, shift, left)
    return row << shift & ONES if left else row >> shift


class Othello(zermelo.Game):
    """All 64 bits of a word."""

    unsigned = True
    initial = (0x0000_0008_1000_0000, 0x0000_0010_0800_0000, 0)

    def places(self, own, rival):
        found = 0
        for shift, mask in RAYS:
            found |= reached(own, rival & mask, shift, True) | reached(own, rival & mask, shift, False)
        return found & ~(own | rival)

    def turn(self, s):
        return s[2] if self.places(s[0], s[1]) or self.places(s[1], s[0]) else OVER

    def moves(self, s):
        places = self.places(s[0], s[1])
        if not places:
            yield 64
        while places:
            low = places & -places
            yield low.bit_length() - 1
            places ^= low

    def play(self, s, m):
        own, rival, who = s
        if m == 64:
            return (rival, own, 1 - who)
        stone, flipped = 1 << m, 0
        for shift, mask in RAYS:
            for left in (True, False):
                row = swept(stone, rival & mask, shift, left)
                if reached(stone, rival & mask, shift, left) & own:
                    flipped |= row
        return (rival ^ flipped, own | stone | flipped, 1 - who)

    def payoff(self, s, player):
        difference = s[0].bit_count() - s[1].bit_count()
        return difference if player == s[2] else -difference


# --- the same answers ---


@pytest.mark.parametrize("game", [Nim, Countdown, ConnectFour, Othello])
def test_compiled_and_plain_give_the_same_answers(game: type) -> None:
    assert check_compiled(game(), games=30) is None


def test_moves_come_in_the_order_they_are_yielded() -> None:
    assert Native(ConnectFour()).moves((0, 0)) == [3, 2, 4, 1, 5, 0, 6]


def test_a_constant_of_the_instance_is_a_game_of_its_own() -> None:
    small, large = Nim(), Nim()
    small.limit = 1
    assert Native(small).moves((3, 0, 0, 0)) == [1]
    assert Native(large).moves((3, 0, 0, 0)) == [1, 2, 3]
    large.limit = 2
    assert Native(large).moves((3, 0, 0, 0)) == [1, 2]


def test_functions_are_compiled_once(announced: list[str]) -> None:
    class Fresh(Nim):
        limit = 7

    first = functions(Fresh())
    assert functions(Fresh()) is first
    assert announced == ["compiling Fresh (once: the result is kept for the next time)"]
    assert first.evaluate == 0
    assert all((first.turn, first.moves, first.play, first.payoff, first.noisy, first.canonical))
    assert (first.words, first.scalar, first.unsigned) == (4, False, False)


def test_words_and_back() -> None:
    code = functions(Othello())
    state = (ONES, 1 << 63, 1)
    assert words_of(Othello(), state) == [-1, -(2**63), 1]
    assert state_of(code, [-1, -(2**63), 1]) == state
    assert words_of(Countdown(), 5) == [5]
    for wrong in (5, (1, 2), (1, 2, 3.0), (1, 2, -1), (1, 2, 2**64), [1, 2, 3], "x"):
        with pytest.raises(ParseError, match="not a state of Othello"):
            words_of(Othello(), wrong)


def test_put_is_the_same_in_both_forms() -> None:
    class Puts(Nim):
        def play(self, s, m):
            return put(s, m, 1)

    native = Native(Puts())
    for index in range(-4, 4):
        assert native.play((1, 2, 3, 0), index) == put((1, 2, 3, 0), index, 1)
    for index in (-5, 4):
        with pytest.raises(ValueError, match="no word"):
            put((1, 2, 3, 0), index, 1)
        with pytest.raises(Failed):
            native.play((1, 2, 3, 0), index)


@pytest.mark.parametrize("shape", ["list", "tuple", "range"])
def test_moves_may_be_returned(shape: str) -> None:
    class Returns(Countdown):
        def moves(self, s):
            if shape == "list":
                return [1, 2]
            return (1, 2) if shape == "tuple" else range(1, 3)

    # `shape` is a closure variable: one of three constants, and Numba drops the branches not taken.
    assert Native(Returns()).moves(5) == [1, 2]


def test_yield_from_in_functions_and_closures() -> None:
    low = 1

    class From(Countdown):
        def moves(self, s):
            if s > 5:
                yield from range(low, 3)
            yield from self.others(s)
            yield 9

        def others(self, s):
            yield from (7, s)

    game = From()
    for state in (1, 6):
        assert Native(game).moves(state) == list(game.moves(state))


def test_yield_from_is_left_alone_when_its_source_was_edited(tmp_path: Path) -> None:
    script = """
        import zermelo, pathlib, sys
        from zermelo.compiled import Native
        class T(zermelo.Game):
            initial = 1
            def turn(self, s): return 0
            def moves(self, s): yield from range(2)
            def play(self, s, m): return s
            def payoff(self, s, p): return 0
        if len(sys.argv) == 1:
            file = pathlib.Path(__file__)
            file.write_text(file.read_text().replace("range(2)", "range(3)"))
        try: print(Native(T()).moves(1))
        except zermelo.GameError as error: print("source is not at hand" in str(error))
    """
    assert run(tmp_path, script) == "True\n"


def test_too_many_moves_are_counted_not_written() -> None:
    class Many(Countdown):
        def moves(self, s):
            yield from range(s)

    class Endless(Countdown):
        def moves(self, s):
            while True:
                yield 1

    native = Native(Many())
    out = (native._load(0)._type_ * 4)(9, 9, 9, 9)
    assert native._code["moves"](native._load(100), out, 3) == TOO_MANY_MOVES
    assert list(out) == [0, 1, 2, 9]
    assert native.moves(1000) == list(range(1000))
    with pytest.raises(Failed):
        Native(Endless()).moves(1)


# --- 64 bits ---


def arithmetic(a, b, op):
    if op == 0:
        return a + b
    if op == 1:
        return a - b
    if op == 2:
        return a * b
    if op == 3:
        return a << b
    if op == 4:
        return a >> b
    if op == 5:
        return a**b
    if op == 6:
        return a // b
    if op == 7:
        return a % b
    if op == 8:
        return a.bit_count()
    if op == 9:
        return a.bit_length()
    if op == 10:
        a += b
    elif op == 11:
        a *= b
    elif op == 12:
        a <<= b
    elif op == 13:
        a -= b
    return a


class Signed(zermelo.Game):
    initial = (0, 0)

    def turn(self, s):
        return 0

    def moves(self, s):
        yield 0

    def play(self, s, m):
        return (arithmetic(s[0], s[1], m), 0)

    def payoff(self, s, player):
        return 0


class Unsigned(Signed):
    unsigned = True


def operands(rng: random.Random) -> tuple[int, int]:
    a, b = (rng.getrandbits(rng.choice((1, 3, 8, 31, 32, 33, 62, 63))) for _ in range(2))
    return a * rng.choice((1, -1)), b * rng.choice((1, -1))


def test_signed_arithmetic_gives_pythons_answer_or_an_error() -> None:
    native, rng = Native(Signed()), random.Random(1)
    edges = [-(2**63), -(2**63) + 1, -1, 0, 1, 2, 63, 64, 2**62, 2**63 - 1]
    cases = [operands(rng) for _ in range(2000)] + [(a, b) for a in edges for b in edges]
    fitting = 0
    for a, b in cases:
        for op in range(14):
            if op in (3, 5, 12) and b > 200 and a not in (-1, 0, 1):
                expected: Any = None  # plain Python would fill the memory
            elif op in (3, 5, 12) and b > 200:
                continue
            else:
                try:
                    expected = arithmetic(a, b, op)
                except (ValueError, ZeroDivisionError):
                    expected = None
            if not isinstance(expected, int) or not -(2**63) <= expected < 2**63:
                with pytest.raises(Failed):
                    native.play((a, b), op)
            else:
                fitting += 1
                assert native.play((a, b), op) == (expected, 0), (a, b, op)
    assert fitting > 10_000


def test_unsigned_arithmetic_is_modulo_two_to_the_64() -> None:
    native, rng = Native(Unsigned()), random.Random(2)
    for _ in range(2000):
        a, b = rng.getrandbits(rng.choice((8, 63, 64))), rng.getrandbits(rng.choice((4, 7, 64)))
        for op in (0, 1, 2, 4, 8, 9, 10, 11, 13):
            if op != 4 or b < 2**63:
                assert native.play((a, b), op) == (arithmetic(a, b, op) & ONES, 0), (a, b, op)
        if b < 200:
            for op in (3, 5, 12):
                assert native.play((a, b), op) == (arithmetic(a, b, op) & ONES, 0), (a, b, op)


def test_check_finds_a_number_that_grows_too_large() -> None:
    class Grows(Countdown):
        initial = 5

        def turn(self, s):
            return OVER if s > 2**62 else 0

        def play(self, s, m):
            return s * s % (2**62 + m)

        def payoff(self, s, player):
            return 0

    assert "but the compiled code raises an error" in (check_compiled(Grows(), games=3) or "")


def test_check_finds_an_order_of_unsigned_words() -> None:
    class Ordered(Othello):
        def payoff(self, s, player):
            return 1 if s[0] < s[1] else -1

    assert "in plain Python, but" in (check_compiled(Ordered(), games=30) or "")


def test_check_finds_a_word_that_is_too_wide() -> None:
    class Unmasked(Othello):
        def play(self, s, m):
            return (s[1] << 8, s[0], 1 - s[2])

    assert "does not fit in unsigned 64 bits" in (check_compiled(Unmasked()) or "")


# --- when the game is wrong ---


class Raises(Nim):
    def payoff(self, s, player):
        return 1 // player

    def turn(self, s):
        if s[0] == 2:
            raise ValueError("two is odd")
        return 7 if s[0] == 1 else Nim.turn(self, s)


def explanation(game: Any, method: str, *arguments: Any) -> GameError:
    with pytest.raises(GameError) as caught:
        explain(game, method, *arguments)
    return caught.value


def test_an_exception_is_explained_with_its_line() -> None:
    with pytest.raises(Failed):
        Native(Raises()).payoff((0, 0, 0, 0), 0)
    error = explanation(Raises(), "payoff", (0, 0, 0, 0), 0)
    line = Raises.payoff.__code__.co_firstlineno + 1
    assert str(error).startswith("Raises.payoff((0, 0, 0, 0), 0) raised ZeroDivisionError: ")
    assert str(error).endswith(f"({__file__}, line {line})")
    assert isinstance(error.__cause__, ZeroDivisionError)


def test_play_is_explained_by_the_turn_it_leads_to() -> None:
    with pytest.raises(Failed):
        Native(Raises()).play((3, 4, 5, 0), 1)
    assert "Raises.turn((2, 4, 5, 1)) raised ValueError: two is odd" in str(
        explanation(Raises(), "play", (3, 4, 5, 0), 1)
    )
    with pytest.raises(Failed):
        Native(Raises()).play((3, 4, 5, 0), 2)
    assert "turn((1, 4, 5, 1)) gives 7: it must be 0, 1, CHANCE (-1) or OVER (-2)" in str(
        explanation(Raises(), "play", (3, 4, 5, 0), 2)
    )


def test_a_failure_of_compiled_code_alone_is_explained() -> None:
    class Squares(Countdown):
        def evaluate(self, s, player):
            return s * s * s % 1000

    assert str(explanation(Squares(), "evaluate", 2**40, 0)) == (
        "Squares.evaluate(1099511627776, 0) gives 576 in plain Python, but the compiled code raises an error"
        ": did a number on the way grow beyond 64 bits?"
    )


def test_the_cores_words_are_explained_as_the_games_state() -> None:
    class Wrong(Othello):
        def turn(self, s):
            return 1 // (s[0] - s[0])

    assert str(explanation(Raises(), "turn", [2, 0, 0, 1], 0)).startswith("Raises.turn((2, 0, 0, 1)) raised ValueError")
    assert f"Wrong.turn(({ONES}, 0, 1)) raised" in str(explanation(Wrong(), "turn", [-1, 0, 1]))
    assert "Countdown.payoff(5, 1) gives -0.5" in str(explanation(Countdown(), "payoff", [5], 1))


def test_decorating_half_a_game_is_refused() -> None:
    with pytest.raises(TypeError, match="Half has no moves, play, payoff"):

        @zermelo.compiled
        class Half:
            def turn(self, s):
                return 0


# Each: a method's body, a piece of the message. The line number must be the body's own.
UNSUPPORTED = [
    ("play(self, s, m)", "return s[:m] + (1,) + s[m + 1:]", "write put(state, i, word)"),
    ("play(self, s, m)", "return (1, 2, 3)", "is a tuple of 4 ints, but this is a tuple (int, int, int)"),
    ("play(self, s, m)", "return (1, 2, 3, s[3] / 2)", "(int, int, int, float)"),
    ("play(self, s, m)", "return 1", "a state is a tuple of 4 ints, but this is"),
    ("moves(self, s)", "yield (1, 2)", "moves of a compiled game are ints, but this is a tuple"),
    ("moves(self, s)", "yield 0.5", "moves of a compiled game are ints, but this is float"),
    ("moves(self, s)", "return ['a']", "moves of a compiled game are ints, but this is str"),
    ("moves(self, s)", "return []", "use `yield`"),
    ("moves(self, s)", "yield from (1, 2)", "for m in ...: yield m"),
    ("turn(self, s)", "return self.nothing", "T has no attribute 'nothing'"),
    ("turn(self, s)", "return nothing(s)", "name 'nothing' is not defined"),
    ("turn(self, s)", "return 0 if all(x == 0 for x in s) else 1", "write the generator expression out"),
    ("turn(self, s)", "return 'first'", "the answer is 0, 1, CHANCE or OVER, not"),
    ("turn(self, s)", "return s[0] + 'a'", "Numba has no add(int"),
    ("payoff(self, s, p)", "return 1 if s[0] else None", "a branch ends without `return`"),
    ("payoff(self, s, p)", "return super().payoff(s, p)", "name the class: Base.method"),
]


@pytest.mark.parametrize(("head", "body", "piece"), UNSUPPORTED)
def test_what_cannot_be_compiled_is_said_in_words(head: str, body: str, piece: str) -> None:
    scope: dict[str, Any] = {"Nim": Nim, "put": put}
    source = f"\n\nclass T(Nim):\n    def {head}:\n        {body}\n"
    exec(compile(source, "/home/me/game.py", "exec"), scope)
    with pytest.raises(UnsupportedGame) as caught:
        functions(scope["T"]())
    message = str(caught.value)
    method = head.split("(", 1)[0]
    assert message.startswith(f"T.{method} cannot be compiled: ")
    assert piece in message
    assert "/home/me/game.py, line " in message
    assert int(message.split("game.py, line ")[1].split(")")[0]) in (4, 5)
    assert len(message) < 400


@pytest.mark.parametrize("initial", [[1, 2], ((1, 2), 3), (1.0, 2), (), "x", 2**63, (True, 1), (0,) * 31])
def test_a_state_is_an_int_or_a_flat_tuple_of_ints(initial: Any) -> None:
    class T(Countdown):
        pass

    T.initial = initial
    with pytest.raises(UnsupportedGame, match=r"T\.initial"):
        functions(T())


def test_a_constant_wider_than_a_word_is_refused() -> None:
    class T(Countdown):
        def turn(self, s):
            return s & 0xFFFF_FFFF_FFFF_FFFF

    with pytest.raises(UnsupportedGame, match="unsigned = True"):
        functions(T())


def test_without_numba_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(MissingExtra, match=r"pip install 'zermelo\[jit\]'"):
        functions(Nim())
    assert list(Nim().moves((1, 0, 0, 0))) == [1]


# --- never stale ---

SOURCE = """
import helper
SCALE = {scale}

def inner(x):
    return x + {inner}

def outer(x):
    return inner(x) * SCALE

class T(zermelo.Game):
    initial = 1
    step = {step}

    @staticmethod
    def fixed(x):
        return x + {fixed}

    def turn(self, s): return 0
    def moves(self, s):
        yield outer(s) + self.method(s) + self.step
        yield helper.far(s) + helper.FAR + self.fixed(s)
    def method(self, s): return {method} + {default_call}
    def play(self, s, m): return s
    def payoff(self, s, p): return 0

def with_default(x={default}): return x
"""
VALUES = {"scale": 1, "inner": 1, "step": 1, "fixed": 1, "method": 1, "default": 1, "far": 1, "constant": 1}


def variant(**changes: int) -> Any:
    """The game of SOURCE, defined anew as by an edited notebook cell, with a helper module of its own."""
    values = VALUES | changes
    helper = type(sys)("helper")
    exec(f"FAR = {values['constant']}\ndef far(x): return x + {values['far']}", vars(helper))
    scope: dict[str, Any] = {"zermelo": zermelo, "__name__": "__main__"}
    source = SOURCE.replace("import helper\n", "").format(**values, default_call="with_default()")
    scope["helper"] = helper
    exec(source, scope)
    return scope["T"]()


def test_an_edit_anywhere_is_noticed(announced: list[str]) -> None:
    seen = {}
    for name in (None, *VALUES):
        game = variant(**({name: 50} if name else {}))
        seen[name] = Native(game).moves(1)
        assert seen[name] == list(game.moves(1)), name
    assert len(announced) == len(VALUES) + 1
    assert Native(variant()).moves(1) == seen[None]
    assert len(announced) == len(VALUES) + 1


def run(tmp_path: Path, source: str, **environment: str) -> str:
    """What a script prints in a process of its own."""
    import os

    (tmp_path / "script.py").write_text(textwrap.dedent(source))
    process = subprocess.run(
        [sys.executable, str(tmp_path / "script.py")],
        capture_output=True,
        text=True,
        timeout=120,
        cwd=tmp_path,
        env=os.environ | environment,
    )
    assert process.returncode == 0, process.stderr
    return process.stdout


SCRIPT = """
import zermelo
from zermelo.compiled import Native, listen
def helper(x):
    return x + {number}
class T(zermelo.Game):
    initial = 1
    def turn(self, s): return 0
    def moves(self, s): yield helper(s)
    def play(self, s, m): return s
    def payoff(self, s, p): return 0
listen(lambda line: print("compiling"))
print(Native(T()).moves(1))
"""


def test_the_next_process_compiles_only_what_changed(tmp_path: Path) -> None:
    folder = tmp_path / "cache"

    def answer(number: int) -> str:
        return run(tmp_path, SCRIPT.format(number=number), NUMBA_CACHE_DIR=str(folder))

    assert answer(1) == "compiling\n[2]\n"
    assert answer(1) == "[2]\n"
    assert answer(2) == "compiling\n[3]\n"
    assert answer(1) == "[2]\n"
    for file in folder.rglob("*.nbc"):
        file.write_bytes(file.read_bytes()[:100])
    assert answer(1) == "compiling\n[2]\n"


def test_a_cache_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    script = SCRIPT.format(number=1)
    assert run(tmp_path, script, NUMBA_CACHE_DIR=str(tmp_path / "file")) == "compiling\n[2]\n"


def test_what_no_digest_can_tell_apart_is_compiled_for_each_game(announced: list[str]) -> None:
    unknown = object()

    class T(Countdown):
        def moves(self, s):
            yield s
            if s < 0:
                assert self.step is unknown

        step = unknown

    class U(Countdown):
        def moves(self, s):
            yield s
            if False:
                yield unknown

    one, other = U(), U()
    assert functions(one) is functions(one)
    assert functions(one) is not functions(other)
    assert len(announced) == 2
    with pytest.raises(UnsupportedGame, match="constants are"):
        functions(T())


def test_importing_zermelo_does_not_import_numba(tmp_path: Path) -> None:
    script = "import zermelo, zermelo.compiled, sys; print('numba' in sys.modules, 'numpy' in sys.modules)"
    assert run(tmp_path, script) == "False False\n"


# --- what compiled code may use ---


def test_numpy_tables_enums_and_base_classes() -> None:
    import enum
    import functools

    import numpy as np

    class Kind(enum.IntEnum):
        STEP = 2

    table = np.array([5, 6, 7])

    @functools.cache
    def cached(x):
        return x + 1

    class T(Countdown):
        def moves(self, s):
            yield Kind.STEP
            yield table[s]
            yield cached(s)

        def play(self, s, m):
            return Countdown.play(self, s, m)

    native = Native(T())
    assert native.moves(1) == [2, 6, 2]
    assert native.play(5, 2) == 3
    with pytest.raises(Failed):  # never beyond the end of a table
        native.moves(3)


def test_masks_with_the_highest_bit() -> None:
    class T(Unsigned):
        def play(self, s, m):
            return (s[0] & 0x8000_0000_0000_0001, s[0] | 0x8000_0000_0000_0000)

    assert Native(T()).play((ONES, 0), 0) == T().play((ONES, 0), 0)
