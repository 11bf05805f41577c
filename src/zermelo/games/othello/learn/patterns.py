"""Fitting pattern tables: the value of a board as a sum of table entries, one for each pattern on it.

Records are positions with a score for the side to move. A record looks up one weight for every place of every pattern
family; weights of mirrored patterns are one and the same. For every stage of the game the weights minimise

    Σ importance · (sum of the weights looked up − score)²  +  ridge · Σ (weight − where it began)²

over the records of the stage and, with less importance, of the stages beside it. A weight seen n times is pulled back
by ridge / (n + ridge): rare ones hardly leave the place where they began, which is the next stage's weight if nothing
else is given. The ridge is the variance of the scores around the fit over that of the weights around their beginning.
The minimum is approached by conjugate gradients, scaled by how often each weight is seen, until records held out
(whole runs of games) say it is enough.

Runs as a script where nothing but NumPy (and PyTorch, if wanted) is installed:

    python src/zermelo/games/othello/learn/patterns.py games/*.rec --weights weights.i16 --metrics metrics.json
"""

from __future__ import annotations

import argparse
import json
import runpy
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

Array = Any  # of NumPy or PyTorch

RECORD = np.dtype([("me", "<u8"), ("opp", "<u8"), ("score", "<i2"), ("kind", "<u2")])
OUTCOME, EXACT, SEARCHED = range(3)  # the low byte of kind

STAGES = 30  # two discs each
PLIES = 61  # numbers that may follow the tables in a file
UNIT = 128  # weights to a disc, in a file
RUN = 4096  # records of consecutive games that are held out together
SLICE = 1 << 20  # records looked up at a time


class Patterns:
    """Pattern families, and which weight each pattern of a board looks up."""

    def __init__(self, families: Sequence[Sequence[Sequence[int]]], ties: Sequence[Sequence[int]]) -> None:
        """Families are lists of places, places lists of squares; ties number the weights of a family from 0."""
        self.places = [squares for family in families for squares in family]
        self.powers = np.zeros((64, len(self.places)), np.float32)
        for place, squares in enumerate(self.places):
            self.powers[list(squares), place] = [3**i for i in range(len(squares))]
        sizes = [len(tie) for tie in ties]
        counts = [max(tie) + 1 for tie in ties]
        starts, firsts = np.cumsum([0, *sizes]), np.cumsum([0, *counts])
        self.offsets = np.repeat(starts[:-1], [len(family) for family in families]).astype(np.int32)
        self.tied = np.concatenate([np.array(tie) + first for tie, first in zip(ties, firsts[:-1], strict=True)])
        self.tied = self.tied.astype(np.int32)
        self.size, self.count = int(starts[-1]), int(firsts[-1])  # of table entries, of weights
        self.first_entry = np.unique(self.tied, return_index=True)[1]  # an entry for each weight

    def spread(self, weights: Array) -> Array:
        """Table entries from weights."""
        return weights[..., self.tied]

    def gather(self, entries: Array) -> Array:
        """Weights from table entries."""
        return entries[..., self.first_entry]


