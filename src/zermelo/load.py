"""Objects by name: `module:Name` or `file.py:Name`, as people write them on a command line."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import sys
from collections.abc import Mapping
from types import ModuleType
from typing import TypeVar

from zermelo.errors import GameError, MissingExtra, place_of

T = TypeVar("T")


def load_object(text: str) -> object:
    """What `module:Name` or `file.py:Name` names.

    ValueError if there is no such module or name, GameError if the module's own code fails. Modules are looked for in
    the current folder too.
    """
    place, _, name = text.rpartition(":")
    if not place or not name.isidentifier():
        raise ValueError(f"{text!r} is not of the form module:Name or file.py:Name")
    module = load_file(place) if place.endswith(".py") else load_module(place)
    try:
        return getattr(module, name)
    except AttributeError:
        raise ValueError(f"{place} has no {name}{known_classes(module)}") from None


def make(kind: type[T], options: Mapping[str, object]) -> T:
    """An object of a user's class; what its constructor raises, but for wrong options, is a failure of that class."""
    try:
        return kind(**options)
    except (TypeError, GameError, MissingExtra):
        raise
    except Exception as error:
        raise GameError(f"{kind.__name__}() raised {type(error).__name__}: {error} ({place_of(error)})") from error


def load_file(path: str) -> ModuleType:
    """The module in a file; the files next to it can be imported by it."""
    if not os.path.isfile(path):
        raise ValueError(f"there is no file {path}")
    full = os.path.abspath(path)
    look_in(os.path.dirname(full))
    name = f"zermelo_file_{hashlib.sha256(full.encode()).hexdigest()[:12]}"
    spec = importlib.util.spec_from_file_location(name, full)
    if spec is None or spec.loader is None:
        raise ValueError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise failed(path, error) from error
    return module


def load_module(name: str) -> ModuleType:
    if not all(part.isidentifier() for part in name.split(".")):
        raise ValueError(f"{name!r} is not the name of a module (a file is written with its ending: {name}.py)")
    look_in(os.getcwd())
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(error.name + ".")):
            raise ValueError(f"there is no module {name} (looked in the current folder and on Python's path)") from None
        raise failed(name, error) from error
    except Exception as error:
        raise failed(name, error) from error


def look_in(folder: str) -> None:
    if folder not in sys.path:
        sys.path.insert(0, folder)


def failed(place: str, error: Exception) -> Exception:
    """What to raise when a user's module could not be run."""
    if isinstance(error, MissingExtra):
        return error
    line = f"line {error.lineno}" if isinstance(error, SyntaxError) else place_of(error)
    return GameError(f"importing {place} raised {type(error).__name__}: {error} ({line})")


def known_classes(module: ModuleType) -> str:
    """` (it has …)`: the classes the module itself defines, if any."""
    own = [name for name, each in vars(module).items() if isinstance(each, type) and each.__module__ == module.__name__]
    return f" (it has {', '.join(own[:10])})" if own else ""
