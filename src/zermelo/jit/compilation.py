# mypy: allow-untyped-calls, disable-error-code="arg-type, attr-defined"
"""The C functions of one game, loaded or compiled."""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from numba.core import types
from numba.core.ccallback import CFunc

from zermelo.compiled import UnsupportedGame
from zermelo.jit.cache import DiskCache, prune
from zermelo.jit.dependencies import Dependencies
from zermelo.jit.diagnostics import complaint
from zermelo.jit.entries import ENTRIES, Access, EntryCompiler, state_access
from zermelo.jit.game_type import Linker

if TYPE_CHECKING:
    from zermelo.game import Game

T = TypeVar("T")

__all__ = ["Compilation"]


class Compilation:
    """The C functions of one game: `names` are the methods to compile, the rest is the shape of a state."""

    def __init__(self, game: Game, names: list[str], words: int, scalar: bool, unsigned: bool) -> None:
        self.dependencies = Dependencies(game, names, f"{words} {scalar} {unsigned}")
        self.functions: dict[str, CFunc] = {}
        self._names, self._words, self._scalar, self._unsigned = names, words, scalar, unsigned

    def run(self, announce: Callable[[], None]) -> dict[str, int]:
        """Loads or compiles all functions; gives their addresses. `announce` is called before compiling."""
        linker = Linker(self.dependencies, self._unsigned)
        access = state_access(self._words, self._scalar)
        once = functools.cache(announce)
        for name in self._names:
            self.functions[name] = self._function(linker, name, access, once)
        if once.cache_info().misses:
            prune()
        return {name: int(function.address or 0) for name, function in self.functions.items()}

    def _function(
        self, linker: Linker, name: str, access: tuple[Access, Access], announce: Callable[[], None]
    ) -> CFunc:
        make, arguments = ENTRIES[name]
        entry = make(linker, *access)
        entry.__qualname__ = f"{linker.name}_{linker.digest}.{name}_entry"
        function = CFunc(entry, (arguments, types.int64), {}, {"forceinline": True}, EntryCompiler)
        if self.dependencies.cacheable:
            function._cache = DiskCache(f"{linker.name}-{name}", linker.digest)
        function._compile_uncached = after(announce, function._compile_uncached)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # Numba's are about its own insides
                function.compile()
        except UnsupportedGame:
            raise
        except Exception as error:  # Numba reports what it cannot compile in many ways
            raise complaint(linker.name, name, self.dependencies.attributes[name][1], error) from None
        return function


def after(first: Callable[[], None], then: Callable[[], T]) -> Callable[[], T]:
    def both() -> T:
        first()
        return then()

    return both
