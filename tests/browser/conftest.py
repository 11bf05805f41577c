"""A server with the built pages, a browser, and what every test of a page checks by itself.

`site` is a running server, `page` a page of a fresh visitor. A page that raises an error, writes one to its console or
asks anything of another machine fails its test. `check_access(page)` finds nothing wrong with the page's accessibility.

Without a browser the tests are skipped, with the command that brings one; as root on Debian it is installed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from visiting import Site, Visitor

MISSING = find_spec("playwright") is None
collect_ignore_glob = ["test_*.py"] if MISSING else []


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if MISSING:
        terminalreporter.write_line("browser tests left out, playwright is missing: pip install 'zermelo[test]'")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    from visiting import BUNDLE, Site, chromium

    chromium()
    if not (BUNDLE / "index.html").exists():
        pytest.skip("the pages are not built: cd frontend && npm ci && npm run build")
    made = Site(tmp_path_factory.mktemp("site")).start()
    yield made
    made.stop()


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[Callable[..., Site]]:
    """Makes servers that a test may stop."""
    from visiting import Site

    made: list[Site] = []

    def make(*more: str) -> Site:
        made.append(Site(tmp_path, *more).start())
        return made[-1]

    yield make
    for each in made:
        each.stop()


@pytest.fixture(scope="module")  # longer, and tests elsewhere could not run a loop of their own
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright
    from visiting import FLAGS, chromium

    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=chromium(), headless=True, args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture
def visitor(browser: Browser, site: Site) -> Iterator[Visitor]:
    from visiting import Visitor

    made = Visitor(browser, site.url)
    yield made
    made.close()


@pytest.fixture
def page(visitor: Visitor) -> Page:
    return visitor.page()
