"""The tree explorer: the facts of the lectures read from the page, every control, large traces, what goes wrong."""

from __future__ import annotations

import base64
import contextlib
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Literal
from urllib.parse import quote, urlencode

import pytest
from playwright.sync_api import Browser, Error, Page, Route, ViewportSize, expect
from visiting import PHONE, SMALL, WIDE, Site, Visitor, check_access, check_width, refusals_expected

import zermelo
from zermelo.view.pack import unpack
from zermelo.view.walk import walk

WALK = "[[9,8,7],[6,5,4],[3,2,1]]"
DEEP = "[[-5,4,1],[-6,-4,-2],[6,-3,-6]]"
EDGES = "[[[[8,7],[5,9]],[[6,4],[3,8]]],[[[9,6],[2,7]],[[3,5],[1,9]]]]"
SCOUT = "[[[3,5],[6,2]],[[7,8],[4,9]],[[5,6],[8,1]]]"
BIG = "/explore?game=tictactoe&method=minimax&depth="
OPEN_SECONDS, FRAMES = 1.5, 30.0
Scheme = Literal["light", "dark"]


def explore(page: Page, tree: str, **more: str) -> None:
    page.goto(f"/explore?tree={quote(tree)}" + "".join(f"&{name}={quote(value)}" for name, value in more.items()))
    expect(page.locator("[data-sentence]").first).to_be_visible()


def unfold(page: Page) -> None:
    """The form is one line until it is opened."""
    if not page.locator(".search-setup").evaluate("each => each.open"):
        page.locator(".search-setup > summary").click()


def sentence(page: Page, run: int = 0) -> str:
    return page.locator("[data-sentence]").nth(run).inner_text()


def fact(page: Page, name: str, run: int = 0) -> str:
    return page.locator(f'[data-fact="{name}"]').nth(run).inner_text()


def count(page: Page, name: str, run: int = 0) -> tuple[str, str]:
    """(so far, in all)"""
    cells = page.locator(f'[data-count="{name}"]').nth(run).locator("td")
    return cells.nth(0).inner_text(), cells.nth(1).inner_text()


def child(page: Page, move: str) -> list[str]:
    return page.locator(f'[data-child="{move}"] td').all_inner_texts()


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_s4_6_walk(page: Page) -> None:
    """S4.6 step by step: value 7; leaves 5, 4, 2 and 1 are pruned."""
    explore(page, WALK)
    assert "α is the value that MAX is already sure of elsewhere" in sentence(page)
    press(page, "ArrowRight", "ArrowRight")
    assert sentence(page) == "E-4 is a leaf worth 9. MIN has 9 so far; β falls to 9."
    press(page, "ArrowLeft")
    assert sentence(page).startswith("MIN to move after E-1, with α = −∞ and β = +∞.")
    press(page, "c")
    assert sentence(page) == (
        "α-cut-off: MIN already has 6 here, MAX has 7 elsewhere (E-1), so 2 moves are not searched. "
        "The value is only a bound: ≤ 6."
    )
    assert [fact(page, name) for name in ("value", "entry", "now")] == ["≤ 6", "(7, +∞)", "(7, 6)"]
    assert fact(page, "line") == "E-1 E-6"
    assert child(page, "E-7")[0] == "6"
    assert "pruned" in child(page, "E-8")[-1]
    press(page, "End")
    assert (fact(page, "answer"), fact(page, "score")) == ("E-1", "7")
    assert fact(page, "value") == "7"
    assert child(page, "E-2")[0] == "≤ 6"
    assert fact(page, "unexamined") == "E-8, E-9, E-11, E-12"
    assert count(page, "nodes") == ("9", "9")
    assert count(page, "pruned") == ("4", "4")


@pytest.mark.parametrize(
    ("tree", "value", "best", "never"),
    [(DEEP, "−5", "E-1", "E-8, E-9"), (EDGES, "4", "E-1", "E-18, E-22, E-26, E-28, E-30")],
    ids=["S0.3", "S4.9"],
)
def test_lecture_trees(page: Page, tree: str, value: str, best: str, never: str) -> None:
    explore(page, tree)
    press(page, "End")
    assert (fact(page, "value"), fact(page, "answer"), fact(page, "unexamined")) == (value, best, never)


