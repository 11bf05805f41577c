"""The games of a tournament that are being played, in a small file beside the record, for whoever watches.

It is only ever a picture of the moment: it is written again twice a second at most, and goes when the tournament ends.
"""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from zermelo.match.job import Said

PAUSE_SECONDS = 0.5
MOST_GAMES = 16


def place_of(record: str | Path) -> Path:
    return Path(f"{record}.running")


@dataclass(frozen=True)
class Running:
    """A game and the moves made so far."""

    id: str
    moves: tuple[str, ...]


class Board:
    """Keeps the file."""

    def __init__(self, record: str | Path) -> None:
        self.file = place_of(record)
        self.games: dict[str, tuple[str, ...]] = {}
        self.written = 0.0

    def show(self, said: Said) -> None:
        self.games[said.id] = said.moves
        if time.monotonic() - self.written >= PAUSE_SECONDS:
            self.write()

    def end(self, ids: Iterable[str]) -> None:
        for each in ids:
            self.games.pop(each, None)

    def write(self) -> None:
        """Swapped in whole. Where it cannot be written, nobody can watch, and the games go on."""
        self.written = time.monotonic()
        newest = list(self.games.items())[-MOST_GAMES:]
        text = json.dumps([{"id": each, "moves": moves} for each, moves in newest], ensure_ascii=False)
        with contextlib.suppress(OSError):
            fresh = self.file.with_name(self.file.name + ".new")
            fresh.write_text(text, encoding="utf-8", errors="replace")
            os.replace(fresh, self.file)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self.file.unlink()


def read_running(record: str | Path) -> list[Running]:
    """The games of the file; none if there is no such file, or if it says nothing."""
    try:
        found = json.loads(place_of(record).read_text(encoding="utf-8"))
        return [Running(str(each["id"]), tuple(map(str, each["moves"]))) for each in found[:MOST_GAMES]]
    except (OSError, ValueError, TypeError, KeyError):
        return []
