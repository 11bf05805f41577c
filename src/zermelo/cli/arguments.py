"""What commands are given: games, positions, limits, search options."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar, Unpack

import click
from click.shell_completion import CompletionItem

from zermelo.cli.failures import BadUse, asked
from zermelo.errors import did_you_mean
from zermelo.game import Game, State
from zermelo.games import all_games, find_foreign, find_game, is_foreign, start
from zermelo.limits import Limit
from zermelo.load import load_object, make
from zermelo.match.game_files import read_moves
from zermelo.methods import ALL_METHODS
from zermelo.players.levels import HIGHEST, LOWEST, NAMED, NAMED_LIMITS, STRENGTHS
from zermelo.players.searcher import Searcher
from zermelo.players.spec import settings
from zermelo.profile import read_profile
from zermelo.query import FeatureOptions, PlayerOptions, read_features

if TYPE_CHECKING:
    Parameter = click.ParamType[Any]
else:
    Parameter = click.ParamType  # a generic class only in newer versions

Command = TypeVar("Command", bound=Callable[..., object])
TREE = re.compile(r"\s*(max|min|chance)?\s*[\[({]")


class Words(Parameter):
    """A word out of some; the shell completes it, and a wrong one is met with the closest."""

    def __init__(self, name: str, words: Iterable[str], more: bool = False) -> None:
        self.name, self.words, self.more = name, tuple(words), more

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not self.more and value not in self.words:
            self.fail(
                f"unknown {self.name} {value!r}{did_you_mean(str(value), self.words)} ({', '.join(self.words)})",
                param,
                ctx,
            )
        return str(value)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(word) for word in self.words if word.startswith(incomplete)]


class GameName(Words):
    """A game: checked when it is opened, as it may be more than a name."""

    def __init__(self) -> None:
        super().__init__("game", (), more=True)

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        found = [
            CompletionItem(name, help=game.title) for name, game in all_games().items() if name.startswith(incomplete)
        ]
        return found or [CompletionItem(incomplete, type="file")]


class Number(Parameter):
    """A whole number, with k, M or G if wanted; `inf` where that is allowed."""

    def __init__(self, name: str = "number", infinite: bool = False) -> None:
        self.name, self.infinite = name, infinite

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, (int, float)):
            return value
        if self.infinite and value in ("inf", "∞"):
            return math.inf
        found = re.fullmatch(r"(-?\d[\d_,]*(?:\.\d+)?)([kMG]?)", str(value).strip(), re.ASCII)
        number = (
            float(re.sub("[_,]", "", found[1])) * {"": 1, "k": 1e3, "M": 1e6, "G": 1e9}[found[2]] if found else math.nan
        )
        if not math.isfinite(number) or number != int(number):
            self.fail(f"{value!r} is not a whole number{' or inf' if self.infinite else ''}", param, ctx)
        return int(number)


METHOD = Words("method", ALL_METHODS)


def together(*decorators: Callable[[Any], Any]) -> Callable[[Command], Command]:
    """Several decorators as one, in reading order."""

    def decorate(command: Command) -> Command:
        for each in reversed(decorators):
            command = each(command)
        return command

    return decorate


GAME_OPTIONS = together(
    click.option("-o", "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game."),
    click.option("--moves", default="", metavar="MOVES", help='Play these moves first: "4 4 3".'),
)
GAME = together(click.argument("game", type=GameName()), click.argument("position", required=False), GAME_OPTIONS)
LIMITS = together(
    click.option(
        "--depth", type=Number("depth", infinite=True), metavar="PLIES", help="Search this many plies deep (or inf)."
    ),
    click.option("--seconds", type=float, help="Stop after this time."),
    click.option("--nodes", type=Number("nodes"), metavar="N", help="Stop after this many nodes (200k, 5M)."),
)
SEARCH = together(
    click.option("--method", type=METHOD, default="auto", show_default=True, help="How to search."),
    click.option("--threads", type=int, default=1, show_default=True, help="Processor threads."),
    click.option(
        "--memory",
        "memory_mb",
        type=float,
        default=64.0,
        show_default=True,
        metavar="MB",
        help="Of the transposition table.",
    ),
    click.option("--seed", type=int, default=0, show_default=True, help="Seed of everything random."),
    click.option(
        "-f",
        "--feature",
        "features",
        multiple=True,
        metavar="NAME=VALUE",
        help="Change one feature of the method: order=killers+history, table=yes, cut='>' …",
    ),
)


class Strength(Words):
    """A level: a whole number, or a word."""

    def __init__(self) -> None:
        super().__init__("level", (*NAMED, *map(str, range(LOWEST, HIGHEST + 1))))

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value not in self.words:
            guess = "" if any(each.isdigit() for each in str(value)) else did_you_mean(str(value), NAMED)
            self.fail(f"{value!r} is not a level{guess} (levels: {STRENGTHS})", param, ctx)
        return str(value)


LEVEL = click.option("--level", type=Strength(), metavar="N|WORD", help=f"Search with this strength: {STRENGTHS}.")
BOOK = together(
    click.option("--book", metavar="FILE", help="An opening book to play from, instead of the game's own."),
    click.option("--no-book", is_flag=True, help="Play without an opening book."),
)
EVAL = click.option(
    "--eval", "evaluation", metavar="FILE", help="A network that judges positions (none: everything is even)."
)
OPEN_CARDS = click.option("--open-cards", is_flag=True, help="Search with all hidden information open.")
JSON = click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")


def open_state(game: str, position: str | None, options: tuple[str, ...], moves: str = "") -> State:
    """The position a command is about."""
    if TREE.match(game):
        if position is not None:
            raise BadUse("a tree given in full has no further position")
        state = open_tree(game)
    else:
        kind, chosen = find(game, options)
        with asked():
            state = begin(kind, position, chosen)
    for move in read_moves(state, moves):
        state = state.play(move)
    return state


def open_tree(text: str, turn: str = "max") -> State:
    """The root of a tree given as text or JSON."""
    from zermelo.games.tree.game import tree

    with asked():
        return tree(text, turn)


def begin(kind: object, position: str | None, options: Mapping[str, int | str]) -> State:
    """Starts a game; what a user's constructor raises is a failure of that game."""
    if not isinstance(kind, type):
        return start(kind, position, **options)
    return start(make(kind, options), position)


