"""The Game Description Language (GDL-I, Love and others 2008): a rule sheet as a game.

kif.py reads it, grounding.py replaces variables by what they can be, network.py works positions out bit by bit, game.py
is the game. `zermelo.start("gdl:tictactoe.kif")`, or `gdl(text)`.
"""

from __future__ import annotations

from pathlib import Path

from zermelo.adaptors.gdl.game import GdlGame, UnseenGdlGame, gdl
from zermelo.game import Game

__all__ = ["GdlGame", "UnseenGdlGame", "gdl", "gdl_file"]


def gdl_file(path: str) -> Game:
    """The game of a file; ValueError if it cannot be read."""
    file = Path(path)
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"cannot read the rule sheet {path}: {error}") from None
    return gdl(text, file.stem)
