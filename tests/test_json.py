"""docs/json.md says what `--json` prints: each command of its table is run."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from zermelo.cli.commands import run

ROW = re.compile(r"^\| `zermelo (.+?)` \| `(\w+)` \| (.+) \|$", re.MULTILINE)
DOCUMENT = Path(__file__).parents[1] / "docs" / "json.md"
ROWS = ROW.findall(DOCUMENT.read_text(encoding="utf-8"))


def test_the_table_is_read() -> None:
    assert len(ROWS) == 13


@pytest.mark.parametrize(("command", "kind", "keys"), ROWS, ids=[row[0] for row in ROWS])
def test_the_keys_are_those_of_the_document(
    command: str, kind: str, keys: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run([*command.split(" "), "--json"]) == 0
    found = json.loads(capfd.readouterr().out)
    assert found["kind"] == kind
    assert found["format"] == (2 if kind == "review" else 1)
    assert sorted(set(found) - {"kind", "format"}) == re.findall(r"`(\w+)`", keys)
