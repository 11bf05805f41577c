"""The same training by PyTorch, on a CPU or a GPU."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from zermelo.learn.training import BETAS, EPSILON, LARGEST_OUTPUT, Parameters, Positions

if TYPE_CHECKING:
    from zermelo.learn.training import Floats, Indices


class TorchTrainer:
    """Adam by PyTorch."""

    def __init__(self, parameters: Parameters, logistic: bool, device: str) -> None:
        self.positions: Positions | None = None
        self.device, self.logistic, self.feature_count = device, logistic, len(parameters.w1)
        self.given = [torch.tensor(each, device=device, requires_grad=True) for each in parameters.all]
        self.optimizer = torch.optim.Adam(self.given, lr=1.0, betas=BETAS, eps=EPSILON)

    def parameters(self) -> Parameters:
        return Parameters(*(each.detach().cpu().numpy().copy() for each in self.given))

    def take(self, positions: Positions) -> None:
        """Brings the positions to the device, where they stay."""
        if positions is self.positions:
            return
        self.positions = positions
        self.sides = [
            torch.as_tensor(each.astype("int32"), device=self.device) for each in (positions.mover, positions.other)
        ]
        self.labels = torch.as_tensor(positions.labels, device=self.device)

    def logits(self, rows: torch.Tensor) -> torch.Tensor:
        w1, b1, w2, b2 = self.given
        padded = torch.cat([w1, torch.zeros_like(w1[:1])])
        sums = [torch.nn.functional.embedding_bag(each[rows], padded, mode="sum") + b1 for each in self.sides]
        hidden = torch.cat([each.clamp(0, 1).square() for each in sums], dim=1)
        return hidden @ w2 + b2

    def rows(self, chosen: Indices) -> torch.Tensor:
        return torch.as_tensor(chosen, device=self.device)

    def values(self, chosen: Indices) -> Floats:
        with torch.no_grad():
            found: Floats = self.logits(self.rows(chosen)).cpu().numpy()
        return found

    def step(self, chosen: Indices, rate: float) -> None:
        rows = self.rows(chosen)
        logits, wanted = self.logits(rows), self.labels[rows]
        loss = (
            torch.nn.functional.binary_cross_entropy_with_logits(logits, wanted)
            if self.logistic
            else (logits - wanted).square().mean() / 2
        )
        self.optimizer.param_groups[0]["lr"] = rate
        self.optimizer.zero_grad()
        torch.autograd.backward(loss)
        self.optimizer.step()
        with torch.no_grad():
            self.given[2].clamp_(-LARGEST_OUTPUT, LARGEST_OUTPUT)
