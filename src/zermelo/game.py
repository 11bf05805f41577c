"""Games: the ones you write, and how the built-in ones are described. `start` gives a State of either."""

from __future__ import annotations

import ast
import importlib
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Protocol, TypeAlias

from zermelo.compiled import explain, functions, state_of, words_of
from zermelo.errors import CompiledFailure, GameError, ParseError, did_you_mean
from zermelo.native import core
from zermelo.scene import Scene
from zermelo.types import Move as Move
from zermelo.types import named, optional
from zermelo.validate import shown

State: TypeAlias = core.State
Info: TypeAlias = core.Info
CHANCE: int = core.CHANCE
OVER: int = core.OVER


class Game:
    """A game of your own: a class of pure functions on plain immutable data (an int, a str, a tuple).

    Set `initial` and write four methods::

        class Nim(zermelo.Game):
            initial = (21, 0)                                   # stones left, who moves

            def turn(self, state):            # 0, 1 or OVER
                return state[1] if state[0] else OVER
            def moves(self, state):           # yield the legal moves, any hashable values
                yield from range(1, min(3, state[0]) + 1)
            def play(self, state, move):      # the new state; the old one stays as it is
                return state[0] - move, 1 - state[1]
            def payoff(self, state, player):  # what the player has won, when the game is OVER
                return 1 if player != state[1] else -1

    More methods are used if you write them: `evaluate(state, player)`, how good an unfinished position looks for the
    player; `name(state, move)` and `text(state)`, `parse(text)`, for people; `scene(state)`, what the board looks like
    (see `zermelo.grid`), or `board(state)`, a drawing in letters; `canonical(state)`, the representative of mirror
    images; `noisy(state, move)`, whether a move changes much; `odds(state, move)`, the probability of an outcome at
    CHANCE; `features(state, player)`, for networks: the numbers (below `feature_count`) of what is true in the position
    seen from the player's side, and `move_index(state, move)`, the number (below `move_count`) of a move for a policy,
    seen from the mover's side; `repetition_key(state)`, what has to be equal for a position to have come back, and
    `table_key(state)`, what a table keeps it under, where that is less than the whole state.

    A game of imperfect information (`hidden = True`) writes `view(state, player)`: everything that the player has
    seen so far. Positions with the same turn and the same view are one to that player. `worlds(state, player)` lists
    those positions as (state, probability), `sample(state, player, rng)` draws one; without them the game is walked
    through from its start, which only small games allow. Simultaneous moves are hidden moves.

    The class attributes below declare what kind of game it is.
    """

    initial: ClassVar[Any]
    title: ClassVar[str] = ""
    players: ClassVar[tuple[str, ...]] = ("first", "second")
    payoffs: ClassVar[str] = "outcome"  # or "points": payoffs and evaluations share one scale
    chance: ClassVar[bool] = False
    hidden: ClassVar[bool] = False
    view_grows: ClassVar[bool] = False  # what a player saw before is the beginning of what it sees later
    zero_sum: ClassVar[bool] = True
    sides: ClassVar[tuple[int, ...]] = ()  # partners: the side of each player, 0 or 1; they share a payoff
    max_plies: ClassVar[int] = 1000
    repetition: ClassVar[int] = 0  # a position seen this often is a draw; 0: positions cannot come back
    small: ClassVar[bool] = False  # may be searched to the end without any limit
    counts_ended: ClassVar[bool] = False  # counts of move sequences include games that ended earlier
    first_player_view: ClassVar[bool] = False  # values are those of player 0 whoever moves (MAX and MIN of a tree)
    unit: ClassVar[float] = 1.0  # a small but real difference in the evaluation
    low: ClassVar[
        float
    ] = -math.inf  # the least and the most that the first player can win, if known; they let searches
    high: ClassVar[float] = math.inf  # leave out dice (games of outcome: -1 and 1)
    feature_count: ClassVar[int] = 0  # how many features a position can have, with `features`
    move_count: ClassVar[int] = 0  # how many moves a policy tells apart, with `move_index`
    compiled: ClassVar[bool] = False
    tuned: ClassVar[Mapping[str, object]] = {}  # features that `auto` uses in this game, as `zermelo tune` finds them
    max_states: ClassVar[int] = 1_000_000  # distinct states kept in memory (about 400 bytes each)

    @property
    def label(self) -> str:
        return self.title or type(self).__name__

    def start(self, position: object = None) -> State:
        """The initial position, or the one given as text or as a state."""
        check_declared(self)
        state = self.initial if position is None else position
        if isinstance(position, str) and (optional(self, "parse") or not isinstance(self.initial, str)):
            state = self.read_state(position)
        return position_of(self, state)

    def beginning(self) -> State:
        """Where games of this kind begin."""
        return self.start()

    def read_state(self, text: str) -> object:
        """A state from text: by the game's own `parse`, or as a plain Python value."""
        own = optional(self, "parse")
        try:
            if own is not None:
                return own(text)
            if len(text) > 10_000:
                raise ValueError("the text is too long")
            return ast.literal_eval(text.strip())
        except ParseError:
            raise
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError) as error:
            raise ParseError(f"not a state of {self.label}: {error}", text, 0) from error

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


