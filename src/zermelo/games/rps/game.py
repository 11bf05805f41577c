"""Rock, paper, scissors: both choose at the same time."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.game import BuiltIn, Option, State
from zermelo.scene import Area, Choice, Label, Piece, Scene, Spot

HANDS = ("rock", "paper", "scissors")
# Outline and lines inside, in hundredths of a square around the middle.
FIGURES = {
    "rock": (
        "M-34 18L-30 -8L-12 -28L12 -30L32 -10L36 14L20 30L-22 30Z",
        "M-12 -28L-4 -8L-30 -8M-4 -8L14 4L32 -10M14 4L20 30",
    ),
    "paper": ("M-24 -34H14L26 -22V34H-24Z", "M14 -34V-22H26M-14 -10H16M-14 2H16M-14 14H8"),
    "scissors": (
        "M-24 -36L4 2L16 -2A13 13 0 1 1 12 16L2 10L-10 24A13 13 0 1 1 -22 10L-6 2L-32 -28Z",
        "M22 6A5 5 0 1 0 22 7M-24 24A5 5 0 1 0 -24 25M0 4V5",
    ),
}
PIECES = {
    f"{hand} {side}": Piece(hand, "figure", side, hand[0].upper(), *FIGURES[hand]) for hand in HANDS for side in (0, 1)
}
WIDE, HIGH = 5.6, 4.3


def scene(state: State) -> Scene:
    """What both have chosen."""
    return drawn(state.text, list(state.info.players), state.moves(), 0)


def open_scene(state: State, player: int) -> Scene:
    return view_scene(state.game, state.text, player, ())


def view_scene(game: BuiltIn, view: str, player: int, moves: Sequence[str]) -> Scene:
    """The three hands to choose from, and what was chosen."""
    return drawn(view, ["you", "the other"] if player == 0 else ["the other", "you"], moves, player)


def drawn(text: str, names: Sequence[str], moves: Sequence[str], bottom: int) -> Scene:
    """Below the hands to choose from; above, side by side, what was chosen."""
    chosen = [{hand[0]: hand for hand in HANDS}.get(letter, "") for letter in text.ljust(2)[:2]]
    spots = [Spot(hand, 1.1 + 1.7 * i, 3.35, f"{hand} {bottom}") for i, hand in enumerate(HANDS)]
    labels, areas = [], [Area(WIDE / 2, 3.35, WIDE - 0.3, 1.5, "mat")]
    for i, who in enumerate((bottom, 1 - bottom)):
        x = 1.6 + 2.4 * i
        areas.append(Area(x, 1.0, 1.3, 1.3, "place"))
        labels.append(Label(x, 1.95, names[who]))
        spots += [Spot(f"{names[who]} chose", x, 1.0, f"{chosen[who]} {who}")] if chosen[who] else []
    return Scene(
        WIDE,
        HIGH,
        "table",
        tuple(spots),
        PIECES,
        tuple(Choice(move, (move,)) for move in moves),
        tuple(labels),
        text=" ".join(f"{name}: {hand or '-'}" for name, hand in zip(names, chosen, strict=True)),
        areas=tuple(areas),
        todo="choose rock, paper or scissors; both are shown at once",
    )


def heard(before: str, after: str) -> str:
    """What a player saw of a move."""
    return (
        {hand[0]: hand for hand in HANDS}.get(after[len(before) :][-1:], "has chosen")
        if len(after) > 1
        else "has chosen"
    )


GAME = BuiltIn(
    name="rps",
    title="Rock, paper, scissors",
    summary="both choose at once; what a win is worth can be set",
    scene=scene,
    view_scene=view_scene,
    open_scene=open_scene,
    heard=heard,
    sample="paper; rock",
    options={
        "rock": Option(1, 1, 1000, help="what winning with rock is worth"),
        "paper": Option(1, 1, 1000, help="the same with paper"),
        "scissors": Option(1, 1, 1000, help="the same with scissors"),
    },
)
