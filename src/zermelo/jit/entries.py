# mypy: allow-subclassing-any, allow-untyped-decorators, allow-untyped-calls
# mypy: disable-error-code="arg-type, attr-defined, call-arg, call-overload, override, union-attr"
"""The C functions: each loads a state from words, calls a method, stores the answer and returns a status.

    turn(s)                   0, 1, CHANCE, OVER; BAD_TURN for anything else
    moves(s, out, capacity)   how many; TOO_MANY_MOVES if more than capacity
    play(s, move, out)        turn of the new state
    payoff(s, player, out)    0          evaluate(s, player, out)   0
    noisy(s, move)            0 or 1     canonical(s, out)          0
    repetition_key(s, out)    0          table_key(s, out)          0
    features(s, player, out, capacity)   how many, as moves
    move_index(s, move, out)  0

All return ERROR when the user's code raised. None of them needs the GIL.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from llvmlite import ir as llvm
from numba.core import cgutils, compiler, errors, lowering, types
from numba.core.compiler_machinery import register_pass
from numba.core.dispatcher import Dispatcher
from numba.core.typed_passes import NativeLowering
from numba.extending import intrinsic, overload

from zermelo.compiled import BAD_TURN, ERROR, TOO_MANY_MOVES, put
from zermelo.jit.diagnostics import described, is_int
from zermelo.jit.game_type import Linker
from zermelo.jit.sink import emitted, emitting, emitting_all, emitting_all_for, open_sink
from zermelo.jit.words import Intrinsic

if TYPE_CHECKING:  # Numba and LLVM have no types: checkers take these names on trust
    from llvmlite.ir import IRBuilder, Value
    from numba.core.base import BaseContext as Context
    from numba.core.compiler_machinery import PassManager
    from numba.core.types import Type
    from numba.core.typing.context import BaseContext as TypingContext
    from numba.core.typing.templates import Signature

Access: TypeAlias = Callable[..., object]  # loads a state, or stores one
Entry: TypeAlias = Callable[..., object]
Make: TypeAlias = Callable[[Linker, Access, Access], Entry]
Pointer: TypeAlias = object  # to words, in compiled code

WORD, WORDS, NUMBER = types.int64, types.CPointer(types.int64), types.CPointer(types.float64)


@intrinsic
def put_word(context: TypingContext, words: Type, index: Type, value: Type) -> Intrinsic:
    def generate(context: Context, builder: IRBuilder, sig: Signature, args: Sequence[Value]) -> Value:
        words, index, value = args
        stack = cgutils.alloca_once_value(builder, words)
        builder.store(value, builder.gep(stack, [index.type(0), index], inbounds=True))
        return builder.load(stack)

    return words(words, WORD, words.dtype), generate


@overload(put, strict=False)  # else Numba compares the annotations too
def compiled_put(words: Type, index: Type, value: Type) -> Callable[..., object]:
    if not isinstance(words, types.UniTuple):
        raise errors.TypingError(f"zermelo: put() needs a tuple of ints, but this is {described(words)}")
    count = words.count

    def zermelo_put(words: tuple[int, ...], index: int, value: int) -> object:
        at = index + count if index < 0 else index
        if at < 0 or at >= count:
            raise IndexError("tuple index out of range")
        return put_word(words, at, value)

    return zermelo_put


def state_access(words: int, scalar: bool) -> tuple[Access, Access]:
    """The functions that load a state from an int64* and store one there."""
    state_type = WORD if scalar else types.UniTuple(WORD, words)

    def generate_load(context: Context, builder: IRBuilder, sig: Signature, args: Sequence[Value]) -> Value:
        values = [builder.load(cgutils.gep_inbounds(builder, args[0], i)) for i in range(words)]
        return values[0] if scalar else context.make_tuple(builder, state_type, values)

    def generate_store(context: Context, builder: IRBuilder, sig: Signature, args: Sequence[Value]) -> Value:
        values = [args[1]] if scalar else cgutils.unpack_tuple(builder, args[1])
        given = [sig.args[1]] if scalar else list(sig.args[1])
        for i, (value, ty) in enumerate(zip(values, given, strict=True)):
            builder.store(context.cast(builder, value, ty, WORD), cgutils.gep_inbounds(builder, args[0], i))
        return context.get_dummy_value()

    @intrinsic
    def load(context: TypingContext, source: Type) -> Intrinsic:
        return state_type(WORDS), generate_load

    @intrinsic
    def store(context: TypingContext, target: Type, state: Type) -> Intrinsic:
        given = list(state) if isinstance(state, types.BaseTuple) else [state]
        ints = all(map(is_int, given))
        if isinstance(state, types.BaseTuple) == scalar or len(given) != words or not ints:
            wanted = "an int" if scalar else f"a tuple of {words} ints"
            raise errors.TypingError(f"zermelo: a state is {wanted}, but this is {described(state)}")
        return types.none(WORDS, state), generate_store

    return load, store


@intrinsic
def store_number(context: TypingContext, target: Type, number: Type) -> Intrinsic:
    if not is_int(number) and not isinstance(number, types.Float):
        raise errors.TypingError(f"zermelo: the answer is a number, but this is {described(number)}")

    def generate(context: Context, builder: IRBuilder, sig: Signature, args: Sequence[Value]) -> Value:
        builder.store(context.cast(builder, args[1], sig.args[1], types.float64), args[0])
        return context.get_dummy_value()

    return types.none(NUMBER, number), generate


@intrinsic
def as_turn(context: TypingContext, turn: Type) -> Intrinsic:
    if not is_int(turn):
        raise errors.TypingError(f"zermelo: the answer is 0, 1, CHANCE or OVER, not {described(turn)}")

    def generate(context: Context, builder: IRBuilder, sig: Signature, args: Sequence[Value]) -> Value:
        word = context.cast(builder, args[0], sig.args[0], WORD)
        known = builder.icmp_unsigned("<", builder.add(word, word.type(2)), word.type(4))  # -2 .. 1
        return builder.select(known, word, word.type(BAD_TURN))

    return WORD(turn), generate


def turn_entry(linker: Linker, load: Access, store: Access) -> Entry:
    game, turn = linker.game, method(linker, "turn")

    def entry(s: Pointer) -> object:
        return as_turn(turn(game, load(s)))

    return entry


def moves_entry(linker: Linker, load: Access, store: Access) -> Entry:
    game, moves = linker.game, method(linker, "moves")
    sink_for = open_sink(game.numba_type)
    if inspect.isgeneratorfunction(moves.py_func):
        collect = emitting(moves, linker.unsigned)
    else:
        collect = emitting_all(moves, game)

    def entry(s: Pointer, out: Pointer, capacity: int) -> object:
        sink = sink_for(out, capacity)
        collect(sink, load(s))
        return emitted(sink) if emitted(sink) <= capacity else TOO_MANY_MOVES

    return entry


def features_entry(linker: Linker, load: Access, store: Access) -> Entry:
    game, features = linker.game, method(linker, "features")
    sink_for = open_sink(game.numba_type)
    if inspect.isgeneratorfunction(features.py_func):
        collect = emitting(features, linker.unsigned)
    else:
        collect = emitting_all_for(features, game)

    def entry(s: Pointer, player: int, out: Pointer, capacity: int) -> object:
        sink = sink_for(out, capacity)
        collect(sink, load(s), player)
        return emitted(sink) if emitted(sink) <= capacity else TOO_MANY_MOVES

    return entry


def play_entry(linker: Linker, load: Access, store: Access) -> Entry:
    game, play, turn = linker.game, method(linker, "play"), method(linker, "turn")

    def entry(s: Pointer, move: int, out: Pointer) -> object:
        store(out, play(game, load(s), move))
        return as_turn(turn(game, load(out)))

    return entry


def number_entry(name: str) -> Make:
    def make(linker: Linker, load: Access, store: Access) -> Entry:
        game, number = linker.game, method(linker, name)

        def entry(s: Pointer, player: int, out: Pointer) -> object:
            store_number(out, number(game, load(s), player))
            return 0

        return entry

    return make


def noisy_entry(linker: Linker, load: Access, store: Access) -> Entry:
    game, noisy = linker.game, method(linker, "noisy")

    def entry(s: Pointer, move: int) -> object:
        return 1 if noisy(game, load(s), move) else 0

    return entry


def truth_entry(name: str) -> Make:
    def make(linker: Linker, load: Access, store: Access) -> Entry:
        game, says = linker.game, method(linker, name)

        def entry(s: Pointer) -> object:
            return 1 if says(game, load(s)) else 0

        return entry

    return make


def pass_entry(linker: Linker, load: Access, store: Access) -> Entry:
    game, pass_turn, turn = linker.game, method(linker, "pass_turn"), method(linker, "turn")

    def entry(s: Pointer, out: Pointer) -> object:
        store(out, pass_turn(game, load(s)))
        return as_turn(turn(game, load(out)))

    return entry


def state_entry(name: str) -> Make:
    def make(linker: Linker, load: Access, store: Access) -> Entry:
        game, image = linker.game, method(linker, name)

        def entry(s: Pointer, out: Pointer) -> object:
            store(out, image(game, load(s)))
            return 0

        return entry

    return make


def method(linker: Linker, name: str) -> Dispatcher:
    found = linker.attributes[name][1]
    assert isinstance(found, Dispatcher)
    return found


ENTRIES: dict[str, tuple[Make, tuple[Type, ...]]] = {
    "turn": (turn_entry, (WORDS,)),
    "moves": (moves_entry, (WORDS, WORDS, WORD)),
    "play": (play_entry, (WORDS, WORD, WORDS)),
    "payoff": (number_entry("payoff"), (WORDS, WORD, NUMBER)),
    "evaluate": (number_entry("evaluate"), (WORDS, WORD, NUMBER)),
    "noisy": (noisy_entry, (WORDS, WORD)),
    "canonical": (state_entry("canonical"), (WORDS, WORDS)),
    "repetition_key": (state_entry("repetition_key"), (WORDS, WORDS)),
    "table_key": (state_entry("table_key"), (WORDS, WORDS)),
    "gain": (number_entry("gain"), (WORDS, WORD, NUMBER)),
    "stand_pat": (truth_entry("stand_pat"), (WORDS,)),
    "forced": (truth_entry("forced"), (WORDS,)),
    "zugzwang": (truth_entry("zugzwang"), (WORDS,)),
    "pass_turn": (pass_entry, (WORDS, WORDS)),
    "features": (features_entry, (WORDS, WORD, WORDS, WORD)),
    "move_index": (number_entry("move_index"), (WORDS, WORD, NUMBER)),
}


class EntryLower(lowering.Lower):
    """Numba's own C wrapper prints exceptions and forbids inlining; this one answers ERROR."""

    def create_cfunc_wrapper(self) -> None:
        context, desc = self.context, self.fndesc
        module = context.create_module("zermelo_entry")
        inner = context.call_conv.get_function_type(desc.restype, desc.argtypes)
        callee = llvm.Function(module, inner, desc.llvm_func_name)
        outer = llvm.FunctionType(llvm.IntType(64), [context.get_value_type(ty) for ty in desc.argtypes])
        function = llvm.Function(module, outer, desc.llvm_cfunc_wrapper_name)
        builder = llvm.IRBuilder(function.append_basic_block("entry"))
        status, answer = context.call_conv.call_function(builder, callee, desc.restype, desc.argtypes, function.args)
        builder.ret(builder.select(status.is_error, answer.type(ERROR), answer))
        self.library.add_ir_module(module)


@register_pass(mutates_CFG=True, analysis_only=False)
class EntryLowering(NativeLowering):
    _name = "zermelo_entry_lowering"

    @property
    def lowering_class(self) -> type[EntryLower]:
        return EntryLower


class EntryCompiler(compiler.CompilerBase):
    """Compiles an entry to a C function."""

    def define_pipelines(self) -> list[PassManager]:
        passes = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [(EntryLowering if p is NativeLowering else p, name) for p, name in passes.passes]
        passes.finalize()
        return [passes]
