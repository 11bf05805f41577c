"""The networks learn to tell plays apart: decisions labelled by decide.cpp, fitted with the differences counting most.

    python decide.py WORK [--decisions N] [--seed N] [--parts N] [--epochs N]

Goes on with WORK/last.net: N programs at a time label as many decisions each, with seeds from --seed on, and the
networks are fitted to all decisions in WORK, those of earlier runs too. What makes a play the best is not what it is
worth but by how much more than the others: the loss is that of train.py, scaled down, and the squared error of each
play's equity against the mean of its decision. No GPU is needed.
"""

from __future__ import annotations

import argparse
import subprocess
from pathlib import Path

import numpy as np
import torch
import train

PLAYS = 4
DEPTH = 1  # plies that the labels look ahead
GROUPS = 1024  # decisions in a batch
ABSOLUTE = 0.3  # what the values themselves count, beside their differences
DECAY = 0.99  # of the averaged weights
RATES = (1.5e-3, 3e-6)
HELD_OUT = 0.04


class Decisions:
    """Labelled decisions as tensors, each of the phase of its first play; plays of another phase are left out."""

    def __init__(self, paths: list[Path]):
        records = np.concatenate([read(path) for path in paths])
        self.men = torch.from_numpy(records["men"].copy())
        self.known = torch.from_numpy(records["known"].copy()).half()
        self.chances = torch.from_numpy(records["chances"].copy())
        self.phase = records["phase"][:, 0]
        alike = (records["used"] == 1) & (records["phase"] == self.phase[:, None])
        self.mask = torch.from_numpy(alike).float()

    def inputs(self, chosen: torch.Tensor) -> torch.Tensor:
        men = self.men[chosen].reshape(-1, 50).unsqueeze(2) > torch.arange(train.UNITS, dtype=torch.uint8)
        return torch.cat((men.flatten(1).float(), self.known[chosen].reshape(-1, train.FEATURES).float()), 1)

    def errors(self, model: torch.nn.Module, chosen: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Mean squared errors: of the chances and the equity, and of the equity against the decision's mean."""
        mask = self.mask[chosen]
        told = torch.sigmoid(model(self.inputs(chosen)).float())
        off = (told - self.chances[chosen].reshape(-1, 5)) * train.WORTH.cpu()
        equity = off.sum(1).reshape(-1, PLAYS)
        own = (off.square().sum(1) + off.sum(1).square()).reshape(-1, PLAYS)
        mean = (equity * mask).sum(1, keepdim=True) / mask.sum(1, keepdim=True).clamp(min=1)
        return (own * mask).sum() / mask.sum(), ((equity - mean) * mask).square().sum() / mask.sum()


def read(path: Path) -> np.ndarray:
    records = np.fromfile(path, train.RECORD)
    return records[: len(records) // PLAYS * PLAYS].reshape(-1, PLAYS)


def fit(networks: train.Networks, data: Decisions, seed: int, epochs: int) -> None:
    """Some epochs over each phase's decisions at a falling rate; the averaged weights are what stays."""
    rng = np.random.default_rng(seed)
    held = rng.random(len(data.phase)) < HELD_OUT
    for phase in range(train.PHASES):
        here = np.flatnonzero((data.phase == phase) & ~held)
        test = torch.from_numpy(np.flatnonzero((data.phase == phase) & held))
        model, mean, adam = networks.models[phase], networks.means[phase], networks.adams[phase]
        steps = epochs * len(here) // GROUPS
        print(f"phase {phase}: {len(here)} decisions, {steps} steps; before {told(data, mean, test)}", flush=True)
        order = np.concatenate([rng.permutation(here) for _ in range(epochs)])
        for step in range(steps):
            rate = RATES[0] * (RATES[1] / RATES[0]) ** (step / steps)
            for group in adam.param_groups:
                group["lr"] = rate
            own, differences = data.errors(model, torch.from_numpy(order[step * GROUPS : (step + 1) * GROUPS]))
            adam.zero_grad(set_to_none=True)
            (ABSOLUTE * own + differences).backward()
            adam.step()
            with torch.no_grad():
                torch._foreach_lerp_(list(mean.parameters()), list(model.parameters()), 1 - DECAY)
        print(f"  after {told(data, mean, test)}", flush=True)


def told(data: Decisions, model: torch.nn.Module, test: torch.Tensor) -> str:
    if not len(test):
        return "-"
    with torch.no_grad():
        return " and ".join(f"{1000 * float(each) ** 0.5:.2f}" for each in data.errors(model, test))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--decisions", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--parts", type=int, default=1)
    parser.add_argument("--epochs", type=int, default=10)
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    last = given.work / "last.net"
    label(given.work, last, given.decisions, range(given.seed, given.seed + given.parts))
    networks = train.Networks(train.shapes_of(last.read_bytes()), DECAY)
    networks.read(last)
    fit(networks, Decisions(sorted(given.work.glob("decide-*.bin"))), given.seed, given.epochs)
    networks.write(last)


def label(work: Path, networks: Path, decisions: int, seeds: range) -> None:
    """A file of decisions for each seed, all at the same time; those that are there stay."""
    program = train.program(work, "decide")
    files = {seed: work / f"decide-{seed}.bin" for seed in seeds}
    words = [[program, networks, DEPTH, decisions, seed, file] for seed, file in files.items() if not file.exists()]
    running = [subprocess.Popen(list(map(str, each))) for each in words]
    failed = [each.args for each in running if each.wait()]
    if failed:
        raise SystemExit(f"{failed[0]} failed")


if __name__ == "__main__":
    main()
