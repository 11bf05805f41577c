"""Hearts for four players: passing, tricks, shooting the moon."""

from __future__ import annotations

import re
from collections.abc import Sequence

from zermelo.game import BuiltIn, Option, State
from zermelo.scene import Scene, cards, written

SEATS = "NESW"
PASSINGS = ("left", "across", "right", "hold")


def listed(hand: str) -> list[str]:
    """`AK.2..3` as cards."""
    return [suit + rank for suit, ranks in zip("SHDC", hand.split("."), strict=True) for rank in ranks]


def scene(state: State) -> Scene:
    """The four hands as still held, the cards of the trick, and what was passed."""
    deal, _, rest = state.text[2:].partition(" :")
    dealt, kind = [listed(hand) for hand in deal.split(" ")[:4]], deal.split(" ", 4)[4]
    passes, _, plays = rest.partition(" :") if kind in PASSINGS[:3] else ("", "", rest)
    given, played = passes.split(), plays.split()
    if len(given) == 12:
        far = PASSINGS.index(kind) + 1
        for who in range(4):
            three = given[3 * who : 3 * who + 3]
            dealt[who] = [card for card in dealt[who] if card not in three]
            dealt[(who + far) % 4] += three
    hands = [sorted((card for card in hand if card not in played), key=order) for hand in dealt]
    done = len(played) - len(played) % 4
    rows = dict(zip(SEATS, hands, strict=True)) | {"passed": given, "played": played[:done], "trick": played[done:]}
    lines = [f"{title}: {' '.join(row)}" for title, row in rows.items() if row]
    return written("\n".join([*lines, kind]), state.moves())


def order(card: str) -> tuple[int, int]:
    return "SHDC".index(card[0]), -"23456789TJQKA".index(card[1])


def seen(view: str) -> tuple[list[str], list[str], list[str], list[str]]:
    """A view as cards: those held now, those given, those got, those played."""
    head, _, rest = view[2:].partition(" :")
    hand, *_, kind = head.split(" ")
    passed, _, after = rest.partition(" got ") if kind in PASSINGS[:3] else ("", "", " :" + rest)
    received, _, plays = after.partition(" :")
    given, got, played = [card for card in passed.split() if card != "?"], received.split(), plays.split()
    held = [card for card in listed(hand) if card not in given] + got
    return sorted((card for card in held if card not in played), key=order), given, got, played


def view_scene(game: BuiltIn, view: str, player: int, moves: Sequence[str]) -> Scene:
    """The own hand as still held, the trick on the table, and what was given, got and played."""
    held, given, got, played = seen(view)
    done = len(played) - len(played) % 4
    facts = {"given": given, "got": got, "played": played[:done]}
    said = "; ".join(f"{what}: {' '.join(which)}" for what, which in facts.items() if which)
    return cards([("trick", played[done:]), ("you", held)], moves, said)


def why_not(state: State, name: str) -> str:
    """What is wrong with a card that cannot be played."""
    if not re.fullmatch(r"[SHDCshdc](10|[2-9TJQKAtjqka])", name):
        return "that is no card (SA, HT, D9 …)"
    return (
        "it is not in the hand, or suit must be followed, or hearts are not broken; cards to pass are chosen in the"
        " order of the hand"
    )


GAME = BuiltIn(
    name="hearts",
    title="Hearts",
    summary="four players avoid hearts and the queen of spades",
    scene=scene,
    view_scene=view_scene,
    why_not=why_not,
    options={
        "seed": Option(0, 0, 2**62, help="which deal"),
        "passing": Option("left", words=PASSINGS, help="to whom three cards are passed"),
        "ranks": Option(13, 3, 13, help="cards of each suit, from the ace down"),
    },
)
