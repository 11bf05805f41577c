"""Kriegspiel: its rules beside a slow umpire, what the umpire says, and beliefs beside all that is possible."""

from __future__ import annotations

import math
import random
from collections import defaultdict

import pytest
from slow_kriegspiel import Umpire

import zermelo
from zermelo import State
from zermelo.errors import ParseError
from zermelo.games.kriegspiel.mates import sure_mate
from zermelo.view.text import board

STANDARD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq"
# Boards that meet what a random game seldom does: castling, en passant, promotion, pins, double checks.
BOARDS = [
    (STANDARD, "standard"),
    ("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq", "standard"),
    ("4k3/P6P/8/8/8/8/p6p/4K3 w -", "standard"),
    ("4k3/pppp4/8/4PPPP/4pppp/8/PPPP4/4K3 b -", "standard"),
    ("r1kr/pppp/PPPP/R1KR w -", "4x4"),
    ("k2/p2/2P/2K w -", "3x4"),
]
LIMITS = {"standard": (100, 1000), "4x4": (40, 200), "3x4": (20, 60)}


def same_game(fen: str, variant: str, rng: random.Random, most: int) -> int:
    """A random game here and there: the same tries are possible, the same is heard. How many tries it had."""
    umpire = Umpire.of(fen, *LIMITS[variant])
    state = zermelo.start("kriegspiel", f"{fen}:", board=variant)
    views = [state.view(0), state.view(1)]
    count = 0
    while not umpire.ending and count < most:
        assert state.turn == umpire.mover
        moves = state.moves()
        assert set(moves) == umpire.tries(), state.text
        move = rng.choice(moves)
        own, other = umpire.hear(move)
        mover = state.turn
        state = state.play(move)
        views[mover] += own
        views[1 - mover] += other
        count += 1
    assert [state.view(0), state.view(1)] == views
    assert state.is_over == bool(umpire.ending)
    if state.is_over:
        winner = 0 if umpire.ending != "mate" else 1 if umpire.mover == 1 else -1
        assert state.payoff(0) == winner
    return count


@pytest.mark.parametrize(("fen", "variant"), BOARDS)
def test_a_slow_umpire_says_the_same(fen: str, variant: str) -> None:
    rng = random.Random(fen)
    for _ in range(3):
        same_game(fen, variant, rng, 150)


@pytest.mark.slow
def test_a_slow_umpire_says_the_same_in_many_games() -> None:
    rng = random.Random(1)
    for i in range(100_000):
        same_game(*BOARDS[i % len(BOARDS)], rng, 60)


def told(start: str, *tries: str, **options: str) -> State:
    state = zermelo.start("kriegspiel", start, **options)
    for each in tries:
        state = state.play(each)
    return state


def test_what_the_umpire_says() -> None:
    state = told("-", "e2e4", "d7d5")
    assert state.view(0) == "e2e4 ?:tries1 "
    assert state.view(1) == "? d7d5:tries1 "
    assert "e4f5" in state.moves()
    refused = state.play("e4f5")
    assert refused.turn == 0
    assert refused.view(0) == "e2e4 ?:tries1 e4f5- "
    assert refused.view(1) == state.view(1)
    assert "e4f5" not in refused.moves()
    assert refused.play("e4d5").view(1) == "? d7d5:tries1 ?:pawn@d5 "


def test_checks_are_seen_from_the_king() -> None:
    for men, move, word in (
        ("4k3/8/8/8/8/8/8/R3K3 w -: ", "a1a8", "rank"),
        ("4k3/8/8/8/8/8/3R4/3K4 w -: ", "d2e2", "file"),
        ("4k3/8/8/8/8/8/P3B3/3K4 w -: ", "e2h5", "short"),
        ("4k3/8/8/8/8/8/P3B3/3K4 w -: ", "e2b5", "long"),
        ("4k3/8/8/8/2N5/8/8/R3K3 w -: ", "c4d6", "knight"),
        ("4k3/8/3P4/8/8/8/8/4K3 w -: ", "d6d7", "long"),
    ):
        assert f"{move}:{word}" in told(men[:-1], move).view(0), move
    assert told("4k3/8/8/8/4N3/8/8/4R1K1 w -:", "e4d6").view(1).endswith("?:file,knight ")


def test_en_passant_is_announced_where_the_pawn_stood() -> None:
    state = told("4k3/3p4/8/4P3/8/8/8/4K3 b -:", "d7d5")
    assert state.view(0).endswith("?:tries1 ")
    assert state.play("e5d6").view(1).endswith("?:pawn@d5 ")


