"""Draws the pictures of the documents: `python docs/pictures/make.py`. A test checks that they are those of today."""

from __future__ import annotations

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

if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (HERE / name).write_text(draw(), encoding="utf-8")
