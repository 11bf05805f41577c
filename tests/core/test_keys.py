"""Keys of a game's own: what counts for repetition and for a table may be less than the whole state."""

from __future__ import annotations

import math
import re
from typing import Any

import pytest
from combination_cases import counted

import zermelo
from zermelo import OVER, GameError, Score, State, Table, search
from zermelo.check import check_game
from zermelo.web.catalogue import Course
from zermelo.web.jobs import stand


class Pull(zermelo.Game):
    """A token on 0 … 6, pulled one step by each in turn; after eight steps the game is a draw."""

    initial = (3, 0, 0)  # where it is, who moves, steps so far
    repetition = 3
    max_plies = 20

    def turn(self, state: tuple[int, int, int]) -> int:
        return OVER if state[0] in (0, 6) or state[2] == 8 else state[1]

    def moves(self, state: tuple[int, int, int]) -> Any:
        yield 1
        yield -1

    def play(self, state: tuple[int, int, int], move: int) -> tuple[int, int, int]:
        return (state[0] + move, 1 - state[1], state[2] + 1)

    def payoff(self, state: tuple[int, int, int], player: int) -> int:
        if state[0] != 0 and state[0] != 6:
            return 0
        return 1 if (state[0] == 6) == (player == 0) else -1


class Keyed(Pull):
    def repetition_key(self, state: tuple[int, int, int]) -> tuple[int, int, int]:
        return (state[0], state[1], 0)


class Both(Keyed):
    def table_key(self, state: tuple[int, int, int]) -> tuple[int, int, int]:
        return (state[0], state[1], state[2] // 4)


def score(state: State, **options: Any) -> Score:
    found = search(state, **options).score
    assert found is not None
    return found


# --- what a search makes of them ---


def by_hand(state: State, seen: tuple[tuple[int, int], ...]) -> tuple[float, int]:
    """The value for player 0 and the positions visited, where a place that comes back with the same mover is a draw."""
    place = state.data[:2]
    if state.is_over:
        return state.payoff(0), 1
    if place in seen:
        return 0.0, 1
    below = [by_hand(state.play(move), (*seen, place)) for move in state.moves()]
    best = max if state.turn == 0 else min
    return best(value for value, _ in below), 1 + sum(nodes for _, nodes in below)


@pytest.mark.parametrize("place", [(1, 1, 0), (3, 0, 0), (5, 0, 0), (4, 1, 5)])
def test_the_path_is_compared_by_the_key(place: tuple[int, int, int]) -> None:
    state = zermelo.start(Keyed, place)
    value, nodes = by_hand(state, ())
    found = search(state, method="minimax", depth=math.inf)
    assert found.score is not None
    assert (found.score.for_player(0).value, found.nodes) == (value, nodes)
    assert nodes < search(zermelo.start(Pull, place), method="minimax", depth=math.inf).nodes


def test_positions_before_the_root_are_compared_by_the_key() -> None:
    """The token was on 4 with the second player to move, whenever that was: going there now is a draw."""
    state, earlier = zermelo.start(Keyed, (3, 0, 2)), [zermelo.start(Keyed, (4, 1, 7))]
    value, nodes = by_hand(state, ((4, 1),))
    found = search(state, method="minimax", depth=math.inf, history=earlier)
    assert found.score is not None
    assert (found.score.value, found.nodes) == (value, nodes)
    assert nodes < by_hand(state, ())[1]


def test_compiled_games_have_the_same_keys() -> None:
    pytest.importorskip("numba")
    fast = zermelo.compiled(type("FastBoth", (Both,), {"__module__": __name__}))
    for method in ("minimax", "alphabeta+table", "deepening"):
        plain, compiled = (search(zermelo.start(game), method=method, depth=9) for game in (Both, fast))
        assert (plain.nodes, plain.score) == (compiled.nodes, compiled.score), method
    state = zermelo.start(fast, (3, 0, 6))
    assert (state.repetition_key, state.table_key) == ((3, 0, 0), (3, 0, 1))
    assert check_game(fast, games=20).ok


class Once(Pull):
    """Every state is met once: the steps are counted."""

    repetition = 0


class OnceKeyed(Once):
    table_key = Keyed.repetition_key


def searched_again(game: type[zermelo.Game], **options: Any) -> zermelo.Result:
    """What is found two steps later, with the table of a search from the start."""
    table, state = Table(1), zermelo.start(game)
    search(state, method="minimax+table", depth=5, table=table)
    return search(state.play(1).play(-1), method="minimax+table", depth=4, table=table, **options)


def test_a_table_keeps_states_together_that_share_a_key() -> None:
    apart, together = searched_again(Once), searched_again(OnceKeyed)
    assert together.nodes < apart.nodes
    assert apart.score is not None
    assert apart.score.exact
    assert together.score is not None
    assert (together.score.bound, together.score.proved, together.solved) == ("about", False, False)
    assert "key" in together.note
    strict = searched_again(OnceKeyed, same_depth=True)
    assert (strict.counts.table_cutoffs, strict.note) == (0, "")
    assert strict.score == search(zermelo.start(Once, (3, 0, 2)), method="minimax", depth=4).score
    assert search(zermelo.start(OnceKeyed), method="deepening", depth=math.inf).stopped == "depth"


# Places [player, [[child, progress], …], payoff, judgement]. The second player chooses: to place 1 at once, from where
# the first player wins 3, or one step later, when the count of three ends the game before.
SOON_OR_LATE = [
    [1, [[1, False], [2, False]], 0, 0],
    [0, [[3, False]], 0, 0],
    [1, [[1, False]], 0, 0],
    [1, [[4, False]], 0, 0],
    [OVER, [], 3, 0],
]
# The second player can take 2, or lead to place 2. From there the first player wins 3 only with the count at 0, and to
# bring it back there they have to come to place 2 again.
ROUND = [
    [1, [[5, False], [1, False], [2, False]], 0, 0],
    [0, [[3, False]], 0, 0],
    [0, [[4, False], [3, False]], 0, 0],
    [0, [[2, True]], 0, 0],
    [0, [[6, False]], 0, 0],
    [OVER, [], 2, 0],
    [0, [[7, False]], 0, 0],
    [OVER, [], 3, 0],
]
METHODS = ("minimax", "minimax+table", "alphabeta", "alphabeta+table", "scout+table", "mtd", "deepening")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("nodes", "repetition", "keys"),
    [
        (SOON_OR_LATE, 0, ["table_key"]),
        (ROUND, 2, ["repetition_key"]),
        (ROUND, 2, ["repetition_key", "table_key"]),
    ],
)
def test_a_table_proves_nothing_by_such_keys(method: str, nodes: list[Any], repetition: int, keys: list[str]) -> None:
    """The table says that the first player wins 3 from where it is 0: an estimate, never exact and never solved."""
    result = search(zermelo.start(counted(nodes, True, repetition, 3, keys)), method=method, depth=math.inf)
    assert result.score is not None
    if result.counts.table_cutoffs == 0:
        assert (result.score.value, result.score.exact) == (0, True)
    else:
        assert (result.score.bound, result.score.proved, result.solved) == ("about", False, False)


