"""What a Stratego board looks like: all men, or a player's own and what is known of the other's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from zermelo.game import BuiltIn, State
from zermelo.scene import MARGIN, Choice, Label, Piece, Scene, Spot, caption_of, upper

SIDES = ("red", "blue")
NAMES = {
    "B": "bomb",
    "C": "spy",
    "D": "scout",
    "E": "miner",
    "F": "sergeant",
    "G": "lieutenant",
    "H": "captain",
    "I": "major",
    "J": "colonel",
    "K": "general",
    "L": "marshal",
    "M": "flag",
}
# What stands on a man: its rank, or a letter.
FACES = {
    "B": "B",
    "C": "S",
    "D": "2",
    "E": "3",
    "F": "4",
    "G": "5",
    "H": "6",
    "I": "7",
    "J": "8",
    "K": "9",
    "L": "10",
    "M": "F",
}
# What is drawn on a man instead, in hundredths of a square.
SIGNS = {
    "B": "M-21 9A17 17 0 1 0 13 9A17 17 0 1 0-21 9ZM-15 9A11 11 0 1 0 7 9A11 11 0 1 0-15 9Z"
    "M-8 9A4 4 0 1 0 0 9A4 4 0 1 0-8 9Z"
    "M8-5Q12-22 22-20M26-31V-29M33-20H34M30-10L31-9",
    "M": "M-14 28V-28L20-16L-14-4",
}
SIZES = {"standard": (10, 10, 4), "barrage": (10, 10, 4), "small": (6, 6, 2), "tiny": (3, 4, 1)}
LAKES = {
    "standard": ("c5", "d5", "g5", "h5", "c6", "d6", "g6", "h6"),
    "small": ("b3", "e3", "b4", "e4"),
    "tiny": (),
}
LAKES["barrage"] = LAKES["standard"]
MOVE = re.compile(r"([a-j]\d+)([a-j]\d+)(?::([A-M])([<>=])([A-M]))?")


@dataclass
class Man:
    """A man on the board, as far as it is known."""

    side: int
    kind: str  # a letter, or + if it is not known
    moved: bool = False


@dataclass
class Field:
    """The board after what happened; names of squares to men."""

    board: str
    men: dict[str, Man] = field(default_factory=dict)
    last: tuple[str, ...] = ()
    placed: list[int] = field(default_factory=lambda: [0, 0])  # squares of each side that are settled

    @property
    def size(self) -> tuple[int, int, int]:
        return SIZES[self.board]

    def homes(self, side: int) -> list[str]:
        width, height, rows = self.size
        squares = [f"{chr(97 + i % width)}{i // width + 1}" for i in range(width * height)]
        return (squares if side == 0 else squares[::-1])[: width * rows]

    def set_up(self, side: int, letters: str) -> None:
        self.placed[side] = len(letters)
        for square, letter in zip(self.homes(side), letters, strict=False):
            if letter != "A":
                self.men[square] = Man(side, letter)

    def move(self, text: str) -> None:
        found = MOVE.fullmatch(text)
        assert found is not None
        start, end, attacker, sign, defender = found.groups()
        man = self.men.pop(start)
        man.moved = True
        other = self.men.pop(end, None)
        if distance(start, end) > 1:
            man.kind = "D"
        if attacker:
            man.kind = attacker
            assert other is not None
            other.kind = defender
        winner = man if other is None or sign == ">" else other if sign == "<" else None
        if winner is not None:
            self.men[end] = winner
        self.last = (start, end)


def distance(start: str, end: str) -> int:
    return abs(ord(start[0]) - ord(end[0])) + abs(int(start[1:]) - int(end[1:]))


def field_of(game: BuiltIn, setups: str, moves: Sequence[str]) -> Field:
    found = Field(str(game.chosen.get("board", "standard")))
    for side, letters in enumerate(setups.split("/")):
        found.set_up(side, letters)
    for move in moves:
        found.move(move)
    return found


def fights_of(state: State) -> tuple[str, list[str]]:
    """The whole game with what came of each fight: red's own set-up from red's view, blue's from blue's."""
    views = [state.view(0).split(), state.view(1).split()]
    if not views[0]:
        return "", []
    setups = [each[0].split("/") for each in views]
    both = setups[0][0] + "/" + (setups[1][1] if len(setups[1]) > 1 else "")
    return both, [word for word in views[0][1:] if MOVE.fullmatch(word)]


def whole_scene(state: State) -> Scene:
    """All men."""
    found = field_of(state.game, *fights_of(state))
    return board_scene(found, 0, state.turn, state.moves(), caption_of(state))


def view_scene(game: BuiltIn, view: str, player: int, moves: Sequence[str]) -> Scene:
    """The player's own men, and the backs of the other's that are not known; those that have moved have a dot."""
    words = view.split()
    setups = words[0] if words else ""
    events = [word for word in words[1:] if MOVE.fullmatch(word)]
    shown = [word for word in words[1:] if not MOVE.fullmatch(word)]  # which squares of the other were left empty
    if shown:
        own = setups.split("/")[player]
        setups = "/".join((own, shown[0]) if player == 0 else (shown[0], own))
    found = field_of(game, setups, events)
    return board_scene(found, player, player if moves else -1, moves, " ".join(sentences(events, setups, player)))


def sentences(events: Sequence[str], setups: str, player: int) -> Iterator[str]:
    """What happened last."""
    if not events:
        done = setups.count("/") and not setups.endswith("/")
        yield (
            "Both have set up: red begins."
            if done and len(setups.split("/")[0]) == len(setups.split("/")[1])
            else "Set up your men."
        )
        return
    found = MOVE.fullmatch(events[-1])
    assert found is not None
    mover = SIDES[(len(events) - 1) % 2]
    start, end, attacker, sign, defender = found.groups()
    if not attacker:
        yield f"{upper(mover)} moved from {start} to {end}."
        return
    came = {">": "takes it", "<": "is lost", "=": "goes with it"}[sign]
    yield f"{upper(mover)}'s {NAMES[attacker]} attacks a {NAMES[defender]} on {end} and {came}."


def key_of(man: Man) -> str:
    """Red's men as capital letters, blue's as small ones; `*` and `+` for one that is not known, with ' if it moved."""
    if man.kind == "+":
        return "*+"[man.side] + "'" * man.moved
    return man.kind if man.side == 0 else man.kind.lower()


