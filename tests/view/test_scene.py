"""Boards as data: every game has a scene, and what it says agrees with the rules."""

from __future__ import annotations

import json
import random
from itertools import combinations

import pytest

import zermelo
from zermelo.card_table import Hand, Tricks, card_table
from zermelo.errors import GameError
from zermelo.scene import BOARDS, SHAPES, drawn, grid, in_a_row
from zermelo.view.found_grid import found_grid
from zermelo.view.scene import MOST_BUTTONS, scene_after, scene_of

STARTS = [
    ("tictactoe", {}),
    ("mnk", {"m": 5, "n": 4, "k": 4}),
    ("mnk", {"m": 26, "n": 2, "k": 3}),
    ("connect4", {}),
    ("connect4", {"width": 32, "height": 1}),
    ("othello", {}),
    ("synthetic", {"plies": 4}),
    ("backgammon", {}),
]


def walks(game, options, seed):
    state, rng = zermelo.start(game, **options), random.Random(seed)
    yield state
    while not state.is_over:
        state = state.play(rng.choice(state.moves()))
        yield state


@pytest.mark.parametrize(("game", "options"), STARTS)
def test_scenes_agree_with_the_rules(game, options):
    for seed in range(4):
        for state in walks(game, options, seed):
            scene = scene_of(state)
            names = [spot.name for spot in scene.spots]
            assert len(set(names)) == len(names)
            assert {choice.move for choice in scene.choices} == {state.name(move) for move in state.moves()}
            assert {spot for choice in scene.choices for spot in choice.spots} <= set(names)
            assert {spot.piece for spot in scene.spots} - {""} <= set(scene.pieces)
            assert set(scene.marks) <= set(names)
            assert scene.board in BOARDS
            assert all(piece.shape in SHAPES for piece in scene.pieces.values())
            assert scene.caption
            assert all(0 <= spot.x <= scene.width and 0 <= spot.y <= scene.height for spot in scene.spots)
            assert json.loads(json.dumps(scene.to_dict()))["caption"] == scene.caption


@pytest.mark.parametrize("game", zermelo.all_games())
def test_every_game_has_a_scene(game):
    state = zermelo.tree([[1, 2], [3, 4]]) if game == "tree" else zermelo.start(game)
    scene = scene_of(state)
    assert str(scene) == zermelo.view.board(state)
    assert scene.choices


def test_text_of_boards():
    assert str(scene_of(zermelo.start("tictactoe", "X../.O./..."))) == "  a b c\n1 X 2 3\n2 4 O 6\n3 7 8 9"
    assert str(scene_of(zermelo.start("othello"))).splitlines()[3:6] == [
        "3 . . . + . . . .",
        "4 . . + O X . . .",
        "5 . . . X O + . .",
    ]
    assert str(scene_of(zermelo.start("connect4", "4"))).endswith(". . . X . . .\n1 2 3 4 5 6 7")
    assert drawn(scene_of(zermelo.tree([[1, 2], 3]))).split() == ["▲", "E-1", "E-2", "▼", "3"]


def test_captions_and_winning_lines():
    won = scene_of(zermelo.start("tictactoe", "XXX/OO./..."))
    assert won.caption == "X wins"
    assert won.marks == {"a1": "win", "b1": "win", "c1": "win"}
    assert scene_of(zermelo.start("tictactoe", "XOX/XOO/OXX")).caption == "The game is drawn"
    assert scene_of(zermelo.start("othello")).caption == "Black to move; 2 black discs, 2 white"
    assert scene_of(zermelo.tree([3, 4]).play("E-2")).caption == "The end: 4 for MAX"
    assert scene_of(zermelo.tree("chance[3,4]")).caption == "Chance decides"
    four = scene_of(zermelo.start("connect4", "1213141"))
    assert four.marks == dict.fromkeys(("a1", "a2", "a3", "a4"), "win")


def test_a_column_is_clicked_anywhere_but_marked_where_the_stone_falls():
    scene = scene_of(zermelo.start("connect4", "44"))
    assert scene.places("4") == ("d3",)
    assert {spot for choice in scene.choices if choice.move == "4" for spot in choice.spots} == {
        f"d{row}" for row in range(1, 7)
    }


