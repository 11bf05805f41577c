"""Proof-number search: who wins, proved, in games with loops and without; and nothing claimed before."""

from __future__ import annotations

import random

import pytest
from small_games import Board, Breakthrough, Dodgem, Graph, Hex, Hexapawn, PongHauKi
from test_endgames import positions, random_graph

import zermelo
from zermelo import Result, Score, State, Stop, endgames, search, solve, start

TICTACTOE = start("tictactoe")


def proved(state: State, **more: object) -> Score:
    """What a proof says of a position: solved, exact and proved."""
    result = search(state, method="proof", nodes=50_000_000, **more)
    score = result.score
    assert result.solved
    assert result.stopped == "solved"
    assert score is not None
    assert score.proved
    assert score.bound == "exact"
    assert score.outcome is not None
    assert result.move in state.moves()
    assert result.line[0] == result.move
    return score


def test_every_position_of_tictactoe() -> None:
    table = endgames(TICTACTOE)
    every = sorted((each for each in positions(TICTACTOE) if not each.is_over), key=str)
    for state in random.Random(1).sample(every, 400):
        score = proved(state)
        assert score.value == table.value(state)
        assert score.plies is None


def test_its_move_keeps_the_value() -> None:
    table = endgames(TICTACTOE)
    every = sorted((each for each in positions(TICTACTOE) if not each.is_over), key=str)
    for state in random.Random(2).sample(every, 200):
        result = search(state, method="proof")
        after = state.play(result.move)
        value = table.value(after)
        assert value is not None
        assert table.value(state) == (after.payoff(state.turn) if after.is_over else -value)


def test_all_moves() -> None:
    state = start("tictactoe", "X.O/.X./..O")
    table = endgames(state)
    result = search(state, method="proof", best="all")
    assert [each.score.value for each in result.lines] == sorted(
        (each.score.value for each in result.lines), reverse=True
    )
    for each in result.lines:
        after = state.play(each.move)
        assert each.score.proved
        assert each.score.value == (after.payoff(state.turn) if after.is_over else -(table.value(after) or 0))


def test_graphs_with_loops() -> None:
    """Graphs in which a disproof that came round by one path is wrong on another; see tests/native for many more."""
    rng = random.Random(7)
    for _ in range(150):
        graph = random_graph(rng, points=False)
        every = [start(graph, i) for i in range(len(graph.nodes))]
        table = endgames(every)
        for state in every:
            if not state.is_over:
                assert proved(state).value == table.value(state)


def test_a_disproof_that_goes_with_its_path() -> None:
    """From 0 by way of 1, 2 goes back to 1: no win that way. By way of 3 it wins, and must not be taken for lost."""
    graph = Graph([(1, (1, 3)), (0, (2,)), (0, (1, 4)), (0, (2,)), (1, (5,)), 1.0])
    assert proved(start(graph)).outcome == "loss"
    loop = Graph([(0, (1,)), (1, (0, 2)), 1.0])
    assert proved(start(loop)).outcome == "draw"


@pytest.mark.parametrize(
    ("game", "outcome"),
    [
        (Hexapawn(3, 3), "loss"),
        (Hexapawn(4, 4), "win"),
        (Hexapawn(3, 5), "win"),
        (Dodgem(3), "win"),
        (PongHauKi(), "draw"),
        (Breakthrough(3, 4), "loss"),
        (Breakthrough(4, 4), "loss"),
    ],
    ids=[
        "hexapawn 3x3",
        "hexapawn 4x4",
        "hexapawn 3x5",
        "dodgem",
        "pong hau k'i",
        "breakthrough 3x4",
        "breakthrough 4x4",
    ],
)
def test_known_games(game: zermelo.Game, outcome: str) -> None:
    assert proved(start(game)).outcome == outcome


def openings(size: int) -> str:
    """The winning first moves of Hex, as stars on a board."""
    state = start(Hex(size))
    wins = {move for move in state.moves() if proved(state.play(move)).outcome == "loss"}
    cells = ["*" if i in wins else "." for i in range(size * size)]
    return "/".join("".join(cells[size * y : size * (y + 1)]) for y in range(size))


@pytest.mark.parametrize(("size", "board"), [(2, ".*/*."), (3, "..*/***/*..")])
def test_openings_of_hex(size: int, board: str) -> None:
    assert openings(size) == board


@pytest.mark.slow
def test_openings_of_larger_hex() -> None:
    assert openings(4) == "...*/..*./.*../*..."


def test_connect_four_against_its_solver() -> None:
    rng = random.Random(3)
    for _ in range(12):
        state = start("connect4", width=5, height=4)
        while not state.is_over and len(state.moves()) > 2 and rng.random() < 0.95:
            state = state.play(rng.choice(state.moves()))
        if state.is_over:
            continue
        score = search(state, depth=float("inf")).score
        assert score is not None
        assert proved(state).outcome == score.outcome


def unfinished(result: Result) -> bool:
    return not result.solved and (result.score is None or (str(result.score), result.score.proved) == ("≤ draw", True))


