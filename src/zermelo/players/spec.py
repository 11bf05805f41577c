"""Players by name: `alphabeta:depth=4`, `level:5`, `naive`, `random:seed=3`, `human`, `file.py:Class`, `cmd:./it` …"""

from __future__ import annotations

import importlib
import math
import re
import shlex
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeGuard

from zermelo.errors import GameError, did_you_mean, place_of
from zermelo.games import game_protocols
from zermelo.limits import Clock, Limit
from zermelo.load import load_object
from zermelo.methods import ALL_METHODS
from zermelo.players.human import Human
from zermelo.players.isolation import OWN, STRANGER, Isolation
from zermelo.players.levels import NAMED
from zermelo.players.mixed import Mixed
from zermelo.players.naive import Naive
from zermelo.players.player import Chooser, Player, as_player
from zermelo.players.random import Random
from zermelo.players.searcher import Searcher
from zermelo.profile import read_profile
from zermelo.query import FEATURES, LIMITS, NO, OPTIONS, YES, PlayerOptions, read_options, real, switch, whole
from zermelo.validate import shown, typed

if TYPE_CHECKING:
    from zermelo.players.protocols.external import External
    from zermelo.players.protocols.python_player import PythonPlayer

SIMPLE: dict[str, Callable[..., Player]] = {"naive": Naive, "random": Random, "human": Human}
OTHERS = ("book", "profile", "endgames")  # files
# What a text can set of a searching player: features, and what else can be written as a word or a number.
SETTINGS = {
    name: each
    for name, each in OPTIONS.items()
    if name in FEATURES or name in ("threads", "memory_mb", "seed", "samples", "inner", "explore", "eval")
}
# Protocols for any game (games bring others), and where the players that speak them are. (They are not needed to import
# Zermelo.)
PROGRAMS = {"cmd": ("course_player", "CoursePlayer"), "uci": ("uci_player", "UciPlayer")}
PYTHON, TRUSTED = "python", "trusted"  # a class of somebody's, in a process of its own; one of ours, in this process
LIMIT = "(?:depth|seconds|clock|sandbox|memory_mb)=[^,:]*"
TIMED = re.compile(f"(?:({LIMIT}(?:,{LIMIT})*):)?(.*)", re.DOTALL)


@typed
def player_from(given: str | Player | Chooser) -> Player:
    """The player that a text names; ValueError says what is wrong with it. A player is given back as it is, and a
    function that answers to a position with a move becomes one; TypeError if it is neither.

    A search method with settings (`alphabeta:depth=4,order=killers`, `auto:seconds=2,threads=2`, `auto:clock=60+1`), a
    strength from 1 to 20 (`level:5`, or with settings `level:5,threads=2`), `naive`, `random` (both with `seed=`),
    `human`, `equilibrium` for games of imperfect information, or a class or function in Python as `module:Class` or
    `file.py:Class`. That one runs in a process of its own; `python:sandbox=yes,memory_mb=512:file.py:Class` keeps more
    from it, and `trusted:file.py:Class` runs it in this process, which is quicker. Or another program:
    `cmd:./student.py` for one that speaks the course's protocol, `gtp:gtp-rhino -l 5`, `nboard:COMMAND`, `uci:COMMAND`,
    with the time it has before its command: `cmd:seconds=2:./student.py {color}`, `gtp:clock=60:COMMAND`; there also
    `sandbox=yes` for a stranger's program, and `memory_mb=512`. Searches and strengths take `book=no` or `book=FILE`,
    `profile=FILE`, what `zermelo tune` found, `endgames=FILE`, a table, and `eval=FILE`, a network.
    """
    if not isinstance(given, str):
        return as_player(given)
    player = player_named(given)
    if is_python(player):
        player.check()
    return player