def test_s4_5_ending(page: Page) -> None:
    """X to move, three squares left: −1, +1 and 0."""
    page.goto("/explore?game=tictactoe&position=X.O/.O./XXO&method=minimax&depth=")
    expect(page.locator("[data-sentence]")).to_be_visible()
    press(page, "End")
    assert [child(page, move)[0] for move in ("b1", "a2", "c2")] == ["−1", "1", "0"]
    page.get_by_label("Board of this node").check()
    picture = page.locator(".board-picture")
    expect(picture).to_be_visible()
    expect(picture).not_to_have_js_property("naturalWidth", 0)


def test_convention(page: Page) -> None:
    """Equal values cut on >= and not on >; fail-hard keeps values inside the window."""
    explore(page, "[[5,6],[5,4],[7,5]]")
    press(page, "End")
    assert fact(page, "unexamined") == "E-7"
    unfold(page)
    page.get_by_label("Cut off on").select_option(">")
    expect(page.locator('[data-fact="unexamined"]')).to_have_text("none")
    assert "cut=%3E" in page.url
    explore(page, WALK, fail="hard")
    press(page, "c")
    assert "Fail-hard: it is reported as ≤ 7" in sentence(page)
    unfold(page)
    page.get_by_label("Method").select_option("minimax")
    expect(page.locator('[data-count="nodes"] td').last).to_have_text("13")
    expect(page.get_by_label("Cut off on")).to_be_disabled()
    page.get_by_label("Method").select_option("alphabeta")
    page.get_by_label("Child order").select_option("worst")
    expect(page.locator('[data-count="nodes"] td').last).to_have_text("13")


def test_scout_and_passes(page: Page) -> None:
    explore(page, SCOUT, method="scout")
    press(page, "r")
    assert "searched again" in sentence(page).lower()
    press(page, "Shift+R", "Home", "End")
    assert "The search is finished" in sentence(page)
    page.goto("/explore?game=tictactoe&method=deepening&depth=4")
    expect(page.locator("[data-sentence]")).to_be_visible()
    press(page, "i")
    assert sentence(page).startswith("Depth 2 begins")
    press(page, "t")
    assert sentence(page).startswith("Table hit")
    press(page, "Shift+I")
    assert sentence(page).startswith("Depth")
    expect(page.get_by_role("button", name=re.compile("Next table hit"))).to_be_visible()


def test_typed_trees(page: Page) -> None:
    page.goto("/explore")
    check_access(page)
    page.get_by_label("The tree").fill("((3)((5)(2)))")
    press(page, "Enter")
    expect(page.locator("[data-sentence]")).to_be_visible()
    press(page, "End")
    assert fact(page, "value") == "3"
    unfold(page)
    page.get_by_label("The tree").fill("[[1,2],[3,x]]")
    press(page, "Enter")
    expect(page.get_by_role("alert")).to_contain_text("expected a number")
    assert page.get_by_role("alert").locator("pre").inner_text().splitlines()[1].index("▲") == 10
    page.goto("/explore")
    page.get_by_role("link", name=re.compile("Deep cut-off")).click()
    expect(page.locator("[data-sentence]")).to_be_visible()


def test_edit_and_share(page: Page, visitor: Visitor) -> None:
    """A leaf is changed, moved and removed, one added, by the keyboard; the link carries the tree and the step."""
    explore(page, WALK)
    page.locator('[data-child="E-2"] button').click()
    page.locator('[data-child="E-7"] button').click()
    page.get_by_label("Leaf value").fill("8")
    press(page, "Enter")
    expect(page.get_by_label("The tree")).to_have_value("[[9,8,7],[8,5,4],[3,2,1]]")
    page.get_by_role("button", name="Move right").press("Enter")
    expect(page.get_by_label("The tree")).to_have_value("[[9,8,7],[5,8,4],[3,2,1]]")
    page.get_by_role("button", name="Remove").press("Enter")
    expect(page.get_by_label("The tree")).to_have_value("[[9,8,7],[5,4],[3,2,1]]")
    page.get_by_role("button", name="Add a leaf").press("Enter")
    expect(page.get_by_label("The tree")).to_have_value("[[9,8,7],[5,4,0],[3,2,1]]")
    press(page, "Escape", "Home", "ArrowRight", "ArrowRight", "ArrowRight")
    told = sentence(page)
    page.wait_for_url(re.compile("step="))
    other = visitor.page()
    other.goto(page.url)
    expect(other.locator("[data-sentence]")).to_have_text(told)


