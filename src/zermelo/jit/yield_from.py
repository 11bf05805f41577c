"""`yield from`, which Numba cannot read, as the loop it stands for.

The one place where source is read. The source may have been edited since it was loaded, so it counts only if it
still compiles to the very code that is running; else the function is left as it is and Numba will complain.
"""

from __future__ import annotations

import ast
import dis
import inspect
import textwrap
import types as python


def without_yield_from(func: python.FunctionType) -> python.CodeType:
    """The function's code, with `for m in x: yield m` in place of each statement `yield from x`."""
    if not any(step.opname == "GET_YIELD_FROM_ITER" for step in dis.get_instructions(func)):
        return func.__code__
    try:
        source = textwrap.dedent(inspect.getsource(func))
        same = code_from(ast.parse(source), func)
        if fingerprint(same) != fingerprint(func.__code__):
            return func.__code__
        return code_from(ast.fix_missing_locations(Loops().visit(ast.parse(source))), func)
    except (OSError, SyntaxError, TypeError, LookupError):
        return func.__code__


class Loops(ast.NodeTransformer):
    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if not isinstance(node.value, ast.YieldFrom):
            return node
        body = ast.Expr(ast.Yield(ast.Name("yielded", ast.Load())))
        loop = ast.For(ast.Name("yielded", ast.Store()), node.value.value, [body], [])
        return ast.copy_location(loop, node)


def code_from(tree: ast.Module, func: python.FunctionType) -> python.CodeType:
    """Compiles a function's own tree as it stands in its file, inside a function that has its closure's names."""
    code = func.__code__
    definition = tree.body[0]
    if not isinstance(definition, ast.FunctionDef):
        raise LookupError("not a def")
    definition.decorator_list = []
    ast.increment_lineno(tree, code.co_firstlineno - 1)
    if code.co_freevars:
        outer = ast.parse(f"def outer({', '.join(code.co_freevars)}): pass").body[0]
        assert isinstance(outer, ast.FunctionDef)
        outer.body, tree.body = [definition], [outer]
    return found(compile(ast.fix_missing_locations(tree), code.co_filename, "exec", dont_inherit=True), code.co_name)


def found(code: python.CodeType, name: str) -> python.CodeType:
    for const in code.co_consts:
        if isinstance(const, python.CodeType):
            return const if const.co_name == name else found(const, name)
    raise LookupError(name)


def fingerprint(code: python.CodeType) -> tuple[object, ...]:
    consts = tuple(fingerprint(c) if isinstance(c, python.CodeType) else repr(c) for c in code.co_consts)
    return code.co_code, code.co_names, code.co_varnames, code.co_freevars, consts
