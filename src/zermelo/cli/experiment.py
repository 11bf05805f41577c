"""`zermelo experiment`: measurements of what theory says about search. Games bring them; here is what they share."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

import click

from zermelo.cli.failures import BadUse
from zermelo.cli.groups import Commands
from zermelo.cli.output import note
from zermelo.errors import MissingExtra

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@click.group(cls=Commands, no_args_is_help=True)
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


def ready_to_draw(file: str | None) -> ModuleType | None:
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

    found: ModuleType = pyplot
    return found


def save(figure: Figure, axes: Axes, pyplot: ModuleType, file: str) -> None:
    axes.legend()
    figure.tight_layout()
    figure.savefig(file)
    pyplot.close(figure)
    note(f"drawn: {file}")
