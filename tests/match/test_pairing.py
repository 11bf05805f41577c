"""Who meets whom."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from zermelo.match.pairing import most_tasks, paired, seeding, stages


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
