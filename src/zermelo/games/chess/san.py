"""Moves as people and other programs write them. The rules read SAN and UCI; here is what else is met in files."""

from __future__ import annotations

import re
from collections.abc import Iterator

from zermelo.errors import IllegalMove, ParseError
from zermelo.game import State

FIGURES = str.maketrans("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPKQRBNP")
LONGEST = 20
PROMOTION = re.compile(r"[=/(]?([QRBNqrbn])\)?$")
NOISE = re.compile(r"(?:e\.?p\.?|ch|dbl|dis|mate)$|[+#†‡!?=]+$")


def read_move(state: State, text: str) -> str:
    """The legal move that a text means, by its name (SAN); ParseError if it means none, or more than one."""
    for written in spellings(text):
        try:
            return state.name(written)
        except IllegalMove:
            continue
    if state.is_over:
        raise ParseError(f"{shortened(text)} after the end of the game")
    raise ParseError(f"{shortened(text)} is no legal move in {state.text}")


def spellings(text: str) -> Iterator[str]:
    """The text itself, and what may be meant by it."""
    yield text
    if len(text) > LONGEST:
        return
    plain = text.translate(FIGURES).replace("–", "-").replace("0", "O") if "-" in text else text.translate(FIGURES)
    while (shorter := NOISE.sub("", plain)) != plain:
        plain = shorter
    if plain != text:
        yield plain
    body, promoted = PROMOTION.sub("", plain), PROMOTION.search(plain)
    piece = f"={promoted[1].upper()}" if promoted and body[-1:] in ("1", "8") else ""
    body = (body if piece else plain).removeprefix("P").replace(":", "x")
    yield body + piece
    yield body.replace("x", "") + piece  # nothing is taken there
    if body[:1] in tuple("kqrbn") and len(body) > 2:
        yield body[0].upper() + body[1:]


def shortened(text: str) -> str:
    return repr(text if len(text) <= LONGEST else text[:LONGEST] + "…")
