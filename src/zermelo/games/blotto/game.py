"""Colonel Blotto: both share out coins over fields at the same time."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from zermelo.game import BuiltIn, Option, Options, State, number
from zermelo.scene import Area, Choice, Label, Scene, Spot
from zermelo.tabletop import chips

MOST_WAYS = 5000
MOST_CLICKED = 700  # ways that are laid out to be clicked; of more, the first are buttons and all can be typed
STEP, LINE = 1.0, 1.15
IN_LINE = 6  # counts in a line, in a narrow window


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
    who = [(names[each], shares[each]) for each in (bottom, 1 - bottom)]
    return replace(
        layout(fields, most if few else None, who, False),
        pieces={lies(name, i): chips(int(count)) for name, share in who for i, count in enumerate(share)},
        choices=tuple(Choice(move, clicks(move) if few else ()) for move in moves),
        text="  ".join(f"{name}: {'-'.join(share) or '-'}" for name, share in zip(names, shares, strict=True)),
        todo="share out your coins, field by field",
        narrow=layout(fields, most, who, True) if few else None,
    )


def lies(name: str, field: int) -> str:
    return f"{name}, field {field + 1}"


def layout(fields: int, most: int | None, who: Sequence[tuple[str, Sequence[str]]], narrow: bool) -> Scene:
    """Where everything lies; in a narrow window the counts of a field are below it, in lines of their own."""
    lines = -(-(most + 1) // IN_LINE) if narrow and most is not None else 0
    width = IN_LINE * STEP + 0.6 if narrow else 2.6 + (STEP * (most + 1) if most is not None else 1.0) + 2.2
    high = LINE + lines
    spots: list[Spot] = []
    labels, areas = [], []
    for field in range(fields):
        last = field == fields - 1
        top = 0.9 + high * field
        y = top + LINE / 2
        tall = LINE if last else high
        areas.append(Area(width / 2, top + tall / 2, width - 0.3, tall - 0.12, "mat"))
        labels.append(Label(0.75, y, f"field {field + 1}"))
        for (name, share), x in zip(who, (2.0, width - 1.1), strict=True):
            areas.append(Area(x, y, 0.9, 0.9, "place"))
            if share:
                spots.append(Spot(lies(name, field), x, y, lies(name, field)))
        if most is not None and last:
            labels.append(Label((2.0 + width - 1.1) / 2, y, "gets the rest"))
        elif most is not None:
            spots += [
                Spot(f"{count} on field {field + 1}", *place_of(count, y, narrow), "", str(count))
                for count in range(most + 1)
            ]
    labels += [Label(x, 0.5, name) for (name, _), x in zip(who, (2.0, width - 1.1), strict=True)]
    height = 1.05 + high * (fields - 1) + LINE
    return Scene(width, height, "table", tuple(spots), labels=tuple(labels), areas=tuple(areas))


def place_of(count: int, y: float, narrow: bool) -> tuple[float, float]:
    if not narrow:
        return 3.1 + STEP * count, y
    line, column = divmod(count, IN_LINE)
    return 0.3 + STEP * (column + 0.5), y + LINE / 2 + line + 0.4


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
