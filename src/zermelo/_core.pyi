"""The search core."""

import collections.abc
import typing
from collections.abc import Callable, Hashable, Iterable, Sequence
import os
from typing import Any, Literal, Self, Unpack

import zermelo.limits
import zermelo.result


CHANCE: int = -1

OVER: int = -2

WIN: float = 1099511627776.0

SURE: float = 1099511562240.0

FULL_DEPTH: int = 1048576

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
    def replacement(self) -> Literal['full', 'lru', 'always', 'depth', 'ageing']:
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

class Slice:
    """The positions of one kind of material, as a game numbers them."""

    def __init__(self, name: str, pieces: int, size: int) -> None: ...

    @property
    def name(self) -> str: ...

    @property
    def pieces(self) -> int: ...

    @property
    def size(self) -> int: ...

class Tally:
    """
    How many positions are won, drawn and lost, and the plies of the longest win or loss.
    """

    @property
    def wins(self) -> int: ...

    @property
    def draws(self) -> int: ...

    @property
    def losses(self) -> int: ...

    @property
    def longest(self) -> int: ...

class EndgameTable:
    """The true value of every position of a game, or of a part of it."""

    def __init__(self, game: str, symmetric: bool = False, planned: Sequence[Slice] = [], check: int = 0) -> None: ...

    @property
    def check(self) -> int:
        """A number that goes with how the game numbers its positions."""

    @property
    def game(self) -> str:
        """Whose positions it holds."""

    @property
    def symmetric(self) -> bool:
        """Mirror images count once."""

    @property
    def planned(self) -> list[Slice]:
        """The slices of an index; none if positions are known by their keys."""

    @property
    def payoffs(self) -> list[float]:
        """In a game of points, all that positions can be worth."""

    @property
    def complete(self) -> bool:
        """Everything that was asked for is in it."""

    @property
    def bytes(self) -> int:
        """The memory it takes."""

    @property
    def tally(self) -> Tally:
        """Counts: for the first player, or, by index, for the player to move."""

    @property
    def tallies(self) -> list[Tally]:
        """The same for every slice that is finished."""

    def __len__(self) -> int: ...

    def __repr__(self) -> str: ...

    def value(self, state: State) -> float | None:
        """
        What the position is worth to the player to move (to the first player, if it is over); None if it is not here.
        """

    def distance(self, state: State) -> int | None:
        """
        Plies to the end if both sides do their best; None for draws, in games of points, or if not here.
        """

    def best(self, state: State) -> Hashable | None:
        """
        A move that keeps the value: the quickest win, the slowest loss. None if the position is not here.
        """

    def save(self, file: str | os.PathLike[str]) -> None:
        """Writes the table to a file, compressed."""

    @staticmethod
    def load(file: str | os.PathLike[str]) -> EndgameTable:
        """The table that a file holds."""

    def __reduce__(self) -> tuple[object, ...]: ...

    def __copy__(self) -> EndgameTable: ...

    def __deepcopy__(self, memo: object) -> EndgameTable: ...

class Network:
    """The numbers of a network, ready to be used. zermelo.Network holds one."""

    def __init__(self, features: int, hidden: int, scale: float, w1: bytes, b1: bytes, w2: bytes, b2: int, policy: bytes = ...) -> None: ...

    def value(self, mover: Sequence[int], other: Sequence[int], form: str = '') -> float:
        """
        For the mover, from the features that each side sees; by the form of the code that is asked for.
        """

    def logits(self, mover: Sequence[int], other: Sequence[int], moves: Sequence[int]) -> list[float]:
        """
        Of the moves with these indices, from the features that each side sees.
        """

    def walk(self, positions: Sequence[tuple[Sequence[int], Sequence[int], int, int]]) -> list[float]:
        """
        Of (features for player 0, for player 1, mover, ply), each made from those before as in a search.
        """

def network_forms() -> list[str]:
    """The forms of a network's code that this processor can run."""

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

