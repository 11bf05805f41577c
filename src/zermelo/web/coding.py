"""Messages to and from plain data: what JSON and query strings can hold.

`plain` turns a message into dicts, lists, texts and numbers. `read` turns such data back into a message and refuses,
naming the field, whatever does not fit; a field that a message does not have is refused too.
"""

from __future__ import annotations

import json
import math
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

Message = TypeVar("Message")
DEEPEST = 64


class BadMessage(ValueError):
    """Data that is not the message it should be; says which field and why."""


def plain(value: Any) -> Any:
    """A message as JSON has it; infinities are written "inf" and "-inf"."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else "inf" if value > 0 else "-inf" if value < 0 else 0.0
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if is_dataclass(value):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    raise TypeError(f"no message: {type(value).__name__}")


def to_json(value: Any) -> bytes:
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=outside)
    except ValueError:  # an infinity: seldom, and slower
        text = json.dumps(plain(value), ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "replace")


def outside(value: Any) -> Any:
    """One message as a dict; what is in it comes here by itself."""
    if is_dataclass(value):
        return vars(value)
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"no message: {type(value).__name__}")


def from_json(data: bytes) -> Any:
    """What JSON says; BadMessage if it is none. NaN and infinities are not JSON."""
    try:
        return json.loads(data, parse_constant=no_constant)
    except RecursionError:
        raise BadMessage("not JSON: nested too deeply") from None
    except (ValueError, UnicodeDecodeError) as error:
        raise BadMessage(f"not JSON: {error}") from None


def no_constant(word: str) -> Any:
    raise ValueError(f"{word} is not a number")


def read(kind: type[Message], data: Any) -> Message:
    """The message that the data is."""
    return reader(kind)(data, "")  # type: ignore[no-any-return, arg-type]


def read_query(kind: type[Message], query: Mapping[str, str]) -> Message:
    """The message that a query string is: every value is text."""
    hints = get_type_hints(kind)
    data = {name: from_text(hints[name], value) if name in hints else value for name, value in query.items()}
    return read(kind, data)


def from_text(hint: Any, text: str) -> Any:
    """A value of a query as the type of its field wants it; the text itself if it does not fit any."""
    wanted = get_args(hint) if get_origin(hint) in (types.UnionType, Union) else (hint,)
    if type(None) in wanted and text == "":
        return None
    if bool in wanted and text in ("true", "false", "1", "0"):
        return text in ("true", "1")
    for number in (int, float):
        if number in wanted:
            try:
                found = number(text) if len(text) < 40 and text.isascii() and "_" not in text else None
            except ValueError:
                continue
            if found is not None and math.isfinite(found):
                return found
    return text


Read = Callable[[Any, str], Any]


@cache
def reader(hint: Any) -> Read:
    """A function (data, where) that reads one type."""
    if is_dataclass(hint):
        return message_reader(hint)
    origin, inner = get_origin(hint), get_args(hint)
    if origin is list:
        return list_reader(reader(inner[0]))
    if origin is dict:
        return dict_reader(reader(inner[1]))
    if origin is Literal:
        return word_reader(inner)
    if origin in (types.UnionType, Union):
        return union_reader(inner)
    return plain_reader(hint)


def place(where: str) -> str:
    return f"{where}: " if where else ""


def message_reader(kind: Any) -> Read:
    hints = get_type_hints(kind)
    readers: dict[str, Read] = {}  # filled at first use, as messages may hold each other
    required = {each.name for each in fields(kind) if each.default is MISSING and each.default_factory is MISSING}

    def read_message(data: Any, where: str) -> Any:
        if not readers:
            readers.update({each.name: reader(hints[each.name]) for each in fields(kind)})
        if not isinstance(data, dict):
            raise BadMessage(f"{place(where)}expected an object, not {kind_of(data)}")
        if unknown := data.keys() - readers.keys():
            raise BadMessage(f"{place(where)}there is no field {min(map(str, unknown))[:40]!r}")
        if missing := required - data.keys():
            raise BadMessage(f"{place(where)}the field {min(missing)!r} is missing")
        return kind(**{name: readers[name](value, name) for name, value in data.items()})

    return read_message


def list_reader(inner: Read) -> Read:
    def read_list(data: Any, where: str) -> Any:
        if not isinstance(data, list):
            raise BadMessage(f"{place(where)}expected a list, not {kind_of(data)}")
        return [inner(each, where) for each in data]

    return read_list


def dict_reader(inner: Read) -> Read:
    def read_dict(data: Any, where: str) -> Any:
        if not isinstance(data, dict):
            raise BadMessage(f"{place(where)}expected an object, not {kind_of(data)}")
        return {key: inner(each, where) for key, each in data.items()}

    return read_dict


def word_reader(words: tuple[Any, ...]) -> Read:
    def read_word(data: Any, where: str) -> Any:
        if not isinstance(data, str) or data not in words:
            raise BadMessage(f"{place(where)}expected one of {', '.join(map(repr, words))}, not {shown(data)}")
        return data

    return read_word


def union_reader(kinds: tuple[Any, ...]) -> Read:
    readers = [reader(each) for each in kinds]

    def read_union(data: Any, where: str) -> Any:
        troubles = []
        for each in readers:
            try:
                return each(data, where)
            except BadMessage as trouble:
                troubles.append(str(trouble))
        raise BadMessage(troubles[0])

    return read_union


def plain_reader(kind: Any) -> Read:
    words = {str: "text", int: "a whole number", float: "a number", bool: "true or false", type(None): "null"}[kind]

    def read_plain(data: Any, where: str) -> Any:
        number = isinstance(data, (int, float)) and not isinstance(data, bool)
        fits = number if kind is float else isinstance(data, kind) and not (kind is int and isinstance(data, bool))
        if not fits:
            raise BadMessage(f"{place(where)}expected {words}, not {shown(data)}")
        if isinstance(data, int) and abs(data) > 2**63:
            raise BadMessage(f"{place(where)}the number is too large")
        if kind is str and any("\ud800" <= each <= "\udfff" for each in data):
            raise BadMessage(f"{place(where)}the text is not Unicode")
        return data

    return read_plain


def kind_of(data: Any) -> str:
    names = {dict: "an object", list: "a list", str: "text", bool: "true or false", type(None): "null"}
    return names.get(type(data), "a number")


def shown(data: Any) -> str:
    return repr(data[:40]) if isinstance(data, str) else kind_of(data) if not isinstance(data, int) else str(data)[:40]
