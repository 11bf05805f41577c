"""Elo and SPRT against published figures, and against games whose truth is known."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence

import pytest

from zermelo.match.beta import cumulative, quantile
from zermelo.match.pairing import Task
from zermelo.match.rating import Difference, Meeting, elo_of, ratings
from zermelo.match.repeats import Repeats
from zermelo.match.sprt import Sprt, expected
from zermelo.match.standings import rows_of


def pairs(counts: Sequence[int]) -> Difference:
    return Difference(tuple(points / 2 for points, count in enumerate(counts) for _ in range(count)))


# Pairs with 0, 1/2, 1, 1 1/2, 2 points; elo0, elo1; the ratio that fastchess gives for them (its test suite, 2024).
PUBLISHED = [
    ((223, 9863, 20279 + 1000, 10037, 246), 0.5, 2.5, -3.07),
    ((871, 26175, 55003 + 980, 26678, 821), 0, 2, -4.98),
]


@pytest.mark.parametrize(("counts", "elo0", "elo1", "ratio"), PUBLISHED)
def test_likelihood_ratios_as_published(counts, elo0, elo1, ratio):
    assert Sprt(elo0, elo1).llr(counts) == pytest.approx(ratio, abs=0.011)


def test_the_bounds_are_walds():
    low, high = Sprt(0, 5, 0.05, 0.1).bounds
    assert (low, high) == (pytest.approx(math.log(0.1 / 0.95)), pytest.approx(math.log(0.9 / 0.05)))
    assert Sprt(0, 5, 0.05, 0.1).verdict((485, 1923, 2942, 1937, 594)) == "elo1"
    assert Sprt(0, 5, 0.05, 0.1).verdict((527, 1007, 1932, 933, 511)) == "elo0"
    assert Sprt(0, 10, 0.05, 0.1).verdict((63, 252, 385, 250, 74)) is None
    assert Sprt().verdict((0, 0, 0, 0, 0)) is None


@pytest.mark.parametrize("wrong", [(5, 5), (10, 0), (0, math.inf), (0, 5, 0, 0.1), (0, 5, 0.05, 0.7)])
def test_a_test_that_cannot_be_is_refused(wrong):
    with pytest.raises(ValueError, match="SPRT"):
        Sprt(*wrong)


def test_elo_of_a_score():
    assert [round(elo_of(score)) for score in (0.5, 0.64, 0.76, 0.909, 0.24)] == [0, 100, 200, 400, -200]
    assert (elo_of(1), elo_of(0)) == (math.inf, -math.inf)
    assert expected(elo_of(0.7)) == pytest.approx(0.7)


def test_a_difference_by_hand():
    """20 pairs and the prior's one: shares 11.5 / 21, squares 7.875 / 21, so a deviation of √(0.0751 / 22) = 5.84 %."""
    found = pairs((1, 4, 7, 6, 2))
    assert (found.counts, found.score) == ((1, 4, 7, 6, 2), 0.55)
    assert found.expected == pytest.approx(11.5 / 21)
    assert found.error == pytest.approx(math.sqrt((7.875 / 21 - (11.5 / 21) ** 2) / 22))
    assert found.elo == pytest.approx(400 * math.log10(11.5 / 9.5), abs=0.01)
    low, high = found.interval
    assert low < 0 < found.elo < high
    assert found.superiority == pytest.approx(0.793, abs=0.003)


def test_the_beta_distribution_against_known_values():
    """The arcsine law, a polynomial, and Jeffreys' interval for 2 of 2 from the tables of scipy.stats.beta."""
    assert cumulative(0.25, 0.5, 0.5) == pytest.approx(2 / math.pi * math.asin(0.5))
    assert cumulative(0.3, 2, 3) == pytest.approx(6 * 0.3**2 - 8 * 0.3**3 + 3 * 0.3**4)
    assert (quantile(0.025, 2.5, 0.5), quantile(0.975, 2.5, 0.5)) == (
        pytest.approx(0.3331782456, abs=1e-9),
        pytest.approx(0.9997830915, abs=1e-9),
    )
    assert cumulative(0.5, 4000, 4100) == pytest.approx(1 - cumulative(0.5, 4100, 4000))