@pytest.mark.parametrize(
    ("game", "moves", "method"),
    [
        ("backgammon", "3-1", "expectiminimax+star1"),
        ("hearts", "", "paranoid"),
        ("bridge", "", "alphabeta"),
        ("kuhn", "", "expectiminimax+star1"),
    ],
)
def test_every_kind_of_game_has_its_usual_method(page: Page, game: str, moves: str, method: str) -> None:
    """From the analysis to the search; what a game hides is open to it, and that is said."""
    page.goto(f"/analyse?game={game}&moves={moves}")
    page.get_by_role("link", name="See the search").click()
    expect(page.locator(".search-setup")).to_be_visible()
    unfold(page)
    page.get_by_role("combobox", name="Depth").select_option("2")
    expect(page.locator("[data-sentence]")).to_be_visible()
    expect(page.get_by_role("combobox", name="Method")).to_have_value(method)
    hidden = page.get_by_text("This search sees all hidden cards")
    expect(hidden).to_have_count(0 if game == "backgammon" else 1)
    page.get_by_role("combobox", name="What to search").select_option("tictactoe")
    page.get_by_label("Moves from there").fill("")
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.get_by_role("combobox", name="Method")).to_have_value("alphabeta")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_edits_faster_than_the_search(page: Page) -> None:
    """What is edited is the tree as changed so far, also while the search of the last change is still under way."""
    explore(page, WALK)
    page.locator('[data-child="E-2"] button').click()
    page.locator('[data-child="E-7"] button').click()
    held: list[Route] = []
    page.route("**/api/trace*", lambda route: held.append(route))
    page.get_by_label("Leaf value").fill("8")
    press(page, "Enter")
    page.get_by_role("button", name="Move right").press("Enter")
    page.get_by_role("button", name="Remove").press("Enter")
    page.get_by_role("button", name="Add a leaf").press("Enter")
    expect(page.get_by_label("The tree")).to_have_value("[[9,8,7],[5,4,0],[3,2,1]]")
    page.get_by_label("Whose turn").select_option("MAX")
    expect(page.get_by_label("The tree")).to_have_value("[[9,8,7],max[5,4,0],[3,2,1]]")
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    page.unroute("**/api/trace*")
    for each in held:
        with contextlib.suppress(Error):  # of searches given up meanwhile
            each.continue_()
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    expect(page.locator('[data-child="E-8"]')).to_be_visible()
    expect(page.get_by_label("Whose turn")).to_have_value("0")


def in_view(page: Page) -> bool:
    """Whether all of the drawing is on the screen."""
    box = page.locator("canvas.tree").first.bounding_box()
    size = page.viewport_size
    assert box is not None
    assert size is not None
    return box["y"] >= 0 and box["y"] + box["height"] <= size["height"]


@pytest.mark.parametrize("size", [WIDE, {"width": 390, "height": 844}], ids=["wide", "phone"])
@pytest.mark.parametrize("query", [f"tree={EDGES}", "game=tictactoe&position=X.O/.O./XXO&method=minimax&depth="])
def test_the_whole_tree_is_in_view(browser: Browser, site: Site, size: ViewportSize, query: str) -> None:
    """On arrival, without scrolling: the form is one line, the drawing ends above the lower edge and shows
    every node."""
    visitor = Visitor(browser, site.url, viewport=size)
    page = visitor.page()
    page.goto(f"/explore?{query}")
    expect(page.locator("[data-sentence]")).to_be_visible()
    assert in_view(page)
    form = page.locator(".search-setup").bounding_box()
    assert form is not None
    assert form["height"] <= 52
    expect(page.locator("canvas.tree")).to_have_attribute("data-shows", "all")
    visitor.close()


def test_answers_come_when_they_are_known(page: Page) -> None:
    """Neither the answer nor a best move is shown before the search has it; the step is the one of the address."""
    explore(page, WALK)
    assert fact(page, "answer") == "when the search is finished"
    assert page.get_by_text("the best").count() == 0
    page.locator('[data-child="E-2"] button').click()
    assert page.get_by_text("the best").count() == 0
    press(page, "Escape", "ArrowRight", "ArrowRight")
    page.wait_for_url(re.compile("step=3"))
    expect(page.locator(".stepbar output")).to_have_text("Step 3 of 13")
    page.goto(f"/explore?tree={quote(WALK)}&step=12")
    expect(page.locator(".stepbar output")).to_have_text("Step 12 of 13")
    page.locator(".facts .path button").first.click()
    expect(page.locator('[data-child="E-1"] td').last).to_contain_text("the best so far")
    press(page, "Escape", "End")
    assert fact(page, "answer") == "E-1"
    assert child(page, "E-1")[-1] == "searched, the best"
    page.goto("/explore?game=tictactoe&position=X.O/.O./XXO&method=minimax&depth=")
    expect(page.locator('[data-fact="depth"]')).to_have_text("to the end of the game")


