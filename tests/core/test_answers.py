"""What a Result and a Trace promise: the same twice, read back, true to the walk; limits, stops, threads."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from plain_minimax import alphabeta_nodes, minimax, nodes_below

import zermelo
from costs import SOON_SECONDS, Cost, eventually, hearing_ctrl_c
from zermelo import METHODS, Clock, Result, Score, Stop, search
from zermelo import _core as core
from zermelo.trace import Trace

SIGNATURE = Path(__file__).parents[1] / "data" / "signature.json"


class Kayles(zermelo.Game):
    """Knock over one pin or two that stand together; who knocks the last one wins. A state: the runs, who moves."""

    initial = ((7,), 0)
    small = True

    def turn(self, state):
        return state[1] if state[0] else zermelo.OVER

    def moves(self, state):
        for i, run in enumerate(state[0]):
            for size in (1, 2):
                for left in range(run - size + 1):
                    yield i, left, size

    def play(self, state, move):
        i, left, size = move
        runs = [*state[0][:i], left, state[0][i] - left - size, *state[0][i + 1 :]]
        return tuple(run for run in runs if run), 1 - state[1]

    def payoff(self, state, player):
        return -1 if player == state[1] else 1

    def evaluate(self, state, player):
        return (len(state[0]) % 3 - 1) * (1 if player == 0 else -1)


STATES = {
    "tictactoe": zermelo.start("tictactoe"),
    "mnk": zermelo.start("mnk", m=5, n=5, k=4),
    "connect4": zermelo.start("connect4", "4433"),
    "synthetic": zermelo.start("synthetic", branching=5, plies=9, meetings=50),
    "python": zermelo.start(Kayles),
}

# With a search of its own, which is not exact about its node limit: tests/games/test_othello_engine.py.
SIGNED = STATES | {"othello": zermelo.start("othello", "f5d6c3d3c4")}

# --- the same twice (items 7 and 8) ---


@pytest.mark.parametrize("game", STATES)
def test_the_same_search_twice(game: str) -> None:
    """Same seed, one thread, node limit: equal Results, for 20 limits."""
    for step in range(20):
        nodes = int(10 * 1.5**step)
        for keywords in ({}, {"order": "random", "seed": step, "method": "scout+table"}):
            one, two = (search(STATES[game], nodes=nodes, memory_mb=1, **keywords) for _ in range(2))
            assert one == two
            assert one.to_json().split('"seconds"')[0] == two.to_json().split('"seconds"')[0]
            assert one.nodes <= nodes
            assert one.solved or one.nodes == nodes


def signature(game: str) -> dict[str, int]:
    """Nodes of each method on a fixed search: the number that says whether anything changed."""
    state = SIGNED[game]
    depth = {"tictactoe": 9, "mnk": 4, "connect4": 7, "synthetic": 7, "python": 7, "othello": 5}[game]
    return {method: search(state, method=method, depth=depth, memory_mb=1).nodes for method in METHODS}


@pytest.mark.parametrize("game", SIGNED)
def test_signature(game: str) -> None:
    """Write it again on purpose: ZERMELO_WRITE_SIGNATURE=1 pytest tests/core/test_answers.py -k signature"""
    known = json.loads(SIGNATURE.read_text(encoding="utf-8")) if SIGNATURE.exists() else {}
    found = signature(game)
    if os.environ.get("ZERMELO_WRITE_SIGNATURE"):
        SIGNATURE.write_text(json.dumps(known | {game: found}, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    else:
        assert found == known[game], "the search changed: say so in the commit and write the signature again"


# --- JSON ---


@pytest.mark.parametrize("game", STATES)
@pytest.mark.parametrize(
    "keywords", [{}, {"best": "all"}, {"method": "alphabeta", "best": 2}, {"method": "mtd"}], ids=str
)
def test_results_are_read_back_from_json(game: str, keywords: dict[str, object]) -> None:
    result = search(STATES[game], depth=3, **keywords)
    again = Result.from_json(result.to_json())
    assert again == result
    assert again.seconds == result.seconds
    assert json.loads(result.to_json())["format"] == 2


def test_infinite_scores_are_read_back() -> None:
    result = search([[math.inf, 1], [-math.inf, 2]], method="alphabeta", best="all")
    assert Result.from_json(result.to_json()) == result
    json.loads(result.to_json(), parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", "null", '{"format": 2}', '{"format": 1}', "3", '{"format": 1, "move": 2}']
)
def test_other_json_is_refused(text: str) -> None:
    with pytest.raises((ValueError, TypeError, KeyError)):
        Result.from_json(text)


@pytest.mark.parametrize("parent", [3, 4, -2])
def test_a_trace_whose_nodes_are_no_tree_is_refused(parent: int) -> None:
    """A node comes after its parent, and is not its own."""
    trace = search([[3, 5], [2, 9]], method="minimax", trace=True).trace
    assert trace is not None
    plain = json.loads(trace.to_json())
    plain["parent"][3] = parent
    with pytest.raises(ValueError, match="parent"):
        Trace.from_json(json.dumps(plain))


def test_scores_compare_and_turn() -> None:
    win, quick = Score(1, outcome="win", plies=9, proved=True), Score(1, outcome="win", plies=3, proved=True)
    loss, judged = win.for_player(1), Score(40.0)
    assert loss.outcome == "loss"
    assert loss.for_player(0) == win
    assert quick > win > judged > Score(-1, outcome="loss", plies=2, proved=True)
    assert Score(3.0, "at least").for_player(1) == Score(-3.0, "at most", 1)


# --- traces ---

TRACED = [zermelo.random_tree(4, (1, 2, 3), seed=seed, turn=("max", "min")[seed % 2]) for seed in range(12)]
WALKS = [{"method": method, "memory_mb": 0.01} for method in METHODS if method != "auto"] + [
    {"method": "auto", "solver": False}
]


@pytest.mark.parametrize("keywords", WALKS, ids=lambda k: k["method"])
def test_a_trace_is_a_walk(keywords: dict[str, object]) -> None:
    for state in TRACED:
        result = search(state, trace=True, **keywords)
        plain = search(state, **keywords)
        assert result == plain
        trace = result.trace
        assert not trace.capped
        assert len(trace.visited()) == result.nodes
        check_nesting(trace)
        check_children(state, trace)


def check_nesting(trace: zermelo.Trace) -> None:
    """Nodes are entered in order; a child is entered and left while its parent is open."""
    steps = [step for node in trace.visited() for step in (node.enter, node.leave)]
    assert sorted(steps) == list(range(len(steps)))
    assert [node.enter for node in trace.visited()] == sorted(node.enter for node in trace.visited())
    for node in trace:
        if node.parent < 0:
            assert node.ply == 0
            assert node.move is None
            continue
        parent = trace[node.parent]
        assert node.parent < node.index
        assert node.ply == parent.ply + 1
        if node.kind != "pruned":
            assert parent.enter < node.enter < node.leave < parent.leave


def check_children(state: zermelo.State, trace: zermelo.Trace) -> None:
    """Visited and pruned children of a node together are its moves, each once (Scout may come again)."""
    children: dict[int, list[zermelo.trace.Node]] = {}
    for node in trace:
        children.setdefault(node.parent, []).append(node)
    for node in trace.visited():
        at = state
        for move in trace.path(node.index):
            at = at.play(move)
        below = children.get(node.index, [])
        fresh = [child.move for child in below if not child.research]
        assert node.turn == at.turn
        assert len(fresh) == len(set(fresh))
        if node.kind == "inner":
            assert set(fresh) == set(at.moves())
            assert bool([child for child in below if child.kind == "pruned"]) <= bool(node.cut)
        elif node.kind == "terminal":
            assert at.is_over
            assert node.value == at.payoff(0)
            assert below == []


def test_pruned_edges_follow_a_cutoff() -> None:
    for state in TRACED:
        trace = search(state, method="alphabeta", trace=True).trace
        for node in trace.pruned():
            parent = trace[node.parent]
            assert parent.cut == ("beta" if parent.turn == 0 else "alpha")
            assert parent.bound == ("at least" if parent.turn == 0 else "at most")
            assert parent.value >= parent.beta or parent.value <= parent.alpha
            assert node.value is None


def test_minimax_traces_have_every_value() -> None:
    for state in TRACED:
        trace = search(state, method="minimax", trace=True).trace
        assert len(trace) == nodes_below(state)
        for node in trace:
            at = state
            for move in trace.path(node.index):
                at = at.play(move)
            assert (node.value, node.bound) == (minimax(at), "exact")


def test_a_capped_trace_says_so() -> None:
    state = STATES["tictactoe"]
    whole = search(state, method="alphabeta", trace=True)
    for cap in (1, 2, 10, 500, len(whole.trace)):
        result = search(state, method="alphabeta", trace=cap)
        assert len(result.trace) <= cap
        assert result.trace.capped == (cap < len(whole.trace))
        assert result == whole
        assert [node.move for node in result.trace][:10] == [node.move for node in whole.trace][: min(10, cap)]


def test_traces_of_broken_off_searches_stay_readable() -> None:
    for nodes in (1, 2, 5, 77, 1000):
        trace = search(STATES["mnk"], nodes=nodes, trace=True).trace
        assert len(trace.visited()) <= nodes
        assert all(trace[node.parent].ply == node.ply - 1 for node in trace if node.parent >= 0)
        json.loads(trace.to_json(), parse_constant=lambda name: pytest.fail(f"{name} is no JSON"))


# --- limits ---


@pytest.mark.parametrize("game", STATES)
def test_node_limits_are_kept_to_the_node(game: str) -> None:
    for nodes in (1, 2, 3, 7, 50, 999, 1024, 1025, 3000):
        result = search(STATES[game], nodes=nodes, memory_mb=1)
        assert result.nodes <= nodes
        assert result.move in STATES[game].moves()
        assert result.stopped == ("solved" if result.solved else "nodes")


def test_a_few_nodes_give_a_judged_move() -> None:
    for game, state in STATES.items():
        result = search(state, nodes=500, memory_mb=1)
        assert result.score is not None, game
        assert result.depth >= 1, game


HARD = zermelo.start("mnk", m=8, n=8, k=5)


@pytest.mark.parametrize("seconds", [0.02, 0.1, 0.3])
@pytest.mark.parametrize("name", ["mnk", "connect4"])
def test_seconds_are_kept(name: str, seconds: float) -> None:
    state = HARD if name == "mnk" else zermelo.start("connect4")
    cost = Cost()
    result = search(state, seconds=seconds)
    assert result.stopped in ("seconds", "solved")
    assert result.move in state.moves()
    assert cost.seconds <= seconds + SOON_SECONDS


def test_a_clock_is_shared_out() -> None:
    cost = Cost()
    result = search(HARD, clock=Clock(1.0))
    assert cost.seconds < 0.9
    assert result.stopped == "seconds"
    assert search(HARD, clock=Clock(0.05)).move in HARD.moves()


def test_what_a_clock_gains_may_be_used() -> None:
    """Of a second for forty moves, one gets a fortieth or little more; with half a second for each, most of that. No
    depth is begun after 0.6 of the share, so that much is used at least."""
    cost = Cost()
    assert search(HARD, clock=Clock(1.0)).stopped == "seconds"
    assert cost.seconds < 0.9
    _, share = core.share_clock(1.0, 0.5, 0, 32)
    assert share > 0.4
    assert search(HARD, clock=Clock(1.0, increment=0.5)).seconds > 0.6 * share


def test_progress_is_told_of_every_depth() -> None:
    told: list[Result] = []
    result = search(STATES["mnk"], depth=4, progress=told.append)
    assert [each.depth for each in told] == [depth for depth, _ in result.depths]
    assert told[-1].depth == 4
    assert told[-1].score == result.score
    assert [each.nodes for each in told] == sorted(each.nodes for each in told)
    assert [nodes for _, nodes in result.depths] == [each.nodes for each in told]


def test_what_progress_raises_ends_the_search() -> None:
    def stop(result: Result) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        search(STATES["mnk"], depth=4, progress=stop)


@pytest.mark.parametrize("keywords", [{}, {"method": "minimax", "depth": math.inf}, {"threads": 2}], ids=str)
def test_a_flag_stops_the_search_from_another_thread(keywords: dict[str, object]) -> None:
    stop, answer = Stop(), []
    limits = {"seconds": 30.0} if "depth" not in keywords else {}
    worker = threading.Thread(target=lambda: answer.append(search(HARD, stop=stop, **limits, **keywords)))
    worker.start()
    time.sleep(0.15)
    assert worker.is_alive()
    cost = Cost()
    stop.set()
    worker.join()
    assert cost.seconds <= SOON_SECONDS
    assert answer[0].stopped == "cancelled"


def test_a_flag_that_is_already_up() -> None:
    stop = Stop()
    stop.set()
    result = search(HARD, seconds=20, stop=stop)
    assert result.stopped == "cancelled"
    assert result.nodes <= 2048
    stop.clear()
    assert not stop.is_set()
    assert search(HARD, depth=1, stop=stop).stopped == "depth"


def test_other_threads_run_during_a_search() -> None:
    """The GIL is released in native searches."""
    stop = Stop()

    def tick() -> None:
        for _ in range(10):
            time.sleep(0.005)
        stop.set()

    ticker = threading.Thread(target=tick)
    ticker.start()
    assert search(HARD, seconds=60, stop=stop).stopped == "cancelled"
    ticker.join()


INTERRUPTED = """
import signal, sys, time
import zermelo
class Endless(zermelo.Game):
    initial = (0, 0)
    max_plies = 60
    def turn(self, s): return s[0] % 2 if s[0] < 50 else zermelo.OVER
    def moves(self, s): yield from range(5)
    def play(self, s, m): return s[0] + 1, s[1] * 5 + m
    def payoff(self, s, p): return 0
