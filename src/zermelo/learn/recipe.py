"""A recipe: everything that decides what is learned. The same recipe gives the same weights."""

from __future__ import annotations

import hashlib
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

from zermelo.errors import did_you_mean
from zermelo.games import all_games
from zermelo.limits import Limit
from zermelo.match.job import read_as
from zermelo.validate import check_fields, shown, typed


@dataclass(frozen=True)
class Recipe:
    """Self-play, labels, fit, match: once for every generation.

    Written as TOML, one line for each setting that is not the usual one; for a built-in game in its folder, learn.toml.
    """

    game: str = ""  # a name, or module:Class or file.py:Class
    model: str = "features"  # whose weights are learned; or "network": of what the game's `features` say is true
    features: str = ""  # module:Name of a list of functions f(state, player); or names of the game's own methods: a, b
    method: str = "auto"  # what plays the games of a network; or "puct": it learns a policy, too
    options: Mapping[str, object] = field(default_factory=dict)  # of the game
    hand: tuple[float, ...] = ()  # weights set by hand, which the learned ones must beat at last
    seed: int = 0
    generations: int = 2

    games: int = 200  # of self-play in a generation
    depth: int = 2  # of the search that plays them
    nodes: int = 0  # if given, it searches this many nodes instead
    random_plies: int = 6  # a game begins with 0 to this many random moves
    explore: float = 0.1  # the chance of a random move later on
    plies: int = 300  # a longer game is drawn
    noisy: str = "keep"  # of a network: positions in which the best move is noisy; or "skip": do not learn from them
    begin: str = "none"  # what plays the first games of a network; or "own": the game's evaluation; or a network's file

    solve_nodes: int = 20_000  # positions solved within this many nodes get their true value
    labels: str = "outcome"  # the others: what the game came to; or "search": what a deeper search says
    label_depth: int = 4
    outcome: float = 0.9  # of a network: the share that what comes later has in a label; the search has the rest

    hold_out: float = 0.1  # share of the games that only test the fit
    ridge: float = 1.0  # pull of the weights to 0, as if this many positions said so

    images: int = 2  # mirror images of a position that are learned from, itself among them, if the game has symmetries
    hidden: int = 0  # values in the network for each side; 0: by the number of features
    epochs: int = 20  # times that every position is seen
    batch: int = 512  # positions in a step of the training
    rate: float = 0.02  # of the training
    window: int = 0  # generations whose games are learned from; 0: all
    scale: float = 0.0  # what a logit is worth in the search's values; 0: by the game's unit

    pairs: int = 100  # of match games, each opening with both colours
    match_depth: int = 2
    match_nodes: int = 0  # if given, both sides search this many nodes instead
    match_seconds: float = 0.0  # if given, both sides have this time for a move instead
    opening_plies: int = 4  # random moves before a match game
    margin: float = 1.0  # standard errors above one half at which weights count as stronger
    minutes: float = 0.0  # if given, as many games as there is time for, and no longer

    def __post_init__(self) -> None:
        check_numbers(vars(self))
        check_fields(self)
        for name, words in WORDS.items():
            value = vars(self)[name]
            if value not in words and not (name == "begin" and is_file(value)):
                raise ValueError(f"recipe: {name}={shown(value)}: expected {listed(name)}")

    @property
    def play_limit(self) -> Limit:
        return Limit(nodes=self.nodes) if self.nodes else Limit(depth=self.depth)

    @property
    def match_limit(self) -> Limit:
        if self.match_seconds:
            return Limit(seconds=self.match_seconds)
        return Limit(nodes=self.match_nodes) if self.match_nodes else Limit(depth=self.match_depth)

    def plain(self) -> dict[str, object]:
        return {**asdict(self), "options": dict(self.options), "hand": list(self.hand)}


