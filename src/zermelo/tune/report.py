"""What a tuning came to, as one page of HTML with its plots inside."""

from __future__ import annotations

from html import escape

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
