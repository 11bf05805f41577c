"""The search core."""

from collections.abc import Sequence
import os
from typing import Any


CHANCE: int = -1

OVER: int = -2

WIN: float = 1099511627776.0

FULL_DEPTH: int = 1048576

class State:
    """
    A position of a game: a value. Playing a move gives a new State and leaves this one alone.
    """

    @property
    def game(self) -> Any:
        """The description of the game."""

    @property
    def turn(self) -> int:
        """A player (0, 1, …), CHANCE or OVER."""

    @property
    def is_over(self) -> bool: ...

    def moves(self) -> list[Any]:
        """The legal moves, in a fixed order; none when the game is over."""

    def play(self, move: Any) -> State:
        """The position after a legal move; raises IllegalMove."""

    def payoff(self, player: int) -> float:
        """What the player has won; 0 while the game goes on."""

    def odds(self, move: Any) -> float:
        """The probability of an outcome at a chance node."""

    def view(self, player: int) -> str:
        """
        Everything the player has seen so far, as text; the whole position if the game hides nothing.
        """

    def sample(self, player: int, seed: int) -> State:
        """
        A position that the player cannot tell from this one, drawn by its probability given what was seen.
        """

    def worlds(self, player: int) -> list[tuple[State, float]]:
        """
        All positions that the player cannot tell from this one, with their probabilities given what was seen.
        """

    @property
    def _samples(self) -> bool: ...

    def _walked_worlds(self, player: int) -> list[tuple[State, float]]:
        """The same, found by walking through the game from its start."""

    def name(self, move: Any) -> str:
        """A legal move as text."""

    def evaluate(self, player: int) -> float:
        """The game's own static evaluation, for this player."""

    def canonical(self) -> State:
        """The representative of this position's mirror images."""

    @property
    def key(self) -> int:
        """64-bit hash of the content."""

    @property
    def text(self) -> str:
        """The position as text that can be read back."""

    @property
    def data(self) -> Any:
        """The value itself, for games written in Python; the text for others."""

    @property
    def info(self) -> dict[str, Any]:
        """What the game declares about itself."""

    @property
    def plies_left(self) -> int:
        """How much longer the game can last."""

    @property
    def moves_to_think(self) -> int:
        """How many more decisions of one side a clock has to be shared out over."""

    def _count(self, depth: int) -> int: ...

    def _measure(self, depth: int) -> tuple[int, int, int, int, int]: ...

    def _distinct(self, depth: int, symmetric: bool = False) -> list[int]: ...

    def _search(self, request: Request) -> Report: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple[object, ...]: ...

    def __copy__(self) -> State: ...

    def __deepcopy__(self, memo: object) -> State:
        """A value needs no copy."""

    def _repr_svg_(self) -> str | None:
        """How notebooks show it."""

    def __repr__(self) -> str: ...

    def __str__(self) -> str: ...

class Table:
    """
    A transposition table that several searches of one game may go on using.
    """

    def __init__(self, megabytes: float = 64.0, replacement: str = 'ageing') -> None: ...

    @property
    def bytes(self) -> int: ...

    @property
    def fullness(self) -> float:
        """Share of the table in use, sampled."""

    @property
    def replacement(self) -> str:
        """Which entry gives way to a new one."""

    @property
    def game(self) -> str:
        """The game it holds positions of; empty before its first use."""

    def save(self, file: str | os.PathLike[str]) -> None:
        """
        Writes the table to a file; a later process goes on with it by Table.load.
        """

    @staticmethod
    def load(file: str | os.PathLike[str]) -> Table:
        """The table that a file holds."""

    @property
    def _stamp(self) -> int: ...

    @property
    def _lasting(self) -> bool: ...

    @property
    def _beside(self) -> bool: ...

    def __reduce__(self) -> tuple[object, ...]: ...

    def __deepcopy__(self, memo: object) -> Table: ...

    def __copy__(self) -> Table: ...

def table_content(table: Table) -> bytes: ...

def fill_table(table: Table, data: bytes, stamp: int, game: str) -> None: ...