# What a network is usually learned with, where it is not what features are.
NETWORK: dict[str, object] = {
    "model": "network",
    "generations": 5,
    "games": 1000,
    "nodes": 500,
    "random_plies": 8,
    "explore": 0.05,
    "pairs": 40,
    "match_nodes": 500,
    "margin": 0.0,
    "window": 3,
}
WORDS = {  # what settings may be; `begin` may also be a file
    "model": ("features", "network"),
    "labels": ("outcome", "search"),
    "noisy": ("keep", "skip"),
    "begin": ("none", "own"),
    "method": ("auto", "puct"),
}
SHARES = ("hold_out", "explore")  # 0 or more and below 1
LEAST: dict[str, float] = {
    "seed": 0,
    "generations": 1,
    "games": 2,
    "depth": 1,
    "nodes": 0,
    "random_plies": 0,
    "explore": 0.0,
    "plies": 1,
    "solve_nodes": 1,
    "label_depth": 1,
    "outcome": 0.0,
    "hold_out": 0.0,
    "ridge": 0.0,
    "images": 1,
    "hidden": 0,
    "epochs": 1,
    "batch": 1,
    "rate": 0.0,
    "window": 0,
    "scale": 0.0,
    "pairs": 1,
    "match_depth": 1,
    "match_nodes": 0,
    "match_seconds": 0.0,
    "opening_plies": 0,
    "margin": 0.0,
    "minutes": 0.0,
}
MOST: dict[str, float] = {"outcome": 1.0, "hidden": 4096, "rate": 1.0}


def check_numbers(settings: Mapping[str, object]) -> None:
    """ValueError names a setting that is not the number it should be."""
    for name in settings.keys() & LEAST.keys():
        value, low = settings[name], LEAST[name]
        whole = isinstance(low, int)
        if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)) or value < low:
            raise ValueError(f"recipe: {name}={shown(value)}: must be a {'whole ' if whole else ''}number >= {low}")
        if name in SHARES and value >= 1:
            raise ValueError(f"recipe: {name}={shown(value)}: must be a share, 0 or more and below 1")
        if not value <= MOST.get(name, sys.float_info.max):
            raise ValueError(f"recipe: {name}={shown(value)}: must be at most {MOST.get(name, 'a finite number')}")


def is_file(value: object) -> bool:
    return isinstance(value, str) and Path(value).suffix == ".bin"


def listed(name: str) -> str:
    words = " or ".join(f'"{word}"' for word in WORDS[name])
    return words + (" or a network's file (.bin)" if name == "begin" else "")


def seed_of(*facts: object) -> int:
    """A seed that differs whenever a fact does."""
    return int.from_bytes(hashlib.sha256(repr(facts).encode()).digest()[:6], "little")


def recipe_from(settings: Mapping[str, object], base: Recipe | None = None) -> Recipe:
    """A recipe from settings by name; ValueError names one that is not known."""
    known = [each.name for each in fields(Recipe)]
    for name in settings:
        if name not in known:
            raise ValueError(f"recipe: no setting {shown(name)}{did_you_mean(name, known)}")
    check_numbers(settings)
    usual = NETWORK if settings.get("model") == "network" and (base is None or base.model != "network") else {}
    return read_as(Recipe, {**(base or Recipe()).plain(), **usual, **settings})


@typed
def read_recipe(path: str | Path) -> Recipe:
    """The recipe in a TOML file; files it names are looked for beside it."""
    path = Path(path)
    try:
        settings = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path}: not TOML: {error}") from None
    for name in ("game", "features"):
        place, colon, rest = str(settings.get(name, "")).rpartition(":")
        if colon and place.endswith(".py"):
            settings[name] = f"{path.parent / place}:{rest}"
    if is_file(settings.get("begin")):
        settings["begin"] = str(path.parent / settings["begin"])
    try:
        return recipe_from(settings)
    except (ValueError, TypeError) as error:
        raise ValueError(f"{path}: {error}") from None


@typed
def recipe_for(game: str) -> Recipe | None:
    """The recipe in a built-in game's folder, if there is one."""
    text = all_games()[game].file("learn.toml") if game in all_games() else ""
    return recipe_from({"game": game, **tomllib.loads(text)}) if text else None
