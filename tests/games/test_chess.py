"""The rules of chess against python-chess: legal moves, SAN, UCI, FEN, how games end; counts that engines agree on."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import zermelo
from zermelo import OVER, IllegalMove, ParseError, State
from zermelo.native import core

chess = pytest.importorskip("chess")

DATA = Path(__file__).parents[1] / "data"


def start_of(board: chess.Board) -> State:
    return zermelo.start("chess", board.fen(), draws="automatic")


def over(board: chess.Board) -> bool:
    """As python-chess says without claims, but for repetition, which a position alone does not know."""
    return bool(
        board.is_checkmate() or board.is_stalemate() or board.is_insufficient_material() or board.halfmove_clock >= 150
    )


def compare(board: chess.Board, state: State) -> None:
    assert state.text == board.fen()
    legal = {board.san(move): board.uci(move) for move in board.legal_moves}
    assert dict(core.chess_moves(state, board.chess960)) == legal, board.fen()
    assert (state.turn == OVER) == over(board), board.fen()
    if state.turn != OVER:
        assert sorted(state.moves()) == sorted(legal)
    else:
        mated = board.is_checkmate()
        assert state.payoff(0) == (0 if not mated else -1 if board.turn == chess.WHITE else 1)
    assert core.chess_in_check(state) == board.is_check()


def played(board: chess.Board, rng: random.Random, most: int) -> int:
    """Plays a random game and compares every position; how many there were."""
    state, positions = start_of(board), 0
    while True:
        compare(board, state)
        positions += 1
        if over(board) or positions >= most:
            return positions
        move = rng.choice(list(board.legal_moves))
        written = rng.choice([board.san(move), board.uci(move), board.lan(move)])
        state = state.play(written)
        board.push(move)


def first_board(rng: random.Random) -> chess.Board:
    return chess.Board.from_chess960_pos(rng.randrange(960)) if rng.random() < 0.3 else chess.Board()


def test_random_games_are_those_of_python_chess() -> None:
    rng = random.Random(7)
    assert sum(played(first_board(rng), rng, 250) for _ in range(20)) > 4_000


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_a_million_positions() -> None:
    rng, positions = random.Random(8), 0
    while positions < 1_000_000:
        positions += played(first_board(rng), rng, 1_000)


def known_counts(name: str = "chess_perft.epd") -> list[tuple[str, list[int]]]:
    text = (DATA / name).read_text(encoding="ascii")
    lines = [line.split(";") for line in text.splitlines() if line and not line.startswith("#")]
    return [(fen.strip(), [int(each.split()[1]) for each in counts]) for fen, *counts in lines]


def test_counts_of_tricky_positions() -> None:
    known = known_counts()
    assert len(known) >= 60
    for fen, counts in known:
        state = zermelo.start("chess", fen)
        assert [zermelo.count(state, depth) for depth in range(1, len(counts) + 1)] == counts, fen


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.parametrize(("name", "most"), [("chess_perft_standard.epd", 6), ("chess_perft_960.epd", 5)])
def test_counts_of_whole_suites(name: str, most: int) -> None:
    for fen, counts in known_counts(name):
        state = zermelo.start("chess", fen)
        assert [zermelo.count(state, depth) for depth in range(1, most + 1)] == counts[:most], fen


def test_every_setup_is_chess960s() -> None:
    for number in range(960):
        board = chess.Board.from_chess960_pos(number)
        assert zermelo.start("chess", setup=number).text == board.fen()


def test_castling_rights_are_read_in_every_form() -> None:
    usual = zermelo.start("chess")
    assert zermelo.start("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1") == usual
    inner = "4k3/8/8/8/8/8/8/1R1RK2R w D - 0 1"  # the inner rook may castle, so it is named
    assert zermelo.start("chess", inner).text == inner
    assert "O-O-O" in zermelo.start("chess", inner).moves()


def test_a_castling_move_is_read_in_every_form() -> None:
    state = zermelo.start("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    forms = ["O-O", "0-0", "e1g1", "e1h1"]
    assert len({state.play(form).text for form in forms}) == 1
    beside = zermelo.start("chess", "4k3/8/8/8/8/8/8/5K1R w K - 0 1")  # here f1g1 is a step of the king
    assert beside.play("f1g1").text == "4k3/8/8/8/8/8/8/6KR b - - 1 1"
    assert beside.play("f1h1").text == "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"


def test_what_could_be_either_move_is_refused() -> None:
    state = zermelo.start("chess", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1").play("Ra3").play("Kd8").play("Rhh3").play("Ke8")
    with pytest.raises(IllegalMove):
        state.play("Rd3")
    assert state.play("Rad3") != state.play("Rhd3")


def test_where_reading_went_wrong_is_said() -> None:
    with pytest.raises(ParseError, match="more than 8 squares") as caught:
        zermelo.start("chess", "rnbqkbnr/pppppppp/8/8/4P4/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
    assert caught.value.column == 24


def test_en_passant_is_part_of_the_position_only_if_it_can_be_made() -> None:
    start = zermelo.start("chess")
    assert start.play("e4").text.split()[3] == "-"
    taken = zermelo.start("chess", "e4 a6 e5 d5")
    assert taken.text.split()[3] == "d6"
    pinned = zermelo.start("chess", "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1")  # both pawns would leave the rank
    assert pinned.text.split()[3] == "-"


def test_claims_count_unless_only_automatic_draws_do() -> None:
    waiting = "8/8/4k3/8/8/4K3/7R/8 w - - 99 90"
    claimed, automatic = (zermelo.start("chess", waiting, draws=draws) for draws in ("claimed", "automatic"))
    assert claimed.play("Rh3").is_over
    assert not automatic.play("Rh3").is_over
    assert (claimed.info.repetition, automatic.info.repetition) == (3, 5)


def test_attacks_by_rays_are_those_of_the_table() -> None:
    rng = random.Random(1)
    for _ in range(500):
        occupied = rng.getrandbits(64) & rng.getrandbits(64)
        for forms in core.chess_attacks(rng.randrange(64), occupied).values():
            assert len(set(forms)) == 1


# Mates, by the plies they take (of "Win at Chess").
MATES = [
    ("r1bq2rk/pp3pbp/2p1p1pQ/7P/3P4/2PB1N2/PP3PPR/2KR4 w - -", "Qxh7+", 3),
    ("5k2/6pp/p1qN4/1p1p4/3P4/2PKP2Q/PP3r2/3R4 b - -", "Qc4+", 3),
    ("4k1r1/2p3r1/1pR1p3/3pP2p/3P2qP/P4N2/1PQ4P/5R1K b - -", "Qxf3+", 3),
    ("7k/pp4np/2p3p1/3pN1q1/3P4/Q7/1r3rPP/2R2RK1 w - -", "Qf8+", 3),
    ("r3r2k/2R3pp/pp1q1p2/8/3P3R/7P/PP3PP1/3Q2K1 w - -", "Rxh7+", 7),
]


@pytest.mark.parametrize(("position", "move", "plies"), MATES)
def test_mates_are_found(position: str, move: str, plies: int) -> None:
    result = zermelo.search(zermelo.start("chess", position), nodes=10_000)
    assert result.move == move
    assert result.score is not None
    assert f"win in {plies}" in str(result.score)
