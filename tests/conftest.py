"""The default run tries the same random cases every time; the slow run, and ZERMELO_EXPLORE=1, look for new ones."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# How long a case takes on the wall says nothing on a busy machine.
settings.register_profile("any time", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("steady", settings.get_profile("any time"), derandomize=True, database=None)
settings.register_profile("explore", settings.get_profile("any time"), print_blob=True)


def pytest_configure(config: pytest.Config) -> None:
    os.environ.setdefault("ZERMELO_COMPILE", "no")  # no compiler beside the tests; test_autocompile.py has its own
    exploring = os.environ.get("ZERMELO_EXPLORE") or config.getoption("-m") == "slow"
    settings.load_profile("explore" if exploring else "steady")


# The files that take longest, by processor time and by waiting. Begun first, none is left for the end of the run, when
# the other workers have nothing to do any more.
LONGEST = (
    "match/test_tournament.py",
    "players/test_compliance.py",
    "conformance/test_laws.py",
    "test_compiled.py",
    "hostile/test_hostile.py",
    "learn/test_learn.py",
    "grade/test_grade.py",
    "test_docs.py",
    "browser/test_explorer_page.py",
    "browser/test_play_page.py",
    "games/test_othello_engine.py",
    "fuzz/test_api_fuzz.py",
    "games/test_folders.py",
    "test_cli.py",
    "test_curriculum.py",
    "players/test_uci.py",
    "players/test_course.py",
    "players/test_child_process.py",
    "web/test_redaction.py",
    "test_contributing.py",
    "test_frontend.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files first. Workers share the tests out by name: a name may not differ from process to process."""
    wrong = [item.nodeid for item in items if " at 0x" in item.nodeid]
    if wrong:
        raise pytest.UsageError(f"parameters need ids=: {wrong[0]}")
    tests = Path(__file__).parent
    place = {tests / name: number for number, name in enumerate(LONGEST)}
    items.sort(key=lambda item: place.get(item.path, len(LONGEST)))
