"""What a tournament is: the game, the engines, who meets whom, with how much time; from one TOML file.

game = "othello"                  # or file.py:Class; options = { width = 6 }
format = "round robin"            # gauntlet, swiss, knock-out
pairs = 2                         # openings for each pairing, each played with both colours
seconds = 1                       # for a move; or clock = "60+1" for the game; or neither
openings = "random:4"             # start, random:PLIES, balanced:PLIES, a list of moves, or a file with one a line

[[engine]]
name = "anna"
player = "cmd:./anna/engine.py"   # or alphabeta:depth=4, level:5, naive, file.py:Class, gtp:…
sandbox = true                    # and memory_mb, cpu_seconds, file_mb, processes: see docs/isolation.md
"""

from __future__ import annotations

import contextlib
import math
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import TypeAlias

from zermelo.errors import GameError, did_you_mean
from zermelo.game import Game, State
from zermelo.games import all_games, find_game, is_foreign, start
from zermelo.limits import Clock, Limit
from zermelo.load import load_object, make
from zermelo.match.game import check_seat
from zermelo.match.job import Plain, read_as
from zermelo.match.openings import Opening, find_openings
from zermelo.match.pairing import TIE_BREAKS
from zermelo.match.sprt import Sprt
from zermelo.methods import ALL_METHODS
from zermelo.players.human import Human
from zermelo.players.isolation import STRANGER, Isolation
from zermelo.players.player import Player
from zermelo.players.protocols.external import External
from zermelo.players.protocols.python_player import PythonPlayer
from zermelo.players.protocols.uci_player import UciPlayer
from zermelo.players.searcher import Searcher
from zermelo.players.spec import clock_from, player_named, runs_apart, settings
from zermelo.validate import check_fields, shown, typed

FORMATS = ("round robin", "gauntlet", "swiss", "knock-out")
ISOLATION = ("sandbox", "memory_mb", "cpu_seconds", "file_mb", "processes")


GameOptions: TypeAlias = Mapping[str, object]  # of a built-in game, or of a user's class


@dataclass(frozen=True)
class Engine:
    """A player by its description, with what it may use. Its own time goes before the tournament's."""

    name: str
    player: str
    seconds: float | None = None
    clock: str | None = None
    isolation: Mapping[str, bool | int] = field(default_factory=dict)
    options: Mapping[str, str | float | bool] = field(default_factory=dict)  # of a UCI engine

    def make(self, seed: int) -> Player:
        """The player, new; what it does at random follows the seed."""
        player = player_named(seeded(self.player.strip(), seed))
        if isinstance(player, Human):
            raise ValueError("a person cannot play in a tournament")
        if self.isolation:
            if not isinstance(player, External):
                names = ", ".join(self.isolation)
                raise ValueError(f"{names}: only what has a process of its own can be isolated, and this has none")
            usual = STRANGER if self.isolation.get("sandbox") else player.isolation
            player.isolation = read_as(Isolation, {**asdict(usual), **self.isolation})
        if self.options:
            if not isinstance(player, UciPlayer):
                raise ValueError(f"options {', '.join(self.options)}: only a UCI engine has options, and this is none")
            player.wanted = dict(self.options)
        player.name = self.name
        return player

    def plain(self) -> dict[str, object]:
        """As JSON has it; options only where there are some."""
        found = asdict(self)
        return found if self.options else {name: value for name, value in found.items() if name != "options"}


def seeded(text: str, seed: int) -> str:
    """The description of a player, with a seed if it can have one and has none."""
    head, _, rest = text.partition(":")
    if (head not in ALL_METHODS and head not in ("level", "naive", "random")) or "seed=" in rest:
        return text
    return f"{text}{',' if rest else ':'}seed={seed}"


