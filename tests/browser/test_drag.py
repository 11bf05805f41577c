"""Dragging where a move is one click: stones from beside the board, cards from the hand; nothing jumps meanwhile."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from steps import begin, choose, legal, square, start
from visiting import PHONE, Site, Visitor


def middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=4)
    page.mouse.move(*end, steps=4)
    page.mouse.up()


@pytest.mark.parametrize(("game", "place", "move"), [("tictactoe", "b2", "b2"), ("othello", "d3", "d3")])
def test_a_stone_from_beside_the_board(page: Page, game: str, place: str, move: str) -> None:
    begin(page, game, against="random")
    drag(page, middle(page.locator("[data-hand]")), middle(square(page, place)))
    expect(page.locator(".moves button").nth(1)).to_contain_text(move)


def test_a_stone_let_go_beside_the_board_is_no_move(page: Page) -> None:
    begin(page, "tictactoe", against="random")
    hand = middle(page.locator("[data-hand]"))
    drag(page, hand, (hand[0] + 150, hand[1]))
    expect(page.locator(".moves button")).to_have_count(1)
    square(page, "a1").click()
    expect(page.locator(".moves button").nth(1)).to_contain_text("a1")


def held(page: Page) -> Locator:
    return page.locator('.grip[aria-label*=", legal"]').first


def test_a_card_from_the_hand(page: Page) -> None:
    page.goto("/play?game=hearts:ranks=3")
    choose(page, "random")
    start(page)
    expect(legal(page).first).to_be_visible()
    name = held(page).get_attribute("data-spot") or ""
    before = page.locator(".moves button").count()
    x, y = middle(held(page))
    drag(page, (x, y), (x + 8, y + 6))  # not away from the hand: no move
    expect(held(page)).to_have_attribute("data-spot", name)
    assert page.locator(".moves button").count() == before
    drag(page, (x, y), middle(page.locator(".boardbox")))
    expect(page.locator(".moves button").nth(before)).to_contain_text(name)


def test_by_finger(browser: Browser, site: Site) -> None:
    visitor = Visitor(browser, site.url, viewport=PHONE, has_touch=True)
    page = visitor.page()
    begin(page, "tictactoe", against="random")
    touch = page.context.new_cdp_session(page)
    (x, y), (to_x, to_y) = middle(page.locator("[data-hand]")), middle(square(page, "b2"))
    for kind, points in (
        ("touchStart", [{"x": x, "y": y}]),
        ("touchMove", [{"x": (x + to_x) / 2, "y": (y + to_y) / 2}]),
        ("touchMove", [{"x": to_x, "y": to_y}]),
        ("touchEnd", []),
    ):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    expect(page.locator(".moves button").nth(1)).to_contain_text("b2")
    visitor.close()
