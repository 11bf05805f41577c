"""Endgame tables of chess: known lengths, values that follow from python-chess's rules, endings that are won."""

from __future__ import annotations

import random

import chess
import pytest

import zermelo
from zermelo import EndgameTable, endgames, search
from zermelo.games import find_game

# Plies of the longest defence: mate in 10, 16 and 28 moves; of four men 33 with bishop and knight, 35 queen against
# rook, 40 rook against knight.
LONGEST = {"KQK": 20, "KRK": 32, "KPK": 56}
LONGEST_OF_FOUR = {"KBBK": 38, "KBNK": 66, "KNNK": 1, "KQKR": 70, "KQKQ": 25, "KRKN": 80, "KRKB": 58, "KRKR": 38}
START = zermelo.start("chess")
MEN = {"KQK": "KQk", "KRK": "KRk", "KPK": "KPk"}


@pytest.fixture(scope="module")
def three() -> EndgameTable:
    return endgames(START, pieces=3)


def random_board(rng: random.Random, men: str) -> chess.Board:
    """These men anywhere, of either colour, with either to move; nothing that no game could come to."""
    while True:
        board = chess.Board.empty()
        colours = rng.random() < 0.5
        for square, man in zip(rng.sample(range(64), len(men)), men, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(man.swapcase() if colours else man))
        board.turn = rng.random() < 0.5
        if board.is_valid():
            return board


def test_longest_defences(three: EndgameTable) -> None:
    found = {part.name: tally.longest for part, tally in zip(three.planned, three.tallies, strict=True)}
    assert found == LONGEST


def plies_and_value(table: EndgameTable, board: chess.Board) -> tuple[float, int | None]:
    """For the side to move: by the table, or by python-chess where the game is over."""
    if board.is_checkmate():
        return -1, 0
    if board.is_stalemate() or board.is_insufficient_material():
        return 0, None
    state = zermelo.start("chess", board.fen())
    value = table.value(state)
    assert value is not None
    return value, table.distance(state) if value else None


@pytest.mark.parametrize("name", MEN)
def test_values_follow_from_the_moves(three: EndgameTable, name: str) -> None:
    rng = random.Random(name)
    for _ in range(150):
        board = random_board(rng, MEN[name])
        if board.is_game_over() or board.is_insufficient_material():
            continue
        wins, losses, draws = list[int](), list[int](), 0
        for move in board.legal_moves:
            board.push(move)
            value, plies = plies_and_value(three, board)
            board.pop()
            if value == 0:
                draws += 1
            else:
                assert plies is not None
                (wins if value < 0 else losses).append(plies + 1)
        expected = (1, min(wins)) if wins else (0, None) if draws else (-1, max(losses))
        assert plies_and_value(three, board) == expected, board.fen()


def test_the_table_comes_with_the_game(three: EndgameTable) -> None:
    game = find_game("chess")
    shipped = EndgameTable.load(game.folder / game.endgames)
    counts = [
        [(each.wins, each.draws, each.losses, each.longest) for each in table.tallies] for table in (shipped, three)
    ]
    assert counts[0] == counts[1]


def test_auto_knows_a_long_win_at_once() -> None:
    """White mates in 28 moves, and no search of 2,000 nodes sees that."""
    found = search(zermelo.start("chess", "8/8/8/1k6/8/8/K5P1/8 w - - 0 1"), nodes=2000)
    assert found.score.value > 0
    assert search(zermelo.start("chess", "8/8/8/8/8/1k6/1p6/1K6 w - - 0 1"), nodes=2000).score.value == 0


def test_a_rook_mates() -> None:
    """Against the table's best defence, in no more moves than it says."""
    table = endgames(START, pieces=3)
    rng = random.Random(6)
    for _ in range(5):
        board = random_board(rng, "KRk")
        state = zermelo.start("chess", board.fen())
        if state.is_over or table.value(state) != 1:
            continue
        plies = table.distance(state)
        assert plies is not None
        for _ in range(plies):
            move = table.best(state) if table.value(state) == -1 else search(state, nodes=1000).move
            assert move is not None
            state = state.play(move)
        assert state.is_over
        assert state.payoff(0) != 0


@pytest.mark.slow
def test_four_men() -> None:
    table = endgames(START, pieces=4, memory_mb=2000)
    found = {part.name: tally.longest for part, tally in zip(table.planned, table.tallies, strict=True)}
    assert {name: found[name] for name in LONGEST_OF_FOUR} == LONGEST_OF_FOUR
