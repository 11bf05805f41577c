"""Drawings: well-formed, said aloud, the same every time, and they show what the search did."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

import zermelo
from zermelo.view.outline import outline, plain_outline
from zermelo.view.scene import scene_after
from zermelo.view.svg import board_svg
from zermelo.view.tree_layout import place
from zermelo.view.tree_svg import outline_svg, tree_svg
from zermelo.view.walk import walk, walk_of

SLIDES = [[9, 8, 7], [6, 5, 4], [3, 2, 1]]
SVG = "{http://www.w3.org/2000/svg}"


def texts(svg):
    """What is written in a drawing; it must be well-formed and say what it shows."""
    root = ElementTree.fromstring(svg)
    assert root.get("role") == "img"
    assert root.find(f"{SVG}title").get("id") == root.get("aria-labelledby")
    assert root.find(f"{SVG}desc").get("id") == root.get("aria-describedby")
    assert root.find(f"{SVG}title").text
    assert root.find(f"{SVG}desc").text
    assert "prefers-color-scheme: dark" in svg
    return [each.text for each in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("game", sorted(zermelo.all_games()))
def test_boards_of_all_games(game):
    state = zermelo.tree(SLIDES) if game == "tree" else zermelo.start(game)
    assert texts(board_svg(state))
    assert board_svg(state) == board_svg(state)


def test_boards():
    svg = board_svg(zermelo.start("tictactoe", "X.O/.O./XXO"))
    assert {"2", "4", "6", "a", "1"} <= set(texts(svg))
    assert "X to move. X on a1, O on c1, O on b2, X on a3, X on b3, O on c3." in svg
    assert "The board is empty." in board_svg(zermelo.start("connect4"))
    last = board_svg(scene_after(zermelo.start("othello"), "d3"))
    assert last.count("stroke-dasharray") == 1
    assert "black disc on d3" in last


def test_texts_are_escaped():
    class Odd(zermelo.Game):
        initial = "<b>&\x07"
        title = "<script>"

        def turn(self, state):
            return 0

        def moves(self, state):
            yield 1

        def play(self, state, move):
            return state

        def payoff(self, state, player):
            return 0

        def text(self, state):
            return state

    svg = board_svg(zermelo.start(Odd))
    assert texts(svg) == ["<b>&�"]
    assert "<script>" not in svg


def test_the_alpha_beta_walk_of_the_slides():
    """S4.6"""
    svg = tree_svg(walk(zermelo.tree(SLIDES)))
    said = texts(svg)
    assert {"7", "≤6", "≤3", "✂ E-8", "✂ E-9", "✂ E-11", "✂ E-12"} <= set(said)
    assert "Value 7 for MAX, best move E-1; 9 nodes visited." in said
    assert "Pruned (✂): E-8, E-9, E-11, E-12." in said
    assert "α cut-off" in said
    assert "≥" in " ".join(said)
    assert "fail-soft" in " ".join(said)


def test_the_deep_cutoff_of_the_slides():
    """S0.3"""
    said = texts(tree_svg(walk(zermelo.tree([[-5, 4, 1], [-6, -4, -2], [6, -3, -6]]))))
    assert "Value −5 for MAX, best move E-1; 11 nodes visited." in said
    assert "Pruned (✂): E-8, E-9." in said


def test_the_tictactoe_ending_of_the_slides():
    """S4.5: −1, +1 and 0."""
    tree = outline(walk(zermelo.start("tictactoe", "X.O/.O./XXO"), method="minimax"))
    assert {twig.edge: twig.value for twig in tree.root.children} == {"b1": "−1", "a2": "1", "c2": "0"}


def test_the_practice_problem_of_the_slides():
    """S4.9: a binary tree with edges E-1 to E-30, best first move E-1."""
    root = zermelo.tree("[[[[8,7],[5,9]],[[6,4],[3,8]]],[[[9,6],[2,7]],[[3,5],[1,9]]]]")
    said = texts(tree_svg(walk(root)))
    names = [each.removeprefix("✂ ") for each in said if re.fullmatch(r"(✂ )?E-\d+", each)]
    assert sorted(names, key=lambda name: int(name[2:])) == [f"E-{i}" for i in range(1, 31)]
    assert [each for each in said if each.startswith("✂ E")] == [f"✂ E-{i}" for i in (18, 22, 26, 28, 30)]
    assert "Pruned (✂): E-18, E-22, E-26, E-28, E-30." in said
    assert any("best move E-1;" in each for each in said)


def test_what_lies_below_pruned_edges_is_drawn_as_unseen():
    tree = outline(walk(zermelo.tree([[5], [3, [7, [8, 9]]]])))
    assert [twig.edge for twig in tree.twigs if twig.kind == "unseen"] == ["E-6", "E-7", "E-8", "E-9"]
    assert tree.drawn == 10


def test_scout_tables_and_deepening():
    scout = texts(tree_svg(walk(zermelo.tree([[[3, 17], [2, 12]], [[15], [25, 0]], [[2, 5], [3]]]), method="scout")))
    assert {"scout", "again", "(12, 12+)"} <= set(scout)
    twice = outline(walk(zermelo.tree([[3, 4], [5, 6]]), method="scout"))
    assert [(twig.edge, twig.best) for twig in twice.root.children] == [("E-1", False), ("E-2", False), ("E-2", True)]
    shown = walk(zermelo.start("connect4"), method="deepening", depth=3)
    assert "Drawn is the last of" in " ".join(texts(tree_svg(shown)))
    assert 'stroke-dasharray="1.5 4.5"' in tree_svg(
        walk(zermelo.start("tictactoe"), method="scout+table", depth=5), 3000
    )


def test_what_is_not_drawn_is_said():
    shown = walk(zermelo.start("tictactoe"), depth=4)
    said = " ".join(texts(tree_svg(shown, most=50)))
    assert "Drawn are the first" in said
    assert f"of {shown.trace.size:,} recorded nodes" in said
    capped = walk(zermelo.start("tictactoe"), depth=6, cap=100)
    assert "The record ends after 100 nodes; the search went on." in " ".join(texts(tree_svg(capped, most=2000)))
    whole = plain_outline(zermelo.start("tictactoe"), most=100)
    assert any("+n" in each for each in whole.said)
    assert sum(twig.hidden for twig in whole.twigs)


def test_every_node_is_drawn_once_or_counted():
    shown = walk(zermelo.start("tictactoe"), depth=3, method="minimax")
    tree = outline(shown, most=10_000)
    assert tree.drawn == shown.trace.size
    assert not any(twig.hidden for twig in tree.twigs)


def test_chance():
    svg = tree_svg(zermelo.tree("[chance[0.25:3,0.75:[4,5]],[1,chance[0.5:-2,0.5:8]]]"))
    assert {"E-3 (0.25)", "E-4 (0.75)"} <= set(texts(svg))
    assert "◆ chance" in " ".join(texts(svg))


def overlaps(tree, width):
    levels = {}
    for twig in tree.twigs:
        levels.setdefault(twig.level, []).append(twig)
    for row in levels.values():
        places = sorted((twig.x - width(twig) / 2, twig.x + width(twig) / 2) for twig in row)
        if any(left < right - 1e-6 for (_, right), (left, _) in pairwise(places)):
            return True
    return False


@pytest.mark.parametrize("seed", range(25))
def test_nothing_overlaps_and_parents_stand_in_the_middle(seed):
    root = zermelo.random_tree(5, (1, 2, 3, 4), seed=seed, early=0.3)
    tree = plain_outline(root, most=3000)
    left, right = place(tree.twigs, lambda twig: 10.0 + len(twig.edge), 4.0)
    assert not overlaps(tree, lambda twig: 10.0 + len(twig.edge))
    for twig in tree.twigs:
        assert left <= twig.x <= right
        if twig.children:
            assert twig.x == pytest.approx((twig.children[0].x + twig.children[-1].x) / 2)


def test_deep_chains_do_not_overflow_the_stack():
    nested = 1
    for _ in range(190):
        nested = [nested]
    assert texts(tree_svg(zermelo.tree(nested)))


def test_traces_know_their_position():
    found = zermelo.search(zermelo.tree(SLIDES), method="alphabeta", cut=">", trace=True)
    assert "a value cuts off on >" in walk_text(walk_of(found))
    assert walk_of(found.trace).state == zermelo.tree(SLIDES)
    with pytest.raises(ValueError, match="trace=True"):
        walk_of(zermelo.search(zermelo.tree(SLIDES)))


def walk_text(shown):
    return " ".join(outline(shown).said)


def test_notebook_reprs():
    root = zermelo.tree(SLIDES)
    found = zermelo.search(root, method="alphabeta", trace=True)
    assert "7" in texts(found.trace._repr_svg_())
    assert "E-12" in texts(root._repr_svg_())
    assert re.search(r"<td[^>]*>≤ 6</td>", found._repr_html_())
    assert texts(zermelo.start("othello")._repr_svg_())
    record = zermelo.play(zermelo.start("connect4", width=5, height=4), players=[zermelo.Random(1), zermelo.Random(2)])
    assert "<svg" in record._repr_html_()
    assert record.moves[0].move in record._repr_html_()
    quick = zermelo.Searcher("alphabeta", zermelo.Limit(depth=2))
    review = zermelo.review(
        zermelo.start("connect4", width=5, height=4), [each.move for each in record.moves], player=quick
    )
    assert "<svg" in review._repr_html_()


def test_an_empty_outline_of_a_finished_game():
    over = zermelo.tree([1, 2]).play("E-1")
    assert texts(outline_svg(plain_outline(over), "a leaf"))
    with pytest.raises(ValueError, match="the game is over"):
        walk(over)
    with pytest.raises(ValueError, match="nothing is searched"):
        walk(zermelo.tree(SLIDES), depth=0)


def test_stacks_tell_how_many_men_there_are():
    state = zermelo.start("backgammon", "XGID=bA----H-B-----A------a-hdC:1:-1:1:52:0:0:0:0:10")
    drawn = board_svg(state)
    assert {"8", "2", "3", "154", "74", "off"} <= set(texts(drawn))
    assert drawn.count('r="0.46"') == 1 + 2 + 1 + 5 + 1 + 5 + 4 + 1 + 1  # of eight men five are drawn, on the bar one
    assert drawn.count('r="0.33"') == 2  # the ring makes room for a number on O's 2-point and bar only
    assert "8 × man of O on X23 O2" in drawn