game, kind = sys.argv[1:]
state = zermelo.start("mnk", m=8, n=8, k=5) if game == "native" else zermelo.start({"python": Endless}.get(game, game))
method = "auto" if game == "connect4" else "alphabeta"
work = {
    "search": lambda: zermelo.search(state, method=method, depth=float("inf")),
    "count": lambda: zermelo.count(state, 40),
    "threads": lambda: zermelo.search(state, seconds=60, threads=2),
}[kind]
zermelo.search(state, depth=1), zermelo.count(state, 1)  # what is loaded when it is needed
print("ready", flush=True)
try:
    work()
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize(
    ("game", "work"),
    [
        ("native", "search"),
        ("native", "threads"),
        ("native", "count"),
        ("connect4", "search"),
        ("python", "search"),
        ("python", "count"),
    ],
)
def test_ctrl_c(game: str, work: str) -> None:
    """It ends the work, which has begun. How soon is said in test_stops.py and measured in the slow suite."""
    command = [sys.executable, "-c", INTERRUPTED, game, work]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with hearing_ctrl_c(), subprocess.Popen(command, **streams, text=True) as process:
        try:
            assert process.stdout.readline() == "ready\n"
            begun = Cost(process.pid)
            assert eventually(lambda: begun.seconds > 0.2)
            cost = Cost(process.pid)
            process.send_signal(signal.SIGINT)
            assert process.stdout.readline() == "interrupted\n", process.stderr.read()
            assert cost.seconds <= SOON_SECONDS
        finally:
            process.kill()


