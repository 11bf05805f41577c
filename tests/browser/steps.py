"""What a player does on the pages, in a word each."""

from __future__ import annotations

import re
from urllib.parse import quote

from playwright.sync_api import Locator, Page, expect


def begin(page: Page, game: str, who: str = "first", against: str = "level:1", **more: str) -> None:
    """A new game from its form. `who` is the choice's key; `against` a spec of a strength, or naive, random."""
    query = "".join(f"&{name}={quote(value)}" for name, value in more.items())
    page.goto(f"/play?game={quote(game)}{query}")
    choices = {
        "first": "(first)",
        "second": "(second)",
        "people": "Two people",
        "computers": "Computer against computer",
    }
    page.get_by_label(choices[who]).check()
    if who != "people":
        choose(page, against)
    start(page)
    expect(page.locator(".board")).to_be_visible()


def start(page: Page) -> None:
    """From the form, which may show a board too, to the game."""
    page.get_by_role("button", name="Start the game").click()
    expect(page).to_have_url(re.compile("/play/"))


def choose(page: Page, against: str, number: int = 0) -> None:
    kind, _, rest = against.partition(":")
    group = page.locator(".opponent").nth(number)
    group.get_by_role("combobox", name="Player").select_option(
        kind if kind in ("level", "naive", "random", "own") else "method"
    )
    if kind == "level":
        group.get_by_role("slider").fill(rest)
    elif kind not in ("naive", "random", "own"):
        limit, _, amount = rest.partition("=")
        group.get_by_role("combobox", name="Method").select_option(kind)
        group.get_by_role("combobox", name="Limit").select_option(limit)
        group.get_by_role("spinbutton").fill(amount)


def over(page: Page) -> Locator:
    return page.locator(".over h2")


def square(page: Page, name: str) -> Locator:
    return page.locator(f'[data-spot="{name}"]')


def legal(page: Page) -> Locator:
    """Places and buttons that can be clicked now; also those of the question which piece a pawn becomes."""
    places, buttons = '[data-spot][aria-label*=", legal"]:not([aria-disabled])', ".movebuttons button:not([disabled])"
    return page.locator(f"{places}, {buttons}, .chooser button")


def revision(page: Page) -> int:
    """How many moves are in the list."""
    return page.locator(".moves button").count() - 1


def my_turn(page: Page) -> bool:
    """Waits until it is this player's move, or the game is over; whether there is a move to make."""
    expect(legal(page).or_(over(page)).first).to_be_visible()
    return not over(page).is_visible()


def finish(page: Page, most: int = 80) -> str:
    """Clicks the first legal move until the game is over; the sentence at the end."""
    for _ in range(most):
        if not my_turn(page):
            return over(page).inner_text()
        before = revision(page)
        legal(page).first.click()
        expect(page.locator(".moves button").nth(before + 1).or_(over(page)).first).to_be_visible()
    raise AssertionError("the game does not end")


def status(page: Page) -> Locator:
    return page.locator("[role=status]")


def moves_in_address(page: Page) -> str:
    found = re.search(r"[?&]moves=([^&]*)", page.url)
    return found[1].replace("+", " ") if found else ""
