"""Training of a network on positions with labels (S4.11, A. L. Samuel 1959; sparse inputs: Y. Nasu, NNUE, 2018).

h = clip(b1 + Σ W1[i], 0, 1)² for the features i of each side, logit = w2·(h of the mover, h of the other) + b2. In
games of outcome a label is the mover's chance to win, and the loss is the cross-entropy of 1 / (1 + e^-logit); in games
of points it is a number of points over `scale`, and the loss is the root of the mean square.

NumPy trains small networks, PyTorch others if it is installed, on a GPU if there is one. Both begin with the same
weights, see the same positions in the same order and take the same steps (Adam, D. P. Kingma and J. Ba, 2015), so that
they differ by rounding alone.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from zermelo.learn.fitting import Losses, loss_of, numpy

if TYPE_CHECKING:
    from numpy import float32, integer
    from numpy.typing import NDArray

    from zermelo.learn.fitting import Marks, Numbers

    Floats: TypeAlias = NDArray[float32]
    Indices: TypeAlias = NDArray[integer]

BETAS, EPSILON = (0.9, 0.999), 1e-8  # of Adam
DENSE_FEATURES = 1500  # up to here a product with a matrix of zeros and ones is faster than to gather rows
SMALL_HIDDEN = 64  # up to here PyTorch is slower, on a GPU too
ROWS_AT_A_TIME = 16_384  # when positions are only evaluated
LARGEST_OUTPUT = 127 / 64  # of w2: what a network holds in its whole numbers
LEAST_LEFT = 0.9  # share done at most in the first epoch: the rate does not fall to nothing there
WARM_UP = 0.03  # share of the work in which the rate grows to its full size


@dataclass(frozen=True)
class Positions:
    """What is learned from: the features of both sides as rows of indices, filled up with `feature_count`; labels; and
    which positions only test the training."""

    feature_count: int
    mover: Indices
    other: Indices
    labels: Floats
    held: Marks

    def __len__(self) -> int:
        return len(self.labels)

    def rows(self, chosen: Indices) -> tuple[Indices, Indices, Floats]:
        """Features and labels of those with these numbers."""
        return self.mover[chosen], self.other[chosen], self.labels[chosen]

    def only(self, chosen: Marks) -> Positions:
        """Some of them."""
        rows = self.mover[chosen], self.other[chosen]
        return Positions(self.feature_count, *rows, self.labels[chosen], self.held[chosen])


@dataclass(frozen=True)
class Parameters:
    """Everything that is trained."""

    w1: Floats  # features x hidden
    b1: Floats
    w2: Floats  # the mover's hidden values, then the other side's
    b2: Floats  # one number

    @property
    def all(self) -> tuple[Floats, Floats, Floats, Floats]:
        return self.w1, self.b1, self.w2, self.b2


@dataclass(frozen=True)
class Schedule:
    """How long and how fast. With `seconds` the training ends by then, however far it has come."""

    epochs: int = 20
    batch: int = 512
    rate: float = 0.02
    seconds: float = math.inf
    seed: int = 0


@dataclass(frozen=True)
class Trained:
    """The parameters with the least loss on held-out positions, and the losses epoch by epoch."""

    parameters: Parameters
    losses: Losses


class Trainer(Protocol):
    """Holds parameters and improves them. Positions are taken once, and then meant by their numbers."""

    def take(self, positions: Positions) -> None: ...
    def step(self, chosen: Indices, rate: float) -> None: ...
    def values(self, chosen: Indices) -> Floats: ...
    def parameters(self) -> Parameters: ...


def beginning(feature_count: int, hidden: int, active: float, seed: int) -> Parameters:
    """Random weights; hidden values lie where the slope is not zero, if `active` features are true on average."""
    np = numpy()
    rng = np.random.default_rng(seed)
    w1 = rng.normal(0, 0.3 / math.sqrt(max(1.0, active)), (feature_count, hidden))
    b1 = rng.uniform(0.2, 0.6, hidden)
    w2 = rng.normal(0, 1 / math.sqrt(2 * hidden), 2 * hidden)
    return Parameters(*(each.astype(np.float32) for each in (w1, b1, w2, np.zeros(1))))


def trained(
    positions: Positions,
    parameters: Parameters,
    schedule: Schedule,
    *,
    logistic: bool = True,
    device: str | None = None,
    progress: Callable[[int, float, float], object] = lambda epoch, fitted, held: None,
) -> Trained:
    """Trains from these parameters on. `device` is "numpy", or one of PyTorch's: "cpu", "cuda"; the best there is."""
    np = numpy()
    trainer = trainer_on(device, parameters, logistic)
    trainer.take(positions)
    rng = np.random.default_rng(schedule.seed)
    fitted = np.flatnonzero(~positions.held)
    if not len(fitted):
        raise ValueError("no positions to fit: all are held out")
    labels = positions.labels.astype(float)
    best, least, losses = parameters, math.inf, list[tuple[float, float]]()
    began, steps = time.monotonic(), 0
    total = schedule.epochs * math.ceil(len(fitted) / schedule.batch)

    def done() -> float:
        """The share of the work that is done."""
        return max(steps / total, (time.monotonic() - began) / max(schedule.seconds, 1e-9))

    while not losses or done() < 1:  # once through them all, however little time there is
        for chosen in batches(rng.permutation(fitted), schedule.batch):
            now = done() if losses else min(done(), LEAST_LEFT)
            if now >= 1:
                break
            rate = schedule.rate * min(1.0, (now + 1e-3) / WARM_UP) * (1 + math.cos(math.pi * now)) / 2
            trainer.step(chosen, rate)
            steps += 1
        losses.append(loss_of(values_of(trainer, positions), labels, positions.held, logistic))
        progress(len(losses), *losses[-1])
        found = losses[-1][bool(positions.held.any())]
        if found < least:
            best, least = trainer.parameters(), found
    return Trained(best, tuple(losses))


