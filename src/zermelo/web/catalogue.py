"""The games and players that are served: the built-in ones, and those named when the server was started.

A visitor names a game by its spec, `connect4:width=6`, or by the name of the user's class. A visitor's text is
never taken for a file, a module or a command.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from zermelo.errors import GameError, IllegalMove, MissingExtra, ParseError, did_you_mean, place_of
from zermelo.game import BuiltIn, Game, Move, State
from zermelo.games import all_games, find_game, start
from zermelo.games.tree.game import tree
from zermelo.load import load_object
from zermelo.match.game_files import read_moves
from zermelo.methods import ALL_METHODS
from zermelo.players.human import understood
from zermelo.players.mixed import Mixed
from zermelo.players.player import Player, why_illegal
from zermelo.players.searcher import Searcher
from zermelo.players.spec import SIMPLE, player_from, settings
from zermelo.query import NO, YES
from zermelo.web.limits import Refused
from zermelo.web.messages import Limits

MOST_MOVES = 10_000


def public_names(texts: Sequence[str]) -> dict[str, str]:
    """What visitors call the user's games or players: the last part of each text, made different where it is not."""
    names: dict[str, str] = {}
    for text in texts:
        base = re.sub(r"[^A-Za-z0-9_. -]", "", text.rpartition(":")[2].rpartition("/")[2]).strip()[:40] or "own"
        taken = {*names, *all_games(), *ALL_METHODS, *SIMPLE, "level"}
        name = next(each for each in [base, *(f"{base}-{i}" for i in range(2, 10_000))] if each not in taken)
        names[name] = text
    return names


@dataclass
class Course:
    """The positions of a game, and the moves between them with their names."""

    states: list[State]
    names: list[str]
    moves: list[Move] = field(default_factory=list)

    @property
    def state(self) -> State:
        return self.states[-1]

    def add(self, move: Move) -> None:
        """One move more, in any notation; IllegalMove if it is none."""
        found = meant(self.state, move)
        self.names.append(str(self.state.name(found)))
        self.states.append(self.state.play(found))
        self.moves.append(found)


class Catalogue:
    """Games by spec. The user's own are loaded when they are first asked for, and once."""

    def __init__(self, own: Mapping[str, str] | None = None) -> None:
        self.own = dict(own or {})
        self.loaded: dict[str, Game] = {}

    def is_own(self, spec: str) -> bool:
        return spec in self.own

    def find(self, spec: str) -> tuple[Game | BuiltIn, dict[str, int | str]]:
        """(the game, its options)."""
        if spec in self.own:
            return self.load(spec), {}
        name, _, rest = spec.partition(":")
        if name not in all_games():
            known = (*all_games(), *self.own)
            raise Refused(404, "unknown game", f"There is no game {name[:60]!r} here{did_you_mean(name[:60], known)}.")
        try:
            return find_game(name), {key: number_or_word(value) for key, value in settings(spec, rest).items()}
        except ValueError as error:
            raise Refused(400, "game options", str(error)) from None

    def load(self, spec: str) -> Game:
        """The user's game."""
        if spec not in self.loaded:
            kind = load_object(self.own[spec])
            if isinstance(kind, type) and issubclass(kind, Game):
                kind = made(kind)
            if not isinstance(kind, Game):
                raise ValueError(f"{self.own[spec]} is not a game: it does not inherit from zermelo.Game")
            self.loaded[spec] = kind
        return self.loaded[spec]

    def begin(self, spec: str, position: str | None = None) -> State:
        """The first position of a game, or the one of a text."""
        game, options = self.find(spec)
        if isinstance(game, BuiltIn) and game.name == "tree" and not options:
            return tree(position if position is not None else "[[9,8,7],[6,5,4],[3,2,1]]")
        try:
            if isinstance(game, Game) and position is not None:
                first = start(game)
                return first if position == first.text else start(game, position)  # not every text can be read
            return start(game, position, **options)
        except (GameError, ParseError):
            raise
        except (ValueError, TypeError) as error:
            raise Refused(400, "game options", str(error)) from None

    def open(self, spec: str, position: str | None, moves: Sequence[str] | str) -> Course:
        """A game from its first position on."""
        course = Course([self.begin(spec, position)], [])
        for move in given_moves(course.state, moves):
            course.add(move)
        return course


def given_moves(state: State, moves: Sequence[str] | str) -> Sequence[Move]:
    if len(moves) > MOST_MOVES:
        raise Refused(413, "text limit", f"More than {MOST_MOVES:,} moves.")
    if isinstance(moves, str) and moves.startswith("["):  # names with spaces, as an address has them
        moves = listed(moves)
    return read_moves(state, moves) if isinstance(moves, str) else moves


def listed(text: str) -> Sequence[str]:
    """A JSON list of names."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, list) or len(found) > MOST_MOVES or not all(isinstance(each, str) for each in found):
        raise Refused(400, "moves", "The moves are no list of texts.")
    return found


def made(kind: type[Game]) -> Game:
    try:
        return kind()
    except (GameError, MissingExtra):
        raise
    except Exception as error:
        raise GameError(f"{kind.__name__}() raised {type(error).__name__}: {error} ({place_of(error)})") from error


def meant(state: State, text: Move) -> Move:
    """A move in any notation a person may use; IllegalMove says why it is none."""
    if not isinstance(text, str):
        return text
    if state.is_over:
        raise IllegalMove(f"`{text[:40]}` comes after the end of the game", seen(state))
    move, trouble = understood(state, text.strip())
    if not trouble:
        return move
    raise IllegalMove(f"`{text[:40]}` is not possible: {why_illegal(state, text.strip()[:40])}", seen(state))


def seen(state: State) -> str:
    """The position, for who is to move: in a game of imperfect information only the view."""
    hides = state.info.hidden and not state.is_over
    return state.view(max(0, state.turn)) if hides else state.text


def number_or_word(text: str) -> int | str:
    return int(text) if re.fullmatch(r"[+-]?\d{1,18}", text, re.ASCII) else text


def safe_player(text: str, limits: Limits) -> Player:
    """A built-in player from a visitor's text, held to the limits; Refused if it names anything else."""
    head, _, rest = text.strip().partition(":")
    known = (*ALL_METHODS, *SIMPLE, "level", "equilibrium")
    if head not in known:
        raise Refused(400, "unknown player", f"There is no player {head[:60]!r} here{did_you_mean(head[:60], known)}.")
    try:
        given = settings(text, rest.partition(",")[2] if head == "level" else rest)
        if given.get("book", "no").lower() not in (*YES, *NO):
            raise ValueError("book: expected yes or no")
        if given.get("eval", "none") != "none":
            raise ValueError("eval: expected none")
        player = player_from(text)
    except ValueError as error:
        raise Refused(400, "unknown player", str(error)) from None
    if isinstance(player, Mixed):
        player.options = {"iterations": 1000, **player.options, "seconds": limits.seconds}
    return held(player, limits) if isinstance(player, Searcher) else player


def held(player: Searcher, limits: Limits) -> Searcher:
    """The same player, within the limits of threads and memory; time and nodes are held to them at every move."""
    if player.options.get("threads", 1) > limits.threads:
        words = f"{limits.threads} thread{'' if limits.threads == 1 else 's'}"
        raise Refused(400, "thread limit", f"A search may use {words} on this server.")
    if player.options.get("memory_mb", 0) > limits.memory_mb:
        raise Refused(400, "memory limit", f"A search may use {limits.memory_mb:g} MB on this server.")
    if (player.limit.seconds or 0) > limits.seconds:
        raise Refused(400, "time limit", f"A search may take {limits.seconds:g} seconds on this server.")
    return player
