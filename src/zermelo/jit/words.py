# mypy: allow-subclassing-any, allow-untyped-decorators, allow-untyped-calls
# mypy: disable-error-code="arg-type, attr-defined, call-arg, call-overload, override, union-attr"
"""Arithmetic on 64-bit words.

A compiler pass swaps the operators + - * ** << >> // % between ints for ones that say what happens at the
edge of a word: an OverflowError, so that compiled code gives Python's answer or none, or, in a game of
unsigned words, the result modulo 2**64. It costs a few percent. The pass also gives ints the methods
bit_count and bit_length.
"""

from __future__ import annotations

import operator
import types as python
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

import numba
from llvmlite import ir as llvm
from numba.core import cgutils, compiler, ir, types
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    infer_getattr,
    infer_global,
    signature,
)
from numba.core.untyped_passes import InlineInlinables
from numba.extending import lower_builtin

if TYPE_CHECKING:  # Numba and LLVM have no types: checkers take these names on trust
    from llvmlite.ir import IRBuilder, Value
    from numba.core.base import BaseContext as Context
    from numba.core.compiler import StateDict
    from numba.core.compiler_machinery import PassManager
    from numba.core.types import Type
    from numba.core.typing.context import BaseContext as TypingContext
    from numba.core.typing.templates import Signature

# (context, builder, a, b) -> the LLVM value of a ? b
Generate: TypeAlias = "Callable[[Context, IRBuilder, Value, Value], Value]"
Operator: TypeAlias = Callable[..., object]  # of Python: operator.add and the like

# What an intrinsic answers: its signature, and the function that generates its code.
Intrinsic: TypeAlias = "tuple[Signature, Callable[[Context, IRBuilder, Signature, Sequence[Value]], Value]]"

BINARY: Signature = signature(types.int64, types.int64, types.int64)


def is_word(ty: Type) -> bool:
    return isinstance(ty, types.Integer) and ty.signed


class Operation:
    """What stands in for an operator in compiled code; Numba only needs an object to know it by."""

    def __init__(self, like: Operator) -> None:
        self.like = like
        self.__name__ = like.__name__


def operation(like: Operator, generate: Generate, prepare: Callable[[TypingContext], None] | None = None) -> Operation:
    """An operation that is `generate` for two ints and Python's own operator `like` for all else."""
    replaced = Operation(like)

    class Template(AbstractTemplate):
        key = replaced

        def generic(self, args: Sequence[Type], kws: Mapping[str, Type]) -> Signature | None:
            if not all(map(is_word, args)):
                found: Signature | None = self.context.resolve_function_type(like, args, kws)
                return found
            if prepare is not None:
                prepare(self.context)
            return BINARY

    infer_global(replaced, types.Function(Template))

    @lower_builtin(replaced, types.Any, types.Any)
    def lower(context: Context, builder: IRBuilder, sig: Signature, args: Sequence[Value]) -> Value:
        if sig.args == BINARY.args:
            return generate(context, builder, *args)
        return python_operator(like, context, builder, sig, args)

    return replaced


def python_operator(
    like: Operator, context: Context, builder: IRBuilder, sig: Signature, args: Sequence[Value]
) -> Value:
    target = context.typing_context.resolve_value_type(like)
    target.get_call_type(context.typing_context, sig.args, {})  # or Numba does not know the signature
    return context.get_function(target, sig)(builder, args)


def fail_if(context: Context, builder: IRBuilder, condition: Value, error: type[Exception], message: str) -> None:
    with cgutils.if_unlikely(builder, condition):
        context.call_conv.return_user_exc(builder, error, (message,))


def overflow_if(context: Context, builder: IRBuilder, condition: Value) -> None:
    fail_if(context, builder, condition, OverflowError, "an int grew beyond 64 bits")


def checked(instruction: str) -> Generate:
    def generate(context: Context, builder: IRBuilder, a: Value, b: Value) -> Value:
        pair = getattr(builder, instruction)(a, b)
        overflow_if(context, builder, builder.extract_value(pair, 1))
        return builder.extract_value(pair, 0)

    return generate


