"""Data as JSON and back: results, traces, files and what the pages are sent, all by one set of rules.

- An infinite number is written "Infinity" or "-Infinity", as JavaScript spells it, and read back where a `Number` is
  declared. NaN is refused: nothing here is worth "not a number".
- Tuples are written as lists. Where a `Move` is declared, lists come back as tuples: moves are hashable.
- What does not fit is refused with the place: `lines[2].score.value: expected float, got str`.
"""

from __future__ import annotations

import math
import numbers
import re
from collections.abc import Container, Hashable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias, TypeVar, get_args

from zermelo.types import Move

if TYPE_CHECKING:
    import msgspec

# Importing msgspec takes a fifth of the time that importing all of Zermelo may take: it is done when it is needed.
T = TypeVar("T")
M = TypeVar("M", bound="msgspec.Struct")
Plain: TypeAlias = "bool | int | float | str | list[Plain] | dict[str, Plain] | None"
INFINITIES = {"Infinity": math.inf, "-Infinity": -math.inf}
PLACE = re.compile(r"(.*?)(?: - at `(?:key in )?\$\.?(.*)`)?", re.DOTALL)


class BadData(ValueError):
    """Data that is not what it should be; says where and why."""


def to_json(value: object) -> bytes:
    """A value as JSON: what `plain` can hold."""
    import msgspec

    encode = msgspec.json.Encoder(enc_hook=encoded).encode
    try:
        data = encode(value)
    except UnicodeEncodeError:  # half of a character, from a text cut in the middle
        return encode(plain(value))
    return encode(plain(value)) if b"null" in data else data  # None, or an infinity


def to_text(value: object) -> str:
    return to_json(value).decode()


def from_json(data: bytes | str, kind: type[T]) -> T:
    """What the JSON says, as a value of this type."""
    import msgspec

    try:
        return msgspec.json.decode(data, type=kind, dec_hook=decoded)
    except msgspec.ValidationError as error:
        raise BadData(placed(str(error))) from None
    except RecursionError:
        raise BadData("not JSON: nested too deeply") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadData(f"not JSON: {error}") from None


def from_plain(data: object, kind: type[T]) -> T:
    """The same from dicts, lists, texts and numbers."""
    import msgspec

    try:
        return msgspec.convert(data, kind, dec_hook=decoded)
    except msgspec.ValidationError as error:
        raise BadData(placed(str(error))) from None
    except RecursionError:
        raise BadData("nested too deeply") from None


def from_query(query: Mapping[str, str], kind: type[M]) -> M:
    """The same from the values of a query string, which are all text; nothing is written for None."""
    import msgspec

    empty = {each.name for each in msgspec.structs.fields(kind) if type(None) in get_args(each.type)}
    given = {name: text for name, text in query.items() if text or name not in empty}
    try:
        found = msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as error:
        raise BadData(placed(str(error))) from None
    for name, value in msgspec.structs.asdict(found).items():
        if isinstance(value, float) and not math.isfinite(value):
            raise BadData(f"{name}: expected a finite number")
    return found


def check_format(data: bytes | str, what: str, known: Container[int], kind: str | None = None) -> None:
    """Refuses a file of another kind, or of a format that this version does not read."""
    head = from_json(data, Head)
    if head.format is None or (kind is not None and head.kind != kind):
        raise BadData(f"not a {what}")
    if head.format not in known:
        raise BadData(f"a {what} of format {head.format}, which this version of Zermelo does not read")


@dataclass(frozen=True)
class Head:
    """What every file of ours says about itself."""

    format: int | None = None
    kind: str | list[int] | None = None  # a trace has a column of that name


def plain(value: object) -> Plain:
    """A value as JSON has it: dicts, lists, texts, finite numbers."""
    import msgspec

    return spelled(msgspec.to_builtins(value, enc_hook=encoded, str_keys=True))


def plain_fields(value: object) -> dict[str, Plain]:
    """The same of something that has fields."""
    found = plain(value)
    if not isinstance(found, dict):
        raise TypeError(f"{type(value).__name__} has no fields")
    return found


def spelled(value: object) -> Plain:
    """Infinities as text, and no half characters."""
    if isinstance(value, float) and not math.isfinite(value):
        if math.isnan(value):
            raise ValueError("nan is not a number that JSON can hold")
        return "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, str):
        return value if value.isascii() else value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {spelled_key(key): spelled(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [spelled(each) for each in value]
    assert value is None or isinstance(value, (bool, int, float))
    return value


def spelled_key(key: str) -> str:
    return key if key.isascii() else key.encode("utf-8", "replace").decode()


def plain_move(move: Move) -> Move:
    """A move that JSON can hold: what is no text, number or tuple of those becomes its text."""
    if isinstance(move, tuple):
        return tuple(map(plain_move, move))
    fits = move is None or isinstance(move, (str, int)) or (isinstance(move, float) and math.isfinite(move))
    return move if fits else str(move)


def encoded(value: object) -> object:
    """What msgspec asks about a type that it does not know."""
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"no JSON for {type(value).__name__}")


def decoded(kind: type, value: object) -> object:
    """What msgspec asks about a declared type that it does not know: a Number, a Move, or `object` for anything."""
    if kind is object:
        return value
    if kind is Hashable:
        return hashable(value)
    if kind is numbers.Real:
        return number(value)
    raise ValueError(f"expected null, got {name_of(value)}")


def hashable(value: object) -> Move:
    if isinstance(value, list):
        return tuple(map(hashable, value))
    if isinstance(value, dict):
        raise ValueError("expected a move, got object")
    assert isinstance(value, Hashable)
    return value


def number(value: object) -> float:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, dict) and set(value) == {"number"}:  # as results of format 1 have it
        value = value["number"]
    if isinstance(value, str) and value in INFINITIES:
        return INFINITIES[value]
    raise ValueError(f"expected float, got {name_of(value)}")


def name_of(value: object) -> str:
    """The type as msgspec calls it."""
    names = {type(None): "null", list: "array", dict: "object"}
    return names.get(type(value), type(value).__name__)


def placed(message: str) -> str:
    """`Expected `float`, got `str` - at `$.lines[2].score`` with the place first, in plain letters."""
    found = PLACE.fullmatch(message)
    assert found is not None
    words, place = found[1].replace("`", ""), found[2]
    words = words[:1].lower() + words[1:]
    return f"{place}: {words}" if place else words