def batches(order: Indices, size: int) -> Iterator[Indices]:
    return (order[begin : begin + size] for begin in range(0, len(order), size))


def values_of(trainer: Trainer, positions: Positions) -> Numbers:
    """The logit of every position."""
    np = numpy()
    trainer.take(positions)
    parts = batches(np.arange(len(positions)), ROWS_AT_A_TIME)
    found = np.concatenate([trainer.values(each) for each in parts])
    exact: Numbers = found.astype(float)
    return exact


def trainer_on(device: str | None, parameters: Parameters, logistic: bool) -> Trainer:
    if device is None:
        device = best_device(*parameters.w1.shape)
    if device == "numpy":
        return NumpyTrainer(parameters, logistic)
    from zermelo.learn.torch_training import TorchTrainer

    return TorchTrainer(parameters, logistic, device)


def best_device(feature_count: int, hidden: int) -> str:
    """NumPy for a small network, whose steps take less time than to send them; else a GPU if PyTorch finds one, or its
    CPU, or NumPy if it is not installed."""
    if feature_count <= DENSE_FEATURES and hidden <= SMALL_HIDDEN:
        return "numpy"
    try:
        import torch
    except ImportError:
        return "numpy"
    return "cuda" if torch.cuda.is_available() else "cpu"


class NumpyTrainer:
    """Adam in NumPy. Both sides of all positions of a batch go through one product of matrices."""

    def __init__(self, parameters: Parameters, logistic: bool) -> None:
        np = numpy()
        self.w1, self.b1, self.w2, self.b2 = (each.copy() for each in parameters.all)
        self.feature_count, self.hidden = self.w1.shape
        self.logistic, self.steps = logistic, 0
        self.means = [np.zeros_like(each) for each in parameters.all]
        self.squares = [np.zeros_like(each) for each in parameters.all]

    def parameters(self) -> Parameters:
        return Parameters(*(each.copy() for each in (self.w1, self.b1, self.w2, self.b2)))

    def take(self, positions: Positions) -> None:
        self.positions = positions

    def values(self, chosen: Indices) -> Floats:
        np = numpy()
        mover, other, _ = self.positions.rows(chosen)
        _, clipped = self.hidden_values(self.inputs(np.concatenate([mover, other])))
        return self.logits(clipped * clipped, len(mover))

    def step(self, chosen: Indices, rate: float) -> None:
        np = numpy()
        mover, other, labels = self.positions.rows(chosen)
        count = len(labels)
        given = self.inputs(np.concatenate([mover, other]))
        sums, clipped = self.hidden_values(given)
        hidden = clipped * clipped
        values = self.logits(hidden, count)
        predicted = 1 / (1 + np.exp(-values)) if self.logistic else values
        error = (predicted - labels) / count
        slope = np.concatenate(
            [np.outer(error, self.w2[: self.hidden]), np.outer(error, self.w2[self.hidden :])]
        )  # of the hidden values
        slope *= 2 * clipped * (sums < 1)
        w2 = np.concatenate([error @ hidden[:count], error @ hidden[count:]])
        self.adam([self.gathered(given, slope), slope.sum(axis=0), w2, error.sum(keepdims=True)], rate)

    def inputs(self, rows: Indices) -> Floats | Indices:
        """Rows of zeros and ones, where there are few features; else the indices themselves."""
        np = numpy()
        if self.feature_count > DENSE_FEATURES:
            return rows
        dense: Floats = np.zeros((len(rows), self.feature_count + 1), np.float32)
        dense.reshape(-1)[rows + np.arange(len(rows))[:, None] * (self.feature_count + 1)] = 1
        return dense[:, :-1]

    def hidden_values(self, given: Floats | Indices) -> tuple[Floats, Floats]:
        """The sums, and the sums within 0 and 1."""
        np = numpy()
        if given.dtype == np.float32:
            sums = given @ self.w1
        else:
            padded = np.concatenate([self.w1, np.zeros((1, self.hidden), np.float32)])
            sums = padded[given[:, 0]]
            for column in range(1, given.shape[1]):
                sums += padded[given[:, column]]
        sums += self.b1
        return sums, np.clip(sums, 0, 1)

    def logits(self, hidden: Floats, count: int) -> Floats:
        found: Floats = hidden[:count] @ self.w2[: self.hidden] + hidden[count:] @ self.w2[self.hidden :] + self.b2[0]
        return found

    def gathered(self, given: Floats | Indices, slope: Floats) -> Floats:
        """For each feature the sum over the rows in which it is true."""
        np = numpy()
        if given.dtype == np.float32:
            found: Floats = given.T @ slope
            return found
        features = given.reshape(-1)
        order = np.argsort(features, kind="stable")
        different, begins = np.unique(features[order], return_index=True)
        sums = np.add.reduceat(slope[order // given.shape[1]], begins, axis=0)
        found = np.zeros((self.feature_count + 1, self.hidden), np.float32)
        found[different] = sums
        return found[:-1]

    def adam(self, slopes: list[Floats], rate: float) -> None:
        np = numpy()
        self.steps += 1
        first, second = (1 - beta**self.steps for beta in BETAS)
        for each, slope, mean, square in zip(
            (self.w1, self.b1, self.w2, self.b2), slopes, self.means, self.squares, strict=True
        ):
            mean += (1 - BETAS[0]) * (slope - mean)
            square += (1 - BETAS[1]) * (slope * slope - square)
            each -= (rate / first) * mean / (np.sqrt(square / second) + EPSILON)
        np.clip(self.w2, -LARGEST_OUTPUT, LARGEST_OUTPUT, out=self.w2)