def wrapping(instruction: str) -> Generate:
    def generate(context: Context, builder: IRBuilder, a: Value, b: Value) -> Value:
        return getattr(builder, instruction)(a, b)

    return generate


def shift_count(context: Context, builder: IRBuilder, count: Value) -> tuple[Value, Value]:
    """(whether the count is 64 or more, where the machine's shifts do as they like; a count in range)."""
    negative = builder.icmp_signed("<", count, count.type(0))
    fail_if(context, builder, negative, ValueError, "negative shift count")
    far = builder.icmp_unsigned(">", count, count.type(63))
    return far, builder.select(far, count.type(0), count)


def checked_left(context: Context, builder: IRBuilder, a: Value, count: Value) -> Value:
    far, count = shift_count(context, builder, count)
    shifted = builder.shl(a, count)
    lost = builder.icmp_signed("!=", builder.ashr(shifted, count), a)
    far_lost = builder.and_(far, builder.icmp_signed("!=", a, a.type(0)))
    overflow_if(context, builder, builder.or_(lost, far_lost))
    return shifted


def wrapping_left(context: Context, builder: IRBuilder, a: Value, count: Value) -> Value:
    far, count = shift_count(context, builder, count)
    return builder.select(far, a.type(0), builder.shl(a, count))


def signed_right(context: Context, builder: IRBuilder, a: Value, count: Value) -> Value:
    far, count = shift_count(context, builder, count)
    return builder.ashr(a, builder.select(far, a.type(63), count))


def unsigned_right(context: Context, builder: IRBuilder, a: Value, count: Value) -> Value:
    far, count = shift_count(context, builder, count)
    return builder.select(far, a.type(0), builder.lshr(a, count))


def quotient(context: Context, builder: IRBuilder, a: Value, b: Value) -> Value:
    """-2**63 // -1 would stop the whole process on most machines."""
    smallest = builder.icmp_signed("==", a, a.type(-(2**63)))
    overflow_if(context, builder, builder.and_(smallest, builder.icmp_signed("==", b, b.type(-1))))
    return python_operator(operator.floordiv, context, builder, BINARY, (a, b))


def remainder(context: Context, builder: IRBuilder, a: Value, b: Value) -> Value:
    """So would -2**63 % -1; by 1 the remainder is the same."""
    b = builder.select(builder.icmp_signed("==", b, b.type(-1)), b.type(1), b)
    return python_operator(operator.mod, context, builder, BINARY, (a, b))


def power(base: int, exponent: int) -> int:
    if exponent < 0:
        raise OverflowError("a negative power is not an int")
    result = 1
    while exponent:
        if exponent & 1:
            result *= base
        exponent >>= 1
        if exponent:
            base *= base
    return result


class BitMethod(AbstractTemplate):
    def generic(self, args: Sequence[Type], kws: Mapping[str, Type]) -> Signature | None:
        return None if args or kws else signature(types.int64, recvr=types.int64)


def bit_method(name: str, generate: Callable[[IRBuilder, Value], Value]) -> type[BitMethod]:
    @lower_builtin(name, types.int64)
    def lower(context: Context, builder: IRBuilder, sig: Signature, args: Sequence[Value]) -> Value:
        return generate(builder, args[0])

    return type(name, (BitMethod,), {"key": name})


def magnitude(builder: IRBuilder, value: Value) -> Value:
    return builder.select(builder.icmp_signed("<", value, value.type(0)), builder.neg(value), value)


def length(builder: IRBuilder, value: Value) -> Value:
    return builder.sub(value.type(64), builder.ctlz(value, llvm.IntType(1)(0)))


# Python takes both of the absolute value; an unsigned word is its own.
BIT_METHODS = {
    name: bit_method(name, generate)
    for name, generate in {
        "bit_count signed": lambda builder, value: builder.ctpop(magnitude(builder, value)),
        "bit_count unsigned": lambda builder, value: builder.ctpop(value),
        "bit_length signed": lambda builder, value: length(builder, magnitude(builder, value)),
        "bit_length unsigned": length,
    }.items()
}


