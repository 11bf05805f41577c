"""The default run tries the same random cases every time; the slow run, and ZERMELO_EXPLORE=1, look for new ones."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

settings.register_profile("steady", derandomize=True, database=None)
settings.register_profile("explore", print_blob=True)


def pytest_configure(config: pytest.Config) -> None:
    exploring = os.environ.get("ZERMELO_EXPLORE") or config.getoption("-m") == "slow"
    settings.load_profile("explore" if exploring else "steady")
