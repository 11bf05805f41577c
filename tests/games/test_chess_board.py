"""Chess in Python: a Board as players of python-chess know it, the drawing, and what is said of wrong moves."""

from __future__ import annotations

import random
import sys

import chess
import pytest

import zermelo
from zermelo.errors import MissingExtra, ParseError
from zermelo.games.chess.board import Board, from_chess_board, start_of, states_of
from zermelo.games.chess.drawing import board_scene
from zermelo.games.chess.game import GAME
from zermelo.games.shared.chess_men import FIGURES
from zermelo.view.scene import scene_after, scene_of
from zermelo.view.svg import board_svg
from zermelo.view.text import board as letters

MIDDLE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PROMOTING = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1"


def test_every_position_of_chess_is_a_board() -> None:
    state = zermelo.start("chess")
    assert isinstance(state, Board)
    after = state.play("e4").play("e7e5")
    assert type(after) is Board
    assert after.fen == "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    assert (after.ply, after.fullmove_number, after.halfmove_clock, after.mover) == (2, 2, 0, 0)


def test_moves_in_every_notation() -> None:
    state = start_of(MIDDLE)
    assert (state.san("e5f7"), state.uci("Nxf7"), state.lan("Nxf7")) == ("Nxf7", "e5f7", "Ne5xf7")
    assert (state.uci("O-O"), state.uci("O-O", chess960=True), state.lan("O-O")) == ("e1g1", "e1h1", "O-O")
    assert (state.parse_san("Nxd7"), state.parse_san("0-0-0"), state.parse_uci("e1c1")) == ("Nxd7", "O-O-O", "O-O-O")
    assert start_of(PROMOTING).lan("axb8=Q+") == "a7xb8=Q+"
    assert state.variation_san(["O-O", "Bxe2", "Qxe2"]) == "1. O-O Bxe2 2. Qxe2"
    assert state.play("O-O").variation_san(["Bxe2", "Qxe2"]) == "1... Bxe2 2. Qxe2"


@pytest.mark.parametrize("text", ["", "e9", "Nf9", "e2e5", "O-O-O-O", "Kxe8", "💥", "a" * 1000])
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(ParseError):
        start_of().parse_san(text)
    with pytest.raises(ParseError):
        start_of().parse_uci(text)


def test_legal_moves_are_a_collection() -> None:
    moves = start_of().legal_moves
    assert (len(moves), moves.count(), "e4" in moves, "e2e4" in moves, "e5" in moves, 5 in moves) == (
        *(20, 20),
        *(True, True, False, False),
    )
    assert list(moves) == start_of().moves()
    assert repr(moves).startswith("<LegalMoves (a3, ")


@pytest.mark.parametrize(
    ("fen", "facts"),
    [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", (True, True, False, False, "0-1")),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", (False, False, True, False, "1/2-1/2")),
        ("7k/8/6K1/8/8/8/8/8 b - - 0 1", (False, False, False, True, "1/2-1/2")),
        ("7k/8/6KQ/8/8/8/8/8 b - - 0 1", (True, False, False, False, "*")),
    ],
)
def test_what_can_be_asked_of_a_position(fen: str, facts: tuple[object, ...]) -> None:
    state, theirs = start_of(fen), chess.Board(fen)
    asked = state.is_check(), state.is_checkmate(), state.is_stalemate(), state.is_insufficient_material()
    assert (*asked, state.result) == facts
    assert asked == (theirs.is_check(), theirs.is_checkmate(), theirs.is_stalemate(), theirs.is_insufficient_material())
    assert (state.is_game_over(), state.result) == (theirs.is_game_over(), theirs.result())


def test_pieces_by_their_squares() -> None:
    pieces = start_of(MIDDLE).pieces
    assert pieces == {chess.square_name(s): p.symbol() for s, p in chess.Board(MIDDLE).piece_map().items()}
    assert (start_of().piece_at("g1"), start_of().piece_at("g8"), start_of().piece_at("e4")) == ("N", "n", None)


