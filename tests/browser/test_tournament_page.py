"""The page of a tournament: its table while games are added, replays, what went wrong, the test in words."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, expect
from visiting import HERE, SMALL, Site, Visitor, check_access, check_width

TOURNAMENT = f"""
game = "tictactoe"
pairs = 2
[[engine]]
name = "perfect"
player = "minimax:depth=9"
[[engine]]
name = "random"
player = "random:seed=1"
[[engine]]
name = "broken"
player = "{HERE / "own.py"}:Broken"
"""
MATCH = ("match", "level:6", "random", "--game", "tictactoe", "--sprt", "0,300", "--pairs", "40")


def zermelo(*words: str | Path) -> None:
    subprocess.run([sys.executable, "-m", "zermelo", *map(str, words)], check=False, capture_output=True, timeout=120)


def test_a_tournament(own_site: Callable[..., Site], browser: Browser, tmp_path: Path) -> None:
    setup, record, match = tmp_path / "class.toml", tmp_path / "class.record", tmp_path / "match.record"
    setup.write_text(TOURNAMENT)
    zermelo("tournament", setup, "--record", record)
    zermelo(*MATCH, "--record", match)
    site = own_site("--record", str(record), "--record", str(match))
    visitor = Visitor(browser, site.url)
    visitor.allowed += ["Failed to load resource", "net::"]
    page = visitor.page()
    page.goto("/tournament")
    page.get_by_role("link", name=re.compile("^class")).click()
    rows = page.locator("section[aria-labelledby=standings] tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.first).to_contain_text("perfect")
    expect(page.locator("section[aria-labelledby=cross] tbody tr")).to_have_count(3)
    expect(page.get_by_text("All 12 games are played.")).to_be_visible()
    page.locator("section[aria-labelledby=faults] summary").first.click()
    expect(page.get_by_text("it is broken").first).to_be_visible()
    check_access(page)
    page.emulate_media(color_scheme="dark")
    check_access(page)
    page.set_viewport_size(SMALL)
    check_width(page)
    page.get_by_role("link", name=re.compile("^match")).click()
    expect(page.get_by_role("heading", name="Sequential test (SPRT)")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("Log-likelihood ratio"))).to_be_visible()
    page.get_by_role("button", name=re.compile("^Replay")).first.click()
    expect(page.locator(".moves button").nth(2)).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="Standings")).to_be_visible()
    site.stop()
    expect(page.locator(".banner")).to_be_visible()
    expect(page.get_by_text("goes on when the server is back")).to_be_visible()
    visitor.close()
