"""Arguments are checked where they enter: against the types that the function's own signature gives.

`@typed` refuses what is of another type with a TypeError that names the argument, before the function begins; numbers
that no machine number holds (`10**400` for a float) with a ValueError. `check_fields` does the same for a dataclass.
Annotations are read at the first call, so that importing stays quick; one that cannot be read is not checked.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
import os
import sys
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

KNOWN: dict[type, dict[str, object]] = {}
LONGEST = 80  # letters of a value in a message


def typed(function: Callable[P, R]) -> Callable[P, R]:
    """The function, with its arguments checked first."""

    @functools.cache
    def known() -> tuple[inspect.Signature, dict[str, object]]:
        signature = inspect.signature(function)
        places = {name: each.annotation for name, each in signature.parameters.items()}
        return signature, {name: evaluated(each, function.__module__) for name, each in places.items()}

    @functools.wraps(function)
    def checked(*given: P.args, **options: P.kwargs) -> R:
        signature, hints = known()
        for name, value in signature.bind(*given, **options).arguments.items():
            kind = signature.parameters[name].kind
            if kind is inspect.Parameter.VAR_KEYWORD:
                continue
            for each in value if kind is inspect.Parameter.VAR_POSITIONAL else (value,):
                check_value(name, each, hints[name])
        return function(*given, **options)

    return checked


def check_fields(instance: object) -> None:
    """Checks the fields of a dataclass; to be called from its `__post_init__`."""
    kind = type(instance)
    for name, hint in hints_of(kind).items():
        check_value(name, vars(instance)[name], hint)


def hints_of(kind: type[Any]) -> dict[str, object]:
    """The types of a dataclass's fields; read once."""
    if kind not in KNOWN:
        hints = {name: each for base in reversed(kind.__mro__) for name, each in annotations_of(base).items()}
        KNOWN[kind] = {each.name: hints[each.name] for each in dataclasses.fields(kind)}
    return KNOWN[kind]


def annotations_of(kind: type) -> dict[str, object]:
    found = vars(kind).get("__annotations__", {})
    return {name: evaluated(each, kind.__module__) for name, each in found.items()}


def evaluated(annotation: object, module: str) -> object:
    """A type from how it is written; Any where that cannot be known (names that only type checkers read)."""
    if annotation is inspect.Parameter.empty:
        return Any
    if not isinstance(annotation, str):
        return annotation
    try:
        return eval(annotation, vars(sys.modules[module]))
    except (NameError, TypeError, AttributeError):
        return Any


def check_value(name: str, value: object, hint: object) -> None:
    """Raises TypeError, or ValueError for a number beyond the machine's, if a value does not fit."""
    if not fits(value, hint):
        if isinstance(value, str) and typing.get_origin(hint) is typing.Literal:
            raise ValueError(f"{name}={shown(value)}: expected {words(hint)}")
        raise TypeError(f"{name}={shown(value)}: expected {words(hint)}, not {type(value).__name__}")
    if isinstance(value, str) and Path in typing.get_args(hint) and not names_file(value):
        raise ValueError(f"{name}={shown(value)}: not the name of a file")
    if isinstance(value, int) and too_large(value, hint):
        raise ValueError(f"{name}={shown(value)}: too large")


def fits(value: object, hint: object) -> bool:
    if hint is Any or hint is object or isinstance(hint, (TypeVar, ParamSpec, str)):
        return True
    if hint is None or hint is type(None):
        return value is None
    origin, inside = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return any(fits(value, each) for each in inside)
    if origin is typing.Literal:
        return value in inside
    if hint is float:
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if origin is None:
        return is_a(value, hint)
    return is_a(value, origin) and elements_fit(value, origin, inside)


def is_a(value: object, kind: object) -> bool:
    """Whether a value is of a class."""
    if not isinstance(kind, type):
        return True
    if kind is Path:
        return isinstance(value, os.PathLike)
    if kind in (Sequence, Iterable) and isinstance(value, (bytes, bytearray)):
        return False
    return isinstance(value, kind)


def elements_fit(value: object, origin: object, inside: tuple[object, ...]) -> bool:
    """Whether what a container holds is of the right type; what can be read only once is left alone."""
    if isinstance(value, Mapping) and len(inside) == 2:
        return all(fits(key, inside[0]) and fits(each, inside[1]) for key, each in value.items())
    if isinstance(value, (str, range)) and inside:
        return fits("" if isinstance(value, str) else 0, inside[0])
    if not isinstance(value, (list, tuple, set, frozenset)) or not inside:
        return True
    if origin is tuple and inside[-1] is not Ellipsis:
        return len(value) == len(inside) and all(map(fits, value, inside))
    return all(fits(each, inside[0]) for each in value)


def names_file(text: str) -> bool:
    """Whether a file can have such a name."""
    try:
        return b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:  # a lone surrogate
        return False


def too_large(value: int, hint: object) -> bool:
    """Whether a whole number stands for a float that there is not."""
    if hint is not float and float not in typing.get_args(hint):
        return False
    return abs(value) > sys.float_info.max


def words(hint: object) -> str:
    """A type as a person would say it."""
    plain: dict[object, str] = {int: "a whole number", float: "a number", str: "text", bool: "True or False"}
    if hint is type(None):
        return "None"
    if hint in plain:
        return plain[hint]
    origin, inside = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return " or ".join(dict.fromkeys(map(words, inside)))
    if origin is typing.Literal:
        return " or ".join(map(repr, inside))
    if origin is Callable:
        return "a function"
    if isinstance(origin, type):
        return f"a {origin.__name__.lower()}"
    return f"a {hint.__name__}" if isinstance(hint, type) else str(hint)


def shown(value: object) -> str:
    """How Python shows a value, for a message: cut where it is long, and never an error of its own."""
    try:
        text = repr(value)
    except Exception:
        return f"<a {type(value).__name__} whose repr fails>"
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"
