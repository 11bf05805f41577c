"""Who meets whom."""

from __future__ import annotations

import random
import time
from collections import Counter
from itertools import combinations

import pytest

from zermelo.match.pairing import most_tasks, paired, paired_again, seeding, stages


def run(format, count, pairs=1, rounds=0, seed=0, strength=lambda engine: -engine):
    """Plays a tournament in which the stronger wins (or, with a seed, anybody)."""
    points, found, rng = {}, [], random.Random(seed)
    for stage in stages(format, count, pairs, rounds, points):
        found.append(stage)
        for task in stage:
            ahead = rng.choice((-1, 0, 1)) if seed else strength(task.first) - strength(task.second)
            points[task.id] = (0.5, 0.5) if ahead == 0 else (1.0, 0.0) if ahead > 0 else (0.0, 1.0)
    return found, points


@pytest.mark.parametrize("format", ["round robin", "gauntlet", "swiss", "knock-out"])
@pytest.mark.parametrize("count", [2, 3, 5, 8])
def test_pairs_have_both_colours_and_no_game_comes_twice(format, count):
    for seed in range(6):
        found, points = run(format, count, pairs=2, seed=seed)
        tasks = [task for stage in found for task in stage]
        assert len({task.id for task in tasks}) == len(tasks) == len(points)
        pairs = Counter(task.pair for task in tasks)
        assert set(pairs.values()) == {2}
        assert all(task.first != task.second for task in tasks)
        assert found == run(format, count, pairs=2, seed=seed)[0]
        if format != "knock-out":
            assert len(tasks) == most_tasks(format, count, 2, 0)


def test_round_robin_and_gauntlet():
    (tasks,), _ = run("round robin", 4, pairs=3)
    met = Counter(tuple(sorted((task.first, task.second))) for task in tasks)
    assert set(met.values()) == {6}
    assert len(met) == 6
    (tasks,), _ = run("gauntlet", 4, pairs=3)
    assert all(0 in (task.first, task.second) for task in tasks)
    assert len(tasks) == 18


def test_swiss_finds_the_best_and_repeats_no_meeting():
    strength = dict(enumerate([3, 8, 1, 6, 2, 7, 5, 4]))
    found, points = run("swiss", 8, rounds=4, strength=strength.get)
    met = [tuple(sorted((task.first, task.second))) for stage in found for task in stage[::2]]
    assert len(set(met)) == len(met) == 16
    scores = Counter()
    for stage in found:
        for task in stage:
            scores[task.first] += points[task.id][0]
            scores[task.second] += points[task.id][1]
    assert scores.most_common(1)[0][0] == 1
    for count in (5, 7):
        found, _ = run("swiss", count, rounds=count - 1, seed=3)
        resting = [set(range(count)) - {task.first for task in stage} for stage in found]
        assert all(len(each) == 1 for each in resting)
        assert len(set.union(*resting)) == count - 1


def test_who_rests_in_a_swiss_round_has_the_points_of_a_won_one():
    """More than those who drew: it is first in the next round. No more than those who won: they meet each other."""

    def second_round(strength, pairs):
        found, _ = run("swiss", 5, pairs=pairs, rounds=2, strength=strength)
        assert 4 not in {task.first for task in found[0]}
        return {tuple(sorted((task.first, task.second))) for task in found[1]}

    for pairs in (1, 3):
        assert second_round(lambda engine: 0, pairs) == {(0, 4), (1, 2)}
        assert second_round(lambda engine: -engine, pairs) == {(0, 2), (1, 4)}


def test_after_three_drawn_tie_breaks_the_one_named_earlier_goes_on():
    found, _ = run("knock-out", 4, strength=lambda engine: 0)
    assert [{(task.round, min(task.first, task.second)) for task in stage} for stage in found] == [
        *[{(1, 0), (1, 1)}] * 4,
        *[{(2, 0)}] * 4,
    ]
    assert {task.opening for stage in found[:4] for task in stage} == {0, 1, 2, 3}
    assert {(task.first, task.second) for task in found[4]} == {(0, 1), (1, 0)}