def test_a_player_sees_own_men_only() -> None:
    state = told("-", "e2e4", "d7d5", "e4d5")
    white, black = board(state, 0), board(state, 1)
    assert "P" in white
    assert "r" not in white
    assert "r" in black
    assert "R" not in black


# --- beliefs ---


def chi_squared(counts: dict[str, int], chances: dict[str, float], draws: int) -> float:
    """How likely so great a difference is by chance: rare boards are counted together."""
    observed, expected = [0.0], [0.0]
    for text, chance in chances.items():
        if chance * draws < 5:
            observed[0] += counts.get(text, 0)
            expected[0] += chance * draws
        else:
            observed.append(counts.get(text, 0))
            expected.append(chance * draws)
    pairs = [(o, e) for o, e in zip(observed, expected, strict=True) if e > 0]
    if len(pairs) < 2:
        return 1.0
    sum_ = math.fsum((o - e) ** 2 / e for o, e in pairs)
    return upper_tail(sum_, len(pairs) - 1)


def upper_tail(x: float, freedom: int) -> float:
    """Of the chi-squared distribution, by Wilson and Hilferty's normal approximation."""
    if x <= 0:
        return 1.0
    z = ((x / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / math.sqrt(2 / (9 * freedom))
    return 0.5 * math.erfc(z / math.sqrt(2))


def random_state(variant: str, rng: random.Random, most: int) -> State:
    state = zermelo.start("kriegspiel", board=variant)
    for _ in range(rng.randrange(2, most)):
        after = state.play(rng.choice(state.moves()))
        if after.is_over:
            break
        state = after
    return state


def test_samples_are_drawn_by_the_chances_of_all_worlds() -> None:
    """50 positions of small boards; a board is as likely as all games together that lead to it."""
    rng, tried, draws = random.Random(5), 0, 200
    while tried < 50:
        state = random_state("3x4" if tried % 2 else "4x4", rng, 9)
        player = state.turn
        try:
            worlds = state.worlds(player)
        except zermelo.GameError:  # too many to list
            continue
        chances: dict[str, float] = defaultdict(float)
        for world, chance in worlds:
            chances[board(world)] += chance
        counts: dict[str, int] = defaultdict(int)
        for _ in range(draws):
            counts[board(state.sample(player, rng.getrandbits(60)))] += 1
        assert set(counts) <= set(chances)
        assert chi_squared(counts, chances, draws) > 0.001 / 50
        tried += 1


def test_samples_of_long_games_fit_what_was_heard() -> None:
    """Now and then no board is found (README.md says how often); what is found looks the same."""
    rng, found = random.Random(2), 0
    for _ in range(4):
        state = random_state("standard", rng, 60)
        for player in (0, 1):
            try:
                worlds = [state.sample(player, seed) for seed in range(3)]
            except zermelo.GameError:
                continue
            assert all(world.view(player) == state.view(player) for world in worlds)
            found += 1
    assert found >= 6


@pytest.mark.parametrize(
    "text",
    ["e2e5", "e2e4-", "e4f5 e7e5", "e2e4 e2e4", "4k3/8/8/8/8/8/8/4K3: e1e2", "8/8/8/8/8/8/8/8 w -:", "e2e4 d7d5 e4f5"],
)
def test_what_cannot_have_happened_is_refused(text: str) -> None:
    with pytest.raises(ParseError):
        zermelo.start("kriegspiel", text)


# --- sure mates ---


def test_a_mate_that_is_sure() -> None:
    state = zermelo.start("kriegspiel", "7k/5K2/8/8/8/8/8/6R1 w -:")
    assert sure_mate(state, 1) == "g1h1"
    assert sure_mate(zermelo.start("kriegspiel", "7k/8/5K2/8/8/8/8/6R1 w -:"), 1) is None


def test_a_sure_mate_holds_against_every_reply() -> None:
    """In two moves: whatever black does and wherever the king may have gone."""
    state = zermelo.start("kriegspiel", "7k/8/5K2/8/8/8/8/6R1 w -:")
    move = sure_mate(state, 2)
    assert move is not None
    after = state.play(move)
    for reply in after.moves():
        told = after.play(reply)
        if told.turn == 0 and not told.is_over:
            assert sure_mate(told, 1) is not None
