"""Endgame tables: values and counts that are known, loops, points, files, limits, and searches that use them."""

from __future__ import annotations

import copy
import math
import pickle
import random
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from small_games import Breakthrough, Dodgem, Domineering, Graph, Hexapawn, Kalah, PongHauKi

import zermelo
from zermelo import OVER, EndgameTable, Game, Score, State, Stop, endgames, search, start
from zermelo.endgames import Progress
from zermelo.errors import TooLarge
from zermelo.games import find_game

TICTACTOE = start("tictactoe")


def positions(state: State) -> set[State]:
    """Everything that can be met from a position."""
    seen, waiting = {state}, [state]
    while waiting:
        here = waiting.pop()
        for move in here.moves():
            if (there := here.play(move)) not in seen:
                seen.add(there)
                waiting.append(there)
    return seen


# --- values that are known -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["met", "pieces", "mirrored"])
def test_every_position_of_tictactoe(how: str) -> None:
    asked: dict[str, Any] = {"met": {}, "pieces": {"pieces": 9, "threads": 2}, "mirrored": {"symmetry": True}}[how]
    table = endgames(TICTACTOE, **asked)
    assert len(table) == (765 if how == "mirrored" else 5478)
    assert table.complete
    assert len(searched()) == 5478
    for state, score in searched().items():
        if score is None:
            assert table.value(state) == state.payoff(0)
            continue
        assert table.value(state) == score.value
        assert table.distance(state) == (None if score.outcome == "draw" else score.plies)


@cache
def searched() -> dict[State, Score | None]:
    """Every position of tic-tac-toe with what a search says of it; nothing where the game is over."""
    found: dict[State, Score | None] = {}
    for state in positions(TICTACTOE):
        score = found[state] = None if state.is_over else search(state).score
        assert score is None or score.proved
    return found


def test_counts_of_tictactoe() -> None:
    tally = endgames(TICTACTOE).tally
    assert (tally.wins, tally.draws, tally.losses) == (2936, 1068, 1474)
    slices = endgames(TICTACTOE, pieces=2)
    assert [each.name for each in slices.planned] == ["0 empty", "1 empty", "2 empty"]
    assert [each.wins + each.draws + each.losses for each in slices.tallies] == [78, 390, 1140]
    assert slices.value(TICTACTOE) is None
    assert slices.best(TICTACTOE) is None


@pytest.mark.parametrize(
    ("width", "height", "value", "plies", "states"),
    [
        (3, 3, -1, 6, 135),
        (4, 3, 1, 5, 1128),
        (5, 3, 1, 7, 8698),
        (3, 4, -1, 8, 987),
        (4, 4, 1, 11, 20286),
        (3, 5, 1, 11, 3708),
    ],
)
def test_hexapawn(width: int, height: int, value: int, plies: int, states: int) -> None:
    state = start(Hexapawn(width, height))
    table = endgames(state)
    assert (table.value(state), table.distance(state), len(table)) == (value, plies, states)


def test_dodgem() -> None:
    state = start(Dodgem(3))
    table = endgames(state)
    assert (table.value(state), table.distance(state), len(table)) == (1, 19, 1963)


def test_pong_hau_ki() -> None:
    state = start(PongHauKi)
    table = endgames(state)
    assert (table.value(state), table.distance(state), len(table)) == (0, None, 56)
    assert table.tally.draws == 44


def test_breakthrough() -> None:
    state = start(Breakthrough(3, 4))
    assert endgames(state).value(state) == -1


# F: whoever begins, S: the other, V: upright, H: across (columns by rows)
@pytest.mark.parametrize(
    ("width", "height", "winner"),
    [(2, 2, "F"), (2, 3, "F"), (2, 4, "V"), (2, 5, "H"), (2, 6, "F"), (3, 3, "F"), (3, 4, "V"), (4, 4, "F")],
)
def test_domineering(width: int, height: int, winner: str) -> None:
    wins = []
    for first in (0, 1):
        state = start(Domineering(width, height, first))
        wins.append(endgames(state).value(state) == 1)
    assert wins == {"F": [True, True], "S": [False, False], "V": [True, False], "H": [False, True]}[winner]


@pytest.mark.parametrize(("pits", "values"), [(1, [0, -2, 6, -2, 2, 0]), (2, [2, -2, -2])])
def test_kalah(pits: int, values: list[int]) -> None:
    for seeds, value in enumerate(values, 1):
        state = start(Kalah(pits, seeds))
        table = endgames(state)
        assert table.value(state) == value
        assert table.distance(state) is None
        assert value in table.payoffs


