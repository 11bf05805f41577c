"""Facts of the curriculum: node counts, values and walks that were computed by others (rows S0, S1, S4)."""

from __future__ import annotations

import itertools
import math
from functools import cache

import pytest
from plain_minimax import minimax, quickest, root_values, walk

import zermelo
from zermelo import METHODS, search
from zermelo.counting import TreeSize
from zermelo.games.tree.game import answer, edges

# --- tic-tac-toe, solved once more from scratch: a board is a string of nine, nothing is shared with the package ---

ROWS = ("012", "345", "678", "036", "147", "258", "048", "246")


@cache
def solved(board: str, mover: str) -> int:
    """1 if the player to move wins, 0 for a draw, -1 if it loses."""
    other = "O" if mover == "X" else "X"
    if any(all(board[int(i)] == other for i in row) for row in ROWS):
        return -1
    free = [i for i in range(9) if board[i] == "."]
    return max((-solved(board[:i] + mover + board[i + 1 :], other) for i in free), default=0)


def positions() -> dict[str, zermelo.State]:
    """Every position that can arise, by its text."""
    found: dict[str, zermelo.State] = {}
    waiting = [zermelo.start("tictactoe")]
    while waiting:
        state = waiting.pop()
        if state.text not in found:
            found[state.text] = state
            waiting += [state.play(move) for move in state.moves()]
    return found


ALL = positions()


def test_there_are_5478_positions() -> None:
    assert len(ALL) == 5478
    images = {state.canonical().text for state in ALL.values()}
    assert len(images) == 765
    assert sum(ALL[text].is_over for text in images) == 138


@pytest.mark.parametrize("method", METHODS)
def test_every_position_is_solved(method: str) -> None:
    for text, state in ALL.items():
        mover = "XO"[text.count("X") > text.count("O")]
        wanted = solved(text.replace("/", ""), mover)
        result = search(state, method=method, memory_mb=0.05)
        assert result.score is not None
        assert result.solved
        assert result.score.proved
        if state.is_over:
            assert result.move is None
            assert result.score.for_player("XO".index(mover)).value == wanted
        else:
            assert result.score.value == wanted, text
            assert result.score.outcome == {1: "win", 0: "draw", -1: "loss"}[wanted]
            assert -solved(state.play(result.move).text.replace("/", ""), "O" if mover == "X" else "X") == wanted


def test_every_position_is_solved_with_symmetry_and_for_all_moves() -> None:
    for text, state in itertools.islice(ALL.items(), 0, None, 5):
        if state.is_over:
            continue
        mover = "XO"[text.count("X") > text.count("O")]
        other = "O" if mover == "X" else "X"
        wanted = {move: -solved(state.play(move).text.replace("/", ""), other) for move in state.moves()}
        for keywords in ({"method": "auto"}, {"method": "alphabeta"}, {"method": "mtd"}):
            every = search(state, best="all", memory_mb=0.05, **keywords)
            assert {line.move: line.score.value for line in every.lines} == wanted
        folded = search(state, method="scout+table", symmetry=True, memory_mb=0.05)
        assert folded.score.value == max(wanted.values())
        assert wanted[folded.move] == folded.score.value


def test_quick_wins_and_slow_losses() -> None:
    """The distance to the end, against brute force, on positions from the third stone on."""
    some = [state for text, state in ALL.items() if 9 - text.count(".") >= 3 and not state.is_over][::23]
    assert len(some) > 150
    for state in some:
        outcome, plies = quickest(state)
        for keywords in (
            {"method": "auto"},
            {"method": "minimax", "quick": True},
            {"method": "alphabeta", "quick": True},
            {"method": "mtd", "quick": True},
            {"method": "deepening", "quick": True, "etc": True},
        ):
            score = search(state, memory_mb=0.05, **keywords).score.for_player(0)
            assert score.value == outcome, (state, keywords)
            if outcome:
                assert score.plies == plies, (state, keywords)


# --- S4.1, S4.4: how many nodes ---

EMPTY = zermelo.start("tictactoe")


@pytest.mark.parametrize(
    ("keywords", "nodes"),
    [
        ({"method": "minimax"}, 549_946),
        ({"method": "alphabeta"}, 18_297),
        ({"method": "alphabeta", "best": "all"}, 30_710),
        ({"method": "alphabeta", "cut": ">"}, 146_120),
        ({"method": "alphabeta", "window": (-1, 1)}, 16_811),
        ({"method": "alphabeta", "order": "prior"}, 7_275),
        ({"method": "alphabeta", "table": True}, 4_866),
    ],
)
def test_first_move(keywords: dict[str, object], nodes: int) -> None:
    result = search(EMPTY, **keywords)
    assert result.nodes == nodes
    assert result.score.value == 0


@pytest.mark.parametrize(
    ("square", "minimax_nodes", "alphabeta_nodes"), [(1, 59_705, 4_090), (2, 63_905, 6_062), (5, 55_505, 6_139)]
)
def test_reply(square: int, minimax_nodes: int, alphabeta_nodes: int) -> None:
    state = EMPTY.play(str(square))
    assert search(state, method="minimax").nodes == minimax_nodes
    assert search(state, method="alphabeta", best="all").nodes == alphabeta_nodes


def test_tree_size() -> None:
    assert zermelo.tree_size(EMPTY) == TreeSize(549_946, 255_168, 131_184, 77_904, 46_080)


# --- the walks ---


@pytest.mark.parametrize("board", ["X.O/.O./XXO", "X.O/.X./XOO"])
def test_the_ending(board: str) -> None:
    """S4.5: X to move, three squares are free."""
    result = search(zermelo.start("tictactoe", board), method="minimax", best="all")
    assert {line.move: line.score.value for line in result.lines} == {"b1": -1, "a2": 1, "c2": 0}


