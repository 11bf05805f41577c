"""What is probably wrong with a program that should speak the course's protocol, and how to fix it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from zermelo.errors import ParseError
from zermelo.game import State, position_like
from zermelo.players.human import names_of
from zermelo.players.player import why_illegal
from zermelo.players.protocols.course import content, notation_of, player_called
from zermelo.players.protocols.server import shown

TO_STDERR = (
    "write it to standard error (print(…, file=sys.stderr), fprintf(stderr, …), console.error) or put # before it"
)
PROMPT = re.compile(r"[:>?]\s*$")
NUMBERS = re.compile(r"-?\d+")
BOARD = re.compile(r"[.\-_*+|#XOxoBWbw○●◯⚫⚪ \t\d]*")
PIECES = re.compile(r"[.\-_*+|#XOxoBWbw○●◯⚫⚪]")
NO_MOVE = re.compile(r"\(?\s*(-1|0)\W+(-1|0)\s*\)?|none|null|skip|no moves?|nil|-", re.IGNORECASE)
COLOR_AS_MOVE = re.compile(
    r"(invalid literal|NumberFormat|not enough values|ValueError).*(black|white)|not enough values"
)
LAST_LINES = 8  # of standard error


@dataclass(frozen=True)
class Fault:
    """What is wrong, how to put it right, what shows it; the step of the check it belongs to; the move it meant."""

    what: str
    fix: str
    shows: str = ""
    step: str = "only moves"
    move: str = ""


def meant(state: State, text: str) -> str | None:
    """The name of the move that a text writes in the protocol, legal or not; None if it writes none."""
    try:
        return str(notation_of(state).read(text))
    except ParseError:
        return None


def is_legal(state: State, text: str) -> bool:
    return meant(state, text) in names_of(state)


def written(state: State) -> list[str]:
    """The legal moves as a program would write them."""
    return [notation_of(state).write(name) for name in names_of(state)]


def no_move(state: State, line: str) -> Fault:
    """A line that is neither a move nor a comment."""
    text, heard = content(line), f"it wrote {shown(line)!r}"
    found = NUMBERS.findall(text)
    numbers = " ".join(found)
    if player_called(state, text) is not None:
        return Fault("it repeats the colour it was given", "read the colour and do not print it", heard)
    if written(state) == ["pass"] and NO_MOVE.fullmatch(text):
        return Fault("it has a word of its own for a pass", "write the line `pass`", heard, "passes", "pass")
    if is_legal(state, numbers):
        if re.search(r"[A-Za-z]{2}", text):
            what = "it prints a prompt or other words in the line of its move"
            return Fault(what, f"print `{numbers}` alone; in Python use input() without a text", heard, move=numbers)
        what = "its moves have other signs in them"
        return Fault(what, f"write two numbers and a space, `{numbers}`", heard, "format", numbers)
    if PROMPT.search(text):
        return Fault("it prints a prompt", f"in Python use input() without a text; elsewhere {TO_STDERR}", heard)
    if text.lower() in names_of(state):
        move = notation_of(state).write(text.lower())
        what = "it names squares by a letter and a number"
        return Fault(what, f"write column and row: `{move}`, not `{text}`", heard, "format", move)
    if re.fullmatch(r"\d\d", text) and is_legal(state, " ".join(text)):
        move = " ".join(text)
        return Fault("there is no space between column and row", f"write `{move}`", heard, "format", move)
    if len(found) == 2 and not re.search("[A-Za-z]", text):
        return coordinates(state, int(found[0]), int(found[1]), heard)
    if is_board(text):
        return Fault("it prints the board", TO_STDERR, heard)
    example = written(state)[0]
    return Fault("it prints debug lines or other text", f"{TO_STDERR}; a move is a line such as `{example}`", heard)


def is_board(text: str) -> bool:
    """A row of a board: almost nothing but signs for pieces, or the letters and numbers at its edge."""
    signs = len(PIECES.findall(text))
    edge = re.fullmatch(r"[\sa-hA-H1-8]+", text) is not None and len(text.split()) >= 8
    return edge or (BOARD.fullmatch(text) is not None and signs >= 6)


def coordinates(state: State, column: int, row: int, heard: str, before: State | None = None) -> Fault:
    """Two numbers that are no legal move: which mistake would make them one?"""
    guesses = [guess for guess, (c, r) in readings(column, row) if is_legal(state, f"{c} {r}")]
    unread = before is not None and legal_for_mover_of(state, before, f"{column} {row}")
    if unread:
        guesses.append("it did not play the opponent's last move on its board")
    name = meant(state, f"{column} {row}")
    what = f"`{column} {row}` is not legal: {why_illegal(state, name) if name else 'both count from 1 to 8'}"
    fix = f"legal were {', '.join(written(state))}; check how discs are turned, and that every move is read"
    if guesses:
        what = f"{what}; it looks as if {' or as if '.join(guesses)}"
        fix = "columns count from 1 at the left, rows from 1 at the bottom; write the column first"
        fix += "; read a line before each of your moves and play it on your board" if unread else ""
    return Fault(what, fix, heard, "legal")


def readings(column: int, row: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """What else two numbers may have been meant to be."""
    yield "it counts rows from above (or plays the other colour)", (column, 9 - row)
    yield "it counts from 0", (column + 1, row + 1)
    yield "it swaps column and row", (row, column)
    yield "it counts from 0, and rows from above", (column + 1, 8 - row)
    yield "it swaps column and row, and counts from 0", (row + 1, column + 1)
    yield "it swaps column and row, and counts rows from above", (row, 9 - column)


def illegal(state: State, line: str, before: State | None) -> Fault:
    """A move in the right form that is not legal. `before` is the position before the opponent's last move."""
    text, heard = content(line), f"it wrote {shown(line)!r}"
    legal, why = ", ".join(written(state)), why_illegal(state, str(meant(state, text)))
    numbers = [int(each) for each in NUMBERS.findall(text)]
    if meant(state, text) == "pass":
        return Fault(
            "it passes although it can move", f"pass only without a legal move; legal were {legal}", heard, "passes"
        )
    if legal == "pass":
        return Fault(f"it moves although it must pass: {why}", "write the line `pass`", heard, "passes")
    if len(numbers) != 2:
        return Fault(f"`{text}` is not legal: {why}", f"legal were {legal}", heard, "legal")
    return coordinates(state, numbers[0], numbers[1], heard, before)


