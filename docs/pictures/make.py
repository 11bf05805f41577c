"""Draws the pictures of the documents: `python docs/pictures/make.py`. A test checks that they are those of today.

`python docs/pictures/make.py pages` photographs the pages in the browser, too: that needs playwright, Chromium and the
built front end.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import zermelo
from zermelo.load import load_object
from zermelo.view.tree_svg import tree_svg
from zermelo.view.walk import walk

HERE = Path(__file__).parent


def alphabeta() -> str:
    """The walk of S4.6."""
    title = "Alpha-beta on a tree of nine leaves: the value is 7, and four leaves are never visited"
    return tree_svg(walk(zermelo.tree([[9, 8, 7], [6, 5, 4], [3, 2, 1]])), title=title) + "\n"


def selective() -> str:
    """A position of Gardner's mini-chess, black to move: reduced, searched again, extended, a null move, quiescence."""
    game = load_object(f"{HERE.parents[1] / 'examples' / 'minichess.py'}:MiniChess")
    assert isinstance(game, type)
    state = zermelo.start(game, (54607872, 1073906312, 21217920, 1073741824, 0, 0, 33554440, 1))
    title = (
        "Selective search, mini-chess, depth 4: what was reduced, extended, left and left out stands under each node"
    )
    shown = walk(state, method="scout", depth=4, quiescence=True, extensions=True, null_move=True, reductions=True)
    return tree_svg(shown, title=title, windows=False) + "\n"


PICTURES = {"alphabeta.svg": alphabeta, "selective.svg": selective}


def photograph_pages() -> None:
    """The first page, a game of backgammon and one of Battleship, each as a PNG of a few dozen kilobytes."""
    sys.path.insert(0, str(HERE.parents[1] / "tests" / "browser"))
    from playwright.sync_api import sync_playwright
    from visiting import FLAGS, Site, chromium

    site = Site(Path(tempfile.mkdtemp())).start()
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        page = browser.new_page(base_url=site.url, viewport={"width": 1000, "height": 640}, reduced_motion="reduce")
        page.goto("/")
        page.locator(".cards .thumb svg").nth(8).wait_for()
        page.screenshot(path=HERE / "start.png")
        for name, moves in GAMES.items():
            game = zermelo.all_games()[name]
            spec = {"game": name, "moves": moves or game.sample.split("; "), "sides": ["human", "level:3"]}
            found = page.request.post("/api/play", data=spec).json()
            page.goto(f"/play/{found['id']}")
            page.locator(".prompt.mine").wait_for()
            page.screenshot(path=HERE / f"{name}.png")
        browser.close()
    site.stop()


GAMES: dict[str, list[str]] = {"backgammon": ["3-1"], "battleship": []}  # without moves: those of the game's sample

if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (HERE / name).write_text(draw(), encoding="utf-8")
    if "pages" in sys.argv[1:]:
        photograph_pages()
