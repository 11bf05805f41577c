"""Learning a network with a policy, the AlphaZero way: `puct` plays against itself, and what it came to is learned.

The target of a position's policy is the improved policy of the search (cross-entropy), that of its value what came
later (networks.py). Silver and others 2018; I. Danihelka and others 2022, for searches of few nodes.
"""

from __future__ import annotations

import json
import math
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from zermelo.game import State
from zermelo.learn.fitting import Fitted, Losses, Weights, calibrated, loss_of, numpy
from zermelo.learn.learner import play_game
from zermelo.learn.networks import NONE, OWN, Brief, NetworkLearner, network_of, predictions, text_of, usual_hidden
from zermelo.learn.recipe import Recipe
from zermelo.learn.samples import Seen, pack, padded, unpack
from zermelo.learn.training import (
    BETAS,
    EPSILON,
    LARGEST_OUTPUT,
    NumpyTrainer,
    Positions,
    Schedule,
    batches,
    beginning,
    values_of,
)
from zermelo.limits import Limit
from zermelo.match.job import read_as
from zermelo.network import Network
from zermelo.players import Searcher
from zermelo.result import Result

if TYPE_CHECKING:
    from zermelo.learn.training import Floats, Indices, Parameters

Shares = list[tuple[int, float]]  # the legal moves by their indices, and how often to play each


@dataclass(frozen=True)
class Policies:
    """The legal moves of every position, filled up with `move_count`, and their shares."""

    move_count: int
    moves: Indices
    shares: Floats


class PolicyLearner(NetworkLearner):
    """A network with a policy, learned from games of `puct` (zermelo.learn.learner.Learner)."""

    def __init__(self, start: State, recipe: Recipe) -> None:
        if not start.info.indexes_moves:
            raise ValueError(f"{start.game.label} has no move_index(state, move) and move_count for a policy")
        super().__init__(start, recipe)

    def searcher(self, weights: Weights, limit: Limit, seed: int, noise: bool = False) -> Searcher:
        """`noise`: for self-play, where all moves that look promising are to be tried some time."""
        judge: Network | Literal["none"] | None = None
        if weights != OWN:
            judge = "none" if weights == NONE else self.network(weights)
        if noise:
            return Brief("puct", limit, eval=judge, book=False, seed=seed, gumbel="full")
        return Brief("puct", limit, eval=judge, book=False, seed=seed)

    def valued(self, value: float) -> float:
        """Values of `puct` are expected results: from -1 to 1 in games of outcome."""
        return (1 + value) / 2 if self.logistic else value

    def self_play(self, weights: Weights, seed: int) -> str:
        """The positions of a game, packed, and in a second line their policies."""
        player = self.searcher(weights, self.recipe.play_limit, seed, noise=True)
        turns, final = play_game(self.start, player, self.recipe, random.Random(seed), always=True)
        if final is None and not self.logistic:
            return pack([]) + "\n[]"
        results = {id(turn.state): turn.result for turn in turns}
        seen, policies = list[Seen](), list[Shares]()
        for each in self.labelled(turns, final or 0.0, True):
            result = results[id(each.state)]
            if result is not None and result.policy:
                mover, other = (tuple(each.state.features(side)) for side in (each.state.turn, 1 - each.state.turn))
                seen.append(Seen(mover, other, each.label, each.exact))
                policies.append(shares_of(each.state, result))
        return pack(seen) + "\n" + json.dumps(policies)

    def counted(self, games: Sequence[object]) -> tuple[int, int]:
        return super().counted([game.partition("\n")[0] for game in read_as(list[str], games)])

    def fit(self, games: Sequence[object], seed: int, seconds: float = math.inf) -> Fitted:
        """A network trained from its random beginning on, value and policy together."""
        positions, policies = material(read_as(list[str], games), self.start, self.recipe.hold_out)
        hidden = self.recipe.hidden or 2 * usual_hidden(self.feature_count)
        active = float((positions.mover < self.feature_count).sum(axis=1).mean())
        trainer = PolicyTrainer(beginning(self.feature_count, hidden, active, seed), self.logistic, policies.move_count)
        schedule = Schedule(self.recipe.epochs, self.recipe.batch, self.recipe.rate, seconds, seed)
        losses = train(trainer, positions, policies, schedule)
        network = with_policy(network_of(self.start.game.label, trainer.parameters(), self.scale), trainer.policy)
        return Fitted(text_of(network), 0.0, losses, calibrated(*predictions(positions, trainer)), self.logistic)


def shares_of(state: State, result: Result) -> Shares:
    """The improved policy over all legal moves."""
    shares = dict(result.policy)
    return [(state.move_index(move), round(shares.get(move, 0.0), 6)) for move in state.moves()]


def with_policy(network: Network, policy: Floats) -> Network:
    """The same network with this policy beside its value."""
    rows = Network.from_floats(
        network.game,
        [[0.0] * network.hidden],
        [0.0] * network.hidden,
        [0.0] * (2 * network.hidden),
        0.0,
        1.0,
        policy.tolist(),
    )
    return replace(network, moves=rows.moves, policy=rows.policy)


