"""Checkers in the browser: captures along their way or to their end, dragging, numbers of squares, review."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from steps import begin, moves_in_address, square, status
from test_chess_page import drag
from visiting import PHONE, SMALL, WIDE, Site, Visitor, check_access, check_width

LONG = "B:W14,15,23:B9,10"  # 9x18x27, 10x17, 10x26
AROUND = "B:W6,7,14,15:BK2"  # 2x9x18x11x2 and the other way round


def arrived(page: Page, name: str) -> None:
    expect(square(page, name)).to_have_attribute("aria-label", re.compile("last move"))


def test_steps_and_captures_by_clicks_and_dragging(page: Page) -> None:
    begin(page, "checkers", who="people")
    drag(page, "11", "15")
    expect(square(page, "15")).to_have_attribute("aria-label", re.compile("black man, last move"))
    square(page, "23").click()
    expect(page.locator(".picture .dot")).to_have_count(2)
    square(page, "19").click()
    arrived(page, "19")
    drag(page, "8", "11")
    arrived(page, "11")
    drag(page, "22", "17")
    arrived(page, "17")
    assert moves_in_address(page) == "11-15 23-19 8-11 22-17"


def test_a_capture_is_clicked_along_its_way_or_to_its_end(page: Page) -> None:
    begin(page, "checkers", who="people", position=LONG)
    expect(status(page)).to_contain_text("must take")
    square(page, "9").click()
    square(page, "27").click()
    arrived(page, "27")
    assert moves_in_address(page) == "9x27"
    begin(page, "checkers", who="people", position=LONG)
    square(page, "9").click()
    square(page, "18").click()
    expect(square(page, "18")).to_have_attribute("aria-label", re.compile("picked"))
    square(page, "27").click()
    arrived(page, "27")
    assert moves_in_address(page) == "9x27"


def test_the_way_of_a_capture_that_comes_back(page: Page) -> None:
    begin(page, "checkers", who="people", position=AROUND)
    for name in ("2", "11", "18", "9", "2"):
        square(page, name).click()
    expect(page.locator(".over h2")).to_contain_text("Black wins: white has no pieces left")
    assert moves_in_address(page) == "2x11x18x9x2"


def test_why_a_move_is_refused(page: Page) -> None:
    begin(page, "checkers", who="people", position=LONG)
    drag(page, "9", "13")
    expect(status(page)).to_contain_text("No move goes from 9 to 13")


def test_a_game_in_pdn_is_reviewed(page: Page) -> None:
    page.goto("/analyse?game=checkers&moves=11-15+22-18+15x22+25x18+12-16+18-14+9x18+23x14+10x17+21x14&review=yes")
    expect(page.locator(".summary")).to_be_visible()


@pytest.mark.parametrize("size", [WIDE, PHONE, SMALL], ids=["wide", "phone", "small"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_access_light_dark_and_on_a_phone(browser: Browser, site: Site, scheme: str, size: dict[str, int]) -> None:
    visitor = Visitor(browser, site.url, color_scheme=scheme, viewport=size, has_touch=size is not WIDE)
    page = visitor.page()
    begin(page, "checkers", who="people", position="B:W14,15,23,K1,32:B9,10,K28,5")
    expect(square(page, "28")).to_have_attribute("aria-label", re.compile("black king"))
    square(page, "9").click() if size is WIDE else square(page, "9").tap()
    check_access(page)
    check_width(page)
    visitor.close()
