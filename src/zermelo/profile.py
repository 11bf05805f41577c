"""Profiles: what `zermelo tune` found for a game, in a TOML file that searches, players and the command line read.

game = "breakthrough 6x6"

[options]                 # of a search: search(state, **profile.options), auto:profile=FILE, -f profile=FILE
margin = 1.21

[attributes]              # of the game's class: profile.applied(game)
worth = 12

[measured]                # how the values were found, and what they are worth
verdict = "stronger"
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TypeAlias, cast

from zermelo.codec import from_plain
from zermelo.errors import did_you_mean
from zermelo.files import write_whole
from zermelo.game import Game
from zermelo.query import FEATURES, OF_A_POSITION, OPTIONS, FeatureOptions, PlayerOptions, Query
from zermelo.validate import check_fields, shown, typed

Plain: TypeAlias = bool | int | float | str


@dataclass(frozen=True)
class Profile:
    """Values of search options and of attributes of a game's class, and what was measured of them."""

    game: str
    options: Mapping[str, Plain] = field(default_factory=dict)
    attributes: Mapping[str, int | float] = field(default_factory=dict)
    measured: Mapping[str, Plain] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_fields(self)
        for name in self.options:
            if name not in OPTIONS or name in OF_A_POSITION:
                raise ValueError(f"a search has no option {shown(name)} to set{did_you_mean(name, OPTIONS)}")
        Query(**self.player_options)  # checks the values

    @property
    def player_options(self) -> PlayerOptions:
        """The options, as a searching player takes them."""
        return cast(PlayerOptions, dict(self.options))

    @property
    def features(self) -> FeatureOptions:
        """The options, as far as they are features; ValueError names one that is not."""
        if wrong := [name for name in self.options if name not in FEATURES]:
            raise ValueError(f"the profile sets {wrong[0]}, which is no feature: use a player, auto:profile=FILE")
        return cast(FeatureOptions, dict(self.options))

    @typed
    def applied(self, game: Game) -> Game:
        """The game, with the attributes of the profile."""
        return with_attributes(game, self.attributes)

    @property
    def text(self) -> str:
        """As TOML."""
        parts = [f"game = {written(self.game)}\n"]
        for name, table in (
            ("options", self.options),
            ("attributes", self.attributes),
            ("measured", self.measured),
        ):
            if table:
                parts.append("\n".join([f"[{name}]", *(f"{key} = {written(each)}" for key, each in table.items()), ""]))
        return "\n".join(parts)

    @typed
    def save(self, file: str | Path) -> None:
        write_whole(Path(file), self.text.encode())


def written(value: Plain) -> str:
    """A value as TOML has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


@typed
def read_profile(file: str | Path) -> Profile:
    """The profile in a TOML file; ValueError says what is wrong with it."""
    try:
        given = tomllib.loads(Path(file).read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(f"{file}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{file} is not a TOML file: {error}") from None
    known = [each.name for each in fields(Profile)]
    try:
        if wrong := [name for name in given if name not in known]:
            raise ValueError(f"no setting {shown(wrong[0])}{did_you_mean(wrong[0], known)}: {', '.join(known)}")
        return from_plain({"options": {}, "attributes": {}, "measured": {}, **given}, Profile)
    except (ValueError, TypeError) as error:
        raise ValueError(f"{file} is not a profile: {error}") from None


def with_attributes(game: Game, values: Mapping[str, int | float]) -> Game:
    """The same game, as an object of a subclass that differs in these attributes alone."""
    kind = type(game)
    other = type(kind.__name__, (kind,), {**values, "__module__": kind.__module__})
    twin: Game = object.__new__(other)
    vars(twin).update({name: each for name, each in vars(game).items() if name not in values})
    return twin