def position_of(game: Game, state: object) -> State:
    """The position that is this very state of a game written in Python."""
    if game.compiled:
        return start_compiled(game, state)
    methods = {name: named(game, name) for name in (*REQUIRED, *OPTIONAL)}
    return core.start_python(type(game).__name__, methods, state, game.max_states, game)


MOST_PLAYERS, MOST_FEATURES = 10, 65_536
REQUIRED = ("turn", "moves", "play", "payoff")
OPTIONAL = (
    *("odds", "evaluate", "noisy", "canonical", "text", "name", "view", "sample", "worlds"),
    *("gain", "stand_pat", "forced", "pass_turn", "zugzwang", "features", "move_index", "repetition_key", "table_key"),
)


def check_declared(game: Game) -> None:
    """Raises GameError if the class is not a whole game."""
    kind = type(game).__name__
    missing = [name for name in REQUIRED if optional(game, name) is None]
    if missing:
        raise GameError(f"{kind} has no {' and no '.join(missing)}: a game needs {', '.join(REQUIRED)}")
    if not hasattr(game, "initial"):
        raise GameError(f"{kind} has no `initial` state")
    if game.chance and optional(game, "odds") is None:
        raise GameError(f"{kind} declares chance = True but has no odds(state, move)")
    if game.hidden and optional(game, "view") is None:
        raise GameError(f"{kind} declares hidden = True but has no view(state, player)")
    check_players(game)
    if (optional(game, "features") is None) != (game.feature_count == 0):
        raise GameError(f"{kind}: features(state, player) and feature_count, how many there are, belong together")
    if (optional(game, "move_index") is None) != (game.move_count == 0):
        raise GameError(f"{kind}: move_index(state, move) and move_count, how many there are, belong together")
    if not 0 <= game.move_count <= MOST_FEATURES:
        raise GameError(f"{kind}.move_count is {shown(game.move_count)}: expected 1 to {MOST_FEATURES}")
    if not 0 <= game.feature_count <= MOST_FEATURES:
        raise GameError(f"{kind}.feature_count is {shown(game.feature_count)}: expected 1 to {MOST_FEATURES}")
    if game.payoffs not in ("outcome", "points"):
        raise GameError(f'{kind}.payoffs is {shown(game.payoffs)}: expected "outcome" or "points"')
    if not 1 <= game.max_plies <= 10_000:
        raise GameError(f"{kind}.max_plies is {game.max_plies}: expected 1 to 10000")


def check_players(game: Game) -> None:
    kind, players = type(game).__name__, game.players
    if isinstance(players, str) or not 1 <= len(players) <= MOST_PLAYERS:
        raise GameError(f"{kind}.players is {shown(players)}: expected 1 to {MOST_PLAYERS} names")
    if game.zero_sum and len(players) == 1:
        raise GameError(f"{kind} has one player: declare zero_sum = False")
    if game.sides and (len(game.sides) != len(players) or set(game.sides) != {0, 1} or not game.zero_sum):
        raise GameError(
            f"{kind}.sides is {shown(game.sides)}: expected 0 or 1 for each of {len(players)} players, and zero_sum"
        )
    if game.compiled and (game.chance or game.hidden or len(players) != 2):
        raise GameError(f"{kind} is compiled: such a game has two players, no chance and nothing hidden")
    if not game.low <= game.high:
        raise GameError(f"{kind}.low is {game.low} and {kind}.high {game.high}: expected low <= high")


