"""Connect Four, on boards of any size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from zermelo.game import BenchSearch, BuiltIn, Option, Options, State, number
from zermelo.native import core
from zermelo.scene import MARGIN, Choice, Label, Piece, Scene, Spot, caption_of, column_name, in_a_row

OPENINGS = Path(__file__).with_name("openings.bin")  # who wins the first positions; made by recipes/connect4


def check(values: Options) -> None:
    if number(values, "width") * (number(values, "height") + 1) > 64:
        raise ValueError("connect4: width times (height + 1) must not be above 64")
    if not core.connect4_has_openings():
        core.connect4_load_openings(OPENINGS.read_bytes())


PIECES = {"X": Piece("X", "disc", 0), "O": Piece("O", "ring", 1)}


def scene(state: State) -> Scene:
    """Holes, with the column numbers below; a move is drawn where its stone will lie, and its whole column is it."""
    rows = state.text.split("/")
    width, height = len(rows[0]), len(rows)
    spots = tuple(
        Spot(f"{column_name(x)}{height - y}", x + 0.5, y + 0.5, cell.strip("."))
        for y, row in enumerate(rows)
        for x, cell in enumerate(row)
    )
    win = in_a_row(rows, 4) if state.is_over else ()
    return Scene(
        width,
        height,
        "holes",
        spots,
        PIECES,
        tuple(drops(state.moves(), rows, spots)),
        tuple(Label(x + 0.5, height + MARGIN, str(x + 1)) for x in range(width)),
        {spots[y * width + x].name: "win" for x, y in win},
        caption=caption_of(state),
        todo="drop a stone into a column",
    )


def drops(moves: Sequence[str], rows: Sequence[str], spots: Sequence[Spot]) -> Iterator[Choice]:
    """Each column's cells, the one where the stone will lie before the others."""
    width, height = len(rows[0]), len(rows)
    for move in moves:
        x = int(move) - 1
        free = max(y for y in range(height) if rows[y][x] == ".")
        for y in (free, *(y for y in range(height) if y != free)):
            yield Choice(move, (spots[y * width + x].name,))


def why_not(state: State, name: str) -> str:
    """What is wrong with a move that is not legal."""
    width = len(state.text.split("/")[0])
    if not name.isascii() or not name.isdigit() or not 1 <= int(name[:9]) <= width:
        return f"there is no such column (1 to {width})"
    return "the column is full"


def score(state: State, memory_mb: float = 64.0) -> int:
    """The exact score of a position for the side to move: 1 for a win with the last stone, 2 for one with the last but
    one, …; negative for losses, 0 for a draw. The solver starts with an empty table every time."""
    if not 0.1 <= memory_mb <= 1e6:
        raise ValueError(f"memory_mb={memory_mb!r}: must be a number from 0.1 to 1000000")
    return core.connect4_score(state, memory_mb)


GAME = BuiltIn(
    name="connect4",
    title="Connect Four",
    summary="drop stones, four in a line win; solved exactly",
    sample="4; 4; 3; 5; 4; 5; 5; 3; 2",
    check=check,
    scene=scene,
    why_not=why_not,
    notations="columns such as 44443636",
    commands={"experiment evaluation": "commands:evaluation"},
    bench=[BenchSearch("minimax", 7), BenchSearch("alphabeta", 9), BenchSearch("auto", 12)],
    options={"width": Option(7, 1, 32, help="columns"), "height": Option(6, 1, 31, help="rows")},
)