# --- loops -----------------------------------------------------------------------------------------------------------


def random_graph(rng: random.Random, points: bool) -> Graph:
    size, ends = rng.randint(2, 14), rng.randint(1, 4)
    nodes: list[tuple[int, tuple[int, ...]] | float] = []
    for i in range(size):
        targets = {rng.randrange(size + ends) for _ in range(rng.randint(1, 3))} - {i}
        nodes.append((rng.randint(0, 1), tuple(sorted(targets or {size}))))
    nodes += [float(rng.randint(-3, 3) if points else rng.randint(-1, 1)) for _ in range(ends)]
    return Graph(nodes, points)


def plain_value(graph: Graph, at: int, plies: int, player: int, goal: float) -> bool:
    """Whether a player can force so much within so many plies: by trying everything."""
    node = graph.nodes[at]
    if not isinstance(node, tuple):
        return (node if player == 0 else -node) >= goal
    if plies == 0:
        return False
    turn, targets = node
    return (any if turn == player else all)(plain_value(graph, to, plies - 1, player, goal) for to in targets)


@pytest.mark.parametrize("points", [False, True])
def test_graphs_with_loops(points: bool) -> None:
    """What a player can force at all, it can force within as many plies as there are positions; 7 are enough to try
    everything, and longer wins must agree with the table's own word of the next ply."""
    rng = random.Random(5)
    for _ in range(60):
        graph = random_graph(rng, points)
        every = [start(graph, i) for i in range(len(graph.nodes))]
        table = endgames(every)
        assert len(table) == len(every)
        for i, state in enumerate(every):
            value = table.value(state)
            assert value is not None
            first = value if state.turn != 1 else -value
            for player, wins in ((0, first), (1, -first)):
                for goal in (1.0, 2.0, 3.0):
                    if plain_value(graph, i, 7, player, goal):
                        assert wins >= goal
            plies = table.distance(state)
            if plies is not None and plies <= 7:
                winner = 0 if first > 0 else 1
                assert plain_value(graph, i, plies, winner, 1)
                assert plies == 0 or not plain_value(graph, i, plies - 1, winner, 1)
            if not state.is_over:
                kids = [table.value(state.play(move)) for move in state.moves()]
                turned = [worth(state, move, kid) for move, kid in zip(state.moves(), kids, strict=True)]
                assert value == max(turned)


def worth(state: State, move: object, value: float | None) -> float:
    """A child's value to the one who moved."""
    assert value is not None
    child = state.play(move)
    mover = 0 if child.turn == OVER else child.turn
    return value if mover == state.turn else -value


def test_positions_that_come_back_must_be_declared() -> None:
    class Round(Graph):
        repetition = 0

    with pytest.raises(zermelo.GameError, match="positions come back, but the game declares repetition = 0"):
        endgames(start(Round([(0, (1,)), (1, (0, 2)), 1.0])))


# --- searches that use a table ---------------------------------------------------------------------------------------


def test_a_search_takes_what_a_table_knows_as_proved() -> None:
    state = start(Dodgem(3))
    table = endgames(state)
    result = search(state, endgames=table, depth=1)
    assert str(result.score) == "win in 19"
    assert result.solved
    assert result.score is not None
    assert result.score.proved
    assert result.counts.endgames == len(state.moves())
    assert result.nodes == 1 + len(state.moves())
    without = search(state, depth=1)
    assert without.score is not None
    assert not without.score.proved
    assert without.counts.endgames == 0


@pytest.mark.parametrize("method", ["minimax", "alphabeta", "alphabeta+table", "scout", "mtd", "deepening", "auto"])
def test_every_method_uses_it(method: str) -> None:
    state = start(PongHauKi)
    result = search(state, endgames=endgames(state), method=method, depth=4)
    assert result.score is not None
    assert (str(result.score), result.score.proved) == ("draw", True)


def test_a_part_of_a_game_is_a_lower_floor_of_the_search() -> None:
    late = endgames(TICTACTOE, pieces=5)
    plain, helped = (search(TICTACTOE, method="minimax", **more) for more in ({}, {"endgames": late}))
    assert plain.score == helped.score
    assert helped.nodes < plain.nodes / 50
    assert helped.counts.endgames == 9 * 8 * 7 * 6
    for seed in range(20):
        rng, state = random.Random(seed), TICTACTOE
        for _ in range(rng.randint(0, 6)):
            state = state.play(rng.choice(state.moves())) if not state.is_over else state
        if state.is_over:
            continue
        for method in ("minimax", "auto", "alphabeta+table", "deepening"):
            usual, found = (
                search(state, method=method, best="all"),
                search(state, method=method, best="all", endgames=late),
            )
            assert {each.move: each.score for each in usual.lines} == {each.move: each.score for each in found.lines}