def test_men_in_stacks_and_plays_in_clicks():
    scene = scene_of(zermelo.start("backgammon", "XGID=aA----E-C---eE---c-e----A-:1:1:1:41:0:0:0:0:10"))
    ways = {choice.spots for choice in scene.choices if choice.move == "13/8"}
    assert ways == {("X13 O12", "X8 O17"), ("X13 O12", "X9 O16", "X9 O16", "X8 O17")}  # the 12-point is O's
    assert {choice.spots for choice in scene.choices if choice.move == "24/23 6/2"} == {
        ("X24 O1", "X23 O2", "X6 O19", "X2 O23"),
        ("X6 O19", "X2 O23", "X24 O1", "X23 O2"),
    }
    spot = scene.spot("X13 O12")
    assert (spot.piece, spot.count, [y for _, y in spot.stack]) == (
        "X",
        5,
        pytest.approx([1.05, 2.05, 3.05, 4.05, 5.05]),
    )
    assert [y for _, y in scene.spot("X8 O17").stack] == pytest.approx([11.45, 10.45, 9.45])
    assert scene.pieces[scene.spot("cube").piece].name == "2, X has it"
    assert scene.spot("O bar").piece == "O"
    assert scene.spot("X bar").piece == ""
    assert scene.caption == "X to play 41; pips X 144, O 144; cube 2, X has it"
    side = scene.narrow.spot("X8 O17")
    assert ([x for x, _ in side.stack], side.along) == (pytest.approx([0.8, 1.8, 2.8]), 3), "the board on its side"
    full = scene_of(zermelo.start("backgammon", "XGID=-O---------------------o--:0:0:1:00:0:0:0:0:0")).spot("X1 O24")
    assert full.more
    assert len(full.stack) == 5


def test_a_pass_is_a_button():
    games = (state for seed in range(100) for state in walks("othello", {}, seed))
    passing = next(state for state in games if state.moves() == ["pass"])
    assert scene_of(passing).choices[0].spots == ()


def test_the_last_move_is_marked():
    assert scene_after(zermelo.start("connect4"), "4").marks == {"d1": "last"}
    assert scene_after(zermelo.start("othello"), "d3").marks == {"d3": "last"}
    assert scene_after(zermelo.start("tictactoe", "XX./OO./..."), "c1").marks["c1"] == "win"
    assert scene_after(zermelo.tree([[1, 2], 3]), "E-1").marks == {}


def test_lines():
    assert in_a_row(["XXO", "O.X", "..O"], 3) == []
    assert in_a_row(["X.O", ".XO", "O.X"], 3) == [(0, 0), (1, 1), (2, 2)]
    assert set(in_a_row(["XXX", "X..", "X.."], 3)) == {(0, 0), (1, 0), (2, 0), (0, 1), (0, 2)}


def test_tricks():
    tricks = Tricks(["S2", "SA", "H3", "S9", "D4", "DK", "H2", "D5", "C9"], leader=3, trump="H")
    assert [len(won) for won in tricks.won] == [0, 4, 0, 4], "the trumps H3 of E and H2 of W"
    assert tricks.table == {3: "C9"}
    assert tricks.turn == 0
    assert tricks.played[1] == ["H3", "D4"]
    done = Tricks(["S2", "SA", "H3", "S9"], leader=3)
    assert (done.turn, done.table[0]) == (0, "SA"), "the trick lies there until the next is led"


@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_card_table(count):
    """Everything lies on the table, apart; cards that are moves are clicked, other moves are buttons."""
    hands = [Hand("me", ["SA", "ST", "H2"]), Hand("left", 5, "H9"), Hand("over", 4), Hand("right", ["D3", "C3"], "D2")]
    scene = card_table(hands[:count], ["H2", "pass"], turn=0, said="clubs are trumps")
    assert {choice.move: choice.spots for choice in scene.choices} == {"H2": ("H2",), "pass": ()}
    assert {"SA", "ST", "H2", "left holds", "left played"} <= {spot.name for spot in scene.spots}
    assert scene.pieces["ST"].text == "10♠"
    assert scene.pieces["left holds"].name == "5 hidden cards"
    places = [(spot.x, spot.y) for spot in scene.spots]
    assert all(0.4 <= x <= scene.width - 0.4 and 0.5 <= y <= scene.height - 0.5 for x, y in places)
    apart = [max(abs(a[0] - b[0]), abs(a[1] - b[1])) for a, b in combinations(places, 2)]
    assert min(apart) >= 0.99
    assert "▸ me" in str(scene)
    assert str(scene).endswith("clubs are trumps")


class Hop(zermelo.Game):
    """A stone hops along five squares; who reaches the end wins."""

    initial = (0, 0)

    def turn(self, state):
        return zermelo.OVER if state[0] >= 4 else state[1]

    def moves(self, state):
        yield from (1, 2)

    def play(self, state, move):
        return min(4, state[0] + move), 1 - state[1]

    def payoff(self, state, player):
        return 1 if player != state[1] else -1

    def name(self, state, move):
        return f"hop {move}"


class Drawn(Hop):
    def scene(self, state):
        row = "".join("*" if i == state[0] else "." for i in range(5))
        moves = {move: (state[0], min(4, state[0] + move)) for move in self.moves(state)} if state[0] < 4 else {}
        return grid([row], moves, pieces={"*": "the stone"})


