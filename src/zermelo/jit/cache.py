# mypy: allow-subclassing-any, allow-untyped-calls
# mypy: disable-error-code="attr-defined"
"""Compiled code on disk: Numba's own cache files, found by digest instead of by source file and date.

Trouble with the disk costs time, never an answer.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from numba.core import caching

from zermelo.jit.folder import folder

if TYPE_CHECKING:  # Numba and LLVM have no types: checkers take these names on trust
    from numba.core.base import BaseContext as Context
    from numba.core.codegen import Codegen as CodegenBase
    from numba.core.compiler import CompileResult
    from numba.core.typing.templates import Signature

MOST_FILES = 2000  # about 100 MB


def prune() -> None:
    """Deletes the oldest files beyond MOST_FILES."""
    try:
        files = sorted(folder().iterdir(), key=lambda path: path.stat().st_mtime)
        for path in files[:-MOST_FILES]:
            path.unlink()
    except OSError:
        return


class Locator(caching._CacheLocator):
    def __init__(self, digest: str) -> None:
        self._digest = digest

    def get_cache_path(self) -> str:
        return str(folder())

    def get_source_stamp(self) -> str:
        return self._digest

    def get_disambiguator(self) -> str:
        return self._digest


class Files(caching.CompileResultCacheImpl):
    def __init__(self, name: str, digest: str) -> None:
        self._locator = Locator(digest)
        self._filename_base = self.get_filename_base(name, sys.abiflags if os.name == "posix" else "")

    def check_cachable(self, result: CompileResult) -> bool:
        return not result.library.has_dynamic_globals


class DiskCache(caching.FunctionCache):
    """The cache of one C function."""

    def __init__(self, name: str, digest: str) -> None:
        self._name, self._digest = name, digest
        self._impl = Files(name, digest)
        self._cache_path = self._impl.locator.get_cache_path()
        self._cache_file = caching.IndexDataCacheFile(self._cache_path, self._impl.filename_base, digest)
        self.enable()

    def _index_key(self, sig: Signature, codegen: CodegenBase) -> tuple[object, ...]:
        return sig, codegen.magic_tuple(), self._digest

    def load_overload(self, sig: Signature, target_context: Context) -> CompileResult | None:
        try:
            found: CompileResult | None = super().load_overload(sig, target_context)
            return found
        except Exception:  # a damaged file: compile again
            return None

    def save_overload(self, sig: Signature, data: CompileResult) -> None:
        try:
            super().save_overload(sig, data)
        except OSError:
            return
