"""The default run tries the same random cases every time; the slow run, and ZERMELO_EXPLORE=1, look for new ones."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

# How long a case takes on the wall says nothing on a busy machine.
settings.register_profile("any time", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("steady", settings.get_profile("any time"), derandomize=True, database=None)
settings.register_profile("explore", settings.get_profile("any time"), print_blob=True)


def pytest_configure(config: pytest.Config) -> None:
    exploring = os.environ.get("ZERMELO_EXPLORE") or config.getoption("-m") == "slow"
    settings.load_profile("explore" if exploring else "steady")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Workers share the tests out by name: a name may not differ from process to process."""
    wrong = [item.nodeid for item in items if " at 0x" in item.nodeid]
    if wrong:
        raise pytest.UsageError(f"parameters need ids=: {wrong[0]}")
