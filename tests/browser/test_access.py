"""Every screen, light and dark: nothing for axe to complain about, nothing too wide for a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from steps import begin, finish, legal
from visiting import SMALL, Site, Visitor, check_access, check_width, refusals_expected


def home(page: Page) -> None:
    page.goto("/")
    expect(page.locator(".thumb .picture").first).to_be_visible()


def new_game(page: Page) -> None:
    page.goto("/play?game=connect4")
    expect(page.locator(".preview .picture")).to_be_visible()
    page.get_by_text("Start from another position").click()
    page.get_by_label("Position as text").fill("nonsense")
    expect(page.get_by_role("alert")).to_be_visible()


def playing(page: Page) -> None:
    begin(page, "othello", against="level:1")
    legal(page).first.click()
    expect(page.locator(".moves button")).to_have_count(3)
    page.get_by_text("Share and save").click()
    page.get_by_role("button", name="Resign").click()


def game_over(page: Page) -> None:
    begin(page, "tictactoe", against="random")
    finish(page)


def buttons_only(page: Page) -> None:
    begin(page, "Nim", who="people")


def analysis(page: Page) -> None:
    page.goto("/analyse?game=tictactoe&moves=a1+b1+b2&review=yes")
    expect(page.locator(".summary")).to_be_visible()
    page.get_by_text("Compare methods").first.click()
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.locator(".bars li")).to_have_count(4)
    page.get_by_text("Set up, import, export").click()


def analysis_empty(page: Page) -> None:
    page.goto("/analyse")
    expect(page.get_by_role("link", name="Othello")).to_be_visible()


def tournament(page: Page) -> None:
    page.goto("/tournament")
    expect(page.get_by_role("heading", name="Tournaments")).to_be_visible()


def help_page(page: Page) -> None:
    page.goto("/help")
    expect(page.get_by_role("heading", name="Keys")).to_be_visible()


SCREENS = (home, new_game, playing, game_over, buttons_only, analysis, analysis_empty, tournament, help_page)


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.__name__)
def test_a_screen(browser: Browser, site: Site, screen) -> None:  # type: ignore[no-untyped-def]
    visitor = Visitor(browser, site.url, color_scheme="light")
    refusals_expected(visitor)
    page = visitor.page()
    screen(page)
    check_access(page)
    page.emulate_media(color_scheme="dark")
    check_access(page)
    assert page.locator("[role=status]").count() <= 1
    page.set_viewport_size(SMALL)
    check_width(page)
    page.set_viewport_size({"width": 3840, "height": 2160})
    check_width(page)
    visitor.close()


def test_motion_only_if_it_is_wanted(browser: Browser, site: Site) -> None:
    for wish, moves in (("reduce", False), ("no-preference", True)):
        visitor = Visitor(browser, site.url, reduced_motion=wish)
        page = visitor.page()
        begin(page, "connect4", who="people")
        page.locator('[data-spot="d1"]').click()
        piece = page.locator(".piece.new")
        expect(piece).to_be_attached()
        seconds = piece.evaluate("each => parseFloat(getComputedStyle(each).animationDuration) || 0")
        assert (seconds > 0.01) == moves
        visitor.close()


def test_nothing_is_told_by_hue_alone(page: Page) -> None:
    """The pieces of both sides differ in their drawing, not only in its colours."""
    for game, moves in (("connect4", "44"), ("tictactoe", "a1b2"), ("othello", "f5d6")):
        begin(page, game, who="people", moves=moves)
        expect(page.locator(".board .piece").nth(1)).to_be_visible()
        shapes = page.locator(".board .piece").evaluate_all(
            'all => [...new Set(all.map(each => each.innerHTML.replace(/class="[^"]*"/g, \'\')))]'
        )
        labels = " ".join(
            each or "" for each in (item.get_attribute("aria-label") for item in page.locator("[data-spot]").all())
        )
        assert len(shapes) == 2
        assert re.search("black|X", labels)
