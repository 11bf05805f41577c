"""Liar's dice for two players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from zermelo.game import BuiltIn, Option, State
from zermelo.scene import Choice, Label, Piece, Scene, Spot
from zermelo.tabletop import ROW, Row, die, tabletop

BIDS = {0: Piece("bid of the first player", "disc", 0), 1: Piece("bid of the second player", "ring", 1)}
NAMES = ("you", "the other")
STEP = 1.0  # between bids
LINE = 0.85  # between rows of bids


def scene(state: State) -> Scene:
    """All dice, and the bids."""
    return opened(state, list(state.info.players), 0)


def open_scene(state: State, player: int) -> Scene:
    return opened(state, NAMES[:: 1 - 2 * player], player)


def opened(state: State, names: Sequence[str], bottom: int) -> Scene:
    rolled, *bids = state.text.split()
    dice = [list(each) for each in (*rolled.split("|"), "", "")[:2]]
    return drawn(state.game, dice, bids, names, state.moves(), bottom)


def view_scene(game: BuiltIn, view: str, player: int, moves: Sequence[str]) -> Scene:
    """The player's own dice, and the bids."""
    own, *bids = view.split() or [""]
    hidden = "?" * size(game, "dice")
    rolled = own.partition("|")
    dice = [list(rolled[0]), list(rolled[2] or hidden)]
    return drawn(game, dice[:: 1 - 2 * player], bids, NAMES[:: 1 - 2 * player], moves, player)


def size(game: BuiltIn, name: str) -> int:
    return int(game.chosen.get(name, game.options[name].default))


def drawn(
    game: BuiltIn,
    dice: Sequence[Sequence[str]],
    bids: Sequence[str],
    names: Sequence[str],
    moves: Sequence[str],
    bottom: int,
) -> Scene:
    """The other's dice, a place for every bid (so many dice of a face), and one's own dice."""
    count, faces = size(game, "dice"), size(game, "sides")
    said = ["", ""]
    for i, bid in enumerate(bids):
        said[i % 2] = "liar!" if bid == "liar" else f"bids {bid.replace('x', ' × ')}"

    def row(who: int) -> Row:
        shown = [
            die(None if pips == "?" else int(pips), who) if pips.isdigit() or pips == "?" else None
            for pips in dice[who]
        ]
        return Row(names[who], shown or [None] * count, said[who])

    table = tabletop([row(1 - bottom), row(bottom)])
    # The bids lie between the two rows, which move apart for them.
    tall = LINE * (2 * count + 1) + 0.4
    wide = max(table.width, faces * STEP + 2)
    far = replace(table, width=wide)
    shift = (wide - table.width) / 2
    spots = [replace(s, x=s.x + shift, y=s.y + (tall if s.y > ROW else 0)) for s in far.spots]
    areas = [
        replace(
            a,
            x=a.x + (shift if a.look != "bubble" else 2 * shift),
            y=a.y + (tall if a.y > ROW else 0),
            width=wide - 0.3 if a.look == "mat" else a.width,
        )
        for a in far.areas
    ]
    labels = [replace(a, y=a.y + (tall if a.y > ROW else 0)) for a in far.labels]
    left, top = (wide - (faces - 1) * STEP) / 2 + 0.4, ROW + 0.15 + 0.2
    pieces = dict(table.pieces)
    for face in range(1, faces + 1):
        spots.append(Spot(f"face {face}", left + (face - 1) * STEP, top + LINE / 2, f"face {face}"))
        pieces[f"face {face}"] = replace(die(face), name=f"{face}, wild" if face == faces else str(face))
    for number in range(1, 2 * count + 1):
        y = top + LINE * (number + 0.5)
        labels.append(Label(left - 1.1, y, f"{number} ×"))
        for face in range(1, faces + 1):
            name = f"{number}x{face}"
            made = bids.index(name) % 2 if name in bids else None
            spots.append(Spot(name, left + (face - 1) * STEP, y, "" if made is None else f"bid {made}"))
    pieces |= {f"bid {who}": piece for who, piece in BIDS.items()}
    here = [bid for bid in bids if bid != "liar"]
    return Scene(
        wide,
        table.height + tall,
        "table",
        tuple(spots),
        pieces,
        tuple(Choice(move, (move,) if "x" in move else ()) for move in moves),
        tuple(labels),
        {here[-1]: "last"} if here else {},
        text=f"{table.text}\nbids: {' '.join(bids) or '-'}",
        areas=tuple(areas),
        todo="bid higher, or call the other a liar" if here else "make a bid: how many dice show which face",
    )


def heard(before: str, after: str) -> str:
    """What a player saw of a move."""
    new = after[len(before) :].strip() if after.startswith(before) else ""
    return new if new and " " in after.strip() else "dice are rolled"


GAME = BuiltIn(
    name="liars_dice",
    title="Liar's dice",
    summary="bid on dice that nobody sees all of, or call the other a liar",
    scene=scene,
    view_scene=view_scene,
    open_scene=open_scene,
    heard=heard,
    sample="4; 2; 1x3; 1x4",
    options={
        "dice": Option(1, 1, 2, help="dice of each player"),
        "sides": Option(6, 2, 6, help="faces of a die; the highest is wild"),
    },
)