def player_named(text: str) -> Player:
    """The player that a text names, as far as can be said without running code of somebody else."""
    head, _, rest = text.strip().partition(":")
    if head == "level":
        level, _, more = rest.partition(",")
        if level in NAMED:
            return player_named(
                ":".join(filter(None, [NAMED[level], more])) if level == "easy" else f"{NAMED[level]},{more}"
            )
        return searcher_from("auto", settings(text, more), whole("level", level))
    if head in ALL_METHODS:
        return searcher_from(head, settings(text, rest))
    if head in SIMPLE:
        return simple_from(head, settings(text, rest))
    if head == "equilibrium":
        return mixed_from(settings(text, rest))
    if is_protocol(head):
        return program_from(text, head, rest)
    if head == PYTHON:
        return python_from(text, rest)
    if head == TRUSTED:
        return own_player(rest.strip())
    if rest and "=" not in rest:
        return python_from(text, text.strip())
    known = (*ALL_METHODS, *SIMPLE, "equilibrium")
    raise ValueError(
        f"unknown player {shown(head)}{did_you_mean(head, known)} (players: {', '.join(known)}, level:1 to level:20, "
        "module:Class, or cmd:PROGRAM)"
    )


def settings(text: str, rest: str) -> dict[str, str]:
    """`a=1,b=2` as a dict."""
    found: dict[str, str] = {}
    for part in filter(None, rest.split(",")):
        name, sign, value = (each.strip() for each in part.partition("="))
        if not sign or not name or not value:
            raise ValueError(f"{shown(text)}: {shown(part)} is not of the form name=value")
        if name in found:
            raise ValueError(f"{shown(text)}: {name} is given twice")
        found[name] = value
    return found


def searcher_from(method: str, given: dict[str, str], level: int | None = None) -> Searcher:
    limits = {name: given.pop(name) for name in LIMITS if name in given}
    others = {name: given.pop(name) for name in OTHERS if name in given}
    named = limits | given | others
    for name in given:
        if name not in SETTINGS:
            known = (*SETTINGS, *LIMITS, *OTHERS)
            raise ValueError(
                f"{method} has no setting {shown(name)}{did_you_mean(name, known)} (settings: {', '.join(known)})"
            )
    options: PlayerOptions = {**profile_options(others.get("profile")), **read_options(given, SETTINGS, "setting")}
    if "endgames" in others:
        options["endgames"] = others["endgames"]
    words = ([] if level is None else [str(level)]) + [f"{name}={value}" for name, value in named.items()]
    label = ":".join([method if level is None else "level", ",".join(words)]).rstrip(":")
    return Searcher(method, limit_from(limits), level=level, name=label, book=book_from(others.get("book")), **options)


def profile_options(file: str | None) -> PlayerOptions:
    """What a profile says of a search; ValueError if it also says something of the game's class."""
    if file is None:
        return {}
    found = read_profile(file)
    if found.attributes:
        names = ", ".join(found.attributes)
        raise ValueError(f"profile={file} sets {names} of the game's class: write them there, or use profile.applied()")
    return found.player_options


def book_from(text: str | None) -> str | bool | None:
    """`book=no`, or a file."""
    return switch("book", text) if text is not None and text.lower() in (*YES, *NO) else text


def limit_from(limits: dict[str, str]) -> Limit:
    depth = limits.get("depth")
    return Limit(
        depth=None if depth is None else math.inf if depth == "inf" else whole("depth", depth),
        nodes=whole("nodes", limits["nodes"]) if "nodes" in limits else None,
        seconds=real("seconds", limits["seconds"]) if "seconds" in limits else None,
        clock=clock_from(limits["clock"]) if "clock" in limits else None,
    )


@typed
def clock_from(text: str) -> Clock:
    """`60` or `60+1`: seconds for the game, seconds added per move."""
    seconds, _, increment = text.partition("+")
    return Clock(real("clock", seconds), real("clock", increment or "0"))