class NumpyRows:
    """Records of one stage as a matrix of zeros and ones: a row says which weights the record adds up."""

    def __init__(self, patterns: Patterns, records: Array) -> None:
        self.count, self.records = patterns.count, len(records)
        self.score = np.clip(records["score"], -64, 64).astype(np.float32)
        self.index = np.empty((len(patterns.places), len(records)), np.intp)
        shifts = np.arange(64, dtype=np.uint64)
        for at in range(0, len(records), SLICE // 8):
            part = records[at : at + SLICE // 8]
            own, other = ((part[name][:, None] >> shifts) & np.uint64(1) for name in ("me", "opp"))
            digits = (np.uint64(1) + other - own).astype(np.float32)
            entry = (digits @ patterns.powers).astype(np.int32) + patterns.offsets  # below 2^24: exact
            self.index[:, at : at + len(part)] = patterns.tied[entry].T

    def values(self, weights: Array) -> Array:
        """The matrix times the weights."""
        total = np.zeros(self.records, np.float32)
        weights = weights.astype(np.float32)
        for index in self.index:
            total += weights.take(index)
        return total

    def gradient(self, errors: Array) -> Array:
        """The transposed matrix times the errors."""
        total = np.zeros(self.count)
        for index in self.index:
            total += np.bincount(index, errors, self.count)
        return total

    def seen(self) -> Array:
        """How often each weight is looked up."""
        return self.gradient(np.ones(self.records, np.float32))


class NumpyBackend:
    """Everything in main memory, one core."""

    name = "numpy"
    rows = NumpyRows

    def vector(self, values: Array) -> Array:
        return np.asarray(values, np.float64)

    def numpy(self, vector: Array) -> Array:
        return vector

    def sync(self) -> None:
        pass


class TorchRows:
    """As NumpyRows, on a device of PyTorch.

    Additions to one place by many threads come in any order; sums of whole numbers do not mind, so errors are added
    as 64-bit fixed-point numbers. Neighbouring records use different copies of the sums, so that few wait.
    """

    COPIES = 16

    def __init__(self, patterns: Patterns, records: Array, device: str) -> None:
        import torch

        self.torch, self.device = torch, device
        self.count, self.records = patterns.count, len(records)
        self.copies = self.COPIES if device != "cpu" else 1
        self.score = torch.from_numpy(np.clip(records["score"], -64, 64).astype(np.float32)).to(device)
        self.index = torch.empty((len(patterns.places), len(records)), dtype=torch.int32, device=device)
        powers = torch.from_numpy(patterns.powers).to(device)
        offsets, tied = (torch.from_numpy(each).to(device) for each in (patterns.offsets, patterns.tied))
        shifts = torch.arange(64, device=device)
        for at in range(0, len(records), SLICE):
            part = records[at : at + SLICE]
            own, other = (
                (torch.from_numpy(part[name].view("<i8").copy()).to(device)[:, None] >> shifts) & 1
                for name in ("me", "opp")
            )
            entry = ((1 + other - own).float() @ powers).int() + offsets
            copy = torch.arange(at, at + len(part), device=device, dtype=torch.int32) % self.copies
            self.index[:, at : at + len(part)] = (tied[entry.long()] + (copy * self.count)[:, None]).T

    def values(self, weights: Array) -> Array:
        total = self.torch.zeros(self.records, device=self.device)
        copies = weights.float().repeat(self.copies)
        for index in self.index:
            total += copies.index_select(0, index)
        return total

    def gradient(self, errors: Array) -> Array:
        largest = float(errors.abs().max()) if len(errors) else 0.0
        scale = 2.0 ** (30 - int(np.ceil(np.log2(max(largest, 1e-30)))))  # 2^33 records would be too many
        whole = (errors.double() * scale).round().long()
        total = self.torch.zeros(self.count * self.copies, dtype=self.torch.int64, device=self.device)
        for index in self.index:
            total.index_add_(0, index, whole)
        return total.view(self.copies, self.count).sum(0).double() / scale

    def seen(self) -> Array:
        return self.gradient(self.torch.ones(self.records, device=self.device))


class TorchBackend:
    """Everything on one device of PyTorch: "cuda" or "cpu"."""

    def __init__(self, device: str) -> None:
        import torch

        torch.backends.cuda.matmul.allow_tf32 = False  # indices must be exact
        self.torch, self.device, self.name = torch, device, f"torch {torch.__version__} on {device}"
        if device.startswith("cuda"):
            self.name = f"torch {torch.__version__} on {torch.cuda.get_device_name(device)}"

    def rows(self, patterns: Patterns, records: Array) -> TorchRows:
        return TorchRows(patterns, records, self.device)

    def vector(self, values: Array) -> Array:
        return self.torch.from_numpy(np.array(values, np.float64)).to(self.device)

    def numpy(self, vector: Array) -> Array:
        return vector.cpu().numpy()

    def sync(self) -> None:
        if self.device.startswith("cuda"):
            self.torch.cuda.synchronize()


def backend_named(name: str) -> Any:
    """A back end: "numpy", "cpu" or "cuda" (PyTorch), or "auto": the GPU if there is one, else NumPy."""
    if name == "numpy":
        return NumpyBackend()
    try:
        import torch
    except ImportError:
        if name == "auto":
            return NumpyBackend()
        raise ValueError(f"device {name!r} needs PyTorch: pip install 'zermelo[train]'") from None
    if name == "auto":
        return TorchBackend("cuda") if torch.cuda.is_available() else NumpyBackend()
    if name.startswith("cuda") and not torch.cuda.is_available():
        raise ValueError(f"device {name!r}: PyTorch sees no GPU here")
    return TorchBackend(name)


@dataclass(frozen=True)
class Settings:
    """The settings of the fit. `beside` is the importance of records one stage away, `beside`² two stages away, …"""

    freedom: float = 0.8  # discs by which a weight may well differ from where it began
    beside: float = 0.5
    reach: int = 1  # how many stages away records still count
    steps: int = 60
    patience: int = 4  # steps without a better hold-out before it ends
    least_gain: float = 1e-4  # of the hold-out error, relative, that counts as better
    hold_every: int = 20  # one run of records in this many is held out
    inherit: bool = True  # a stage without weights of its own begins where the next one ended


@dataclass
class Data:
    """Records by stage, those to fit and those held out."""

    fit: list[Array]
    held: list[Array]

    @classmethod
    def of(cls, files: Iterable[Array], hold_every: int) -> Data:
        """From arrays of records in the order of their games. Every hold_every-th run of records is held out."""
        fit: list[list[Array]] = [[] for _ in range(STAGES)]
        held: list[list[Array]] = [[] for _ in range(STAGES)]
        run = 0
        for records in files:
            runs = run + np.arange(len(records)) // RUN
            run = int(runs[-1]) + 1 if len(records) else run
            stage = stage_of(records)
            stage[runs % hold_every == hold_every - 1] += STAGES
            order = np.argsort(stage, kind="stable")
            ends = np.cumsum(np.bincount(stage, minlength=2 * STAGES))[:-1]
            for into, part in zip(fit + held, np.split(records[order], ends), strict=True):
                into.append(part)
        none = np.zeros(0, RECORD)
        return cls(*([np.concatenate([none, *parts]) for parts in side] for side in (fit, held)))


def stage_of(records: Array) -> Array:
    """(60 − empty squares) / 2, within 0 … 29."""
    discs = bits_of(records["me"] | records["opp"])
    return np.clip((discs - 4) // 2, 0, STAGES - 1).astype(np.uint8)


def bits_of(words: Array) -> Array:
    if hasattr(np, "bitwise_count"):
        return np.bitwise_count(words).astype(np.int16)
    return np.unpackbits(np.ascontiguousarray(words).view(np.uint8).reshape(-1, 8), axis=1).sum(1, dtype=np.int16)


@dataclass
class Fit:
    """Weights (stages × table entries, in discs) and, per stage, how well they do on the records held out."""

    weights: Array
    metrics: list[dict[str, float]] = field(default_factory=list)

    def words(self, step: int = 1) -> Array:
        """16-bit numbers of 1/128 disc, as files hold them; multiples of step."""
        limit = 32767 // step
        return (np.clip(np.rint(self.weights * (UNIT / step)), -limit, limit) * step).astype("<i2")


Progress = Callable[[str], None]


def fit(
    patterns: Patterns,
    data: Data,
    *,
    start: Array | None = None,
    settings: Settings | None = None,
    backend: Any = None,
    stages: Iterable[int] | None = None,
    progress: Progress | None = None,
) -> Fit:
    """The weights of every stage, from the last stage to the first. `start` holds table entries to begin with."""
    settings, backend, say = settings or Settings(), backend or NumpyBackend(), progress or (lambda line: None)
    weights = np.zeros((STAGES, patterns.count)) if start is None else patterns.gather(np.asarray(start, np.float64))
    rows: dict[int, Any] = {}
    metrics: dict[int, dict[str, float]] = {}
    noise: float | None = None
    for stage in sorted(range(STAGES) if stages is None else stages, reverse=True):
        began = time.perf_counter()
        near = range(max(0, stage - settings.reach), min(STAGES, stage + settings.reach + 1))
        rows = {each: rows.get(each) or backend.rows(patterns, data.fit[each]) for each in near}
        parts = [(rows[each], settings.beside ** abs(each - stage)) for each in near if len(data.fit[each])]
        if start is None and settings.inherit and stage + 1 < STAGES:
            weights[stage] = weights[stage + 1]
        held = backend.rows(patterns, data.held[stage])
        begin = backend.vector(weights[stage])
        if noise is None:  # of the first stage nothing is known yet
            found, _ = descend(parts, held, begin, 1.0, settings)
            noise = mean_square(held, found)
        ridge = noise / settings.freedom**2
        found, steps = descend(parts, held, begin, ridge, settings)
        noise = mean_square(held, found) if held.records else noise
        weights[stage] = backend.numpy(found)
        seen = backend.numpy(sum((part.seen() for part, _ in parts), backend.vector(np.zeros(patterns.count))))
        metrics[stage] = {
            "stage": stage,
            "records": len(data.fit[stage]),
            "held_out": len(data.held[stage]),
            **errors(backend.numpy(held.values(found)), data.held[stage]),
            "weights_seen": float((seen > 0).mean()),
            "ridge": ridge,
            "steps": steps,
            "seconds": round(time.perf_counter() - began, 3),
        }
        say(" ".join(f"{name}={value:.4g}" for name, value in metrics[stage].items()))
    return Fit(patterns.spread(weights), [metrics[stage] for stage in sorted(metrics)])


def descend(
    parts: Sequence[tuple[Any, float]], held: Any, start: Array, ridge: float, settings: Settings
) -> tuple[Array, int]:
    """Conjugate gradients from the start; the weights that did best on the records held out, and how many steps."""
    if not parts:
        return start, 0
    scale = ridge + sum(importance * rows.seen() for rows, importance in parts) + 1e-9
    left = sum(importance * rows.gradient(rows.score - rows.values(start)) for rows, importance in parts)
    moved = start * 0
    direction = towards = left / scale
    strength = float((left * towards).sum())
    best, best_error, waited, step = start, mean_square(held, start), 0, 0
    while step < settings.steps and strength > 1e-12 and waited < settings.patience:
        step += 1
        along = ridge * direction
        for rows, importance in parts:
            along = along + importance * rows.gradient(rows.values(direction))
        length = strength / float((direction * along).sum())
        moved = moved + length * direction
        left = left - length * along
        towards = left / scale
        strength, before = float((left * towards).sum()), strength
        direction = towards + (strength / before) * direction
        error = mean_square(held, start + moved)
        waited = 0 if error < best_error * (1 - settings.least_gain) or not held.records else waited + 1
        if error <= best_error:
            best, best_error = start + moved, error
    return best, step


def mean_square(rows: Any, weights: Array) -> float:
    return float(((rows.values(weights) - rows.score) ** 2).mean()) if rows.records else 0.0


def errors(values: Array, records: Array) -> dict[str, float]:
    """How far values are from scores, in discs; slope says by what to multiply the values to fit best."""
    if not len(records):
        return {}
    score = np.clip(records["score"], -64, 64).astype(np.float64)
    clipped = np.clip(values.astype(np.float64), -64, 64)
    miss = np.abs(clipped - score)
    metrics = {
        "spread": float(score.std()),
        "rmse": float(np.sqrt((miss**2).mean())),
        "mae": float(miss.mean()),
        "slope": float((clipped * score).sum() / max((clipped**2).sum(), 1e-9)),
    }
    exact = (records["kind"] & 255) == EXACT
    if exact.any():
        metrics["mae_exact"] = float(miss[exact].mean())
    return metrics


def evaluate(patterns: Patterns, entries: Array, records: Array) -> Array:
    """The value of every record by tables of entries (stages × size, in discs), for the side to move."""
    values = np.zeros(len(records), np.float32)
    stage = stage_of(records)
    for each in np.unique(stage):
        mine = stage == each
        values[mine] = NumpyRows(patterns, records[mine]).values(patterns.gather(entries[each]))
    return values


def read_records(path: str | Path) -> Array:
    """The records of a file; ValueError when it is not one."""
    size = Path(path).stat().st_size
    if size % RECORD.itemsize:
        raise ValueError(f"{path}: {size} bytes are not whole records of {RECORD.itemsize}")
    records = np.fromfile(path, RECORD)
    both = (records["me"] & records["opp"]) != 0
    if both.any():
        raise ValueError(f"{path}: record {int(np.argmax(both))} has two discs on one square")
    return records


def read_words(path: str | Path, patterns: Patterns) -> Array:
    """Tables in discs from a file of 16-bit words; what may follow them, a number for each ply, is left out."""
    words, wanted = np.fromfile(path, "<i2"), STAGES * patterns.size
    if len(words) not in (wanted, wanted + PLIES):
        raise ValueError(f"{path}: {len(words)} weights; expected {STAGES} stages of {patterns.size}")
    return words[:wanted].reshape(STAGES, patterns.size) / UNIT


def shipped(families: Sequence[Sequence[Sequence[int]]] | None = None) -> Patterns:
    """The game's patterns, or others of its board. The package is not imported: it may not be built."""
    game = runpy.run_path(str(Path(__file__).parents[1] / "weights.py"))
    families = families or game["families"]()
    return Patterns(families, [game["ties"](places[0]) for places in families])


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Fit Othello's pattern weights to records of positions with scores.")
    parser.add_argument("records", nargs="+", help="files of records, each in the order of its games")
    parser.add_argument("--weights", required=True, help="file to write: 16-bit words, stage by stage")
    parser.add_argument("--metrics", help="JSON file to write: errors on the records held out, per stage")
    parser.add_argument("--start", help="weights to begin with (16-bit words)")
    parser.add_argument("--families", help="JSON file of the pattern families; the game's own if not given")
    parser.add_argument("--device", default="auto", help="auto, numpy, cpu or cuda (PyTorch)")
    parser.add_argument("--stages", help="only these, as in 10-20; the others keep what they begin with")
    parser.add_argument("--step", type=int, default=1, help="weights are multiples of this many 1/128 discs")
    for name, default in vars(Settings()).items():
        kind = {"type": lambda text: text != "0"} if isinstance(default, bool) else {"type": type(default)}
        parser.add_argument(f"--{name.replace('_', '-')}", default=default, **kind)
    given = parser.parse_args(arguments)
    try:
        began = time.perf_counter()
        patterns = shipped(json.loads(Path(given.families).read_text()) if given.families else None)
        settings = Settings(**{name: getattr(given, name) for name in vars(Settings())})
        backend = backend_named(given.device)
        data = Data.of((read_records(path) for path in given.records), settings.hold_every)
        start = read_words(given.start, patterns) if given.start else None
        first, last = map(int, given.stages.split("-")) if given.stages else (0, STAGES - 1)
        print(
            f"{sum(map(len, data.fit))} records, {sum(map(len, data.held))} held out, {backend.name}, "
            f"read in {time.perf_counter() - began:.1f} s",
            flush=True,
        )
        result = fit(
            patterns,
            data,
            start=start,
            settings=settings,
            backend=backend,
            stages=range(first, last + 1),
            progress=lambda line: print(line, flush=True),
        )
        words = result.words(given.step)
        words.tofile(given.weights)
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    metrics = {
        "backend": backend.name,
        "seconds": round(time.perf_counter() - began, 1),
        "settings": vars(settings),
        "stages": result.metrics,
    }
    if given.metrics:
        Path(given.metrics).write_text(json.dumps(metrics, indent=1) + "\n")
    print(f"{given.weights}: {int((words != 0).sum())} of {words.size} entries are not 0; {metrics['seconds']} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