class Features:
    """
    What a search is put together from. Every method is a choice of these, and each can be set by keyword.
    """

    def __init__(self, **given: Unpack[FeatureOptions]) -> None: ...

    def replace(self, **given: Unpack[FeatureOptions]) -> Features:
        """The same with some of them changed."""

    @property
    def prune(self) -> bool:
        """alpha-beta; off: plain minimax"""

    @property
    def cut(self) -> Literal['>=', '>']:
        """when a value cuts off: on reaching the bound, or only beyond it"""

    @property
    def fail(self) -> Literal['soft', 'hard']:
        """hard: results never leave the window"""

    @property
    def scout(self) -> bool:
        """null-window tests with re-search (NegaScout, PVS)"""

    @property
    def mtd(self) -> bool:
        """only null windows (MTD(f))"""

    @property
    def deepen(self) -> bool:
        """depth 1, 2, 3, …"""

    @property
    def stride(self) -> bool:
        """two depths at a time, if the last depth is known"""

    @property
    def aspiration(self) -> bool:
        """each depth starts with a window around the last value"""

    @property
    def table(self) -> bool:
        """a transposition table; give a Table to go on using it"""

    @property
    def replacement(self) -> Literal['full', 'lru', 'always', 'depth', 'ageing']:
        """which entry gives way in a full table"""

    @property
    def same_depth(self) -> bool:
        """reuse table values of exactly the wanted depth only"""

    @property
    def etc(self) -> bool:
        """enhanced transposition cut-offs"""

    @property
    def order(self) -> str:
        """which moves come first; several joined by +"""

    @property
    def symmetry(self) -> bool:
        """positions that are mirror images are one"""

    @property
    def quick(self) -> bool:
        """prefer quick wins and slow losses (games of outcome)"""

    @property
    def solver(self) -> bool:
        """use the game's own exact solver, if it has one"""

    @property
    def engine(self) -> bool:
        """use the game's own search, if it has one"""

    @property
    def selective(self) -> bool:
        """
        may leave out what hardly matters; off: every feature from here to probcut is off too
        """

    @property
    def quiescence(self) -> bool:
        """
        below the last ply noisy moves are followed until the position is quiet
        """

    @property
    def extensions(self) -> bool:
        """
        a ply is not counted where there is one reply or the game says so (forced)
        """

    @property
    def null_move(self) -> bool:
        """
        a node is left where even passing would reach beta (games with pass_turn)
        """

    @property
    def reductions(self) -> bool:
        """late moves are searched less deep first, and again if they surprise"""

    @property
    def late_pruning(self) -> bool:
        """near the leaves, late quiet moves are left out"""

    @property
    def futility(self) -> bool:
        """near the leaves, quiet moves that cannot reach alpha are left out"""

    @property
    def reverse_futility(self) -> bool:
        """near the leaves, a node that is far above beta is left"""

    @property
    def razoring(self) -> bool:
        """
        near the leaves, a node that is far below alpha is judged by quiescence
        """

    @property
    def internal_reduction(self) -> bool:
        """a node whose best move the table does not know is searched less deep"""

    @property
    def singular(self) -> bool:
        """a move that is better than all others by far is searched deeper"""

    @property
    def probcut(self) -> bool:
        """
        a node is left where a shallow search is so far outside the window that a deep one would be
        """

    @property
    def correction(self) -> bool:
        """
        static values are corrected by how far searches have differed from them
        """

    @property
    def margin(self) -> float:
        """
        how wide the margins are that pruning keeps, in errors of the evaluation
        """

    @property
    def reduction(self) -> float:
        """how much late moves are reduced"""

    @property
    def late_moves(self) -> float:
        """how many late moves are kept near the leaves"""

    @property
    def eval_error(self) -> float:
        """
        the error of the evaluation, where it is known; 0: measured while searching
        """

    @property
    def depth_error(self) -> float:
        """the same of shallow searches, for probcut; 0: measured while searching"""

    @property
    def star(self) -> Literal['none', 'star1', 'star2']:
        """outcomes of chance that can no longer matter are left out"""

    @property
    def filter(self) -> bool:
        """
        below the root only the move that looks best is followed: quick, not exact
        """

    @property
    def gumbel(self) -> Literal['none', 'root', 'full']:
        """
        puct for few visits: Gumbel's choice and sequential halving at the root
        """

    @property
    def considered(self) -> int:
        """with gumbel: how many root moves are considered; 0: all"""

    @property
    def noise(self) -> float:
        """
        with gumbel: how much noise; 0: the policy alone says which moves are considered
        """

    @property
    def c_puct(self) -> float:
        """puct: how much the policy counts beside the values"""

    @property
    def c_visit(self) -> float:
        """
        puct: visits that values are trusted by from the start (improved policy)
        """

    @property
    def c_scale(self) -> float:
        """puct: how far values shift the policy (improved policy)"""

    @property
    def squash(self) -> float:
        """puct: an evaluation of so many units counts as 0.76 of a win"""

    @property
    def decisive(self) -> bool:
        """
        puct: the moves of a node are looked through for those that end the game
        """

    @staticmethod
    def fields() -> list[Field]:
        """Every field: its name, type, usual value and what it means."""

    def as_dict(self) -> dict[str, object]: ...

    def __repr__(self) -> str: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple[object, ...]: ...

class Field:
    """
    One row of a list of options: what it is called, its type, and what it means.
    """

    @property
    def name(self) -> str: ...

    @property
    def type(self) -> str:
        """As it is written in Python."""

    @property
    def meaning(self) -> str: ...

    @property
    def default(self) -> object: ...

    @property
    def words(self) -> tuple[str, ...]:
        """All that it can be, where they can be listed."""

