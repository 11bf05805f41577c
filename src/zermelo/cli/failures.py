"""What goes wrong, in words and as an exit code."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import traceback
from collections.abc import Iterator

import click

from zermelo.errors import GameError, IllegalMove, MissingExtra, ParseError, place_of

DONE, NO, BAD_USE, FAILED, MISSING, INTERRUPTED = 0, 1, 2, 3, 4, 130
WIDEST = 100


class BadUse(Exception):
    """What was asked for cannot be: the message says why and what to do."""


class Failed(Exception):
    """An engine, or a player of the user's own, did not do its part."""


@contextlib.contextmanager
def asked() -> Iterator[None]:
    """Inside, a ValueError or TypeError of the library is the fault of what was asked."""
    try:
        yield
    except (GameError, ParseError, IllegalMove):
        raise
    except (ValueError, TypeError) as error:
        raise BadUse(str(error)) from error


def report_failure(error: BaseException, as_json: bool = False) -> int:
    """Reports to the user, on standard error, and gives the exit code; to programs, on standard output, as JSON."""
    if os.environ.get("ZERMELO_DEBUG") and not isinstance(error, (click.exceptions.Exit, SystemExit)):
        traceback.print_exception(error)
    if isinstance(error, click.exceptions.Exit):
        return error.exit_code
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else DONE
    if isinstance(error, BrokenPipeError):
        return nobody_reads()
    code, message = explanation(error)
    say(message)
    if as_json:
        with contextlib.suppress(OSError):
            fields = {"format": 1, "kind": "error", "error": message.removeprefix("error: "), "exit_code": code}
            click.echo(json.dumps(fields, ensure_ascii=False))
    return code


def say(message: str) -> None:
    with contextlib.suppress(OSError):
        click.echo(message, err=True)


def nobody_reads() -> int:
    """The reader of our output is gone, as in `zermelo games | head -1`: nobody is left to report to."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return DONE


def explanation(error: BaseException) -> tuple[int, str]:
    """(exit code, what to report)."""
    if isinstance(error, (click.Abort, KeyboardInterrupt)):
        return INTERRUPTED, "interrupted"
    if isinstance(error, click.UsageError):
        return BAD_USE, usage(error)
    if isinstance(error, click.ClickException):
        return BAD_USE, f"error: {error.format_message()}"
    if isinstance(error, ParseError):
        return BAD_USE, f"error: {error.reason}{pointed(error.text, error.column)}"
    if isinstance(error, (BadUse, IllegalMove)):
        return BAD_USE, f"error: {error}"
    if isinstance(error, MissingExtra):
        return MISSING, f"error: {error}"
    if isinstance(error, (GameError, Failed)):
        return FAILED, f"error: {error}"
    if isinstance(error, OSError):
        return BAD_USE, f"error: {error.strerror or error}{f': {error.filename}' if error.filename else ''}"
    if isinstance(error, MemoryError):
        return FAILED, "error: out of memory (a smaller --memory may help)"
    return FAILED, (
        f"internal error: {type(error).__name__}: {error} ({place_of(error)})\n"
        "This is a bug in Zermelo. ZERMELO_DEBUG=1 shows the traceback."
    )


def usage(error: click.UsageError) -> str:
    """Click's message, with where to read more."""
    where = f"\ntry: {error.ctx.command_path} --help" if error.ctx is not None else ""
    return f"error: {error.format_message()}{where}"


def pointed(text: str, column: int) -> str:
    """The text with a caret under the character at `column`; long texts are cut around it."""
    if not text:
        return ""
    start = max(0, min(column - WIDEST // 2, len(text) - WIDEST))
    shown = "".join(each if each.isprintable() else "�" for each in text[start : start + WIDEST])
    left, right = "…" if start else "", "…" if start + WIDEST < len(text) else ""
    return f"\n  {left}{shown}{right}\n  {' ' * (column - start + len(left))}^"
