"""Chess, and Chess960 by the number of its setup. Its positions are Boards (board.py), its files in formats.py."""

from __future__ import annotations

import re
from collections.abc import Sequence

from zermelo.game import BuiltIn, LineProtocol, Option, PlayedGame, RecordedGame, State, UciMoves
from zermelo.native import core
from zermelo.scene import Scene

# The first five see what they take and what is taken back, and no further; the next two finish exchanges; from the
# eighth on each searches twice as many positions as the one below.
LEVELS: dict[int, dict[str, object]] = {
    1: {"depth": 1, "selective": False},
    2: {"depth": 2, "selective": False, "nodes": 100},
    3: {"depth": 2, "selective": False, "nodes": 135},
    4: {"depth": 2, "selective": False, "nodes": 230},
    5: {"depth": 2, "selective": False},
    6: {"depth": 1},
    7: {"depth": 2},
    **{level: {"nodes": 600 * 2 ** (level - 8)} for level in range(8, 21)},
}
SQUARES = re.compile(r"[a-h][1-8][a-h][1-8][qrbn]?")


def scene(state: State) -> Scene:
    from zermelo.games.chess.drawing import board_scene  # which is about Boards, and they about GAME

    return board_scene(state)


def read_games(data: bytes) -> Sequence[RecordedGame]:
    from zermelo.games.chess import formats

    return formats.read_games(data)


def write_pgn(records: Sequence[PlayedGame]) -> str:
    from zermelo.games.chess import formats

    return formats.write_pgn(map(formats.pgn_of, records))


def uci_name(state: State, name: str, shuffled: bool) -> str:
    """`e2e4`, `e7e8q`; castling to the king's square, or as in Chess960 to the rook's."""
    return core.chess_uci(state, name, shuffled)


def is_shuffled(state: State) -> bool:
    """Whether castling has to be announced as Chess960's."""
    from zermelo.games.chess.board import Board

    return isinstance(state, Board) and state.is_chess960


def why_not(state: State, name: str) -> str:
    """What is wrong with a move that is not legal."""
    if name in ("O-O", "O-O-O", "0-0", "0-0-0"):
        return "castling needs king and rook that never moved, nothing between them, and no check on the king's way"
    where = re.search(r"([a-h][1-8])[=+#!?]*[QRBN]?$", name)
    if not SQUARES.fullmatch(name) and where is None:
        return "moves are written like e4, Nf3, exd5, e8=Q, O-O or e2e4"
    written = core.chess_moves(state)
    if name[:1] in tuple("KQRBN") and not SQUARES.fullmatch(name) and where is not None:
        there = [san for san, _ in written if san[0] == name[0] and where[1] in san]
        if len(there) > 1:
            return f"it could be {' or '.join(there)}"
    if core.chess_in_check(state):
        return "the king is in check"
    return "no such piece can go there, or the king would be left in check"


GAME = BuiltIn(
    name="chess",
    title="Chess",
    summary="mate the king; also Chess960",
    sample="e4; e5; Nf3; Nc6; Bb5; a6; Ba4; Nf6; O-O; Be7",
    state="board:Board",
    options={
        "setup": Option(518, 0, 959, help="Chess960's number of the first position; 518 is the usual one"),
        "draws": Option(
            "claimed",
            words=("claimed", "automatic"),
            help="third repetition and fifty moves, or only the fifth and seventy-five",
        ),
    },
    endgames="endgames.bin",
    tuned={"margin": 2.2, "eval_error": 0.17, "late_moves": 0.4, "aspiration": True, "razoring": False},
    scene=scene,
    levels=LEVELS,
    uci=UciMoves(uci_name, is_shuffled),
    read_games=read_games,
    measure="pawns",
    notations="FEN, EPD and PGN",
    write_games={"pgn": write_pgn},
    why_not=why_not,
    protocols={
        "xboard": LineProtocol("xboard's, version 2", "protocols.xboard:XBoard", "protocols.xboard_player:XBoardPlayer")
    },
)