class Features:
    def __init__(self) -> None: ...

    @property
    def prune(self) -> bool: ...

    @prune.setter
    def prune(self, arg: bool, /) -> None: ...

    @property
    def strict(self) -> bool: ...

    @strict.setter
    def strict(self, arg: bool, /) -> None: ...

    @property
    def hard(self) -> bool: ...

    @hard.setter
    def hard(self, arg: bool, /) -> None: ...

    @property
    def scout(self) -> bool: ...

    @scout.setter
    def scout(self, arg: bool, /) -> None: ...

    @property
    def mtd(self) -> bool: ...

    @mtd.setter
    def mtd(self, arg: bool, /) -> None: ...

    @property
    def deepen(self) -> bool: ...

    @deepen.setter
    def deepen(self, arg: bool, /) -> None: ...

    @property
    def stride(self) -> bool: ...

    @stride.setter
    def stride(self, arg: bool, /) -> None: ...

    @property
    def aspiration(self) -> bool: ...

    @aspiration.setter
    def aspiration(self, arg: bool, /) -> None: ...

    @property
    def table(self) -> bool: ...

    @table.setter
    def table(self, arg: bool, /) -> None: ...

    @property
    def same_depth(self) -> bool: ...

    @same_depth.setter
    def same_depth(self, arg: bool, /) -> None: ...

    @property
    def etc(self) -> bool: ...

    @etc.setter
    def etc(self, arg: bool, /) -> None: ...

    @property
    def symmetry(self) -> bool: ...

    @symmetry.setter
    def symmetry(self, arg: bool, /) -> None: ...

    @property
    def quick(self) -> bool: ...

    @quick.setter
    def quick(self, arg: bool, /) -> None: ...

    @property
    def solver(self) -> bool: ...

    @solver.setter
    def solver(self, arg: bool, /) -> None: ...

    @property
    def engine(self) -> bool: ...

    @engine.setter
    def engine(self, arg: bool, /) -> None: ...

    @property
    def selective(self) -> bool: ...

    @selective.setter
    def selective(self, arg: bool, /) -> None: ...

    @property
    def filter(self) -> bool: ...

    @filter.setter
    def filter(self, arg: bool, /) -> None: ...

    @property
    def star(self) -> int: ...

    @star.setter
    def star(self, arg: int, /) -> None: ...

    @property
    def order(self) -> int: ...

    @order.setter
    def order(self, arg: int, /) -> None: ...

class Stop:
    """A flag that ends running searches, from any thread."""

    def __init__(self) -> None: ...

    def set(self) -> None:
        """Ends every search that was given this flag."""

    def clear(self) -> None: ...

    def is_set(self) -> bool: ...

    def __copy__(self) -> Stop: ...

    def __deepcopy__(self, memo: object) -> Stop:
        """The same flag: whoever holds it ends the search."""

    def __reduce__(self) -> tuple[object, ...]: ...

class Request:
    def __init__(self) -> None: ...

    @property
    def kind(self) -> str: ...

    @kind.setter
    def kind(self, arg: str, /) -> None: ...

    @property
    def features(self) -> Features: ...

    @features.setter
    def features(self, arg: Features, /) -> None: ...

    @property
    def explore(self) -> float: ...

    @explore.setter
    def explore(self, arg: float, /) -> None: ...

    @property
    def depth(self) -> int: ...

    @depth.setter
    def depth(self, arg: int, /) -> None: ...

    @property
    def nodes(self) -> int: ...

    @nodes.setter
    def nodes(self, arg: int, /) -> None: ...

    @property
    def hard_seconds(self) -> float: ...

    @hard_seconds.setter
    def hard_seconds(self, arg: float, /) -> None: ...

    @property
    def soft_seconds(self) -> float: ...

    @soft_seconds.setter
    def soft_seconds(self, arg: float, /) -> None: ...

    @property
    def best(self) -> int: ...

    @best.setter
    def best(self, arg: int, /) -> None: ...

    @property
    def threads(self) -> int: ...

    @threads.setter
    def threads(self, arg: int, /) -> None: ...

    @property
    def memory_mb(self) -> float: ...

    @memory_mb.setter
    def memory_mb(self, arg: float, /) -> None: ...

    @property
    def seed(self) -> int: ...

    @seed.setter
    def seed(self, arg: int, /) -> None: ...

    @property
    def alpha(self) -> float: ...

    @alpha.setter
    def alpha(self, arg: float, /) -> None: ...

    @property
    def beta(self) -> float: ...

    @beta.setter
    def beta(self, arg: float, /) -> None: ...

    @property
    def use_evaluation(self) -> bool: ...

    @use_evaluation.setter
    def use_evaluation(self, arg: bool, /) -> None: ...

    @property
    def trace_cap(self) -> int: ...

    @trace_cap.setter
    def trace_cap(self, arg: int, /) -> None: ...

    @property
    def table(self) -> Table: ...

    @table.setter
    def table(self, arg: Table | None, /) -> None: ...

    @property
    def stop(self) -> Stop: ...

    @stop.setter
    def stop(self, arg: Stop | None, /) -> None: ...

    @property
    def evaluate(self) -> object: ...

    @evaluate.setter
    def evaluate(self, arg: object | None, /) -> None: ...

    @property
    def cutoff(self) -> object: ...

    @cutoff.setter
    def cutoff(self, arg: object | None, /) -> None: ...

    @property
    def progress(self) -> object: ...

    @progress.setter
    def progress(self, arg: object | None, /) -> None: ...

    @property
    def before(self) -> list[int]: ...

    @before.setter
    def before(self, arg: Sequence[int], /) -> None: ...

    def set_replacement(self, arg: str, /) -> None: ...

    def share_clock(self, arg0: float, arg1: float, arg2: int, arg3: int, /) -> None: ...

class Stats:
    @property
    def evaluations(self) -> int: ...

    @property
    def cutoffs(self) -> int: ...

    @property
    def first_cutoffs(self) -> int: ...

    @property
    def table_hits(self) -> int: ...

    @property
    def table_cutoffs(self) -> int: ...

    @property
    def researches(self) -> int: ...

