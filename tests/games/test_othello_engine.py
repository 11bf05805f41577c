"""Othello's own search: exact endings against published problems and an independent solver, values of small depths
against plain minimax, and the promises every search makes about bounds, lines, limits and memory."""

from __future__ import annotations

import math
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import zermelo
from costs import SOON_SECONDS, Cost, eventually, hearing_ctrl_c
from zermelo import Result, Score, State, Stop, Table, search
from zermelo.games.othello.formats import Problem, read_obf
from zermelo.native import core

FFO = {
    int(problem.comment.split()[1]): problem
    for problem in read_obf((Path(__file__).parents[1] / "data" / "ffo.obf").read_text(encoding="ascii"))
}
SOLVER = Path(__file__).with_name("slow_solver.cpp")
START = zermelo.start("othello")


def random_position(rng: random.Random, empties: int) -> State:
    """A position of a random game with so many empty squares, not over."""
    while True:
        state = START
        while not state.is_over and state.text.count("-") > empties:
            state = state.play(rng.choice(state.moves()))
        if not state.is_over:
            return state


def after(state: State, line: Iterable[Any]) -> State:
    """Where a line leads; raises IllegalMove if it cannot be played."""
    for move in line:
        state = state.play(move)
    return state


def holds(score: Score, true: float) -> bool:
    """Whether a score's promise is kept."""
    if score.bound == "exact":
        return score.value == true
    return true >= score.value if score.bound == "at least" else true <= score.value


def check_form(state: State, result: Result) -> None:
    """What every Result promises, whatever was asked."""
    assert result.move == result.line[0]
    assert result.move in state.moves()
    for line in (*result.lines, *result.others):
        assert line.move == line.line[0]
        assert abs(line.score.value) <= 64
        after(state, line.line)
    moves = [line.move for line in (*result.lines, *result.others)]
    assert len(set(moves)) == len(moves)
    assert set(moves) <= set(state.moves())
    assert 0 < result.confidence <= 1
    assert result.solved <= (result.confidence == 1)


def check_solved(state: State, result: Result, value: float, best: Iterable[str] | None = None) -> None:
    """An exact answer, with a line to the end that has the value it says."""
    check_form(state, result)
    assert result.solved
    assert result.score.exact
    assert result.score.proved
    assert result.score.value == value
    assert result.stopped == "solved"
    if best is not None:
        assert result.move in best
    end = after(state, result.line)
    if end.is_over:
        assert end.payoff(state.turn) == value


# --- published problems ---


@pytest.mark.parametrize("number", range(20, 45))
def test_published_endings(number: int) -> None:
    problem = FFO[number]
    check_solved(problem.position, search(problem.position, depth=math.inf), problem.value, problem.best)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(45, 50))
def test_longer_published_endings(number: int) -> None:
    problem = FFO[number]
    check_solved(problem.position, search(problem.position, depth=math.inf), problem.value, problem.best)


def check_all_moves(problem: Problem, **options: Any) -> None:
    result = search(problem.position, depth=math.inf, best="all", **options)
    check_solved(problem.position, result, problem.value, problem.best)
    assert all(line.score.exact and line.score.proved for line in result.lines)
    assert {line.move: line.score.value for line in result.lines} == dict(problem.scores)
    values = [line.score.value for line in result.lines]
    assert values == sorted(values, reverse=True)
    assert len(values) == len(problem.position.moves())


@pytest.mark.parametrize("number", [20, 21, 22, 23, 24, 29])
def test_every_move_of_published_endings(number: int) -> None:
    check_all_moves(FFO[number])


@pytest.mark.slow
@pytest.mark.parametrize("number", range(25, 45))
def test_every_move_of_more_published_endings(number: int) -> None:
    check_all_moves(FFO[number])


@pytest.mark.parametrize("best", [2, 3])
@pytest.mark.parametrize("number", [22, 24, 29])
def test_the_best_few_moves(number: int, best: int) -> None:
    problem = FFO[number]
    result = search(problem.position, depth=math.inf, best=best)
    check_form(problem.position, result)
    known = dict(problem.scores)
    assert [line.score.value for line in result.lines] == sorted(known.values(), reverse=True)[:best]
    assert all(line.score.exact and known[line.move] == line.score.value for line in result.lines)
    assert all(holds(line.score, known[line.move]) for line in result.others)


