"""Searches that sample: open cards over all worlds and over some, tree search by playouts."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

import zermelo
from costs import SOON_SECONDS, Cost
from zermelo import CHANCE, OVER, Result, State, search
from zermelo.determinization import Found, Tally


class Hands(zermelo.Game):
    """Rock, paper, scissors: the second chooses without having seen the first."""

    initial = ""
    hidden = small = True
    max_plies = 2

    def turn(self, state):
        return len(state) if len(state) < 2 else OVER

    def moves(self, state):
        return "rps"

    def play(self, state, move):
        return state + move

    def payoff(self, state, player):
        ahead = ("rps".index(state[0]) - "rps".index(state[1])) % 3
        return (0, 1, -1)[ahead] * (1 if player == 0 else -1)

    def view(self, state, player):
        return state if len(state) == 2 else f"{state[player : player + 1]}{len(state)}"


def open_value(state: State, viewer: int) -> float:
    """With open cards, from the definition."""
    if state.turn == OVER:
        return state.payoff(viewer)
    values = {move: open_value(state.play(move), viewer) for move in state.moves()}
    if state.turn == CHANCE:
        return sum(state.odds(move) * value for move, value in values.items())
    return (max if state.turn == viewer else min)(values.values())


def decisions(state: State) -> list[State]:
    found = [state] if state.turn >= 0 else []
    for move in state.moves():
        found += decisions(state.play(move))
    return found


def test_weighted_is_the_average_of_open_values() -> None:
    for state in decisions(zermelo.start("kuhn", cards=4)):
        player = state.turn
        result = search(state, method="weighted")
        worlds = state.worlds(player)
        for line in result.lines:
            wanted = sum(chance * open_value(world.play(line.move), player) for world, chance in worlds)
            assert math.isclose(line.score.value, wanted, abs_tol=1e-12)
        assert result.score == max(line.score for line in result.lines)
        assert result.samples == len(worlds)
        assert f"all {len(worlds)} positions" in result.note


def test_what_was_cut_short_is_not_exact() -> None:
    """All positions were searched, but none to its end: the average is no exact value."""
    state = zermelo.start("leduc")
    while state.turn == CHANCE:
        state = state.play(state.moves()[0])
    whole, cut = search(state, method="weighted"), search(state, method="weighted", nodes=5)
    assert (whole.stopped, whole.score.bound) == ("solved", "exact")
    assert (cut.stopped, cut.score.bound) == ("nodes", "about")
    assert cut.score.value != whole.score.value
    assert "all" not in cut.note


def test_judgements_are_called_so() -> None:
    tally = Tally(["a", "b"])
    tally.add(1.0, Found([1.0, 2.0], 5, whole=False, cut="seconds"))
    tally.settle()
    assert (tally.values, tally.dropped, tally.cut) == ([[1.0, 2.0]], 0, "seconds")
    result = search(zermelo.start("bridge"), seconds=0.002, seed=1)
    assert result.stopped == "seconds"
    assert "judged" in result.note or "drawn at random" in result.note


def test_only_what_was_seen_is_used() -> None:
    """The answer does not change when only hidden facts do."""
    for state in decisions(zermelo.start("kuhn")):
        for keywords in (
            {"method": "weighted"},
            {"method": "montecarlo", "samples": 20},
            {"method": "ismcts", "nodes": 300},
            {},
        ):
            answers = {
                search(world, seed=3, **keywords).to_json().split('"seconds"')[0]
                for world, _ in state.worlds(state.turn)
            }
            assert len(answers) == 1


def test_montecarlo_tends_to_weighted() -> None:
    """1,000 deals: differences as large as their standard errors allow."""
    rng = random.Random(1)
    beyond, squares, counted = 0, 0.0, 0
    for deal in range(1_000):
        state = zermelo.start("kuhn", cards=13)
        while state.turn == CHANCE:
            state = state.play(rng.choice(state.moves()))
        if deal % 3:
            state = state.play(rng.choice(state.moves()))
        exact = {line.move: line.score for line in search(state, method="weighted", depth=4).lines}
        for line in search(state, method="montecarlo", samples=24, seed=deal).lines:
            assert line.score.error is not None
            off = line.score.value - exact[line.move].value
            if line.score.error == 0:
                continue
            counted += 1
            squares += (off / line.score.error) ** 2
            beyond += abs(off) > 3 * line.score.error
    assert counted > 500
    assert beyond <= 0.02 * counted
    assert 0.7 < squares / counted < 1.5


def test_samples_and_their_labels() -> None:
    state = zermelo.start("kuhn", "QJ:")
    result = search(state, method="montecarlo", samples=50, seed=4)
    assert 32 <= result.samples <= 50
    assert f"{result.samples} drawn positions" in result.note
    assert "not the value of the game" in result.note
    assert result.score is not None
    assert result.score.bound == "about"
    assert result == search(state, method="montecarlo", samples=50, seed=4)
    assert result == Result.from_json(result.to_json())
    assert result.move == result.line[0] == result.lines[0].move


def test_threads_do_not_change_the_answer() -> None:
    state = zermelo.start("kuhn", "Q5:", cards=13)
    one, two = (search(state, method="montecarlo", samples=80, threads=n, seed=2) for n in (1, 2))
    assert one.lines == two.lines
    assert one.move == two.move


def test_it_stops_when_the_move_is_decided() -> None:
    state = zermelo.start("kuhn", "QK:b")  # the king calls whatever the other has
    result = search(state, method="montecarlo", samples=10_000)
    assert result.stopped == "decided"
    assert result.samples < 100
    assert result.move == "bet"


def test_ties_are_mixed_at_random() -> None:
    state = zermelo.start(Hands).play("r")
    results = [search(state, method="weighted", seed=seed) for seed in range(40)]
    assert {result.move for result in results} == {"r", "p", "s"}
    assert results[0].policy == tuple((move, 1 / 3) for move in "rps")
    assert results[0].score is not None
    assert results[0].score.value == 0


def test_what_is_refused() -> None:
    kuhn = zermelo.start("kuhn")
    for keywords in ({}, {"depth": 0}, {"method": "ismcts", "nodes": 10}):
        with pytest.raises(ValueError, match=r"nobody decides here, chance does.*\(J, Q, K\).*zermelo.equilibrium"):
            search(kuhn, **keywords)
    with pytest.raises(ValueError, match=r"play an outcome first \(E-1, E-2\), or expectiminimax"):
        search(zermelo.tree("chance[0.5:1,0.5:2]"), method="mcts", nodes=10)
    with pytest.raises(ValueError, match="samples=0"):
        search(kuhn, samples=0)
    with pytest.raises(ValueError, match="unknown method 'alphabetta'"):
        search(kuhn, inner="alphabetta")
    with pytest.raises(ValueError, match=r"hides information \(montecarlo or ismcts can\)"):
        search(kuhn, method="alphabeta")
    with pytest.raises(ValueError, match="montecarlo is not for tictactoe: nothing is hidden"):
        search(zermelo.start("tictactoe"), method="montecarlo")
    with pytest.raises(ValueError, match="needs nodes=, seconds= or clock="):
        search(zermelo.start("tictactoe"), method="mcts")
    with pytest.raises(ValueError, match="explore=-1"):
        search(zermelo.start("tictactoe"), method="mcts", nodes=5, explore=-1)
    with pytest.raises(ValueError, match="cannot search kuhn"):
        search(zermelo.start("kuhn", "QJ:"), inner="alphabeta")


def test_open_cards_searches_the_position_itself() -> None:
    state = zermelo.start("kuhn", "QK:")
    result = search(state, open_cards=True)
    assert result.score is not None
    assert result.score.value == open_value(state, 0)
    assert search(zermelo.start("kuhn"), open_cards=True).score is not None


def test_seconds_and_stop() -> None:
    state = zermelo.start("kuhn", "Q5:", cards=13)
    cost = Cost()
    result = search(state, method="montecarlo", samples=10**6, seconds=0.2, inner="expectiminimax")
    assert result.stopped in ("seconds", "decided")
    assert cost.seconds <= SOON_SECONDS
    stop = zermelo.Stop()
    stop.set()
    stopped = search(state, method="montecarlo", stop=stop, depth=2)
    assert (stopped.stopped, stopped.score) == ("cancelled", None)
    assert stopped.move in state.moves()
    seen: list[int] = []
    search(state, method="montecarlo", samples=60, progress=lambda result: seen.append(result.samples))
    assert seen == sorted(seen)


def test_tally() -> None:
    tally = Tally(["a", "b"])
    for i in range(40):
        tally.add(1.0, Found([float(i % 2), float(i % 2) - 0.5], 1))
    assert tally.means() == [0.5, 0.0]
    assert tally.error(0) == pytest.approx(math.sqrt(0.25 * 40 / 39 / 40))
    assert tally.error(0, 1) == 0
    assert tally.decided()


def ahead(samples: int, errors: float) -> Tally:
    """One move leads the other by so many standard errors of the difference."""
    tally = Tally(["a", "b"])
    spread = math.sqrt(samples - 1) / errors
    for i in range(samples):
        tally.add(1.0, Found([1 + spread * (-1) ** i, 0.0], 1))
    assert tally.means()[0] / tally.error(0, 1) == pytest.approx(errors)
    return tally


def test_a_move_is_decided_by_four_standard_errors_and_32_samples() -> None:
    assert not ahead(64, 3.95).decided()
    assert ahead(64, 4.05).decided()
    assert not ahead(30, 50.0).decided()
    assert ahead(32, 50.0).decided()
    few = ahead(30, 50.0)
    few.add(1.0, Found([1.0, 0.0], 1))
    assert not few.decided()  # 31


# --- tree search by playouts ---


def test_mcts_finds_and_proves_wins() -> None:
    state = zermelo.start("tictactoe", "XX./OO./...")
    result = search(state, method="mcts", nodes=5_000)
    assert result.move == "c1"
    assert result.score is not None
    assert (result.score.proved, result.score.outcome) == (True, "win")
    assert result.solved
    lost = search(zermelo.start("tictactoe", "XO./.X./..."), method="mcts", nodes=100_000, seed=1)
    assert lost.score is not None
    assert lost.score.outcome == "loss"


def test_mcts_agrees_with_the_solution() -> None:
    """Every tic-tac-toe position that it proves, it proves right."""
    rng = random.Random(0)
    proved = 0
    for _ in range(60):
        state = zermelo.start("tictactoe")
        for _ in range(rng.randint(2, 6)):
            if not state.is_over:
                state = state.play(rng.choice(state.moves()))
        if state.is_over:
            continue
        wanted = search(state, method="minimax").score
        found = search(state, method="mcts", nodes=20_000, seed=rng.randrange(99))
        assert wanted is not None
        if found.solved:
            proved += 1
            assert found.score is not None
            assert found.score.outcome == wanted.outcome
    assert proved > 20


def test_mcts_is_reproducible_and_keeps_its_limit() -> None:
    state = zermelo.start("connect4")
    for nodes in (1, 10, 500, 5_000):
        one, two = (search(state, method="mcts", nodes=nodes, seed=5) for _ in range(2))
        assert one == two
        assert one.nodes <= nodes
        assert one.move in state.moves()
    assert one.samples > 50
    assert sum(line.visits for line in one.lines) == one.samples
    assert all(line.score.bound == "about" and line.score.error is not None for line in one.lines)
    other = search(state, method="mcts", nodes=5_000, seed=6)
    assert other.lines != one.lines
    small = search(state, method="mcts", nodes=20_000, memory_mb=0.001)
    assert small.move in state.moves()


def test_what_is_found_is_told_on_the_way() -> None:
    """After 256 rounds and then after twice as many each time; it changes nothing."""
    state = zermelo.start("connect4")
    told: list[zermelo.Result] = []
    result = search(state, method="mcts", nodes=60_000, seed=5, progress=told.append)
    assert [each.samples for each in told] == [256 << i for i in range(len(told))]
    assert told[-1].samples <= result.samples < 2 * told[-1].samples
    assert all(sum(line.visits for line in each.lines) == each.samples for each in told)
    assert replace(result, seconds=0.0) == replace(search(state, method="mcts", nodes=60_000, seed=5), seconds=0.0)


def test_how_it_is_told_does_not_choose_the_method() -> None:
    """`stride` and `deepen` are about finished depths: playouts are the same without."""
    state = zermelo.start("hearts")
    plain, shown = (search(state, nodes=60_000, seed=1, **more) for more in ({}, {"stride": False, "deepen": True}))
    assert replace(plain, seconds=0.0) == replace(shown, seconds=0.0)
    assert plain.samples > 500


@pytest.mark.parametrize(("game", "method"), [("connect4", "mcts"), ("phantom", "ismcts"), ("liars_dice", "ismcts")])
def test_trees_of_several_threads_are_added_up(game: str, method: str) -> None:
    """The same seed and threads, the same answer; as many nodes as asked for, and rounds that are each thread's own."""
    state = zermelo.start(game)
    while state.turn == CHANCE:
        state = state.play(state.moves()[0])
    one, three, again = (search(state, method=method, nodes=6_001, seed=2, threads=n) for n in (1, 3, 3))
    assert replace(three, seconds=0.0) == replace(again, seconds=0.0)
    assert three.nodes == one.nodes == 6_001
    assert three.threads == 3
    assert three.samples == sum(line.visits for line in three.lines)
    assert three.lines != one.lines
    parts = [line.score.value for line in three.lines if line.visits > 50]
    assert parts
    assert all(-1 <= value <= 1 for value in parts)


