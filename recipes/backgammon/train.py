"""The backgammon networks, from nothing to weights.bin: self-play, looking ahead, fitting; see recipe.toml.

    python train.py WORK td                 the first networks, by TD(0) self-play (td.cpp)
    python train.py WORK loop SECONDS       round after round: label positions (teach.cpp), fit the networks to them
    python train.py WORK deep SECONDS       the same with labels that look one ply further ahead
    python train.py WORK pack OUT           the last networks as the game ships them

WORK keeps everything, so that each step goes on where the last one ended. While the processors label the positions of
the next round with the last networks, the fit of this round runs on the GPU, if there is one.
"""

from __future__ import annotations

import argparse
import os
import struct
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import numpy as np
import torch

HERE = Path(__file__).parent
GAME = HERE.parents[1] / "src" / "zermelo" / "games" / "backgammon"
PHASES = 4
UNITS, FEATURES = 6, 48
MEN_INPUTS = 50 * UNITS
INPUTS = MEN_INPUTS + FEATURES
RECORD = np.dtype(
    [("men", "u1", 50), ("phase", "u1"), ("used", "u1"), ("known", "<f4", FEATURES), ("chances", "<f4", 5)]
)
DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")


def settings() -> dict:
    return tomllib.loads((HERE / "recipe.toml").read_text())


def program(work: Path, name: str) -> str:
    """The compiled program, made when it is needed first."""
    made = work / name
    if not made.exists():
        flags = ["-O3", "-march=native", "-std=c++20", f"-I{GAME}", "-pthread"]
        subprocess.run(["g++", *flags, str(HERE / f"{name}.cpp"), "-o", str(made)], check=True)
    return str(made)


# --- networks ---