FEATURES: dict[str, list[object]] = {
    "method": ["minimax", "alphabeta", "alphabeta+table", "scout", "scout+table", "mtd", "deepening", "auto"],
    "order": ["given", "random", "killers", "history", "noisy", "eval+table"],
    "quick": [True, False],
    "same_depth": [True, False],
    "fail": ["soft", "soft", "hard"],
    "deepen": [True, False],
    "eval": [None, "none"],
    "best": [1, 2, "all"],
}


def test_whatever_is_switched_on_nothing_untrue_is_called_exact() -> None:
    """Random features with a table of a part of the game: proved is the game's value, exact that of the depth."""
    rng, true = random.Random(11), endgames(TICTACTOE)
    parts = [endgames(TICTACTOE, pieces=count) for count in (1, 3, 5, 7)]
    for _ in range(400):
        state, query = TICTACTOE, {name: rng.choice(values) for name, values in FEATURES.items()}
        for _ in range(rng.randint(0, 5)):
            state = state.play(rng.choice(state.moves())) if not state.is_over else state
        if state.is_over or (query["method"] == "mtd" and query["fail"] == "hard"):
            continue
        depth = rng.randint(1, 6)
        result = search(state, **query, depth=depth, endgames=rng.choice(parts))
        plain = search(state, method="minimax", quick=query["quick"], eval=query["eval"], depth=depth, best="all")
        wanted = {line.move: line.score for line in plain.lines}
        for line in result.lines:
            after = state.play(line.move)
            value = true.value(after)
            assert value is not None
            mine = after.payoff(state.turn) if after.is_over else -value
            if line.score.proved:
                holds = {"exact": line.score.value == mine, "at least": mine >= line.score.value}
                assert holds.get(line.score.bound, mine <= line.score.value), (state, query, depth)
            elif line.score.bound == "exact":
                assert line.score.value == wanted[line.move].value, (state, query, depth)


def test_positions_before_the_root_take_the_proof_away() -> None:
    state = start(Dodgem(3))
    table = endgames(state)
    step = state.play(state.moves()[0])
    later = step.play(step.moves()[0])
    result = search(later, endgames=table, depth=2, history=[state, step])
    assert result.score is not None
    assert not result.score.proved
    assert not result.solved


def test_won_positions_are_won_against_the_best_defence() -> None:
    state = start(Dodgem(3))
    table = endgames(state)
    plies = table.distance(state)
    assert plies == 19
    while not state.is_over:
        move = table.best(state)
        assert move is not None
        state, plies = state.play(move), plies - 1
        assert table.distance(state) == plies
    assert state.payoff(0) == 1


def test_a_table_of_another_game() -> None:
    table = endgames(start(PongHauKi))
    with pytest.raises(ValueError, match="holds positions of PongHauKi, not of tictactoe"):
        search(TICTACTOE, endgames=table)
    with pytest.raises(ValueError, match="holds positions of PongHauKi"):
        table.value(TICTACTOE)
    with pytest.raises(TypeError, match="expected an EndgameTable or the name of its file"):
        search(TICTACTOE, endgames=3)


# --- files -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pieces", [None, 9])
def test_files(pieces: int | None, tmp_path: Path) -> None:
    file = tmp_path / "tictactoe.endgames"
    table = endgames(TICTACTOE, pieces=pieces, file=file)
    again = EndgameTable.load(file)
    assert repr(again) == repr(table)
    assert (again.tally.wins, again.tally.longest, again.bytes) == (table.tally.wins, table.tally.longest, table.bytes)
    for state in positions(TICTACTOE):
        assert again.value(state) == table.value(state)
        assert again.distance(state) == table.distance(state)
    assert (
        search(TICTACTOE, endgames=file) == search(TICTACTOE, endgames=str(file)) == search(TICTACTOE, endgames=table)
    )
    before = file.read_bytes()
    assert len(before) < (60_000 if pieces is None else 5_000)
    endgames(TICTACTOE, pieces=pieces, file=file)
    assert file.read_bytes() == before
    copied = pickle.loads(pickle.dumps(table))
    assert repr(copied) == repr(copy.deepcopy(table)) == repr(table)
    assert copied.value(TICTACTOE) == 0


