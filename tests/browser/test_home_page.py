"""The first page, help and settings: every state they can be in."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from steps import begin, finish
from visiting import WIDE, Site, Visitor, check_access, refusals_expected


def test_games_and_last_games(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_text("No games yet – pick one.")).to_be_visible()
    for name in ("Tic-tac-toe", "Connect Four", "Othello", "Nim", "Walk"):
        expect(page.locator(".cards").get_by_role("link", name=name, exact=True)).to_be_visible()
    begin(page, "tictactoe", against="random")
    finish(page)
    begin(page, "othello")
    page.get_by_role("link", name="Games").click()
    last = page.locator(".lastgames li")
    expect(last).to_have_count(2)
    expect(last.first).to_contain_text("Othello")
    last.first.get_by_role("link", name="Continue").click()
    expect(page.locator(".board")).to_be_visible()
    page.go_back()
    last.first.get_by_role("button", name="Delete the game of Othello").click()
    last.first.get_by_role("button", name="Really delete").click()
    expect(last).to_have_count(1)
    last.first.get_by_role("link", name="Open it").click()
    expect(page.locator(".over")).to_be_visible()


def test_pasted_texts(visitor: Visitor) -> None:
    refusals_expected(visitor)
    page = visitor.page()
    for text, place in (
        ("f5d6c3d3c4", r"/analyse\?game=othello"),
        ("XX./OO./...", r"/analyse\?game="),
        ("[[3,5],[2,9]]", r"/explore\?tree="),
    ):
        page.goto("/")
        page.get_by_role("textbox").fill(text)
        page.get_by_role("button", name="Open it").click()
        expect(page).to_have_url(re.compile(place))
    page.goto("/")
    page.get_by_role("textbox").fill("[[3,5],[2,")
    page.get_by_role("button", name="Open it").click()
    expect(page.get_by_role("alert")).to_be_visible()


def test_loading_and_error(visitor: Visitor) -> None:
    refusals_expected(visitor)
    page = visitor.page()
    held: list[Route] = []
    page.route("**/api/games", lambda route: held.append(route))
    page.goto("/")
    expect(page.locator(".card.skeleton")).to_have_count(4)
    held[0].fulfill(
        status=500, json={"error": {"kind": "server", "message": "The disk is on fire.", "text": "", "column": None}}
    )
    expect(page.get_by_role("alert")).to_contain_text("The disk is on fire.")
    page.unroute("**/api/games")
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".cards").get_by_role("link", name="Othello", exact=True)).to_be_visible()


def test_disconnected(visitor: Visitor) -> None:
    visitor.allowed += ["Failed to load resource", "net::"]
    page = visitor.page()
    page.goto("/")
    expect(page.locator(".cards").get_by_role("link", name="Othello", exact=True)).to_be_visible()
    page.route("**/api/**", lambda route: route.abort())
    page.get_by_role("link", name="Help").click()
    page.get_by_role("link", name="Games").click()
    expect(page.locator(".banner")).to_contain_text("zermelo serve")
    expect(page.locator(".home.lost")).to_be_visible()
    page.unroute("**/api/**")
    expect(page.locator(".banner")).to_have_count(0)  # it asks again every two seconds


def test_help_from_anywhere_and_settings(page: Page) -> None:
    page.goto("/analyse")
    page.keyboard.press("?")
    expect(page.get_by_role("heading", name="Help and settings")).to_be_visible()
    page.get_by_label("Dark", exact=True).check()
    assert page.evaluate("document.documentElement.style.colorScheme") == "dark"
    page.get_by_label("Coordinates").uncheck()
    page.get_by_label("Strong contrast").check()
    page.reload()
    assert page.evaluate("document.documentElement.style.colorScheme") == "dark"
    expect(page.get_by_label("Coordinates")).not_to_be_checked()
    assert page.evaluate("document.documentElement.dataset.palette") == "contrast"
    begin(page, "othello", who="people")
    assert page.locator(".picture .label").count() == 0


def test_unknown_addresses(page: Page) -> None:
    page.goto("/play?game=ludo")
    expect(page.get_by_role("alert")).to_contain_text("ludo")


@pytest.mark.parametrize("size", [WIDE, {"width": 390, "height": 844}], ids=["wide", "phone"])
def test_three_doors_above_the_fold(browser: Browser, site: Site, size: dict[str, int]) -> None:
    visitor = Visitor(browser, site.url, viewport=size)
    page = visitor.page()
    page.goto("/")
    doors = page.locator(".door")
    expect(doors).to_have_count(3)
    expect(page.locator(".door .thumb svg")).to_have_count(3)
    for i in range(3):
        box = doors.nth(i).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= size["height"]
    page.get_by_role("link", name="Play", exact=True).click()  # one click to a board that can be played
    expect(page.locator('[data-spot][aria-label*=", legal"]').first).to_be_visible()
    page.keyboard.type("5")  # and a move can be typed at once
    page.keyboard.press("Enter")
    expect(page.locator(".moves button").nth(1)).to_contain_text("b2")
    visitor.close()


def test_rules_are_reached_from_card_form_and_game(page: Page) -> None:
    page.goto("/")
    page.locator(".card").filter(has_text="Kuhn poker").get_by_role("link", name="Rules of Kuhn poker").click()
    expect(page.get_by_role("heading", name="How to move")).to_be_visible()
    page.reload()
    expect(page.locator(".illustrations figure")).to_have_count(2)
    check_access(page)
    page.get_by_role("link", name="Play now").click()
    page.get_by_role("link", name="Rules and how to move").click()
    expect(page.get_by_role("heading", name="Kuhn poker", exact=True)).to_be_visible()
    page.goto("/play?game=kuhn")
    page.get_by_text("Rules", exact=True).click()
    page.get_by_role("link", name="Rules and how to move, with pictures").click()
    expect(page.get_by_role("heading", name="How to move")).to_be_visible()