def test_results_that_are_all_alike_are_no_certainty():
    """Without a loss the estimate is Jeffreys': finite, with an interval that is wider to the far side."""
    won = pairs((0, 0, 0, 0, 10))
    assert won.elo == pytest.approx(400 * math.log10(10.5 / 0.5))
    low, high = won.interval
    assert 100 < low < 300 < won.elo < high < math.inf
    assert high - won.elo > won.elo - low
    assert 0.99 < won.superiority < 1
    low, high = pairs((0, 0, 8, 0, 0)).interval
    assert low == pytest.approx(-high)
    low, high = Difference(()).interval
    assert low == pytest.approx(-high)
    assert "Elo" in str(won)
    assert str(Difference(())) == "no pairs of games"


def test_no_loss_among_many_players_leaves_a_wide_error_bar():
    """Four games won say less about a strength than forty that were won and lost."""
    rated = ratings(3, [Meeting(0, 1, 2, 2), Meeting(0, 2, 2, 2), *[Meeting(1, 2, 1, 2)] * 20])
    assert rated[0][1] > 2 * rated[1][1]
    assert rated[0][0] - rated[0][1] < rated[1][0] + rated[1][1] + 100


def test_ratings_of_two_agree_with_the_difference():
    found = pairs((20, 80, 200, 120, 40))
    meetings = [Meeting(0, 1, points, 2) for points in found.pairs]
    (first, error), (second, _) = ratings(2, meetings)
    assert first - second == pytest.approx(found.elo, rel=0.01)
    low, high = found.interval
    assert 2 * error == pytest.approx((high - low) / 2, rel=0.05)


def test_ratings_find_the_truth():
    truth, rng = [-150, -50, 50, 150], random.Random(1)
    meetings = [
        Meeting(i, j, sum(rng.random() < expected(truth[i] - truth[j]) for _ in range(2)), 2)
        for i in range(4)
        for j in range(i)
        for _ in range(300)
    ]
    for (elo, error), true in zip(ratings(4, meetings), truth, strict=True):
        assert abs(elo - true) < 1.5 * error
        assert 5 < error < 30


def test_ratings_without_games_and_without_losses():
    assert [elo for elo, _ in ratings(3, [])] == [0, 0, 0]
    (first, _), (second, _), (third, _) = ratings(3, [Meeting(0, 1, 20, 20), Meeting(1, 2, 20, 20)])
    assert first > second > third
    assert math.isfinite(first)


def test_equal_results_are_no_certainty_for_ratings():
    """Where everything was drawn, a tenth of the variance of games without draws is left, and pairs of such games that
    were each won or lost together have twice that variance."""

    def error(points: Sequence[float]) -> float:
        return ratings(2, [Meeting(0, 1, each, 2) for each in points])[0][1]

    assert error([1.0] * 50) / error([0.0, 2.0] * 25) == pytest.approx(math.sqrt(0.1 / 2))


def test_all_lost_is_as_uncertain_as_all_won():
    rest = [Meeting(1, 2, 1.0, 2)] * 6
    won, lost = (ratings(3, [Meeting(0, 1, points, 2)] * 6 + rest)[0] for points in (2.0, 0.0))
    assert won[0] == pytest.approx(-lost[0])
    assert won[1] == pytest.approx(lost[1])


def test_what_was_not_seen_is_a_thousandth_of_a_game():
    for counts in ((0, 0, 0, 0, 30), (0, 3, 20, 10, 0), (0, 0, 7, 0, 0)):
        shown = [count or 0.001 for count in counts]
        ratio, same = Sprt(0, 10).llr(counts) / sum(counts), Sprt(0, 10).llr(shown) / sum(shown)
        assert ratio == pytest.approx(same, rel=1e-9)