def test_knock_out():
    assert seeding(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    found, _ = run("knock-out", 8)
    assert [len(stage) for stage in found] == [8, 4, 2]
    assert {task.first for task in found[-1]} == {0, 1}
    found, _ = run("knock-out", 5, strength=lambda engine: engine)
    assert {task.first for task in found[-1]} == {4, 2}
    drawn, _ = run("knock-out", 2, strength=lambda engine: 0)
    assert [len(stage) for stage in drawn] == [2, 2, 2, 2]


def test_pairing_goes_back_if_it_must():
    assert paired([0, 1, 2, 3], {(0, 1)}) == [(0, 2), (1, 3)]
    assert paired([0, 1, 2, 3], {(2, 3), (0, 2)}) == [(0, 3), (1, 2)]
    assert paired([0, 1], {(0, 1)}) is None


def paired_slowly(order, met):
    """The first pairing in order that works out, by trying all."""
    if not order:
        return []
    first, *others = order
    for i, other in enumerate(others):
        if (min(first, other), max(first, other)) not in met:
            rest = paired_slowly(others[:i] + others[i + 1 :], met)
            if rest is not None:
                return [(first, other), *rest]
    return None


def most_unmet(order, met):
    """How many pairs that have not met there can be."""
    if len(order) < 2:
        return 0
    first, *others = order
    found = most_unmet(others, met)
    for i, other in enumerate(others):
        if (min(first, other), max(first, other)) not in met:
            found = max(found, 1 + most_unmet(others[:i] + others[i + 1 :], met))
    return found


def test_pairings_are_those_that_trying_all_finds():
    rng, impossible = random.Random(5), 0
    for _ in range(1500):
        count = rng.choice([2, 4, 6, 8])
        order = rng.sample(range(count), count)
        all_pairs = list(combinations(range(count), 2))
        met = set(rng.sample(all_pairs, rng.randrange(len(all_pairs) + 1)))
        found = paired(order, met)
        assert found == paired_slowly(order, met)
        impossible += found is None
        again = paired_again(order, met)
        assert sorted(each for pair in again for each in pair) == list(range(count))
        assert sum(tuple(sorted(pair)) not in met for pair in again) == most_unmet(order, met)
    assert 200 < impossible < 1300


@pytest.mark.parametrize(("count", "rounds"), [(9, 4), (16, 0), (16, 12), (33, 0), (33, 25), (64, 0)])
@pytest.mark.parametrize("results", ["strength", "seed order", "draws"])
def test_swiss_with_many_engines(count, rounds, results):
    """Nobody meets twice, everybody has both colours as often, nobody rests twice, the strongest is first."""
    strengths = {"strength": random.Random(count).random, "seed order": None, "draws": lambda: 0}
    draw = strengths[results]
    strength = {engine: draw() if draw else -engine for engine in range(count)}
    began = time.process_time()
    found, points = run("swiss", count, rounds=rounds, strength=strength.get)
    assert time.process_time() - began < 30
    assert len(found) == (rounds or max(1, (count - 1).bit_length()) + 1)
    met = [tuple(sorted((task.first, task.second))) for stage in found for task in stage[::2]]
    assert len(set(met)) == len(met)
    colours = Counter(task.first for stage in found for task in stage)
    colours.subtract(Counter(task.second for stage in found for task in stage))
    assert set(colours.values()) == {0}
    byes = Counter(engine for stage in found for engine in set(range(count)) - {task.first for task in stage})
    assert set(byes.values()) <= {1}
    assert sum(byes.values()) == len(found) * (count % 2)
    if results == "strength" and not rounds:
        total = Counter({engine: 2.0 * byes[engine] for engine in range(count)})
        for task in (task for stage in found for task in stage):
            total[task.first] += points[task.id][0]
            total[task.second] += points[task.id][1]
        best = max(range(count), key=strength.get)
        assert total[best] == max(total.values())