class Query:
    """Everything a search is asked; checked when it is made."""

    def __init__(self, **given: Unpack[SearchOptions]) -> None: ...

    def replace(self, **given: Unpack[SearchOptions]) -> Query:
        """The same with some of them changed."""

    @property
    def depth(self) -> float | None:
        """plies to search; inf: to the end of the game"""

    @property
    def nodes(self) -> int | None:
        """stop after so many nodes"""

    @property
    def seconds(self) -> float | None:
        """stop after this time"""

    @property
    def clock(self) -> zermelo.limits.Clock | None:
        """a clock for the whole game, of which this move gets a share"""

    @property
    def method(self) -> str:
        """how to search: one of the methods"""

    @property
    def best(self) -> int | Literal['all']:
        """how many moves get exact values, or all"""

    @property
    def eval(self) -> Callable[[State, int], float] | str | os.PathLike[str] | None:
        """
        how unfinished positions are judged: a function of (state, player), a network or its file, or none
        """

    @property
    def cutoff(self) -> Callable[[State, int], bool] | None:
        """where to stop searching: a function of (state, ply)"""

    @property
    def window(self) -> tuple[float, float] | None:
        """(alpha, beta): values outside it are only bounded"""

    @property
    def history(self) -> Iterable[State]:
        """the positions before this one, for games in which they may come back"""

    @property
    def samples(self) -> int | None:
        """positions that a method that samples draws"""

    @property
    def inner(self) -> str:
        """the method that searches each of these positions"""

    @property
    def explore(self) -> float:
        """how much a method that samples tries what looks worse"""

    @property
    def open_cards(self) -> bool:
        """search the true position, as if everybody saw everything"""

    @property
    def seed(self) -> int:
        """for whatever is random"""

    @property
    def threads(self) -> int:
        """processor threads"""

    @property
    def memory_mb(self) -> float:
        """size of the transposition table"""

    @property
    def endgames(self) -> EndgameTable | str | os.PathLike[str] | None:
        """an endgame table, or its file: what it knows is proved"""

    @property
    def trace(self) -> bool | int:
        """record every node: True, or the most nodes to record"""

    @property
    def progress(self) -> Callable[[zermelo.result.Result], object] | None:
        """called with a result after each finished depth"""

    @property
    def stop(self) -> Stop | None:
        """a flag that ends the search, from any thread"""

    @property
    def changes(self) -> FeatureOptions:
        """The features that are set by hand, over those of the method."""

    @property
    def table(self) -> Table | None:
        """One to go on using, if it was given for table=."""

    @staticmethod
    def fields() -> list[Field]:
        """Every option of search(), features last."""

class Request:
    """A query settled for one position: what the core is given."""

    def __init__(self, asked: Query) -> None: ...

    @property
    def asked(self) -> Query: ...

    @property
    def kind(self) -> str: ...

    @kind.setter
    def kind(self, arg: str, /) -> None: ...

    @property
    def features(self) -> Features: ...

    @features.setter
    def features(self, arg: Features, /) -> None: ...

    @property
    def hard_seconds(self) -> float: ...

    @hard_seconds.setter
    def hard_seconds(self, arg: float, /) -> None: ...

    @property
    def soft_seconds(self) -> float: ...

    @soft_seconds.setter
    def soft_seconds(self, arg: float, /) -> None: ...

    @property
    def window(self) -> tuple[float, float]: ...

    @window.setter
    def window(self, window: tuple[float, float], /) -> None: ...

    @property
    def progress(self) -> Callable[[Report], object] | None: ...

    @progress.setter
    def progress(self, call: Callable[[Report], object] | None, /) -> None: ...

class Stats:
    """What a search counted."""

    @property
    def evaluations(self) -> int:
        """positions judged by the evaluation"""

    @property
    def cutoffs(self) -> int:
        """nodes left before all moves were searched"""

    @property
    def first_cutoffs(self) -> int:
        """of these: left after the first move"""

    @property
    def table_hits(self) -> int:
        """positions the table knew"""

    @property
    def table_cutoffs(self) -> int:
        """of these: settled by what it knew"""

    @property
    def researches(self) -> int:
        """searches made again with a wider window"""

    @property
    def deeper(self) -> int:
        """table cut-offs by entries of deeper searches than was asked for"""

    @property
    def quiescent(self) -> int:
        """nodes below the last ply: noisy moves followed"""

    @property
    def extended(self) -> int:
        """moves searched deeper than the depth says"""

    @property
    def reduced(self) -> int:
        """moves searched less deep first"""

    @property
    def late(self) -> int:
        """late moves left out"""

    @property
    def futile(self) -> int:
        """moves left out that could not reach alpha"""

    @property
    def far_above(self) -> int:
        """nodes left because they were far above beta (reverse futility)"""

    @property
    def razored(self) -> int:
        """nodes left because they were far below alpha"""

    @property
    def null_moves(self) -> int:
        """nodes left because even passing reached beta"""

    @property
    def shallower(self) -> int:
        """nodes searched less deep because the table knew no move"""

    @property
    def probcuts(self) -> int:
        """nodes left because a shallow search was far outside the window"""

    @property
    def endgames(self) -> int:
        """positions that an endgame table answered"""

    @property
    def playouts(self) -> int:
        """games played out (puct)"""

    @property
    def proofs(self) -> int:
        """nodes of a sampled tree that became certain (puct)"""

    @staticmethod
    def fields() -> list[Field]:
        """Every field: its name, type, usual value and what it means."""

    def as_dict(self) -> dict[str, object]: ...

    def __repr__(self) -> str: ...

