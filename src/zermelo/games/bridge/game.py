"""Bridge: the play of the cards, the double-dummy solver, and play with hidden hands by Monte Carlo."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from zermelo.card_table import CARD, NO_CARD, Hand, Tricks, card_table
from zermelo.errors import ParseError
from zermelo.game import BuiltIn, RecordedGame, State
from zermelo.games.bridge.par import SEATS as SEATS
from zermelo.games.bridge.par import STRAINS as STRAINS
from zermelo.games.bridge.par import Par, par_of
from zermelo.native import core
from zermelo.scene import Scene

CONTRACT = re.compile(r"([1-7])?(NT|[SHDC])(X{0,2})([NESW])")

SUIT_WORDS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}

Aim = Literal["score", "tricks", "make"]


def scene(state: State) -> Scene:
    """The four hands as still held, the trick on the table and the tricks won."""
    return open_scene(state, 2)


def open_scene(state: State, player: int) -> Scene:
    head, _, play = state.text.partition(" :")
    hands = dict(enumerate(head[2:].split(" ", 4)[:4]))
    return table_scene(hands, head.split(" ", 4)[4], play.split(), player, state.moves())


def view_scene(game: BuiltIn, view: str, player: int, moves: Sequence[str]) -> Scene:
    """What one seat sees: its own hand, dummy's, the contract and the play."""
    head, _, rest = view.partition(" :")
    hand, contract = head[2:].split(" ", 1)
    hands, play = {player: hand}, rest.split()
    if len(play) > 1:
        hands[(SEATS.index(parts_of(contract)[4]) + 2) % 4] = play.pop(1)[1:-1]
    return table_scene(hands, contract, play, player, moves)


def parts_of(contract: str) -> re.Match[str]:
    """Level, strain, doubled or not, declarer."""
    parts = CONTRACT.match(contract)
    assert parts is not None
    return parts


