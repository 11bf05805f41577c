"""The browser's copy of messages.py: TypeScript interfaces. `python -m zermelo.web.typescript FILE` writes it."""

from __future__ import annotations

import inspect
import sys
import types
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from zermelo.web import messages

HEAD = "// Written by `python -m zermelo.web.typescript` from src/zermelo/web/messages.py. Do not edit.\n"
PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}


def module() -> str:
    """The whole file."""
    return "\n".join([HEAD, *(interface(each) for each in shown())])


def shown() -> Iterator[type]:
    """The dataclasses in the order of the file."""
    for each in vars(messages).values():
        if isinstance(each, type) and is_dataclass(each) and each.__module__ == messages.__name__:
            yield each


def interface(kind: type) -> str:
    hints = get_type_hints(kind)
    asked = kind.__name__.startswith("Ask")
    lines = [line(each, hints[each.name], asked) for each in fields(kind)]
    said = (inspect.getdoc(kind) or "").replace("\n", " ")
    about = "" if said.startswith(f"{kind.__name__}(") else f"/** {said} */\n"
    return f"{about}export interface {kind.__name__} {{\n{''.join(lines)}}}\n"


def line(each: Field[Any], hint: Any, asked: bool) -> str:
    """One field; what has a default may be left out of a request."""
    required = each.default is MISSING and each.default_factory is MISSING
    mark = "?" if asked and not required else ""
    return f"  {each.name}{mark}: {written(hint)};\n"


def written(hint: Any) -> str:
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
    if is_dataclass(hint):
        return str(hint.__name__)  # type: ignore[union-attr]
    raise TypeError(f"no TypeScript for {hint!r}")


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(module(), encoding="utf-8")