class LineReport:
    @property
    def move(self) -> Hashable: ...

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
    def about(self) -> bool: ...

    @property
    def share(self) -> float: ...

    @property
    def line(self) -> list[Hashable]: ...

class TraceReport:
    @property
    def size(self) -> int: ...

    @property
    def capped(self) -> bool: ...

    @property
    def columns(self) -> dict[str, bytes]: ...

    @property
    def moves(self) -> list[Hashable]: ...

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
    def mixed(self) -> bool: ...

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

def share_clock(remaining: float, increment: float, moves_to_go: int, moves_left: int) -> tuple[float, float]:
    """
    What one move may take of a game's clock: the seconds after which it is broken off, and after which nothing new is begun.
    """

class Info:
    """What a game declares about itself, and what it can do."""

    @property
    def name(self) -> str:
        """what the game is called"""

    @property
    def players(self) -> tuple[str, ...]:
        """what the players are called"""

    @property
    def payoffs(self) -> Literal['outcome', 'points']:
        """whether payoffs only say who won, or share one scale with evaluations"""

    @property
    def chance(self) -> bool:
        """has chance nodes"""

    @property
    def hidden(self) -> bool:
        """imperfect information: players do not see everything"""

    @property
    def view_grows(self) -> bool:
        """
        what a player has seen before is the beginning of what it has seen later
        """

    @property
    def zero_sum(self) -> bool:
        """payoffs cancel"""

    @property
    def sides(self) -> tuple[int, ...]:
        """
        partners: the side of each player, 0 or 1; empty: everybody plays alone
        """

    @property
    def small(self) -> bool:
        """may be searched to the end without any limit"""

    @property
    def counts_ended(self) -> bool:
        """counts of move sequences include games that ended earlier"""

    @property
    def first_player_view(self) -> bool:
        """values are those of player 0 whoever moves (MAX and MIN of a tree)"""

    @property
    def max_plies(self) -> int:
        """no game lasts longer"""

    @property
    def repetition(self) -> int:
        """a position seen this often is a draw; 0: positions cannot come back"""

    @property
    def unit(self) -> float:
        """a small but real difference in the evaluation"""

    @property
    def low(self) -> float:
        """the least that player 0 can win: lets a search leave out dice"""

    @property
    def high(self) -> float:
        """the most that player 0 can win"""

    @property
    def feature_count(self) -> int:
        """how many features a position can have, for networks (features)"""

    @property
    def move_count(self) -> int:
        """how many moves a network's policy tells apart (move_index)"""

    @property
    def evaluates(self) -> bool:
        """has an evaluation of its own"""

    @property
    def sees_noise(self) -> bool:
        """can tell noisy moves from quiet ones"""

    @property
    def ranks_moves(self) -> bool:
        """has a static opinion of a move (prior)"""

    @property
    def weighs(self) -> bool:
        """knows what an exchange is worth (gain)"""

    @property
    def sees_features(self) -> bool:
        """says what is true in a position (features)"""

    @property
    def indexes_moves(self) -> bool:
        """numbers its moves for a policy (move_index)"""

    @property
    def passes(self) -> bool:
        """knows the position with the other to move (pass_turn)"""

    @property
    def plays_out(self) -> bool:
        """knows how to play a game out (playout)"""

    @property
    def symmetric(self) -> bool:
        """knows which positions are mirror images"""

    @property
    def repetition_keyed(self) -> bool:
        """says what is equal when a position returns"""

    @property
    def table_keyed(self) -> bool:
        """says what a table keeps a position under"""

    @property
    def samples(self) -> bool:
        """draws positions that a player cannot tell apart"""

    @property
    def lists_worlds(self) -> bool:
        """lists positions that a player cannot tell apart"""

    @property
    def solves(self) -> bool:
        """has an exact solver of its own"""

    @property
    def engine(self) -> bool:
        """has a whole search of its own"""

    def as_dict(self) -> dict[str, object]: ...

    @staticmethod
    def fields() -> list[Field]:
        """Every field: its name, type, usual value and what it means."""

    def open(self) -> Info:
        """The same game as if everybody saw everything."""

    def without_chance(self) -> Info:
        """The same game once the dice have fallen."""

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

    def play(self, move: Any) -> Self:
        """The position after a legal move; raises IllegalMove."""

    def payoff(self, player: int) -> float:
        """What the player has won; 0 while the game goes on."""

    def odds(self, move: Any) -> float:
        """The probability of an outcome at a chance node."""

    def view(self, player: int) -> str:
        """
        Everything the player has seen so far, as text; the whole position if the game hides nothing.
        """

    def sample(self, player: int, seed: int) -> Self:
        """
        A position that the player cannot tell from this one, drawn by its probability given what was seen.
        """

    def worlds(self, player: int) -> list[tuple[Self, float]]:
        """
        All positions that the player cannot tell from this one, with their probabilities given what was seen.
        """

    def _worlds(self, player: int, seconds: float, stop: Stop | None) -> list[tuple[Self, float]]:
        """
        The same within so many seconds (0: any number) and until a stop; nothing if that was too short.
        """

    def _walked_worlds(self, player: int) -> list[tuple[Self, float]]:
        """The same, found by walking through the game from its start."""

    def name(self, move: Any) -> str:
        """A legal move as text."""

    def evaluate(self, player: int) -> float:
        """The game's own static evaluation, for this player."""

    def features(self, player: int) -> list[int]:
        """
        What is true in the position, seen from this player's side: numbers below info.feature_count, in order.
        """

    def move_index(self, move: Any) -> int:
        """
        The number of a legal move for a network's policy, below info.move_count.
        """

    def noisy(self, move: Any) -> bool:
        """
        Whether a legal move changes much at once, or the mover may not decline such moves here: a position that
        should not be judged as it stands. For games whose info says sees_noise.
        """

    def canonical(self) -> Self:
        """The representative of this position's mirror images."""

    @property
    def key(self) -> int:
        """64-bit hash of the content."""

    @property
    def repetition_key(self) -> object:
        """
        What has to be equal (==) for the position to have come back: the State itself unless its game says less.
        """

    @property
    def table_key(self) -> object:
        """
        What a table keeps the position under: the State itself unless its game says less.
        """

    @property
    def text(self) -> str:
        """The position as text that can be read back."""

    @property
    def data(self) -> Any:
        """The value itself, for games written in Python; the text for others."""

    @property
    def info(self) -> Info:
        """What the game declares about itself, and what it can do."""

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