class Rows(Hop):
    """Rows of stones; whoever fills the middle wins."""

    initial = (((0, 1, 2), (0, 0, 0), (2, 0, 1)), 0)

    def turn(self, state):
        return zermelo.OVER if state[0][1][1] else state[1]

    def moves(self, state):
        yield from ((y, x) for y in range(3) for x in range(3) if not state[0][y][x])

    def play(self, state, move):
        rows = [list(row) for row in state[0]]
        rows[move[0]][move[1]] = state[1] + 1
        return tuple(map(tuple, rows)), 1 - state[1]

    def name(self, state, move):
        return f"{move[0]}{move[1]}"


def test_a_state_of_rows_is_drawn_as_a_board():
    scene = scene_of(zermelo.start(Rows))
    assert (scene.width, scene.height, scene.board) == (3, 3, "lines")
    assert [spot.piece for spot in scene.spots] == ["", "X", "O", "", "", "", "O", "", "X"]
    assert {choice.move: choice.spots for choice in scene.choices}["10"] == ("a2",)
    assert found_grid(("X.", ".O"), [0, 3]).choices[1].spots == ("b2",)
    columns = found_grid(("...", "X..", "XO."), [0, 1, 2])
    assert [choice.spots for choice in columns.choices] == [("a1",), ("b2",), ("c3",)], "stones fall"
    assert found_grid((3, 4, 5), [1]) is None
    assert found_grid(("ab", "c"), []) is None
    assert found_grid(((10, 11), (12, 13)), []) is None


def test_own_games_without_a_scene():
    scene = scene_of(zermelo.start(Hop))
    assert scene.text == "(0, 0)"
    assert [choice.move for choice in scene.choices] == ["hop 1", "hop 2"]
    assert scene.caption == "First to move"

    class Lettered(Hop):
        def board(self, state):
            return "." * state[0] + "*"

    assert scene_of(zermelo.start(Lettered)).text == "*"


def test_own_scenes():
    scene = scene_of(zermelo.start(Drawn))
    assert scene.choices[1].spots == ("a1", "c1")
    assert scene.choices[1].move == "hop 2"
    assert scene.pieces["*"].name == "the stone"
    assert str(scene) == "  a b c d e\n1 * . . . ."
    assert zermelo.view.board(zermelo.start(Drawn, (4, 0))).endswith(". . . . *")


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: 1 / 0, r"scene\(\(0, 0\)\) raised ZeroDivisionError"),
        (lambda: "X.", "returned str, not a Scene"),
        (lambda: grid(["X."], {7: "a1"}), "the choice 7 is no legal move"),
        (lambda: grid(["X."], {1: "c1"}), "'c1' is no square of the board"),
        (lambda: grid(["X.", "."]), "rows of one length"),
        (lambda: grid([]), "rows of one length"),
        (lambda: grid(["X"], names="1a"), "names='1a'"),
        (lambda: zermelo.Scene(board="felt"), "board='felt'"),
        (lambda: zermelo.Scene(1, 1, spots=(zermelo.Spot("a", 0, 0),) * 2), "two spots have the name 'a'"),
        (lambda: zermelo.Scene(1, 1, spots=(zermelo.Spot("a", 0, 0, "K"),)), "lies 'K'"),
        (lambda: zermelo.Scene(pieces={"K": zermelo.Piece("king", "blob")}), "the shape 'blob'"),
        (lambda: zermelo.Scene(marks={"z": "last"}), "there is no spot 'z'"),
    ],
)
def test_scenes_that_are_wrong(make, words):
    class Wrong(Hop):
        def scene(self, state):
            return make()

    with pytest.raises(GameError, match=words):
        scene_of(zermelo.start(Wrong))


def test_moves_nobody_draws_become_buttons():
    class Half(Hop):
        def scene(self, state):
            return grid(["...."], {1: 1})

    assert [(each.move, each.spots) for each in scene_of(zermelo.start(Half)).choices] == [
        ("hop 1", ("b1",)),
        ("hop 2", ()),
    ]


def test_very_many_moves():
    class Wide(Hop):
        def moves(self, state):
            yield from range(1, 10_000)

    assert len(scene_of(zermelo.start(Wide)).choices) == MOST_BUTTONS
    assert len(scene_of(zermelo.tree(list(range(40)))).spots) == 0


def test_names_from_below():
    scene = grid("..\nX.", ["a2"], names="a1 up")
    assert scene.spot("a1").piece == "X"
    assert scene.spot("a2").y == 0.5
    with pytest.raises(ValueError, match="no spot"):
        scene.spot("c3")
