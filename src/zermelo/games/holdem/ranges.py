"""Ranges of hands in the usual notation: `AA,AKs:0.5,QJs+,22+,A2s-A5s,AhKd`.

| text | hands |
|---|---|
| `AA`, `AKs`, `AKo`, `AK` | a pair; two cards of one suit, of two suits, either |
| `AhKd` | these two cards |
| `77+`, `QTs+`, `AT+` | this pair and higher ones; the lower card rises as far as it can |
| `77-TT`, `A2s-A5s`, `T9s-65s` | from one to the other: pairs, the lower card, or both cards rise together |
| `any` | all 1326 hands |
| `…:0.5` | each with this weight, 0 to 1, instead of 1 |

A hand named twice has the weight it was given last.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from zermelo.errors import ParseError

RANKS, SUITS = "23456789TJQKA", "cdhs"
PAIRS = 1326
CARDS = re.compile(r"([2-9TJQKA][cdhs])([2-9TJQKA][cdhs])")
KIND = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)")


def card(text: str) -> int:
    """Card 0 … 51: rank times four plus suit."""
    return 4 * RANKS.index(text[0]) + SUITS.index(text[1])


def card_name(number: int) -> str:
    return RANKS[number // 4] + SUITS[number % 4]


def pair_index(a: int, b: int) -> int:
    """Two cards as a number below 1326, the same in either order."""
    return max(a, b) * (max(a, b) - 1) // 2 + min(a, b)


ALL_PAIRS = tuple((a, b) for a in range(52) for b in range(a))  # by pair_index, the higher card first


def hand_name(a: int, b: int) -> str:
    return card_name(max(a, b)) + card_name(min(a, b))


def kind_of(a: int, b: int) -> str:
    """The cell of the 13×13 grid that a hand is in: `AA`, `AKs`, `AKo`."""
    high, low = max(a, b), min(a, b)
    same = "" if high // 4 == low // 4 else "s" if high % 4 == low % 4 else "o"
    return RANKS[high // 4] + RANKS[low // 4] + same


def grid_kinds() -> list[list[str]]:
    """Rows of the grid from the aces down: pairs on the diagonal, one suit above it, two suits below."""
    ranks = RANKS[::-1]
    return [
        [
            row + column if i == j else row + column + "s" if i < j else column + row + "o"
            for j, column in enumerate(ranks)
        ]
        for i, row in enumerate(ranks)
    ]


def read_range(text: str) -> list[float]:
    """The weights of all 1326 hands, by pair_index; a ParseError names the piece that is wrong."""
    weights = [0.0] * PAIRS
    at = 0
    for part in text.split(","):
        piece, colon, weight = part.partition(":")
        begin = at + len(part) - len(part.lstrip())
        if not piece.strip():
            raise ParseError("expected a hand, such as AA, AKs, QJo, 77+, A2s-A5s or AhKd", text, at)
        share = weight_of(weight.strip(), text, at + len(piece) + 1) if colon else 1.0
        for a, b in hands_of(piece.strip(), text, begin):
            weights[pair_index(a, b)] = share
        at += len(part) + 1
    if not any(weights):
        raise ParseError("every hand of this range has the weight 0", text, 0)
    return weights


def weight_of(word: str, text: str, at: int) -> float:
    weight = float(word) if re.fullmatch(r"\d*\.?\d+|\d+\.", word) else 2.0
    if weight > 1:
        raise ParseError(f"{word!r} is no weight from 0 to 1", text, at)
    return weight


def hands_of(piece: str, text: str, at: int) -> Iterator[tuple[int, int]]:
    """The hands that a piece between two commas stands for."""
    if piece == "any":
        yield from ALL_PAIRS
    elif found := CARDS.fullmatch(piece):
        if found[1] == found[2]:
            raise ParseError(f"{piece}: a hand has two different cards", text, at)
        yield card(found[1]), card(found[2])
    else:
        for high, low, suits in kinds_of(piece, text, at):
            yield from combinations(high, low, suits)


def kinds_of(piece: str, text: str, at: int) -> Iterator[tuple[int, int, str]]:
    first, dash, last = piece.partition("-")
    rises = not dash and piece.endswith("+")
    high, low, suits = kind(first.removesuffix("+") if rises else first, piece, text, at)
    if dash:
        yield from between((high, low, suits), kind(last, piece, text, at), piece, text, at)
    elif not rises:
        yield high, low, suits
    elif high == low:
        yield from ((rank, rank, suits) for rank in range(high, 13))
    else:
        yield from ((high, rank, suits) for rank in range(low, high))


def kind(word: str, piece: str, text: str, at: int) -> tuple[int, int, str]:
    found = KIND.fullmatch(word)
    if found is None:
        whole = "" if word == piece else f" in {piece!r}"
        raise ParseError(f"{word!r}{whole} is no hand: write AA, AKs, AKo, AK, AhKd, 77+ or A2s-A5s", text, at)
    one, two = RANKS.index(found[1]), RANKS.index(found[2])
    if one == two and found[3]:
        raise ParseError(f"{word}: a pair is of two suits: write {word[:2]}", text, at)
    return max(one, two), min(one, two), found[3]


def between(
    one: tuple[int, int, str], two: tuple[int, int, str], piece: str, text: str, at: int
) -> Iterator[tuple[int, int, str]]:
    """From a kind to another, in either order: the same higher card, or the same distance between the cards."""
    (high, low, suits), (other_high, other_low, other_suits) = sorted((one, two))
    if suits != other_suits or (high != other_high and high - low != other_high - other_low):
        raise ParseError(f"{piece!r} has no steps between its ends: write 77-TT, A2s-A5s or 65s-T9s", text, at)
    for step in range(other_low - low + 1):
        yield (high if high == other_high else high + step), low + step, suits


def combinations(high: int, low: int, suits: str) -> Iterator[tuple[int, int]]:
    for a in range(4):
        for b in range(4):
            if (high == low and a <= b) or (suits == "s" and a != b) or (suits == "o" and a == b):
                continue
            yield 4 * high + a, 4 * low + b


def read_board(text: str) -> list[int]:
    """Three to five different cards: `Ks Td 7h`, with or without spaces."""
    joined = "".join(text.split())
    words = [joined[i : i + 2] for i in range(0, len(joined), 2)]
    for word in words:
        if not re.fullmatch("[2-9TJQKA][cdhs]", word):
            raise ParseError(f"{word!r} is no card: write Ah, Td, 7c", text, max(0, text.find(word)))
    if not 3 <= len(words) <= 5:
        raise ParseError(f"a board has three to five cards, not {len(words)}", text, 0)
    for word in words:
        if words.count(word) > 1:
            raise ParseError(f"{word} is on the board twice", text, text.rfind(word))
    return [card(word) for word in words]


def written(weights: Sequence[float]) -> str:
    """The same range in notation: whole kinds where all their hands weigh the same, hands otherwise."""
    groups: dict[str, list[int]] = {}
    for index, (a, b) in enumerate(ALL_PAIRS):
        groups.setdefault(kind_of(a, b), []).append(index)
    found: list[str] = []
    for row in grid_kinds():
        for name in row:
            members = groups[name]
            if len({weights[i] for i in members}) == 1:
                found += [weighted(name, weights[members[0]])] if weights[members[0]] > 0 else []
            else:
                found += [weighted(hand_name(*ALL_PAIRS[i]), weights[i]) for i in members if weights[i] > 0]
    return ",".join(found)


def weighted(name: str, weight: float) -> str:
    return name if weight == 1 else f"{name}:{weight:g}"
