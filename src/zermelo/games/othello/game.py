"""Othello: formats of games and positions are in formats.py."""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence
from pathlib import Path

from zermelo.game import BuiltIn, LineProtocol, Option, Options, PlayedGame, RecordedGame, State, number
from zermelo.games.othello.squares import COURSE
from zermelo.native import core
from zermelo.scene import Piece, Scene, caption_of, grid

# Level to (plies of the midgame search, empty squares from which on the game is solved).
STRENGTHS = {
    1: (1, 2),
    2: (2, 4),
    3: (3, 6),
    4: (4, 8),
    5: (5, 10),
    6: (6, 11),
    7: (7, 12),
    8: (8, 14),
    9: (10, 16),
    10: (11, 17),
    11: (13, 18),
    12: (14, 19),
    13: (17, 21),
    14: (19, 23),
    15: (20, 23),
    16: (21, 24),
    17: (22, 24),
    18: (23, 25),
    19: (24, 25),
    20: (25, 26),
}
# A pass may stand before every disc, so that there are two plies for an empty square.
LEVELS = {level: {"depth": depth, "solve_from": 2 * empties} for level, (depth, empties) in STRENGTHS.items()}
LOADING = threading.Lock()


PIECES = {"X": Piece("black disc", "disc", 0), "O": Piece("white disc", "disc", 1)}


def scene(state: State) -> Scene:
    """Squares with discs; a pass is a button."""
    squares, _ = state.text.split()
    rows = [squares[8 * row : 8 * row + 8] for row in range(8)]
    moves = {move: None if move == "pass" else move for move in state.moves()}
    caption = f"{caption_of(state)}; {squares.count('X')} black discs, {squares.count('O')} white"
    todo = "no disc can be turned: pass" if "pass" in moves else "put a disc where it encloses others"
    return grid(rows, moves, pieces=PIECES, caption=caption, todo=todo)


def why_not(state: State, name: str) -> str:
    """What is wrong with a move that is not legal."""
    if name == "pass":
        return "there are moves to make, so there is no pass"
    if not re.fullmatch("[a-h][1-8]", name):
        return "it is no square"
    cell = state.text["abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)]
    if cell != "-":
        return "the square is taken"
    return "it turns no disc" + (", and no other move does: only a pass is left" if state.moves() == ["pass"] else "")


def check(values: Options) -> None:
    """Loads the weights the game comes with, at its first use."""
    slot = number(values, "weights")
    if core.othello_has_weights(slot):
        return
    if slot != 0:
        raise ValueError(f"othello: no weights are loaded in slot {slot}; see load_weights")
    with LOADING:  # of several threads, the first
        if not core.othello_has_weights(0):
            load_weights(slot=0)


def load_weights(file: str | Path | None = None, slot: int = 1) -> None:
    """Loads other weights beside the game's own: `start("othello", weights=slot)` then plays with them."""
    from zermelo.games.othello import weights

    core.othello_load_weights(weights.load(weights.FILE if file is None else Path(file)), slot)


def read_games(data: bytes) -> Sequence[RecordedGame]:
    from zermelo.games.othello import formats  # which is about GAME

    return formats.read_games(data)


def write_ggf(records: Sequence[PlayedGame]) -> str:
    from zermelo.games.othello import formats  # which is about GAME

    return formats.write_ggf(formats.transcript_of(record) for record in records)


GAME = BuiltIn(
    name="othello",
    title="Othello",
    summary="enclose and turn discs; the most discs win",
    sample="f5; d6; c3; d3; c4; f4; f6; g5; e3",
    options={"weights": Option(0, 0, 15, help="which loaded evaluation plays")},
    check=check,
    scene=scene,
    course=COURSE,
    levels=LEVELS,
    tuned={"quiescence": False},  # corners are not exchanges: of the general search, 67.5 % instead of 52.5
    book="book.txt",
    read_games=read_games,
    measure="discs",
    notations="OBF, GGF and transcripts such as f5d6c3",
    write_games={"ggf": write_ggf},
    why_not=why_not,
    protocols={
        "gtp": LineProtocol("Go Text Protocol 2", "protocols.gtp:Gtp", "protocols.gtp_player:GtpPlayer"),
        "nboard": LineProtocol("NBoard 2", "protocols.nboard:NBoard", "protocols.nboard_player:NBoardPlayer"),
    },
    assignment="assignment.toml",
)
