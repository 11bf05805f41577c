"""Hearts: rules against a slow second writing, what each seat sees, the deals it cannot tell apart, play."""

from __future__ import annotations

import math
import random
from collections import Counter
from itertools import combinations

import pytest
from slow_hearts import Hearts, cards_of

import zermelo
from zermelo import IllegalMove, ParseError
from zermelo.check import check_game

PASSINGS = ("left", "across", "right", "hold")


def slow(state):
    """The same position in the slow rules."""
    head, _, rest = state.text.partition(" :")
    *hands, passing = head[2:].split(" ")
    table = Hearts([cards_of(hand) for hand in hands], passing)
    for card in rest.replace(":", "").split():
        table.play(card)
    return table


def played(state, plies, rng):
    for _ in range(plies):
        state = state.play(rng.choice(state.moves()))
    return state


def compared(games, seed, ranks=(13,)):
    """Plays random games by both rules; how many positions were equal."""
    rng, positions = random.Random(seed), 0
    for number in range(games):
        options = {"passing": rng.choice(PASSINGS), "ranks": rng.choice(ranks), "seed": rng.randrange(10**9)}
        state = zermelo.start("hearts", **options)
        table = slow(state)
        while True:
            positions += 1
            assert (state.turn, state.moves(), state.text) == (table.turn(), table.moves(), table.text())
            if state.is_over:
                break
            card = played_card(state, rng, number % 3)
            state = state.play(card)
            table.play(card)
        assert [state.payoff(player) for player in range(4)] == table.payoffs()
    return positions


def played_card(state, rng, taste):
    """Random cards; or mostly high ones for one seat, so that the moon is shot now and then."""
    moves = state.moves()
    if taste and state.turn == 0:
        return max(moves, key=lambda card: ("23456789TJQKA".index(card[1]), card))
    if taste == 2:
        return min(moves, key=lambda card: ("23456789TJQKA".index(card[1]), card))
    return rng.choice(moves)


def test_random_games_by_the_slow_rules():
    assert compared(games=330, seed=1) >= 20_000


def test_small_decks_by_the_slow_rules():
    assert compared(games=300, seed=2, ranks=range(3, 9)) >= 5_000


@pytest.mark.slow
def test_many_random_games_by_the_slow_rules():
    assert compared(games=4_000, seed=3) >= 200_000


def test_the_moon():
    """One seat takes every trick: nothing for that seat, all points for the others."""
    state = zermelo.start(
        "hearts", "N:AKQJ.AKQJT9876.. ..AKQJT98.987654 T987..765432.T32 65432.5432..AKQJ ending N 0-0-0-0 :"
    )
    while not state.is_over:
        state = state.play(next((card for card in state.moves() if card[0] == "S"), state.moves()[0]))
    assert [state.payoff(player) for player in range(4)] == [19.5, -6.5, -6.5, -6.5]


def test_all_hearts_without_the_queen_are_no_moon():
    state = zermelo.start("hearts", "N:.A.. .K.. .Q.. .J.. ending N 9-0-0-0 :")
    while not state.is_over:
        state = state.play(state.moves()[0])
    assert [state.payoff(player) for player in range(4)] == [-9.75, 3.25, 3.25, 3.25]


def test_points_to_the_first_trick_only_if_there_is_nothing_else():
    state = zermelo.start("hearts", "N:..2.2 Q.A.. 3.4.. .K..3 hold : C2")
    assert state.moves() == ["SQ", "HA"]  # east has nothing but points
    assert state.play("HA").moves() == ["S3"]


def test_names_are_read_in_other_ways():
    state = zermelo.start("hearts", "N:T..2. ..3.4 ..5.6 ..7.8 ending N 0-0-0-0 :")
    assert state.play("s10") == state.play("ST")


def test_refused_in_words():
    with pytest.raises(ParseError, match="HA cannot be played by N here"):
        zermelo.start("hearts", "N:.A.2. ..3.4 ..5.6 ..7.8 ending N 0-0-0-0 : HA")
    with pytest.raises(IllegalMove):
        zermelo.start("hearts").play("X9")
    with pytest.raises(ValueError, match="passing='up' is not one of left, across, right, hold"):
        zermelo.start("hearts", passing="up")


@pytest.mark.parametrize("passing", PASSINGS)
def test_views_tell_what_the_slow_rules_say_was_seen(passing):
    """Two positions have the same view exactly when a player has seen the same."""
    rng = random.Random(4)
    for player in range(4):
        views: dict[object, str] = {}
        start = zermelo.start("hearts", passing=passing, ranks=3, seed=player)
        for _ in range(150):
            state = played(start, rng.randrange(start.plies_left), rng)
            seen = (state.turn, slow(state).view(player))
            assert views.setdefault(seen, state.view(player)) == state.view(player)
        assert len(set(views.values())) == len({seen[1] for seen in views})


def deals(cards, seats, length):
    """All ways to deal the cards to the seats."""
    if not seats:
        yield {}
        return
    for hand in combinations(sorted(cards), length):
        for rest in deals(cards - set(hand), seats[1:], length):
            yield {seats[0]: set(hand), **rest}


def brute_worlds(state, player):
    """Every position with the same turn and view, found among all deals and passes by the slow rules."""
    truth = slow(state)
    deck = set().union(*truth.hands)
    others = [who for who in range(4) if who != player]
    length, found = len(truth.hands[0]), []
    for hands in deals(deck - truth.hands[player], others, length):
        hands[player] = truth.hands[player]
        found += [table.text() for table in replayed(truth, hands, player)]
    return found


