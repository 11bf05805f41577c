"""`zermelo experiment evaluation`: what a better evaluation is worth at which depth."""

from __future__ import annotations

from types import ModuleType

import click

from zermelo.cli.arguments import JSON
from zermelo.cli.experiment import PLOT, depth_list, ready_to_draw, save
from zermelo.cli.failures import DONE, asked
from zermelo.cli.output import data, note, show_table
from zermelo.games.connect4.experiment import Evaluated
from zermelo.games.connect4.experiment import evaluation as measure


@click.command()
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
    with asked():
        found = measure(positions, depth_list(depths), seed, stones, progress=note)
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


def draw_shares(found: Evaluated, pyplot: ModuleType, file: str) -> None:
    figure, axes = pyplot.subplots(figsize=(8, 5.5))
    for i, name in enumerate(found.evaluations):
        own = [each for each in found.shares if each.features == i]
        axes.plot([each.depth for each in own], [100 * each.kept for each in own], marker="o", label=name)
    axes.set(xlabel="depth", ylabel="moves that keep the value, %", title="The deeper, the less the quality matters")
    save(figure, axes, pyplot, file)
