"""Forms on a slow line: nothing can be sent before what it depends on has been read."""

from __future__ import annotations

from urllib.parse import parse_qs, quote, urlsplit

from playwright.sync_api import Locator, Page, Route, expect
from steps import choose, start
from visiting import Visitor, refusals_expected

BRIDGE = "N:AQ.3.. KJ.4.. T9.7.. 87.9.. 1NTS none : S8"


class Held:
    """Answers of the server that are on their way until `release`."""

    def __init__(self, page: Page, path: str) -> None:
        self.page = page
        self.waiting: list[Route] = []
        self.released = False
        page.route(path, self.hold)

    def hold(self, route: Route) -> None:
        if self.released:
            route.continue_()
        else:
            self.waiting.append(route)

    def wait(self) -> None:
        """Until one has been asked for."""
        while not self.waiting:
            self.page.wait_for_timeout(20)

    def release(self) -> None:
        self.released = True
        for route in self.waiting:
            route.continue_()


def submit(form: Locator) -> None:
    """As Enter in a field, or a script, sends a form: without its button."""
    form.evaluate("form => form.dispatchEvent(new SubmitEvent('submit', {cancelable: true, bubbles: true}))")


def begin(page: Page) -> Locator:
    return page.get_by_role("button", name="Start the game")


def test_a_game_starts_when_its_position_has_been_read(page: Page) -> None:
    """Who is to move decides which seat is the visitor's."""
    held = Held(page, "**/api/position")
    page.goto(f"/play?game=bridge&position={quote(BRIDGE)}")
    choose(page, "random")
    held.wait()
    expect(begin(page)).to_be_disabled()
    submit(page.locator("form.newgame"))
    held.release()
    expect(begin(page)).to_be_enabled()
    assert urlsplit(page.url).path == "/play"
    expect(page.get_by_role("combobox", name="S", exact=True)).to_have_value("person")
    expect(page.get_by_role("combobox", name="N", exact=True)).to_have_value("computer")
    start(page)
    expect(page.locator(".player", has_text="to move")).to_contain_text("S")


def test_a_changed_position_is_read_before_the_game_starts(page: Page, visitor: Visitor) -> None:
    refusals_expected(visitor)
    page.goto("/play?game=tictactoe&position=X../.../...")
    expect(begin(page)).to_be_enabled()
    held = Held(page, "**/api/position")
    page.get_by_role("textbox", name="Position as text").fill("nonsense")
    expect(begin(page)).to_be_disabled()
    held.wait()
    expect(begin(page)).to_be_disabled()
    held.release()
    expect(page.get_by_role("alert")).to_be_visible()
    expect(begin(page)).to_be_disabled()
    page.get_by_role("textbox", name="Position as text").fill("XO./.../...")
    expect(begin(page)).to_be_enabled()


def test_a_variant_is_read_before_the_game_starts(page: Page) -> None:
    page.goto("/play?game=connect4")
    expect(begin(page)).to_be_enabled()
    held = Held(page, "**/api/position")
    page.get_by_role("spinbutton", name="width").fill("5")
    expect(begin(page)).to_be_disabled()
    held.wait()
    held.release()
    start(page)
    expect(page.locator(".board")).to_be_visible()


def test_a_position_set_up_is_read_before_it_is_analysed(page: Page) -> None:
    page.goto("/analyse?game=tictactoe")
    page.get_by_text("Set up, import, export").click()
    analyse = page.get_by_role("button", name="Analyse this position")
    field = page.locator("details[open]").get_by_role("textbox", name="Position as text")
    field.fill("X../.../...")
    expect(analyse).to_be_enabled()
    held = Held(page, "**/api/position")
    field.fill("X../.O./...")
    expect(analyse).to_be_disabled()
    held.wait()
    held.release()
    expect(analyse).to_be_enabled()


def test_a_game_from_the_analysis_starts_where_one_is(page: Page) -> None:
    page.goto("/analyse?game=tictactoe")
    link = page.get_by_role("link", name="Play from here")
    expect(link).to_have_attribute("href", "/play?game=tictactoe&position=...%2F...%2F...")
    held = Held(page, "**/api/position")
    page.locator('[data-spot="b2"]').click()
    held.wait()
    expect(link).to_have_attribute("aria-disabled", "true")
    assert link.get_attribute("href") is None
    held.release()
    expect(link).to_have_attribute("href", "/play?game=tictactoe&position=...%2F.X.%2F...")


def test_a_method_asked_for_is_kept_while_the_games_are_read(page: Page, visitor: Visitor) -> None:
    """What is usual for a game is known when the games have been read."""
    refusals_expected(visitor)
    held = Held(page, "**/api/games")
    page.goto("/explore?game=backgammon&method=alphabeta&depth=1")
    held.wait()
    expect(page.locator("form.source")).to_have_count(0)
    held.release()
    setup = page.locator(".search-setup")
    expect(setup).to_be_visible()
    if not setup.evaluate("each => each.open"):
        setup.locator("> summary").click()
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.get_by_role("alert")).to_be_visible()  # no method for dice
    assert parse_qs(urlsplit(page.url).query)["method"] == ["alphabeta"]


def test_answers_are_checked_against_the_problem_in_sight(page: Page) -> None:
    page.goto("/practise?depth=2&branching=2&prunings=1&seed=1")
    check = page.get_by_role("button", name="Check my answers")
    page.get_by_role("button", name="Show all answers").click()
    held = Held(page, "**/api/trace")
    page.get_by_role("combobox", name="Prune on").select_option(">")
    page.get_by_role("button", name="Make this problem").click()
    held.wait()
    expect(check).to_be_disabled()
    submit(page.locator("form.sheet"))
    held.release()
    expect(check).to_be_enabled()
    expect(page.locator(".sheet [role=status]")).to_have_text("")  # a new sheet, though the tree may be the same
    expect(page.locator("[data-move]")).to_have_value("")


# What a page does after it has been drawn comes late, as on a machine with other work.
LATE = """
const later = window.setTimeout;
window.requestAnimationFrame = (act) => later(() => act(performance.now()), 700);
window.setTimeout = (act, wait = 0, ...rest) => later(act, wait < 200 ? 700 : wait, ...rest);
"""


def test_a_move_typed_as_soon_as_the_board_is_drawn(page: Page) -> None:
    page.add_init_script(LATE)
    page.goto("/play?game=tictactoe&now=yes")
    page.locator('[data-spot][aria-label*=", legal"]').first.wait_for()
    page.keyboard.type("5")
    expect(page.get_by_role("textbox", name="Move")).to_have_value("5")
    page.wait_for_timeout(1500)  # by then whatever was to come has come
    page.keyboard.press("Enter")
    expect(page.locator(".moves button").nth(1)).to_contain_text("b2")


def test_a_man_taken_up_as_soon_as_the_board_is_drawn(page: Page) -> None:
    page.add_init_script(LATE)
    page.goto("/play?game=checkers&now=yes")
    page.locator('[data-spot][aria-label*=", legal"]').first.wait_for()
    page.locator('[data-spot="11"]').click()
    page.wait_for_timeout(1500)
    page.locator('[data-spot="15"]').click()
    expect(page.locator(".moves button").nth(1)).to_contain_text("11-15")