def material(games: Sequence[str], start: State, hold_out: float) -> tuple[Positions, Policies]:
    """All positions of the games; every so many-th game is held out."""
    np = numpy()
    parts = [game.split("\n") for game in games]
    found = [unpack(packed) for packed, _ in parts]
    every = round(1 / hold_out) if hold_out else len(games) + 1
    held = [np.full(len(game.labels), i % every == every - 1) for i, game in enumerate(found)]
    listed = [shares for _, text in parts for shares in read_as(list[Shares], json.loads(text))]
    if not listed:
        raise ValueError("no game of self-play came to its end: there is nothing to learn from")
    mover, other = (padded(found, side, start.info.feature_count) for side in (0, 1))
    labels = np.concatenate([game.labels for game in found])
    positions = Positions(start.info.feature_count, mover, other, labels, np.concatenate(held))
    return positions, policies_of(listed, start.info.move_count)


def policies_of(listed: Sequence[Shares], move_count: int) -> Policies:
    np = numpy()
    width = max(map(len, listed))
    moves: Indices = np.full((len(listed), width), move_count, np.int32)
    shares: Floats = np.zeros((len(listed), width), np.float32)
    for row, each in enumerate(listed):
        moves[row, : len(each)] = [index for index, _ in each]
        shares[row, : len(each)] = [share for _, share in each]
    return Policies(move_count, moves, shares)


def train(trainer: PolicyTrainer, positions: Positions, policies: Policies, schedule: Schedule) -> Losses:
    """Trains value and policy; the losses are those of the value, epoch by epoch."""
    np = numpy()
    fitted, rng = np.flatnonzero(~positions.held), np.random.default_rng(schedule.seed)
    if not len(fitted):
        raise ValueError("no positions to fit: all are held out")
    trainer.take(positions)
    labels, began, losses = positions.labels.astype(float), time.monotonic(), list[tuple[float, float]]()
    for epoch in range(schedule.epochs):
        rate = schedule.rate * (1 + math.cos(math.pi * epoch / schedule.epochs)) / 2
        for chosen in batches(rng.permutation(fitted), schedule.batch):
            trainer.wanted = policies.moves[chosen], policies.shares[chosen]
            trainer.step(chosen, rate)
        losses.append(loss_of(values_of(trainer, positions), labels, positions.held, trainer.logistic))
        if time.monotonic() - began > schedule.seconds:
            break
    return tuple(losses)


class PolicyTrainer(NumpyTrainer):
    """The same with a policy beside the value: its cross-entropy is added to the loss."""

    wanted: tuple[Indices, Floats]  # the moves and shares of the positions of the next step

    def __init__(self, parameters: Parameters, logistic: bool, move_count: int) -> None:
        np = numpy()
        super().__init__(parameters, logistic)
        self.policy: Floats = np.zeros((move_count, 2 * self.hidden), np.float32)
        self.policy_mean, self.policy_square = np.zeros_like(self.policy), np.zeros_like(self.policy)

    def step(self, chosen: Indices, rate: float) -> None:
        np = numpy()
        mover, other, labels = self.positions.rows(chosen)
        count = len(labels)
        given = self.inputs(np.concatenate([mover, other]))
        sums, clipped = self.hidden_values(given)
        hidden = clipped * clipped
        both = np.concatenate([hidden[:count], hidden[count:]], axis=1)
        values = both @ self.w2 + self.b2[0]
        error = ((1 / (1 + np.exp(-values)) if self.logistic else values) - labels) / count
        surprise = self.surprise(both) / count
        slope = np.outer(error, self.w2) + surprise @ self.policy
        slope = np.concatenate([slope[:, : self.hidden], slope[:, self.hidden :]]) * 2 * clipped * (sums < 1)
        self.adam([self.gathered(given, slope), slope.sum(axis=0), error @ both, error.sum(keepdims=True)], rate)
        self.adam_policy(surprise.T @ both, rate)

    def surprise(self, both: Floats) -> Floats:
        """How far the policy of each position is from what is wanted, move by move."""
        np = numpy()
        moves, shares = self.wanted
        rows = np.concatenate([both @ self.policy.T, np.full((len(both), 1), -1e9, np.float32)], axis=1)
        logits = np.take_along_axis(rows, moves, axis=1)
        chances = np.exp(logits - logits.max(axis=1, keepdims=True))
        found: Floats = np.zeros_like(rows)
        np.put_along_axis(found, moves, chances / chances.sum(axis=1, keepdims=True) - shares, axis=1)
        return found[:, :-1]

    def adam_policy(self, slope: Floats, rate: float) -> None:
        np = numpy()
        first, second = (1 - beta**self.steps for beta in BETAS)
        self.policy_mean += (1 - BETAS[0]) * (slope - self.policy_mean)
        self.policy_square += (1 - BETAS[1]) * (slope * slope - self.policy_square)
        self.policy -= (rate / first) * self.policy_mean / (np.sqrt(self.policy_square / second) + EPSILON)
        np.clip(self.policy, -LARGEST_OUTPUT, LARGEST_OUTPUT, out=self.policy)