def simple_from(name: str, given: dict[str, str]) -> Player:
    allowed = () if name == "human" else ("seed",)
    for each in given:
        if each not in allowed:
            raise ValueError(f"{name} has no setting {shown(each)} (settings: {', '.join(allowed) or 'none'})")
    return SIMPLE[name](**{each: whole(each, value) for each, value in given.items()})


def mixed_from(given: dict[str, str]) -> Mixed:
    """`equilibrium:iterations=500,seed=1`: plays a mixed strategy that it finds for itself."""
    kinds: dict[str, Callable[[str, str], Any]] = {
        "method": lambda _, value: value,
        "iterations": whole,
        "seconds": real,
        "exploitability": real,
        "seed": whole,
    }
    for name in given:
        if name not in kinds:
            raise ValueError(
                f"equilibrium has no setting {shown(name)}{did_you_mean(name, kinds)} (settings: {', '.join(kinds)})"
            )
    return Mixed(**{name: kinds[name](name, value) for name, value in given.items()})


def program_from(text: str, protocol: str, rest: str) -> Player:
    """A player that is another program."""
    found = TIMED.fullmatch(rest.strip())
    limits, command = (found[1] or "", found[2]) if found else ("", rest)
    kind = program_kind(protocol)
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ValueError(f"{shown(text)}: {error}") from None
    given = settings(text, limits)
    return kind(words, limit_from(given), name=command.strip(), isolation=isolation_from(given))


def runs_apart(text: str) -> bool:
    """Whether a text names a player that has a process of its own: a program, or code in Python."""
    head, _, rest = text.strip().partition(":")
    ours = head in (*ALL_METHODS, *SIMPLE, "level", "equilibrium", TRUSTED)
    return is_protocol(head) or head == PYTHON or (not ours and bool(rest) and "=" not in rest)


def is_python(player: Player) -> TypeGuard[PythonPlayer]:
    """Whether a player is code in Python that has a process of its own."""
    from zermelo.players.protocols.python_player import PythonPlayer

    return isinstance(player, PythonPlayer)


def python_from(text: str, rest: str) -> Player:
    """A class or a function of Python code, which gets a process of its own."""
    from zermelo.players.protocols.python_player import PythonPlayer

    found = TIMED.fullmatch(rest.strip())
    limits, place = (found[1] or "", found[2]) if found else ("", rest)
    given = settings(text, limits)
    return PythonPlayer(place.strip(), limit_from(given), isolation=isolation_from(given))


def is_protocol(name: str) -> bool:
    """Whether `name:COMMAND` is a program: one for any game, or for the game that brings the protocol."""
    return name in PROGRAMS or name in game_protocols()


def program_kind(protocol: str) -> type[External]:
    """The class of the players that are programs and speak the protocol."""
    from zermelo.players.protocols.external import External

    if protocol in PROGRAMS:
        place, name = PROGRAMS[protocol]
        kind = vars(importlib.import_module(f"zermelo.players.protocols.{place}"))[name]
    else:
        game = game_protocols()[protocol]
        kind = game.part(game.protocols[protocol].player)
    assert isinstance(kind, type)
    assert issubclass(kind, External)
    return kind


def isolation_from(given: dict[str, str]) -> Isolation:
    """How far a program is trusted: `sandbox=yes`, `memory_mb=512`."""
    trusted = not switch("sandbox", given.get("sandbox", "no"))
    usual = OWN if trusted else STRANGER
    return replace(usual, memory_mb=whole("memory_mb", given["memory_mb"])) if "memory_mb" in given else usual


def own_player(text: str) -> Player:
    """A player of the user's own, in this process: a class to be made, or a ready function."""
    found = load_object(text)
    try:
        player: object = found() if isinstance(found, type) else found
    except Exception as error:
        raise GameError(f"{text}() raised {type(error).__name__}: {error} ({place_of(error)})") from error
    if not callable(player):
        raise ValueError(f"{text} is not a player: it cannot be called with a position")
    return as_player(player)
