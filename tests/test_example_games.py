"""The six board games under examples/: their rules by counts and by rules written a second time, pictures, hooks.

The counts of Breakthrough, Lines of Action, Morris and Amazons are OpenSpiel's, too (2.0.2; it counts the choice of an
amazon as a move of its own), and its legal moves are checked at every move of a match by bench/strength_openspiel.py.
"""

from __future__ import annotations

import importlib.util
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import zermelo
from zermelo.compiled import check_compiled

EXAMPLES = Path(__file__).parents[1] / "examples"


def example(name: str) -> Any:
    """The module in a file of examples/."""
    spec = importlib.util.spec_from_file_location(f"example_game_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


Amazons, Breakthrough = example("amazons").Amazons, example("breakthrough").Breakthrough
LinesOfAction, MiniChess = example("lines_of_action").LinesOfAction, example("minichess").MiniChess
HEX, MORRIS = example("hex"), example("morris")
Hex, Morris = HEX.Hex, MORRIS.Morris

COUNTS: dict[type[zermelo.Game], list[int]] = {
    Amazons: [40, 544, 19_936],
    Breakthrough: [16, 256, 4_308, 71_478],
    Hex: [49, 49 * 48, 49 * 48 * 47],
    LinesOfAction: [36, 1_244, 44_952],
    MiniChess: [7, 53, 506, 4_775],
    Morris: [24, 24 * 23, 24 * 23 * 22, 24 * 23 * 22 * 21],
}
GAMES = sorted(COUNTS, key=lambda game: game.__name__)


@pytest.mark.parametrize("game", GAMES)
def test_counts(game: type[zermelo.Game]) -> None:
    state = zermelo.start(game)
    assert [zermelo.count(state, depth + 1) for depth in range(len(COUNTS[game]))] == COUNTS[game]


def walk(game: type[zermelo.Game], seed: int, plies: int = 60) -> Iterator[zermelo.State]:
    """The positions of a random game."""
    rng, state = random.Random(seed), zermelo.start(game)
    for _ in range(plies):
        yield state
        if state.is_over:
            return
        state = state.play(rng.choice(state.moves()))


@pytest.mark.parametrize("game", GAMES)
def test_every_move_can_be_clicked_or_has_a_button(game: type[zermelo.Game]) -> None:
    for state in walk(game, 1):
        scene = state.game.scene(state.data)
        assert {choice.move for choice in scene.choices} == set(state.moves())
        names = {spot.name for spot in scene.spots}
        clicks = [choice.spots for choice in scene.choices if choice.spots]
        assert len(set(clicks)) == len(clicks)
        assert all(set(spots) <= names for spots in clicks)


@pytest.mark.parametrize("game", GAMES)
def test_mirror_images_are_worth_the_same(game: type[zermelo.Game]) -> None:
    """The same side moves, and a move leads to the image of what it leads to: to a win or a loss in as many cases."""
    seen = 0
    for state in list(walk(game, 3))[1::6]:
        for image in map(state.game.start, state.game.symmetries(state.data)):
            assert image.turn == state.turn
            assert after(image) == after(state)
            if game is not Hex:  # its evaluation searches from one edge to the other
                assert image.game.evaluate(image.data, 0) == pytest.approx(state.game.evaluate(state.data, 0))
            seen += image != state
    assert seen > 4


def after(state: zermelo.State) -> list[tuple[int, int]]:
    """For each move whose turn it is then, and how many moves there are; sorted, as images list them otherwise."""
    found = [state.play(move) for move in state.moves()] if not state.is_over else []
    return sorted((each.turn, 0 if each.is_over else len(each.moves())) for each in found)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_same_source_compiles(game: type[zermelo.Game], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    fast = zermelo.compiled(type(f"Fast{game.__name__}", (game,), {"__module__": game.__module__}))
    assert check_compiled(fast(), games=10) is None


# --- mini-chess, written a second time: rows of letters, and a move is legal if nothing takes the king then ---

Board = list[list[str]]
Step = tuple[int, int, int, int, str]
JUMPS = [(r, c) for r in (-2, -1, 1, 2) for c in (-2, -1, 1, 2) if abs(r) != abs(c)]
ACROSS, STRAIGHT = [(1, 1), (1, -1), (-1, 1), (-1, -1)], [(1, 0), (-1, 0), (0, 1), (0, -1)]
WAYS = {"N": JUMPS, "B": ACROSS, "R": STRAIGHT, "Q": ACROSS + STRAIGHT, "K": ACROSS + STRAIGHT}


def steps(board: Board, white: bool) -> Iterator[Step]:
    for r in range(5):
        for c in range(5):
            man = board[r][c]
            if man != "." and man.isupper() == white:
                yield from (pawn_steps if man in "Pp" else man_steps)(board, r, c, white)


def pawn_steps(board: Board, r: int, c: int, white: bool) -> Iterator[Step]:
    to = r + 1 if white else r - 1
    for column in (c - 1, c, c + 1):
        if 0 <= column < 5 and 0 <= to < 5:
            there = board[to][column]
            if there == "." if column == c else there != "." and there.isupper() != white:
                yield from ((r, c, to, column, new) for new in ("QRBN" if to in (0, 4) else "P"))


def man_steps(board: Board, r: int, c: int, white: bool) -> Iterator[Step]:
    man = board[r][c].upper()
    for dr, dc in WAYS[man]:
        for far in range(1, 2 if man in "NK" else 5):
            y, x = r + far * dr, c + far * dc
            there = board[y][x] if 0 <= y < 5 and 0 <= x < 5 else "edge"
            if there == "." or (there != "edge" and there.isupper() != white):
                yield r, c, y, x, man
            if there != ".":
                break


def made(board: Board, step: Step, white: bool) -> Board:
    r, c, y, x, man = step
    after = [list(row) for row in board]
    after[r][c], after[y][x] = ".", man if white else man.lower()
    return after


def legal(board: Board, white: bool) -> dict[str, Board]:
    """By name, the boards after the legal moves."""
    found = {}
    for step in steps(board, white):
        after = made(board, step, white)
        if not any(after[y][x] in "Kk" for _, _, y, x, _ in steps(after, not white)):
            r, c, y, x, man = step
            takes = "-" if board[y][x] == "." else "x"
            new = f"={man}" if man != board[r][c].upper() else ""
            found[f"{'abcde'[c]}{r + 1}{takes}{'abcde'[x]}{y + 1}{new}"] = after
    return found


def test_minichess_has_the_moves_of_the_second_rules() -> None:
    promotions = 0
    for seed in range(6):
        rng, state = random.Random(seed), zermelo.start(MiniChess)
        board, white = [list(row) for row in ("RNBQK", "PPPPP", ".....", "ppppp", "rnbqk")], True
        while not state.is_over:
            after = legal(board, white)
            assert set(after) == {state.name(move) for move in state.moves()}
            promotions += any("=" in name for name in after)
            name = rng.choice(sorted(after))
            state, board, white = state.play(name), after[name], not white
        if state.data[2] | state.data[5] or (state.data[0] | state.data[1]).bit_count() > 3:
            assert not legal(board, white)
    assert promotions > 5


def chess(rows: str, player: int = 0) -> zermelo.State:
    """A position from rows of letters, the fifth row first."""
    sets = dict.fromkeys("PNBRK", 0)
    white = black = 0
    for r, row in enumerate(reversed(rows.split("/"))):
        for c, letter in enumerate(row):
            bit = 1 << 7 * r + c
            white |= bit * letter.isupper()
            black |= bit * letter.islower()
            for kind in {"Q": "BR", ".": ""}.get(letter.upper(), letter.upper()):
                sets[kind] |= bit
    men = (white, black) if player == 0 else (black, white)
    return zermelo.start(MiniChess, (*men, *sets.values(), player))


def test_minichess_endings() -> None:
    mate = chess("k..../pQ.../K..../...../.....", 1)
    assert (mate.is_over, mate.payoff(0)) == (True, 1)
    stalemate = chess("k..../..Q../.K.../...../.....", 1)
    assert (stalemate.is_over, stalemate.payoff(0)) == (True, 0)
    bare = chess("k..../...../..N../...../....K")
    assert (bare.is_over, bare.payoff(0)) == (True, 0)
    assert not chess("k..../...../..R../...../....K").is_over
    assert zermelo.search(chess("k..../..R../.K.../...../....."), depth=3).score.value == 1


# --- the others ---


def test_hex_has_one_winner_on_every_full_board() -> None:
    winners = set()
    for seed in range(40):
        cells = [i for i in range(55) if HEX.BOARD >> i & 1]
        random.Random(seed).shuffle(cells)
        blue, red = (sum(1 << i for i in cells[side::2]) for side in (0, 1))
        joined = (
            HEX.connected(blue, 0, blue & HEX.TOP) & HEX.FAR[0] != 0,
            HEX.connected(red, 0, red & HEX.LEFT) & HEX.FAR[1] != 0,
        )
        assert joined.count(True) == 1
        winners.add(joined)
    assert len(winners) == 2


def points(text: str) -> int:
    return sum(1 << MORRIS.POINTS.index(name) for name in text.split())


def test_a_mill_takes_a_man_outside_mills_first() -> None:
    state = zermelo.start(Morris, (points("a7 d7"), points("a1 d1 g1 g4"), 6))
    assert {state.name(move) for move in state.moves() if state.name(move).startswith("g7")} == {"g7xg4"}
    state = zermelo.start(Morris, (points("a7 d7"), points("a1 d1 g1"), 6))
    assert {state.name(m) for m in state.moves() if state.name(m).startswith("g7")} == {"g7xa1", "g7xd1", "g7xg1"}


def test_three_men_jump_and_two_have_lost() -> None:
    jumps = zermelo.start(Morris, (points("a7 d7 a1"), points("b6 b4 b2 d2"), 18))
    assert "a1-e4" in {jumps.name(move) for move in jumps.moves()}
    steps = zermelo.start(Morris, (points("a7 d7 a1 g1"), points("b6 b4 b2 d2"), 18))
    assert {steps.name(move) for move in steps.moves()} == {
        "a7-a4",
        "a1-a4",
        "a1-d1",
        "d7-g7",
        "d7-d6",
        "g1-d1",
        "g1-g4",
    }
    lost = zermelo.start(Morris, (points("a7 d7"), points("b6 b4 b2"), 18))
    assert (lost.is_over, lost.payoff(0)) == (True, -1)
    stuck = zermelo.start(Morris, (points("a7 d7 g7 a1"), points("a4 g4 d6 d1"), 18))
    assert (stuck.is_over, stuck.payoff(1)) == (True, 1)


def men(text: str) -> int:
    return sum(1 << 8 * (int(name[1]) - 1) + "abcdefgh".index(name[0]) for name in text.split())


def test_lines_of_action_jumps_its_own_and_joins_both() -> None:
    state = zermelo.start(LinesOfAction, (men("a1 b1 h8"), men("a8 h1"), 0))
    names = {state.name(move) for move in state.moves()}
    assert "a1-d1" in names  # over b1: three men on the row
    assert "b1-e1" in names
    blocked = zermelo.start(LinesOfAction, (men("a1 h1"), men("b1 d8"), 0))
    assert "a1-d1" not in {blocked.name(move) for move in blocked.moves()}


def test_who_joins_both_sides_wins() -> None:
    state = zermelo.start(LinesOfAction, (men("a1 b3"), men("b1 e5 e6"), 0))
    assert not state.is_over
    both = state.play("b3xb1")
    assert (both.is_over, both.payoff(0), both.payoff(1)) == (True, 1, -1)


def test_an_amazon_that_cannot_move_loses() -> None:
    state = zermelo.start(Amazons, (1, 1 << 40, 1 << 1 | 1 << 7 | 1 << 8, 0, 0))
    assert (state.is_over, state.payoff(0)) == (True, -1)


# --- what the games say of moves and positions beyond the rules ---


def gains(state: zermelo.State) -> dict[str, float]:
    return {state.name(move): state.game.gain(state.data, move) for move in state.moves()}


def test_exchanges_of_minichess() -> None:
    found = gains(chess("k..../.p.../n.r../.P.../K..R."))
    assert found["b2xa3"] == 300 - 100  # a pawn takes the knight, a pawn takes back
    assert found["b2xc3"] == 500 - 100
    assert found["d1-d3"] == -500  # into the rook's way
    promotes = gains(chess("..k../P..../...../...../....K"))
    assert promotes["a4-a5=Q"] == 800
    assert promotes["a4-a5=N"] == 200


def test_checks_and_passes_of_minichess() -> None:
    game = MiniChess()
    quiet, check = chess("k..../...../R..../...../....K", 0), chess("k..../...../R..../...../....K", 1)
    assert (game.stand_pat(quiet.data), game.forced(quiet.data)) == (True, False)
    assert (game.stand_pat(check.data), game.forced(check.data)) == (False, True)
    assert game.zugzwang(chess("k..../...../...../.P.../....K").data)
    assert not game.zugzwang(quiet.data)
    assert game.pass_turn(game.pass_turn(quiet.data)) == quiet.data


def test_exchanges_and_threats_of_breakthrough() -> None:
    def at(text: str) -> int:
        return sum(1 << 7 * (int(name[1]) - 1) + "abcdef".index(name[0]) for name in text.split())

    game = Breakthrough()
    state = zermelo.start(Breakthrough, (at("b2 e5"), at("c3 a6 d4"), 0))
    found = gains(state)
    assert found["b2xc3"] == 14 - 12  # d4 takes back; the man on c3 has come a row further
    assert found["e5-e6"] == 1000
    assert game.forced((at("a1"), at("c2"), 0))
    assert not game.stand_pat((at("a1"), at("c2"), 0))
    assert not game.forced((at("a1"), at("c3"), 0))


def test_a_mill_is_worth_a_man_or_the_game() -> None:
    state = zermelo.start(Morris, (points("a7 d7 g4 a1"), points("b6 b4 b2"), 18))
    assert gains(state)["g4-g7xb4"] == 1000
    assert gains(state)["a1-a4"] == 0
    more = zermelo.start(Morris, (points("a7 d7 g4 a1"), points("b6 b4 d2 d5"), 18))
    assert gains(more)["g4-g7xb4"] == 10