def find(game: str, options: tuple[str, ...]) -> tuple[object, dict[str, int | str]]:
    """(a built-in game's description or a user's class, its options) from how it was written."""
    name, _, rest = game.partition(":")
    own = name not in all_games() and rest and "=" not in rest
    if is_foreign(game):
        with asked():
            return find_foreign(game, settings("--option", ",".join(options))), {}
    with asked():
        chosen = settings(game, "" if own else rest) | settings("--option", ",".join(options))
        kind = load_object(game) if own else find_game(without_ending(game, name))
    if own and not (isinstance(kind, type) and issubclass(kind, Game)) and not isinstance(kind, Game):
        raise BadUse(f"{game} is not a game: it does not inherit from zermelo.Game")
    return kind, {key: plain(value) for key, value in chosen.items()}


def without_ending(game: str, name: str) -> str:
    if name.endswith(".py"):
        raise BadUse(f"say which class of {name} is the game: {name}:CLASS")
    return name


def plain(text: str) -> int | str:
    """A whole number if it looks like one, else the text."""
    return int(text) if re.fullmatch(r"[+-]?\d{1,18}", text, re.ASCII) else text


def limit_of(depth: float | None, seconds: float | None, nodes: float | None) -> Limit:
    with asked():
        return Limit(depth, None if nodes is None else int(nodes), seconds)


def searcher_of(
    method: str,
    limit: Limit,
    level: str | None,
    book: str | bool | None = None,
    **options: Unpack[PlayerOptions],
) -> Searcher:
    """The search that options describe; a level sets the limits that are not given."""
    if level is None or level not in NAMED:
        return Searcher(method, limit, level=None if level is None else int(level), book=book, **options)
    usual = NAMED_LIMITS[level]
    return Searcher(method, usual if limit.none else limit, name=f"level {level}", book=book, **options)


def book_of(file: str | None, none: bool) -> str | bool | None:
    """Which opening book a player is to use, as Searcher understands it."""
    if file is not None and none:
        raise BadUse("--book and --no-book contradict each other")
    return False if none else file


def features_of(given: tuple[str, ...]) -> FeatureOptions:
    """`-f order=killers -f table=yes` as what `search` takes; `-f profile=FILE` is all that the file says."""
    with asked():
        found = {name: value for text in given for name, value in settings("--feature", text).items()}
        profile = found.pop("profile", None)
        usual: FeatureOptions = {} if profile is None else read_profile(profile).features
        return {**usual, **read_features(found)}


def listed(name: str, text: str | None, known: Iterable[str]) -> list[str]:
    """`a,b,c` as a list of known words; `all` for every one; nothing for None."""
    if text is None:
        return []
    words = tuple(known)
    chosen = words if text == "all" else tuple(word.strip() for word in text.split(",") if word.strip())
    for word in chosen:
        for part in word.split("+") if name == "order" else [word]:
            if part not in words:
                raise BadUse(f"unknown {name} {part!r}{did_you_mean(part, words)} ({', '.join(words)})")
    return list(chosen)
