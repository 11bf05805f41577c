"""What a position looks like: a checkered board with figures of our own, letters as in FEN where only text is shown."""

from __future__ import annotations

from zermelo.game import State
from zermelo.native import core
from zermelo.scene import MARGIN, Choice, Label, Piece, Scene, Spot, caption_of

SIZE = 8
FILES = "abcdefgh"
NAMES = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}
FOOT = "M-26 37H26V31"
# Letter to (outline, lines inside), in hundredths of a square around its middle.
FIGURES = {
    "P": (
        "M-25 37H25V32C25 22 12 17 10 2C15 1 16 -5 12 -7H9A13.5 13.5 0 1 0 -9 -7H-12C-16 -5 -15 1 -10 2C-12 17 -25 22 "
        "-25 32Z",
        "M-10 2H10",
    ),
    "R": (
        f"{FOOT}H22L18 20V-12L25 -18V-34H15V-27H6V-34H-6V-27H-15V-34H-25V-18L-18 -12V20L-22 31H-26Z",
        "M-18 -12H18M-18 20H18",
    ),
    "N": (
        "M-21 37H25V31C27 12 27 -4 20 -15C15 -24 7 -29 -3 -30L-6 -38L-12 -28C-16 -27 -19 -24 -20 -19L-32 0C-34 4 -33 9 "
        "-29 11C-26 12.5 -23 11 -21 8.5L-13 3.5C-9 5.5 -4 4.5 -1 1C-1 13 -20 17 -21 31Z",
        "M-13.5 -16.5V-15M-28 4.5V4.6M9 -22C17 -12 19 4 18 26",
    ),
    "B": (
        f"{FOOT}C26 25 17 22 12 19L10 9C20 2 22 -10 13 -20C9 -25 5 -28 3 -30A5.5 5.5 0 1 0 -3 -30C-5 -28 -9 -25 -13 -20"
        "C-22 -10 -20 2 -10 9L-12 19C-17 22 -26 25 -26 31Z",
        "M-10 9H10M-12 19H12M0 -19V-3M-7 -11H7",
    ),
    "Q": (
        f"{FOOT}L19 20L32 -15A5 5 0 1 0 27.5 -17L17 -2L17.5 -23A5 5 0 1 0 12 -23L5.5 -5L3 -28A5 5 0 1 0 -3 -28L-5.5 -5"
        "L-12 -23A5 5 0 1 0 -17.5 -23L-17 -2L-27.5 -17A5 5 0 1 0 -32 -15L-19 20L-26 31Z",
        "M-19 20C-7 16 7 16 19 20M-17 11C-6 8 6 8 17 11",
    ),
    "K": (
        f"{FOOT}L20 20C36 9 37 -6 28 -13C20 -18.5 9 -14 5.5 -6C9 -12 8 -21 3 -23V-29H10V-35H3V-41H-3V-35H-10V-29H-3V-23"
        "C-8 -21 -9 -12 -5.5 -6C-9 -14 -20 -18.5 -28 -13C-37 -6 -36 9 -20 20L-26 31Z",
        "M-20 20C-7 16 7 16 20 20M0 12V-6M-5.5 -6C-3 -1 -1 4 0 12M5.5 -6C3 -1 1 4 0 12",
    ),
}
PIECES = {
    (letter if side == 0 else letter.lower()): Piece(
        f"{('white', 'black')[side]} {name}", "figure", side, letter, *FIGURES[letter]
    )
    for side in (0, 1)
    for letter, name in NAMES.items()
}


def board_scene(state: State, *, flipped: bool = False) -> Scene:
    """The board from white's side, or flipped from black's. A move is two clicks: from where, and to where; castling
    also goes to the rook's square, and of several promotions one is asked for."""
    rows = [unpacked(row) for row in state.text.split()[0].split("/")]
    spots = tuple(
        Spot(FILES[x] + str(SIZE - y), *placed(x, y, flipped), piece)
        for y, row in enumerate(rows)
        for x, piece in enumerate(row)
    )
    moves = choices(state)
    used = {spot.piece for spot in spots} | {each.piece for each in moves}
    return Scene(
        SIZE,
        SIZE,
        "checkered",
        spots,
        {key: PIECES[key] for key in PIECES if key in used},
        tuple(moves),
        tuple(labels(flipped)),
        check_marks(state, rows),
        caption=caption(state),
    )


def unpacked(row: str) -> list[str]:
    """A rank of a FEN, square by square."""
    found: list[str] = []
    for sign in row:
        found += [""] * int(sign) if sign.isdigit() else [sign]
    return found


def placed(x: int, y: int, flipped: bool) -> tuple[float, float]:
    return (SIZE - 0.5 - x, SIZE - 0.5 - y) if flipped else (x + 0.5, y + 0.5)


def labels(flipped: bool) -> list[Label]:
    """Files below the board and ranks to its left."""
    below = [Label(placed(x, 0, flipped)[0], SIZE + MARGIN, FILES[x]) for x in range(SIZE)]
    return below + [Label(-MARGIN, placed(0, y, flipped)[1], str(SIZE - y)) for y in range(SIZE)]


def choices(state: State) -> list[Choice]:
    if state.is_over:
        return []
    found = []
    for name, squares in core.chess_moves(state):
        found.append(Choice(name, (squares[:2], squares[2:4]), promoted(state, squares[4:])))
    for name, squares in core.chess_moves(state, True):
        if name.startswith("O-O"):
            found.append(Choice(name, (squares[:2], squares[2:4])))
    return list(dict.fromkeys(found))


def promoted(state: State, letter: str) -> str:
    return letter.upper() if state.turn == 0 else letter


def check_marks(state: State, rows: list[list[str]]) -> dict[str, str]:
    """The king in check."""
    if not core.chess_in_check(state):
        return {}
    king = "k" if state.text.split()[1] == "b" else "K"
    return {FILES[row.index(king)] + str(SIZE - y): "check" for y, row in enumerate(rows) if king in row}


def caption(state: State) -> str:
    """Whose move it is and whether there is check, or how the game ended."""
    checked = core.chess_in_check(state)
    if not state.is_over:
        return f"{caption_of(state)}, in check" if checked else caption_of(state)
    if state.payoff(0):
        return f"Checkmate: {caption_of(state)[0].lower()}{caption_of(state)[1:]}"
    if core.chess_dead(state):
        return "Drawn: nobody can mate any more"
    return "Stalemate" if not core.chess_moves(state) else "Drawn: no capture and no pawn's move for too long"