def test_boards_in_the_nodes(page: Page) -> None:
    """Small trees of a game with a board show them, others on request; the drawing is another one without."""
    page.goto("/explore?game=tictactoe&position=X.O/.O./XXO&method=minimax&depth=")
    toggle = page.get_by_role("button", name="Boards in the nodes")
    expect(toggle).to_have_attribute("aria-pressed", "true")
    canvas = page.locator("canvas.tree")
    page.wait_for_timeout(200)
    boards = canvas.screenshot()
    toggle.click()
    expect(toggle).to_have_attribute("aria-pressed", "false")
    page.wait_for_timeout(100)
    assert canvas.screenshot() != boards
    with page.expect_response(re.compile("/api/thumbnail")):  # too large to bring them along
        page.goto("/explore?game=othello&depth=3")
        page.get_by_role("button", name="Boards in the nodes").click()
    explore(page, WALK)
    expect(page.get_by_role("button", name="Boards in the nodes")).to_have_count(0)


def test_predict_first(page: Page) -> None:
    """It asks before each step: cut off? which edges? what value? Hints say more and more; keys do not skip it."""
    explore(page, WALK)
    page.get_by_role("button", name="Predict first").click()
    expect(page.locator('[data-count="nodes"] td').last).to_have_text("?")
    press(page, "ArrowRight", "ArrowRight")
    question = page.locator("[data-question]")
    expect(question).to_have_text("MIN has heard of one more move at E-1. Is the rest cut off now?")
    press(page, "ArrowRight", "ArrowRight")
    expect(page.locator(".stepbar output")).to_have_text("Step 3 of 13")
    page.get_by_role("button", name="Yes", exact=True).click()
    expect(page.locator(".predict")).to_contain_text("Not that.")
    page.get_by_role("button", name="No", exact=True).click()
    page.get_by_role("button", name="No", exact=True).click()
    expect(question).to_have_text("What value does E-1 report?")
    check_access(page)
    for words in ("MIN takes the smallest value", "gave: 9, 8, 7", "the smallest of MIN's 3 values is 7"):
        page.get_by_role("button", name=re.compile("int|Show the answer")).click()
        expect(page.locator(".predict .hints")).to_contain_text(words)
    page.get_by_label("What value does E-1 report?").fill("7")
    press(page, "Enter")
    expect(page.locator(".stepbar output")).to_have_text("Step 6 of 13")
    page.get_by_role("button", name="Step on").click()
    page.get_by_role("button", name="Step on").click()
    page.get_by_role("button", name="Yes", exact=True).click()
    expect(question).to_have_text("Which moves at E-2 are never visited?")
    for edge in ("E-8", "E-9"):
        page.locator(".predict").get_by_label(edge).check()
    page.get_by_role("button", name="Check").click()
    page.get_by_label("What value does E-2 report?").fill("<= 6")
    press(page, "Enter")
    expect(page.locator(".tally")).to_have_text("4 of 6 right at the first try, without a hint.")
    assert sentence(page).startswith("α-cut-off")


def test_side_by_side(page: Page) -> None:
    explore(page, WALK, method2="minimax")
    assert [count(page, "nodes", run)[1] for run in (0, 1)] == ["9", "13"]
    press(page, "c")
    assert sentence(page).startswith("α-cut-off")
    assert sentence(page, 1) == "After E-2: the smallest of MIN's 3 values is 4. MAX keeps 7."
    check_access(page)
    unfold(page)
    page.get_by_role("button", name="One run only").click()
    expect(page.locator(".run")).to_have_count(1)


