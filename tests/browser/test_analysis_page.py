"""Analysis in the browser: values and lines as they arrive, variations, mistakes, methods compared."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qs, quote, urlsplit

from playwright.sync_api import Browser, Page, expect
from steps import square, status
from visiting import Site, Visitor, check_access, refusals_expected


def lines(page: Page):  # type: ignore[no-untyped-def]
    return page.locator("ol.lines > li")


def test_lines_arrive_and_can_be_played(page: Page) -> None:
    page.goto(f"/analyse?game={quote('connect4:width=8,height=7')}&moves=44")  # no table knows who wins there
    expect(page.locator(".figures")).to_contain_text(re.compile(r"depth \d+ finished|solved"))
    expect(lines(page)).to_have_count(3)
    page.get_by_role("combobox", name="Lines").select_option("5")
    expect(lines(page)).to_have_count(5)
    expect(page.locator(".valuebar")).to_have_attribute("aria-label", re.compile("Value: .* for X"))
    third = lines(page).first.get_by_role("button").nth(2)
    third.click()
    expect(page.locator(".moves button[aria-current]")).to_contain_text("5")
    expect(page).to_have_url(re.compile(r"moves=4\+4\+\d\+\d\+\d"))


def test_proved_values_are_told_from_judgements_and_bounds(page: Page) -> None:
    page.goto("/analyse?game=tictactoe&position=XX./OO./...")
    expect(page.locator(".engine .score.proved").first).to_contain_text("win in 1")
    expect(square(page, "c1")).to_have_attribute("aria-label", re.compile("c1, empty, legal, value win in 1"))
    expect(page.locator(".value.best text")).to_have_text("W\u20091")
    page.get_by_role("combobox", name="Lines").select_option("1")
    expect(lines(page)).to_have_count(1)


def test_where_dice_fall_every_roll_is_told(page: Page) -> None:
    page.goto(f"/analyse?game=backgammon&moves={quote('3-1, 8/5 6/5')}")
    expect(lines(page)).to_have_count(21)
    # From depth 2 on backgammon follows only the moves that look best, which makes the value an estimate.
    label = re.compile("Value: (about )?plus 0.1.* for X")
    expect(page.locator(".valuebar")).to_have_attribute("aria-label", label)
    expect(page.get_by_role("link", name="Show the refutation")).to_have_attribute("aria-disabled", "true")
    lines(page).nth(20).get_by_role("button", name="66").click()
    expect(page.locator(".moves button[aria-current]")).to_contain_text("66")
    expect(lines(page)).to_have_count(3)
    expect(page.get_by_role("link", name="Show the refutation")).to_have_attribute("href", re.compile("/explore"))


def test_only_methods_for_the_game_are_offered(page: Page) -> None:
    page.goto("/analyse?game=backgammon&moves=3-1")
    page.get_by_text("Compare methods").click()
    expect(page.get_by_role("checkbox", name=re.compile("^Alpha-beta leaves"))).to_have_count(0)
    page.get_by_label("Depth", exact=True).fill("1")
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.locator("table tbody tr")).to_have_count(4)
    expect(page.get_by_text("cannot search")).to_have_count(0)
    page.goto("/play?game=hearts")
    choices = page.get_by_role("combobox", name="Player")
    choices.select_option("method")
    expect(page.get_by_role("combobox", name="Method").locator("option")).to_have_text(
        [
            "All together",
            "Monte Carlo over what may be hidden",
            "Average over all that may be hidden",
            "Average over sampled hands",
        ]
    )


def test_averages_are_told_from_judgements(page: Page) -> None:
    page.goto("/analyse?game=hearts")
    expect(page.locator(".figures")).to_contain_text("drawn")
    expect(lines(page)).to_have_count(3)
    expect(page.locator(".engine .score.average").first).to_contain_text("an average, with its standard error")
    page.goto("/analyse?game=kuhn")  # chance deals, unseen: nothing to search
    expect(page.locator(".engine .figures")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_own_moves_make_variations(page: Page) -> None:
    page.goto("/analyse?game=tictactoe&moves=a1+b2+c3&at=1")
    expect(page.locator(".moves button[aria-current]")).to_contain_text("a1")
    square(page, "c1").click()
    expect(page.locator(".variation")).to_contain_text("c1")
    assert page.locator(".variation button").count() == 1
    page.get_by_role("button", name="Make this the main line").press("Enter")
    expect(page.locator(".variation")).to_contain_text("b2")
    page.get_by_role("button", name="Remove from here").press("Enter")
    expect(page.locator(".variation")).to_have_count(0)
    page.keyboard.press("[")
    expect(page.locator(".moves button[aria-current]")).to_contain_text("Start")
    page.keyboard.press("]")
    expect(status(page)).to_contain_text("Move 1, a1")


def test_why_not_this_move(page: Page) -> None:
    page.goto("/analyse?game=tictactoe&moves=a1")
    expect(lines(page).first).to_contain_text("b2")
    page.get_by_role("combobox", name="Why not this move?").select_option("b1")
    query = parse_qs(urlsplit(page.get_by_role("link", name="Show the refutation").get_attribute("href") or "").query)
    assert (query["game"], query["moves"]) == (["tictactoe"], ["a1 b1"])


def test_the_mistakes_of_a_game(page: Page) -> None:
    page.goto("/analyse?game=tictactoe&moves=a1+b1+b2+c2+c3&review=yes")
    expect(page.locator(".summary")).to_contain_text("The game turned with move 2")
    blunder = page.locator(".mistakes li").first
    expect(blunder).to_contain_text("2. b1 ??")
    expect(blunder).to_contain_text("O: blunder, −1")
    expect(page.locator(".graph button")).to_have_count(6)  # the start, too
    expect(page.locator(".moves .blunder").first).to_contain_text("blunder, cost 1")
    page.locator(".graph button").nth(2).click()
    expect(page.locator(".moves button[aria-current]")).to_contain_text("b1")
    expect(blunder.get_by_role("link", name="Why not? b1")).to_have_attribute(
        "href", re.compile("/explore.*moves=a1\\+b1")
    )


# Every shift counts, also one that follows a click: what comes has its room, however late it comes.
SHIFTS = """window.shifts = []; new PerformanceObserver(list => { for (const each of list.getEntries())
window.shifts.push([each.value, each.sources.map(source => source.node?.outerHTML?.slice(0, 90) ?? "")]); })
.observe({type: "layout-shift", buffered: true});"""


def test_nothing_jumps(page: Page) -> None:
    """Lines, values and points of the graph come and change while a position is searched and a game is reviewed."""
    page.add_init_script(SHIFTS)
    page.goto("/analyse?game=othello&moves=f5d6c3d3c4f4f6f3e6e7")
    expect(page.get_by_role("button", name="Go deeper")).to_be_enabled()
    page.get_by_role("button", name="One move back").click()
    expect(lines(page)).to_have_count(3)
    page.get_by_role("button", name="Review the whole game").click()
    expect(page.locator(".summary")).to_be_visible()
    expect(lines(page)).to_have_count(3)
    assert page.evaluate("window.shifts") == []


def test_nothing_jumps_with_the_first_move_and_the_last(page: Page) -> None:
    page.add_init_script(SHIFTS)
    page.goto("/analyse?game=tictactoe")
    expect(lines(page)).to_have_count(3)
    for number, name in enumerate(("a1", "b1", "a2", "b2", "a3"), 1):
        page.locator(f'[data-spot="{name}"]').click()
        expect(page.locator(".moves button")).to_have_count(number + 1)
    expect(page.get_by_text("The game is over here.")).to_be_visible()
    assert page.evaluate("window.shifts") == []


def test_the_graph_has_an_axis_and_one_chain_of_values(page: Page) -> None:
    page.goto("/analyse?game=tictactoe&moves=a1+b1+b2&review=yes")
    expect(page.locator(".summary")).to_be_visible()
    assert page.locator(".graph .mark").all_inner_texts()[0] == "win"
    assert "0" in page.locator(".graph .mark").all_inner_texts()
    expect(page.locator(".graph button.exact")).to_have_count(4)
    page.goto("/analyse?game=othello&moves=f5")
    expect(page.get_by_text("Value for Black, in discs")).to_be_visible()


def test_bridge_is_solved(page: Page) -> None:
    """The tricks of every card and the table of 20 results, for a deal that was pasted without saying what it is."""
    page.goto("/analyse")
    page.get_by_label("A position, the moves").fill(
        "N:J63.KQJ852.53.J3 AKQT4.AT6.9.K976 752.74.KT764.AT8 98.93.AQJ82.Q542"
    )
    page.get_by_role("button", name="Open it").click()
    table = page.locator(".exact-view table")
    expect(table.locator("tbody tr")).to_have_count(4)
    assert table.locator("tbody tr").first.inner_text().split() == ["N", "3", "2", "5", "3", "2"]
    assert table.locator("tbody tr").last.inner_text().split() == ["W", "10", "10", "8", "10", "11"]
    check_access(page)


def test_what_was_tried_is_listed(page: Page, visitor: Visitor) -> None:
    refusals_expected(visitor)
    page.goto("/analyse")
    page.get_by_label("A position, the moves").fill("nothing of the kind")
    page.get_by_role("button", name="Open it").click()
    expect(page.get_by_role("alert")).to_contain_text("Tried were a tree, Backgammon (XGID")


def test_methods_side_by_side(page: Page) -> None:
    page.goto("/analyse?game=tictactoe")
    page.get_by_text("Compare methods").first.click()
    page.get_by_role("spinbutton", name="Depth").fill("5")
    page.get_by_role("button", name="Compare", exact=True).click()
    rows = page.locator("details tbody tr")
    expect(rows).to_have_count(4)
    nodes = {
        row.locator("th").inner_text(): int(re.sub(r"\D", "", row.locator("td").nth(2).inner_text()))
        for row in rows.all()
    }
    assert nodes["Alpha-beta"] < nodes["Minimax"]
    assert page.locator(".bars li").count() == 4


def test_the_engine_can_be_off_and_stays_off(page: Page) -> None:
    page.goto("/analyse?game=connect4")
    expect(lines(page).first).to_be_visible()
    page.get_by_role("switch", name="On").uncheck()
    expect(lines(page)).to_have_count(0)
    page.reload()
    expect(page.get_by_role("switch", name="On")).not_to_be_checked()
    expect(lines(page)).to_have_count(0)


def test_an_impossible_position_says_where(visitor: Visitor) -> None:
    refusals_expected(visitor)
    page = visitor.page()
    page.goto("/analyse?game=connect4&position=......./......./......./......./......./..?..X.")
    expect(page.get_by_role("alert")).to_contain_text("expected X, O or .")
    expect(page.get_by_role("alert").locator("pre")).to_contain_text("▲")


def test_the_server_goes_away(own_site: Callable[..., Site], browser: Browser) -> None:
    site = own_site()
    visitor = Visitor(browser, site.url)
    visitor.allowed += ["Failed to load resource", "net::"]
    page = visitor.page()
    page.goto("/analyse?game=othello&moves=f5+d6+c3")
    expect(lines(page).first).to_be_visible()
    site.stop()
    expect(page.locator(".banner")).to_be_visible()
    expect(page.locator(".engine.stale")).to_contain_text(re.compile(r"At depth \d+, \d+ s ago"))
    expect(lines(page).first).to_be_visible()
    visitor.close()


def test_nothing_to_analyse_yet(page: Page) -> None:
    page.goto("/analyse")
    expect(page.get_by_text("make a move, or paste")).to_be_visible()
    page.get_by_role("textbox").fill("f5 d6 c3")
    page.get_by_role("combobox", name="Game").select_option("othello")
    page.get_by_role("button", name="Open it").click()
    expect(page.locator(".moves button[aria-current]")).to_contain_text("c3")


def test_moves_without_a_board(page: Page) -> None:
    page.goto("/analyse?game=Nim")
    expect(lines(page).first).to_be_visible()
    page.locator('[data-move="2 from heap 1"]').click()
    expect(page.locator(".moves button[aria-current]")).to_contain_text("2 from heap 1")
    page.reload()
    expect(page.locator(".moves button[aria-current]")).to_contain_text("2 from heap 1")
