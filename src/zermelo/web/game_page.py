"""The pages that games bring: plain HTML, or files to download, from the fields of a form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import cast

from zermelo.games import all_games
from zermelo.search import Stop
from zermelo.web.jobs import Run, Tools, job
from zermelo.web.limits import Refused

LONGEST = 20.0  # seconds that a page may take
MEMORY_FACTOR = 4  # times what a search may take: a spot of hold'em is kept whole

Page = Callable[[Mapping[str, str], float, float, Stop], tuple[str, bytes]]


@dataclass(frozen=True)
class AskPage:
    """The page of a game, with the fields of its form and what it may use."""

    game: str
    fields: Mapping[str, str]
    seconds: float
    memory_mb: float


@job
def game_page(tools: Tools, ask: AskPage, run: Run) -> tuple[str, bytes]:
    """The kind of content and the content."""
    found = all_games().get(ask.game)
    if found is None or not found.page:
        raise Refused(404, "no page", "There is no such page.")
    page = cast(Page, found.part(found.page))
    return page(ask.fields, min(ask.seconds, LONGEST), ask.memory_mb * MEMORY_FACTOR, run.stop)