def test_there_and_back_with_python_chess() -> None:
    rng = random.Random(3)
    for number in (518, 0, 959, 400):
        theirs = chess.Board.from_chess960_pos(number)
        for _ in range(40):
            ours = from_chess_board(theirs)
            assert ours.to_chess_board().fen() == chess.Board(ours.fen, chess960=True).fen()
            assert {ours.uci(move, chess960=True) for move in ours.legal_moves} == {
                theirs.uci(move, chess960=True) for move in theirs.legal_moves
            }
            if theirs.is_game_over():
                break
            theirs.push(rng.choice(list(theirs.legal_moves)))
    knights = chess.Board()
    for move in ("g1f3", "g8f6", "f3g1", "f6g8"):
        knights.push_uci(move)
    states = states_of(knights)
    assert (len(states), states[0].repetition_key) == (5, states[-1].repetition_key)


def test_without_python_chess_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    with pytest.raises(MissingExtra, match=r"zermelo\[chess\]"):
        start_of().to_chess_board()


@pytest.mark.parametrize(
    ("fen", "shuffled"),
    [
        (MIDDLE, False),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", False),
        ("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", True),
        ("4k3/8/8/8/8/8/8/R4K1R w KQ - 0 1", True),
        ("4k3/8/8/8/8/8/8/1R2K1R1 w - - 0 1", False),
    ],
)
def test_which_positions_are_chess960s(fen: str, shuffled: bool) -> None:
    assert start_of(fen).is_chess960 is shuffled


# --- drawing ---


def test_every_move_has_its_clicks() -> None:
    scene = scene_of(start_of(MIDDLE))
    assert {choice.move for choice in scene.choices} == set(start_of(MIDDLE).moves())
    assert scene.places("O-O") == ("e1", "g1")
    assert ("e1", "h1") in [choice.spots for choice in scene.choices if choice.move == "O-O"]
    promotions = [choice.move for choice in scene_of(start_of(PROMOTING)).choices if choice.spots == ("a7", "a8")]
    assert sorted(promotions) == ["a8=B", "a8=N", "a8=Q", "a8=R"]


def test_the_last_move_is_marked() -> None:
    scene = scene_after(start_of(), "e4")
    assert scene.marks == {"e2": "last", "e4": "last"}


def test_letters_and_flipped() -> None:
    assert letters(start_of()).splitlines()[0] == "8 r n b q k b n r"
    assert letters(start_of()).splitlines()[-1] == "  a b c d e f g h"
    flipped = str(board_scene(start_of(), flipped=True)).splitlines()
    assert (flipped[0], flipped[-1]) == ("1 R N B K Q B N R", "  h g f e d c b a")


def test_the_svg_draws_all_pieces() -> None:
    svg = start_of().svg(last="e2e4")
    assert svg.count("scale(0.01)") == 32
    assert all(outline in svg and lines in svg for outline, lines in FIGURES.values())
    assert svg.count("fill-opacity") == 2
    assert "white king on e1" in svg
    assert start_of().svg(flipped=True) != start_of().svg()
    assert start_of()._repr_svg_() == board_svg(start_of())


@pytest.mark.parametrize(
    ("fen", "said"),
    [
        (None, "White to move"),
        ("7k/8/6KQ/8/8/8/8/8 b - - 0 1", "Black to move, in check"),
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "Checkmate: black wins"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Stalemate"),
        ("7k/8/6K1/8/8/8/8/8 b - - 0 1", "Drawn: nobody can mate any more"),
        ("7k/8/6K1/8/8/8/8/R7 b - - 100 90", "Drawn: no capture and no pawn's move for too long"),
    ],
)
def test_captions(fen: str | None, said: str) -> None:
    assert scene_of(start_of(fen)).caption == said


@pytest.mark.parametrize(
    ("fen", "move", "said"),
    [
        (None, "O-O", "castling needs"),
        (None, "hello", "moves are written like"),
        ("7k/8/8/8/8/8/8/K1N1N3 w - - 0 1", "Nd3", "it could be Ncd3 or Ned3"),
        ("7k/8/8/8/8/8/P6r/K5r1 w - - 0 1", "a4", "the king is in check"),
        (None, "e5", "no such piece can go there"),
    ],
)
def test_why_a_move_is_not_legal(fen: str | None, move: str, said: str) -> None:
    assert GAME.why_not is not None
    assert said in GAME.why_not(start_of(fen), move)
