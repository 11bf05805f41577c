"""What browser and server say to each other is written down once."""

from __future__ import annotations

from pathlib import Path

import pytest

from zermelo.web.events import event
from zermelo.web.typescript import module

COPY = Path(__file__).parents[2] / "frontend" / "src" / "messages.ts"


def test_the_browsers_copy_is_current() -> None:
    if not COPY.parent.exists():
        pytest.skip("installed without its front end")
    assert COPY.read_text(encoding="utf-8") == module(), (
        "run: python -m zermelo.web.typescript frontend/src/messages.ts"
    )


def test_events_carry_their_number() -> None:
    assert event("game", {}, 3).startswith(b"id: 3\n")
    assert b"id:" not in event("game", {})
