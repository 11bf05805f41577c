"""Bridges to what other packages use, each behind an extra of its own and imported when it is asked for.

    openspiel.py      OpenSpiel's games as games here        to_openspiel.py   our games as OpenSpiel's
    pettingzoo.py     our games as AEC environments          gymnasium.py      the same against a player of ours
    gdl/              rule sheets in the Game Description Language as games
    frames.py         traces, tournaments and reviews as data frames (pandas, Polars)
    numbering.py      moves as whole numbers, which environments and OpenSpiel need

A game of another package is named by a text with its scheme in front: `openspiel:kuhn_poker`, `gdl:rules.kif`.
"""

from __future__ import annotations

from collections.abc import Mapping

from zermelo.game import Game
from zermelo.load import make


def foreign_game(text: str, options: Mapping[str, object]) -> Game:
    """The game that `scheme:what` names; ValueError if there is none such, MissingExtra without its package."""
    scheme, _, what = text.partition(":")
    if scheme == "openspiel":
        from zermelo.adaptors.openspiel import OpenSpielGame

        return make(OpenSpielGame, {"game": what, **options})
    if scheme == "gdl":
        from zermelo.adaptors.gdl import gdl_file

        if options:
            raise TypeError(f"{text} has no options")
        return gdl_file(what)
    raise ValueError(f"{text!r} is not a game of another package: openspiel:…, gdl:…")
