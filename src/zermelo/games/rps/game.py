"""Rock, paper, scissors: both choose at the same time."""

from __future__ import annotations

from zermelo.game import BuiltIn, Option

GAME = BuiltIn(
    name="rps",
    title="Rock, paper, scissors",
    summary="both choose at once; what a win is worth can be set",
    options={
        "rock": Option(1, 1, 1000, help="what winning with rock is worth"),
        "paper": Option(1, 1, 1000, help="the same with paper"),
        "scissors": Option(1, 1, 1000, help="the same with scissors"),
    },
)
