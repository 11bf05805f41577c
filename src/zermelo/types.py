"""Types that have a meaning of their own, and what an object of an unknown type has by name."""

from __future__ import annotations

import numbers
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, TypeAlias

Move: TypeAlias = Hashable  # the text of a built-in game's move; whatever a game written in Python calls one

Method: TypeAlias = Callable[..., object]  # one that a game, a player or a report may have

if TYPE_CHECKING:
    Number: TypeAlias = float  # that may be infinite
else:
    Number = numbers.Real  # a type of its own where the codec reads what is declared


def named(owner: object, name: str) -> object:
    """What an object calls by this name; None where it has nothing of that name."""
    return getattr(owner, name, None)


def optional(owner: object, name: str) -> Method | None:
    """A method that an object may have; None where it has none."""
    method = named(owner, name)
    return method if callable(method) else None


def call(owner: object, method: str, *arguments: object) -> object:
    """What a method answers that the object is known to have."""
    answer: object = getattr(owner, method)(*arguments)
    return answer
