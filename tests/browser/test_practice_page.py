"""Practice: a problem solved by mouse and by keyboard, mistakes explained, printable sheets."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect
from visiting import SMALL, Site, Visitor, check_access, check_width, refusals_expected

from zermelo.games.tree.game import practice_tree

WISH = {"depth": 4, "branching": 2, "prunings": 5, "seed": 1}
ADDRESS = "/practise?" + "&".join(f"{name}={value}" for name, value in WISH.items())


def problem(page: Page, address: str = ADDRESS) -> None:
    page.goto(address)
    expect(page.locator("[data-move]")).to_be_visible()


def verdict(page: Page) -> str:
    page.get_by_role("button", name="Check my answers").click()
    return page.locator(".sheet [role=status]").inner_text()


def test_right_answers(page: Page) -> None:
    """The answers of the package are accepted; numbers without a sign do for bounds."""
    answer = practice_tree(**WISH)
    problem(page)
    page.get_by_role("button", name="Show all answers").click()
    shown = {box.get_attribute("data-cut") for box in page.locator("[data-cut]:checked").all()}
    assert shown == set(answer.unexamined)
    assert page.locator("[data-move]").input_value() == answer.best
    assert page.locator('[data-value=""]').input_value() == str(answer.value).removesuffix(".0")
    assert "All correct" in verdict(page)
    bound = page.locator("[data-value]").filter(has_not_text="#").all()
    signed = next(field for field in bound if field.input_value().startswith(("≤", "≥")))
    signed.fill(signed.input_value()[2:])
    assert "All correct" in verdict(page)
    check_access(page)


def test_mistakes_are_explained(page: Page) -> None:
    answer = practice_tree(**WISH)
    problem(page)
    page.get_by_role("button", name="Show all answers").click()
    wrong = "E-2" if answer.best == "E-1" else "E-1"
    page.locator("[data-move]").select_option(wrong)
    page.locator('[data-value=""]').fill("99")
    page.locator('[data-value="E-1"]').fill("many")
    missed, searched = answer.pruned[0], "E-15"
    page.locator(f'[data-cut="{missed}"]').uncheck()
    page.locator(f'[data-cut="{searched}"]').check()
    told = verdict(page)
    assert f"MAX does not play {wrong}." in told
    assert "root: you wrote 99. The root: the largest of MAX's 2 values is" in told
    assert "E-1: many is not a value." in told
    assert f"{missed} is not searched." in told
    assert "-cut-off:" in told
    assert f"{searched} is searched. {searched} is a leaf worth" in told
    check_access(page)
    page.get_by_role("link", name=f"see this step ({missed})").click()
    expect(page.locator("[data-sentence]")).to_contain_text("-cut-off")


def test_missing_answers(page: Page) -> None:
    problem(page)
    told = verdict(page)
    assert "still missing" in told
    assert "is not searched" in told  # what is not marked counts as searched


def test_hints_of_growing_help(page: Page) -> None:
    """One thing at a time: where to look, the numbers, the answer to this one alone; in the end everything is right."""
    problem(page)
    page.get_by_role("button", name="Hint").click()
    told = page.locator("[data-help]")
    expect(told).to_contain_text("Consider ")
    assert page.locator("[data-value]").evaluate_all("all => all.filter(each => each.value).length") == 0
    page.get_by_role("button", name="Another hint").click()
    expect(told).to_contain_text("Its moves give ")
    page.get_by_role("button", name="Show this one answer").click()
    assert page.locator("[data-value]").evaluate_all("all => all.filter(each => each.value).length") == 1
    assert page.locator("[data-cut]:checked").count() == 0
    check_access(page)
    for _ in range(99):
        if told.inner_text() == "Everything is right: no hint is needed.":
            break
        page.get_by_role("button", name=re.compile("int$|Show this one answer")).click()
    assert "All correct" in verdict(page)


def test_by_mouse(page: Page) -> None:
    """Clicking a leaf cuts its edge; clicking an inner node opens a field for its value."""
    problem(page, "/practise?depth=2&branching=2&prunings=1&seed=1")
    canvas = page.locator("canvas.tree")
    box = canvas.bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2
    for y in range(20, int(box["height"]), 10):
        page.mouse.click(middle, box["y"] + y)
        if page.get_by_label("Value at root, MAX").count() == 2:
            break
    page.locator(".writing input").fill("7")
    page.keyboard.press("Enter")
    assert page.locator('[data-value=""]').input_value() == "7"
    expect(page.locator(".writing")).to_have_count(0)
    page.get_by_role("button", name="Cut edges").click()
    for y in range(int(box["height"]) - 10, 20, -10):
        page.mouse.click(middle - 28, box["y"] + y)
        if page.locator("[data-cut]:checked").count():
            break
    assert page.locator("[data-cut]:checked").count() == 1


def test_next_problem_and_wishes(page: Page, visitor: Visitor) -> None:
    """The problem is in the address; others come by number; impossible wishes are refused in words."""
    problem(page)
    page.get_by_role("button", name="Next problem").click()
    page.wait_for_url("**seed=2**")
    expect(page.locator("[data-move]")).to_be_visible()
    page.get_by_label("Prune on").select_option(">")
    page.get_by_role("button", name="Make this problem").click()
    page.wait_for_url("**cut=**")
    expect(page.get_by_text("prune on >")).to_be_visible()
    refusals_expected(visitor)
    page.goto("/practise?depth=2&branching=2&prunings=9")
    expect(page.get_by_role("alert")).to_contain_text("prunings")
    check_access(page)


def test_sheets(page: Page) -> None:
    problem(page)
    with page.expect_popup() as waiting:
        page.get_by_role("link", name="Printable sheets with answers").click()
    sheet = waiting.value
    expect(sheet.locator("svg").nth(5)).to_be_visible()  # it may still be arriving


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_access(browser: Browser, site: Site, scheme: str) -> None:
    visitor = Visitor(browser, site.url, viewport=SMALL, color_scheme=scheme)
    page = visitor.page()
    problem(page)
    verdict(page)
    check_width(page)
    check_access(page)
    visitor.close()
