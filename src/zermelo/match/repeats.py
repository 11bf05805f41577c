"""Pairs of games that deterministic players play over and over: they say nothing new, so they are counted once.

A player is taken for deterministic as long as it always answered the same moves from the same beginning with the same
move; the games of players who vary all count, even where two happen to be alike.
"""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.match.game import RecordFields
from zermelo.match.pairing import Task


class Repeats:
    """What the games so far show: who varies, and which pairs were played before."""

    def __init__(self) -> None:
        self.varies: set[int] = set()  # engines by their numbers
        self._answers: dict[tuple[int, int], str] = {}
        self._played: set[tuple[object, ...]] = set()

    def add(self, pair: Sequence[tuple[Task, RecordFields]]) -> bool:
        """Takes in the games of a pair, each with its record; whether they repeat an earlier pair move by move."""
        played = tuple((task.first, task.second, record["ending"], self._walk(task, record)) for task, record in pair)
        again = played in self._played
        self._played.add(played)
        return again

    def _walk(self, task: Task, record: RecordFields) -> int:
        """A number for the whole game; on the way, who answers the same moves otherwise than before is noted."""
        so_far = hash(record["start"])
        for each in record["moves"]:
            player, move = each["player"], each["move"]
            engine = (task.first, task.second)[player % 2]
            if player >= 0 and self._answers.setdefault((engine, so_far), move) != move:
                self.varies.add(engine)
            so_far = hash((so_far, move))
        return so_far

    def fixed(self, task: Task) -> bool:
        """Whether neither player of a game varies."""
        return not self.varies & {task.first, task.second}
