"""What a game's code refers to: every function its methods can reach and every constant they name.

The digest over all of it names the compiled code, on disk and in the process, so an edit anywhere is a new
name and stale code cannot be found again.
"""

from __future__ import annotations

import enum
import functools
import hashlib
import importlib.metadata
import inspect
import sys
import types as python
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol, TypeGuard, runtime_checkable

from zermelo.compiled import UnsupportedGame, put

# Modules whose functions Numba compiles itself.
KNOWN_MODULES = {"math", "cmath", "operator", "numpy", "numba", "random", "zermelo"}


@functools.cache
def surroundings() -> str:
    """What else decides the machine code: this package, Numba and Python."""
    sources = sorted(Path(__file__).parent.glob("*.py"))
    own = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()
    return f"{own} {importlib.metadata.version('numba')} {sys.version_info[:3]}"


def names_in(code: python.CodeType) -> set[str]:
    """Every name (global or attribute) that the code and the code nested in it mentions."""
    names = set(code.co_names)
    for const in code.co_consts:
        if isinstance(const, python.CodeType):
            names |= names_in(const)
    return names


def references(func: python.FunctionType) -> Iterator[tuple[str, object]]:
    """The module-level names and closure variables that `func` can read, with their values."""
    for name in sorted(names_in(func.__code__)):
        if name in func.__globals__:
            yield name, unwrapped(func.__globals__[name])
    for name, cell in zip(func.__code__.co_freevars, func.__closure__ or (), strict=True):
        try:
            yield name, unwrapped(cell.cell_contents)
        except ValueError:  # a cell not filled yet
            continue


def attribute(game: object, name: str) -> tuple[str, object] | None:
    """`self.name` as ("method", function), ("static", function) or ("constant", value), if there is one."""
    try:
        raw = inspect.getattr_static(game, name)
    except AttributeError:
        return None
    if isinstance(raw, classmethod):
        raise UnsupportedGame(f"{type(game).__name__}.{name} is a classmethod: make it a method")
    if isinstance(raw, staticmethod):
        return "static", unwrapped(raw)
    raw = unwrapped(raw)
    if isinstance(raw, python.FunctionType) and name not in vars(game):
        return "method", raw
    return "constant", getattr(game, name)


def unwrapped(value: object) -> object:
    """The function behind a staticmethod or functools.cache; compiled code does without the cache."""
    if isinstance(value, (staticmethod, functools._lru_cache_wrapper)):
        return unwrapped(value.__wrapped__)
    return value


def is_namespace(value: object) -> TypeGuard[python.ModuleType | type]:
    """A module or class that is read by name only: `bits.count(x)`, `Rules.SIZE`, `Base.play(self, s, m)`."""
    if isinstance(value, python.ModuleType):
        return value.__name__.partition(".")[0] not in KNOWN_MODULES
    plain = isinstance(value, type) and not issubclass(value, (BaseException, enum.Enum))
    return plain and value.__module__.partition(".")[0] not in KNOWN_MODULES | {"builtins"}


def members(namespace: python.ModuleType | type, func: python.FunctionType) -> Iterator[tuple[str, object]]:
    """What `func` may read in a namespace, one level deep."""
    for name in sorted(names_in(func.__code__)):
        value = unwrapped(inspect.getattr_static(namespace, name, namespace))
        if value is not namespace and not isinstance(value, python.ModuleType) and not is_namespace(value):
            yield name, value


@runtime_checkable
class Jitted(Protocol):
    """A function that Numba compiles."""

    py_func: object


@runtime_checkable
class Array(Protocol):
    """An array of NumPy."""

    dtype: object
    shape: tuple[int, ...]

    def tobytes(self) -> bytes: ...


class Dependencies:
    """Walks over all a game can reach. The same digest means the same content; a game with something in it
    that cannot be compared between processes is not `cacheable`."""

    def __init__(self, game: object, methods: list[str], shape: str) -> None:
        self.game = game
        self.cacheable = True
        self.attributes: dict[str, tuple[str, object]] = {}
        self._seen: dict[python.FunctionType, int] = {}
        self._hash = hashlib.sha256()
        self._add(f"{surroundings()} {type(game).__name__} {shape} {methods}")
        for name in methods:
            found = attribute(game, name)
            if found is None or found[0] != "method":
                raise UnsupportedGame(f"{type(game).__name__}.{name} must be a method")
            self.attributes[name] = found
            assert isinstance(found[1], python.FunctionType)
            self._function(found[1])
        self.digest = self._hash.hexdigest()[:16] if self.cacheable else uuid.uuid4().hex[:16]

    def _add(self, text: str) -> None:
        self._hash.update(text.encode() + b"\0")

    def _function(self, func: python.FunctionType) -> None:
        if func in self._seen:
            self._add(f"function {self._seen[func]}")
            return
        self._seen[func] = len(self._seen)
        self._add(f"def {func.__name__}")
        self._value((func.__defaults__, *sorted((func.__kwdefaults__ or {}).items())))
        self._code(func.__code__)
        for name, value in references(func):
            self._add(name)
            if is_namespace(value):
                self._namespace(value, func)
            else:
                self._value(value)
        for name in sorted(names_in(func.__code__)):
            found = attribute(self.game, name)
            if found is not None:
                self.attributes[name] = found
                self._add(f"self.{name} {found[0]}")
                self._value(found[1])

    def _namespace(self, namespace: python.ModuleType | type, func: python.FunctionType) -> None:
        self._add(f"namespace {namespace.__name__}")
        for name, value in members(namespace, func):
            self._add(name)
            self._value(value)

    def _code(self, code: python.CodeType) -> None:
        # Everything that decides what the code does; not the line numbers, so comments do not recompile.
        self._add(repr((code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)))
        self._add(repr((code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)))
        self._add(repr((code.co_code, code.co_exceptiontable)))
        for const in code.co_consts:
            if isinstance(const, python.CodeType):
                self._code(const)
            else:
                self._value(const)

    def _value(self, value: object) -> None:
        kind = type(value).__qualname__
        if value is None or value is Ellipsis or isinstance(value, (bool, int, float, complex, str, bytes)):
            self._add(f"{kind} {value!r}")
        elif isinstance(value, (tuple, list)):
            self._add(f"{kind} of {len(value)}")
            for item in value:
                self._value(item)
        elif isinstance(value, frozenset):
            self._add(f"{kind} {sorted(map(repr, value))}")
        elif value is put:  # entries.py has it in compiled form: what the Python form does decides nothing
            self._add("put")
        elif isinstance(value, python.FunctionType):
            self._function(value)
        elif isinstance(value, Jitted) and isinstance(value.py_func, python.FunctionType):  # by the user
            self._function(value.py_func)
        elif isinstance(value, python.ModuleType):
            self._add(f"module {value.__name__} {getattr(value, '__version__', '')}")
        elif isinstance(value, enum.EnumType):
            self._add(f"{value.__qualname__} {[(m.name, m.value) for m in list[enum.Enum](value)]}")
        elif isinstance(value, type) or inspect.isbuiltin(value):
            self._add(f"{value.__module__}.{value.__qualname__}")
        elif type(value).__module__ == "numpy" and isinstance(value, Array):
            self._add(f"{kind} {value.dtype} {value.shape}")
            self._hash.update(value.tobytes())
        elif value is not self.game:
            self._add(kind)
            self.cacheable = False