def table_scene(
    hands: Mapping[int, str], contract: str, play: Sequence[str], bottom: int, moves: Sequence[str]
) -> Scene:
    """The table with the hands that are known, as they were dealt, by seat."""
    parts = parts_of(contract)
    declarer, length = SEATS.index(parts[4]), len(next(iter(hands.values()))) - 3
    tricks = Tricks(play, (declarer + 1) % 4, parts[2])
    notes = {declarer: "declarer", (declarer + 2) % 4: "dummy"}

    def held(seat: int) -> list[str] | int:
        gone = tricks.played[seat]
        return [card for card in cards_of(hands[seat]) if card not in gone] if seat in hands else length - len(gone)

    def dealt(seat: int) -> list[str] | int:
        return cards_of(hands[seat]) if seat in hands else length

    shown = [Hand(name, held(i), tricks.table.get(i, ""), notes.get(i, ""), dealt(i)) for i, name in enumerate(SEATS)]
    won = [sum(len(tricks.won[seat]) // 4 for seat in side) for side in ((0, 2), (1, 3))]
    score = f"Tricks: N and S {won[0]}, E and W {won[1]}"
    turn = tricks.turn if len(play) < 4 * length else None
    caption = "" if turn is None else f"{SEATS[turn]} to play. {score}"
    return card_table(
        shown,
        moves,
        bottom=bottom,
        turn=turn,
        said=f"{contract_words(contract)}. {score}",
        caption=caption,
        todo=todo_of(tricks, turn, bottom, len(play) % 4 == 0),
    )


def todo_of(tricks: Tricks, turn: int | None, bottom: int, leads: bool) -> str:
    """What the seat that plays is asked for."""
    if turn is None:
        return ""
    whose = "" if turn == bottom else f" from {SEATS[turn]}'s hand"
    if leads:
        return f"lead a card{whose}"
    led = next(iter(tricks.table.values()))
    return f"play a card{whose}; {SUIT_WORDS[led[0]]} were led"


def contract_words(text: str) -> str:
    """`3NTS ns {W: 12-14 hcp}` as people say it."""
    contract, vulnerable, *constraints = text.split(" ", 2)
    danger = {"none": "", "both": ", all vulnerable"}.get(vulnerable, f", {'-'.join(vulnerable.upper())} vulnerable")
    return f"{contract[:-1]} by {contract[-1]}{danger}{''.join(f' {each}' for each in constraints)}"


def cards_of(hand: str) -> list[str]:
    return [suit + rank for suit, ranks in zip("SHDC", hand.split("."), strict=True) for rank in ranks]


def why_not(state: State, name: str) -> str:
    """What is wrong with a card that cannot be played."""
    if not CARD.fullmatch(name):
        return NO_CARD
    return "the hand to play does not hold it, or must follow suit"


def heard(before: str, after: str) -> str:
    """What a player saw of a move: the card; after the first one dummy's hand is laid open as well."""
    new = after[len(before) :].split() if after.startswith(before) else []
    return new[0] if new else "a card is played"


def read_text(text: str) -> Sequence[RecordedGame]:
    """The boards of a PBN file, or a deal alone."""
    from zermelo.games.bridge import pbn

    return pbn.read_text(text)


GAME = BuiltIn(
    name="bridge",
    title="Bridge",
    summary="the play of the cards with hidden hands; double-dummy solver",
    sample="H5; H2; H8; H7; D9; D4; DQ; D6; HJ; H9",
    scene=scene,
    view_scene=view_scene,
    open_scene=open_scene,
    why_not=why_not,
    deal=lambda options, seed: in_contract(deal(seed)),
    heard=heard,
    read_text=read_text,
    solver_view="solver_view:solver_view",
    measure="points",
    notations="PBN",
    commands={"bridge": "commands:bridge"},
)


def in_contract(text: str) -> str:
    """A deal with a contract that the stronger side may well bid by its points and its longest suit; S declares."""
    hands = [hand.split(".") for hand in text[2:].split(" ")]
    points = [sum("JQKA".find(rank) + 1 for suit in hand for rank in suit) for hand in hands]
    side = (0, 2) if points[0] + points[2] >= points[1] + points[3] else (1, 3)
    lengths = [sum(len(hands[seat][suit]) for seat in side) for suit in range(4)]
    strength = sum(points[seat] for seat in side)
    longest = lengths.index(max(lengths))
    minor_game = longest > 1 and 24 < strength < 29  # nine tricks are nearer than eleven
    strain = 4 if max(lengths) < 8 or minor_game else longest
    declarer = max(side, key=lambda seat: (len(hands[seat][strain]) if strain < 4 else 0, points[seat]))
    game = (4, 4, 5, 5, 3)[strain]
    level = 7 if strength > 36 else 6 if strength > 32 else game if strength > 24 else 2 if strength > 22 else 1
    return f"{SEATS[(2 - declarer) % 4]}:{text[2:]} {level}{STRAINS[strain]}S none :"


def deal(
    seed: int = 0,
    hands: Mapping[str, str] | None = None,
    constraints: Mapping[str, str] | None = None,
) -> str:
    """A random deal as text, every one that fits equally likely.

    `hands` are those known ({"W": "AKQ2.J5.T98.7643"}), `constraints` what the bidding says of others
    ({"W": "12-14 hcp, S>=5"}).
    """
    return core.bridge_deal(seed % 2**64, by_seat(hands, "hands"), by_seat(constraints, "constraints"))


def by_seat(values: Mapping[str, str] | None, name: str) -> list[str]:
    values = values or {}
    for seat in values:
        if seat not in SEATS or len(seat) != 1:
            raise ValueError(f"{name}: {seat!r} is no seat; seats are N, E, S, W")
    return [values.get(seat, "") for seat in SEATS]


def position(
    deal: str,
    contract: str = "NTS",
    vulnerable: str = "none",
    constraints: Mapping[str, str] | None = None,
    play: Sequence[str] = (),
) -> State:
    """A State from a deal (`N:… … … …`), a contract with its declarer (`4HXS`; without a level only tricks count), who
    is vulnerable, what the bidding showed of each seat, and the cards played so far."""
    limits = "; ".join(
        f"{seat}: {text}" for seat, text in zip(SEATS, by_seat(constraints, "constraints"), strict=True) if text
    )
    return GAME.start(f"{deal} {contract} {vulnerable}{' {' + limits + '}' if limits else ''} : {' '.join(play)}")


@dataclass(frozen=True)
class Table:
    """Tricks of every declarer in every strain with all cards open."""

    tricks: Mapping[str, Mapping[str, int]]  # strain to declarer to tricks
    nodes: int
    length: int = 13  # cards in each hand

    def __str__(self) -> str:
        head = "    " + " ".join(f"{strain:>2}" for strain in STRAINS)
        rows = [f"{seat}   " + " ".join(f"{self.tricks[strain][seat]:>2}" for strain in STRAINS) for seat in "NSEW"]
        return "\n".join([head, *rows])


@dataclass(frozen=True)
class Ranked:
    """Cards that are equals, and the tricks the side that plays takes in all with any of them."""

    cards: tuple[str, ...]
    tricks: int


@dataclass(frozen=True)
class Judged:
    """A card and the average of its open-card results over the sampled deals, for the side that plays it."""

    card: str
    mean: float
    error: float  # standard error of the mean


@dataclass(frozen=True)
class Verdict:
    """What Monte Carlo found: an average of open-card results, not the value of the hand."""

    cards: tuple[Judged, ...]  # the best first; equals in an order drawn by the seed
    worlds: int
    decided: bool
    stopped: str
    aim: str
    seed: int

    @property
    def card(self) -> str:
        return self.cards[0].card


def table(deal: State | str, memory_mb: float = 256.0, seconds: float = 0.0) -> Table:
    """The 20 results of a deal. TimeoutError if `seconds` (0: no limit) are not enough."""
    state = deal if isinstance(deal, State) else position(deal)
    tricks, nodes = core.bridge_table(state, checked_memory(memory_mb), seconds, None)
    by_strain = {s: dict(zip(SEATS, row, strict=True)) for s, row in zip(STRAINS, tricks, strict=True)}
    return Table(by_strain, nodes, state.info.max_plies // 4)


def par(
    deal: State | str | Table,
    vulnerable: str = "none",
    dealer: str = "N",
    memory_mb: float = 256.0,
    seconds: float = 0.0,
) -> Par:
    """What both sides come to if they bid with all cards open: the score of north-south, and the contracts.

    `vulnerable` is none, ns, ew or both; `dealer` matters only where both sides want to bid the same first. A Table
    that is known already need not be found again.
    """
    found = deal if isinstance(deal, Table) else table(deal, memory_mb, seconds)
    if found.length != 13:
        raise ValueError(f"par is for hands of 13 cards, not {found.length}")
    return par_of(found.tricks, vulnerable, dealer)


def rank_cards(state: State, memory_mb: float = 256.0, seconds: float = 0.0) -> tuple[Ranked, ...]:
    """Every card that can be played, equals together, the best first, with all cards open."""
    found, _ = core.bridge_cards(state, checked_memory(memory_mb), seconds, None)
    return tuple(Ranked(tuple(cards), tricks) for cards, tricks in found)


def best_line(state: State, memory_mb: float = 256.0, seconds: float = 0.0) -> tuple[str, ...]:
    """Cards to the end of the play that make the double-dummy result."""
    return tuple(core.bridge_line(state, checked_memory(memory_mb), seconds, None))


def montecarlo(
    state: State,
    worlds: int = 64,
    seed: int = 0,
    threads: int = 1,
    aim: Aim | None = None,
    sure: float = 3.0,
    memory_mb: float = 64.0,
    seconds: float = 0.0,
) -> Verdict:
    """A card for the seat to play, from `worlds` deals it thinks possible, each solved with all cards open.

    `aim` is what is averaged: the contract's score, tricks, or how often the contract makes (or is beaten); the score
    unless the contract has no level. Sampling ends early when the best card is ahead of every other by `sure` standard
    errors. The same seed gives the same verdict with any number of threads.
    """
    for name, value, low, high in (("worlds", worlds, 1, 10**6), ("threads", threads, 1, 256)):
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError(f"{name}={value!r} is not a whole number from {low} to {high}")
    has_level = bool(re.match(r"[1-7]", state.text.split(" ")[4]))
    chosen = aim or ("score" if has_level else "tricks")
    if chosen not in ("score", "tricks", "make"):
        raise ValueError(f"aim={aim!r} is not one of score, tricks, make")
    if chosen != "tricks" and not has_level:
        raise ValueError(f"aim={chosen!r} needs a contract with a level")
    found = core.bridge_montecarlo(
        state, worlds, seed % 2**64, threads, chosen, sure, checked_memory(memory_mb), seconds, None
    )
    return Verdict(tuple(Judged(*each) for each in found[0]), found[1], found[2], found[3], chosen, seed)


def leads(
    hand: str,
    contract: str,
    vulnerable: str = "none",
    constraints: Mapping[str, str] | None = None,
    worlds: int = 200,
    seed: int = 0,
    **options: Any,
) -> Verdict:
    """The opening lead from a hand: what each card brings over many deals that fit the bidding."""
    parts = CONTRACT.fullmatch(contract)
    if not parts:
        raise ParseError("expected a contract such as 4HS or NTN", contract, 0)
    leader = SEATS[(SEATS.index(parts[4]) + 1) % 4]
    start = position(deal(seed, {leader: hand}, constraints), contract, vulnerable, constraints)
    return montecarlo(start, worlds, seed, **options)


def score(contract: str, tricks: int, vulnerable: bool = False) -> int:
    """What declarer's side scores: `score("4HX", 9)`, `score("3NTS", 10, vulnerable=True)`."""
    parts = re.fullmatch(r"([1-7])(NT|[SHDC])(X{0,2})[NESW]?", contract)
    if not parts:
        raise ParseError("expected a contract such as 4H, 3NT or 6SXX", contract, 0)
    if isinstance(tricks, bool) or not isinstance(tricks, int) or not 0 <= tricks <= 13:
        raise ValueError(f"tricks={tricks!r} is not a whole number from 0 to 13")
    return core.bridge_score(int(parts[1]), STRAINS.index(parts[2]), len(parts[3]), vulnerable, tricks)


def checked_memory(memory_mb: float) -> float:
    if not 0.1 <= memory_mb <= 1e6:
        raise ValueError(f"memory_mb={memory_mb!r}: must be a number from 0.1 to 1000000")
    return memory_mb