def piece_of(man: Man) -> Piece:
    if man.kind == "+":
        name = f"an unknown man of {SIDES[man.side]}"
        return Piece(f"{name}, moved", "tile", man.side, "•") if man.moved else Piece(name, "tile", man.side)
    return block(man.side, man.kind, f"{SIDES[man.side]} {NAMES[man.kind]}")


def block(side: int, kind: str, name: str) -> Piece:
    return Piece(name, "tile", side, FACES[kind], lines=SIGNS.get(kind, ""))


def board_scene(found: Field, player: int, turn: int, moves: Sequence[object], caption: str) -> Scene:
    """The board from a player's side. A move is two clicks; in the set-up a man is named by a button."""
    width, height, _ = found.size

    def placed(x: int, y: int) -> tuple[float, float]:
        return (width - 0.5 - x, y + 0.5) if player else (x + 0.5, height - 0.5 - y)

    spots = []
    for y in range(height):
        for x in range(width):
            name = f"{chr(97 + x)}{y + 1}"
            man = found.men.get(name)
            lake = "~" if name in LAKES[found.board] else ""
            spots.append(Spot(name, *placed(x, y), key_of(man) if man else lake))
    choices = tuple(sorted((choice(str(move)) for move in moves), key=one_man))
    pieces = {key_of(man): piece_of(man) for man in found.men.values()} | {"~": Piece("lake", "water")}
    pieces |= {each.piece: offered(turn, str(each.move)) for each in choices if each.piece}
    below = [Label(placed(x, 0)[0], height + MARGIN, chr(97 + x)) for x in range(width)]
    beside = [Label(-MARGIN, placed(0, y)[1], str(y + 1)) for y in range(height)]
    marks = dict.fromkeys(found.last, "last")
    todo = "move a man"
    if any(each.piece for each in choices):
        square = found.homes(turn)[found.placed[turn]]
        marks, todo = {square: "last"}, f"choose the man for {square}, or a whole set-up"
    drawn = Scene(width, height, "squares", tuple(spots), pieces, choices, (*below, *beside), marks, caption=caption)
    return replace(drawn, todo=todo if choices else "")


def choice(move: str) -> Choice:
    """Two clicks, or while men are set up a button with the man."""
    found = re.fullmatch(r"([a-j]\d+)([a-j]\d+)", move)
    return Choice(move, found.groups()) if found else Choice(move, piece=f"put {move}")


def one_man(offer: Choice) -> bool:
    """Whole set-ups are offered first."""
    return len(str(offer.move)) == 1


def offered(side: int, move: str) -> Piece:
    """What a button of the set-up puts on the next square, or on all of them."""
    if move in NAMES:
        return block(side, move, NAMES[move])
    if move == "A":
        return Piece("leave it empty", "text", None, "–")
    return Piece(f"ready set-up {move.removeprefix('setup')}", "tile", side)
