"""What a search is asked: every option by its name and type, written once in the core (bind/query.hpp, features.hpp).

`Query(**options)` checks them all; `SearchOptions` is their type, so that a misspelt option fails the type checker. The
command line, players and pages read their settings from `OPTIONS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from zermelo.errors import did_you_mean
from zermelo.native import core

if TYPE_CHECKING:
    from zermelo._core import FeatureOptions as FeatureOptions
    from zermelo._core import PlayerOptions as PlayerOptions
    from zermelo._core import SearchOptions as SearchOptions
else:  # known to type checkers only: the stubs are made from the same rows
    FeatureOptions = PlayerOptions = SearchOptions = dict

Query: TypeAlias = core.Query
Features: TypeAlias = core.Features
Field: TypeAlias = core.Field
Table: TypeAlias = core.Table
Cut: TypeAlias = Literal[">=", ">"]
Fail: TypeAlias = Literal["soft", "hard"]
Best: TypeAlias = int | Literal["all"]

OPTIONS: Mapping[str, Field] = {each.name: each for each in core.Query.fields()}
FEATURES: Mapping[str, Field] = {each.name: each for each in core.Features.fields()}
LIMITS = ("depth", "nodes", "seconds", "clock")
# Of one position rather than of a player: what a Searcher is not asked once and for all.
OF_A_POSITION = ("method", *LIMITS, "window", "history", "trace", "open_cards")
EFFORT = frozenset({"threads", "memory_mb", "progress", "stop"})  # how it is carried out, not what is found
YES, NO = ("yes", "true", "on", "1"), ("no", "false", "off", "0")


def features_from(fields: FeatureOptions) -> Features:
    """The features of these fields: how copies in other processes are made."""
    return Features(**fields)


def words_of(name: str) -> tuple[str, ...]:
    """All words that an option can be: `words_of("replacement")`."""
    return OPTIONS[name].words


def read_options(given: Mapping[str, str], known: Mapping[str, Field], what: str) -> PlayerOptions:
    """Options from text, each as the type it has; ValueError says what is wrong with which."""
    read: dict[str, object] = {}
    for name, text in given.items():
        if name not in known:
            raise ValueError(f"no {what} {name!r}{did_you_mean(name, known)} ({what}s: {', '.join(known)})")
        read[name] = read_option(name, text)
    return cast(PlayerOptions, read)


def read_features(given: Mapping[str, str]) -> FeatureOptions:
    """Features from text."""
    return cast(FeatureOptions, read_options(given, FEATURES, "feature"))


def read_option(name: str, text: str) -> object:
    """One option from text, as the type it has."""
    kind = OPTIONS[name].type.removesuffix(" | None").removesuffix(" | Table")
    if kind == "bool":
        return switch(name, text)
    if kind == "int":
        return whole(name, text)
    if kind == "float":
        return whole_or_real(name, text)
    return text


def switch(name: str, text: str) -> bool:
    if text.lower() not in (*YES, *NO):
        raise ValueError(f"{name}={text}: expected yes or no")
    return text.lower() in YES


def whole(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise ValueError(f"{name}={text}: expected a whole number") from None


def real(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"{name}={text}: expected a number") from None


def whole_or_real(name: str, text: str) -> float:
    """A whole number where it is written as one: depths are whole."""
    try:
        return int(text)
    except ValueError:
        return real(name, text)
