"""Small pictures of the positions of a searched tree, for its nodes: the board alone, without letters around it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from zermelo.errors import GameError
from zermelo.game import State
from zermelo.games.tree.game import is_tree
from zermelo.view.scene import scene_of
from zermelo.view.svg import board_svg

SPOKEN = re.compile(r"<title.*?</desc>\n?| role=\"img\" aria-labelledby=\"\w+\" aria-describedby=\"\w+\"", re.DOTALL)
KEPT = ("win", "check")  # marks that belong to the position
MOST_NODES = 150  # of a tree whose boards travel with it
MOST_LETTERS = 300_000  # of all its boards together


def is_pictured(state: State) -> bool:
    """Whether a board can be drawn of the positions of this game; explicit trees and games of words have none."""
    try:
        return not is_tree(state) and bool(scene_of(state).spots)
    except GameError:
        return False


def mini_svg(state: State) -> str:
    """The board of a position. The tree it stands in says the rest in words."""
    scene = scene_of(state)
    marks = {spot: mark for spot, mark in scene.marks.items() if mark in KEPT}
    spots = tuple(each if each.piece else replace(each, note="") for each in scene.spots)
    return SPOKEN.sub("", board_svg(replace(scene, spots=spots, labels=(), choices=(), marks=marks)))


def boards_of(states: Sequence[State]) -> tuple[list[int], list[str]] | None:
    """(the place of each position's board, the boards, each once); None if they are too many or too large."""
    if len(states) > MOST_NODES:
        return None
    places: dict[str, int] = {}
    boards: list[str] = []
    found: list[int] = []
    for state in states:
        text = str(state.text)
        if text not in places:
            places[text] = len(boards)
            boards.append(mini_svg(state))
            if sum(map(len, boards)) > MOST_LETTERS:
                return None
        found.append(places[text])
    return found, boards