def replayed(truth, hands, player):
    """With other hands, the cards passed (all that a hand of three has) and those played: if that could have been."""
    table = Hearts([hands[who] for who in range(4)], truth.passing)
    for number, card in enumerate(truth.passes + truth.plays):
        passing = number < len(truth.passes)
        card = table.moves()[0] if passing and number // 3 != player else card
        if card not in table.moves():
            return []
        table.play(card)
        if not passing and table.turn() != slow_turn(truth, number + 1 - len(truth.passes)):
            return []
    return [table] if (table.turn(), table.view(player)) == (truth.turn(), truth.view(player)) else []


def slow_turn(truth, plays):
    table = Hearts(truth.hands, truth.passing)
    table.passes, table.plays = truth.passes, truth.plays[:plays]
    return table.turn()


@pytest.mark.parametrize("passing", PASSINGS)
def test_worlds_are_all_deals_that_agree(passing):
    rng = random.Random(5)
    start = zermelo.start("hearts", passing=passing, ranks=3, seed=rng.randrange(100))
    plies = rng.sample(range(start.plies_left), 3)
    for state in (played(start, each, rng) for each in plies):
        player = rng.randrange(4)
        worlds = state.worlds(player)
        assert sorted(world.text for world, _ in worlds) == sorted(brute_worlds(state, player))
        assert len({chance for _, chance in worlds}) == 1


@pytest.mark.slow
@pytest.mark.parametrize("passing", PASSINGS)
def test_many_worlds_are_all_deals_that_agree(passing):
    rng = random.Random(6)
    for seed in range(25):
        start = zermelo.start("hearts", passing=passing, ranks=3, seed=seed)
        state = played(start, rng.randrange(start.plies_left), rng)
        for player in range(4):
            assert sorted(world.text for world, _ in state.worlds(player)) == sorted(brute_worlds(state, player))


def test_a_point_on_the_first_trick_tells_that_all_cards_are_points():
    """East had neither clubs nor anything harmless: hearts and perhaps the queen of spades, nothing else."""
    state = zermelo.start("hearts", "N:32..2.2 Q.AK5.. 54.6.3. K.3.Q.3 hold : C2 HA")
    hands = {world.text.split(" ")[1] for world, _ in state.worlds(0)}
    for hand in hands:
        spades, hearts, diamonds, clubs = hand.split(".")
        assert (diamonds, clubs) == ("", "")
        assert spades in ("", "Q")
        assert "A" in hearts
    assert any(hand.startswith("Q") for hand in hands)
    assert any(hand.startswith(".") for hand in hands)


@pytest.mark.parametrize(
    ("options", "plies"),
    [({"ranks": 3}, 5), ({"ranks": 3}, 12), ({"ranks": 4}, 22), ({"ranks": 4, "passing": "hold"}, 6)],
)
def test_samples_are_even(options, plies):
    """Of many draws, pairs of equal positions are as frequent as the squares of their chances say."""
    rng, draws = random.Random(plies), 3_000
    state = played(zermelo.start("hearts", **options), plies, rng)
    for player in range(4):
        chances = {world.text: chance for world, chance in state.worlds(player)}
        drawn = Counter(state.sample(player, rng.getrandbits(60)).text for _ in range(draws))
        assert set(drawn) <= set(chances)
        pairs = sum(n * (n - 1) for n in drawn.values())
        wanted = draws * (draws - 1) * sum(chance**2 for chance in chances.values())
        assert abs(pairs - wanted) < 6 * math.sqrt(2 * wanted) + 1


@pytest.mark.parametrize("passing", PASSINGS)
def test_samples_are_positions_that_look_the_same(passing):
    rng = random.Random(7)
    for seed in range(6):
        start = zermelo.start("hearts", passing=passing, seed=seed)
        for _ in range(8):
            state = played(start, rng.randrange(start.plies_left + 1), rng)
            for player in range(4):
                other = state.sample(player, rng.getrandbits(60))
                assert zermelo.start("hearts", other.text) == other  # the play is legal with these hands too
                assert (other.turn, other.view(player)) == (state.turn, state.view(player))


def test_cards_passed_on_stay_known():
    state = played(zermelo.start("hearts", passing="left", seed=3), 12, random.Random(8))
    given = set(state.text.split(" : ")[1].split()[:3])
    for seed in range(20):
        east = slow(state.sample(0, seed)).starting_hands[1]
        assert given <= east
    assert len({state.sample(0, seed).text for seed in range(20)}) == 20


def test_laws_on_other_deals_and_decks():
    for seed, options in enumerate(({"passing": "across"}, {"passing": "hold", "ranks": 5}, {"ranks": 3})):
        report = check_game("hearts", games=6, seed=seed, **options)
        assert report.ok, str(report)


@pytest.mark.parametrize("plies", [0, 1, 2, 12, 30, 55])
def test_auto_uses_only_what_was_seen(plies):
    state = played(zermelo.start("hearts", seed=11), plies, random.Random(plies))
    result = zermelo.search(state, nodes=20_000, seed=1)
    assert result.move in state.moves()
    assert result == zermelo.search(state.sample(state.turn, 5), nodes=20_000, seed=1)


def test_auto_beats_random_cards():
    """A few deals, one seat that thinks for a moment: far fewer points than the average."""
    total = 0.0
    for seed in range(4):
        rng, state = random.Random(seed), zermelo.start("hearts", seed=seed)
        while not state.is_over:
            thinks = state.turn == seed % 4
            move = zermelo.search(state, nodes=30_000).move if thinks else rng.choice(state.moves())
            state = state.play(move)
        total += state.payoff(seed % 4)
    assert total / 4 > 2
