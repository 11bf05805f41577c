"""m,n,k games: m columns, n rows, k in a row wins."""

from __future__ import annotations

from zermelo.game import BenchSearch, BuiltIn, Option, Options, number
from zermelo.games.shared.rows import scene, why_not


def check(values: Options) -> None:
    m, n, k = (number(values, name) for name in "mnk")
    if m * n > 64:
        raise ValueError("mnk: m times n must not be above 64 cells")
    if k > max(m, n):
        raise ValueError("mnk: k in a row does not fit on the board")


GAME = BuiltIn(
    name="mnk",
    title="m,n,k game",
    summary="m columns, n rows, k in a row wins",
    sample="b2; a1; c1; a3",
    check=check,
    scene=scene,
    why_not=why_not,
    general=True,
    bench=[BenchSearch("scout+table", 5), BenchSearch("mtd", 5), BenchSearch("deepening", 5)],
    bench_options={"m": 5, "n": 5, "k": 4},
    options={
        "m": Option(3, 1, 26, help="columns"),
        "n": Option(3, 1, 64, help="rows"),
        "k": Option(3, 1, 26, help="stones in a row that win"),
    },
)
