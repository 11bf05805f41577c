"""Says why a game cannot be compiled, in a few words: Numba's reports run to pages and end in zermelo's code."""

from __future__ import annotations

import re
import types as python
from typing import TYPE_CHECKING

from numba.core import types
from numba.core.errors import NumbaError, UnsupportedBytecodeError

from zermelo.compiled import UnsupportedGame

if TYPE_CHECKING:  # Numba and LLVM have no types: checkers take these names on trust
    from numba.core.types import Type

HINTS = {
    r"getitem\(.*Tuple.*slice": "to replace one word of a state write put(state, i, word)",
    r"yield in a closure|genexpr": "write the generator expression out as a loop",
    r"YIELD_FROM": "its source is not at hand: write `for m in ...: yield m`",
    r"list\(undefined\)": "an empty list has no type: use `yield` instead",
    r"'super'|SUPER": "name the class: Base.method(self, ...)",
    r"unify": "all branches must give the same type",
    r"or None": "a branch ends without `return`",
    r"list.*in globals": "make it a tuple: a list can change, and a compiled game reads its globals only once",
    r"in globals|Untyped global name": "constants are ints, floats, bools, tuples of those, and NumPy arrays",
    r"\bstr\b|unicode": "text is slow and mostly unsupported: use ints",
}


def is_int(ty: Type) -> bool:
    return isinstance(ty, (types.Integer, types.Boolean, types.IntEnumMember))


def described(ty: Type) -> str:
    """A Numba type in plain words."""
    if isinstance(ty, types.Literal):
        return repr(ty.literal_value)
    if isinstance(ty, types.Optional):
        return f"{described(ty.type)} or None"
    if isinstance(ty, (types.Tuple, types.UniTuple)):
        return f"a tuple ({', '.join(described(item) for item in tuple(ty))})"
    names = {"int64": "int", "float64": "float", "unicode_type": "str", "none": "None"}
    return names.get(str(ty), str(ty))


YIELDING = "{method}"  # in a reason: the method that yields, moves or features


def complaint(game: str, method: str, func: python.FunctionType, error: Exception) -> UnsupportedGame:
    """The error to raise; its `details` are all that Numba said."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    known = isinstance(error, (NumbaError, UnsupportedBytecodeError))
    reason = (
        reason_in(text).replace(YIELDING, method) if known else f"Numba stopped with {type(error).__name__}: {text}"
    )
    hint = next((hint for pattern, hint in HINTS.items() if re.search(pattern, reason)), "")
    message = f"{game}.{method} cannot be compiled: {reason} ({place_in(text, func)})"
    result = UnsupportedGame(f"{message}; {hint}" if hint else message)
    result.details = text
    return result


def reason_in(text: str) -> str:
    """The one line that matters."""
    own = re.search(r"zermelo: (.*)", text)
    if own:
        return own[1]
    lines = [line.strip() for line in text.splitlines()]
    lines = [line for line in lines if line and not re.match(r"Failed in|- Resolution failure|During:", line)]
    if lines and lines[0].startswith("No implementation of function"):
        calls = [line.removeprefix(">>> ") for line in lines if line.startswith(">>> ")]
        known = [call for call in calls if "<unknown function>" not in call]
        return f"Numba has no {plainer((known or calls)[0])}"
    return plainer(lines[0].partition(" Raised from ")[0].rstrip(" .")) if lines else "Numba gives no reason"


def plainer(text: str) -> str:
    text = re.sub(r"UniTuple\(int64 x (\d+)\)", r"Tuple of \1 ints", text)
    text = re.sub(r"Literal\[\w+\]\((.*?)\)", r"\1", text)
    return text.replace("int64", "int").replace("float64", "float").replace("unicode_type", "str")


def place_in(text: str, func: python.FunctionType) -> str:
    """The first line of the user's own code that Numba mentions; else where the method begins."""
    for path, line in re.findall(r"(?:at|from) (\S.*?) \((\d+)\)", text):
        if not re.search(r"[/\\](numba|zermelo[/\\]jit)[/\\]", path):
            return f"{path}, line {line}"
    found = re.search(r'File "([^"]+)", line (\d+)', text)
    if found and not re.search(r"[/\\](numba|jit)[/\\]", found[1]):
        return f"{func.__code__.co_filename}, line {found[2]}"
    return f"{func.__code__.co_filename}, line {func.__code__.co_firstlineno}"
