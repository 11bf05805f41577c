"""How a game between players can end."""

from __future__ import annotations

from enum import StrEnum


class Ending(StrEnum):
    """The ways a game ends, by the words that files and pages write. `meaning` is a sentence on each."""

    RULES = "rules"
    REPETITION = "repetition"
    RESIGN = "resign"
    ILLEGAL_MOVE = "illegal move"
    TIME = "time"
    DISCONNECTED = "disconnected"
    STALLED = "stalled"
    TOO_MUCH_OUTPUT = "too much output"
    FAILED = "failed"
    ADJUDICATED = "adjudicated"
    ABORTED = "aborted"

    @property
    def meaning(self) -> str:
        return MEANINGS[self]

    @property
    def is_fault(self) -> bool:
        """Whether a player lost by not doing its part, rather than on the board or by giving up."""
        return self in FAULTS


# Of more than two players, one who loses by a fault loses with their partners, if there are any: the others win.
MEANINGS = {
    Ending.RULES: "the game's own end",
    Ending.REPETITION: "a position came back as often as the game allows: a draw",
    Ending.RESIGN: "a player gave up",
    Ending.ILLEGAL_MOVE: "a player answered with a move that is not legal: a loss",
    Ending.TIME: "a player did not answer in time: a loss",
    Ending.DISCONNECTED: "a program could not be started, ended or stopped listening: a loss",
    Ending.STALLED: "a player could not be stopped any more and was ended with the process that it ran in: a loss",
    Ending.TOO_MUCH_OUTPUT: "a program wrote more than a player may: a loss",
    Ending.FAILED: "a player raised an error instead of moving: a loss",
    Ending.ADJUDICATED: "not over after as many plies as were agreed: a draw",
    Ending.ABORTED: "broken off: nobody has won",
}
FAULTS = frozenset(
    {
        Ending.ILLEGAL_MOVE,
        Ending.TIME,
        Ending.DISCONNECTED,
        Ending.STALLED,
        Ending.TOO_MUCH_OUTPUT,
        Ending.FAILED,
    }
)
