"""Hearts for four players: passing, tricks, shooting the moon."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from zermelo.card_table import CARD, NO_CARD, Hand, Tricks, card_table, face
from zermelo.game import BuiltIn, Option, Options, State
from zermelo.scene import Scene

SEATS = "NESW"
PASSINGS = ("left", "across", "right", "hold")
PASSING_WORDS = {
    "left": "Cards pass to the left",
    "across": "Cards pass across",
    "right": "Cards pass to the right",
    "hold": "No cards are passed",
}
SUIT_WORDS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
ENDING = re.compile(r"ending (\w) ([\d-]+)")


def listed(hand: str) -> list[str]:
    """`AK.2..3` as cards."""
    return [suit + rank for suit, ranks in zip("SHDC", hand.split("."), strict=True) for rank in ranks]


def scene(state: State) -> Scene:
    """The four hands as still held, the trick on the table and the points taken."""
    return open_scene(state, 2)


def open_scene(state: State, player: int) -> Scene:
    head, _, rest = state.text[2:].partition(" :")
    *deal, kind = head.split(" ", 4)
    passes, _, plays = rest.partition(" :") if kind in PASSINGS[:3] else ("", "", rest)
    given, played = passes.split(), plays.split()
    hands = [listed(hand) for hand in deal]
    if len(given) == 12:
        for who in range(4):
            three, to = given[3 * who : 3 * who + 3], (who + PASSINGS.index(kind) + 1) % 4
            hands[who] = [card for card in hands[who] if card not in three]
            hands[to] += three
    leader = next((seat for seat, hand in enumerate(hands) if played[:1] and played[0] in hand), max(0, state.turn))
    return table_scene(
        dict(enumerate(hands)), kind, played, leader, player, state.moves(), max(-1, state.turn), todo=todo_of(played)
    )


def view_scene(game: BuiltIn, view: str, player: int, moves: Sequence[str]) -> Scene:
    """The player's own hand, the trick on the table, and what was given and got."""
    head, _, rest = view[2:].partition(" :")
    hand, kind = head.split(" ", 1)
    passed, _, after = rest.partition(" got") if kind.split()[-1] in PASSINGS[:3] else ("", "", " :" + rest)
    received, _, plays = after.partition(" :")
    given, got, played = [card for card in passed.split() if card != "?"], received.split(), plays.split()
    held = [card for card in listed(hand) if card not in given or not got] + got
    facts = {"Given": given, "Got": got}
    said = "".join(f" {what}: {' '.join(map(face, which))}." for what, which in facts.items() if which)
    if moves and not got and kind.split()[-1] in PASSINGS[:3]:
        todo = f"choose card {len(given) + 1} of 3 to pass, in the order of your hand"
    else:
        todo = todo_of(played)
    leader = leader_seen(kind, held, played, player, moves)
    return table_scene({player: held}, kind, played, leader, player, moves, player if moves else -1, said, todo)


def todo_of(played: Sequence[str]) -> str:
    """What the player to move is asked for."""
    here = played[len(played) - len(played) % 4 :]
    return f"play a card; {SUIT_WORDS[here[0][0]]} were led" if here else "lead a card"


def leader_seen(kind: str, held: Sequence[str], played: Sequence[str], player: int, moves: Sequence[str]) -> int | None:
    """Who led the first card: a player knows by their own first card, or by having to play it; before that, None."""
    if ending := ENDING.search(kind):
        return SEATS.index(ending[1])
    for seat, cards in enumerate(Tricks(played, 0).played):
        if set(cards) & set(held):
            return (player - seat) % 4
    return (player - len(played)) % 4 if moves and len(played) < 4 else None


def table_scene(
    hands: Mapping[int, Sequence[str]],
    kind: str,
    played: Sequence[str],
    leader: int | None,
    bottom: int,
    moves: Sequence[str],
    turn: int,
    said: str = "",
    todo: str = "",
) -> Scene:
    """The table with the hands that are known, those of before the first trick, by seat."""
    tricks = Tricks(() if leader is None else played, leader or 0)
    ending, length = ENDING.search(kind), max(map(len, hands.values()))
    points = [int(each) for each in ending[2].split("-")] if ending else [0] * 4

    def shown(seat: int) -> list[str] | int:
        gone = tricks.played[seat]
        return [card for card in hands[seat] if card not in gone] if seat in hands else length - len(gone)

    seats = [
        Hand(
            name,
            shown(i),
            tricks.table.get(i, ""),
            point_words(points[i] + worth(tricks.won[i])),
            hands.get(i, length),
        )
        for i, name in enumerate(SEATS)
    ]
    passing = "" if ending else f"{PASSING_WORDS[kind.split()[-1]]}."
    first = f" Played: {' '.join(map(face, played))}." if leader is None and played else ""
    return card_table(
        seats,
        moves,
        bottom=bottom,
        turn=None if turn < 0 else turn,
        said=f"{passing}{said}{first}".strip(),
        todo=todo,
    )


def worth(cards: Sequence[str]) -> int:
    """Points."""
    return sum(card[0] == "H" for card in cards) + 13 * ("SQ" in cards)


def point_words(points: int) -> str:
    return f"{points} point{'' if points == 1 else 's'}"


def why_not(state: State, name: str) -> str:
    """What is wrong with a card that cannot be played."""
    if not CARD.fullmatch(name):
        return NO_CARD
    return (
        "it is not in the hand, or suit must be followed, or hearts are not broken; cards to pass are chosen in the"
        " order of the hand"
    )


def heard(before: str, after: str) -> str:
    """What a player saw of a move."""
    new = after[len(before) :].split() if after.startswith(before) else []
    return "passes a card" if not new or new[0] == "?" else new[-1]


def deal(options: Options, seed: int) -> str:
    """Another deal, unless the options choose one."""
    return str(GAME.start(**{"seed": seed, **options}).text)


GAME = BuiltIn(
    name="hearts",
    title="Hearts",
    summary="four players avoid hearts and the queen of spades",
    sample="H3; CK; C8; HA; H5; CA; DJ; D3; C3; DQ; CQ; C7; C2; C6; C7; C9; S3; S6; S2",
    scene=scene,
    view_scene=view_scene,
    open_scene=open_scene,
    why_not=why_not,
    deal=deal,
    heard=heard,
    options={
        "seed": Option(0, 0, 2**62, help="which deal"),
        "passing": Option("left", words=PASSINGS, help="to whom three cards are passed"),
        "ranks": Option(13, 3, 13, help="cards of each suit, from the ace down"),
    },
)