def start_compiled(game: Game, state: object) -> State:
    code = functions(game)
    words = words_of(game, state)
    text_of, name_of = optional(game, "text"), optional(game, "name")

    def show(raw: list[int]) -> object:
        return state_of(code, raw)

    def text(shown: object) -> str:
        return repr(shown) if text_of is None else str(text_of(shown))

    def name(shown: object, move: int) -> str:
        return str(move) if name_of is None else str(name_of(shown, move))

    with explained(game):
        return core.start_compiled(code.addresses, words, show, text, name, game)


@contextmanager
def explained(game: object) -> Iterator[None]:
    """Turns the failure of compiled code into the error that plain Python shows for the same call."""
    try:
        yield
    except CompiledFailure as failure:
        explain(own_game(game), failure.method, failure.state, failure.argument)


@dataclass(frozen=True)
class Option:
    """A whole number (or one of some words) that chooses a variant of a built-in game."""

    default: int | str
    low: int = 0
    high: int = 0
    words: tuple[str, ...] = ()
    help: str = ""

    def check(self, game: str, name: str, value: object) -> int | str:
        if self.words:
            if value not in self.words:
                raise ValueError(f"{game}: {name}={shown(value)} is not one of {', '.join(self.words)}")
            return str(value)
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise ValueError(f"{game}: {name}={shown(value)} is not a whole number from {self.low} to {self.high}")
        return value


Options: TypeAlias = Mapping[str, int | str]  # of a built-in game, by name


def number(options: Options, name: str) -> int:
    """An option that is a whole number."""
    value = options[name]
    assert isinstance(value, int)
    return value


class RecordedGame(Protocol):
    """A game as a file holds it: where it begins, its moves by name, and who played."""

    @property
    def start(self) -> str: ...
    @property
    def moves(self) -> Sequence[str]: ...
    @property
    def players(self) -> tuple[str, str]: ...


class PlayedMove(Protocol):
    """A move of a game between players."""

    @property
    def move(self) -> str: ...
    @property
    def seconds(self) -> float: ...
    @property
    def comment(self) -> str: ...


class PlayedGame(Protocol):
    """A game between players, as a file of the game's own format is to hold it: a Record."""

    @property
    def start(self) -> str: ...
    @property
    def moves(self) -> Sequence[PlayedMove]: ...
    @property
    def players(self) -> tuple[str, ...]: ...
    @property
    def winner(self) -> int | None: ...
    @property
    def payoffs(self) -> tuple[float, ...] | None: ...
    @property
    def ending(self) -> str: ...
    @property
    def reason(self) -> str: ...


@dataclass(frozen=True)
class Notation:
    """Another way to write the names of moves: `write(name)`, and `read(text)`, which raises ParseError."""

    write: Callable[[str], str] = str
    read: Callable[[str], str] = str


@dataclass(frozen=True)
class UciMoves:
    """How UCI writes the moves of a game, where not by their names: `write(position, name, shuffled)`.

    `shuffled(position)` says whether a game from there must be announced by UCI_Chess960; moves are then written so.
    What is written must be understood by the rules (`State.name`).
    """

    write: Callable[[State, str, bool], str]
    shuffled: Callable[[State], bool]


@dataclass(frozen=True)
class BenchSearch:
    """A search whose nodes are counted by `zermelo bench`; to the end of the game if it has no depth."""

    method: str
    depth: int | None = None


@dataclass(frozen=True)
class LineProtocol:
    """A protocol of lines of text that engines of one game speak; both classes are parts of the game's folder.

    `engine` answers a controller: a Server, made with a Searcher. `player` is another program that speaks it: an
    External. A protocol for any game is not a game's: it stands in players/protocols.
    """

    title: str
    engine: str
    player: str