def pruned_leaves(source: list[list[int]]) -> tuple[float, list[float]]:
    state = zermelo.tree(source)
    result = search(state, method="alphabeta", trace=True)
    leaves = []
    for path in result.trace.pruned_paths():
        at = state
        for move in path:
            at = at.play(move)
        leaves.append(at.payoff(0))
    return result.score.value, leaves


def test_the_lecture_trees() -> None:
    assert pruned_leaves([[9, 8, 7], [6, 5, 4], [3, 2, 1]]) == (7, [5, 4, 2, 1])  # S4.6
    assert pruned_leaves([[-5, 4, 1], [-6, -4, -2], [6, -3, -6]]) == (-5, [-4, -2])  # S0.3


@pytest.mark.parametrize("put", [-math.inf, -100, -5, 0, 100, math.inf])
def test_what_is_never_looked_at_cannot_matter(put: float) -> None:
    value, _ = pruned_leaves([[-5, 4, 1], [-6, put, put], [6, -3, -6]])
    assert value == -5


def test_two_plies_with_e_of_p() -> None:
    """S4.8: centre 1, corner -1, side -2; symmetry leaves three first moves."""
    folded = search(EMPTY, depth=2, method="minimax", symmetry=True, best="all")
    assert {line.move: line.score.value for line in folded.lines} == {"b2": 1, "a1": -1, "b1": -2}
    full = search(EMPTY, depth=2, method="minimax", best="all")
    corners, sides = {"a1", "c1", "a3", "c3"}, {"b1", "a2", "c2", "b3"}
    wanted = {"b2": 1.0} | dict.fromkeys(corners, -1.0) | dict.fromkeys(sides, -2.0)
    assert {line.move: line.score.value for line in full.lines} == wanted


def test_e_of_p_counts_open_lines() -> None:
    for state in itertools.islice(ALL.values(), 0, None, 37):
        if state.is_over:
            continue
        board = state.text.replace("/", "")
        x = sum(all(board[int(i)] != "O" for i in row) for row in ROWS)
        o = sum(all(board[int(i)] != "X" for i in row) for row in ROWS)
        assert (state.evaluate(0), state.evaluate(1)) == (x - o, o - x)


# S4.9: a binary tree of 30 edges with values of our own; the answers are those of the lecture's problem.
PRACTICE = [
    [[[30, 18], [3, 10]], [[28, 13], [12, 21]]],
    [[[25, 17], [16, 7]], [[11, 6], [8, 20]]],
]


def test_the_practice_problem() -> None:
    problem = answer(zermelo.tree(PRACTICE))
    assert len(edges(problem.root)) == 30
    assert problem.best == "E-1"
    assert problem.pruned == ("E-18", "E-22", "E-26", "E-28", "E-30")
    assert problem.unexamined == problem.pruned
    assert problem.value == minimax(problem.root) == root_values(problem.root)["E-1"]


def test_edges_are_numbered_level_by_level() -> None:
    numbered = edges(zermelo.tree([[1, 2], [3, [4, 5]]]))
    assert [edge.name for edge in numbered] == [f"E-{i}" for i in range(1, 9)]
    assert [edge.path for edge in numbered][2:4] == [("E-1", "E-3"), ("E-1", "E-4")]
    assert numbered[-1].path == ("E-2", "E-6", "E-8")
    assert [edge.state.payoff(0) for edge in numbered if edge.state.is_over] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("seed", range(5))
def test_practice_problems_have_the_answers_they_say(seed: int) -> None:
    problem = zermelo.practice_tree(depth=4, branching=2, prunings=4, seed=seed)
    values = root_values(problem.root)
    assert problem.value == max(values.values()) == values[problem.best]
    assert sorted(values.values())[-2] < problem.value
    assert len(problem.pruned) == 4
    names = {edge.name for edge in edges(problem.root)}
    visited = {node.move for node in search(problem.root, method="alphabeta", trace=True).trace.visited()} - {None}
    assert names - visited == set(problem.unexamined)


# --- m,n,k and counting ---


@pytest.mark.parametrize(
    ("size", "outcome"),
    [((3, 3, 3), "draw"), ((4, 3, 3), "win"), ((4, 4, 3), "win"), ((5, 5, 3), "win"), ((4, 4, 4), "draw")],
)
def test_mnk_values(size: tuple[int, int, int], outcome: str) -> None:
    m, n, k = size
    result = search(zermelo.start("mnk", m=m, n=n, k=k), depth=math.inf, symmetry=True)
    assert result.solved
    assert result.score.outcome == outcome


@pytest.mark.slow
def test_mnk_544_is_a_draw() -> None:
    result = search(zermelo.start("mnk", m=5, n=4, k=4), depth=math.inf, symmetry=True, memory_mb=256)
    assert result.score.outcome == "draw"


def test_counting_agrees_with_walking() -> None:
    for name, options in (
        ("tictactoe", {}),
        ("connect4", {"width": 4, "height": 3}),
        ("synthetic", {"branching": 3, "meetings": 2}),
    ):
        state = zermelo.start(name, **options)
        by_ply = [0] * 5
        for move_count in range(5):
            by_ply[move_count] = sum(1 for _ in exactly(state, move_count))
        assert [zermelo.count(state, n) for n in range(5)] == by_ply
        assert zermelo.tree_size(state, 4).nodes == sum(1 for _ in walk(state, 4))
        distinct = [len(set(exactly(state, n))) for n in range(5)]
        assert zermelo.distinct_positions(state, 4) == distinct


def exactly(state: zermelo.State, plies: int):
    """Every position after this many moves, as often as it is reached."""
    if plies == 0:
        yield state
    else:
        for move in state.moves():
            yield from exactly(state.play(move), plies - 1)
