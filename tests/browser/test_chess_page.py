"""Chess in the browser: dragging, promotion, check, arrows, pasted texts, with mouse, keyboard and touch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from steps import begin, moves_in_address, my_turn, square, status
from visiting import PHONE, SMALL, WIDE, Site, Visitor, check_access, check_width

PROMOTION = "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1"
PGN = """[Event "A short one"]
[White "First"]
[Black "Second"]
[Result "1-0"]

1. e4 e5 2. Qh5 {too early} Nc6 (2... Nf6?! 3. Qxe5+) 3. Bc4 Nf6?? $4 4. Qxf7# 1-0
"""


def move_in_list(page: Page, number: int) -> Locator:
    return page.locator(".moves button").nth(number)


def drag(page: Page, start: str, end: str) -> None:
    """With the mouse, from the middle of one square to that of another."""
    for name, then in ((start, page.mouse.down), (end, page.mouse.up)):
        box = square(page, name).bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
        then()


def test_pieces_are_dragged_or_clicked(page: Page) -> None:
    begin(page, "chess", who="people")
    drag(page, "e2", "e4")
    expect(move_in_list(page, 1)).to_contain_text("e4")
    expect(square(page, "e4")).to_have_attribute("aria-label", re.compile("white pawn, last move"))
    square(page, "d7").click()
    expect(square(page, "d5")).to_have_attribute("aria-label", "d5, empty, legal")
    expect(page.locator(".picture .dot")).to_have_count(2)
    square(page, "d5").click()
    expect(move_in_list(page, 2)).to_contain_text("d5")
    drag(page, "e4", "e6")  # no move: the piece goes back and stays picked
    expect(status(page)).to_contain_text("No move goes from e4 to e6")
    expect(square(page, "e4")).to_have_attribute("aria-label", re.compile("picked"))
    expect(page.locator(".lifted")).to_have_count(0)
    square(page, "d5").click()
    expect(move_in_list(page, 3)).to_contain_text("exd5")
    assert moves_in_address(page) == "e4 d5 exd5"


def test_an_empty_square_is_no_move(page: Page) -> None:
    """Its name is one in SAN: e4."""
    begin(page, "chess", who="people")
    square(page, "e4").click()
    expect(status(page)).to_contain_text("No move begins on e4")
    expect(page.locator(".moves button")).to_have_count(1)


def test_the_piece_of_a_promotion_is_chosen(page: Page) -> None:
    begin(page, "chess", who="people", position=PROMOTION)
    drag(page, "e7", "d8")
    chooser = page.get_by_role("group", name="Which move do you mean?")
    expect(chooser.get_by_role("button")).to_have_count(4)
    check_access(page)
    expect(chooser.get_by_role("button", name="exd8=Q+, white queen")).to_be_focused()
    page.keyboard.press("Escape")
    expect(chooser).to_have_count(0)
    square(page, "e7").focus()
    page.keyboard.press("Enter")
    expect(square(page, "e7")).to_have_attribute("aria-label", re.compile("picked"))
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(chooser.get_by_role("button", name=re.compile("white queen"))).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(chooser.get_by_role("button", name=re.compile("white rook"))).to_be_focused()
    page.keyboard.press("Enter")
    expect(square(page, "d8")).to_have_attribute("aria-label", re.compile("white rook, last move"))
    expect(square(page, "h8")).to_have_attribute("aria-label", re.compile("black king, in check"))
    expect(status(page)).to_contain_text("in check")


def test_black_sees_the_board_from_the_other_side(page: Page) -> None:
    begin(page, "chess", who="second", against="random")
    assert my_turn(page)
    rows = page.get_by_role("grid").get_by_role("row")
    expect(rows.first.get_by_role("button").first).to_have_attribute("data-spot", "h1")
    page.get_by_role("button", name="Turn the board").click()
    expect(rows.first.get_by_role("button").first).to_have_attribute("data-spot", "a8")


def test_castling_by_the_rook_or_by_two_squares(page: Page) -> None:
    begin(page, "chess", who="people", position="r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    drag(page, "e1", "h1")
    expect(move_in_list(page, 1)).to_contain_text("O-O")
    expect(square(page, "g1")).to_have_attribute("aria-label", re.compile("white king"))
    square(page, "e8").click()
    square(page, "c8").click()
    expect(move_in_list(page, 2)).to_contain_text("O-O-O")


def test_arrows_show_the_best_lines(page: Page) -> None:
    page.goto("/analyse?game=chess&position=6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
    expect(page.locator(".linearrow.rank0")).to_have_count(1)
    expect(square(page, "d8")).to_have_attribute("aria-label", re.compile("win in 1"))
    drag(page, "d1", "d8")
    expect(page.locator(".talk")).to_contain_text("heckmate: white wins")
    expect(page.locator(".linearrow")).to_have_count(0)


@pytest.mark.parametrize(
    ("text", "square_name", "piece"), [(PROMOTION, "e7", "white pawn"), (PGN, "f7", "white queen")], ids=["FEN", "PGN"]
)
def test_pasted_texts_open_in_the_analysis(page: Page, text: str, square_name: str, piece: str) -> None:
    page.goto("/analyse")
    page.get_by_role("textbox").fill(text)
    page.get_by_role("button", name="Open").click()
    expect(page).to_have_url(re.compile("game=chess"))
    expect(square(page, square_name)).to_have_attribute("aria-label", re.compile(piece))


def test_a_whole_game_is_reviewed(page: Page) -> None:
    page.goto("/analyse?game=chess&moves=e4+e5+Qh5+Nc6+Bc4+Nf6+Qxf7%23&review=yes")
    expect(page.locator(".summary")).to_be_visible()
    expect(page.locator(".mistakes li").first).to_contain_text("Nf6")


def test_boards_in_the_explorer(page: Page) -> None:
    page.goto("/explore?game=chess&position=6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1&depth=2")
    page.get_by_label("Board").check()
    board = page.locator("img[alt^='The board after'], svg[aria-label^='The board after']").first
    expect(board).to_be_visible()


@pytest.mark.parametrize("size", [WIDE, PHONE, SMALL], ids=["wide", "phone", "small"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_access_light_dark_and_on_a_phone(browser: Browser, site: Site, scheme: str, size: dict[str, int]) -> None:
    visitor = Visitor(browser, site.url, color_scheme=scheme, viewport=size, has_touch=size is not WIDE)
    page = visitor.page()
    begin(page, "chess", who="people", position="rnbqkbnr/pppp1ppp/8/4p3/5PP1/8/PPPPP2P/RNBQKBNR b KQkq - 0 2")
    if size is WIDE:
        square(page, "d8").click()
        square(page, "h4").click()
    else:
        square(page, "d8").tap()
        square(page, "h4").tap()
    expect(page.locator(".over h2")).to_contain_text("black wins")
    expect(square(page, "e1")).to_have_attribute("aria-label", re.compile("white king, in check"))
    check_access(page)
    check_width(page)
    visitor.close()
