"""Colonel Blotto: both share out coins over fields at the same time."""

from __future__ import annotations

import math
from collections.abc import Sequence

from zermelo.game import BuiltIn, Option, Options, State, number
from zermelo.scene import Area, Choice, Label, Piece, Scene, Spot
from zermelo.tabletop import chips

MOST_WAYS = 5000
MOST_CLICKED = 700  # ways that are laid out to be clicked; of more, the first are buttons and all can be typed
STEP, LINE = 1.0, 1.15


def check(values: Options) -> None:
    """Refuses sizes with more ways to share out than can be listed."""
    fields = number(values, "fields")
    for coins in (number(values, "coins"), number(values, "other")):
        if math.comb(coins + fields - 1, fields - 1) > MOST_WAYS:
            raise ValueError(f"blotto: {coins} coins on {fields} fields: more than {MOST_WAYS} ways to share out")


def scene(state: State) -> Scene:
    """What both have laid out."""
    return drawn(state.game, state.text.split(), list(state.info.players), state.moves(), max(0, state.turn))


def open_scene(state: State, player: int) -> Scene:
    return view_scene(state.game, state.text, player, ())


def view_scene(game: BuiltIn, view: str, player: int, moves: Sequence[str]) -> Scene:
    """The coins for each field, to be clicked field by field, and what was laid out."""
    words = view.split()
    own = ["you", "the other"] if player == 0 else ["the other", "you"]
    return drawn(game, words if player == 0 or len(words) > 1 else ["", *words][:2], own, moves, player)


def drawn(game: BuiltIn, laid: Sequence[str], names: Sequence[str], moves: Sequence[str], bottom: int) -> Scene:
    """A row for each field: how many coins may go there, and at its ends what both have laid there. The last field gets
    what is left."""
    values = {name: option.default for name, option in game.options.items()} | dict(game.chosen)
    fields, most = number(values, "fields"), max(number(values, "coins"), number(values, "other"))
    shares = [each.split("-") if "-" in each else [] for each in (*laid, "", "")[:2]]
    few = most <= 12 and len(moves) <= MOST_CLICKED
    width = 2.6 + (STEP * (most + 1) if few else 1.0) + 1.6
    spots: list[Spot] = []
    labels, areas, pieces = [], [], dict[str, Piece]()
    for field in range(fields):
        y = 0.9 + LINE * (field + 0.5)
        areas.append(Area(width / 2, y, width - 0.3, LINE - 0.12, "mat"))
        labels.append(Label(0.75, y, f"field {field + 1}"))
        for who, x in ((bottom, 2.0), (1 - bottom, width - 0.8)):
            areas.append(Area(x, y, 0.9, 0.9, "place"))
            if shares[who]:
                name = f"{names[who]}, field {field + 1}"
                spots.append(Spot(name, x, y, name))
                pieces[name] = chips(int(shares[who][field]))
        if few and field < fields - 1:
            spots += [
                Spot(f"{count} on field {field + 1}", 3.1 + STEP * count, y, "", str(count))
                for count in range(most + 1)
            ]
    labels += [Label(2.0, 0.5, names[bottom]), Label(width - 0.8, 0.5, names[1 - bottom])]
    if few:
        labels.append(Label(3.1 + STEP * most / 2, 0.9 + LINE * (fields - 0.5), "gets the rest"))
    return Scene(
        width,
        1.05 + LINE * fields,
        "table",
        tuple(spots),
        pieces,
        tuple(Choice(move, clicks(move) if few else ()) for move in moves),
        tuple(labels),
        text="  ".join(f"{name}: {'-'.join(share) or '-'}" for name, share in zip(names, shares, strict=True)),
        areas=tuple(areas),
        todo="share out your coins, field by field",
    )


def clicks(move: str) -> tuple[str, ...]:
    return tuple(f"{count} on field {i + 1}" for i, count in enumerate(move.split("-")[:-1]))


def heard(before: str, after: str) -> str:
    """What a player saw of a move."""
    return after.split()[-1] if len(after.split()) > 1 else "has shared out"


GAME = BuiltIn(
    name="blotto",
    title="Colonel Blotto",
    summary="share out coins over fields, both at once; most fields win",
    check=check,
    scene=scene,
    view_scene=view_scene,
    open_scene=open_scene,
    heard=heard,
    sample="3-5-2; 4-1-5",
    options={
        "coins": Option(10, 1, 100, help="coins of the first player"),
        "other": Option(0, 0, 100, help="coins of the second; 0: as many"),
        "fields": Option(3, 2, 8, help="fields"),
        "payoff": Option("win", words=("win", "difference"), help="who has more fields, or how many more"),
    },
)
