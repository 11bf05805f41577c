"""A policy beside the value of a network: what is trained, and learning from games of puct."""

from __future__ import annotations

import math

import pytest

from zermelo import start
from zermelo.learn.job import learner_for
from zermelo.learn.networks import NONE
from zermelo.learn.policies import Policies, PolicyLearner, PolicyTrainer, policies_of, train
from zermelo.learn.recipe import recipe_from
from zermelo.learn.training import Positions, Schedule, beginning

np = pytest.importorskip("numpy")


def cross_entropy(trainer: PolicyTrainer, positions: Positions, policies: Policies) -> float:
    """Written out position by position."""
    total = 0.0
    for mover, other, moves, shares in zip(
        positions.mover, positions.other, policies.moves, policies.shares, strict=True
    ):
        units = []
        for side in (mover, other):
            sums = trainer.b1 + sum(trainer.w1[feature] for feature in side if feature < positions.feature_count)
            units.append(np.clip(sums, 0, 1) ** 2)
        logits = [float(trainer.policy[move] @ np.concatenate(units)) for move in moves if move < policies.move_count]
        norm = math.log(sum(map(math.exp, logits)))
        total -= sum(float(share) * (logit - norm) for share, logit in zip(shares, logits, strict=False))
    return total / len(positions)


def made_up() -> tuple[Positions, Policies]:
    """The feature of the mover says which of four moves to play; some moves are not legal."""
    rng = np.random.default_rng(1)
    mover = rng.integers(0, 4, (200, 1)).astype(np.uint16)
    other = rng.integers(4, 8, (200, 1)).astype(np.uint16)
    legal = [sorted({int(own), (int(own) + 1) % 4, (int(own) + 2) % 4}) for own in mover[:, 0]]
    listed = [
        [(move, 1.0 if move == own else 0.0) for move in moves] for own, moves in zip(mover[:, 0], legal, strict=True)
    ]
    labels = (mover[:, 0] > 1).astype(np.float32)
    return Positions(8, mover, other, labels, np.zeros(200, bool)), policies_of(listed, 4)


def test_the_slope_of_the_policy_is_that_of_its_cross_entropy() -> None:
    positions, policies = made_up()
    trainer = PolicyTrainer(beginning(8, 16, 1.0, 3), True, 4)
    trainer.policy[:] = np.random.default_rng(2).normal(0, 0.5, trainer.policy.shape)
    trainer.wanted = policies.moves, policies.shares
    _, clipped = trainer.hidden_values(trainer.inputs(np.concatenate([positions.mover, positions.other])))
    both = np.concatenate([clipped[:200] ** 2, clipped[200:] ** 2], axis=1)
    slope = trainer.surprise(both).T @ both / 200
    for move, unit in ((0, 0), (1, 5), (3, 31)):
        steps = []
        for change in (1e-2, -1e-2):
            trainer.policy[move, unit] += change
            steps.append(cross_entropy(trainer, positions, policies))
            trainer.policy[move, unit] -= change
        assert math.isclose((steps[0] - steps[1]) / 2e-2, float(slope[move, unit]), rel_tol=0.02, abs_tol=1e-4)


def test_value_and_policy_are_trained_together() -> None:
    positions, policies = made_up()
    trainer = PolicyTrainer(beginning(8, 16, 1.0, 3), True, 4)
    before = cross_entropy(trainer, positions, policies)
    losses = train(trainer, positions, policies, Schedule(epochs=60, batch=50, rate=0.05, seed=1))
    assert cross_entropy(trainer, positions, policies) < 0.1 < 1.0 < before
    assert losses[-1][0] < 0.1 < losses[0][0]
    assert abs(trainer.policy).max() <= 127 / 64


def test_a_policy_is_learned_from_games_of_puct() -> None:
    """Thirty games of playouts are enough to know that the middle column is the one to begin with."""
    recipe = recipe_from({"model": "network", "method": "puct", "game": "connect4", "nodes": 400, "epochs": 10})
    learner = learner_for(start("connect4"), recipe)
    assert isinstance(learner, PolicyLearner)
    games = [learner.self_play(NONE, seed) for seed in range(30)]
    assert games[0] == learner.self_play(NONE, 0)
    assert learner.counted(games)[0] > 300
    weights = learner.fit(games, 1).weights
    network = learner.network(weights)
    logits = network.logits(start("connect4"))
    assert max(logits, key=lambda move: logits[move]) in ("3", "4", "5")
    assert network.moves == 7
    assert learner.player(weights, 0)(start("connect4")) in start("connect4").moves()


def test_what_a_policy_needs() -> None:
    recipe = recipe_from({"model": "network", "method": "puct", "game": "x"})
    with pytest.raises(ValueError, match="has no move_index"):
        learner_for(start("tree", "[[1,2],[3,4]]"), recipe)
    with pytest.raises(ValueError, match=r'method=.*expected "auto" or "puct"'):
        recipe_from({"model": "network", "method": "mcts"})