@dataclass(frozen=True)
class Setup:
    """A tournament, complete. `folder` is where relative paths begin; it may move."""

    game: str
    engines: tuple[Engine, ...]
    options: GameOptions = field(default_factory=dict)
    format: str = "round robin"
    pairs: int = 1
    rounds: int = 0  # of a Swiss tournament; 0: as many as it takes to find a winner
    seconds: float | None = None
    clock: str | None = None
    draw_after: int | None = None
    openings: str | tuple[str, ...] = "start"
    seed: int = 0
    sprt: Sprt | None = None
    folder: str = "."

    def __post_init__(self) -> None:
        check_fields(self)
        if self.format not in FORMATS:
            raise ValueError(
                f"unknown format {shown(self.format)}{did_you_mean(self.format, FORMATS)}: {', '.join(FORMATS)}"
            )
        for name, value, least in (("pairs", self.pairs, 1), ("rounds", self.rounds, 0), ("seed", self.seed, 0)):
            whole(name, value, least)
        if self.draw_after is not None:
            whole("draw_after", self.draw_after, 1)
        if len(self.engines) < 2:
            raise ValueError("a tournament needs two engines or more")
        names = [engine.name for engine in self.engines]
        if doubled := [name for name in names if names.count(name) > 1]:
            raise ValueError(f"two engines are called {shown(doubled[0])}: give each a name of its own")
        if self.format == "swiss" and self.rounds >= len(self.engines):
            raise ValueError(f"rounds = {self.rounds}: {len(self.engines)} engines can meet in fewer rounds")
        if self.sprt is not None and (len(self.engines) != 2 or self.format not in FORMATS[:2]):
            raise ValueError("SPRT compares two engines, in a round robin")

    def plain(self) -> dict[str, object]:
        """As JSON has it, without the folder."""
        found = {**asdict(self), "openings": self.openings if isinstance(self.openings, str) else list(self.openings)}
        found["engines"] = [engine.plain() for engine in self.engines]
        del found["folder"]
        return found

    def limit(self, engine: int) -> Limit | None:
        """The time that an engine has."""
        own = self.engines[engine]
        seconds, clock = (own.seconds, own.clock) if own.seconds or own.clock else (self.seconds, self.clock)
        return limit_of(seconds, clock)

    @contextlib.contextmanager
    def inside(self) -> Iterator[None]:
        """Inside, paths are relative to the folder."""
        with contextlib.chdir(self.folder):
            yield

    def start(self, opening: Opening | None = None) -> State:
        """The game's beginning, or an opening of it."""
        state = start_named(self.game, self.options, opening.position if opening else None)
        for move in opening.moves if opening else ():
            state = state.play(move)
        return state

    def find_openings(self, count: int) -> list[Opening]:
        return find_openings(self.start(), self.openings, count, self.seed)

    def check(self) -> list[Opening]:
        """Raises whatever would go wrong later, before any game; gives the openings."""
        with self.inside():
            try:
                state = self.start()
            except TypeError as error:
                raise ValueError(str(error)) from error
            openings = self.find_openings(self.openings_needed)
            for number, engine in enumerate(self.engines):
                try:
                    self.check_engine(number, state, openings)
                except GameError:
                    raise
                except (ValueError, TypeError) as error:
                    raise ValueError(f"engine {shown(engine.name)}: {error}") from error
        return openings

    def check_engine(self, number: int, state: State, openings: Sequence[Opening]) -> None:
        player = self.engines[number].make(0)
        limit = self.limit(number)
        if limit is not None:
            player.give(limit)
        check_seat(state, player)
        if isinstance(player, Searcher):
            player.check(state)
        if isinstance(player, PythonPlayer):
            player.check()
        if any(each.somewhere for each in openings) and not player.begins_anywhere:
            raise ValueError(
                "it can begin only at the beginning, as its command has no {position} (the course's protocol); "
                'use openings = "start"'
            )

    @property
    def openings_needed(self) -> int:
        return self.pairs + (TIE_BREAKS if self.format == "knock-out" else 0)

    def differences(self, other: Plain) -> list[str]:
        """The settings in which what a record holds is another tournament."""
        mine = self.plain()
        return [name for name in mine if other.get(name) != mine[name]]


def start_named(game: str, options: GameOptions, position: str | None = None) -> State:
    """A position of the game that a text names: `connect4:width=6`, or `file.py:Class`, which gets the options."""
    name, _, rest = game.partition(":")
    if name in all_games() or not rest:
        chosen = {key: number_or_text(value) for key, value in settings(game, rest).items()}
        return start(find_game(name), position, **{**chosen, **options})
    if is_foreign(game):
        return start(game, position, **options)
    kind = load_object(game)
    if not isinstance(kind, Game) and not (isinstance(kind, type) and issubclass(kind, Game)):
        raise ValueError(f"{game} is not a game: it does not inherit from zermelo.Game")
    return start(make(kind, options) if isinstance(kind, type) else kind, position)


