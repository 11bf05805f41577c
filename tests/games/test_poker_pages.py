"""`zermelo poker` and the page of spots."""

from __future__ import annotations

import csv
import io
import json

import pytest
from click.testing import CliRunner

from zermelo.games.holdem.commands import poker
from zermelo.games.holdem.page import page
from zermelo.native import core

SPOT = ("KsTd7h4c2s", "AA,KQ,QJs:0.5", "TT,A5s,K9s")


def run(*arguments: str) -> str:
    result = CliRunner().invoke(poker, [*SPOT, *arguments], standalone_mode=False)
    assert result.exception is None, result.output
    return result.stdout


def asked(**fields: str) -> tuple[str, str]:
    kind, content = page({"board": SPOT[0], "first": SPOT[1], "second": SPOT[2], **fields}, 5.0, 100.0, core.Stop())
    return kind, content.decode()


def test_the_grid_is_printed() -> None:
    lines = run("--line", "check").splitlines()
    assert lines[0].startswith("Ks Td 7h 4c 2s: exploitability 0.")
    assert lines[1] == "Ks Td 7h 4c 2s, pot 100 after check: second, bets or raises in percent"
    grid = lines[3:16]
    assert grid[4].split()[4:6] == ["TT", "100"]  # three tens always bet
    assert sum(line.count("·") for line in grid) == 169 - 3
    assert "AA" in run("--show", "value", "--player", "first")
    assert "hands still held" in run("--show", "weight")


def test_rows_as_csv_and_json() -> None:
    rows = list(csv.DictReader(io.StringIO(run("--csv"))))
    found = json.loads(run("--json"))
    assert [row["hand"] for row in rows] == [row["hand"] for row in found["hands"]]
    assert (found["kind"], found["player"], found["node"]) == ("spot", "first", "decision")
    assert found["percent"] <= 0.3


def test_what_is_shown_must_be_there() -> None:
    result = CliRunner().invoke(poker, [*SPOT, "--show", "raise 5"], standalone_mode=False)
    assert "it can be bets, value, equity, weight, check, bet 50, bet 100" in str(result.exception)


def test_the_page_has_a_cell_for_every_kind_and_links_to_go_on() -> None:
    kind, text = asked()
    assert kind.startswith("text/html")
    assert text.count('<td class="none">') == 169 - 4
    assert "line=bet+50" in text
    assert ">check</a>" in text
    assert "The second player" in asked(line="check")[1]
    assert "equity in %" in asked(show="equity")[1]
    assert asked(format="csv")[1].startswith("hand,kind,weight,equity,value,check,bet 50,bet 100")
    assert json.loads(asked(format="json")[1])["board"] == ["Ks", "Td", "7h", "4c", "2s"]
    assert "Fill in a spot" in page({}, 1.0, 1.0, core.Stop())[1].decode()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"first": "AA,<b>"}, "&lt;b&gt;"),
        ({"pot": "much"}, "is no number"),
        ({"line": "jump"}, "not what first may do"),
        ({"board": "KsTd7h", "stack": "1000", "first": "any", "second": "any"}, "more than memory_mb=100"),
    ],
)
def test_what_is_wrong_is_said_on_the_page(fields: dict[str, str], words: str) -> None:
    kind, text = asked(**fields)
    assert kind.startswith("text/html")
    assert 'role="alert"' in text
    assert words in text
    assert "AA,<b>" not in text