def test_an_unfinished_proof_claims_nothing_but_what_was_proved() -> None:
    state = start("mnk", m=4, n=4, k=4)
    for nodes in (1, 10, 1000, 100_000):
        result = search(state, method="proof", nodes=nodes)
        assert unfinished(result)
        assert (result.nodes, result.stopped) == (nodes, "nodes")
        assert result.move in state.moves()
        assert not search(state, method="proof", nodes=nodes, best="all").solved
    stop = Stop()
    stop.set()
    assert search(state, method="proof", depth=float("inf"), stop=stop).stopped == "cancelled"
    assert unfinished(search(state, method="proof", seconds=0.01))


def test_little_memory_is_enough() -> None:
    state = start("mnk", m=4, n=3, k=3)
    usual = search(state, method="proof", nodes=10_000_000)
    small = search(state, method="proof", nodes=10_000_000, memory_mb=0.01)
    assert usual.score == small.score
    assert usual.score is not None
    assert usual.score.outcome == "win"
    assert small.counts.table_used == 1.0 > usual.counts.table_used


def test_mirror_images() -> None:
    plain, mirrored = (search(TICTACTOE, method="proof", symmetry=each) for each in (False, True))
    assert plain.score == mirrored.score
    assert mirrored.nodes < plain.nodes / 3


def test_positions_before_the_root_take_the_proof_away() -> None:
    state = start(Dodgem(3))
    step = state.play(state.moves()[0])
    result = search(step, method="proof", nodes=1_000_000, history=[state])
    assert result.score is not None
    assert not result.score.proved
    assert not result.solved
    assert result.score.bound == "about"
    assert "as if no positions had come before" in result.note


def test_positions_that_come_back_by_keys_of_their_own() -> None:
    """Wins over whole positions may come back to a key on the way: they are not called proved."""

    class Keyed(Dodgem):
        def repetition_key(self, state: Board) -> str:
            return state[0]

    state = start(Keyed(3))
    for more in ({"method": "proof", "nodes": 1_000_000}, {"depth": 1, "endgames": endgames(state)}):
        result = search(state, **more)
        assert result.score is not None
        assert result.score.value == 1
        assert not result.score.proved
        assert not result.solved
    assert not solve(state, nodes=2_000).solved


def test_what_is_refused() -> None:
    for state, why in [
        (start("othello"), "proof cannot search othello: its payoffs are points, and a proof only says who wins"),
        (start("backgammon"), "it has chance nodes"),
        (start("kuhn"), "it hides information"),
        (start("hearts"), "it hides information"),
    ]:
        with pytest.raises(ValueError, match=why):
            search(state, method="proof", nodes=100)
    for asked in ({"depth": 4}, {"cutoff": lambda s, p: False}, {"eval": "none"}, {"window": (-1, 1)}):
        with pytest.raises(ValueError, match="proof"):
            search(TICTACTOE, method="proof", **asked)
    with pytest.raises(ValueError, match="no limit"):
        search(start("mnk", m=5, n=5, k=4), method="proof")


def test_the_tree_of_a_proof_is_recorded() -> None:
    state = start("tictactoe", "XX./OO./...")
    trace = search(state, method="proof", trace=True).trace
    assert trace is not None
    nodes = list(trace)
    assert nodes[0].value == 1
    assert nodes[0].bound == "exact"
    wins = [node for node in nodes if node.ply == 1 and node.kind != "pruned"]
    assert len(wins) == 1
    assert wins[0].kind == "terminal"
    assert len([node for node in nodes if node.kind == "pruned"]) == len(state.moves()) - 1


@pytest.mark.parametrize(
    ("text", "value"), [("X.O/.../...", 1.0), ("X../.O./...", 0.0), ("X../..O/...", 1.0), (".X./O../...", 1.0)]
)
def test_a_recorded_tree_is_a_proof(text: str, value: float) -> None:
    """Where one move is enough one is shown; where all are needed, all are; leaves are ends or known from elsewhere."""
    state = start("tictactoe", text)
    trace = search(state, method="proof", trace=True).trace
    assert trace is not None
    assert not trace.capped
    nodes = list(trace)
    below: dict[int, list[int]] = {}
    for node in nodes:
        if node.kind != "pruned" and node.parent >= 0:
            below.setdefault(node.parent, []).append(node.index)
    trees = [node for node in nodes if node.parent < 0]
    assert len(trees) == (1 if value else 2)
    for node in nodes:
        if node.kind == "inner":
            kids = [nodes[i] for i in below[node.index]]
            here = state
            for move in trace.path(node.index):
                here = here.play(move)
            assert len(kids) in (1, len(here.moves()))
            assert all(kid.bound for kid in kids)


@pytest.mark.slow
def test_breakthrough_3_by_5() -> None:
    result = search(start(Breakthrough(3, 5)), method="proof", nodes=20_000_000)
    assert result.score is not None
    assert result.score.outcome == "loss"
