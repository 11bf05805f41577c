"""`zermelo experiment branching`: how node counts grow with the depth."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType

import click

from zermelo.cli.arguments import JSON
from zermelo.cli.experiment import PLOT, depth_list, ready_to_draw, save
from zermelo.cli.failures import DONE, asked
from zermelo.cli.output import data, note, show_table
from zermelo.games.synthetic.experiment import Branching, Growth
from zermelo.games.synthetic.experiment import branching as measure


@click.command()
@click.option(
    "--branching", type=click.IntRange(2, 100), default=6, show_default=True, help="Moves at every node of the tree."
)
@click.option("--depths", default="1-8", show_default=True, help="Depths to measure.")
@click.option("--samples", type=click.IntRange(1, 1000), default=8, show_default=True, help="Trees to average over.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@click.option(
    "--most-nodes", type=int, default=3_000_000, show_default=True, help="Leave out searches larger than this."
)
@PLOT
@JSON
def branching(
    branching: int, depths: str, samples: int, seed: int, most_nodes: int, file: str | None, as_json: bool
) -> int:
    """The growth of node counts: minimax b^m, alpha-beta between b^(m/2) and b^(3m/4) (S3.3)."""
    drawing = ready_to_draw(file)
    with asked():
        found = measure(branching, depth_list(depths), samples, seed, most_nodes=most_nodes, progress=note)
    if drawing is not None:
        draw_growth(found, drawing, str(file))
    if as_json:
        data(found.to_json())
        return DONE
    show_table(("nodes by depth", *map(str, found.depths)), [points_row(each, found.depths) for each in found.growths])
    show_table(
        ("theory", *map(str, found.depths)),
        [(name, *(round(y) for _, y in curve)) for name, curve in found.curves().items()],
    )
    show_table(
        FITTED,
        [fitted(each) for each in found.growths],
        f"growth on uniform trees, b = {found.branching}: as b^(exponent · m); times deeper than minimax",
    )
    if found.games:
        show_table((found.game, *FITTED[1:3], FITTED[-1], "depth", "nodes"), [real_row(each) for each in found.games])
    data(growth_picture(found))
    return DONE


FITTED = ("search", "per ply", "exponent", "theory", "times deeper")


def points_row(growth: Growth, depths: Iterable[int]) -> tuple[object, ...]:
    points = dict(growth.points)
    return growth.name, *(None if depth not in points else round(points[depth]) for depth in depths)


def fitted(growth: Growth) -> tuple[object, ...]:
    return growth.name, round(growth.factor, 2), round(growth.exponent, 3), growth.theory, round(growth.deeper, 2)


def real_row(growth: Growth) -> tuple[object, ...]:
    depth, nodes = growth.points[-1]
    return growth.name, round(growth.factor, 2), round(growth.exponent, 3), round(growth.deeper, 2), depth, round(nodes)


def growth_picture(found: Branching) -> str:
    from zermelo.view.plot import plot

    measured = {each.name: each.points for each in found.growths}
    return plot(measured | found.curves(), title="nodes, logarithmic, by depth", x_label="depth", marks="●■▲◆1¾½")


def draw_growth(found: Branching, pyplot: ModuleType, file: str) -> None:
    figure, axes = pyplot.subplots(figsize=(8, 5.5))
    for name, curve in found.curves().items():
        axes.plot(*zip(*curve, strict=True), linestyle=":", color="gray")
        axes.annotate(name, curve[-1], color="gray")
    for each in found.growths:
        axes.plot(*zip(*each.points, strict=True), marker="o", label=f"{each.name}: {each.factor:.2f} per ply")
    axes.set(yscale="log", xlabel="depth m", ylabel="nodes", title=f"Growth on uniform trees, b = {found.branching}")
    save(figure, axes, pyplot, file)
