"""A game of four on the page: seats are chosen, tricks are played by click and key, partners win together."""

from __future__ import annotations

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Locator, Page, expect
from steps import choose, legal, over, square, start
from visiting import SMALL, Visitor, check_access, check_width, refusals_expected

ENDING = "N:AQ.3.. KJ.4.. T9.7.. 87.9.. 1NTS none :"


def seats(page: Page, position: str = ENDING, **taken: str) -> None:
    """Begins a game of bridge; whoever is not named is the usual one."""
    page.goto(f"/play?game=bridge&position={quote(position)}")
    expect(page.get_by_role("combobox", name="W", exact=True)).to_have_value("person")
    choose(page, "random")
    for seat, who in taken.items():
        page.get_by_role("combobox", name=seat, exact=True).select_option(who)
    expect(page.locator(".opponent")).to_have_count(1 + list(taken.values()).count("other"))
    start(page)
    expect(page.locator(".board")).to_be_visible()


def bar(page: Page, seat: str) -> Locator:
    return page.locator(".player").filter(has=page.locator("b", has_text=re.compile(f"^{seat}$")))


def test_an_ending_is_played_trick_by_trick(page: Page) -> None:
    seats(page)
    expect(page.locator(".player")).to_have_count(4)
    expect(bar(page, "W")).to_contain_text("to move")
    expect(square(page, "S8")).to_have_attribute("aria-label", "S8, eight of spades, W's, legal")
    expect(square(page, "E holds")).to_have_attribute("aria-label", "E holds, 3 hidden cards")
    expect(square(page, "SA")).to_have_count(0)
    check_access(page)
    square(page, "S8").click()
    expect(square(page, "E holds")).to_have_attribute("aria-label", re.compile("E holds, [12] hidden card"))
    expect(square(page, "H3").or_(square(page, "N played"))).not_to_have_count(0)  # dummy lies open
    for _ in range(2):
        expect(legal(page).first).to_be_visible()
        expect(page.locator(".prompt")).to_contain_text("Your turn: play a card")
        expect(page.locator(".news")).to_contain_text("W to play. Tricks:")
        legal(page).first.focus()
        page.keyboard.press("Enter")
        expect(legal(page).first.or_(over(page))).to_be_visible()
    expect(over(page)).to_have_text(re.compile(r"^(N and S|E and W) win: \+\d+; (E and W|N and S) −\d+$"))
    expect(page.locator(".player .won")).to_have_count(2)
    expect(page.get_by_role("button", name="Change sides")).to_have_count(0)
    expect(page.locator(".moves button")).to_have_count(13)
    page.get_by_role("button", name="Undo").click()
    expect(over(page)).to_have_count(0)
    expect(bar(page, "W")).to_contain_text("to move")


def test_a_refused_card_says_why_and_giving_up_lets_the_others_win(page: Page, visitor: Visitor) -> None:
    refusals_expected(visitor)
    page.goto(f"/play?game=bridge&position={quote(ENDING + ' S8')}")
    choose(page, "random")
    start(page)
    expect(bar(page, "S")).to_contain_text("to move")
    expect(square(page, "SQ")).to_have_attribute("aria-label", re.compile("legal"))  # declarer plays dummy's cards
    square(page, "H3").click()
    expect(page.get_by_role("alert")).to_contain_text("must follow suit")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(over(page)).to_have_text("S resigns.")
    expect(page.locator(".player .won")).to_have_count(2)


def test_two_people_see_the_hand_of_the_one_to_move(page: Page) -> None:
    seats(page, N="other", E="person")
    expect(square(page, "S8")).to_be_visible()
    expect(square(page, "SK")).to_have_count(0)
    square(page, "S8").click()
    expect(bar(page, "E")).to_contain_text("to move")
    expect(square(page, "SK")).to_be_visible()
    expect(square(page, "S7")).to_have_count(0)


@pytest.mark.slow
def test_new_cards_are_dealt_and_clocks_run(page: Page) -> None:
    page.goto("/play?game=bridge")
    expect(page.get_by_text("New cards are dealt")).to_be_visible()
    choose(page, "random")
    page.get_by_role("combobox", name="Time").select_option("game")
    check_access(page)
    hands = []
    for _ in range(2):
        start(page)
        expect(legal(page)).to_have_count(13)
        expect(page.locator(".clock")).to_have_count(4)
        hands.append([each.get_attribute("data-spot") for each in legal(page).all()])
        page.goto("/play?game=bridge")
        choose(page, "random")
        page.get_by_role("combobox", name="Time").select_option("game")
    assert hands[0] != hands[1]


@pytest.mark.slow
def test_a_table_on_a_phone(page: Page) -> None:
    page.set_viewport_size(SMALL)
    page.goto("/play?game=bridge")
    choose(page, "random")
    check_width(page)
    start(page)
    legal(page).first.click()
    expect(page.locator(".moves button").nth(4)).to_be_visible()
    expect(legal(page).first.or_(over(page))).to_be_visible()
    check_access(page)
    page.emulate_media(color_scheme="dark")
    check_access(page)
    check_width(page)
