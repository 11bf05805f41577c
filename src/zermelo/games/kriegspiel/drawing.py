"""What a Kriegspiel board looks like: all men to the umpire, to a player those that are the player's own; and what the
umpire has said, in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from zermelo.game import BuiltIn, State
from zermelo.games.shared.chess_men import PIECES
from zermelo.scene import MARGIN, Choice, Label, Scene, Spot, caption_of, upper

STARTS = {
    "standard": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
    "4x4": "r1kr/pppp/PPPP/R1KR w",
    "3x4": "k2/p2/2P/2K w",
    "krk4": "4/4/4/K2R b",
    "krk6": "6/6/6/6/6/K4R b",
    "krk8": "8/8/8/8/8/8/8/K6R b",
}
SIDES = ("white", "black")
CHECKS = {
    "file": "along the file",
    "rank": "along the rank",
    "long": "on the long diagonal",
    "short": "on the short diagonal",
    "knight": "by a knight",
}
ENDINGS = {
    "stalemate": "Stalemate: the game is drawn.",
    "dead": "Nobody can mate any more: the game is drawn.",
    "waited": "No capture and no pawn's move for too long: the game is drawn.",
    "plies": "The game has lasted long enough: it is drawn.",
}
MOVE = re.compile(r"([a-h][1-8])([a-h][1-8])([nbrq]?)")
FILES = "abcdefgh"
Men = dict[str, str]  # squares to letters


def men_of(fen: str) -> tuple[Men, int, int]:
    """The men of a FEN, and the width and height of its board."""
    rows = fen.split()[0].split("/")
    men: Men = {}
    width = 0
    for y, row in enumerate(rows):
        x = 0
        for sign in row:
            if not sign.isdigit():
                men[f"{FILES[x]}{len(rows) - y}"] = sign
            x += int(sign) if sign.isdigit() else 1
        width = x
    return men, width, len(rows)


def made(men: Men, move: str) -> None:
    """Moves a man; what it takes is gone, a king takes its rook along when castling, a pawn becomes what is named."""
    if move.startswith("@"):
        men[move[1:]] = "k"
        return
    found = MOVE.fullmatch(move)
    assert found is not None
    start, end, promoted = found.groups()
    man = men.pop(start)
    if man in "Kk" and abs(ord(start[0]) - ord(end[0])) == 2:
        corner, beside = ("h", "f") if end[0] == "g" else ("a", "d")
        men[beside + end[1]] = men.pop(corner + end[1])
    if man in "Pp" and start[0] != end[0] and end not in men:
        men.pop(end[0] + start[1], None)
    men[end] = (promoted.upper() if man.isupper() else promoted) if promoted else man


def split(text: str, game: BuiltIn) -> tuple[str, list[str]]:
    """Where a game or a view begins, and what follows."""
    start, colon, rest = text.partition(": ") if "/" in text else ("", "", text)
    if "/" in text and not colon:
        start, rest = text.rstrip(":"), ""
    return start or STARTS[str(game.chosen.get("board", "standard"))], [each for each in rest.split() if each != "-"]


def whole_scene(state: State) -> Scene:
    """Everything, as the umpire sees it."""
    start, tries = split(state.text, state.game)
    men, width, height = men_of(start)
    for each in tries:
        if not each.endswith("-"):
            made(men, each)
    return board_scene(men, (width, height), 0, state.moves(), caption_of(state))


def view_scene(game: BuiltIn, view: str, player: int, moves: Sequence[str]) -> Scene:
    """The player's own men, from the player's side, and what the umpire said last."""
    start, told = split(view, game)
    men, width, height = men_of(start)
    men = {square: man for square, man in men.items() if man.isupper() == (player == 0)}
    for each in told:
        move, _, said = each.partition(":")
        if move == "?":
            for word in said.split(","):
                men.pop(word.partition("@")[2], None)
        elif not move.endswith("-"):
            made(men, move)
    scene = board_scene(men, (width, height), player, moves, " ".join(sentences(told, player, "b" in start.split()[1])))
    lost = [word.partition("@")[2] for each in told[-1:] for word in each.partition(":")[2].split(",") if "@" in word]
    return scene.marked(lost, "last")


def sentences(told: Sequence[str], player: int, black_begins: bool = False) -> Iterator[str]:
    """What the umpire said since the player's last accepted move, that move included."""
    own = [i for i, each in enumerate(told) if not each.startswith("?") and not each.endswith("-")]
    for each in told[own[-1] if own else 0 :]:
        move, _, said = each.partition(":")
        mover = SIDES[1 - player if move == "?" else player]
        if move.endswith("-"):
            yield f"{move[:-1]} is not possible."
            continue
        yield f"{upper(mover)} has moved." if move == "?" else f"You moved {move}."
        yield from announced(said.split(",") if said else [], mover)
    if not told and not black_begins:
        yield "The game begins."


def announced(words: Sequence[str], mover: str) -> Iterator[str]:
    other = SIDES[1 - SIDES.index(mover)]
    for word in words:
        kind, _, square = word.partition("@")
        if square:
            yield f"{upper(mover)} took a {kind} on {square}."
        elif word in CHECKS:
            yield f"{upper(other)} is in check {CHECKS[word]}."
        elif word.startswith("tries"):
            count = int(word[5:])
            yield f"{upper(other)} has {count} pawn {'try' if count == 1 else 'tries'}."
        elif word == "mate":
            yield f"Checkmate: {mover} wins."
        else:
            yield ENDINGS[word]


def board_scene(men: Men, size: tuple[int, int], player: int, moves: Sequence[object], caption: str) -> Scene:
    """The board from a player's side; a try is two clicks, placing a king is one."""
    width, height = size

    def placed(x: int, y: int) -> tuple[float, float]:
        return (width - 0.5 - x, y + 0.5) if player else (x + 0.5, height - 0.5 - y)

    names = [(x, y, f"{FILES[x]}{y + 1}") for y in range(height) for x in range(width)]
    spots = tuple(Spot(name, *placed(x, y), men.get(name, "")) for x, y, name in names)
    choices = tuple(choice(str(move), player) for move in moves)
    used = {spot.piece for spot in spots} | {each.piece for each in choices}
    below = [Label(placed(x, 0)[0], height + MARGIN, FILES[x]) for x in range(width)]
    beside = [Label(-MARGIN, placed(0, y)[1], str(y + 1)) for y in range(height)]
    pieces = {key: PIECES[key] for key in PIECES if key in used}
    labels = (*below, *beside)
    return Scene(width, height, "checkered", spots, pieces, choices, labels, caption=caption, todo=todo_of(moves))


def todo_of(moves: Sequence[object]) -> str:
    if not moves:
        return ""
    king = str(moves[0]).startswith("@")
    return "place the black king" if king else "try a move; the umpire says whether it is possible"


def choice(move: str, player: int) -> Choice:
    if move.startswith("@"):
        return Choice(move, (move[1:],))
    return Choice(move, (move[:2], move[2:4]), move[4:].upper() if player == 0 else move[4:])
