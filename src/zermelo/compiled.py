"""A game written in Python, compiled by Numba to C functions that the search core calls without the GIL.

    @zermelo.compiled
    class Nim(zermelo.Game):
        initial = (3, 4, 5, 0)
        ...

The class stays an ordinary Python class: the same methods run plainly, so a compiled game is debugged and
checked as plain Python. What holds for compiled code, beyond what Numba itself asks:

- A state is an int or a flat tuple of ints, always of the shape of `initial`; each int is one 64-bit word.
  Moves are ints. `put(state, i, word)` gives the tuple with one word replaced, whatever the index.
- `self` gives constants (ints, floats, bools, tuples of those, NumPy arrays) and methods. Functions of the
  module, or of a module it imports, are compiled along. Hundreds of numbers compile faster as an array.
- `canonical`, `repetition_key` and `table_key` give a tuple of that shape, too: a key is the state with what does
  not count set to a fixed word.
- `moves` and `features` yield, as fast as writing into a buffer, or return a list or tuple, several times slower.
- Python's ints have no end, words have. In an ordinary game + - * ** << raise OverflowError where the result
  does not fit in a signed word: compiled code gives Python's answer or an error. What Numba itself computes
  is not checked: sum(), -x and abs(x) of -2**63, functions you jitted yourself.
- A game that needs all 64 bits says `unsigned = True`. Its words are 0 .. 2**64 - 1; + - * ** << drop what is
  above bit 63, so write `& 0xFFFF_FFFF_FFFF_FFFF` where plain Python needs it; >> brings in zeros. A word of
  2**63 or more is taken as negative by `<`, min, `//`, `%` and float(): compare bitboards by == and != only.
- `check_compiled` plays random games in both forms and compares every answer.
"""

from __future__ import annotations

import ctypes
import logging
import random
import weakref
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NoReturn, TypeGuard, TypeVar, cast

from zermelo.errors import GameError, MissingExtra, ParseError, place_of
from zermelo.types import call, named, optional

if TYPE_CHECKING:
    from zermelo.game import Game
    from zermelo.jit.compilation import Compilation

State = int | tuple[int, ...]
GameClass = TypeVar("GameClass", bound=type)

# What a C function answers instead of a turn or a count.
ERROR, TOO_MANY_MOVES, BAD_TURN = -100, -101, -102

REQUIRED = ("turn", "moves", "play", "payoff")
STATE_TO_STATE = ("canonical", "repetition_key", "table_key")
TRUTHS = ("stand_pat", "forced", "zugzwang")  # what a game says of a state, yes or no
OPTIONAL = ("evaluate", "noisy", "gain", "pass_turn", "features", "move_index", *TRUTHS, *STATE_TO_STATE)
WITHOUT_ARGUMENT = ("turn", "moves", "pass_turn", *TRUTHS, *STATE_TO_STATE)
OVER = -2
MASK = 2**64 - 1
MOST_WORDS, MOST_MOVES, MOST_FEATURES = 30, 1024, 1024  # the room in bind/compiled.hpp

log = logging.getLogger("zermelo")


class UnsupportedGame(GameError):
    """A game that cannot be compiled: the message says which method, where, and what to change."""

    details = ""  # all that Numba said


def compiled(cls: GameClass) -> GameClass:
    """Class decorator: searches of this game run compiled code. A subclass may say `compiled = False`."""
    if not isinstance(cls, type):
        raise TypeError(f"compiled is for a class, not {type(cls).__name__}")
    missing = [name for name in REQUIRED if optional(cls, name) is None]
    if missing:
        raise TypeError(f"{cls.__name__} has no {', '.join(missing)}")
    cls.compiled = True  # type: ignore[attr-defined]
    return cls