def test_without_such_keys_a_table_proves() -> None:
    for nodes, repetition, value in ((SOON_OR_LATE, 0, 0), (ROUND, 2, -2)):
        result = search(
            zermelo.start(counted(nodes, True, repetition, 3, [])), method="alphabeta+table", depth=math.inf
        )
        assert result.score is not None
        assert (result.score.value, result.score.exact, result.solved) == (value, True, True)


def test_a_kept_table_keeps_keys_too() -> None:
    table, state = Table(1), zermelo.start(OnceKeyed)
    first, again = (search(state, method="minimax+table", depth=9, table=table) for _ in range(2))
    assert again.nodes < first.nodes


def test_states_that_are_dropped_keep_their_keys_on_the_path() -> None:
    """With room for few states, those of the path are kept and the others asked again."""
    narrow = type("Narrow", (Both,), {"max_states": 12})
    for method in ("minimax", "alphabeta"):
        wide, small = (search(zermelo.start(game), method=method, depth=math.inf) for game in (Both, narrow))
        assert (wide.nodes, wide.score) == (small.nodes, small.score)


# --- what people see of them ---


def test_a_state_has_its_keys() -> None:
    plain, keyed = zermelo.start(Pull), zermelo.start(Keyed)
    assert plain.repetition_key is plain
    assert plain.table_key is plain
    assert keyed.repetition_key == (3, 0, 0)
    assert keyed.table_key is keyed
    assert keyed.play(1).play(-1).repetition_key == keyed.repetition_key
    assert keyed.play(1).play(-1) != keyed
    assert (plain.info.repetition_keyed, keyed.info.repetition_keyed, keyed.info.table_keyed) == (False, True, False)
    board = zermelo.start("tictactoe")
    assert board.repetition_key is board


def test_a_game_ends_when_the_key_has_come_back() -> None:
    players = [lambda state: 1, lambda state: -1]
    assert zermelo.play(zermelo.start(Pull), players).ending == "rules"
    record = zermelo.play(zermelo.start(Keyed), players)
    assert (record.ending, len(record.moves)) == ("repetition", 4)


def test_a_page_ends_the_game_then_too() -> None:
    endings = []
    for game in (Pull, Keyed):
        course = Course([zermelo.start(game)], [])
        for move in (1, -1, 1, -1):
            course.add(move)
        ended = stand("pull", course).ending
        endings.append(ended and ended.ending)
    assert endings == [None, "repetition"]


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (lambda self, state: None, r"repetition_key\(\(3, 0, 0\)\) returned None"),
        (lambda self, state: [1], r"repetition_key\(\(3, 0, 0\)\) returned \[1\], which cannot be hashed"),
        (lambda self, state: state[9], r"repetition_key\(\(3, 0, 0\)\) raised IndexError"),
    ],
)
def test_nonsense_is_refused(answer: Any, message: str) -> None:
    wrong = type("Wrong", (Pull,), {"repetition_key": answer})
    with pytest.raises(GameError, match=message):
        search(zermelo.start(wrong), depth=3, method="minimax")
    with pytest.raises(GameError, match=message):
        _ = zermelo.start(wrong).repetition_key


# --- laws ---


def test_keys_that_keep_the_laws() -> None:
    for game in (Keyed, Both):
        report = check_game(game, games=40)
        assert report.ok, report
        assert "what counts as the same position" in str(report)


@pytest.mark.parametrize(
    ("hook", "answer", "problem"),
    [
        ("repetition_key", lambda self, state: state[0] // 2, "same repetition_key, but another turn"),
        ("table_key", lambda self, state: state[0] // 2, "same table_key, but another turn"),
        ("repetition_key", lambda self, state: (state[1], state[0] > 3), "after -?1 the keys are"),
        ("repetition_key", lambda self, state: object(), "methods must depend on their arguments alone"),
    ],
)
def test_keys_that_break_them(hook: str, answer: Any, problem: str) -> None:
    report = check_game(type("Wrong", (Pull,), {hook: answer}), games=40)
    assert re.search(problem, str(report)), report