def test_a_table_that_a_game_brings(tmp_path: Path) -> None:
    file = tmp_path / "own"
    endgames(TICTACTOE, pieces=9, file=file)
    state = replace(find_game("tictactoe"), endgames=str(file)).start()
    assert search(state).counts.endgames == 9
    assert search(state, method="alphabeta").counts.endgames == 0
    assert search(state, endgames=endgames(state, pieces=1)).counts.endgames > 9


def test_states_of_python_games_have_lasting_keys(tmp_path: Path) -> None:
    @dataclass(frozen=True)
    class Place:
        row: int
        left: frozenset[str]

    class Odd(Game):
        initial = (Place(2, frozenset("ab")), None, 2**80, -1, 1.5, b"x", True)
        max_plies = 2

        def turn(self, state: Any) -> int:
            return state[0].row % 2 if state[0].row else OVER

        def moves(self, state: Any) -> list[str]:
            return sorted(state[0].left)

        def play(self, state: Any, move: str) -> Any:
            return (Place(state[0].row - 1, state[0].left - {move} or frozenset("c")), move, *state[2:])

        def payoff(self, state: Any, player: int) -> int:
            return 1 if player == 0 else -1

    file = tmp_path / "odd"
    table = endgames(start(Odd), file=file)
    assert len(table) == 5
    assert EndgameTable.load(file).value(start(Odd)) == 1


def test_states_that_nobody_can_write_down() -> None:
    class Thing:
        pass

    class Vague(Hexapawn):
        def play(self, state: Any, move: Any) -> Any:
            return (*super().play(state, move), Thing())

        def turn(self, state: Any) -> int:
            return super().turn(state[:2])

        def moves(self, state: Any) -> Any:
            return super().moves(state[:2])

        def payoff(self, state: Any, player: int) -> int:
            return super().payoff(state[:2], player)

    with pytest.raises(TypeError, match="plain data"):
        endgames(start(Vague(3, 3)))


def test_damaged_files(tmp_path: Path) -> None:
    file = tmp_path / "table"
    endgames(start(PongHauKi), file=file)
    data = file.read_bytes()
    for wrong, why in [
        (b"", "not an endgame table"),
        (b"zermelo table\n" + data, "not an endgame table"),
        (data[:30], "cut off"),
        (data[:-1], "checksum"),
        (data[:100] + bytes([data[100] ^ 1]) + data[101:], "checksum"),
    ]:
        file.write_bytes(wrong)
        with pytest.raises(ValueError, match=why):
            EndgameTable.load(file)
        with pytest.raises(ValueError, match=why):
            search(start(PongHauKi), endgames=file, depth=1)
    with pytest.raises(ValueError, match=r"endgames='.*nothing': No such file"):
        search(start(PongHauKi), endgames=tmp_path / "nothing", depth=1)


def test_a_file_of_another_table_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "table"
    endgames(start(PongHauKi), file=file)
    data = file.read_bytes()
    with pytest.raises(ValueError, match="holds another table"):
        endgames(TICTACTOE, file=file)
    assert file.read_bytes() == data


def test_slices_are_continued(tmp_path: Path) -> None:
    file = tmp_path / "slices"
    stop, seen = Stop(), list[Progress]()

    def watch(progress: Progress) -> None:
        seen.append(progress)
        if progress.slice == "5 empty":
            stop.set()

    table = endgames(TICTACTOE, pieces=9, stop=stop, file=file, progress=watch)
    assert not table.complete
    assert len(table.tallies) >= 5
    assert EndgameTable.load(file).tally.wins == table.tally.wins
    again = endgames(TICTACTOE, pieces=9, file=file)
    assert again.complete
    assert len(again) == 5478
    assert seen[-1].slice == "5 empty"
    assert seen[-1].waiting > 0


# --- limits and what is refused --------------------------------------------------------------------------------------


