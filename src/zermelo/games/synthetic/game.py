"""Uniform trees made up as they are walked: what the growth of a search is measured on."""

from __future__ import annotations

from zermelo.game import BenchSearch, BuiltIn, Option, Options
from zermelo.games.tree.game import scene


def check(values: Options) -> None:
    if values["meetings"] and values["leaves"] != "independent":
        raise ValueError("synthetic: lines may only meet where leaves are independent")


GAME = BuiltIn(
    name="synthetic",
    title="Synthetic tree",
    summary="a uniform tree of any size, for measuring searches",
    check=check,
    scene=scene,
    abstract=True,
    bench=[BenchSearch("alphabeta", 6), BenchSearch("scout", 6)],
    bench_options={"branching": 8},
    commands={"experiment branching": "commands:branching"},
    options={
        "branching": Option(4, 1, 1000, help="moves at every node"),
        "plies": Option(6, 1, 200, help="depth of the tree"),
        "leaves": Option("independent", words=("independent", "best_first", "best_last"), help="how values are drawn"),
        "seed": Option(0, 0, 2**31 - 1, help="another tree"),
        "meetings": Option(0, 0, 2**31 - 1, help="different nodes per level; 0: lines never meet"),
        "values": Option(1000, 1, 2**31 - 1, help="leaves lie in 0 ... values - 1"),
    },
)