# --- threads ---


def test_two_threads_find_the_right_values() -> None:
    for name, options, outcome in (
        ("tictactoe", {}, "draw"),
        ("mnk", {"m": 4, "n": 3, "k": 3}, "win"),
        ("connect4", {"width": 4, "height": 4}, "draw"),
    ):
        for _ in range(5):
            result = search(zermelo.start(name, **options), threads=2, depth=math.inf, solver=False)
            assert result.solved
            assert result.threads == 2
            assert result.score.outcome == outcome


def test_threads_on_random_trees() -> None:
    for seed in range(60):
        state = zermelo.random_tree(5, (2, 3), seed=seed)
        for method in METHODS:
            result = search(state, method=method, threads=2, memory_mb=0.05)
            assert result.score.value == minimax(state), (seed, method)
            assert result.score.exact


def test_searches_in_many_threads_at_once() -> None:
    """Different searches of one State do not disturb each other."""
    state, found = STATES["tictactoe"], []
    jobs = [threading.Thread(target=lambda: found.append(search(state, method="alphabeta").nodes)) for _ in range(8)]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
    assert found == [18_297] * 8


# --- positions that come back ---


class Ring(zermelo.Game):
    """A token on a ring of six: forward or back by one; 3 wins for player 0, coming back to a position is a draw."""

    initial = (0, 0)
    repetition = 1
    max_plies = 60

    def turn(self, state):
        return zermelo.OVER if state[0] == 3 else state[1]

    def moves(self, state):
        yield from (1, -1)

    def play(self, state, move):
        return (state[0] + move) % 6, 1 - state[1]

    def payoff(self, state, player):
        return 1 if player == 0 else -1


