"""A visitor who is quicker than the page: what was clicked stays clicked, what was left stays left."""

from __future__ import annotations

from playwright.sync_api import APIResponse, Page, Request, Route, expect
from steps import begin, square
from test_early import Held

# What a page does after it has been drawn comes late, as on a machine with other work.
LATE = """
const later = window.setTimeout;
window.requestAnimationFrame = (act) => later(() => act(performance.now()), 700);
window.setTimeout = (act, wait = 0, ...rest) => later(act, wait < 200 ? 700 : wait, ...rest);
"""
BY_THEN = 1500  # milliseconds: whatever was to come has come


def test_an_earlier_move_looked_at_as_soon_as_the_game_went_on(page: Page) -> None:
    page.add_init_script(LATE)
    begin(page, "tictactoe", against="random")
    square(page, "b2").click()
    expect(page.locator(".moves button")).to_have_count(3)
    page.locator(".moves button").nth(1).click()
    expect(page.locator(".prompt.looking")).to_be_visible()
    page.wait_for_timeout(BY_THEN)
    expect(page.locator(".prompt.looking")).to_be_visible()


def test_a_hint_is_for_the_position_in_sight(page: Page) -> None:
    """It was asked for, and before it is there the visitor has moved."""
    begin(page, "tictactoe", who="people", position="XX./OO./...")
    answers: list[tuple[Route, APIResponse]] = []
    page.route("**/hint", lambda route: answers.append((route, route.fetch())))
    page.get_by_role("button", name="Hint").click()
    while not answers:
        page.wait_for_timeout(20)
    square(page, "c3").click()
    expect(page.locator(".moves button")).to_have_count(2)
    with page.expect_response("**/hint"):
        for route, answer in answers:
            route.fulfill(response=answer)
    page.wait_for_timeout(300)
    expect(page.locator('[data-spot][aria-label*="hint"]')).to_have_count(0)


def test_a_button_pressed_twice_asks_once(page: Page) -> None:
    """The second question would be about a game that has gone on, and be refused."""
    begin(page, "tictactoe", against="random")
    square(page, "b2").click()
    expect(page.locator(".moves button")).to_have_count(3)
    asked: list[Request] = []
    page.on("request", lambda request: asked.append(request) if request.url.endswith("/undo") else None)
    held = Held(page, "**/undo")
    page.get_by_role("button", name="Undo", exact=True).dblclick()
    held.wait()
    held.release()
    expect(page.locator(".moves button")).to_have_count(1)
    assert len(asked) == 1
    expect(page.get_by_role("alert")).to_have_count(0)


def test_whoever_left_is_not_called_back(page: Page) -> None:
    """A game was asked for, and before it is there the visitor reads the help."""
    for place, press in (("/play?game=tictactoe", True), ("/play?game=tictactoe&now=yes", False)):
        page.goto("/help")
        held = Held(page, "**/api/play")
        page.goto(place)
        if press:
            page.get_by_role("button", name="Start the game").click()
        held.wait()
        page.get_by_role("link", name="Help", exact=True).click()
        with page.expect_response("**/api/play"):
            held.release()
        page.wait_for_timeout(300)
        assert page.url.endswith("/help")
        page.unroute("**/api/play")


# Once `holding` is set, searches wait for `letGo`: streams that the test runner itself holds back can hang.
HELD = """
const ask = window.fetch;
window.fetch = (url, options) => !window.holding || !String(url).includes("/api/analyse") ? ask(url, options)
  : new Promise((done) => { window.letGo = () => done(ask(url, options)); });
"""


def test_lines_are_never_those_of_another_position(page: Page) -> None:
    """A line can be clicked; of another position it would be an illegal move."""
    page.add_init_script(LATE)
    page.add_init_script(HELD)
    page.goto("/analyse?game=tictactoe&moves=a1+b2+c3")
    lines = page.locator(".lines-room li")
    expect(lines.first).to_be_visible()
    page.evaluate("window.holding = true")
    page.get_by_role("button", name="One move back").click()
    left = page.evaluate("document.querySelectorAll('.lines-room li').length")  # before any effect of the click
    assert left == 0
    page.wait_for_function("() => window.letGo")
    page.evaluate("window.letGo()")
    expect(lines.first).to_be_visible()