def endgame_slices(state: State, pieces: int) -> list[Slice]:
    """The slices of at most so many pieces; none if the game has no index."""

def endgame_print(state: State, pieces: int) -> int:
    """A number that changes when the game numbers its positions otherwise."""

def enumerate_endgames(table: EndgameTable, starts: Sequence[State], memory_mb: float, seconds: float, nodes: int, stop: Stop | None, progress: Callable[[int, int], None] | None = None) -> str:
    """
    Fills a table with every position from the starts; why it ended early, or nothing.
    """

def next_endgame_slice(table: EndgameTable, state: State, threads: int, memory_mb: float, seconds: float, stop: Stop | None) -> str:
    """Analyses the next slice of a table; why it ended early, or nothing."""

def endgame_keys(table: EndgameTable) -> tuple[bytes, tuple[int, bytes]]: ...

def endgame_part(table: EndgameTable, number: int) -> tuple[int, bytes]: ...

def fill_endgame_keys(table: EndgameTable, payoffs: Sequence[float], keys: bytes, width: int, cells: bytes) -> None: ...

def add_endgame_part(table: EndgameTable, width: int, cells: bytes) -> None: ...

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

def checkers_load_weights(data: bytes) -> None: ...

def checkers_has_weights() -> bool: ...

def checkers_moves(state: State) -> list[tuple[str, list[int]]]: ...

def chess_uci(state: State, move: str, chess960: bool = False) -> str: ...

def chess_moves(state: State, chess960: bool = False) -> list[tuple[str, str]]: ...

def chess_attacks(square: int, occupied: int) -> dict[str, list[int]]: ...

def chess_in_check(state: State) -> bool: ...

def chess_dead(state: State) -> bool: ...

def connect4_score(state: State, memory_mb: float = 64.0) -> int: ...

def connect4_load_openings(data: bytes) -> None: ...

def connect4_has_openings() -> bool: ...

def holdem_value(cards: str) -> int: ...

class PokerSpot:
    """A board, two ranges and the bets that may be made."""

    def __init__(self, board: Sequence[int], weights: Sequence[Sequence[float]], pot: float, stack: float, bets: Sequence[Sequence[tuple[str, float]]], raises: Sequence[Sequence[tuple[str, float]]], all_in: float, most_bets: int, isomorphism: bool) -> None: ...

    def memory(self, bits: int) -> int:
        """Bytes that solving takes, with numbers of 16 or 32 bits."""

    @property
    def pairs(self) -> float: ...

    @property
    def nodes(self) -> int: ...

    @property
    def decisions(self) -> int: ...

    @property
    def boards(self) -> list[int]: ...

    def hands(self, player: int) -> list[tuple[int, int]]: ...

class PokerReport:
    """What is known after a line of bets and cards."""

    @property
    def kind(self) -> str: ...

    @property
    def player(self) -> int: ...

    @property
    def names(self) -> list[str]: ...

    @property
    def cards(self) -> list[int]: ...

    @property
    def put(self) -> tuple[float, float]: ...

    @property
    def reach(self) -> list[list[float]]: ...

    @property
    def met(self) -> list[list[float]]: ...

    @property
    def values(self) -> list[list[float]]: ...

    @property
    def equity(self) -> list[list[float]]: ...

    @property
    def shares(self) -> list[list[float]]: ...

    @property
    def action_values(self) -> list[list[float]]: ...

