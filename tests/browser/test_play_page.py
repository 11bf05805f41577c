"""Playing in the browser: whole games by mouse, keyboard and typed moves, and everything that may happen in one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, expect
from steps import begin, choose, finish, legal, moves_in_address, my_turn, over, revision, square, start, status
from visiting import SMALL, Site, Visitor, check_width, refusals_expected

TREE = "[[3,[5,1]],[2,9]]"


@pytest.mark.parametrize(
    ("game", "more"),
    [
        ("tictactoe", {}),
        ("connect4:width=5,height=4", {}),
        ("othello", {}),
        ("mnk:m=4,n=4,k=3", {}),
        ("tree", {"position": TREE}),
        ("Nim", {}),
        ("Walk", {}),
    ],
    ids=lambda value: value.split(":")[0] if isinstance(value, str) else "",
)
def test_a_whole_game_of_every_kind(page: Page, game: str, more: dict[str, str]) -> None:
    begin(page, game, against="random", **more)
    if game == "Walk":  # two clicks a move: picked pieces make other squares legal
        square(page, "a").click()
        expect(square(page, "a")).to_have_attribute("aria-label", re.compile("picked"))
        square(page, "c").click()
        expect(page.locator(".moves button").nth(1)).to_contain_text("a-c")
    sentence = finish(page)
    assert sentence
    expect(page.get_by_role("link", name="Why? Analyse this game")).to_be_visible()
    assert moves_in_address(page)


@pytest.mark.parametrize("roll", ["31", "66"])
def test_backgammon_is_played_man_by_man(page: Page, roll: str) -> None:
    page.set_viewport_size(SMALL)
    text = f"XGID=-b----E-C---eE---c-e----B-:0:0:1:{roll}:0:0:0:0:0"
    begin(page, "backgammon", who="people", position=text)
    steps = {"31": ["X8 O17", "X5 O20", "X6 O19", "X5 O20"], "66": ["X24 O1", "X18 O7"] * 2 + ["X13 O12", "X7 O18"] * 2}
    for name in steps[roll]:
        expect(square(page, name)).to_have_attribute("aria-label", re.compile(", legal"))
        square(page, name).click()
    played = {"31": "8/5 6/5", "66": "24/18(2) 13/7(2)"}[roll]
    expect(page.locator(".moves button").nth(1)).to_contain_text(played)
    expect(square(page, steps[roll][1])).to_have_attribute("aria-label", re.compile("man of X, 2 of them, last move"))
    check_width(page)


def test_a_new_game_shows_its_rules(page: Page) -> None:
    page.goto("/play?game=connect4")
    text = page.get_by_text("take turns dropping a stone into one of 7 columns")
    expect(text).to_be_hidden()
    page.get_by_text("Rules", exact=True).click()
    expect(text).to_be_visible()
    check_width(page)


def test_by_keyboard_alone(page: Page) -> None:
    page.goto("/")
    expect(page.locator(".cards").get_by_role("link", name="Tic-tac-toe", exact=True)).to_be_visible()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('.card h3')?.textContent") == "Tic-tac-toe":
            break
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Tic-tac-toe")).to_be_visible()
    assert page.evaluate("document.activeElement.id") == "content"  # a new page begins at its top
    page.get_by_role("radio").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")  # two people
    expect(page.get_by_role("button", name="Start the game")).to_be_enabled()  # the form has been read
    page.keyboard.press("Enter")
    expect(page.locator(".board")).to_be_visible()
    square(page, "a1").focus()
    for keys in ("Enter", "ArrowDown Enter", "ArrowUp ArrowRight Enter", "ArrowDown Enter", "ArrowUp ArrowRight Enter"):
        before = revision(page)
        for key in keys.split():
            page.keyboard.press(key)
        expect(page.locator(".moves button")).to_have_count(before + 2)
    expect(over(page)).to_contain_text("X wins")
    assert page.locator('[aria-label*="winning line"]').count() == 3


def test_typed_moves_and_the_rule_they_break(visitor: Visitor) -> None:
    refusals_expected(visitor)
    page = visitor.page()
    begin(page, "othello", who="people")
    field = page.get_by_role("textbox", name="Move")
    field.fill("d3")
    field.press("Enter")
    expect(status(page)).to_contain_text("Black played d3")
    field.fill("a1")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("turns no disc")
    square(page, "a1").focus()
    page.keyboard.press("c")  # typing on the board goes into the field
    expect(field).to_be_focused()
    field.fill("c5")
    field.press("Enter")
    expect(status(page)).to_contain_text("White played c5")
    expect(page.get_by_role("alert")).to_have_count(0)
    square(page, "a8").click()  # a square that is not legal says why
    expect(page.get_by_role("alert")).to_contain_text("turns no disc")


def test_labels_say_what_is_where(page: Page) -> None:
    begin(page, "othello", who="people")
    expect(page).to_have_title("Othello · Zermelo")
    expect(square(page, "d3")).to_have_attribute("aria-label", "d3, empty, legal")
    expect(square(page, "d4")).to_have_attribute("aria-label", re.compile("d4, white disc"))
    square(page, "d3").click()
    expect(square(page, "d3")).to_have_attribute("aria-label", re.compile("black disc, last move"))
    assert page.get_by_role("grid").get_by_role("row").count() == 8
    assert page.get_by_role("grid").get_by_role("gridcell").count() == 64
    assert page.locator('[data-spot][tabindex="0"]').count() == 1


def test_reload_in_the_middle(page: Page) -> None:
    begin(page, "connect4", against="level:1")
    square(page, "d1").click()
    expect(page.locator(".moves button")).to_have_count(3)
    expect(page).to_have_url(re.compile(r"moves=4\+\d"))
    moves = moves_in_address(page)
    page.reload()
    expect(page.locator(".moves button")).to_have_count(3)
    assert moves_in_address(page) == moves
    assert my_turn(page)


def test_the_server_stops_and_returns(own_site: Callable[..., Site], browser: Browser) -> None:
    site = own_site()
    visitor = Visitor(browser, site.url)
    visitor.allowed += ["Failed to load resource", "ERR_", "net::"]
    page = visitor.page()
    begin(page, "connect4", who="people")
    square(page, "d1").click()
    expect(page.locator(".moves button")).to_have_count(2)
    site.stop()
    expect(page.locator(".banner")).to_contain_text("No connection")
    expect(square(page, "d2")).to_have_attribute("aria-disabled", "true")  # input is locked
    assert moves_in_address(page) == "4"
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".banner")).to_be_visible()
    site.start()
    expect(page.locator(".banner")).to_have_count(0)
    expect(square(page, "d2")).not_to_have_attribute("aria-disabled", "true")
    square(page, "d2").click()
    expect(page.locator(".moves button")).to_have_count(3)
    visitor.close()


def test_computer_against_computer(page: Page) -> None:
    page.goto("/play?game=tictactoe")
    page.get_by_label("Computer against computer").check()
    choose(page, "minimax:depth=9", 0)
    choose(page, "auto:depth=9", 1)
    start(page)
    expect(over(page)).to_contain_text("drawn")
    assert revision(page) == 9
    assert page.locator(".graph button").count() > 0


def test_undo_and_resign(page: Page) -> None:
    begin(page, "tictactoe", against="level:1")
    legal(page).first.click()
    expect(page.locator(".moves button")).to_have_count(3)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".moves button")).to_have_count(1)
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="No", exact=True).click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    expect(over(page)).to_be_visible()
    page.get_by_role("button", name="Change sides").click()
    expect(page.locator(".player b").first).to_be_visible()
    expect(page.locator(".moves button")).to_have_count(2)  # the computer begins


def test_a_clock_runs_out(page: Page) -> None:
    page.goto("/play?game=tictactoe")
    page.get_by_label("Two people").check()
    page.get_by_role("combobox", name="Time").select_option("game")
    page.get_by_label("Seconds").fill("3")
    start(page)
    legal(page).first.click()
    expect(page.locator(".clock.runs")).to_be_visible()
    expect(over(page)).to_contain_text(re.compile("time", re.IGNORECASE))


def test_hint_and_its_value_by_key(page: Page) -> None:
    begin(page, "tictactoe", who="people", position="XX./OO./...")
    page.get_by_role("button", name="Hint").click()
    expect(status(page)).to_contain_text("Hint: c1")
    expect(square(page, "c1")).to_have_attribute("aria-label", re.compile("hint"))
    square(page, "c3").focus()
    page.keyboard.press(",")
    expect(status(page)).to_contain_text("win in 1")
    page.keyboard.press(".")
    expect(status(page)).to_contain_text("win in 1")


def test_the_computer_can_be_hurried(page: Page) -> None:
    begin(page, "mnk:m=8,n=8,k=5", who="second", against="auto:seconds=60")
    expect(page.locator(".mind")).to_contain_text(re.compile(r"depth \d+ finished"))
    page.get_by_role("button", name="Move now").click()
    expect(page.locator(".moves button")).to_have_count(2)


def test_a_broken_engine_loses_nothing(page: Page) -> None:
    begin(page, "tictactoe", against="own")
    legal(page).first.click()
    expect(page.get_by_role("alert")).to_contain_text("it broke on purpose")
    expect(page.locator(".moves button")).to_have_count(2)
    page.get_by_role("button", name="Resume").click()
    expect(page.locator(".moves button")).to_have_count(3)


def test_looking_back_while_the_game_goes_on(page: Page) -> None:
    begin(page, "connect4", who="people")
    for spot in ("d1", "d2", "e1"):
        square(page, spot).click()
        expect(square(page, spot)).to_have_attribute("aria-label", re.compile("last move"))
    page.locator(".moves button").nth(1).click()
    expect(page.locator(".looking")).to_contain_text("move 1 of 3")
    expect(square(page, "e1")).to_have_attribute("aria-label", re.compile("empty"))
    page.get_by_role("button", name="Back to the game").click()
    expect(square(page, "e1")).to_have_attribute("aria-label", re.compile("X"))


def test_a_game_from_its_address(visitor: Visitor) -> None:
    refusals_expected(visitor)
    page = visitor.page()
    page.goto("/play/nowhere?game=tictactoe&sides=human|human&moves=a1+b2")
    page.get_by_role("button", name="Start it again from this link").click()
    expect(page.locator(".moves button")).to_have_count(3)


def test_files_and_texts_of_a_game(page: Page) -> None:
    begin(page, "othello", who="people", moves="f5 d6")
    page.get_by_text("Share and save").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as json").click()
    with open(download.value.path()) as file:
        record = json.load(file)
    assert [each["move"] for each in record["moves"]] == ["f5", "d6"]
    expect(page.get_by_role("link", name="Save as ggf")).to_be_visible()


def test_any_position_can_be_set_up(visitor: Visitor) -> None:
    refusals_expected(visitor)
    page = visitor.page()
    page.goto("/play?game=tictactoe")
    page.get_by_text("Start from another position").click()
    field = page.get_by_label("Position as text")
    field.fill("XX./OO./..?")
    expect(page.get_by_role("alert")).to_contain_text("?")
    expect(page.get_by_role("button", name="Start the game")).to_be_disabled()
    field.fill("XX./OO./...")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_label("Two people").check()
    start(page)
    square(page, "c1").click()
    expect(over(page)).to_contain_text("X wins")


def test_on_a_small_phone(browser: Browser, site: Site) -> None:
    visitor = Visitor(browser, site.url, viewport=SMALL, has_touch=True)
    page = visitor.page()
    begin(page, "othello", who="people")
    check_width(page)
    square(page, "d3").tap()
    expect(status(page)).to_contain_text("Black played d3")
    visitor.close()


def test_a_position_set_up_by_clicks(visitor: Visitor) -> None:
    refusals_expected(visitor)  # what is half set up may be impossible
    page = visitor.page()
    page.goto("/play?game=tictactoe")
    page.get_by_text("Start from another position").click()
    for spot in ("a1", "b1", "a2", "b2"):
        square(page, spot).click()
    for spot in ("a2", "b2"):  # a second time: the other piece
        square(page, spot).click()
    expect(page.get_by_label("Position as text")).to_have_value("XX./OO./...")
    expect(square(page, "a2")).to_have_attribute("aria-label", re.compile("a2, O"))
    page.get_by_label("Two people").check()
    start(page)
    square(page, "c1").click()
    expect(over(page)).to_contain_text("X wins")
