"""What poker hands are worth, against the rule itself: the best five of all the cards."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations, pairwise

import pytest

import zermelo
from zermelo.games.holdem.game import hand_kind, hand_value

RANKS = "23456789TJQKA"
DECK = [rank + suit for rank in RANKS for suit in "cdhs"]


def five(cards: tuple[str, ...]) -> tuple[int, list[int]]:
    """A hand of five cards as something to compare, in the order of the rules."""
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    flush = len({card[1] for card in cards}) == 1
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]  # the ace below the two
    straight = all(a - b == 1 for a, b in pairwise(ranks))
    groups = sorted(Counter(ranks).items(), key=lambda each: (-each[1], -each[0]))
    shape, order = [count for _, count in groups], [rank for rank, _ in groups]
    kind = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(tuple(shape), 0)
    if straight or flush:
        kind = max(kind, 8 if straight and flush else 5 if flush else 4)
    return kind, order


def slow_value(cards: list[str]) -> tuple[int, list[int]]:
    return max(five(hand) for hand in combinations(cards, 5))


@pytest.mark.parametrize("size", [5, 6, 7])
def test_hands_compare_as_by_the_rules(size: int) -> None:
    rng = random.Random(size)
    hands = [rng.sample(DECK, size) for _ in range(600)]
    for _ in range(400):  # hands that are close, and suits that meet
        board, suit = rng.sample(DECK, size - 2), rng.choice("cdhs")
        board = [card[0] + suit if rng.random() < 0.5 else card for card in board]
        hands += [cards for _ in range(2) if len(set(cards := [*board, *rng.sample(DECK, 2)])) == size]
    fast, slow = [hand_value(" ".join(hand)) for hand in hands], [slow_value(hand) for hand in hands]
    assert [value >> 26 for value in fast] == [kind for kind, _ in slow]
    assert sorted(range(len(hands)), key=lambda i: (fast[i], i)) == sorted(
        range(len(hands)), key=lambda i: (slow[i], i)
    )
    assert len(set(fast)) == len({(kind, tuple(rest)) for kind, rest in slow})


def test_words_and_bad_cards() -> None:
    assert hand_kind("AsKsQsJsTs 2d 3d") == "a straight flush"
    assert hand_kind("Ah2h3d4c5s") == "a straight"
    for text, words in (
        ("AsKs", "five to seven"),
        ("AsAsKdQdJd", "twice"),
        ("AxKsQsJsTs", "a card"),
        ("AsKsQsJsT", "a card"),
    ):
        with pytest.raises(zermelo.ParseError, match=words):
            hand_value(text)


def test_views_hide_the_other_hand() -> None:
    root = zermelo.start("holdem")
    views: dict[str, set[str]] = {}
    for deal in root.moves():
        first, second = deal.split("-")
        state = root.play(deal)
        assert state.view(0) == f"KsTd7h4c2s {first}"
        assert state.view(1) == f"KsTd7h4c2s {second}"
        views.setdefault(first, set()).add(state.play("bet").view(0))
    assert all(len(seen) == 1 for seen in views.values())


def test_a_card_to_come() -> None:
    state = zermelo.start("holdem", "board KsTd7h4c; pot 6; bet 2; raises 2; hands AhAd / KhKd; AhAd-KhKd rc")
    assert state.turn == zermelo.CHANCE
    assert len(state.moves()) == 44
    assert sum(state.odds(card) for card in state.moves()) == pytest.approx(1)
    late = state.play("As").play("check").play("check")
    assert late.payoff(0) == 5  # half the pot and one bet
