"""Games of imperfect information, on the page: played with what one has seen, and shown whole at the end."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from steps import begin, legal, over, square
from visiting import Visitor, check_access, refusals_expected


@pytest.mark.parametrize("game", ["kuhn", "leduc", "liars_dice:sides=3", "phantom", "rps", "holdem"])
def test_a_whole_game(page: Page, game: str) -> None:
    begin(page, game, against="random")
    for _ in range(40):
        expect(over(page).or_(legal(page).first)).to_be_visible()
        if over(page).is_visible():
            break
        expect(page.get_by_text("Share and save")).to_have_count(0)
        before = page.locator(".moves button").count()
        legal(page).first.click()
        expect(page.locator(".moves button")).not_to_have_count(before)
    expect(over(page)).to_be_visible()
    expect(page.get_by_text("Share and save")).to_be_visible()
    assert "?" not in page.locator(".moves").inner_text()


def test_what_is_hidden_stays_hidden(page: Page, visitor: Visitor) -> None:
    """The other's card is face down, an earlier position is not shown, and a wrong move tells nothing."""
    refusals_expected(visitor)
    begin(page, "kuhn", against="random")
    expect(page.locator('[data-spot="the other 1"]')).to_have_attribute("aria-label", re.compile("hidden"))
    check_access(page)
    page.locator(".moves button").first.click()
    expect(page.get_by_role("status")).to_contain_text("is hidden")
    page.get_by_label("Move", exact=True).fill("zzz")
    page.keyboard.press("Enter")
    problem = page.get_by_role("alert")
    expect(problem).to_contain_text("zzz")
    cards = {letter for letter in "JQK" if letter in page.locator("main").inner_text().replace("Kuhn", "")}
    assert len(cards) == 1  # one's own


def test_a_ship_is_laid_by_its_ends(page: Page) -> None:
    begin(page, "battleship:width=4,height=4,fleet=one", against="random")
    square(page, "own a1").click()
    square(page, "own b1").click()
    expect(square(page, "own a1")).to_have_attribute("aria-label", re.compile("ship"))
    square(page, "c3").click()
    expect(square(page, "c3")).to_have_attribute("aria-label", re.compile("hit|miss"))
    check_access(page)