def with_repetition(state: zermelo.State, seen: frozenset[zermelo.State], viewer: int = 0) -> float:
    """Minimax in which a position that stands on the path is a draw."""
    if state.is_over:
        return state.payoff(viewer)
    if state in seen:
        return 0.0
    values = [with_repetition(state.play(move), seen | {state}, viewer) for move in state.moves()]
    return max(values) if state.turn == viewer else min(values)


@pytest.mark.parametrize("start", [(0, 0), (1, 0), (2, 0), (2, 1), (4, 1), (5, 0)])
def test_repetition(start: tuple[int, int]) -> None:
    state = zermelo.start(Ring, start)
    wanted = with_repetition(state, frozenset(), state.turn)
    for method in ("minimax", "alphabeta", "scout"):
        assert search(state, method=method, depth=math.inf).score.value == wanted, method


def test_positions_before_the_root_count_as_seen() -> None:
    state = zermelo.start(Ring, (1, 0))
    after = state.play(1)
    assert search(after, method="minimax", depth=math.inf).score.value == with_repetition(after, frozenset(), 1)
    drawn = search(after, method="minimax", depth=math.inf, history=[state])
    assert drawn.score.value == with_repetition(after, frozenset([state]), 1)


# --- games in Python against native ones ---


def test_a_python_game_and_a_tree_give_the_same_nodes() -> None:
    """The same game as plain Python and as an explicit tree: equal values and node counts, method by method."""

    def unfold(state: zermelo.State) -> object:
        return state.payoff(0) if state.is_over else [unfold(state.play(move)) for move in state.moves()]

    state = zermelo.start(Kayles, ((4,), 0))
    tree = zermelo.tree(unfold(state))
    for method in ("minimax", "alphabeta", "scout"):
        ours, drawn = search(state, method=method), search(tree, method=method)
        assert (ours.nodes, ours.score.value) == (drawn.nodes, drawn.score.value)
    assert alphabeta_nodes(tree)[1] == search(state, method="alphabeta").nodes


def test_little_room_for_states_changes_nothing() -> None:
    class Cramped(Kayles):
        max_states = 20

    for method in METHODS:
        roomy = search(zermelo.start(Kayles), method=method, best="all", memory_mb=1)
        cramped = search(zermelo.start(Cramped), method=method, best="all", memory_mb=1)
        assert {line.move: line.score for line in roomy.lines} == {line.move: line.score for line in cramped.lines}
