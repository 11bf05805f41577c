"""What a position looks like: a checkered board with figures of our own, letters as in FEN where only text is shown."""

from __future__ import annotations

from zermelo.game import State
from zermelo.games.shared.chess_men import PIECES
from zermelo.native import core
from zermelo.scene import MARGIN, Choice, Label, Scene, Spot, caption_of

SIZE = 8
FILES = "abcdefgh"


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
        todo="your king is in check: save it" if core.chess_in_check(state) else "move a piece",
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