class Networks:
    """A network for each phase, the fit's state, and the slow average that is used for play."""

    def __init__(self, shapes: list[tuple[int, int]], decay: float):
        self.shapes, self.decay = shapes, decay
        self.models = [model(*shape).to(DEVICE) for shape in shapes]
        self.means = [model(*shape).to(DEVICE) for shape in shapes]
        self.settle()
        self.rate = torch.tensor(1e-3, device=DEVICE)
        on_gpu = DEVICE.type == "cuda"
        self.adams = [
            torch.optim.Adam(each.parameters(), lr=self.rate if on_gpu else 1e-3, capturable=on_gpu)
            for each in self.models
        ]
        self.losses = torch.zeros(PHASES, device=DEVICE)
        self.graph = None

    def set_rate(self, rate: float) -> None:
        self.rate.fill_(rate)
        for adam in self.adams:
            for group in adam.param_groups:
                if isinstance(group["lr"], torch.Tensor):
                    group["lr"].fill_(rate)
                else:
                    group["lr"] = rate

    def step(self, examples: list[Examples], batch: int) -> None:
        """One step of every phase; on a GPU recorded once and then replayed, which is many times quicker."""
        if self.graph is None and DEVICE.type == "cuda":
            self.graph = self.recorded(examples, batch)
        if self.graph:
            self.graph.replay()
        else:
            self.plain_step(examples, batch)

    def recorded(self, examples: list[Examples], batch: int) -> torch.cuda.CUDAGraph | bool:
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                self.plain_step(examples, batch)
        torch.cuda.current_stream().wait_stream(side)
        for adam in self.adams:
            adam.zero_grad(set_to_none=True)
        graph = torch.cuda.CUDAGraph()
        try:
            with torch.cuda.graph(graph):
                self.plain_step(examples, batch, fresh=True)
        except RuntimeError as error:
            print(f"steps are not recorded: {error}", flush=True)
            return False
        return graph

    def plain_step(self, examples: list[Examples], batch: int, fresh: bool = False) -> None:
        for phase in range(PHASES):
            inputs, wanted = examples[phase].batch(batch if phase else batch // 4)
            loss = loss_of(self.models[phase](inputs), wanted)
            if not fresh:
                self.adams[phase].zero_grad(set_to_none=True)
            loss.backward()
            self.adams[phase].step()
            self.losses[phase] += (loss.detach() - self.losses[phase]) * 0.002
        self.follow()

    def settle(self) -> None:
        """The averages begin where the networks are."""
        for mean, each in zip(self.means, self.models, strict=True):
            mean.load_state_dict(each.state_dict())

    def follow(self) -> None:
        with torch.no_grad():
            for mean, each in zip(self.means, self.models, strict=True):
                torch._foreach_lerp_(list(mean.parameters()), list(each.parameters()), 1 - self.decay)

    def write(self, path: Path) -> None:
        parts = [b"ZBG1"]
        for (hidden, second), mean in zip(self.shapes, self.means, strict=True):
            parts.append(struct.pack("<II", hidden, second))
            for layer in mean:
                if isinstance(layer, torch.nn.Linear):
                    parts += [layer.weight.detach().t().contiguous().cpu().numpy().astype("<f4").tobytes()]
                    parts += [layer.bias.detach().cpu().numpy().astype("<f4").tobytes()]
        temporary = path.with_suffix(".part")
        temporary.write_bytes(b"".join(parts))
        os.replace(temporary, path)

    def read(self, path: Path) -> None:
        """Networks of the same shapes, to go on with."""
        data = path.read_bytes()
        at = 4
        with torch.no_grad():
            for each, shape in zip(self.models, self.shapes, strict=True):
                assert struct.unpack_from("<II", data, at) == shape
                at += 8
                for layer in each:
                    if isinstance(layer, torch.nn.Linear):
                        for target in (layer.weight, layer.bias):
                            count = target.numel()
                            values = torch.from_numpy(np.frombuffer(data, "<f4", count, at).copy())
                            target.copy_(values.view(target.t().shape).t() if target.dim() == 2 else values)
                            at += 4 * count
        self.settle()


def model(hidden: int, second: int) -> torch.nn.Sequential:
    layers = [torch.nn.Linear(INPUTS, hidden), torch.nn.ReLU()]
    if second:
        layers += [torch.nn.Linear(hidden, second), torch.nn.ReLU()]
    return torch.nn.Sequential(*layers, torch.nn.Linear(second or hidden, 5))


def shapes_of(data: bytes) -> list[tuple[int, int]]:
    found, at = [], 4
    for _ in range(PHASES):
        hidden, second = struct.unpack_from("<II", data, at)
        count = (INPUTS + 1) * hidden + (hidden + 1) * second + 5 * (second or hidden) + 5
        at += 8 + 4 * count
        found.append((hidden, second))
    return found


# --- examples ---


class Examples:
    """The last rounds' positions of one phase, on the device, overwritten in a ring."""

    def __init__(self, room: int):
        self.room, self.count, self.at = room, 0, 0
        self.size = torch.zeros((), device=DEVICE)
        self.men = torch.empty((room, 50), dtype=torch.uint8, device=DEVICE)
        self.known = torch.empty((room, FEATURES), dtype=torch.float16, device=DEVICE)
        self.chances = torch.empty((room, 5), dtype=torch.float32, device=DEVICE)

    def add(self, records: np.ndarray) -> None:
        records = records[-self.room :]
        where = (torch.arange(len(records), device=DEVICE) + self.at) % self.room
        self.men[where] = torch.from_numpy(records["men"].copy()).to(DEVICE)
        self.known[where] = torch.from_numpy(records["known"].copy()).to(DEVICE).half()
        self.chances[where] = torch.from_numpy(records["chances"].copy()).to(DEVICE)
        self.at = (self.at + len(records)) % self.room
        self.count = min(self.room, self.count + len(records))
        self.size.fill_(self.count - 0.5)

    def batch(self, size: int) -> tuple[torch.Tensor, torch.Tensor]:
        chosen = (torch.rand(size, device=DEVICE) * self.size).long()
        steps = torch.arange(UNITS, dtype=torch.uint8, device=DEVICE)
        men = (self.men[chosen].unsqueeze(2) > steps).flatten(1).float()
        return torch.cat((men, self.known[chosen].float()), 1), self.chances[chosen]


WORTH = torch.tensor([2.0, 1.0, 1.0, -1.0, -1.0], device=DEVICE)


def loss_of(told: torch.Tensor, wanted: torch.Tensor) -> torch.Tensor:
    """Squared errors of the chances as far as they count in points, and of the equity they add up to."""
    difference = (torch.sigmoid(told) - wanted) * WORTH
    return (difference.square().sum(1) + difference.sum(1).square()).mean()


def fit(
    all_networks: list[Networks], examples: list[Examples], seconds: float, batch: int, rate: float, until=None
) -> str:
    """Steps for some seconds, and on until the next labels are there."""
    begin, steps = time.monotonic(), 0
    for networks in all_networks:
        networks.set_rate(rate)
    while time.monotonic() - begin < seconds or (until is not None and until.poll() is None):
        for networks in all_networks:
            networks.step(examples, batch)
        steps += 1
        if steps % 20 == 0 and DEVICE.type == "cuda":
            torch.cuda.synchronize()
    told = "; ".join(" ".join(f"{1000 * each**0.5:.1f}" for each in n.losses.tolist()) for n in all_networks)
    return f"{steps} steps, errors (thousandths) {told}"


# --- the steps ---


def first(work: Path, recipe: dict) -> None:
    td = recipe["td"]
    words = [td["seconds"], td["threads"], td["hidden"], td["rate_from"], td["rate_to"], td["seed"]]
    subprocess.run([program(work, "td"), *map(str, words), str(work / "td.net")], check=True)
    (work / "last.net").write_bytes((work / "td.net").read_bytes())


def label(work: Path, net: Path, part: dict, number: int, into: Path) -> subprocess.Popen:
    words = [net, part["depth"], part["positions"], part["threads"], part["seed"] + number, into]
    return subprocess.Popen([program(work, "teach"), *map(str, words)])


def rounds(work: Path, recipe: dict, part: dict, seconds: float) -> None:
    begin = time.monotonic()
    fits = recipe["fit"]
    last, rival = work / "last.net", work / "rival.net"
    all_networks = []
    for shapes, file in zip((fits["shapes"], fits["rival"]), (last, rival), strict=True):
        if shapes:
            all_networks.append(Networks([tuple(shape) for shape in shapes], fits["decay"]))
            fresh = not file.exists() or shapes_of(file.read_bytes()) != all_networks[-1].shapes
            if not fresh:
                all_networks[-1].read(file)
    fresh = shapes_of(last.read_bytes()) != all_networks[0].shapes
    torch.manual_seed(part["seed"])
    examples = [Examples(room) for room in fits["room"]]
    old = sorted(work.glob(f"{part['name']}-*.bin"), key=lambda path: int(path.stem.split("-")[-1]))
    for path in old[-fits["rounds_kept"] :]:
        take(path, examples)
    number = int(old[-1].stem.split("-")[-1]) + 1 if old else 0
    running = None
    while True:
        into = work / f"{part['name']}-{number}.bin"
        if running is None:
            running = label(work, last, part, number, into)
            running.wait()
        running.wait()
        if running.returncode:
            raise SystemExit("teach failed")
        take(into, examples)
        number += 1
        ending = time.monotonic() - begin + part["round_seconds"] + part["last_seconds"] > seconds
        net = work / f"{part['name']}-{number}.net"
        share = min(1.0, (time.monotonic() - begin) / seconds)
        rate = fits["rate_from"] * (fits["rate_to"] / fits["rate_from"]) ** share if not part["fixed"] else part["rate"]
        if ending:
            for step in range(4):
                told = fit(all_networks, examples, part["last_seconds"] / 4, fits["batch"], rate / 4**step)
        else:
            running = label(work, last, part, number, work / f"{part['name']}-{number}.bin") if not fresh else None
            told = fit(all_networks, examples, part["round_seconds"], fits["batch"], rate, running)
        all_networks[0].write(net)
        last.write_bytes(net.read_bytes())
        if len(all_networks) > 1:
            all_networks[1].write(rival)
            (work / f"{part['name']}-{number}.rival").write_bytes(rival.read_bytes())
        counts = " ".join(str(each.count) for each in examples)
        print(
            f"{time.monotonic() - begin:.0f} s, round {number}: {told}; examples {counts}; rate {rate:.2g}", flush=True
        )
        fresh = False
        if ending:
            return


def take(path: Path, examples: list[Examples]) -> None:
    records = np.fromfile(path, RECORD)
    for phase in range(PHASES):
        examples[phase].add(records[records["phase"] == phase])


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("step", choices=("td", "loop", "deep", "pack"))
    parser.add_argument("rest", nargs="?")
    parser.add_argument("--set", action="append", default=[], help="table.key=value: other settings than recipe.toml's")
    given = parser.parse_args(words)
    recipe = settings()
    for each in given.set:
        name, value = each.split("=")
        table, key = name.split(".")
        recipe[table][key] = tomllib.loads(f"x = {value}")["x"]
    given.work.mkdir(parents=True, exist_ok=True)
    if given.step == "td":
        first(given.work, recipe)
    elif given.step == "pack":
        sys.path.insert(0, str(HERE.parents[1] / "src"))
        from zermelo.games.backgammon import weights

        Path(given.rest).write_bytes(weights.pack((given.work / "last.net").read_bytes()))
    else:
        rounds(given.work, recipe, recipe[given.step], float(given.rest))


if __name__ == "__main__":
    main(sys.argv[1:])
