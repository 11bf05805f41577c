# mypy: allow-subclassing-any, allow-untyped-decorators, allow-untyped-calls
# mypy: disable-error-code="arg-type, attr-defined, call-arg, call-overload, override, union-attr"
"""`self` in compiled code.

It has the Numba type `GameType`, which holds nothing: its attributes are constants and its methods are
jitted functions. A helper function is compiled by giving its caller a copy of the
globals in which the helper's name means the jitted helper, so line numbers stay the user's own.
"""

from __future__ import annotations

import functools
import types as python
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numba
from llvmlite import ir as llvm
from numba.core import errors, types
from numba.core.datamodel import models
from numba.core.dispatcher import Dispatcher
from numba.core.imputils import lower_cast, lower_constant, lower_getattr_generic
from numba.core.typing.templates import AbstractTemplate, AttributeTemplate, infer_getattr
from numba.extending import lower_builtin, register_model, typeof_impl

from zermelo.compiled import MASK, UnsupportedGame, in_range, put
from zermelo.jit.dependencies import Dependencies, is_namespace, members, references
from zermelo.jit.words import SignedWords, UnsignedWords
from zermelo.jit.yield_from import without_yield_from

if TYPE_CHECKING:  # Numba and LLVM have no types: checkers take these names on trust
    from llvmlite.ir import IRBuilder, Value
    from numba.core.base import BaseContext as Context
    from numba.core.datamodel import DataModelManager
    from numba.core.types import Type
    from numba.core.typing.templates import Signature


class GameType(types.Type):
    """The type of `self`, one per digest."""

    def __init__(self, linker: Linker) -> None:
        self.linker = linker
        super().__init__(name=f"{linker.name}[{linker.digest}]")


class SinkType(types.Type):
    """The type of `self` in a `moves` that yields: the game, and a pointer to where its moves go."""

    def __init__(self, game: GameType) -> None:
        self.game = game
        super().__init__(name=f"{game.name} moves")


WORD = llvm.IntType(64)
SINK = llvm.LiteralStructType([WORD.as_pointer(), WORD, WORD])
OUT, CAPACITY, COUNT = 0, 1, 2

register_model(GameType)(models.OpaqueModel)


@register_model(SinkType)
class SinkModel(models.PrimitiveModel):
    def __init__(self, manager: DataModelManager, ty: Type) -> None:
        super().__init__(manager, ty, SINK.as_pointer())


@lower_cast(SinkType, GameType)
def sink_to_game(context: Context, builder: IRBuilder, source: Type, target: Type, value: Value) -> Value:
    return context.get_dummy_value()


class Self:
    """The Python object that stands for `self` where the C functions call a method."""

    def __init__(self, linker: Linker) -> None:
        self.numba_type = GameType(linker)


@typeof_impl.register(Self)
def typeof_self(value: Self, context: object) -> GameType:
    return value.numba_type


@lower_constant(GameType)
def constant_self(context: Context, builder: IRBuilder, ty: Type, value: Self) -> Value:
    return context.get_dummy_value()


def game_of(ty: GameType | SinkType) -> GameType:
    return ty.game if isinstance(ty, SinkType) else ty


class GameAttribute(AttributeTemplate):
    """The type of `self.name`."""

    def generic_resolve(self, ty: Type, name: str) -> Type | None:
        game = game_of(ty)
        found = game.linker.attributes.get(name)
        if found is None:
            raise errors.TypingError(f"zermelo: {game.linker.name} has no attribute {name!r}")
        kind, value = found
        if kind == "constant":
            found_type: Type = self.context.resolve_value_type(value)
            return found_type
        assert isinstance(value, Dispatcher)
        target = types.Dispatcher(value)
        if kind == "static":
            return target
        lower_method(name)

        class Method(AbstractTemplate):
            key = (GameType, name)

            def generic(self, args: Sequence[Type], kws: Mapping[str, Type]) -> Signature | None:
                found: Signature = target.get_call_type(self.context, (game, *args), kws).as_method()
                return found

        return types.BoundFunction(Method, game)


