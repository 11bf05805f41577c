"""Everything that can go wrong has a name. Wrong input is a ValueError and carries the position it was about."""

from __future__ import annotations

import difflib
import traceback
from collections.abc import Iterable

from zermelo.validate import typed


class ParseError(ValueError):
    """Text that is not a position of the game. `column` counts from 0."""

    @typed
    def __init__(self, reason: str, text: str = "", column: int = 0) -> None:
        self.reason, self.text, self.column = reason, text, column
        super().__init__(f"{reason} (column {column + 1} of {text!r})" if text else reason)

    def __reduce__(self) -> tuple[type[ParseError], tuple[str, str, int]]:
        return type(self), (self.reason, self.text, self.column)


class IllegalMove(ValueError):
    """A move that the position does not allow. `position` is its text."""

    @typed
    def __init__(self, reason: str, position: str = "") -> None:
        self.reason, self.position = reason, position
        super().__init__(f"{reason} (position {position})" if position else reason)

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[str, str]]:
        return type(self), (self.reason, self.position)


class GameError(ValueError):
    """The rules themselves misbehave: a user's game raised, returned nonsense or never ends."""


class MissingExtra(ImportError):
    """An optional dependency is not installed; the message says which extra brings it."""


class TooLarge(ValueError):
    """More positions than fit into the memory that was allowed; the message says what is needed."""


class CompiledFailure(Exception):
    """Compiled code of a user's game failed: which method, with what. Turned into a GameError before users see it."""

    def __init__(self, method: str, state: list[int], argument: int) -> None:
        self.method, self.state, self.argument = method, state, argument
        super().__init__(method)


def place_of(error: BaseException) -> str:
    """File and line where an exception was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{frames[-1].filename}, line {frames[-1].lineno}" if frames else "no line known"


def raised_by_game(call: str, error: Exception) -> None:
    """Raises what a user's method raised as a GameError that names the call and the line."""
    if isinstance(error, GameError):
        raise error
    raise GameError(f"{call} raised {type(error).__name__}: {error} ({place_of(error)})") from error


def did_you_mean(word: str, known: Iterable[object]) -> str:
    """` - did you mean …?` if something known is close, else nothing."""
    close = difflib.get_close_matches(str(word), [str(each) for each in known], n=1, cutoff=0.6)
    return f" - did you mean {close[0]}?" if close else ""
