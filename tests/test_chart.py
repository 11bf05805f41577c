"""Charts are well-formed SVG, whatever they are given."""

from __future__ import annotations

import math
from xml.etree import ElementTree

import pytest

from zermelo.view.chart import Axis, Series, chart

SVG = "{http://www.w3.org/2000/svg}"


def drawn(*series: Series) -> ElementTree.Element:
    named = {f"<{number}&>": each for number, each in enumerate(series)}
    return ElementTree.fromstring(chart(named, title="a < b & c", x_label="x", y_label="y"))


def test_every_point_is_inside() -> None:
    root = drawn(
        Series([(0, 1), (10, -5), (3, 7)], errors=[1, 2, 3]), Series([(1, 1), (2, 2)], marks=False, dashed=True)
    )
    circles = root.findall(f"{SVG}circle")
    assert len(circles) == 3
    for circle in circles:
        assert 58 <= float(circle.attrib["cx"]) <= 446
        assert 46 <= float(circle.attrib["cy"]) <= 256
    assert "stroke-dasharray" in ElementTree.tostring(root, "unicode")
    assert "<0&>" in "".join(root.itertext())


@pytest.mark.parametrize("points", [[], [(1.0, 1.0)], [(math.nan, 1.0), (2.0, math.inf)], [(5.0, 0.0), (5.0, 0.0)]])
def test_odd_data_is_drawn(points: list[tuple[float, float]]) -> None:
    text = ElementTree.tostring(drawn(Series(points)), "unicode")
    assert "nan" not in text
    assert "inf" not in text


def test_ticks_are_round_numbers() -> None:
    assert Axis([0, 6], 0, 1).ticks() == [0, 1, 2, 3, 4, 5, 6]
    assert Axis([0.31, 0.52], 0, 1).ticks() == [0.35, 0.4, 0.45, 0.5]
    assert Axis([-40, 1000], 0, 1).ticks() == [0, 200, 400, 600, 800, 1000]