@dataclass(frozen=True)
class BuiltIn:
    """The description of a built-in game: what its folder's game.py holds."""

    name: str
    title: str
    summary: str
    core_name: str = ""
    options: Mapping[str, Option] = field(default_factory=dict)
    fixed: Mapping[str, int | str] = field(default_factory=dict)
    check: Callable[[Options], None] = lambda values: None  # options that do not go together
    scene: Callable[[State], Scene] | None = None  # what a position looks like; without it, its text
    view_scene: Callable[[BuiltIn, str, int, Sequence[str]], Scene] | None = None  # of what a player has seen, from
    # that alone: (the game, the view, the player, the moves that the player may make now)
    open_scene: Callable[[State, int], Scene] | None = None  # everything, at the end, as a player has sat so far
    known_to_all: Callable[[State], str] | None = None  # what everybody knows and no view repeats: then view_scene is
    # given it, a line break, and the view
    heard: Callable[[str, str], str] | None = None  # what a player saw of another's move, in words: from the player's
    # view before it and after it, and from nothing else
    sample: str = ""  # moves (`e4; e5`) from a beginning, of a card game from its first deal, to what it looks like
    course: Notation = Notation()  # how the course's protocol writes moves
    uci: UciMoves | None = None  # how UCI writes moves, if not by their names
    levels: Mapping[int, Mapping[str, object]] = field(default_factory=dict)  # strengths: what each asks of a search
    ratings: Mapping[int, int] = field(default_factory=dict)  # the Elo of levels, where it is known
    tuned: Mapping[str, object] = field(default_factory=dict)  # features that `auto` uses in this game
    book: str = ""  # the folder's file with an opening book
    endgames: str = ""  # the folder's file with an endgame table, which `auto` uses
    network: str = ""  # the folder's file with a network, which searches use instead of the game's own evaluation
    openings: Mapping[str, str] = field(default_factory=dict)  # lists for matches by name: files of the folder
    read_games: Callable[[bytes], Sequence[RecordedGame]] | None = None  # the games of a file
    write_games: Mapping[str, Callable[[Sequence[PlayedGame]], str]] = field(
        default_factory=dict
    )  # Records, by file ending
    read_text: Callable[[str], Sequence[RecordedGame]] | None = None  # what other programs print, as people paste it
    solver_view: str = ""  # what its own solver says of a position: a function (state, seconds) -> SolverView
    measure: str = ""  # what values count: "discs"
    notations: str = ""  # how people write its positions and games down: "FEN, EPD and PGN"
    why_not: Callable[[State, str], str] | None = None  # what is wrong with a move that is not legal
    deal: Callable[[Options, int], str] | None = None  # new cards: a beginning by the options and a seed
    abstract: bool = False  # numbers to search rather than a game people play
    general: bool = False  # holds games that have a name and a folder of their own
    # What the rest of Zermelo finds by the description and imports when it is used: `module:Name` in the folder.
    state: str = ""  # the class of its positions: a State with methods of the game's own
    commands: Mapping[str, str] = field(default_factory=dict)  # of the command line: `bridge`, `experiment evaluation`
    page: str = ""  # a page of its own: (fields of a form, seconds, megabytes, stop) to a kind of content and its bytes
    protocols: Mapping[str, LineProtocol] = field(default_factory=dict)  # by the name that people write: `gtp`
    bench: Sequence[BenchSearch] = ()  # what `zermelo bench` searches, in the variant of `bench_options`
    bench_options: Mapping[str, int | str] = field(default_factory=dict)
    assignment: str = ""  # the folder's file with a starter for `zermelo grade`
    chosen: Mapping[str, int | str] = field(default_factory=dict)

    @property
    def label(self) -> str:
        if not self.chosen:
            return self.name
        return f"{self.name}({', '.join(f'{k}={v}' for k, v in self.chosen.items())})"

    def board(self, state: State) -> str:
        """A position as its scene looks in letters; its text if it has none."""
        return str(state.text if self.scene is None else self.scene(state))

    @cached_property
    def known(self) -> Mapping[str, Any]:
        """Facts to test against: the folder's known.toml."""
        import tomllib

        return MappingProxyType(tomllib.loads(self.file("known.toml")))

    @cached_property
    def bad(self) -> Sequence[str]:
        """Texts that must be refused: the folder's bad.txt, one a line."""
        return tuple(self.file("bad.txt").split("\n")[:-1])

    @cached_property
    def rules(self) -> str:
        """How it is played, in a few sentences on one line: the beginning of the folder's rules.md."""
        return " ".join(self.file("rules.md").partition("\n## ")[0].split())

    @cached_property
    def moving(self) -> str:
        """How moves are made and written: the paragraphs of rules.md under `## How to move`."""
        text = self.file("rules.md").partition("\n## How to move\n")[2].partition("\n## ")[0]
        return text.strip()

    @cached_property
    def illustrations(self) -> Sequence[tuple[str, str]]:
        """Positions that show the rules: (what is to be seen, the moves to it as in `sample`). The lines of rules.md
        under `## Pictures` are such pairs: `- What is to be seen: e4; e5`."""
        lines = self.file("rules.md").partition("\n## Pictures\n")[2].strip().splitlines()
        found = [line.removeprefix("- ").rpartition(":") for line in lines]
        return tuple((text + ".", moves) for text, _, moves in found)

    @property
    def folder(self) -> Path:
        """Where everything about the game is."""
        return Path(__file__).parent / "games" / self.name

    def file(self, name: str) -> str:
        """The text of a file in the game's folder; nothing if there is none."""
        found = self.folder / name
        return found.read_text(encoding="utf-8") if found.is_file() else ""

    def part(self, reference: str) -> object:
        """What `module:Name` is in the game's folder, imported now."""
        module, _, name = reference.partition(":")
        found: object = vars(importlib.import_module(f"zermelo.games.{self.name}.{module}"))[name]
        return found

    @cached_property
    def state_class(self) -> type[State]:
        """The class of its positions."""
        kind = self.part(self.state) if self.state else State
        assert isinstance(kind, type)
        assert issubclass(kind, State)
        return kind

    def start(self, position: object = None, **options: object) -> State:
        """The initial position of a variant, or the one given as text."""
        for name in options:
            if name not in self.options:
                known = ", ".join(self.options) or "none"
                raise TypeError(
                    f"{self.name} has no option {shown(name)}; options: {known}{did_you_mean(name, self.options)}"
                )
        chosen = {name: self.options[name].check(self.name, name, value) for name, value in options.items()}
        if position is not None and not isinstance(position, str):
            raise TypeError(f"a position of {self.name} is given as text, not {type(position).__name__}")
        if position is not None and not position.isascii():
            bad = next(i for i, c in enumerate(position) if not c.isascii())
            raise ParseError(f"unexpected character {shown(position[bad])}", position, bad)
        values = {name: option.default for name, option in self.options.items()} | chosen | dict(self.fixed)
        self.check(values)
        game = replace(self, chosen=chosen)
        return core.start(self.core_name or self.name, values, position, game, self.state_class)

    def beginning(self) -> State:
        """Where games of this variant begin."""
        return self.start(None, **self.chosen)


def times_met(state: State, states: Iterable[State]) -> int:
    """How often a position is among others, by what counts for repetition."""
    key = state.repetition_key
    return sum(each.repetition_key == key for each in states)


def dealt(state: State, seed: int) -> State:
    """Where a game begins that begins like this one: of a card game a new deal, drawn by the seed."""
    game = state.game
    if not isinstance(game, BuiltIn) or game.deal is None:
        return state
    return game.start(game.deal(game.chosen, seed), **game.chosen)


def position_like(state: State, text: str) -> State:
    """The position of a text, in the same variant of the game."""
    game = state.game
    return game.start(text, **game.chosen) if isinstance(game, BuiltIn) else own_game(game).start(text)


def built_in(game: object) -> BuiltIn:
    """A game that comes with Zermelo."""
    assert isinstance(game, BuiltIn)
    return game


def own_game(game: object) -> Game:
    """A game written in Python."""
    assert isinstance(game, Game)
    return game