@infer_getattr
class WordMethods(AttributeTemplate):
    key = types.Integer

    def generic_resolve(self, ty: Type, name: str) -> Type | None:
        template = BIT_METHODS.get(name)
        return types.BoundFunction(template, types.int64) if template and is_word(ty) else None


class WordArithmetic(FunctionPass):
    """Replaces the operators of a function, and marks its bit methods as signed or unsigned."""

    operators: dict[Operator, Operation]
    sign: str

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: StateDict) -> bool:
        for block in state.func_ir.blocks.values():
            for assign in block.find_insts(ir.Assign):
                if isinstance(assign.value, ir.Expr):
                    self._replace(assign.value)
        return True

    def _replace(self, expr: ir.Expr) -> None:
        if expr.op in ("binop", "inplace_binop") and expr.fn in self.operators:
            expr.fn = self.operators[expr.fn]
            if expr.op == "inplace_binop":  # Numba types by the one and lowers by the other
                expr.immutable_fn = self.operators[expr.immutable_fn]
            expr.static_lhs = expr.static_rhs = ir.UNDEFINED  # Numba's short cut for x ** 2
        elif expr.op == "getattr" and expr.attr in ("bit_count", "bit_length"):
            expr.attr = f"{expr.attr} {self.sign}"


@register_pass(mutates_CFG=False, analysis_only=False)
class SignedArithmetic(WordArithmetic):
    _name = "zermelo_signed_arithmetic"
    sign = "signed"


@register_pass(mutates_CFG=False, analysis_only=False)
class UnsignedArithmetic(WordArithmetic):
    _name = "zermelo_unsigned_arithmetic"
    sign = "unsigned"


class SignedWords(compiler.CompilerBase):
    """Numba's compiler with the pass."""

    arithmetic: type[WordArithmetic] = SignedArithmetic

    def define_pipelines(self) -> list[PassManager]:
        passes = compiler.DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(self.arithmetic, InlineInlinables)
        passes.finalize()
        return [passes]


class UnsignedWords(SignedWords):
    arithmetic = UnsignedArithmetic


def with_inplace(generators: dict[str, Generate], pipeline: type[SignedWords]) -> dict[Operator, Operation]:
    """The replacement of each operator and of its in-place form: `add` and `iadd`."""
    names = [(prefix + name, generate) for name, generate in generators.items() for prefix in ("", "i")]
    table = {getattr(operator, name): operation(getattr(operator, name), make) for name, make in names}
    for like in (operator.pow, operator.ipow):
        table[like] = power_operation(like, pipeline)
    return table


def power_operation(like: Operator, pipeline: type[SignedWords]) -> Operation:
    """a ** b by calling `power`, compiled with the same arithmetic."""
    copy = python.FunctionType(power.__code__, globals(), "power")
    copy.__qualname__ = f"power_of_{pipeline.__name__}"  # machine code is linked by name
    dispatcher = numba.njit(pipeline_class=pipeline)(copy)

    def generate(context: Context, builder: IRBuilder, a: Value, b: Value) -> Value:
        call = context.get_function(types.Dispatcher(dispatcher), BINARY)
        context.add_linking_libs(getattr(call, "libs", ()))
        return call(builder, (a, b))

    def prepare(context: TypingContext) -> None:
        types.Dispatcher(dispatcher).get_call_type(context, BINARY.args, {})

    return operation(like, generate, prepare)


SignedArithmetic.operators = with_inplace(
    {
        "add": checked("sadd_with_overflow"),
        "sub": checked("ssub_with_overflow"),
        "mul": checked("smul_with_overflow"),
        "lshift": checked_left,
        "rshift": signed_right,
        "floordiv": quotient,
        "mod": remainder,
    },
    SignedWords,
)
UnsignedArithmetic.operators = with_inplace(
    {
        "add": wrapping("add"),
        "sub": wrapping("sub"),
        "mul": wrapping("mul"),
        "lshift": wrapping_left,
        "rshift": unsigned_right,
        "floordiv": quotient,
        "mod": remainder,
    },
    UnsignedWords,
)
