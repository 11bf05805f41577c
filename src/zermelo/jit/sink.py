# mypy: allow-subclassing-any, allow-untyped-decorators, allow-untyped-calls
# mypy: disable-error-code="arg-type, attr-defined, call-arg, call-overload, override, union-attr"
"""`yield` as a store.

A `moves` (or `features`) that yields is compiled as an ordinary function that stores each move where its `self`, a
sink, points. Numba's own generators keep their place in memory and jump back to it for every move: Connect Four
searched 1.2 to 1.5 times slower with them, and took twice as long to compile.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numba
from numba.core import cgutils, errors, ir, ir_utils, types
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.untyped_passes import FixupArgs
from numba.extending import intrinsic

from zermelo.jit.diagnostics import YIELDING, described, is_int
from zermelo.jit.game_type import CAPACITY, COUNT, OUT, SINK, GameType, Self, SinkType
from zermelo.jit.words import Intrinsic, SignedWords, UnsignedArithmetic

if TYPE_CHECKING:  # Numba and LLVM have no types: checkers take these names on trust
    from llvmlite.ir import IRBuilder, Value
    from numba.core.base import BaseContext as Context
    from numba.core.compiler import StateDict
    from numba.core.compiler_machinery import PassManager
    from numba.core.dispatcher import Dispatcher
    from numba.core.types import Type
    from numba.core.typing.context import BaseContext as TypingContext
    from numba.core.typing.templates import Signature

ENDLESS = 2**24  # no list of moves is longer


def field(builder: IRBuilder, sink: Value, index: int) -> Value:
    return cgutils.gep_inbounds(builder, sink, 0, index)


def open_sink(game: GameType) -> Callable[..., Value]:
    """The function that prepares a sink for one call of `moves`."""

    def generate(context: Context, builder: IRBuilder, sig: Signature, args: Sequence[Value]) -> Value:
        sink = cgutils.alloca_once(builder, SINK)
        for index, value in ((OUT, args[0]), (CAPACITY, args[1]), (COUNT, args[1].type(0))):
            builder.store(value, field(builder, sink, index))
        return sink

    @intrinsic
    def make(context: TypingContext, out: Type, capacity: Type) -> Intrinsic:
        return SinkType(game)(types.CPointer(types.int64), types.int64), generate

    return make


@intrinsic
def emit(context: TypingContext, sink: Type, move: Type) -> Intrinsic:
    """Stores a move. Beyond the capacity it only counts; a generator without end is stopped."""
    if not is_int(move):
        raise errors.TypingError(f"zermelo: {YIELDING} of a compiled game are ints, but this is {described(move)}")

    def generate(context: Context, builder: IRBuilder, sig: Signature, args: Sequence[Value]) -> Value:
        sink = args[0]
        word = context.cast(builder, args[1], sig.args[1], types.int64)
        count = builder.load(field(builder, sink, COUNT))
        builder.store(builder.add(count, count.type(1)), field(builder, sink, COUNT))
        room = builder.icmp_signed("<", count, builder.load(field(builder, sink, CAPACITY)))
        with builder.if_else(room, likely=True) as (store, drop):
            with store:
                builder.store(word, builder.gep(builder.load(field(builder, sink, OUT)), [count]))
            with drop, cgutils.if_unlikely(builder, builder.icmp_signed(">", count, count.type(ENDLESS))):
                context.call_conv.return_user_exc(builder, OverflowError, ("what it yields does not end",))
        return context.get_dummy_value()

    return types.none(sink, move), generate


@intrinsic
def emitted(context: TypingContext, sink: Type) -> Intrinsic:
    """How many moves the sink was given."""

    def generate(context: Context, builder: IRBuilder, sig: Signature, args: Sequence[Value]) -> Value:
        return builder.load(field(builder, args[0], COUNT))

    return types.int64(sink), generate


@register_pass(mutates_CFG=False, analysis_only=False)
class YieldToSink(FunctionPass):
    """Makes each `yield move` a call `emit(self, move)`, and a generator an ordinary function."""

    _name = "zermelo_yield_to_sink"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: StateDict) -> bool:
        func_ir = state.func_ir
        for block in func_ir.blocks.values():
            sink = ir.Var(block.scope, func_ir.arg_names[0], func_ir.loc)
            block.body = [new for old in block.body for new in self._replaced(old, block.scope, sink)]
        func_ir._definitions = ir_utils.build_definitions(func_ir.blocks)
        func_ir.is_generator = state.func_id.is_generator = False
        return True

    def _replaced(self, statement: ir.Stmt, scope: ir.Scope, sink: ir.Var) -> list[ir.Stmt]:
        if not isinstance(statement, ir.Assign) or not isinstance(statement.value, ir.Yield):
            return [statement]
        loc = statement.loc
        function = scope.redefine("$emit", loc)
        call = ir.Expr.call(function, [sink, statement.value.value], (), loc)
        name = ir.Global("emit", emit, loc)
        return [ir.Assign(name, function, loc), ir.Assign(call, statement.target, loc)]


class SignedEmitting(SignedWords):
    def define_pipelines(self) -> list[PassManager]:
        (passes,) = super().define_pipelines()
        passes.add_pass_after(YieldToSink, FixupArgs)
        passes.finalize()
        return [passes]


class UnsignedEmitting(SignedEmitting):
    arithmetic = UnsignedArithmetic


def emitting(moves: Dispatcher, unsigned: bool) -> Dispatcher:
    """The generator `moves(self, s)` as a function of (sink, s)."""
    pipeline = UnsignedEmitting if unsigned else SignedEmitting
    return numba.njit(pipeline_class=pipeline, boundscheck=True, forceinline=True)(moves.py_func)


def emitting_all(moves: Dispatcher, game: Self) -> Dispatcher:
    """A `moves` that returns a list or tuple, as a function of (sink, s)."""

    def collect(sink: object, s: object) -> None:
        for move in moves(game, s):
            emit(sink, move)

    return collector(moves, collect)


def emitting_all_for(features: Dispatcher, game: Self) -> Dispatcher:
    """A `features` that returns a list or tuple, as a function of (sink, s, player)."""

    def collect(sink: object, s: object, player: int) -> None:
        for feature in features(game, s, player):
            emit(sink, feature)

    return collector(features, collect)


def collector(method: Dispatcher, collect: Callable[..., None]) -> Dispatcher:
    collect.__qualname__ = method.py_func.__qualname__ + "_collected"
    jitted: Dispatcher = numba.njit()(collect)
    return jitted
