"""Copies by pickle and by copy, of everything that a program may want to send to another process or keep in a file."""

from __future__ import annotations

import copy
import hashlib
import multiprocessing
import pickle
import random
import struct
import sys
from pathlib import Path

import pytest

import zermelo
from zermelo import Clock, Human, Limit, Naive, Random, Result, Searcher, Stop, Table, search
from zermelo.game import BuiltIn
from zermelo.players.protocols.course_player import CoursePlayer
from zermelo.table_file import FORMAT, MAGIC

sys.path.insert(0, str(Path(__file__).parent / "conformance"))
from python_games import ConnectFour, Hop, Nim, TicTacToe


def at_random(state: zermelo.State, plies: int, seed: int) -> zermelo.State:
    rng = random.Random(seed)
    for _ in range(plies):
        if state.is_over:
            return state
        state = state.play(rng.choice(state.moves()))
    return state


def copied(value: object) -> object:
    return pickle.loads(pickle.dumps(value))


# --- positions and games ---


@pytest.mark.parametrize("name", zermelo.all_games())
def test_positions_of_every_game(name: str) -> None:
    root = zermelo.start("tree", "[a:[1,2],chance[3,[4,5]]]") if name == "tree" else zermelo.start(name)
    for seed in range(12):
        state = at_random(root, 3 * seed, seed)
        again = copied(state)
        assert again == state
        assert hash(again) == hash(state)
        assert (again.text, again.turn, again.moves(), again.key) == (state.text, state.turn, state.moves(), state.key)
        assert again.game == state.game
        assert copy.copy(state) == copy.deepcopy(state) == state


@pytest.mark.parametrize("game", [Nim, TicTacToe, ConnectFour, Hop])
def test_positions_of_games_in_python(game: type[zermelo.Game]) -> None:
    for seed in range(12):
        state = at_random(zermelo.start(game), seed, seed)
        again = copied(state)
        assert again == state
        assert (again.data, again.turn, again.moves()) == (state.data, state.turn, state.moves())
        assert copy.deepcopy([state]) == [state]


class Spelled(zermelo.Game):
    """Its states are texts, and it reads other texts: what is copied must not be read again."""

    initial = "aab"

    def turn(self, state: str) -> int:
        return len(state) % 2 if state else zermelo.OVER

    def moves(self, state: str) -> list[tuple[str, int]]:
        return [(letter, 1) for letter in sorted(set(state))]

    def play(self, state: str, move: tuple[str, int]) -> str:
        return state.replace(move[0], "", 1)

    def payoff(self, state: str, player: int) -> int:
        return 1 - 2 * player

    def parse(self, text: str) -> str:
        return text.upper()


def test_a_state_that_is_text_is_not_read_again() -> None:
    state = zermelo.start(Spelled).play(("a", 1))
    assert copied(state).data == state.data == "ab"


def test_variants_and_their_games() -> None:
    state = at_random(zermelo.start("connect4", width=5, height=4), 6, 1)
    assert copied(state) == state
    assert copied(state.game).chosen == {"width": 5, "height": 4}
    assert copy.deepcopy(state.game) == state.game
    assert isinstance(copied(zermelo.all_games()["kuhn"]), BuiltIn)
    changed = BuiltIn("kuhn", "Another", "not the one that is built in")
    with pytest.raises(pickle.PicklingError, match="not the built-in game"):
        pickle.dumps(changed)


def test_positions_of_a_compiled_game() -> None:
    pytest.importorskip("numba")

    state = at_random(zermelo.start(Fast), 2, 0)
    assert copied(state) == state
    assert copied(state).data == state.data


@zermelo.compiled
class Fast(zermelo.Game):
    """Take one or two of ten."""

    initial = (10, 0)

    def turn(self, state):
        return state[1] if state[0] > 0 else zermelo.OVER

    def moves(self, state):
        yield 1
        if state[0] > 1:
            yield 2

    def play(self, state, move):
        return state[0] - move, 1 - state[1]

    def payoff(self, state, player):
        return 1 if player != state[1] else -1


