"""Pages that Python writes and that are opened from the disk: the first difference of a search, sheets to print."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from visiting import BUNDLE, SMALL, check_access, check_width

import zermelo
from zermelo.practice import problems, sheet
from zermelo.view.svg import board_svg


def opened(browser: Browser, file: Path, text: str, **options: Any) -> Page:
    """The page, without a network; an error in it fails the test."""
    file.write_text(text, encoding="utf-8")
    page = browser.new_context(offline=True, **options).new_page()
    page.on("pageerror", lambda error: pytest.fail(f"the page raised {error}"))
    page.goto(file.as_uri())
    return page


def strict(node: Any, alpha: float = -math.inf, beta: float = math.inf) -> float:
    """Alpha-beta that cuts on > only."""
    if node.is_leaf:
        return float(node.value)
    best = -math.inf if node.is_max else math.inf
    for child in node.children:
        value = strict(child, alpha, beta)
        best = max(best, value) if node.is_max else min(best, value)
        alpha, beta = (max(alpha, value), beta) if node.is_max else (alpha, min(beta, value))
        if alpha > beta:
            break
    return best


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_first_difference_of_a_search(browser: Browser, tmp_path: Path, scheme: str) -> None:
    if not (BUNDLE / "standalone.js").exists():
        pytest.skip("the explorer is not built: cd frontend && npm ci && npm run build")
    report = zermelo.check_search(strict)
    page = opened(browser, tmp_path / "difference.html", report.page(), color_scheme=scheme)
    expect(page.get_by_text("It visits E-6, but E-6 is pruned")).to_be_visible()
    expect(page.get_by_text("α-cut-off: MIN already has 3 here")).to_be_visible()
    expect(page.get_by_text("Equal is enough: the convention is ≥")).to_be_visible()
    check_access(page)
    page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_sheets(browser: Browser, tmp_path: Path, scheme: str) -> None:
    text = sheet(problems(2, 3, 2, 1))
    page = opened(browser, tmp_path / "sheet.html", text, color_scheme=scheme, viewport=SMALL)
    expect(page.get_by_role("img", name="Problem 1: a tree of 15 nodes")).to_be_visible()
    expect(page.get_by_role("heading", name="Problem 2: answers")).to_be_visible()
    check_width(page)
    check_access(page)
    page.emulate_media(media="print")
    expect(page.get_by_text("Print this page")).to_be_hidden()
    page.context.close()


def test_boards_are_told(browser: Browser, tmp_path: Path) -> None:
    boards = [board_svg(zermelo.start(name)) for name in ("othello", "connect4", "tictactoe")]
    text = f'<!doctype html><html lang="en"><title>Boards</title><main><h1>Boards</h1>{"".join(boards)}</main></html>'
    page = opened(browser, tmp_path / "boards.html", text)
    expect(page.get_by_role("img", name="othello")).to_have_accessible_description(
        "Black to move; 2 black discs, 2 white. white disc on d4, black disc on e4, black disc on d5, white disc on e5."
    )
    check_access(page)
    page.context.close()
