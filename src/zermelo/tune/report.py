"""What a tuning or a fit came to, as one page of HTML with its plots inside."""

from __future__ import annotations

from html import escape

from zermelo.tune.fitting import ENOUGH, Fit, Line, Spread
from zermelo.tune.parameters import Parameter
from zermelo.tune.tuned import Tuned
from zermelo.view.chart import Series, chart
from zermelo.view.page import page, plots, table

HEAD = ("parameter", "usual", "tuned", "range", "first step")


def rows(tuned: Tuned) -> list[tuple[str, ...]]:
    """A row for every parameter."""
    return [
        (each.name, f"{each.usual:g}", f"{value:g}", f"{each.low:g} to {each.high:g}", f"{each.step:g}")
        for each, value in tuned.by_parameter()
    ]


def report(tuned: Tuned) -> str:
    """The page: values, the test, the way of each parameter, the profile."""
    *_, verdict = str(tuned).splitlines()
    parts = [
        table(HEAD, rows(tuned)),
        f"<p>{len(tuned.steps)} iterations, {tuned.games} games, {tuned.plan.limit_words}.</p>",
        f"<p>{escape(verdict[:1].upper() + verdict[1:])}.</p>",
        "<h2>The way there</h2>",
        plots(*(way(tuned, number, each) for number, each in enumerate(tuned.plan.parameters))),
        "<h2>Profile</h2>",
        f"<pre>{escape(tuned.profile.text)}</pre>",
    ]
    return page(f"{tuned.game}: tuned search", parts)


def way(tuned: Tuned, number: int, parameter: Parameter) -> str:
    """A parameter from iteration to iteration."""
    last = float(len(tuned.steps))
    points = [(0.0, parameter.start), *((float(each.iteration), each.values[number]) for each in tuned.steps)]
    return chart(
        {
            parameter.name: Series(points, marks=False),
            "usual": Series([(0.0, parameter.usual), (last, parameter.usual)], marks=False, dashed=True),
        },
        title=parameter.name,
        x_label="iteration",
        y_label="value",
    )


# ---- fits ----

SPREADS = ("from depth", "to depth", "positions", "mean", "σ", "mean size")
LINES = ("from depth", "to depth", "positions", "slope", "offset", "σ", "R²", "usable")


def spread_rows(found: Fit) -> list[tuple[str, ...]]:
    """What deeper searches change of a value."""
    return [
        (*depths(each), str(each.positions), f"{each.mean:.4g}", f"{each.deviation:.4g}", f"{each.size:.4g}")
        for each in found.spreads
    ]


def line_rows(found: Fit) -> list[tuple[str, ...]]:
    """How deep values follow from shallow ones."""
    return [
        (
            *depths(each),
            str(each.positions),
            *(f"{value:.4g}" for value in (each.slope, each.offset, each.deviation)),
            f"{each.explained:.3f}",
            "yes" if each.usable else "no",
        )
        for each in found.lines
    ]


def depths(each: Spread | Line) -> tuple[str, str]:
    return (str(each.shallow) if each.shallow else "static"), str(each.deep)


def fit_words(found: Fit) -> list[str]:
    """What it comes to, in sentences."""
    lines = [
        f"{found.positions} positions, {found.decided} of them decided and left out",
        f"error of the evaluation {found.eval_error:.4g}, in a game whose unit is {found.unit:g}",
    ]
    if found.depth_error is None:
        lines.append(f"no shallow search explains {100 * ENOUGH:g} % of a deep one (R²): ProbCut has nothing to go by")
    else:
        lines.append(f"error of shallow searches {found.depth_error:.4g}")
    return lines


def fit_report(found: Fit) -> str:
    """The page: errors by depth with their chart, the lines of ProbCut, the profile."""
    steps = [each for each in found.spreads if each.deep == each.shallow + 1]
    drawing = chart(
        {"σ": Series([(float(each.deep), each.deviation) for each in steps])},
        title="What the next ply changes",
        x_label="depth",
        y_label="standard deviation",
    )
    parts = [
        "".join(f"<p>{escape(line)}.</p>" for line in fit_words(found)),
        "<h2>What deeper searches change</h2>",
        table(SPREADS, spread_rows(found)),
        plots(drawing),
        "<h2>Deep values from shallow ones</h2>",
        table(LINES, line_rows(found)),
        "<h2>Profile</h2>",
        f"<pre>{escape(found.profile.text)}</pre>",
    ]
    return page(f"{found.game}: errors of the search", parts)
