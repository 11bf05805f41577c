"""Draws the pictures of the documents: `python docs/pictures/make.py`. A test checks that they are those of today."""

from __future__ import annotations

from pathlib import Path

import zermelo
from zermelo.view.tree_svg import tree_svg
from zermelo.view.walk import walk

HERE = Path(__file__).parent


def alphabeta() -> str:
    """The walk of S4.6."""
    title = "Alpha-beta on a tree of nine leaves: the value is 7, and four leaves are never visited"
    return tree_svg(walk(zermelo.tree([[9, 8, 7], [6, 5, 4], [3, 2, 1]])), title=title) + "\n"


PICTURES = {"alphabeta.svg": alphabeta}

if __name__ == "__main__":
    for name, draw in PICTURES.items():
        (HERE / name).write_text(draw(), encoding="utf-8")