class LineReport:
    @property
    def move(self) -> Any: ...

    @property
    def value(self) -> float: ...

    @property
    def bound(self) -> int: ...

    @property
    def proved(self) -> bool: ...

    @property
    def error(self) -> float: ...

    @property
    def visits(self) -> int: ...

    @property
    def values(self) -> list[float]: ...

    @property
    def line(self) -> list[Any]: ...

class TraceReport:
    @property
    def size(self) -> int: ...

    @property
    def capped(self) -> bool: ...

    @property
    def columns(self) -> dict[str, bytes]: ...

    @property
    def moves(self) -> list[Any]: ...

class Report:
    @property
    def lines(self) -> list[LineReport]: ...

    @property
    def ranked(self) -> int: ...

    @property
    def distance(self) -> bool: ...

    @property
    def depth(self) -> int: ...

    @property
    def deepest(self) -> int: ...

    @property
    def threads(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def rounds(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def table_used(self) -> float: ...

    @property
    def confidence(self) -> float: ...

    @property
    def expected(self) -> float: ...

    @property
    def solved(self) -> bool: ...

    @property
    def stopped(self) -> str: ...

    @property
    def stats(self) -> Stats: ...

    @property
    def depths(self) -> list[int]: ...

    @property
    def depth_nodes(self) -> list[int]: ...

    @property
    def trace(self) -> TraceReport | None: ...

class Sequences:
    """A game compiled for equilibria: information sets, sequences, payoffs."""

    @property
    def nodes(self) -> int: ...

    def views(self, player: int) -> list[str]: ...

    def names(self, player: int) -> list[str]: ...

    def sets(self, player: int) -> bytes: ...

    def payoffs(self) -> tuple[bytes, bytes, bytes]: ...

    def best_response(self, player: int, other: bytes) -> tuple[float, bytes]: ...

    def expected(self, first: bytes, second: bytes) -> float: ...

class Regret:
    def __init__(self, form: Sequences, kind: str, fade: Sequence[float]) -> None: ...

    @property
    def iterations(self) -> int: ...

    def run(self, iterations: int, seconds: float, stop: Stop | None) -> str: ...

    def average(self, player: int) -> bytes: ...

class SampledRegret:
    @property
    def iterations(self) -> int: ...

    def run(self, iterations: int, seconds: float, stop: Stop | None) -> str: ...

    def policy(self, player: int) -> dict[str, dict[str, float]]: ...

def sequences(state: State, most_nodes: int) -> Sequences: ...

def sampled_regret(state: State, seed: int, most_places: int) -> SampledRegret: ...

def backgammon_load(data: bytes) -> None: ...

def backgammon_loaded() -> bool: ...

def backgammon_chances(text: str, depth: int) -> tuple[float, float, float, float, float]: ...

def backgammon_ranked(text: str, depth: int) -> list[tuple[str, float, int, tuple[float, float, float, float, float]]]: ...

def backgammon_rollout(text: str, games: int, plies: int, depth: int, seed: int, reduce: bool) -> tuple[tuple[float, float, float, float, float], tuple[float, float, float, float, float], float, float, int]: ...

def backgammon_bear_off(men: Sequence[int]) -> tuple[float, list[float]]: ...

def backgammon_two_sided(text: str) -> float: ...

def backgammon_encoded(text: str) -> list[float]: ...

def backgammon_match(mine: int, others: int, after_crawford: bool = False) -> float: ...

def bridge_cards(state: State, memory_mb: float, seconds: float, stop: Stop | None) -> tuple[list[tuple[list[str], int]], int]: ...

def bridge_line(state: State, memory_mb: float, seconds: float, stop: Stop | None) -> list[str]: ...

def bridge_table(state: State, memory_mb: float, seconds: float, stop: Stop | None) -> tuple[list[list[int]], int]: ...

def bridge_montecarlo(state: State, worlds: int, seed: int, threads: int, aim: str, sure: float, memory_mb: float, seconds: float, stop: Stop | None) -> tuple[list[tuple[str, float, float]], int, bool, str]: ...

def bridge_deal(seed: int, hands: Sequence[str], limits: Sequence[str]) -> str: ...

def bridge_score(level: int, strain: int, doubled: int, vulnerable: bool, tricks: int) -> int: ...

def connect4_score(state: State, memory_mb: float = 64.0) -> int: ...

def holdem_value(cards: str) -> int: ...

def othello_load_weights(data: bytes, slot: int = 0) -> None: ...

def othello_has_weights(arg: int, /) -> bool: ...

def othello_patterns() -> list[list[list[int]]]: ...

def othello_forms(me: int, opp: int) -> dict[str, tuple[int, list[int]]]: ...

def othello_stable(own: int, other: int) -> int: ...

def games() -> list[str]:
    """Names of the compiled-in games."""

def start(name: str, options: dict[str, Any], text: str | None, game: object) -> State: ...

def start_python(fields: dict[str, Any], label: str, methods: dict[str, Any], state: object, max_states: int, game: object) -> State: ...

def start_compiled(fields: dict[str, Any], addresses: dict[str, int], words: list[int], show_state: object, text: object, name: object, game: object) -> State: ...