# --- results, limits, players ---


def test_results_with_their_traces() -> None:
    result = search([[3, 12, 8], [2, 4, 6], [14, 5, 2]], method="alphabeta", trace=True)
    again = copied(result)
    assert isinstance(again, Result)
    assert again == result
    assert again.seconds == result.seconds
    assert list(again.trace) == list(result.trace)
    assert again.trace.state == result.trace.state
    assert again.trace.asked == result.trace.asked
    assert list(copy.deepcopy(result.trace)) == list(result.trace)


@pytest.mark.parametrize(
    "value", [Clock(5, 1), Limit(depth=3), Limit(clock=Clock(1)), zermelo.Score(1.5), zermelo.METHODS["auto"]], ids=str
)
def test_plain_values(value: object) -> None:
    assert copied(value) == copy.deepcopy(value) == value


@pytest.mark.parametrize(
    "player",
    [Random(3), Naive(3), Searcher("alphabeta", Limit(depth=2)), Human()],
    ids=lambda player: type(player).__name__,
)
def test_players(player: zermelo.Player) -> None:
    again = copied(player)
    assert again.name == player.name
    if isinstance(player, Human):
        return
    state = zermelo.start("connect4")
    assert [again(state) for _ in range(5)] == [player(state) for _ in range(5)]
    assert [copy.deepcopy(player)(state)] == [player(state)]


def test_a_player_in_the_middle_of_a_game_in_python() -> None:
    player, state = Searcher("alphabeta+table", Limit(depth=4)), zermelo.start(Nim)
    player(state)
    assert copied(player)(state) == player(state)


def test_a_running_program_is_not_copied(tmp_path: Path) -> None:
    program = tmp_path / "player.py"
    program.write_text("import sys\nfor line in sys.stdin:\n    print(1, flush=True)\n")
    player = CoursePlayer([sys.executable, str(program)], Limit(seconds=20))
    assert copied(player).command == player.command
    try:
        state = zermelo.start("connect4")
        player(state)
        with pytest.raises(TypeError, match="runs a program"):
            pickle.dumps(player)
        with pytest.raises(TypeError, match="runs a program"):
            copy.deepcopy(player)
    finally:
        player.close(at_once=True)
    assert copied(player).command == player.command


def test_a_stop_stays_in_its_process() -> None:
    stop = Stop()
    assert copy.deepcopy(stop) is stop
    with pytest.raises(TypeError, match="its own process"):
        pickle.dumps(stop)


# --- other processes ---


def solved(state: zermelo.State) -> Result:
    return search(state, depth=4)


@pytest.mark.parametrize("way", ["fork", "spawn"])
def test_searches_in_other_processes(way: str) -> None:
    states = [at_random(zermelo.start("connect4"), seed, seed) for seed in range(6)]
    own = [at_random(zermelo.start(Nim), seed, seed) for seed in range(3)]
    with multiprocessing.get_context(way).Pool(2) as pool:
        assert pool.map(solved, states) == [solved(state) for state in states]
        found = zip(pool.map(solved, own), map(solved, own), strict=True)  # their places in a table may differ
        assert all((one.lines, one.nodes) == (other.lines, other.nodes) for one, other in found)
        small = [zermelo.start("tictactoe", "X.O/.O./..X"), zermelo.tree([[1, 2], [3, 4]])]
        assert pool.map(search, small) == [search(state) for state in small]


# --- tables ---


def filled() -> tuple[Table, zermelo.State]:
    table, state = Table(1), zermelo.start("connect4", "4444")
    search(state, depth=7, method="alphabeta+table", table=table)
    return table, state