def test_too_little_memory() -> None:
    with pytest.raises(
        TooLarge, match=r"more than \d+ positions, \d+ of them still .* 0.1 MB that are allowed: at least .* MB"
    ):
        endgames(start(Hexapawn(4, 4)), memory_mb=0.1)
    with pytest.raises(TooLarge, match=r"10 slices of up to 9 pieces take at least 0.0 MB: more than the 0.0 MB"):
        endgames(TICTACTOE, pieces=9, memory_mb=0.005)
    with pytest.raises(TooLarge, match=r"slice 4 empty has 1260 positions and takes 0.0 MB .* allowed \(memory_mb\)"):
        endgames(TICTACTOE, pieces=4, memory_mb=0.0055)
    with pytest.raises(TooLarge, match=r"pieces take at least 2,844.6 MB: more than the 1,024.0 MB"):
        endgames(start("checkers"), pieces=6)


def test_limits_end_it_and_claim_nothing() -> None:
    raised = Stop()
    raised.set()
    state = start(Hexapawn(5, 4))
    for limit in ({"stop": raised}, {"seconds": 1e-3}, {"nodes": 1000}):
        table = endgames(state, **limit)
        assert not table.complete
        assert len(table) == 0
        assert table.value(state) is None
        assert search(state, endgames=table, depth=1).counts.endgames == 0


def test_what_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be analysed backwards: it has chance nodes"):
        endgames(start("backgammon"))
    with pytest.raises(ValueError, match="it hides information"):
        endgames(start("kuhn"))
    with pytest.raises(ValueError, match="does not number its positions by pieces"):
        endgames(start("connect4"), pieces=3)
    with pytest.raises(ValueError, match="declares no symmetry"):
        endgames(start(PongHauKi), symmetry=True)
    with pytest.raises(ValueError, match="positions of different games"):
        endgames([TICTACTOE, start(PongHauKi)])
    with pytest.raises(ValueError, match="no position"):
        endgames([])
    with pytest.raises(ValueError, match="pieces=-1"):
        endgames(TICTACTOE, pieces=-1)
    with pytest.raises(ValueError, match="memory_mb"):
        endgames(TICTACTOE, memory_mb=0)


@pytest.mark.parametrize("game", ["synthetic", "connect4"])
def test_native_games(game: str) -> None:
    """A game of points, and one with a solver of its own: every position of a small variant."""
    state = (
        start("synthetic", branching=3, plies=5, seed=1)
        if game == "synthetic"
        else start("connect4", width=4, height=3)
    )
    table = endgames(state)
    every = sorted(positions(state), key=str)
    for each in random.Random(1).sample(every, 60):
        if each.is_over:
            continue
        score = search(each, depth=math.inf, solver=False).score
        assert score is not None
        value = table.value(each)
        assert value is not None
        sign = -1 if state.info.first_player_view and each.turn == 1 else 1
        assert sign * value == score.value
    assert len(table) == len(every)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "value", "plies", "states"),
    [
        (Hexapawn(6, 3), -1, 8, 64074),
        (Hexapawn(7, 3), 1, 9, 459086),
        (Hexapawn(5, 4), -1, 14, 359894),
        (Hexapawn(4, 5), -1, 16, 118133),
        (Dodgem(4), 0, None, 393900),
        (Breakthrough(4, 4), -1, 14, 3212224),
    ],
    ids=["hexapawn 6x3", "hexapawn 7x3", "hexapawn 5x4", "hexapawn 4x5", "dodgem 4x4", "breakthrough 4x4"],
)
def test_larger_games(game: Game, value: int, plies: int | None, states: int) -> None:
    state = start(game)
    table = endgames(state, memory_mb=4000)
    assert (table.value(state), table.distance(state), len(table)) == (value, plies, states)


@pytest.mark.slow
@pytest.mark.parametrize(("pits", "values"), [(2, [2, -2, -2, -10, 6, 8]), (3, [0, 4, 2, 2])])
def test_larger_kalah(pits: int, values: list[int]) -> None:
    for seeds, value in enumerate(values, 1):
        state = start(Kalah(pits, seeds))
        assert endgames(state, memory_mb=4000).value(state) == value


@pytest.mark.slow
def test_every_position_of_a_4_by_4_board() -> None:
    state = start("mnk", m=4, n=4, k=4)
    met, numbered = endgames(state), endgames(state, pieces=16, threads=2)
    assert (len(met), len(numbered)) == (9722011, 9722020)  # nine boards have two lines that share no stone
    assert met.value(state) == numbered.value(state) == 0
    rng = random.Random(2)
    for _ in range(20000):
        here = state
        for _ in range(rng.randint(0, 15)):
            here = here.play(rng.choice(here.moves())) if not here.is_over else here
        if not here.is_over:
            assert met.value(here) == numbered.value(here)
            assert met.distance(here) == numbered.distance(here)
