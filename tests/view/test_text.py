"""Drawings in text."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.errors import GameError
from zermelo.view import board, table, tree
from zermelo.view.plot import plot, short
from zermelo.view.text import MOST_LINES, lines_table


class Heap(zermelo.Game):
    initial = (9, 0)

    def turn(self, state):
        return state[1] if state[0] else zermelo.OVER

    def moves(self, state):
        yield from range(1, min(2, state[0]) + 1)

    def play(self, state, move):
        return state[0] - move, 1 - state[1]

    def payoff(self, state, player):
        return 1 if player != state[1] else -1


def test_boards():
    assert board(zermelo.start("tictactoe", "X../.O./...")) == "  a b c\n1 X 2 3\n2 4 O 6\n3 7 8 9"
    assert board(zermelo.start("connect4", "4")).endswith(". . . X . . .\n1 2 3 4 5 6 7")
    assert board(zermelo.tree([1, 2])) == "[1,2]"


def test_boards_of_own_games():
    class Drawn(Heap):
        def board(self, state):
            return "|" * state[0]

    class Broken(Heap):
        def board(self, state):
            return 1 / 0

    assert board(zermelo.start(Heap)) == "(9, 0)"
    assert board(zermelo.start(Drawn)) == "|||||||||"
    with pytest.raises(GameError, match=r"board\(\(9, 0\)\) raised ZeroDivisionError"):
        board(zermelo.start(Broken))


def test_tables():
    text = table(("name", "nodes", "share"), [("a", 1234567, 0.5), ("long name", 3, None)])
    assert text.splitlines() == [
        "name           nodes  share",
        "─────────  ─────────  ─────",
        "a          1,234,567    0.5",
        "long name          3",
    ]
    assert table(("empty",), []) == "empty\n─────"


def test_result_tables():
    result = zermelo.search(zermelo.start("tictactoe", "X.O/.O./XXO"), best="all")
    assert [line.split()[:2] for line in lines_table(result).splitlines()[2:]] == [
        ["a2", "win"],
        ["c2", "draw"],
        ["b1", "loss"],
    ]


def test_a_tree_without_a_search():
    assert tree(zermelo.tree([[1, 2], 3])).splitlines() == [
        "▲",
        "├─ E-1 ▼",
        "│  ├─ E-3 □ 1",
        "│  └─ E-4 □ 2",
        "└─ E-2 □ 3",
    ]
    assert "◆ 0.5" not in tree(zermelo.tree("chance[1,2]"))
    assert "E-1 (0.5) □ 1" in tree(zermelo.tree("chance[1,2]"))


def test_an_alpha_beta_walk():
    """S4.6: value 7; 5, 4, 2 and 1 are never visited."""
    root = zermelo.tree([[9, 8, 7], [6, 5, 4], [3, 2, 1]])
    text = tree(root, zermelo.search(root, method="alphabeta", trace=True).trace)
    assert text.splitlines()[0] == "▲ 7  (-∞, ∞)"
    assert "├─ E-2 ▼ ≤6  (7, ∞)  alpha cut" in text
    assert [line.split()[-2] for line in text.splitlines() if "✂" in line] == ["E-8", "E-9", "E-11", "E-12"]


def test_a_scout_walk_shows_null_windows():
    root = zermelo.tree([[[3, 17], [2, 12]], [[15], [25, 0]], [[2, 5], [3]]])
    text = tree(root, zermelo.search(root, method="scout", trace=True).trace)
    assert "scout" in text
    assert "again" in text
    assert "(12, 12+)" in text


def test_large_trees_are_cut():
    assert len(tree(zermelo.start("tictactoe")).splitlines()) == MOST_LINES + 1
    trace = zermelo.search(zermelo.start("tictactoe"), method="alphabeta", trace=True).trace
    assert len(tree(zermelo.start("tictactoe"), trace).splitlines()) == MOST_LINES + 1


def test_long_games_do_not_overflow_the_stack():
    class Long(Heap):
        initial = (3000, 0)
        max_plies = 4000

        def moves(self, state):
            yield 1

    assert len(tree(zermelo.start(Long)).splitlines()) == MOST_LINES + 1
    trace = zermelo.search(zermelo.start(Long), method="alphabeta", depth=1500, trace=True).trace
    assert len(tree(zermelo.start(Long), trace).splitlines()) == 1501


def test_plots():
    text = plot({"fast": [(1, 10), (2, 100), (3, 1000)], "slow": [(1, 1), (3, 10)]}, title="growth", x_label="depth")
    assert text.startswith("growth\n")
    assert text.endswith("  ● fast\n  ■ slow")
    assert text.count("●") == 4
    assert "1k" in text
    assert plot({}) == "nothing to plot"
    assert plot({"flat": [(1, 5), (2, 5)]}, log=False).count("●") == 3
    assert "●" in plot({"zero": [(1, 0.0), (2, 3.0)]})


def test_short_numbers():
    assert [short(x) for x in (1, 1500, 2e6, 3e9, 4e12, 0.25)] == ["1", "1.5k", "2M", "3G", "4T", "0.25"]
