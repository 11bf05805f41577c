"""What a position of checkers looks like, where it is clicked, and what is said of moves that are not legal."""

from __future__ import annotations

import random

import pytest
import slow_checkers as slow

import zermelo
from zermelo.games.checkers.drawing import board_scene, why_not
from zermelo.native import core
from zermelo.scene import Choice


def test_pieces_stand_on_their_squares() -> None:
    scene = board_scene(zermelo.start("checkers", "W:W31,K5:BK32,1"))
    found = {spot.name: spot.piece for spot in scene.spots if spot.piece}
    assert found == {"1": "b", "5": "W", "31": "w", "32": "B"}
    assert (len(scene.spots), len(scene.labels)) == (32, 32)
    below, above = scene.spot("1"), scene.spot("32")
    assert (below.x, below.y, above.x, above.y) == (6.5, 7.5, 1.5, 0.5)  # Black begins, and sits below
    assert all((int(spot.x) + int(spot.y)) % 2 for spot in scene.spots)
    assert str(scene).splitlines()[0] == " 1 |    b   2   3   4"


def test_captures_are_clicked_to_their_end_or_along_their_way() -> None:
    choices = board_scene(zermelo.start("checkers", "B:W14,15,23:B9,10")).choices
    assert set(choices) >= {
        Choice("9x27", ("9", "27")),
        Choice("9x27", ("9", "18", "27")),
        Choice("10x17", ("10", "17")),
    }
    around = board_scene(zermelo.start("checkers", "B:W6,7,14,15:BK2")).choices
    assert Choice("2x11x18x9x2", ("2", "11", "18", "9", "2")) in around


def test_ways_against_the_slow_rules() -> None:
    rng = random.Random(7)
    for _ in range(500):
        board, side = slow.random_board(rng)
        state = zermelo.start("checkers", slow.text(board, side))
        expected = {name: [slow.NUMBERS[at] for at in path] for name, path in slow.names(board, side).items()}
        assert dict(core.checkers_moves(state)) == expected


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("9-13", "whoever can take must take: 9x27 or 10x17 or 10x26"),
        ("9x18", "the capture goes on: 9x27"),
        ("14x5", "no black piece stands on 14"),
        ("9x16", "no piece there can go that way"),
        ("e4", "moves are written like 11-15"),
        ("9-40", "moves are written like 11-15"),
    ],
)
def test_why_a_move_is_not_legal(move: str, why: str) -> None:
    assert why in why_not(zermelo.start("checkers", "B:W14,15,23:B9,10"), move)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("B:W21:B1", "Black to move"),
        ("B:W14:B9", "Black to move, and must take"),
        ("W:W21:B14,17", "Black wins: white cannot move"),
        ("W:W:B5", "Black wins: white has no pieces left"),
        ("W:WK1:BK32:H80", "Drawn: 40 moves of each side without progress"),
    ],
)
def test_captions(text: str, said: str) -> None:
    assert board_scene(zermelo.start("checkers", text)).caption == said