def legal_for_mover_of(state: State, before: State, text: str) -> bool:
    """Whether the player to move in `state` could have moved so in `before`, where it was the other's turn."""
    squares, _, _ = before.text.rpartition(" ")
    _, _, mover = state.text.rpartition(" ")
    try:
        return is_legal(position_like(before, f"{squares} {mover}"), text)
    except (ValueError, AttributeError, TypeError):
        return False


def ended(reason: str, errors: str, step: str) -> Fault:
    """It ended when it should not, or not as it should."""
    last = "\n".join([line for line in errors.splitlines() if line.strip()][-LAST_LINES:])
    fix = "run it by hand: type its colour, then moves such as `4 6`, and see what happens"
    if COLOR_AS_MOVE.search(errors):
        reason = f"it reads its first line, the colour, as a move: {reason}"
        fix = "read `black` or `white` first, or take it from the command line: cmd:./student.py {color}"
    elif re.search("['\"]pass['\"]", errors):
        reason, step = f"it cannot read `pass`: {reason}", "hears passes"
        fix = "a line is a move or the word `pass`; look before you turn it into numbers"
    elif "EOFError" in errors or "StopIteration" in errors:
        reason = f"it stumbles over the end of its input: {reason}"
        fix = "end quietly when there is nothing more to read"
    return Fault(reason, fix, last, step)
