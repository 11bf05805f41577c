"""`zermelo experiment`: measurements of what theory says about search."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from zermelo.cli.arguments import JSON
from zermelo.cli.failures import DONE, BadUse, asked
from zermelo.cli.output import data, note, show_table
from zermelo.errors import MissingExtra

if TYPE_CHECKING:
    from zermelo.experiments import Branching, Evaluated, Growth


@click.group(no_args_is_help=True)
def experiment() -> None:
    """Measurements that show what theory says."""


PLOT = click.option(
    "--plot", "file", type=click.Path(dir_okay=False), help="Also draw it into a file (.svg, .png, .pdf)."
)


def depth_list(text: str) -> list[int]:
    """`1-8` or `1,2,4` as numbers."""
    found: list[int] = []
    try:
        for part in text.split(","):
            low, _, high = part.partition("-")
            found += range(int(low), int(high or low) + 1)
    except ValueError:
        raise BadUse(f"--depths {text}: expected numbers such as 1-8 or 1,2,4") from None
    if not found or not 1 <= min(found) <= max(found) <= 100:
        raise BadUse(f"--depths {text}: depths lie between 1 and 100")
    return found


@experiment.command()
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
    from zermelo.experiments import branching as measure

    with asked():
        found = measure(branching, depth_list(depths), samples, seed, most_nodes=most_nodes, told=note)
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
    show_table(("Connect Four", *FITTED[1:3], FITTED[-1], "depth", "nodes"), [real_row(each) for each in found.games])
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


def ready_to_draw(file: str | None) -> Any:
    """matplotlib's pyplot if a file is wanted; says what is missing before anything is measured."""
    if file is None:
        return None
    if Path(file).suffix not in (".svg", ".png", ".pdf"):
        raise BadUse(f"--plot {file}: the name must end in .svg, .png or .pdf")
    if not Path(file).absolute().parent.is_dir():
        raise BadUse(f"--plot {file}: there is no folder {Path(file).parent}")
    try:
        import matplotlib
    except ImportError:
        raise MissingExtra("--plot needs matplotlib, the extra `plot`: pip install 'zermelo[plot]'") from None
    matplotlib.use("Agg")
    from matplotlib import pyplot

    return pyplot


def draw_growth(found: Branching, pyplot: Any, file: str) -> None:
    figure, axes = pyplot.subplots(figsize=(8, 5.5))
    for name, curve in found.curves().items():
        axes.plot(*zip(*curve, strict=True), linestyle=":", color="gray")
        axes.annotate(name, curve[-1], color="gray")
    for each in found.growths:
        axes.plot(*zip(*each.points, strict=True), marker="o", label=f"{each.name}: {each.factor:.2f} per ply")
    axes.set(yscale="log", xlabel="depth m", ylabel="nodes", title=f"Growth on uniform trees, b = {found.branching}")
    save(figure, axes, pyplot, file)


def save(figure: Any, axes: Any, pyplot: Any, file: str) -> None:
    axes.legend()
    figure.tight_layout()
    figure.savefig(file)
    pyplot.close(figure)
    note(f"drawn: {file}")


@experiment.command()
@click.option(
    "--positions", type=click.IntRange(1, 10_000), default=100, show_default=True, help="Solved positions to try."
)
@click.option("--depths", default="1,2,4,6,8,12", show_default=True, help="Depths to measure.")
@click.option("--stones", type=click.IntRange(0, 24), default=16, show_default=True, help="Stones on the 6 x 5 board.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True)
@PLOT
@JSON
def evaluation(positions: int, depths: str, stones: int, seed: int, file: str | None, as_json: bool) -> int:
    """What a better evaluation is worth: the deeper the search, the less its quality matters (S1.6)."""
    drawing = ready_to_draw(file)
    from zermelo.experiments import evaluation as measure

    with asked():
        found = measure(positions, depth_list(depths), seed, stones, told=note)
    if drawing is not None:
        draw_shares(found, drawing, str(file))
    if as_json:
        data(found.to_json())
        return DONE
    shown = sorted({each.depth for each in found.shares})
    for title, value in (
        ("moves that keep the exact value, in %, by depth", lambda each: round(100 * each.kept)),
        ("nodes per move", lambda each: round(each.nodes)),
        ("milliseconds per move", lambda each: f"{1000 * each.seconds:.2f}"),
    ):
        rows = [
            (name, *(value(each) for each in found.shares if each.features == i))
            for i, name in enumerate(found.evaluations)
        ]
        show_table(("evaluation", *map(str, shown)), rows, title)
    leads = [found.lead(depth) for depth in shown]
    rows = [
        ("lead", *(f"{100 * lead:+.0f}" for lead, _ in leads)),
        ("± error", *(f"{100 * error:.0f}" for _, error in leads)),
    ]
    show_table(("by depth", *map(str, shown)), rows, "lead of the best evaluation over none, in points")
    return DONE


def draw_shares(found: Evaluated, pyplot: Any, file: str) -> None:
    figure, axes = pyplot.subplots(figsize=(8, 5.5))
    for i, name in enumerate(found.evaluations):
        own = [each for each in found.shares if each.features == i]
        axes.plot([each.depth for each in own], [100 * each.kept for each in own], marker="o", label=name)
    axes.set(xlabel="depth", ylabel="moves that keep the value, %", title="The deeper, the less the quality matters")
    save(figure, axes, pyplot, file)
