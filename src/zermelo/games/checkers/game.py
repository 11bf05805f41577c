"""Checkers, English draughts on 8 × 8 squares. Its files of games are in pdn.py."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from zermelo.game import BuiltIn, LineProtocol, Options, PlayedGame, RecordedGame, State
from zermelo.native import core
from zermelo.scene import Scene

WEIGHTS = Path(__file__).with_name("weights.bin")


def check(values: Options) -> None:
    """Loads the weights the game comes with, at its first use."""
    if core.checkers_has_weights():
        return
    import lzma

    core.checkers_load_weights(lzma.decompress(WEIGHTS.read_bytes()))


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
    sample="11-15; 23-19; 8-11; 22-17; 4-8",
    check=check,
    scene=scene,
    endgames="endgames.bin",
    openings={"ballots": "ballots.txt"},
    read_games=read_games,
    measure="hundredths of a man",
    notations="FEN and PDN",
    write_games={"pdn": write_pdn},
    why_not=why_not,
    tuned={"extensions": False},  # captures are compulsory: plies not counted for them made most of the tree
    protocols={"hub": LineProtocol("Hub 2", "protocols.hub:Hub", "protocols.hub_player:HubPlayer")},
)