def number_or_text(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() else text


def limit_of(seconds: float | None, clock: str | None) -> Limit | None:
    if seconds is None and clock is None:
        return None
    if seconds is not None and clock is not None:
        raise ValueError("seconds and clock contradict each other: a move has its own time, or a share of the game's")
    return Limit(seconds=seconds) if clock is None else Limit(clock=clock_from(clock))


def clock_text(clock: Clock) -> str:
    return f"{clock.seconds:g}+{clock.increment:g}"


def whole(name: str, value: object, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise ValueError(f"{name} = {shown(value)}: expected a whole number from {least}")
    return value


def engine_from(given: Plain, shared: Mapping[str, bool | int], number: int) -> Engine:
    """An [[engine]] of a file; `shared` is what the file says for all of them."""
    known = ("name", "player", "seconds", "clock", "options", *ISOLATION)
    refuse_unknown(given, known, f"engine {number}")
    player = given.get("player")
    if not isinstance(player, str) or not player.strip():
        raise ValueError(f'engine {number}: player = "…" says who plays: "cmd:./student.py", "level:5", …')
    name = given.get("name", player)
    if not isinstance(name, str) or not name.strip() or not name.isprintable():
        raise ValueError(f"engine {number}: name = {shown(name)}: expected a name")
    isolation = {**(shared if runs_apart(player) else {}), **isolation_from(given)}
    seconds, clock = time_from(given, f"engine {number}")
    return Engine(name.strip(), player.strip(), seconds, clock, isolation, options_from(given, f"engine {number}"))


def isolation_from(given: Plain) -> dict[str, bool | int]:
    """How far programs are trusted, as a file says it."""
    found: dict[str, bool | int] = {}
    for key in ISOLATION:
        value = given.get(key)
        if key not in given:
            continue
        if key == "sandbox" and not isinstance(value, bool):
            raise ValueError(f"{key} = {shown(value)}: expected true or false")
        found[key] = whole(key, value, 0) if key != "sandbox" else value is True
    return found


def options_from(given: Plain, where: str) -> dict[str, str | float | bool]:
    """Options of a UCI engine: `{ Hash = 64, OwnBook = false }`."""
    options = given.get("options", {})
    if not isinstance(options, Mapping) or not all(isinstance(each, (str, int, float)) for each in options.values()):
        raise ValueError(f"{where}: options = {shown(options)}: expected a table such as {{ Hash = 64 }}")
    if wrong := [name for name, value in options.items() if not f"{name}{value}".isprintable()]:
        raise ValueError(f"{where}: option {shown(wrong[0])}: expected words on one line")
    return dict(options)


def time_from(given: Plain, where: str) -> tuple[float | None, str | None]:
    seconds, clock = given.get("seconds"), given.get("clock")
    if seconds is not None and (isinstance(seconds, bool) or not isinstance(seconds, (int, float))):
        raise ValueError(f"{where}: seconds = {shown(seconds)}: expected a number")
    clock = str(clock) if isinstance(clock, (int, float)) and not isinstance(clock, bool) else clock
    if clock is not None and not isinstance(clock, str):
        raise ValueError(f'{where}: clock = {shown(clock)}: expected seconds as "60" or "60+1"')
    try:
        limit = limit_of(None if seconds is None else float(seconds), clock)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    if limit is None:
        return None, None
    return limit.seconds, None if limit.clock is None else clock_text(limit.clock)


def refuse_unknown(given: Plain, known: Sequence[str], where: str) -> None:
    for name in given:
        if name not in known:
            raise ValueError(
                f"{where}: no setting {shown(name)}{did_you_mean(name, known)} (settings: {', '.join(known)})"
            )


@typed
def setup_from(given: Plain, folder: str | Path = ".") -> Setup:
    """From what a TOML file says; ValueError says what is wrong with it."""
    own = [each.name for each in fields(Setup) if each.name not in ("engines", "folder")]
    refuse_unknown(given, [*own, "engine", *ISOLATION], "the tournament")
    game = given.get("game")
    if not isinstance(game, str):
        raise ValueError('game = "…" says which game is played')
    engines = given.get("engine", [])
    if not isinstance(engines, list) or not all(isinstance(each, Mapping) for each in engines):
        raise ValueError("engines are given as [[engine]] with name and player")
    shared = isolation_from(given)
    options = given.get("options", {})
    if not isinstance(options, Mapping):
        raise ValueError("options: expected a table such as { width = 6 }")
    most = given.get("draw_after")
    seconds, clock = time_from(given, "the tournament")
    made = tuple(engine_from(each, shared, number) for number, each in enumerate(engines, 1))
    return Setup(
        game,
        made,
        options=options,
        format=str(given.get("format", FORMATS[0])),
        pairs=whole("pairs", given.get("pairs", 1), 1),
        rounds=whole("rounds", given.get("rounds", 0), 0),
        seconds=seconds,
        clock=clock,
        draw_after=None if most is None else whole("draw_after", most, 1),
        openings=listed_openings(given.get("openings", "start")),
        seed=whole("seed", given.get("seed", 0), 0),
        sprt=sprt_from(given["sprt"]) if "sprt" in given else None,
        folder=str(folder),
    )


def listed_openings(given: object) -> str | tuple[str, ...]:
    if isinstance(given, str):
        return given
    if not isinstance(given, list) or not all(isinstance(each, str) for each in given):
        raise ValueError('openings: expected "start", "random:4", "balanced:4", a file or a list of texts')
    return tuple(given)


def sprt_from(given: object) -> Sprt:
    if not isinstance(given, Mapping):
        raise ValueError("sprt: expected a table such as { elo0 = 0, elo1 = 10 }")
    refuse_unknown(given, [each.name for each in fields(Sprt)], "sprt")
    for name, value in given.items():
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            raise ValueError(f"sprt: {name} = {shown(value)}: expected a number")
    return Sprt(**{name: float(value) for name, value in given.items()})


@typed
def read_setup(file: str | Path) -> Setup:
    """A tournament from its TOML file."""
    path = Path(file)
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"{file}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{file} is not a TOML file: {error}") from None
    try:
        return setup_from(given, path.parent)
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None


def setup_again(plain: Plain, folder: str | Path = ".") -> Setup:
    """From what `plain` gave."""
    return read_as(Setup, {**plain, "folder": str(folder)})
