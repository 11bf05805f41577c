"""Checkers, English draughts on 8 × 8 squares. Its files of games are in pdn.py."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.game import BuiltIn, PlayedGame, RecordedGame, State
from zermelo.scene import Scene


def scene(state: State) -> Scene:
    from zermelo.games.checkers.drawing import board_scene

    return board_scene(state)


def why_not(state: State, name: str) -> str:
    from zermelo.games.checkers import drawing

    return drawing.why_not(state, name)


def read_games(data: bytes) -> Sequence[RecordedGame]:
    from zermelo.games.checkers import pdn

    return pdn.read_games(data)


def write_pdn(records: Sequence[PlayedGame]) -> str:
    from zermelo.games.checkers import pdn

    return pdn.write_pdn(map(pdn.pdn_of, records))


GAME = BuiltIn(
    name="checkers",
    title="Checkers",
    summary="English draughts: capture, crown, block",
    scene=scene,
    endgames="endgames.bin",
    openings={"ballots": "ballots.txt"},
    read_games=read_games,
    write_games={"pdn": write_pdn},
    why_not=why_not,
)
