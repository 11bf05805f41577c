"""The browser's copy of messages.py: TypeScript interfaces. `python -m zermelo.web.typescript FILE` writes it."""

from __future__ import annotations

import inspect
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal, Union, get_args, get_origin

from msgspec.structs import FieldInfo, fields

from zermelo.types import Number
from zermelo.web import messages
from zermelo.web.messages import Message

HEAD = "// Written by `python -m zermelo.web.typescript` from src/zermelo/web/messages.py. Do not edit.\n"
PLAIN: dict[object, str] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
    Number: 'number | "Infinity" | "-Infinity"',
}


def module() -> str:
    """The whole file."""
    return "\n".join([HEAD, *(interface(each) for each in shown())])


def shown() -> Iterator[type[Message]]:
    """The messages in the order of the file."""
    for each in vars(messages).values():
        if isinstance(each, type) and issubclass(each, Message) and each is not Message:
            yield each


def interface(kind: type[Message]) -> str:
    asked = kind.__name__.startswith("Ask")
    lines = [line(each, asked) for each in fields(kind)]
    said = inspect.cleandoc(kind.__doc__ or "").replace("\n", " ")
    about = f"/** {said} */\n" if said else ""
    return f"{about}export interface {kind.__name__} {{\n{''.join(lines)}}}\n"


def line(each: FieldInfo, asked: bool) -> str:
    """One field; what has a default may be left out of a request."""
    mark = "?" if asked and not each.required else ""
    return f"  {each.name}{mark}: {written(each.type)};\n"


def written(hint: object) -> str:
    """A type."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    if origin is Literal:
        return " | ".join(f'"{each}"' for each in inner)
    if origin in (types.UnionType, Union):
        return " | ".join(dict.fromkeys(written(each) for each in inner))
    if origin is list:
        of = written(inner[0])
        return f"({of})[]" if " | " in of else f"{of}[]"
    if origin is dict:
        return f"Record<{written(inner[0])}, {written(inner[1])}>"
    if origin is Annotated:
        return written(inner[0])
    if isinstance(hint, type) and issubclass(hint, Message):
        return hint.__name__
    raise TypeError(f"no TypeScript for {hint!r}")


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(module(), encoding="utf-8")