class PokerSolver:
    """Regret minimisation over the ranges of a spot."""

    def __init__(self, spot: PokerSpot, bits: int) -> None: ...

    @property
    def iterations(self) -> int: ...

    def run(self, iterations: int, seconds: float, stop: Stop | None) -> str: ...

    def measure(self, seconds: float, stop: Stop | None) -> tuple[float, float, str]: ...

    def value(self) -> float: ...

    def report(self, path: Sequence[int], values: bool) -> PokerReport: ...

def othello_load_weights(data: bytes, slot: int = 0) -> None: ...

def othello_has_weights(arg: int, /) -> bool: ...

def othello_patterns() -> list[list[list[int]]]: ...

def othello_forms(me: int, opp: int) -> dict[str, tuple[int, list[int]]]: ...

def othello_stable(own: int, other: int) -> int: ...

def games() -> list[str]:
    """Names of the compiled-in games."""

def start(name: str, options: dict[str, Any], text: str | None, game: object, kind: type[State]) -> State: ...

def start_python(label: str, methods: dict[str, Any], state: object, max_states: int, game: object) -> State: ...

def start_compiled(addresses: dict[str, int], words: list[int], show_state: object, text: object, name: object, game: object) -> State: ...

class FeatureOptions(typing.TypedDict, total=False):
    """The features of a search, by keyword."""

    prune: bool
    """alpha-beta; off: plain minimax"""

    cut: typing.Literal['>=', '>']
    """when a value cuts off: on reaching the bound, or only beyond it"""

    fail: typing.Literal['soft', 'hard']
    """hard: results never leave the window"""

    scout: bool
    """null-window tests with re-search (NegaScout, PVS)"""

    mtd: bool
    """only null windows (MTD(f))"""

    deepen: bool
    """depth 1, 2, 3, …"""

    stride: bool
    """two depths at a time, if the last depth is known"""

    aspiration: bool
    """each depth starts with a window around the last value"""

    table: bool
    """a transposition table; give a Table to go on using it"""

    replacement: typing.Literal['full', 'lru', 'always', 'depth', 'ageing']
    """which entry gives way in a full table"""

    same_depth: bool
    """reuse table values of exactly the wanted depth only"""

    etc: bool
    """enhanced transposition cut-offs"""

    order: str
    """which moves come first; several joined by +"""

    symmetry: bool
    """positions that are mirror images are one"""

    quick: bool
    """prefer quick wins and slow losses (games of outcome)"""

    solver: bool
    """use the game's own exact solver, if it has one"""

    engine: bool
    """use the game's own search, if it has one"""

    selective: bool
    """may leave out what hardly matters; off: every feature from here to probcut is off too"""

    quiescence: bool
    """below the last ply noisy moves are followed until the position is quiet"""

    extensions: bool
    """a ply is not counted where there is one reply or the game says so (forced)"""

    null_move: bool
    """a node is left where even passing would reach beta (games with pass_turn)"""

    reductions: bool
    """late moves are searched less deep first, and again if they surprise"""

    late_pruning: bool
    """near the leaves, late quiet moves are left out"""

    futility: bool
    """near the leaves, quiet moves that cannot reach alpha are left out"""

    reverse_futility: bool
    """near the leaves, a node that is far above beta is left"""

    razoring: bool
    """near the leaves, a node that is far below alpha is judged by quiescence"""

    internal_reduction: bool
    """a node whose best move the table does not know is searched less deep"""

    singular: bool
    """a move that is better than all others by far is searched deeper"""

    probcut: bool
    """a node is left where a shallow search is so far outside the window that a deep one would be"""

    correction: bool
    """static values are corrected by how far searches have differed from them"""

    margin: float
    """how wide the margins are that pruning keeps, in errors of the evaluation"""

    reduction: float
    """how much late moves are reduced"""

    late_moves: float
    """how many late moves are kept near the leaves"""

    eval_error: float
    """the error of the evaluation, where it is known; 0: measured while searching"""

    depth_error: float
    """the same of shallow searches, for probcut; 0: measured while searching"""

    star: typing.Literal['none', 'star1', 'star2']
    """outcomes of chance that can no longer matter are left out"""

    filter: bool
    """below the root only the move that looks best is followed: quick, not exact"""

    gumbel: typing.Literal['none', 'root', 'full']
    """puct for few visits: Gumbel's choice and sequential halving at the root"""

    considered: int
    """with gumbel: how many root moves are considered; 0: all"""

    noise: float
    """with gumbel: how much noise; 0: the policy alone says which moves are considered"""

    c_puct: float
    """puct: how much the policy counts beside the values"""

    c_visit: float
    """puct: visits that values are trusted by from the start (improved policy)"""

    c_scale: float
    """puct: how far values shift the policy (improved policy)"""

    squash: float
    """puct: an evaluation of so many units counts as 0.76 of a win"""

    decisive: bool
    """puct: the moves of a node are looked through for those that end the game"""