def draw_counts(rng: random.Random, shares: Sequence[float], size: int) -> list[int]:
    counts = [0] * 5
    for outcome in rng.choices(range(5), shares, k=size):
        counts[outcome] += 1
    return counts


def shares_with(elo: float) -> list[float]:
    """Five results, better than even by six tenths of what a difference in Elo means."""
    base = [0.1, 0.2, 0.4, 0.2, 0.1]
    more = 2 * (expected(elo) - 0.5)
    return [p * (1 + more * (i - 2)) for i, p in enumerate(base)]


def test_the_simulation_has_the_right_mean():
    for elo in (0, 10, 40):
        shares = shares_with(elo)
        assert sum(shares) == pytest.approx(1)
        mean = sum(i / 4 * p for i, p in enumerate(shares))
        assert mean - 0.5 == pytest.approx(0.6 * (expected(elo) - 0.5), rel=1e-6)


def coverage(runs: int) -> float:
    rng, shares = random.Random(7), shares_with(30)
    truth = elo_of(sum(i / 4 * p for i, p in enumerate(shares)))
    inside = 0
    for _ in range(runs):
        low, high = pairs(draw_counts(rng, shares, 200)).interval
        inside += low <= truth <= high
    return inside / runs


def wrong_verdicts(runs: int, accept: str) -> float:
    """How often a test accepts the other hypothesis, and so is wrong."""
    test = Sprt(0, 60, 0.05, 0.05)
    truth = test.elo0 if accept == "elo1" else test.elo1
    mean = expected(truth)
    base = [0.1, 0.2, 0.4, 0.2, 0.1]
    slope = (mean - 0.5) / sum(p * (i - 2) ** 2 / 4 for i, p in enumerate(base))
    shares = [p * (1 + slope * (i - 2)) for i, p in enumerate(base)]
    rng, wrong = random.Random(3), 0
    for _ in range(runs):
        counts = [0] * 5
        found = None
        while found is None:
            counts[rng.choices(range(5), shares)[0]] += 1
            found = test.verdict(counts) if sum(counts) >= 8 else None
        wrong += found == accept
    return wrong / runs


def test_error_bars_hold_what_they_promise():
    assert 0.92 <= coverage(1000) <= 0.98


@pytest.mark.slow
def test_error_bars_hold_what_they_promise_over_10_000_runs():
    assert 0.94 <= coverage(10_000) <= 0.96


@pytest.mark.slow
@pytest.mark.parametrize("accept", ["elo1", "elo0"])
def test_error_rates_of_the_sequential_test_over_10_000_runs(accept):
    assert 0.04 <= wrong_verdicts(10_000, accept) <= 0.06


def test_equal_points_share_a_place():
    assert [row.place for row in rows_of(["a", "b", "c"], [], [(0.0, 0.0, 0.0)] * 3)] == [1, 1, 1]


def test_dice_are_no_player_that_varies():
    def record(die):
        moves = [{"player": -1, "move": die}, {"player": 0, "move": "a"}]
        return {"start": "s", "moves": moves, "ending": "rules"}

    seen = Repeats()
    assert not seen.add([(Task(1, 0, 1, 0), record("6"))])
    assert not seen.add([(Task(1, 0, 1, 1), record("5"))])
    assert seen.add([(Task(1, 0, 1, 2), record("6"))])
    assert seen.fixed(Task(1, 0, 1, 0))


@pytest.mark.parametrize("counts", [[math.nan] * 5, [math.nan, 10**400], [-1, 0, 0, 0, 0], [10**400] * 5, [1, 2]])
def test_counts_that_are_none_are_refused(counts):
    with pytest.raises(ValueError, match="expected 5 numbers of pairs"):
        Sprt().verdict(counts)