def get_attribute(context: Context, builder: IRBuilder, ty: GameType | SinkType, value: Value, name: str) -> Value:
    """The value of `self.name`; a function has none, its type says it all."""
    kind, constant = game_of(ty).linker.attributes[name]
    if kind != "constant":
        return context.get_dummy_value()
    constant_type = context.typing_context.resolve_value_type(constant)
    return context.get_constant_generic(builder, constant_type, constant)


for self_type in (GameType, SinkType):
    infer_getattr(type("Attribute", (GameAttribute,), {"key": self_type}))
    lower_getattr_generic(self_type)(get_attribute)


@functools.cache
def lower_method(name: str) -> None:
    """Numba finds the code of a bound method by its name, so each name is registered, once."""

    @lower_builtin((GameType, name), GameType, types.VarArg(types.Any))
    def call_method(context: Context, builder: IRBuilder, sig: Signature, args: Sequence[Value]) -> Value:
        dispatcher = sig.args[0].linker.attributes[name][1]
        call = context.get_function(types.Dispatcher(dispatcher), sig)
        result = call(builder, args)
        context.add_linking_libs(getattr(call, "libs", ()))
        return result


class Linker:
    """Makes jitted functions of all that a dependencies found, each once. `attributes` is what `self` has."""

    def __init__(self, dependencies: Dependencies, unsigned: bool) -> None:
        self.name = type(dependencies.game).__name__
        self.digest = dependencies.digest
        self.unsigned = unsigned
        self._done: dict[python.FunctionType, Dispatcher] = {}
        self.attributes = {
            name: (kind, self.constant(value, f"self.{name}") if kind == "constant" else self.jit(value))
            for name, (kind, value) in dependencies.attributes.items()
        }
        self.game = Self(self)

    def jit(self, func: python.FunctionType) -> Dispatcher:
        """A dispatcher for a copy of `func` in whose scope every name means what compiled code needs."""
        if func in self._done:
            return self._done[func]
        code = without_yield_from(func)
        scope: dict[str, object] = {"__name__": func.__module__, "__builtins__": __builtins__}
        cells = {name: python.CellType() for name in code.co_freevars}
        code = code.replace(co_consts=tuple(self.constant(c, func.__qualname__) for c in code.co_consts))
        copy = python.FunctionType(code, scope, func.__name__, func.__defaults__, tuple(cells.values()))
        copy.__kwdefaults__ = func.__kwdefaults__
        copy.__module__ = func.__module__
        # Machine code is linked by name: another version of this game must have other names.
        copy.__qualname__ = f"{self.name}_{self.digest}.{func.__name__}"
        pipeline = UnsignedWords if self.unsigned else SignedWords
        self._done[func] = numba.njit(pipeline_class=pipeline, boundscheck=True)(copy)
        for name, value in references(func):  # after the line above, for functions that call each other
            if name in cells:
                cells[name].cell_contents = self._meaning(name, value, func)
            else:
                scope[name] = self._meaning(name, value, func)
        return self._done[func]

    def _meaning(self, name: str, value: object, func: python.FunctionType) -> object:
        if isinstance(value, python.FunctionType) and value is not put:
            return self.jit(value)
        if is_namespace(value):
            part = python.ModuleType(value.__name__)
            for used, inner in members(value, func):
                setattr(part, used, self._meaning(used, inner, func))
            return part
        return self.constant(value, name)

    def constant(self, value: object, where: str) -> object:
        """The value with every int as a signed 64-bit word, the one integer type of compiled code."""
        if type(value) is tuple:
            return tuple(self.constant(item, where) for item in value)
        if type(value) is not int or in_range(value, unsigned=False):
            return value
        if self.unsigned and in_range(value, unsigned=True):
            return value - MASK - 1
        hint = "" if self.unsigned else "; words up to 2**64 - 1 need `unsigned = True` in the class"
        raise UnsupportedGame(f"{self.name}: the constant {value:#x} in {where} is wider than a word{hint}")