class PlayerOptions(typing.TypedDict, total=False):
    """What a searching player is asked once and for all."""

    best: int | typing.Literal['all']
    """how many moves get exact values, or all"""

    eval: collections.abc.Callable[[State, int], float] | str | os.PathLike[str] | None
    """how unfinished positions are judged: a function of (state, player), a network or its file, or none"""

    cutoff: collections.abc.Callable[[State, int], bool] | None
    """where to stop searching: a function of (state, ply)"""

    samples: int | None
    """positions that a method that samples draws"""

    inner: str
    """the method that searches each of these positions"""

    explore: float
    """how much a method that samples tries what looks worse"""

    seed: int
    """for whatever is random"""

    threads: int
    """processor threads"""

    memory_mb: float
    """size of the transposition table"""

    endgames: EndgameTable | str | os.PathLike[str] | None
    """an endgame table, or its file: what it knows is proved"""

    progress: collections.abc.Callable[[zermelo.result.Result], object] | None
    """called with a result after each finished depth"""

    stop: Stop | None
    """a flag that ends the search, from any thread"""

    prune: bool
    """alpha-beta; off: plain minimax"""

    cut: typing.Literal['>=', '>']
    """when a value cuts off: on reaching the bound, or only beyond it"""

    fail: typing.Literal['soft', 'hard']
    """hard: results never leave the window"""

    scout: bool
    """null-window tests with re-search (NegaScout, PVS)"""

    mtd: bool
    """only null windows (MTD(f))"""

    deepen: bool
    """depth 1, 2, 3, …"""

    stride: bool
    """two depths at a time, if the last depth is known"""

    aspiration: bool
    """each depth starts with a window around the last value"""

    table: bool | Table
    """a transposition table; give a Table to go on using it"""

    replacement: typing.Literal['full', 'lru', 'always', 'depth', 'ageing']
    """which entry gives way in a full table"""

    same_depth: bool
    """reuse table values of exactly the wanted depth only"""

    etc: bool
    """enhanced transposition cut-offs"""

    order: str
    """which moves come first; several joined by +"""

    symmetry: bool
    """positions that are mirror images are one"""

    quick: bool
    """prefer quick wins and slow losses (games of outcome)"""

    solver: bool
    """use the game's own exact solver, if it has one"""

    engine: bool
    """use the game's own search, if it has one"""

    selective: bool
    """may leave out what hardly matters; off: every feature from here to probcut is off too"""

    quiescence: bool
    """below the last ply noisy moves are followed until the position is quiet"""

    extensions: bool
    """a ply is not counted where there is one reply or the game says so (forced)"""

    null_move: bool
    """a node is left where even passing would reach beta (games with pass_turn)"""

    reductions: bool
    """late moves are searched less deep first, and again if they surprise"""

    late_pruning: bool
    """near the leaves, late quiet moves are left out"""

    futility: bool
    """near the leaves, quiet moves that cannot reach alpha are left out"""

    reverse_futility: bool
    """near the leaves, a node that is far above beta is left"""

    razoring: bool
    """near the leaves, a node that is far below alpha is judged by quiescence"""

    internal_reduction: bool
    """a node whose best move the table does not know is searched less deep"""

    singular: bool
    """a move that is better than all others by far is searched deeper"""

    probcut: bool
    """a node is left where a shallow search is so far outside the window that a deep one would be"""

    correction: bool
    """static values are corrected by how far searches have differed from them"""

    margin: float
    """how wide the margins are that pruning keeps, in errors of the evaluation"""

    reduction: float
    """how much late moves are reduced"""

    late_moves: float
    """how many late moves are kept near the leaves"""

    eval_error: float
    """the error of the evaluation, where it is known; 0: measured while searching"""

    depth_error: float
    """the same of shallow searches, for probcut; 0: measured while searching"""

    star: typing.Literal['none', 'star1', 'star2']
    """outcomes of chance that can no longer matter are left out"""

    filter: bool
    """below the root only the move that looks best is followed: quick, not exact"""

    gumbel: typing.Literal['none', 'root', 'full']
    """puct for few visits: Gumbel's choice and sequential halving at the root"""

    considered: int
    """with gumbel: how many root moves are considered; 0: all"""

    noise: float
    """with gumbel: how much noise; 0: the policy alone says which moves are considered"""

    c_puct: float
    """puct: how much the policy counts beside the values"""

    c_visit: float
    """puct: visits that values are trusted by from the start (improved policy)"""

    c_scale: float
    """puct: how far values shift the policy (improved policy)"""

    squash: float
    """puct: an evaluation of so many units counts as 0.76 of a win"""

    decisive: bool
    """puct: the moves of a node are looked through for those that end the game"""