@pytest.mark.parametrize("replacement", ["full", "lru", "always", "depth", "ageing"])
def test_a_saved_table_goes_on_where_it_was(tmp_path: Path, replacement: str) -> None:
    table, state = Table(0.05, replacement), zermelo.start("connect4", "4444")  # too small: entries give way
    search(state, depth=7, method="alphabeta+table", table=table)
    table.save(tmp_path / "table")
    copies = [Table.load(tmp_path / "table"), copied(table), copy.deepcopy(table)]
    wanted = search(state, depth=9, method="alphabeta+table", table=table)
    fresh = search(state, depth=9, method="alphabeta+table", table=Table(0.05, replacement))
    assert wanted.nodes != fresh.nodes  # the table does help
    for again in copies:
        assert (again.bytes, again.replacement, again.game) == (table.bytes, replacement, "connect4")
        assert search(state, depth=9, method="alphabeta+table", table=again) == wanted


def test_an_empty_table_can_be_saved(tmp_path: Path) -> None:
    Table(1).save(str(tmp_path / "table"))
    assert Table.load(str(tmp_path / "table")).fullness == 0


def test_another_file_is_refused(tmp_path: Path) -> None:
    table, _ = filled()
    file = tmp_path / "table"
    table.save(file)
    whole = file.read_bytes()
    for cut in (0, 5, 14, 20, 100, len(whole) // 2, len(whole) - 1):
        file.write_bytes(whole[:cut])
        with pytest.raises(ValueError, match=r"not a table|cut off"):
            Table.load(file)
    for at in (15, 30, 200, len(whole) // 2, len(whole) - 1):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(ValueError, match=r"damaged|format"):
            Table.load(file)
    file.write_bytes(b"PNG" + whole)
    with pytest.raises(ValueError, match="not a table of Zermelo"):
        Table.load(file)
    with pytest.raises(FileNotFoundError):
        Table.load(tmp_path / "none")


@pytest.mark.parametrize(("version", "writer"), [(1, "an older"), (FORMAT + 1, "a newer")])
def test_another_format_is_refused(tmp_path: Path, version: int, writer: str) -> None:
    """The bits of an entry differ: a whole file with a right checksum is refused too."""
    table, _ = filled()
    file = tmp_path / "table"
    table.save(file)
    whole = file.read_bytes()
    at = len(MAGIC)
    data = MAGIC + struct.pack("<H", version) + whole[at + 2 : -32]
    file.write_bytes(data + hashlib.sha256(data).digest())
    with pytest.raises(ValueError, match=f"a table of format {version}, by {writer} version"):
        Table.load(file)


def test_another_version_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = filled()
    monkeypatch.setattr("zermelo.table_file.__version__", "0.0.1")
    table.save(tmp_path / "table")
    monkeypatch.undo()
    with pytest.raises(ValueError, match=r"written by Zermelo 0\.0\.1"):
        Table.load(tmp_path / "table")


def test_what_holds_in_this_process_only_is_not_saved(tmp_path: Path) -> None:
    table = Table(1)
    found = search(zermelo.start(Nim), method="alphabeta+table", table=table)
    with pytest.raises(ValueError, match="written in Python"):
        table.save(tmp_path / "table")
    with pytest.raises(pickle.PicklingError, match="written in Python"):
        pickle.dumps(table)
    assert search(zermelo.start(Nim), method="alphabeta+table", table=copy.deepcopy(table)).score == found.score


def test_a_table_serves_one_game() -> None:
    table, _ = filled()
    with pytest.raises(ValueError, match="holds positions of connect4"):
        search(zermelo.start("tictactoe"), method="alphabeta+table", table=table)


def test_the_memory_of_a_games_own_search_is_not_copied(tmp_path: Path) -> None:
    table = Table(1)
    search(zermelo.start("othello"), nodes=1000, table=table)
    with pytest.raises(ValueError, match="engine=False"):
        table.save(tmp_path / "table")
    with pytest.raises(TypeError, match="engine=False"):
        copy.deepcopy(table)
