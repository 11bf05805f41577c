"""Chess, and Chess960 by the number of its setup."""

from __future__ import annotations

from zermelo.game import BuiltIn, Option

GAME = BuiltIn(
    name="chess",
    title="Chess",
    summary="mate the king; also Chess960",
    options={
        "setup": Option(518, 0, 959, help="Chess960's number of the first position; 518 is the usual one"),
        "draws": Option(
            "claimed",
            words=("claimed", "automatic"),
            help="third repetition and fifty moves, or only the fifth and seventy-five",
        ),
    },
)