def put(words: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """The tuple with one word replaced. (Compiled code cannot slice a tuple at an index it computes.)"""
    changed = list(words)
    if not -len(changed) <= index < len(changed):
        raise ValueError(f"put: there is no word {index} in a state of {len(changed)}")
    changed[index] = value
    return tuple(changed)


@dataclass(frozen=True)
class CompiledFunctions:
    """Addresses of a game's C functions, 0 for a method it does not have. They live as long as this does."""

    words: int
    scalar: bool
    unsigned: bool
    turn: int
    moves: int
    play: int
    payoff: int
    evaluate: int = 0
    noisy: int = 0
    canonical: int = 0
    repetition_key: int = 0
    table_key: int = 0
    gain: int = 0
    stand_pat: int = 0
    forced: int = 0
    pass_turn: int = 0
    zugzwang: int = 0
    features: int = 0
    move_index: int = 0
    keep_alive: object = field(default=None, repr=False, compare=False)

    @property
    def addresses(self) -> dict[str, int]:
        return {name: vars(self)[name] for name in (*REQUIRED, *OPTIONAL)}


def announce_nothing(message: str) -> None:
    """The default listener."""


on_compile: Callable[[str], None] = announce_nothing


def listen(listener: Callable[[str], None]) -> None:
    """From now on `listener` is called with one line when a game is about to be compiled (seconds, once)."""
    global on_compile
    on_compile = listener


# By digest; or by the game itself, when it holds something that has no digest.
_in_memory: dict[str, CompiledFunctions] = {}
_by_game: weakref.WeakKeyDictionary[Game, CompiledFunctions] = weakref.WeakKeyDictionary()


def functions(game: Game) -> CompiledFunctions:
    """The C functions of a game, compiled on first use, then taken from memory or from the disk cache."""
    if game in _by_game:
        return _by_game[game]
    words, scalar, unsigned = shape(game)
    names = [name for name in (*REQUIRED, *OPTIONAL) if has(game, name)]
    work = load_numba()(game, names, words, scalar, unsigned)
    digest = work.dependencies.digest
    if digest not in _in_memory:
        addresses = work.run(lambda: announce(type(game).__name__))
        result = CompiledFunctions(words, scalar, unsigned, **addresses, keep_alive=work.functions)
        if not work.dependencies.cacheable:
            return _by_game.setdefault(game, result)
        _in_memory[digest] = result
    return _in_memory[digest]


def digest_of(game: Game) -> str | None:
    """The name under which the code of a game is kept; None if it cannot be. Numba is not loaded for this."""
    from zermelo.jit.dependencies import Dependencies

    names = [name for name in (*REQUIRED, *OPTIONAL) if has(game, name)]
    words, scalar, unsigned = shape(game)
    found = Dependencies(game, names, f"{words} {scalar} {unsigned}")
    return found.digest if found.cacheable else None


def is_loaded(digest: str) -> bool:
    return digest in _in_memory


def announce(name: str) -> None:
    message = f"compiling {name} (once: the result is kept for the next time)"
    log.info(message)
    on_compile(message)


def load_numba() -> type[Compilation]:
    """What needs Numba, imported on first use: Numba takes longer to import than all the rest."""
    try:
        import numba  # noqa: F401
    except ImportError as error:
        raise MissingExtra(
            "compiled games need the extra: pip install 'zermelo[jit]' "
            "(or say `compiled = False` in the class to run it as plain Python)"
        ) from error
    from zermelo.jit.compilation import Compilation

    return Compilation


def has(game: Game, name: str) -> bool:
    """Whether the game's own class has the method; a stub in zermelo's base class does not count."""
    method = optional(type(game), name)
    return method is not None and named(method, "__module__") != "zermelo.game"


def shape(game: Game) -> tuple[int, bool, bool]:
    """(words of a state, whether it is a bare int, whether words are unsigned), from `initial`."""
    initial, name = game.initial, type(game).__name__
    unsigned = bool(named(game, "unsigned"))
    scalar = type(initial) is int
    words = (initial,) if scalar else initial
    if not isinstance(words, tuple) or not words:
        raise UnsupportedGame(f"{name}.initial must be an int or a tuple of ints, not {initial!r}")
    if len(words) > MOST_WORDS:
        raise UnsupportedGame(f"{name}.initial has {len(words)} words: a compiled game has at most {MOST_WORDS}")
    for word in words:
        if type(word) is not int:
            raise UnsupportedGame(f"{name}.initial must be a flat tuple of ints, without {word!r}")
        if not in_range(word, unsigned):
            hint = "" if unsigned else " (words up to 2**64 - 1 need `unsigned = True`)"
            raise UnsupportedGame(f"{name}.initial: {word:#x} does not fit in a 64-bit word{hint}")
    return len(words), scalar, unsigned


def words_of(game: Game, state: object) -> list[int]:
    """A state as the core's signed words; ParseError if it is none of this game's."""
    words, scalar, unsigned = shape(game)
    values = (state,) if scalar else state
    if not is_whole(values, words, unsigned):
        wanted = "an int" if scalar else f"a tuple of {words} ints"
        raise ParseError(f"not a state of {type(game).__name__}: {state!r} is not {wanted} of 64 bits")
    return [word if in_range(word, unsigned=False) else word - MASK - 1 for word in values]


def is_whole(values: object, words: int, unsigned: bool) -> TypeGuard[tuple[int, ...]]:
    """Whether something is so many words."""
    if not isinstance(values, tuple) or len(values) != words:
        return False
    return all(type(word) is int and in_range(word, unsigned) for word in values)


def state_of(code: CompiledFunctions, words: Sequence[int]) -> State:
    """A state as the game's own methods know it, from the core's words."""
    values = tuple(word & MASK for word in words) if code.unsigned else tuple(words)
    return values[0] if code.scalar else values


def in_range(word: int, unsigned: bool) -> bool:
    return 0 <= word <= MASK if unsigned else -(2**63) <= word < 2**63


# --- the compiled game, callable from Python: for checks and tests ---

WORDS, NUMBER = ctypes.POINTER(ctypes.c_int64), ctypes.POINTER(ctypes.c_double)
STATUS = INT = ctypes.c_int64
PROTOTYPES = {
    "turn": ctypes.CFUNCTYPE(STATUS, WORDS),
    "moves": ctypes.CFUNCTYPE(STATUS, WORDS, WORDS, INT),
    "play": ctypes.CFUNCTYPE(STATUS, WORDS, INT, WORDS),
    "payoff": ctypes.CFUNCTYPE(STATUS, WORDS, INT, NUMBER),
    "evaluate": ctypes.CFUNCTYPE(STATUS, WORDS, INT, NUMBER),
    "noisy": ctypes.CFUNCTYPE(STATUS, WORDS, INT),
    "gain": ctypes.CFUNCTYPE(STATUS, WORDS, INT, NUMBER),
    "move_index": ctypes.CFUNCTYPE(STATUS, WORDS, INT, NUMBER),
    "pass_turn": ctypes.CFUNCTYPE(STATUS, WORDS, WORDS),
    "features": ctypes.CFUNCTYPE(STATUS, WORDS, INT, WORDS, INT),
    **{name: ctypes.CFUNCTYPE(STATUS, WORDS, WORDS) for name in STATE_TO_STATE},
    **{name: ctypes.CFUNCTYPE(STATUS, WORDS) for name in TRUTHS},
}


class Failed(Exception):
    """A C function reported an error; the argument is its status."""


class Native:
    """A game's C functions with the methods' own names and Python values."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.functions = functions(game)
        addresses = self.functions.addresses
        self._code = {name: form(addresses[name]) for name, form in PROTOTYPES.items() if addresses[name]}

    def _load(self, state: State) -> ctypes.Array[ctypes.c_int64]:
        return (ctypes.c_int64 * self.functions.words)(*words_of(self._game, state))

    def _call(self, name: str, *arguments: object) -> int:
        status = int(self._code[name](*arguments))
        if status <= ERROR:
            raise Failed(status)
        return status

    def turn(self, state: State) -> int:
        return self._call("turn", self._load(state))

    def moves(self, state: State) -> list[int]:
        capacity = 256
        while True:
            out = (ctypes.c_int64 * capacity)()
            try:
                return list(out[: self._call("moves", self._load(state), out, capacity)])
            except Failed as failed:
                if failed.args[0] != TOO_MANY_MOVES:
                    raise
                capacity *= 4

    def features(self, state: State, player: int) -> list[int]:
        out = (ctypes.c_int64 * MOST_FEATURES)()
        return list(out[: self._call("features", self._load(state), player, out, MOST_FEATURES)])

    def play(self, state: State, move: int) -> State:
        out = (ctypes.c_int64 * self.functions.words)()
        self._call("play", self._load(state), move, out)
        return state_of(self.functions, list(out))

    def _number(self, name: str, state: State, player: int) -> float:
        out = ctypes.c_double()
        self._call(name, self._load(state), player, ctypes.byref(out))
        return out.value

    def payoff(self, state: State, player: int) -> float:
        return self._number("payoff", state, player)

    def evaluate(self, state: State, player: int) -> float:
        return self._number("evaluate", state, player)

    def noisy(self, state: State, move: int) -> bool:
        return bool(self._call("noisy", self._load(state), move))

    def _state(self, name: str, state: State) -> State:
        out = (ctypes.c_int64 * self.functions.words)()
        self._call(name, self._load(state), out)
        return state_of(self.functions, list(out))

    def canonical(self, state: State) -> State:
        return self._state("canonical", state)

    def repetition_key(self, state: State) -> State:
        return self._state("repetition_key", state)

    def table_key(self, state: State) -> State:
        return self._state("table_key", state)

    def pass_turn(self, state: State) -> State:
        return self._state("pass_turn", state)

    def gain(self, state: State, move: int) -> float:
        return self._number("gain", state, move)

    def move_index(self, state: State, move: int) -> float:
        return self._number("move_index", state, move)

    def stand_pat(self, state: State) -> bool:
        return bool(self._call("stand_pat", self._load(state)))

    def forced(self, state: State) -> bool:
        return bool(self._call("forced", self._load(state)))

    def zugzwang(self, state: State) -> bool:
        return bool(self._call("zugzwang", self._load(state)))


# --- when compiled code fails ---


def explain(game: Game, method: str, state: Sequence[int] | int, argument: int = 0) -> NoReturn:
    """Raises the GameError for an error that a C function reported: plain Python shows what happened.

    `state` is the core's words, or a state as the game knows it; `argument` is the move or the player, if the
    method has one. The user's own exception is the cause of the GameError.
    """
    given = state_of(functions(game), (state,) if isinstance(state, int) else state)
    arguments: list[object] = [given] if method in WITHOUT_ARGUMENT else [given, argument]
    written = f"{type(game).__name__}.{method}({', '.join(map(repr, arguments))})"
    try:
        answer = plain(game, method, *arguments)
        wrong = fault(game, method, answer)
    except Exception as error:
        raise GameError(f"{written} raised {type(error).__name__}: {error} ({place_of(error)})") from error
    if wrong:
        raise GameError(f"{written} {wrong}") from None
    if method == "play" and not agrees(game, "turn", answer):  # the C function asks whose turn it is, too
        explain(game, "turn", cast(State, answer))
    native = native_answer(game, method, arguments)
    raise GameError(
        f"{written} gives {answer!r} in plain Python, but the compiled code {native}: "
        "did a number on the way grow beyond 64 bits?"
    ) from None


def agrees(game: Game, method: str, state: object) -> bool:
    try:
        return bool(call(Native(game), method, state) == plain(game, method, state))
    except Exception:
        return False


def plain(game: Game, method: str, *arguments: object) -> object:
    """The plain method's answer; moves and features as a list."""
    answer = call(game, method, *arguments)
    return list(cast(Iterable[object], answer)) if method in ("moves", "features") else answer


def native_answer(game: Game, method: str, arguments: list[object]) -> str:
    try:
        return f"gives {call(Native(game), method, *arguments)!r}"
    except Failed:
        return "raises an error"


def fault(game: Game, method: str, answer: object) -> str:
    """What is wrong with an answer of plain Python, in words; empty when a compiled game may give it."""
    words, scalar, unsigned = shape(game)
    if method == "turn" and (not isinstance(answer, int) or not -2 <= answer <= 1):
        return f"gives {answer!r}: it must be 0, 1, CHANCE (-1) or OVER (-2)"
    if method == "moves" and isinstance(answer, list):
        return moves_fault(answer)
    if method == "features" and isinstance(answer, list):
        return features_fault(answer, game.feature_count)
    if method in ("play", *STATE_TO_STATE):
        values = (answer,) if scalar else answer
        ints = isinstance(values, tuple) and all(isinstance(word, int) for word in values)
        if not isinstance(values, tuple) or not ints or len(values) != words:
            return f"gives {answer!r}: a state must have the shape of initial, {game.initial!r}"
        if not all(in_range(word, unsigned) for word in values):
            return f"gives {answer!r}: a word does not fit in {'unsigned' if unsigned else 'signed'} 64 bits"
    if method in ("payoff", "evaluate") and (not isinstance(answer, (int, float)) or answer != answer):
        return f"gives {answer!r}: it must be a number"
    return ""


def moves_fault(moves: list[object]) -> str:
    if not all(isinstance(move, int) and in_range(move, False) for move in moves):
        return f"gives {moves!r}: moves of a compiled game are ints of 64 bits"
    if len(moves) > MOST_MOVES:
        return f"gives {len(moves)} moves: a compiled game has at most {MOST_MOVES}"
    return ""


def features_fault(features: list[object], count: int) -> str:
    if not all(isinstance(each, int) and 0 <= each < count for each in features):
        return f"gives {features!r}: features are whole numbers from 0 to {count - 1} (feature_count)"
    if len(features) > MOST_FEATURES:
        return f"gives {len(features)} features: a position of a compiled game has at most {MOST_FEATURES}"
    return ""


# --- both forms against each other ---


def check_compiled(game: Game, games: int = 100, seed: int = 0, plies: int = 1000) -> str | None:
    """Plays random games in plain Python and compiled, and compares every answer.

    None when all are equal, or the first difference in words: the call and both answers.
    """
    native, rng = Native(game), random.Random(seed)
    for _ in range(games):
        difference = check_game(game, native, rng, plies)
        if difference:
            return difference
    return None


def check_game(game: Game, native: Native, rng: random.Random, plies: int) -> str | None:
    state: object = game.initial
    for _ in range(plies):
        difference = check_state(game, native, state)
        if difference or call(game, "turn", state) == OVER:
            return difference
        moves = list(cast(Iterable[object], call(game, "moves", state)))
        if not moves:
            return f"{type(game).__name__}.moves({state!r}) gives no move, but the game is not over"
        move = rng.choice(moves)
        difference = compare(game, native, "play", state, move)
        for name in ("noisy", "gain", "move_index"):
            if not difference and has(game, name):
                difference = compare(game, native, name, state, move)
        if difference:
            return difference
        state = call(game, "play", state, move)
    return None


def check_state(game: Game, native: Native, state: object) -> str | None:
    over = call(game, "turn", state) == OVER
    calls: list[tuple[str, *tuple[int, ...]]] = [("turn",)]
    calls += [("payoff", 0), ("payoff", 1)] if over else [("moves",)]
    if has(game, "evaluate"):
        calls += [("evaluate", 0), ("evaluate", 1)]
    if has(game, "features"):
        calls += [("features", 0), ("features", 1)]
    calls += [(name,) for name in STATE_TO_STATE if has(game, name)]
    if not over:
        calls += [(name,) for name in ("pass_turn", *TRUTHS) if has(game, name)]
    for name, *arguments in calls:
        difference = compare(game, native, name, state, *arguments)
        if difference:
            return difference
    return None


def compare(game: Game, native: Native, method: str, *arguments: object) -> str | None:
    written = f"{type(game).__name__}.{method}({', '.join(map(repr, arguments))})"
    wanted = plain(game, method, *arguments)
    wrong = fault(game, method, wanted)
    if wrong:
        return f"{written} {wrong}"
    try:
        answer = call(native, method, *arguments)
    except Failed:
        return f"{written} gives {wanted!r} in plain Python, but the compiled code raises an error"
    if method == "noisy" or method in TRUTHS:
        wanted = bool(wanted)
    if answer != wanted:
        return f"{written} gives {wanted!r} in plain Python, but {answer!r} compiled"
    return None
