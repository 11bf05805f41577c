"""The double-dummy solver against a plain minimax, against tables made by DDS, and against its own parts."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

import zermelo
from costs import Cost
from zermelo.games.bridge import game as bridge

RANKS = "23456789TJQKA"
TABLES = Path(__file__).parent.parent / "data" / "bridge_tables.txt"
# Every hand void in one suit, the others' cards in turn from the ace down: minutes for any solver.
VOIDS = "N:.Q963.KT74.AJ852 AJ852..Q963.KT74 KT74.AJ852..Q963 Q963.KT74.AJ852."
# All suits dealt round, each from another seat on.
ROUND = "N:AT62.J73.Q84.K95 K95.AT62.J73.Q84 Q84.K95.AT62.J73 J73.Q84.K95.AT62"

Card = tuple[int, int]  # suit, rank
Hands = tuple[frozenset[Card], ...]


def minimax(hands: Hands, trump: int, leader: int) -> int:
    """Tricks of north-south, by plain minimax that remembers positions."""

    @cache
    def value(hands: Hands, seat: int, trick: tuple[Card, ...]) -> int:
        if not any(hands):
            return 0
        hand = hands[seat]
        cards = [card for card in hand if trick and card[0] == trick[0][0]] or hand
        found = []
        for card in cards:
            rest = (*hands[:seat], hand - {card}, *hands[seat + 1 :])
            if len(trick) < 3:
                found.append(value(rest, (seat + 1) % 4, (*trick, card)))
            else:
                full = (*trick, card)
                best = max(range(4), key=lambda i: (full[i][0] == trump, full[i][0] == full[0][0], full[i][1]))
                winner = (seat + 1 + best) % 4
                found.append((winner % 2 == 0) + value(rest, winner, ()))
        return max(found) if seat % 2 == 0 else min(found)

    return value(hands, leader, ())


def written(hands: Hands) -> str:
    def hand(cards: frozenset[Card]) -> str:
        suits = (sorted((r for s, r in cards if s == suit), reverse=True) for suit in range(4))
        return ".".join("".join(RANKS[r] for r in ranks) for ranks in suits)

    return "N:" + " ".join(hand(cards) for cards in hands)


def small_deal(rng: random.Random, length: int) -> Hands:
    """Few cards, sometimes of few suits or close in rank."""
    low = rng.choice((0, 0, 5, 8)) if length < 4 else 0
    suits = rng.sample(range(4), rng.choice((2, 3, 4, 4))) if length < 5 else range(4)
    deck = [(suit, rank) for suit in suits for rank in range(low, 13)]
    if len(deck) < 4 * length:
        deck = [(suit, rank) for suit in range(4) for rank in range(13)]
    cards = rng.sample(deck, 4 * length)
    return tuple(frozenset(cards[i * length : (i + 1) * length]) for i in range(4))


def compare_with_minimax(rng: random.Random, length: int, cases: int) -> None:
    for _ in range(cases):
        hands = small_deal(rng, length)
        table = bridge.table(written(hands))
        strain = rng.randrange(5)
        for leader in range(4):
            declarer = (leader + 3) % 4
            slow = minimax(hands, strain, leader)
            wanted = slow if declarer % 2 == 0 else length - slow
            assert table.tricks[bridge.STRAINS[strain]][bridge.SEATS[declarer]] == wanted, written(hands)


@pytest.mark.parametrize(("length", "cases"), [(1, 30), (2, 150), (3, 60)])
def test_tables_of_small_hands_are_those_of_minimax(length: int, cases: int) -> None:
    compare_with_minimax(random.Random(length), length, cases)


@pytest.mark.slow
@pytest.mark.parametrize(("length", "cases"), [(2, 3000), (3, 1500), (4, 150), (5, 6)])
def test_many_tables_of_small_hands_are_those_of_minimax(length: int, cases: int) -> None:
    compare_with_minimax(random.Random(100 + length), length, cases)


def known_tables() -> list[tuple[str, list[int]]]:
    rows = [line.split() for line in TABLES.read_text(encoding="ascii").splitlines()]
    return [("N:" + " ".join(row[:4]), [int(x) for x in row[4:]]) for row in rows]


def found_table(deal: str, **options: float) -> list[int]:
    tricks = bridge.table(deal, **options).tricks
    return [tricks[strain][seat] for strain in bridge.STRAINS for seat in bridge.SEATS]


@pytest.mark.parametrize("number", [1, 5, 34])
def test_tables_are_those_of_dds(number: int) -> None:
    deal, wanted = known_tables()[number]
    assert found_table(deal) == wanted


@pytest.mark.slow
def test_all_tables_are_those_of_dds() -> None:
    wrong = [deal for deal, wanted in known_tables() if found_table(deal) != wanted]
    assert wrong == []


@pytest.mark.slow
def test_tables_are_those_of_endplay() -> None:
    types = pytest.importorskip("endplay.types")
    dds = pytest.importorskip("endplay.dds")
    for seed in range(100, 120):
        deal = bridge.deal(seed)
        wanted = [x for row in dds.calc_dd_table(types.Deal(deal)).to_list() for x in row]
        assert found_table(deal) == wanted, deal


@pytest.mark.slow
def test_a_symmetric_deal_in_little_memory() -> None:
    tricks = bridge.table(ROUND, memory_mb=2).tricks
    for strain, turned in zip("SHDC", "HDCS", strict=True):  # the deal turned by one seat is the deal with suits turned
        assert [tricks[strain][seat] for seat in "NESW"] == [tricks[turned][seat] for seat in "ESWN"]
    assert tricks["S"] == {"N": 7, "E": 5, "S": 7, "W": 5}


def test_little_memory_gives_the_same_results() -> None:
    deal, wanted = known_tables()[5]
    assert found_table(deal, memory_mb=0.1) == wanted


def test_solid_hands() -> None:
    deal = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    tricks = bridge.table(deal).tricks
    assert tricks["S"] == {"N": 13, "S": 13, "E": 0, "W": 0}
    assert tricks["H"] == {"N": 0, "S": 0, "E": 13, "W": 13}
    assert tricks["NT"] == {"N": 0, "S": 0, "E": 0, "W": 0}  # whoever leads takes all


def test_every_card_is_ranked_as_if_it_had_been_played() -> None:
    rng = random.Random(7)
    for _ in range(12):
        hands = small_deal(rng, 4)
        state = bridge.position(written(hands), rng.choice(bridge.STRAINS) + rng.choice(bridge.SEATS))
        while state.turn != zermelo.OVER:
            ranked = bridge.rank_cards(state)
            assert sorted(card for each in ranked for card in each.cards) == sorted(state.moves())
            assert [each.tricks for each in ranked] == sorted((each.tricks for each in ranked), reverse=True)
            for each in ranked:
                for card in each.cards:
                    assert declarers(state, each.tricks) == declarers_best(state.play(card)), (state.text, card)
            state = state.play(rng.choice(state.moves()))


def side_to_play(state: zermelo.State) -> int:
    """The side of the hand whose card is next, from the cards it may choose among."""
    deal = state.text[2:].split(" ")[:4]
    held = [{s + r for s, ranks in zip("SHDC", hand.split("."), strict=True) for r in ranks} for hand in deal]
    return next(i for i in range(4) if set(state.moves()) <= held[i]) % 2


def declarers(state: zermelo.State, tricks: int) -> int:
    """Tricks of the side that plays, told as north-south's."""
    length = len(state.text[2:].split(" ")[0]) - 3
    return tricks if side_to_play(state) == 0 else length - tricks


def declarers_best(state: zermelo.State) -> int:
    if state.turn == zermelo.OVER:
        length = len(state.text[2:].split(" ")[0]) - 3
        return (int(state.payoff(0)) + length) // 2
    return declarers(state, bridge.rank_cards(state)[0].tricks)


def test_the_line_makes_the_result() -> None:
    for seed in range(4):
        rng = random.Random(seed)
        state = bridge.position(written(small_deal(rng, 6)), bridge.STRAINS[seed] + "S")
        best = declarers_best(state)
        line = bridge.best_line(state)
        assert len(line) == 24
        for card in line:
            assert declarers_best(state) == best
            state = state.play(card)
        assert declarers_best(state) == best


def test_time_limit() -> None:
    cost = Cost()
    with pytest.raises(TimeoutError, match="stopped"):
        bridge.table(VOIDS, seconds=0.05)
    assert cost.seconds < 5
    deal, wanted = known_tables()[5]
    assert found_table(deal) == wanted  # fit for use again
