"""What tuning and fitting have in common: how far they are, and for which games they are."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.game import State


@dataclass(frozen=True)
class Standing:
    """How far it is: pairs of games of the stretch at hand (or what `unit` says), and how it stands, in words."""

    what: str
    done: int
    total: int
    words: str
    unit: str = "pairs"


def check_kind(start: State) -> None:
    """ValueError if results of single games say too little, or if there are not two players."""
    info, label = start.info, start.game.label
    for wrong, what in ((info.chance, "a game of chance"), (info.hidden, "a game of imperfect information")):
        if wrong:
            raise ValueError(f"{label} is {what}: tune is for games of two players in which nothing is left to luck")
    if len(info.players) != 2 or not info.zero_sum:
        raise ValueError(f"{label} is not a game of two players against each other: tune is for those")
    if start.is_over:
        raise ValueError(f"the game of {label} is over here: there is nothing to play")
