"""Cards, dice and chips on a table, as scenes: what poker and dice games look like, in a few lines.

tabletop([Row("the other", [back(), chips(2)], said="bets"), Row("pot", [chips(3)]), Row("you", [card("SK")])], moves)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from zermelo.scene import Area, Choice, Label, Piece, Scene, Spot, choices_of
from zermelo.types import Move
from zermelo.validate import typed

SUITS = {"S": ("♠", "spades"), "H": ("♥", "hearts"), "D": ("♦", "diamonds"), "C": ("♣", "clubs")}
RANKS = "AKQJT98765432"
RANK_NAMES = ("ace", "king", "queen", "jack", "ten", "nine", "eight", "seven", "six", "five", "four", "three", "two")
PIPS = ("blank", "one", "two", "three", "four", "five", "six")
ROW = 1.6  # the height of a row; a card is 0.9 wide and 1.26 high
NAME, SAID = 2.1, 2.3  # room for a name before the row, and for what was said behind it
SPOKEN = 0.85  # room for both above the row, in a narrow window
NARROW = 8.0  # a table that is wider has a second layout
LEAST = 3.0  # pieces there is room for
GAP = 0.12  # between pieces


def card(text: str, whose: str = "") -> Piece:
    """A card, face up: `card("SK")` is the king of spades, `card("K")` a king of no suit."""
    suit, rank = (text[0], text[1:]) if text[:1] in SUITS and len(text) > 1 else ("", text)
    rank = "T" if rank == "10" else rank
    name = RANK_NAMES[RANKS.index(rank)] if len(rank) == 1 and rank in RANKS else rank
    words = f"{name} of {SUITS[suit][1]}" if suit else name
    face = f"{'10' if rank == 'T' else rank}{SUITS[suit][0] if suit else ''}"
    return Piece(f"{words}, {whose}'s" if whose else words, "card", None, face)


def back(count: int = 1) -> Piece:
    """Cards face down."""
    words = f"{count} hidden card{'' if count == 1 else 's'}"
    return Piece(words, "back", None, "" if count == 1 else str(count))


def die(pips: int | None, side: int | None = None) -> Piece:
    """A die; None is one under its cup."""
    if pips is None:
        return Piece("hidden die", "die", side, "?")
    return Piece(f"a {PIPS[pips] if 0 <= pips < len(PIPS) else pips}", "die", side, str(pips))


def chips(count: float) -> Piece:
    """A pile of chips."""
    return Piece(f"{count:g} chip{'' if count == 1 else 's'}", "chips", None, f"{count:g}")


@dataclass(frozen=True)
class Row:
    """One row of the table: whose it is, what lies there (None: a place for what may come), what was said last."""

    name: str
    pieces: Sequence[Piece | None]
    said: str = ""

    @property
    def letters(self) -> str:
        shown = " ".join(written(each) for each in self.pieces if each is not None)
        return f"{self.name}: {shown or '-'}{f'  ({self.said})' if self.said else ''}"


@typed
def tabletop(
    rows: Sequence[Row],
    moves: Mapping[Move, object] | Iterable[Move] = (),
    *,
    caption: str = "",
    todo: str = "",
) -> Scene:
    """A table with these rows, from the far side to the viewer's. Pieces are spots called by their row and number, `you
    1`; moves are clicked where the mapping says, or buttons. A table whose rows keep their lengths keeps its size."""
    wide = laid_out(rows, False)
    given = moves if isinstance(moves, Mapping) else dict.fromkeys(moves)
    return replace(
        wide,
        pieces={f"{row.name} {j + 1}": piece for row in rows for j, piece in enumerate(row.pieces) if piece},
        choices=tuple(choices_of(given, wide.spots) if wide.spots else map(Choice, given)),
        text="\n".join(row.letters for row in rows),
        caption=caption,
        todo=todo,
        narrow=laid_out(rows, True) if wide.width > NARROW else None,
    )


def laid_out(rows: Sequence[Row], narrow: bool) -> Scene:
    """Where everything lies: names before their rows and what was said behind them; in a narrow window above them."""
    room = max(LEAST, *(len(row.pieces) for row in rows)) * (1 + GAP)
    wide = max(room, NAME + SAID) + 0.3 if narrow else NAME + room + SAID
    step, lower = (ROW + SPOKEN, SPOKEN / 2) if narrow else (ROW, 0.0)
    middle = wide / 2 if narrow else NAME + room / 2
    spots: list[Spot] = []
    labels: list[Label] = []
    areas: list[Area] = []
    for i, row in enumerate(rows):
        y = 0.15 + step * (i + 0.5)
        above = y - step / 2 + 0.06 + SPOKEN / 2 if narrow else y
        areas.append(Area(wide / 2, y, wide - 0.3, step - 0.12, "mat"))
        labels.append(Label(0.15 + NAME / 2, above, row.name))
        areas += [Area(wide - 0.2 - SAID / 2, above, SAID - 0.2, 0.7, "bubble", row.said)] if row.said else []
        for j, piece in enumerate(row.pieces):
            x, name = middle + (j - (len(row.pieces) - 1) / 2) * (1 + GAP), f"{row.name} {j + 1}"
            if piece is None:
                areas.append(Area(x, y + lower, 0.9, 1.26, "place"))
            else:
                spots.append(Spot(name, x, y + lower, name))
    return Scene(wide, step * len(rows) + 0.3, "table", tuple(spots), labels=tuple(labels), areas=tuple(areas))


def written(piece: Piece) -> str:
    """In letters: what is printed on it, `?` for what is face down."""
    if piece.shape == "back":
        return " ".join("?" * int(piece.text or 1))
    return f"{piece.text} chips" if piece.shape == "chips" else piece.text
