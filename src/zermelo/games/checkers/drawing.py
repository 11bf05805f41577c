"""What a position looks like: discs on a checkered board, its squares by their numbers; kings wear a crown."""

from __future__ import annotations

from zermelo.game import State
from zermelo.native import core
from zermelo.scene import Choice, Label, Piece, Scene, Spot, caption_of

SIZE = 8
RING = "M-29 0A29 29 0 1 0 29 0A29 29 0 1 0 -29 0Z"
CROWN = "M-19 14L-24 -10L-10 0L0 -17L10 0L24 -10L19 14ZM-19 21H19"
PIECES = {
    "b": Piece("black man", "disc", 0, lines=RING),
    "B": Piece("black king", "disc", 0, lines=CROWN),
    "w": Piece("white man", "disc", 1, lines=RING),
    "W": Piece("white king", "disc", 1, lines=CROWN),
}
CORNER = 0.12  # where in its square a number stands


def board_scene(state: State) -> Scene:
    """Black, who begins, below. A move is clicked from its first square to its last, or along a capture's whole way."""
    pieces = pieces_of(state.text)
    spots = tuple(Spot(str(number), *middle(number), pieces.get(number, "")) for number in range(1, 33))
    used = set(pieces.values())
    return Scene(
        SIZE,
        SIZE,
        "checkered",
        spots,
        {key: piece for key, piece in PIECES.items() if key in used},
        tuple(choices(state)),
        tuple(Label(x - 0.5 + CORNER, y - 0.5 + CORNER, name) for name, x, y in ((s.name, s.x, s.y) for s in spots)),
        text=text_board(pieces),
        caption=caption(state),
        todo="" if state.is_over else "you must take" if "x" in state.moves()[0] else "move a man or a king",
    )


def middle(number: int) -> tuple[float, float]:
    row, place = divmod(32 - number, 4)
    return 2 * place + (1.5 if row % 2 == 0 else 0.5), row + 0.5


def pieces_of(text: str) -> dict[int, str]:
    """The pieces of a FEN by their squares, kings in capital letters."""
    found: dict[int, str] = {}
    for field in text.split(":")[1:3]:
        for word in field[1:].split(",") if len(field) > 1 else ():
            king, letter = word.startswith("K"), field[0].lower()
            found[int(word.removeprefix("K"))] = letter.upper() if king else letter
    return found


def text_board(pieces: dict[int, str]) -> str:
    """In letters: pieces, and the numbers of empty squares; before each row its first square."""
    lines = []
    for row in range(SIZE):
        first = 4 * row + 1
        cells = [f"{pieces.get(number) or number:>2}" for number in range(first, first + 4)]
        between = ("  " if row % 2 == 0 else "") + "  ".join(cells)
        lines.append(f"{first:>2} | {between}")
    return "\n".join(lines)


def choices(state: State) -> list[Choice]:
    """First where moves begin and end, then the ways of captures square by square."""
    if state.is_over:
        return []
    ways = [(name, tuple(map(str, way))) for name, way in core.checkers_moves(state)]
    short = [Choice(name, (way[0], way[-1])) for name, way in ways]
    return list(dict.fromkeys([*short, *(Choice(name, way) for name, way in ways)]))


def caption(state: State) -> str:
    """Whose move it is and whether it must take, or how the game ended."""
    if state.is_over:
        lost = state.payoff(0) != 0
        return f"{caption_of(state)}: {blocked(state)}" if lost else "Drawn: 40 moves of each side without progress"
    return f"{caption_of(state)}, and must take" if "x" in state.moves()[0] else caption_of(state)


def blocked(state: State) -> str:
    """Why whoever is to move has lost."""
    loser = "black" if state.payoff(0) < 0 else "white"
    left = any(piece.lower() == loser[0] for piece in pieces_of(state.text).values())
    return f"{loser} cannot move" if left else f"{loser} has no pieces left"


def why_not(state: State, name: str) -> str:
    """What is wrong with a move that is not legal."""
    numbers = [int(each) for each in name.replace("x", "-").split("-") if each.isdigit()]
    if len(numbers) < 2 or not all(1 <= each <= 32 for each in numbers):
        return "moves are written like 11-15 and 22x15, by the numbers of squares from 1 to 32"
    legal = core.checkers_moves(state)
    taking = [each for each, _ in legal if "x" in each]
    if taking and "x" not in name:
        return f"whoever can take must take: {' or '.join(taking[:4])}"
    further = [each for each, way in legal if way[: len(numbers)] == numbers]
    if further:
        return f"the capture goes on: {' or '.join(further[:4])}"
    own = "bw"[state.turn]
    if pieces_of(state.text).get(numbers[0], "").lower() != own:
        return f"no {'black' if own == 'b' else 'white'} piece stands on {numbers[0]}"
    return "no piece there can go that way"
