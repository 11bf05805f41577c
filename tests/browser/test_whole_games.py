"""Every game from its start to its end, by clicks alone and by the keyboard alone.

Nothing on the page changes its place or its size while it is played.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect
from steps import begin, choose, legal, over, start
from visiting import SMALL, Site, Visitor, check_width

import zermelo

# Small variants are played by default, whole games in the slow suite.
SHORT = (
    *("tictactoe", "kuhn", "liars_dice:sides=4", "rps", "blotto:coins=4", "battleship:width=4,height=3,fleet=one"),
    *("hearts:ranks=3", "stratego:board=tiny"),
)
LONG = (
    *("connect4:width=4,height=4", "mnk:m=4,n=3,k=3", "leduc", "holdem", "phantom"),
    *("connect4", "othello", "chess", "checkers", "backgammon", "battleship", "hearts", "bridge", "liars_dice:dice=2"),
    *("kriegspiel:board=3x4", "stratego:board=small"),
)

MOST = 700  # moves of a person

CHOOSE = """turn => { const places = '[data-spot][aria-label*=", legal"]:not([aria-disabled])';
  const all = [...document.querySelectorAll(places + ', .movebuttons button:not([disabled]), .chooser button')];
  window.wanted = all[(7 * turn) % all.length]; }"""
AIM = """() => { const here = document.activeElement.getBoundingClientRect(), there = wanted.getBoundingClientRect();
  const x = there.left + there.width / 2 - here.left - here.width / 2;
  const y = there.top + there.height / 2 - here.top - here.height / 2;
  return document.activeElement === wanted ? null : [x, y]; }"""

# What moved: every shift counts, also one that follows a click, which the browser's own sum forgives.
WATCH = """() => { window.shifts = []; new PerformanceObserver(list => { for (const entry of list.getEntries())
  window.shifts.push([entry.value, entry.sources.map(s => s.node?.outerHTML?.slice(0, 90) ?? "")]) })
  .observe({type: "layout-shift", buffered: false}); }"""


def opened(page: Page, game: str) -> None:
    """A game against random moves, on its page."""
    if len(zermelo.start(game.partition(":")[0]).info.players) == 2:
        begin(page, game, against="random")
    else:
        page.goto(f"/play?game={game}")
        choose(page, "random")
        start(page)
    expect(legal(page).or_(over(page)).first).to_be_visible()
    page.evaluate(WATCH)


def ready(page: Page) -> bool:
    """Waits for this player's turn; whether there is a move to make."""
    expect(legal(page).or_(over(page)).first).to_be_visible()
    return not over(page).is_visible()


def by_clicks(page: Page, turn: int) -> None:
    """A legal place or button after the other, until the move is made."""
    found = legal(page)
    found.nth((7 * turn) % found.count()).click()


def by_keys(page: Page, turn: int) -> None:
    """With arrow keys to a legal place, or with Tab to a button, and Enter."""
    page.evaluate(CHOOSE, turn)
    if page.evaluate("window.wanted.matches('[data-spot]')"):
        page.locator("[data-spot][tabindex='0']").focus()
        walk_to(page)
    else:
        page.evaluate("window.wanted.focus()")  # the buttons follow each other by Tab
    page.keyboard.press("Enter")


def walk_to(page: Page) -> None:
    """Along the board with the arrow keys, to the place that is wanted."""
    seen: dict[str, int] = {}
    for _ in range(80):
        way = page.evaluate(AIM)
        if way is None:
            return
        x, y = way
        here = page.evaluate("document.activeElement.dataset.spot")
        seen[here] = seen.get(here, 0) + 1
        across = (abs(x) >= abs(y)) == (seen[here] % 2 == 1)
        page.keyboard.press(
            ("ArrowRight" if x > 0 else "ArrowLeft") if across else ("ArrowDown" if y > 0 else "ArrowUp")
        )
    page.evaluate("window.wanted.focus()")  # a place that the arrow keys go past


def finished(page: Page, act: Callable[[Page, int], None]) -> str:
    """Plays to the end; the sentence there."""
    for turn in range(MOST):
        if not ready(page):
            return over(page).inner_text()
        act(page, turn)
    raise AssertionError("the game does not end")


def shifts(page: Page) -> list[object]:
    page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 50)))")  # reported after the frame
    found: list[object] = page.evaluate("window.shifts")
    return found


@pytest.mark.parametrize("game", SHORT)
def test_by_clicks_alone_and_nothing_moves(page: Page, game: str) -> None:
    opened(page, game)
    assert finished(page, by_clicks)
    assert shifts(page) == []


@pytest.mark.parametrize("game", ["tictactoe", "kuhn", "hearts:ranks=3"])
def test_by_keys_alone(page: Page, game: str) -> None:
    opened(page, game)
    assert finished(page, by_keys)


@pytest.mark.slow
@pytest.mark.parametrize("game", LONG)
def test_long_games_by_clicks_alone_and_nothing_moves(page: Page, game: str) -> None:
    opened(page, game)
    assert finished(page, by_clicks)
    assert shifts(page) == []


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted({*SHORT, *LONG}))
def test_every_game_by_keys_alone(page: Page, game: str) -> None:
    opened(page, game)
    assert finished(page, by_keys)


@pytest.mark.parametrize("game", ["battleship:width=4,height=3,fleet=one"])
def test_on_a_phone_nothing_moves(browser: Browser, site: Site, game: str) -> None:
    visitor = Visitor(browser, site.url, viewport=SMALL)
    page = visitor.page()
    opened(page, game)
    assert finished(page, by_clicks)
    assert shifts(page) == []
    check_width(page)
    visitor.close()


@pytest.mark.parametrize("game", ["battleship", "backgammon", "bridge", "hearts", "blotto"])
@pytest.mark.parametrize("width", [320, *(pytest.param(each, marks=pytest.mark.slow) for each in (390, 430))])
def test_wide_boards_have_room_for_fingers(browser: Browser, site: Site, game: str, width: int) -> None:
    """Every place that can be played has 40 pixels at least, in a layout of its own."""
    visitor = Visitor(browser, site.url, viewport={"width": width, "height": 800})
    page = visitor.page()
    page.goto(f"/play?game={game}&now=yes")
    expect(legal(page).first).to_be_visible()
    sizes = legal(page).evaluate_all("all => all.map(e => e.getBoundingClientRect()).map(r => [r.width, r.height])")
    assert min(min(each) for each in sizes) >= 39.5
    check_width(page)
    visitor.close()
