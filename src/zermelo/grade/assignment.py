"""An assignment: what programs are to do and what it is worth, from one TOML file."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from zermelo.errors import did_you_mean
from zermelo.game import State
from zermelo.games import assignment_game, start
from zermelo.limits import Limit
from zermelo.match.job import Plain
from zermelo.players.isolation import STRANGER
from zermelo.players.spec import clock_from, player_from

PYTHON = "python:"  # in front of the class that is to be handed in


@dataclass(frozen=True)
class Phase:
    """Games against some opponents under one limit, and what they are worth."""

    name: str
    opponents: tuple[str, ...]
    limit: Limit
    games: int = 2
    win: float = 1.0
    draw: float = 0.5
    loss: float = 0.0

    @property
    def most(self) -> float:
        return self.win * self.games * len(self.opponents)


@dataclass(frozen=True)
class Assignment:
    """Everything that `zermelo grade` needs to know. `text` is the file, by which a change is noticed."""

    title: str
    game: str
    phases: tuple[Phase, ...]
    compliance_points: float = 0.0
    compliance_seconds: float = 10.0
    build: str = ""
    run: str = ""
    build_seconds: float = 120.0
    memory_mb: int = STRANGER.memory_mb
    processes: int = STRANGER.processes
    hide: tuple[str, ...] = ()  # files and folders beside the assignment that programs are not to read
    text: str = ""
    folder: str = "."

    @property
    def most(self) -> float:
        return self.compliance_points + sum(phase.most for phase in self.phases)

    @property
    def handed_in_class(self) -> str:
        """`player.py:Player` if a class is to be handed in, nothing if a program is."""
        return self.run.removeprefix(PYTHON).strip() if self.run.startswith(PYTHON) else ""

    def start(self) -> State:
        return start(self.game)


def read_assignment(file: str | Path) -> Assignment:
    """ValueError says what is wrong with the file, and where."""
    path = Path(file)
    try:
        text = path.read_text(encoding="utf-8")
        given = tomllib.loads(text)
    except OSError as error:
        raise ValueError(f"{file}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{file} is not a TOML file: {error}") from None
    try:
        return assignment_from(given, text, str(path.resolve().parent))
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None


def assignment_from(given: Plain, text: str, folder: str) -> Assignment:
    refuse_unknown(given, ("title", "game", "program", "compliance", "phase"), "the assignment")
    program, compliance = table_of(given, "program"), table_of(given, "compliance")
    refuse_unknown(program, ("build", "run", "build_seconds", "memory_mb", "processes", "hide"), "[program]")
    refuse_unknown(compliance, ("points", "seconds"), "[compliance]")
    phases = given.get("phase", [])
    if not isinstance(phases, list) or not all(isinstance(each, dict) for each in phases):
        raise ValueError("phases are given as [[phase]]")
    made = Assignment(
        title=text_of(given, "title", "Assignment"),
        game=text_of(given, "game", usual_game()),
        phases=tuple(phase_from(each, number) for number, each in enumerate(phases, 1)),
        compliance_points=number_of(compliance, "points", 0.0),
        compliance_seconds=number_of(compliance, "seconds", 10.0),
        build=text_of(program, "build", ""),
        run=text_of(program, "run", ""),
        build_seconds=number_of(program, "build_seconds", 120.0),
        memory_mb=whole_of(program, "memory_mb", STRANGER.memory_mb),
        processes=whole_of(program, "processes", STRANGER.processes),
        hide=tuple(texts_of(program, "hide")),
        text=text,
        folder=folder,
    )
    if made.handed_in_class and made.compliance_points:
        raise ValueError("a class speaks no protocol: [compliance] points are for programs")
    if not made.phases and not made.compliance_points:
        raise ValueError("nothing is worth anything: there are neither [compliance] points nor a [[phase]]")
    try:
        made.start()
    except TypeError as error:
        raise ValueError(str(error)) from None
    return made


def usual_game() -> str:
    """The game of an assignment that names none; nothing, which is no game, if no game brings a starter."""
    game = assignment_game()
    return "" if game is None else game.name


def starter() -> str:
    """An assignment to begin with, as the game that brings one writes it; ValueError if none does."""
    game = assignment_game()
    if game is None:
        raise ValueError("no built-in game comes with a starter assignment")
    return game.file(game.assignment)


def phase_from(given: Plain, number: int) -> Phase:
    where = f"phase {number}"
    refuse_unknown(given, ("name", "seconds", "clock", "opponents", "games", "win", "draw", "loss"), where)
    opponents = texts_of(given, "opponents")
    if not opponents:
        raise ValueError(f'{where}: opponents = ["naive", "level:3"] says whom to play')
    for opponent in opponents:
        try:
            player_from(opponent)
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from None
    if ("seconds" in given) == ("clock" in given):
        raise ValueError(f"{where}: give seconds for a move, or a clock for the game")
    try:
        seconds = number_of(given, "seconds", 0.0)
        limit = Limit(seconds=seconds) if "seconds" in given else Limit(clock=clock_from(str(given["clock"])))
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    games = whole_of(given, "games", 2)
    if games < 1:
        raise ValueError(f"{where}: games = {games}: expected at least 1")
    worth = (number_of(given, name, usual) for name, usual in (("win", 1.0), ("draw", 0.5), ("loss", 0.0)))
    return Phase(text_of(given, "name", f"Phase {number}"), tuple(opponents), limit, games, *worth)


def text_of(given: Plain, name: str, usual: str) -> str:
    value = given.get(name, usual)
    if not isinstance(value, str):
        raise ValueError(f"{name} = {value!r}: expected a text")
    return value


def whole_of(given: Plain, name: str, usual: int) -> int:
    value = given.get(name, usual)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ValueError(f"{name} = {value!r}: expected a whole number")
    return value


def number_of(given: Plain, name: str, usual: float) -> float:
    value = given.get(name, usual)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value < 0:
        raise ValueError(f"{name} = {value!r}: expected a number")
    return float(value)


def table_of(given: Plain, name: str) -> Plain:
    value = given.get(name, {})
    if not isinstance(value, dict):
        raise ValueError(f"{name} = {value!r}: expected a table")
    return value


def texts_of(given: Plain, name: str) -> list[str]:
    value = given.get(name, [])
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ValueError(f"{name} = {value!r}: expected a list of texts")
    return value


def refuse_unknown(given: Plain, known: tuple[str, ...], where: str) -> None:
    for name in given:
        if name not in known:
            raise ValueError(f"{where}: no setting {name!r}{did_you_mean(name, known)} (settings: {', '.join(known)})")