@pytest.mark.parametrize("number", range(20, 33))
def test_two_threads_solve_the_same(number: int) -> None:
    problem = FFO[number]
    check_solved(problem.position, search(problem.position, depth=math.inf, threads=2), problem.value, problem.best)


@pytest.mark.slow
@pytest.mark.parametrize("threads", [2, 3, 8])
def test_threads_solve_the_same(threads: int) -> None:
    for number in range(20, 45):
        problem = FFO[number]
        result = search(problem.position, depth=math.inf, threads=threads)
        check_solved(problem.position, result, problem.value, problem.best)
    check_all_moves(FFO[24], threads=threads)


# --- an independent solver ---


@pytest.fixture(scope="module")
def slow_solver(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    if not compiler:
        pytest.skip("no C++ compiler here")
    program = tmp_path_factory.mktemp("solver") / "slow_solver"
    clean = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    subprocess.run([compiler, "-std=c++20", "-O2", "-o", str(program), str(SOLVER)], check=True, timeout=120, env=clean)
    return program


def slow_values(program: Path, states: list[State]) -> list[int]:
    """For the side to move."""
    asked = "".join(f"{state.text}\n" for state in states)
    clean = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    done = subprocess.run([str(program)], input=asked, capture_output=True, text=True, check=True, env=clean)
    values = [int(line) for line in done.stdout.split()]
    assert len(values) == len(states)
    return values


def slow_moves(program: Path, states: list[State]) -> list[dict[str, int]]:
    """The value of every move, for the side that makes it."""
    moves = [(i, move, state.play(move)) for i, state in enumerate(states) for move in state.moves()]
    values = slow_values(program, [child for _, _, child in moves])
    found: list[dict[str, int]] = [{} for _ in states]
    for (i, move, _), value in zip(moves, values, strict=True):
        found[i][move] = -value
    return found


def compare_with(program: Path, positions: int, seed: int, most: int) -> None:
    """Positions of 8 to `most` empty squares, as many of each: no difference at all."""
    rng, table = random.Random(seed), Table(16)
    states = [random_position(rng, 8 + i % (most - 7)) for i in range(positions)]
    for i, (state, value) in enumerate(zip(states, slow_values(program, states), strict=True)):
        # Every third with memory of the others; every fourth with two threads.
        options: dict[str, Any] = ({"table": table} if i % 3 == 0 else {}) | ({"threads": 2} if i % 4 == 0 else {})
        check_solved(state, search(state, depth=math.inf, memory_mb=16, **options), value)


def test_random_endings_against_a_slow_solver(slow_solver: Path) -> None:
    compare_with(slow_solver, 400, seed=1, most=12)


@pytest.mark.slow
def test_ten_thousand_random_endings_against_a_slow_solver(slow_solver: Path) -> None:
    compare_with(slow_solver, 10_000, seed=2, most=14)


def test_win_loss_or_draw(slow_solver: Path) -> None:
    """A window of (-1, 1) asks for no more than who wins, and costs less than the discs."""
    rng = random.Random(3)
    states = [random_position(rng, 9 + i % 6) for i in range(90)]
    outcomes, nodes, full = set(), 0, 0
    for state, value in zip(states, slow_values(slow_solver, states), strict=True):
        result = search(state, depth=math.inf, window=(-1, 1))
        check_form(state, result)
        assert result.solved
        assert result.score.bound == ("exact" if value == 0 else "at least" if value > 0 else "at most")
        assert holds(result.score, value)
        outcomes.add(result.score.bound)
        nodes += result.nodes
        full += search(state, depth=math.inf).nodes
    assert len(outcomes) >= 2
    assert nodes < full


def test_windows_keep_the_contract_of_bounds(slow_solver: Path) -> None:
    """Inside the window the value is exact; outside, the bound is true and on the right side of the window."""
    rng = random.Random(4)
    states = [random_position(rng, 8 + i % 4) for i in range(100)]
    for state, moves in zip(states, slow_moves(slow_solver, states), strict=True):
        value = max(moves.values())
        alpha = value + rng.randint(-9, 8)
        beta = alpha + rng.randint(1, 9)
        for window in ((alpha, beta), (alpha - 0.5, beta + 0.5)):
            result = search(state, depth=math.inf, window=window)
            check_form(state, result)
            assert all(holds(line.score, moves[line.move]) for line in (*result.lines, *result.others)), state.text
            if window[0] < value < window[1]:
                assert result.score.exact
            elif value <= window[0]:
                assert result.score.bound == "at most"
                assert result.score.value < window[0] + 1
            else:
                assert result.score.bound == "at least"
                assert result.score.value > window[1] - 1


def test_the_searches_of_the_house_agree() -> None:
    rng = random.Random(5)
    for i in range(40):
        state = random_position(rng, 7 + i % 3)
        own = search(state, depth=math.inf, best="all")
        house = search(state, depth=math.inf, best="all", method="scout+table", order="best")
        assert house.nodes != own.nodes
        assert {line.move: line.score.value for line in own.lines} == {
            line.move: line.score.value for line in house.lines
        }
        assert search(state, depth=math.inf, engine=False).score == own.score


# --- small depths ---


def judged(state: State) -> float:
    """The evaluation as the search reads it: whole discs, for the side to move, never a wipe-out."""
    return max(-62, min(62, (round(state.evaluate(state.turn) * 128) + 64) // 128))


def minimax(state: State, depth: int) -> float:
    """For black. A pass takes no depth."""
    if state.is_over:
        return state.payoff(0)
    if depth <= 0:
        return judged(state) if state.turn == 0 else -judged(state)
    if state.moves() == ["pass"]:
        return minimax(state.play("pass"), depth)
    values = [minimax(state.play(move), depth - 1) for move in state.moves()]
    return max(values) if state.turn == 0 else min(values)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_small_depths_are_those_of_minimax(depth: int) -> None:
    rng = random.Random(depth)
    for _ in range({1: 60, 2: 30, 3: 12}[depth]):
        state = random_position(rng, rng.randint(16, 58))
        sign = 1 if state.turn == 0 else -1
        wanted = {}
        for move in state.moves():
            wanted[move] = sign * minimax(state.play(move), depth if move == "pass" else depth - 1)
        for selective in (True, False):
            full = search(state, depth=depth, best="all", selective=selective)
            check_form(state, full)
            assert {line.move: line.score.value for line in full.lines} == wanted, state.text
            single = search(state, depth=depth, selective=selective)
            check_form(state, single)
            assert single.score.value == max(wanted.values())
            assert wanted[single.move] == single.score.value
            assert single.depth == depth
            assert not single.score.proved


def test_selective_searches_say_how_sure_they_are() -> None:
    state = random_position(random.Random(6), 40)
    plain, deep = search(state, depth=6), search(state, depth=13)
    assert plain.confidence == 1
    assert deep.confidence < 1
    assert "at 73%" in str(deep)
    assert not deep.score.proved
    sure = search(state, depth=12, selective=False)
    assert sure.confidence == 1
    assert sure.nodes > search(state, depth=12).nodes
    assert Result.from_json(deep.to_json()) == deep


def test_a_forced_pass_at_the_root() -> None:
    state = zermelo.start("othello", "f5f6c4g5h5h4g7h6")
    for options in (
        {"depth": 1},
        {"depth": 5},
        {"nodes": 3000},
        {"depth": 4, "best": "all"},
        {"depth": 3, "threads": 2},
    ):
        result = search(state, **options)
        check_form(state, result)
        assert result.move == "pass"
    replied = search(state.play("pass"), depth=5)
    assert search(state, depth=5).score.value == -replied.score.value


def test_wipe_outs_are_seen() -> None:
    state = zermelo.start("othello", "e6f4e3f6g5d6e7f5")
    result = search(state, depth=2)
    assert (result.move, result.score.value) == ("c5", 64)
    late = random_position(random.Random(2), 1)
    assert search(late, depth=1).solved


# --- limits ---

LIMITS = [
    1,
    2,
    3,
    7,
    20,
    50,
    100,
    300,
    999,
    1000,
    1024,
    2500,
    5000,
    9999,
    20_000,
    20_001,
    33_333,
    70_000,
    150_000,
    400_000,
]


@pytest.mark.parametrize("nodes", LIMITS)
def test_node_limits(nodes: int) -> None:
    """Nearly to the node, and the same answer every time, whatever was searched before."""
    rng = random.Random(nodes)
    for state in (START, random_position(rng, 34), random_position(rng, 20)):
        first = search(state, nodes=nodes)
        check_form(state, first)
        assert first.nodes <= nodes + 500
        assert first.stopped == ("solved" if first.solved else "nodes")
        search(random_position(rng, 30), nodes=5000)
        again = search(state, nodes=nodes)
        assert again == first
        assert again.depths == first.depths


def test_the_first_search_of_a_process_is_like_any_other() -> None:
    state = random_position(random.Random(9), 25)
    told = f"import zermelo; print(zermelo.search(zermelo.start('othello', '{state.text}'), nodes=300_000).to_json())"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True, timeout=60)
    assert Result.from_json(done.stdout) == search(state, nodes=300_000)


def test_a_thousand_searches_leave_the_answer_alone() -> None:
    """Memory is emptied between searches by dating it; the dates come round after 255."""
    state, rng = random_position(random.Random(10), 22), random.Random(11)
    wanted = search(state, nodes=20_000)
    for _ in range(20):
        for _ in range(50):
            search(random_position(rng, 50), nodes=50)
        assert search(state, nodes=20_000) == wanted


@pytest.mark.parametrize("seconds", [0.02, 0.05, 0.1, 0.2])
@pytest.mark.parametrize("options", [{}, {"threads": 2}, {"best": "all"}], ids=str)
def test_seconds_are_kept(seconds: float, options: dict[str, Any]) -> None:
    for state in (START, FFO[50].position):
        cost = Cost()
        result = search(state, seconds=seconds, **options)
        assert cost.seconds <= seconds * result.threads + SOON_SECONDS
        check_form(state, result)
        assert result.stopped == "seconds"


@pytest.mark.slow
def test_seconds_are_kept_to_ten_milliseconds() -> None:
    rng, over = random.Random(12), []
    for i in range(200):
        state, seconds = random_position(rng, 15 + i % 45), (0.05, 0.1, 0.2)[i % 3]
        began = time.perf_counter()
        result = search(state, seconds=seconds)
        over.append(time.perf_counter() - began - seconds)
        check_form(state, result)
    assert sorted(over)[197] <= 0.010


@pytest.mark.parametrize("threads", [1, 2])
def test_a_flag_stops_the_search(threads: int) -> None:
    stop, answer = Stop(), []
    worker = threading.Thread(target=lambda: answer.append(search(START, seconds=30, stop=stop, threads=threads)))
    worker.start()
    time.sleep(0.15)
    assert worker.is_alive()
    cost = Cost()
    stop.set()
    worker.join()
    assert cost.seconds <= SOON_SECONDS
    assert answer[0].stopped == "cancelled"
    check_form(START, answer[0])


def test_a_flag_that_is_already_up() -> None:
    stop = Stop()
    stop.set()
    result = search(START, depth=math.inf, stop=stop)
    assert result.stopped == "cancelled"
    assert result.nodes < 50_000
    check_form(START, result)


INTERRUPTED = """
import sys, zermelo
zermelo.search(zermelo.start("othello"), depth=2)  # what is loaded when it is needed
print("ready", flush=True)
try:
    zermelo.search(zermelo.start("othello"), depth=float("inf"), threads=int(sys.argv[1]))
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c(threads: int) -> None:
    """It ends the search, which has begun."""
    command = [sys.executable, "-c", INTERRUPTED, str(threads)]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with hearing_ctrl_c(), subprocess.Popen(command, **streams, text=True) as process:
        try:
            assert process.stdout.readline() == "ready\n"
            begun = Cost(process.pid)
            assert eventually(lambda: begun.seconds > 0.3)
            cost = Cost(process.pid)
            process.send_signal(signal.SIGINT)
            assert process.stdout.readline() == "interrupted\n", process.stderr.read()
            assert cost.seconds <= SOON_SECONDS
        finally:
            process.kill()


def test_progress_is_told_of_every_depth() -> None:
    told: list[Result] = []
    result = search(FFO[24].position, depth=math.inf, progress=told.append)
    assert [each.depth for each in told] == [depth for depth, _ in result.depths]
    assert [each.nodes for each in told] == sorted(each.nodes for each in told)
    assert told[-1].score.value == result.score.value
    for each in told:
        check_form(FFO[24].position, each)

    def enough(result: Result) -> None:
        raise LookupError("enough")

    for threads in (1, 2):
        with pytest.raises(LookupError, match="enough"):
            search(START, depth=12, progress=enough, threads=threads)


# --- memory that is kept ---


def test_a_kept_table_over_a_game() -> None:
    """Every answer is sound, and from the first solved position on both sides keep its value to the end."""
    state, table, solved = random_position(random.Random(13), 40), Table(16), None
    while not state.is_over:
        ending = state.text.count("-") <= 16
        result = search(state, depth=math.inf if ending else 7, table=table)
        check_form(state, result)
        if ending:
            value = result.score.for_player(0).value
            assert result.solved
            assert solved in (None, value)
            solved = value
        state = state.play(result.move)
    assert state.payoff(0) == solved


def test_a_kept_table_saves_work() -> None:
    state, table = FFO[25].position, Table(64)
    first = search(state, depth=math.inf, table=table)
    again = search(state, depth=math.inf, table=table)
    assert again.score == first.score
    assert again.nodes < first.nodes / 10
    assert search(state, depth=math.inf).nodes == first.nodes


def test_a_table_has_the_size_it_was_given() -> None:
    state = FFO[26].position
    small, large = (search(state, depth=math.inf, table=Table(size)).nodes for size in (0.1, 64))
    assert small > large
    assert small == search(state, depth=math.inf, memory_mb=Table(0.1).bytes / 2**20).nodes


def test_one_table_for_searches_at_once() -> None:
    """Nobody else's entries are mistaken for one's own."""
    table, found = Table(4), {}
    numbers = [20, 21, 22, 23, 24, 25, 27, 29]

    def work(number: int) -> None:
        found[number] = search(FFO[number].position, depth=math.inf, table=table)

    jobs = [threading.Thread(target=work, args=(number,)) for number in numbers]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
    for number in numbers:
        check_solved(FFO[number].position, found[number], FFO[number].value, FFO[number].best)


def test_a_tiny_table_changes_no_value() -> None:
    for number in (21, 22, 23):
        result = search(FFO[number].position, depth=math.inf, memory_mb=0.001)
        check_solved(FFO[number].position, result, FFO[number].value, FFO[number].best)


def test_exact_values_do_not_come_from_selective_bounds() -> None:
    """The same table serves selective searches of many depths first, then the exact one."""
    table = Table(16)
    for number in (22, 24, 26, 29):
        state = FFO[number].position
        for move in state.moves():
            search(state.play(move), depth=14, table=table)
        for nodes in (1000, 30_000, 200_000):
            search(state, nodes=nodes, table=table)
        check_solved(state, search(state, depth=math.inf, table=table), FFO[number].value, FFO[number].best)


def test_searches_in_many_threads_at_once() -> None:
    states = [FFO[number].position for number in (20, 21, 22, 23, 24, 29)]
    wanted = [search(state, nodes=100_000) for state in states]
    found: dict[int, Result] = {}

    def work(i: int) -> None:
        found[i] = search(states[i], nodes=100_000)

    jobs = [threading.Thread(target=work, args=(i,)) for i in range(len(states))]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
    assert [found[i] for i in range(len(states))] == wanted


# --- when it is used ---


def test_what_only_the_house_can_do_is_done_by_the_house() -> None:
    traced = search(START, depth=3, trace=True)
    assert traced.trace is not None
    assert search(START, depth=2, eval=lambda state, player: 1.0).score.value == 1
    assert search(START, depth=3, eval="none").score.value == 0
    assert search(START, depth=2, cutoff=lambda state, ply: ply >= 1).depth == 2
    assert search(START, depth=4, order="killers").counts.evaluations > 0
    assert search(START, depth=4).counts.evaluations == 0
    assert core.Features().engine is False


def test_other_games_have_no_search_of_their_own() -> None:
    board = zermelo.start("tictactoe")
    assert not board.info.engine
    assert START.info.engine
    assert search(board, engine=True) == search(board, engine=False)