class SearchOptions(typing.TypedDict, total=False):
    """Everything that search() takes, by keyword."""

    depth: float | None
    """plies to search; inf: to the end of the game"""

    nodes: int | None
    """stop after so many nodes"""

    seconds: float | None
    """stop after this time"""

    clock: zermelo.limits.Clock | None
    """a clock for the whole game, of which this move gets a share"""

    method: str
    """how to search: one of the methods"""

    best: int | typing.Literal['all']
    """how many moves get exact values, or all"""

    eval: collections.abc.Callable[[State, int], float] | str | os.PathLike[str] | None
    """how unfinished positions are judged: a function of (state, player), a network or its file, or none"""

    cutoff: collections.abc.Callable[[State, int], bool] | None
    """where to stop searching: a function of (state, ply)"""

    window: tuple[float, float] | None
    """(alpha, beta): values outside it are only bounded"""

    history: collections.abc.Iterable[State]
    """the positions before this one, for games in which they may come back"""

    samples: int | None
    """positions that a method that samples draws"""

    inner: str
    """the method that searches each of these positions"""

    explore: float
    """how much a method that samples tries what looks worse"""

    open_cards: bool
    """search the true position, as if everybody saw everything"""

    seed: int
    """for whatever is random"""

    threads: int
    """processor threads"""

    memory_mb: float
    """size of the transposition table"""

    endgames: EndgameTable | str | os.PathLike[str] | None
    """an endgame table, or its file: what it knows is proved"""

    trace: bool | int
    """record every node: True, or the most nodes to record"""

    progress: collections.abc.Callable[[zermelo.result.Result], object] | None
    """called with a result after each finished depth"""

    stop: Stop | None
    """a flag that ends the search, from any thread"""

    prune: bool
    """alpha-beta; off: plain minimax"""

    cut: typing.Literal['>=', '>']
    """when a value cuts off: on reaching the bound, or only beyond it"""

    fail: typing.Literal['soft', 'hard']
    """hard: results never leave the window"""

    scout: bool
    """null-window tests with re-search (NegaScout, PVS)"""

    mtd: bool
    """only null windows (MTD(f))"""

    deepen: bool
    """depth 1, 2, 3, …"""

    stride: bool
    """two depths at a time, if the last depth is known"""

    aspiration: bool
    """each depth starts with a window around the last value"""

    table: bool | Table
    """a transposition table; give a Table to go on using it"""

    replacement: typing.Literal['full', 'lru', 'always', 'depth', 'ageing']
    """which entry gives way in a full table"""

    same_depth: bool
    """reuse table values of exactly the wanted depth only"""

    etc: bool
    """enhanced transposition cut-offs"""

    order: str
    """which moves come first; several joined by +"""

    symmetry: bool
    """positions that are mirror images are one"""

    quick: bool
    """prefer quick wins and slow losses (games of outcome)"""

    solver: bool
    """use the game's own exact solver, if it has one"""

    engine: bool
    """use the game's own search, if it has one"""

    selective: bool
    """may leave out what hardly matters; off: every feature from here to probcut is off too"""

    quiescence: bool
    """below the last ply noisy moves are followed until the position is quiet"""

    extensions: bool
    """a ply is not counted where there is one reply or the game says so (forced)"""

    null_move: bool
    """a node is left where even passing would reach beta (games with pass_turn)"""

    reductions: bool
    """late moves are searched less deep first, and again if they surprise"""

    late_pruning: bool
    """near the leaves, late quiet moves are left out"""

    futility: bool
    """near the leaves, quiet moves that cannot reach alpha are left out"""

    reverse_futility: bool
    """near the leaves, a node that is far above beta is left"""

    razoring: bool
    """near the leaves, a node that is far below alpha is judged by quiescence"""

    internal_reduction: bool
    """a node whose best move the table does not know is searched less deep"""

    singular: bool
    """a move that is better than all others by far is searched deeper"""

    probcut: bool
    """a node is left where a shallow search is so far outside the window that a deep one would be"""

    correction: bool
    """static values are corrected by how far searches have differed from them"""

    margin: float
    """how wide the margins are that pruning keeps, in errors of the evaluation"""

    reduction: float
    """how much late moves are reduced"""

    late_moves: float
    """how many late moves are kept near the leaves"""

    eval_error: float
    """the error of the evaluation, where it is known; 0: measured while searching"""

    depth_error: float
    """the same of shallow searches, for probcut; 0: measured while searching"""

    star: typing.Literal['none', 'star1', 'star2']
    """outcomes of chance that can no longer matter are left out"""

    filter: bool
    """below the root only the move that looks best is followed: quick, not exact"""

    gumbel: typing.Literal['none', 'root', 'full']
    """puct for few visits: Gumbel's choice and sequential halving at the root"""

    considered: int
    """with gumbel: how many root moves are considered; 0: all"""

    noise: float
    """with gumbel: how much noise; 0: the policy alone says which moves are considered"""

    c_puct: float
    """puct: how much the policy counts beside the values"""

    c_visit: float
    """puct: visits that values are trusted by from the start (improved policy)"""

    c_scale: float
    """puct: how far values shift the policy (improved policy)"""

    squash: float
    """puct: an evaluation of so many units counts as 0.76 of a win"""

    decisive: bool
    """puct: the moves of a node are looked through for those that end the game"""