def test_one_thread_that_knows_is_enough() -> None:
    state = zermelo.start("tictactoe", "XX./OO./...")
    for limit in ({"seconds": 60.0}, {"nodes": 30_000}):
        cost = Cost()
        result = search(state, method="mcts", threads=2, **limit)
        assert (result.move, result.solved, result.stopped) == ("c1", True, "solved")
        assert cost.seconds < 10
    few = search(zermelo.start("tictactoe"), method="mcts", nodes=2, threads=8)
    assert few.nodes == 2


def test_mcts_with_dice() -> None:
    """Its averages tend to the expectation."""
    root = zermelo.tree("[chance[0.5:1,0.5:5],chance[0.25:9,0.75:1],2]")
    result = search(root, method="mcts", nodes=20_000)
    assert {line.move: round(line.score.value, 1) for line in result.lines[:2]}.keys() <= {"E-1", "E-2"}
    for line in result.lines[:2]:
        assert line.score.error is not None
        assert abs(line.score.value - 3) < 4 * line.score.error + 0.2


def test_ismcts_plays_the_obvious() -> None:
    assert search(zermelo.start("kuhn", "JK:b"), method="ismcts", nodes=20_000).move == "bet"
    assert search(zermelo.start("kuhn", "KJ:b"), method="ismcts", nodes=20_000).move == "pass"
    python = search(zermelo.start(Hands).play("r"), method="ismcts", nodes=3_000)
    assert abs(python.score.value) < 0.3  # type: ignore[union-attr]


def test_judgements_are_not_mixed_with_what_was_solved() -> None:
    tally = Tally(["a", "b"])
    tally.add(1.0, Found([1.0, 2.0], 5))
    tally.add(1.0, Found([9.0, 9.0], 5, whole=False))
    tally.settle()
    assert (tally.values, tally.dropped, tally.unsolved) == ([[1.0, 2.0]], 1, False)