def test_keys_and_play(page: Page) -> None:
    explore(page, WALK)
    press(page, "?")
    expect(page.get_by_role("dialog")).to_be_visible()
    check_access(page)
    press(page, "Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_label("Speed").select_option("60")
    page.locator("canvas.tree").focus()
    press(page, " ")
    expect(page.locator(".stepbar output")).to_have_text("Step 13 of 13")
    expect(page.get_by_role("button", name="Play")).to_be_disabled()
    expect(page.locator("canvas.tree")).to_have_attribute("data-shows", "all")
    press(page, "+", "+", "+", "+")
    expect(page.locator("canvas.tree")).to_have_attribute("data-shows", "part")
    press(page, "-", "0", "Shift+ArrowLeft")
    page.get_by_role("slider", name="Step").fill("3")
    assert "E-5 is a leaf worth 8" in sentence(page)


def test_mouse_on_the_drawing(page: Page) -> None:
    """A click selects the node under it; dragging and the wheel move the drawing."""
    explore(page, WALK)
    canvas = page.locator("canvas.tree")
    box = canvas.bounding_box()
    assert box is not None
    press(page, "End")
    page.wait_for_timeout(100)
    before = canvas.screenshot()
    middle = box["x"] + box["width"] / 2
    found = None
    for y in range(20, int(box["height"]) - 60, 12):  # down the middle: the root, then E-2
        page.mouse.click(middle, box["y"] + y)
        heading = page.locator(".beside h2").first.inner_text()
        if heading == "Selected node" and "E-2" in page.locator(".facts .path").inner_text():
            found = y
            break
    assert found is not None
    press(page, "Escape")
    page.mouse.move(middle, box["y"] + 30)
    page.mouse.down()
    page.mouse.move(middle + 120, box["y"] + 60, steps=4)
    page.mouse.up()
    canvas.focus()
    page.mouse.wheel(0, -300)
    page.wait_for_timeout(100)
    assert canvas.screenshot() != before


def measured(page: Page, key: str) -> float:
    """Frames a second while a key is held: one step for every frame."""
    return float(
        page.evaluate(
            """async key => { const n = 90, t = performance.now();
            for (let i = 0; i < n; i++) { document.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
              await new Promise(requestAnimationFrame); }
            return n * 1000 / (performance.now() - t); }""",
            key,
        )
    )


@pytest.mark.slow
def test_speed_of_a_large_trace(page: Page) -> None:
    """200,000 recorded nodes: opened 1.5 s after the answer, stepped at 30 frames a second or more."""
    page.goto("/explore")  # the page itself is there already, as for a visitor
    expect(page.get_by_role("heading", name="Tree explorer")).to_be_visible()
    best_open, best_rate = 99.0, 0.0
    for _ in range(3):  # other work on the machine may disturb one of them
        page.goto(BIG)
        page.locator("[data-sentence]").wait_for(timeout=30_000)
        opened = page.evaluate(
            """() => { const got = performance.getEntriesByType("resource").find(e => e.name.endsWith("/api/trace"));
            return (performance.now() - got.responseStart) / 1000; }"""
        )
        best_open = min(best_open, opened)
        press(page, "End")
        best_rate = max(best_rate, min(measured(page, "ArrowLeft"), measured(page, "ArrowRight")))
        if best_open <= OPEN_SECONDS and best_rate >= FRAMES:
            break
    assert best_open <= OPEN_SECONDS
    assert best_rate >= FRAMES


def test_large_trace(page: Page) -> None:
    """200,000 recorded nodes are opened and stepped through, and all of them on request."""
    page.goto(BIG)
    sentence = page.locator("[data-sentence]")
    sentence.wait_for()
    press(page, "End")
    last = sentence.inner_text()
    press(page, "ArrowLeft")
    expect(sentence).not_to_have_text(last)
    press(page, "ArrowRight")
    expect(sentence).to_have_text(last)
    assert "first 200\u202f000 of 549\u202f946 nodes" in page.locator(".notice").first.inner_text()
    page.get_by_role("button", name="Open everything").click()
    expect(page.get_by_text("The drawing stops at 5 000 nodes")).to_be_visible()
    check_access(page)


def test_what_goes_wrong(page: Page, visitor: Visitor) -> None:
    refusals_expected(visitor)
    page.goto("/explore?tree=[1,[2&method=alphabeta")
    expect(page.get_by_role("alert")).to_be_visible()
    page.goto("/explore?game=connect4&method=nonsense&depth=2")
    expect(page.get_by_role("alert")).to_contain_text("no method")
    check_access(page)


def test_stop(page: Page) -> None:
    page.goto("/explore?game=othello&method=minimax&depth=12")
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped.")).to_be_visible()


def test_disconnected(browser: Browser, own_site: Callable[..., Site]) -> None:
    """The trace is in the page: stepping goes on without a server; a new search waits until it is back."""
    site = own_site()
    visitor = Visitor(browser, site.url)
    visitor.allowed.append("ERR_")
    refusals_expected(visitor)
    page = visitor.page()
    explore(page, WALK)
    site.stop()
    press(page, "c")
    assert sentence(page).startswith("α-cut-off")
    unfold(page)
    page.get_by_label("Method").select_option("minimax")
    expect(page.get_by_text("stays here and can be stepped through")).to_be_visible()
    press(page, "End")
    assert fact(page, "answer") == "E-1"
    site.start()
    expect(page.locator('[data-count="nodes"] td').last).to_have_text("13")  # the search that had to wait
    visitor.close()


def test_exports(page: Page, visitor: Visitor, tmp_path: Path) -> None:
    """Each file comes; the stand-alone page works from the disk."""
    explore(page, WALK)
    page.get_by_text("Export").click()
    for name, start in (
        ("SVG", b"<svg"),
        ("Graphviz DOT", b"digraph"),
        ("JSON", b"{"),
        ("PNG of the drawing", b"\x89PNG"),
    ):
        with page.expect_download() as waiting:
            page.get_by_role("link", name=name).or_(page.get_by_role("button", name=name)).click()
        assert start in Path(waiting.value.path()).read_bytes()[:300]
    with page.expect_download() as waiting:
        page.get_by_role("link", name="HTML").click()
    file = tmp_path / "tree.html"
    waiting.value.save_as(file)
    alone = visitor.context.browser.new_page()  # type: ignore[union-attr]
    asked: list[str] = []
    alone.on("request", lambda request: asked.append(request.url))
    alone.goto(file.as_uri())
    sentence(alone)
    alone.wait_for_timeout(300)  # until the keys are heard
    press(alone, "c")
    assert sentence(alone).startswith("α-cut-off")
    check_access(alone)
    alone.close()
    assert all(each.startswith(("file:", "data:", "blob:")) for each in asked)


SELECTIVE = {"game": "connect4", "method": "auto", "depth": "6"}


def selective(page: Page, **more: str) -> None:
    page.goto("/explore?" + urlencode({**SELECTIVE, **more}))
    expect(page.locator("[data-sentence]").first).to_be_visible()


def test_a_selective_search(page: Page) -> None:
    """What was reduced, left and left out stands in the sentence, at the node, among the children and in the counts."""
    selective(page)
    asked = page.request.post("/api/trace", data={**SELECTIVE, "depth": 6})
    told, _ = unpack(asked.body())
    press(page, "End")
    counted = {each["name"]: each["total"] for each in told["selective"]["counts"] if each["total"]}
    assert {"reduced", "futile", "far_above", "quiescent"} <= counted.keys()
    for name, total in counted.items():
        now, all_ = count(page, name)
        assert all_ == str(total)
        assert 0 < int(now) <= total
    page.locator('[data-count="futile"] button').click()
    assert "Not searched: futile, static value and margin reach " in sentence(page)
    left_out = page.locator(".children .is-pruned").filter(has_text="not searched: futile").first
    left_out.get_by_role("button").click()
    expect(page.locator('[data-fact="why"]')).to_contain_text("not searched: futile, static value and margin")
    press(page, "Escape")
    page.locator('[data-count="reduced"] button').click()
    assert re.search(r"is reduced by \d: late move, depth \d instead of \d\.", sentence(page))
    assert "late move" in fact(page, "why")
    press(page, "Home", "s")
    assert re.search("reduced|left|not searched|again", sentence(page), re.IGNORECASE)
    page.get_by_text("Signs").click()
    assert page.locator("[data-effect]").count() == len(told["selective"]["effects"])


def test_the_switches_of_a_selective_search(page: Page) -> None:
    selective(page)
    expect(page.locator('[data-count="reduced"]')).to_have_count(1)
    unfold(page)
    page.get_by_text("Selective search: as the method says").click()
    page.get_by_label("reductions").select_option("no")
    expect(page.locator('[data-count="reduced"]')).to_have_count(0)
    expect(page.locator('[data-count="quiescent"]')).to_have_count(1)
    page.get_by_role("button", name="All off").click()
    expect(page.locator('[data-count="quiescent"]')).to_have_count(0)
    expect(page).to_have_url(re.compile("switches=selective%3Dno"))
    expect(page.locator(".search-setup > summary")).to_contain_text("not selective")


@pytest.mark.parametrize(("scheme", "size"), [("light", WIDE), ("dark", SMALL)])
def test_access_of_a_selective_search(browser: Browser, site: Site, scheme: Scheme, size: ViewportSize) -> None:
    visitor = Visitor(browser, site.url, viewport=size, color_scheme=scheme)
    page = visitor.page()
    selective(page, step="1300")
    unfold(page)
    page.locator(".switches summary").click()
    page.get_by_text("Signs").click()
    check_width(page)
    check_access(page)
    visitor.close()


WIDGET = """async bytes => {
  const {default: widget} = await import("/widget.js");
  const view = text => new DataView(Uint8Array.from(atob(text), c => c.charCodeAt(0)).buffer);
  const values = {trace: view(bytes[0]), other: new DataView(new ArrayBuffer(0)), options: {step: 0}}, heard = {};
  window.sent = [];
  const model = {get: name => values[name], on: (event, act) => (heard[event] = act), off: () => 0,
    send: message => { window.sent.push(message); values.trace = view(bytes[1]); heard["change:trace"](); }};
  const el = document.createElement("div");
  document.querySelector("main").replaceChildren(el);
  window.unmount = widget.render({model, el});
}"""


def test_widget(page: Page) -> None:
    """The module that notebooks load: the same explorer in a shadow tree; a change of the convention asks Python."""
    tree = zermelo.tree(WALK)
    packed = [base64.b64encode(walk(tree, **asked).packed).decode() for asked in ({}, {"method": "minimax"})]
    page.goto("/help")
    expect(page.locator("main h1")).to_be_visible()
    page.evaluate(WIDGET, packed)
    page.get_by_role("button", name="Next cut-off").click()
    assert sentence(page).startswith("α-cut-off")
    page.get_by_label("Method").select_option("minimax")
    expect(page.locator('[data-count="nodes"] td').last).to_have_text("13")
    assert page.evaluate("window.sent[0].options.method") == "minimax"
    check_access(page, "page-has-heading-one")
    page.evaluate("window.unmount()")
    expect(page.locator("[data-sentence]")).to_have_count(0)


def test_the_widget_shows_and_switches_a_selective_search(page: Page) -> None:
    start = zermelo.start("connect4")
    shown = [walk(start, method="auto", depth=4), walk(start, method="auto", depth=4, selective=False)]
    page.goto("/help")
    expect(page.locator("main h1")).to_be_visible()
    page.evaluate(WIDGET, [base64.b64encode(each.packed).decode() for each in shown])
    page.get_by_role("button", name="Next selective step").click()
    assert re.search("reduced|left|not searched", sentence(page), re.IGNORECASE)
    page.get_by_text("Selective search: as the method says").click()
    page.get_by_role("button", name="All off").click()
    expect(page.get_by_text("Selective search: not selective")).to_be_visible()
    assert page.evaluate("window.sent[0].options.switches") == "selective=no"
    expect(page.locator('[data-count="quiescent"]')).to_have_count(0)
    page.evaluate("window.unmount()")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_access(browser: Browser, site: Site, scheme: str) -> None:
    """Nothing for axe to complain about; nothing too wide at 320 pixels, on a phone and on a wall."""
    for size in ({"width": 3840, "height": 2160}, PHONE, SMALL):
        visitor = Visitor(browser, site.url, viewport=size, color_scheme=scheme)
        page = visitor.page()
        explore(page, EDGES)
        check_width(page)
        press(page, "c")
        page.get_by_text("Signs").click()
        page.get_by_text("Export").click()
        page.locator("[data-child] button").first.click()
        check_width(page)
        check_access(page)
        visitor.close()


def test_first_load(browser: Browser, site: Site) -> None:
    """A visitor's first page: at most 100 KB over the wire."""
    visitor = Visitor(browser, site.url)
    page = visitor.page()
    explore(page, WALK)
    sent = page.evaluate(
        "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))"
        ".reduce((sum, each) => sum + each.transferSize, 0)"
    )
    visitor.close()
    assert sent <= 100_000, sent


@pytest.mark.slow
def test_a_page_is_usable_within_a_second(page: Page) -> None:
    """On the wall: a measurement that wants a quiet machine."""
    found = []
    for attempt in range(3):
        begun = time.monotonic()
        page.goto(f"/explore?tree={quote(WALK)}&step={attempt}")
        page.get_by_role("button", name="Step forward").click()
        found.append(time.monotonic() - begun)
    assert min(found) <= 1.0, found
